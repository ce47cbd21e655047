"""A data set's graph in memory, read by the loader of the same name; no Neo4j is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.knowledge_graph import Graph

GROUP = "motif.loaders"


def graph_in_memory(dataset: str, folder: Path | None = None, encoder: object | None = None) -> Graph:
    """The graph of data set ``dataset``, without vectors.

    Raises `InvalidInput` for a data set without a loader of its name.
    """
    return _graph(_loader(dataset)(folder), encoder)


def graph_of_triples(path: Path, encoder: object | None = None) -> Graph:
    """The graph of a file of triples, as the loader ``triples`` reads it; without vectors."""
    return _graph(_loader("triples")(path), encoder)


def _loader(name: str) -> Callable[..., Iterable[Any]]:
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        raise InvalidInput(
            f"The data set '{name}' has no graph of its own to hold in memory.",
            hint="Name a projection with --graph, or a file of triples with --triples.",
        )
    load: Callable[..., Iterable[Any]] = points[name].load()
    return load


def _graph(records: Iterable[Any], encoder: object | None) -> Graph:
    """The graph of a loader's records: nodes, with ``key`` and ``all_labels``, and relationships between keys."""
    labels: dict[str, list[str]] = {}
    triples = []
    for record in records:
        if hasattr(record, "source"):
            triples.append((str(record.source.value), record.type, str(record.target.value)))
        else:
            labels[str(record.key.value)] = list(record.all_labels)
    return Graph.from_triples(triples, encoder=encoder, labels=labels)
