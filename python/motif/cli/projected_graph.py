"""The projection that a question is put to: made at the first question, read again when the data is known to have
changed."""

from __future__ import annotations

import difflib

from motif.cli.console import err, progress_bar
from motif.errors import MotifError
from motif.faults import graph_not_found
from motif.graphs.age import age_in_words
from motif.knowledge_graph import Connection, Graph

ALIKE = 0.75
"""How alike a name must be to that of a projection to be taken for its misspelling."""


def projected_graph(
    connection: Connection, name: str | None, *, refresh: bool, quiet: bool, is_made: bool = True
) -> Graph:
    """The projection ``name`` (by default the database's name); made now when there is none.

    It is read again when ``refresh`` asks for it or the data is known to have changed; where that fails in the latter
    case, the answer is from what there is, and says so. Nothing is written to the database. ``quiet``: without progress
    and remarks on standard error, among them that a ``name`` was new and is the whole database now. Raises
    `GraphNotFound` for a ``name`` that is probably another's misspelt, instead of reading the whole database under it,
    and without ``is_made`` for any ``name`` that was given and is none's.
    """
    given, name = name, name or str(connection.database.info["name"])
    if not connection.catalog.exists(connection.database.id, name):
        near = _nearest(connection, given) if given else None
        if given and (near or not is_made):
            raise graph_not_found(given, near)
        with progress_bar(f"reading {name}", quiet) as progress:
            graph = connection.project(name, progress=progress)
        if given and not quiet:
            err.print(
                f"There was no projection '{name}': the whole database is now projected as it, "
                f"{graph.projection.n_nodes:,} nodes (motif drop {name} undoes it).",
                markup=False,
            )
        return graph
    graph = connection.graph(name)
    stale = connection.is_stale(name)
    if refresh or stale:
        with progress_bar(f"reading {name} again", quiet) as progress:
            try:
                return graph.refresh(progress)
            except MotifError as error:
                if refresh:
                    raise
                if not quiet:
                    err.print(f"'{name}' could not be read again: {error.message}", markup=False)
                return graph
    if stale is None and not quiet:
        age = age_in_words(graph.age(graph.projection))
        told = f"'{name}', {age}" if age else f"'{name}'"
        # On standard error: what is printed first is the answer.
        err.print(f"[dim]Answered from the projection {told}; --refresh reads the database again.[/]")
    return graph


def _nearest(connection: Connection, name: str) -> str | None:
    names = [info.name for info in connection.graphs()]
    return next(iter(difflib.get_close_matches(name, names, n=1, cutoff=ALIKE)), None)
