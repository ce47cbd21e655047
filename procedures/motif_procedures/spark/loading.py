"""Brings the graphs of the evaluation into a database that lacks them: loaded, projected, with vectors."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import NAME
from motif.knowledge_graph import Connection, Graph

_LABELS = {"metaqa": ("Entity",)}
"""Of graphs that are no samples; those name their labels themselves."""

Progress = Callable[[str, int, int], None]


def graph_to_ask(connection: Connection, name: str, load: bool, progress: Progress) -> Graph:
    """The projection ``name`` with vectors of its names and texts; loaded first where it is missing and ``load``.

    Raises `InvalidInput` where it is missing and not to be loaded.
    """
    if connection.catalog.exists(connection.database.id, name):
        graph = connection.graph(name)
    elif load:
        graph = _loaded(connection, name, progress)
    else:
        raise InvalidInput(
            f"There is no projection '{name}' of this database.",
            hint="With --load it is loaded into this database, and projected: better into one made for the purpose "
            "(motif start).",
        )
    if NAME not in graph.projection.vectors:
        graph.embed(progress=lambda done, total: progress(f"encoding {name}", done, total))
    return graph


def _loaded(connection: Connection, name: str, progress: Progress) -> Graph:
    [loader] = entry_points(group="motif.loaders", name=name)
    [writer] = entry_points(group="motif.writers", name="neo4j")
    progress(f"loading {name}", 0, 1)
    writer.load()(connection.database, loader.load()())
    return connection.project(name, labels_of(name), exist_ok=True)


def labels_of(name: str) -> list[str]:
    """The labels that the graph ``name`` has, so that nothing else of the database is projected."""
    points: list[Any] = list(entry_points(group="motif.samples", name=f"{name}.labels"))
    return list(points[0].load()) if points else list(_LABELS[name])
