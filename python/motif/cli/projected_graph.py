"""The projection that a question is put to: made at the first question, read again when the data is known to have
changed."""

from __future__ import annotations

from motif.cli.console import err, progress_bar
from motif.knowledge_graph import Connection, Graph


def projected_graph(connection: Connection, name: str | None, *, refresh: bool, quiet: bool) -> Graph:
    """The projection ``name`` (by default the database's name); made now when there is none.

    It is read again when ``refresh`` asks for it or the data is known to have changed; nothing is written to the
    database. ``quiet``: without progress and remarks on standard error.
    """
    name = name or str(connection.database.info["name"])
    if not connection.catalog.exists(connection.database.id, name):
        with progress_bar(f"reading {name}", quiet) as progress:
            return connection.project(name, progress=progress)
    graph = connection.graph(name)
    stale = connection.is_stale(name)
    if refresh or stale:
        with progress_bar(f"reading {name} again", quiet) as progress:
            return graph.refresh(progress)
    if stale is None and not quiet:
        err.print(f"[dim]Answered from the projection '{name}'; --refresh reads the database again.[/]")
    return graph
