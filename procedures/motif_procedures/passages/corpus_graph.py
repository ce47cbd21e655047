"""A corpus as a graph in memory: what a loader would write into Neo4j, with the vectors of its texts."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder
from motif.settings import load_settings
from motif_procedures.embed_text import embed_projection

GROUP = "motif.loaders"


def corpus_in_memory(loader: str, folder: Path | None = None) -> Projection:
    """The graph that the loader called ``loader`` reads from ``folder``, without vectors.

    Raises `InvalidInput` for a loader that does not exist.
    """
    points = {point.name: point for point in entry_points(group=GROUP)}
    if loader not in points:
        raise InvalidInput(f"There is no loader '{loader}'.", hint=f"Loaders: {', '.join(sorted(points))}.")
    return projection_of(points[loader].load()(folder), name=loader)


def projection_of(records: Iterable[Any], *, name: str = "corpus") -> Projection:
    """A loader's ``records`` as a projection; of several records of one node, later properties win.

    The value of a node's key is its id, and its property ``id``.
    """
    nodes: dict[Any, tuple[set[str], dict[str, Any]]] = {}
    links: dict[Any, RelationshipRow] = {}
    for record in records:
        if hasattr(record, "source"):
            ends = str(record.source.value), record.type, str(record.target.value)
            told = record.properties.get(record.distinguished_by or "")
            links[(*ends, told)] = (*ends, dict(record.properties))
        else:
            labels, properties = nodes.setdefault(record.key, (set(), {}))
            labels.update(record.all_labels)
            properties |= {record.key.property: record.key.value, **record.properties}
    rows: list[NodeRow] = [
        (str(key.value), sorted(labels), properties) for key, (labels, properties) in nodes.items()
    ]
    return from_rows(rows, links.values(), name=name)


def with_vectors(
    projection: Projection,
    encoder: TextEncoder,
    kinds: Sequence[str],
    progress: Callable[[int, int], None] | None = None,
) -> Projection:
    """``projection`` with vectors of ``kinds``; those that the cache folder has are not made again."""
    checkpoint = load_settings().cache / "vectors"
    made = embed_projection(projection, encoder, kinds=kinds, progress=progress, checkpoint=checkpoint)
    return dataclasses.replace(projection, vectors={**projection.vectors, **made})


def rows_by_id(projection: Projection) -> dict[str, int]:
    """The row of each node by its property ``id``.

    Raises `InvalidInput` where the projection lacks that property.
    """
    column = projection.nodes.properties.get("id")
    if column is None:
        raise InvalidInput(
            f"The projection '{projection.name}' lacks the property 'id', by which gold chunks are known.",
            hint="Project it again with node_properties=['id'].",
        )
    return {str(value): row for row in range(projection.n_nodes) if (value := column.value(row)) is not None}
