"""Which database a command talks to: options, then the environment, then a running embedded server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from motif.embedded import ServerState, servers
from motif.errors import InvalidInput
from motif.knowledge_graph import Connection, connect
from motif.settings import Settings, load_settings


def database_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--uri``, ``--user``, ``--password`` and ``--database`` to a command."""
    for option in (
        click.option("--database", help="Database name. [env: NEO4J_DATABASE]"),
        click.option("--password", help="Password; better in NEO4J_PASSWORD than on the command line."),
        click.option("--user", help="User name. [env: NEO4J_USERNAME; default: neo4j]"),
        click.option(
            "--uri", help="Address, for example neo4j+s://… [env: NEO4J_URI; default: the embedded server]"
        ),
    ):
        command = option(command)
    return command


def connect_to(uri: str | None, user: str | None, password: str | None, database: str | None) -> Connection:
    """A connection to the database that the options, the environment or the embedded server name.

    Raises `InvalidInput` when none of them does.
    """
    settings = load_settings()
    if uri or settings.neo4j.uri:
        secret = password or settings.neo4j.password
        login = (user or settings.neo4j.username or "neo4j", secret) if secret else None
        return connect(uri, login, database, settings=settings)
    return connect(*embedded_login(settings), database, settings=settings)


def embedded_login(settings: Settings) -> tuple[str, tuple[str, str]]:
    """Address and login of the embedded server that runs: the default one, or the only one.

    Raises `InvalidInput` when none runs, or several of which none is the default one.
    """
    running = [state for state in servers(settings) if state.running]
    chosen = default_server(running)
    if chosen is not None:
        return chosen.bolt, (chosen.user, chosen.password)
    if not running:
        raise InvalidInput(
            "No database is named and no embedded server runs.",
            hint="Set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD for your own, or start one: motif start",
        )
    first, names = running[0], ", ".join(f"'{state.name}'" for state in running)
    raise InvalidInput(
        f"No database is named, and several embedded servers run: {names}.",
        hint=f"Name one: export NEO4J_URI={first.bolt} NEO4J_PASSWORD=$(cat {first.password_file})",
    )


def default_server(running: Sequence[ServerState]) -> ServerState | None:
    """Which embedded server is meant where none is named: the default one, else the only one."""
    return next((state for state in running if state.name == "default" or len(running) == 1), None)
