"""Which database a command talks to: its options, as `connect` reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from motif.knowledge_graph import Connection
    from motif.settings import Settings

OPTIONS = ("uri", "user", "password", "database", "server")
"""The keys of the options that name a database."""


def database_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--uri``, ``--user``, ``--password``, ``--database`` and ``--server`` to a command."""
    for option in (
        click.option("--server", metavar="NAME", help="The embedded server NAME, started by motif start."),
        click.option("--database", help="Database name. [env: NEO4J_DATABASE]"),
        click.option("--password", help="Password; better in NEO4J_PASSWORD than on the command line."),
        click.option("--user", help="User name. [env: NEO4J_USERNAME; default: neo4j]"),
        click.option(
            "--uri", help="Address, for example neo4j+s://… [env: NEO4J_URI; default: the embedded server]"
        ),
    ):
        command = option(command)
    return command


def connect_to(
    options: Mapping[str, Any], settings: Settings | None = None, model: object | None = None
) -> Connection:
    """A connection to the database that a command's ``options``, the environment or the embedded server name.

    ``settings`` and ``model`` are as of `motif.connect`.

    Raises `InvalidInput` when none of them does.
    """
    from motif.knowledge_graph import connect
    from motif.settings import load_settings

    settings = settings or load_settings()
    login = login_of(options, settings)
    return connect(
        options["uri"],
        login,
        options["database"],
        server=options.get("server"),
        model=model,
        settings=settings,
    )


def login_of(options: Mapping[str, Any], settings: Settings) -> tuple[str, str] | None:
    """User and password that a command's ``options`` name; None where they name neither, or there is no password."""
    secret = options["password"] or settings.neo4j.password
    given = options["user"] or options["password"]
    return (options["user"] or settings.neo4j.username or "neo4j", secret) if given and secret else None
