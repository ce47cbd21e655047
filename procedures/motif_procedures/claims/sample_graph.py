"""A loader's graph in memory with all its properties: claims are about them too."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from typing import Any

from motif.errors import InvalidInput
from motif_procedures.cypher_questions.graph_files import PlainGraph, PlainLink, PlainNode

GROUP = "motif.loaders"


def graph_of_loader(name: str) -> PlainGraph:
    """The graph that the loader called ``name`` reads. Raises `InvalidInput` for one that does not exist."""
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        near = difflib.get_close_matches(name, points, n=1)
        known = f"Loaders: {', '.join(sorted(points))}."
        raise InvalidInput(
            f"There is no loader '{name}'.", hint=f"Did you mean '{near[0]}'? {known}" if near else known
        )
    load: Callable[[], Iterable[Any]] = points[name].load()
    return graph_of_records(load())


def graph_of_records(records: Iterable[Any]) -> PlainGraph:
    """The graph of a loader's ``records``: a node for each key, which is a property too; later properties win."""
    place: dict[Any, int] = {}
    labels: list[tuple[str, ...]] = []
    properties: list[dict[str, Any]] = []
    links: dict[tuple[Any, str, Any], PlainLink] = {}
    for record in records:
        if hasattr(record, "source"):
            ends = (record.source, record.type, record.target)
            links[ends] = PlainLink(
                place[record.source], record.type, place[record.target], dict(record.properties)
            )
            continue
        if record.key not in place:
            place[record.key] = len(labels)
            labels.append(())
            properties.append({record.key.property: record.key.value})
        row = place[record.key]
        labels[row] = tuple(dict.fromkeys((*labels[row], *record.all_labels)))
        properties[row] |= record.properties
    nodes = (PlainNode(*pair) for pair in zip(labels, properties, strict=True))
    return PlainGraph(tuple(nodes), tuple(links.values()))
