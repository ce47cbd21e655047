"""A data set's graph in memory, read by the loader of the same name; no Neo4j is needed."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.graphs.strings import StringTable
from motif.knowledge_graph import Graph

GROUP = "motif.loaders"

_NAME = "name"


def graph_in_memory(
    dataset: str, folder: Path | None = None, encoder: object | None = None, **options: Any
) -> Graph:
    """The graph of data set ``dataset``, without vectors; ``options`` are its loader's.

    Raises `InvalidInput` for a data set without a loader of its name.
    """
    return _graph(_loader(dataset)(folder, **options), encoder)


def graph_of_triples(path: Path, encoder: object | None = None) -> Graph:
    """The graph of a file of triples, as the loader ``triples`` reads it; without vectors."""
    return _graph(_loader("triples")(path), encoder)


def _loader(name: str) -> Callable[..., Iterable[Any]]:
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        near = difflib.get_close_matches(name, points, n=1)
        known = "Name a projection with --graph, a loader with --source, or a file of triples with --triples."
        raise InvalidInput(
            f"The data set '{name}' has no graph of its own to hold in memory.",
            hint=f"Did you mean '{near[0]}'? {known}" if near else known,
        )
    load: Callable[..., Iterable[Any]] = points[name].load()
    return load


def _graph(records: Iterable[Any], encoder: object | None) -> Graph:
    """The graph of a loader's records: nodes, with ``key`` and properties, and relationships between keys.

    Nodes are called by their property ``name``, or by their key where they have none. Where that tells all of them
    apart it is their id too.
    """
    labels: dict[Any, list[str]] = {}
    names: dict[Any, str] = {}
    links = []
    for record in records:
        if hasattr(record, "source"):
            links.append((record.source, record.type, record.target))
        else:
            labels[record.key] = list(record.all_labels)
            names[record.key] = str(record.properties.get(_NAME) or names.get(record.key, record.key.value))
    are_ids = len(set(names.values())) == len(names)
    ids = names if are_ids else {key: str(number) for number, key in enumerate(names)}
    graph = Graph.from_triples(
        ((ids[source], relation, ids[target]) for source, relation, target in links),
        encoder=encoder,
        labels={ids[key]: found for key, found in labels.items()},
    )
    if are_ids:
        return graph
    name_of = dict(zip(ids.values(), names.values(), strict=True))
    projection = _renamed(graph.projection, name_of)
    return Graph(lambda: projection, encoder=lambda: graph.view.encoder)


def _renamed(projection: Projection, name_of: dict[str, str]) -> Projection:
    """``projection`` with other names, which several nodes may share; a node's element id becomes its row."""
    names = StringTable.from_strings(name_of[number] for number in projection.nodes.names)
    return dataclasses.replace(
        projection, nodes=dataclasses.replace(projection.nodes, names=names, id_prefix="")
    )
