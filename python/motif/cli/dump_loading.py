"""``motif load FILE.dump``: a dump of a Neo4j database, into an embedded server that is empty."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motif.cli.plugin import plugin_jars
from motif.embedded import ServerState, StartOptions, last_state, load_dump, start, stop
from motif.embedded.dumps import check_dump
from motif.errors import EmbeddedServerError, InvalidInput
from motif.knowledge_graph import connect
from motif.settings import Settings, load_settings
from motif_cypher import template

_OTHERS = ("uri", "user", "password", "database", "bulk", "format", "option", "extract", "chunker")


@dataclass(frozen=True, slots=True)
class DumpLoaded:
    """Where a dump was loaded, and what it holds."""

    server: ServerState
    nodes: int
    relationships: int

    def as_dict(self) -> dict[str, Any]:
        """As ``--json`` prints it."""
        return {"nodes": self.nodes, "relationships": self.relationships, "server": self.server.name}

    def __str__(self) -> str:
        return (
            f"{self.nodes:,} nodes, {self.relationships:,} relationships in the server '{self.server.name}' "
            f"(Neo4j {self.server.version}, {self.server.bolt})."
        )


def is_dump(source: str) -> bool:
    """Whether a source is a dump, by its name.

    >>> is_dump("movies.dump"), is_dump("movies.csv")
    (True, False)
    """
    return Path(source).suffix.lower() == ".dump"


def load_dump_file(source: str, options: Mapping[str, Any], tell: Callable[[str], None]) -> DumpLoaded:
    """Load the dump into the embedded server of ``--server``, which is stopped for it and runs afterwards.

    Raises `InvalidInput` for options that a dump has no use for, `EmbeddedServerError` for a database that is not empty
    and `InvalidSource` for a file that is missing (both before anything is stopped), or that Neo4j cannot load.
    """
    for key in _OTHERS:
        if options.get(key):
            raise InvalidInput(
                f"A dump is loaded into an embedded server; --{key} is not for it.",
                hint=f"motif load {source} --server NAME",
            )
    check_dump(Path(source))
    settings, name = load_settings(), options["server"] or "default"
    before = last_state(name, settings)
    server = StartOptions(name=name, plugin_jars=plugin_jars())
    if before is not None:
        server = dataclasses.replace(server, version=before.version, home=before.home)
    running = before is not None and before.running
    if running:
        _check_empty(name, settings)
        tell(f"Stopping {name}")
        stop(name, settings)
    try:
        load_dump(server, settings, Path(source), tell)
    finally:
        if running:
            start(server, settings, tell)
    state = start(server, settings, tell)  # what runs already stays as it is
    return DumpLoaded(state, *_extent(name, settings))


def _check_empty(name: str, settings: Settings) -> None:
    if any(_extent(name, settings)):
        raise EmbeddedServerError(
            f"The database of the server '{name}' is not empty; a dump would replace it.",
            hint="Use a server of another name, which is empty: --server NAME",
        )


def _extent(name: str, settings: Settings) -> tuple[int, int]:
    """Nodes and relationships of the server's database."""
    with connect(server=name, settings=settings) as connection:
        [row] = connection.database.run(template("extent"))
    return int(row["nodes"]), int(row["relationships"])
