"""The fallback of `match`: what lies one hop around the nodes that a pattern names (g'' of SG-RAG, §4.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import MatchQuery
from motif.graphs.evidence import Evidence
from motif.graphs.projection import Projection
from motif.retrievers.presentation import Entities, Presentation, verbalized

Neighbours = Callable[[Projection, Sequence[int], int], list[NDArray[np.int32]]]
"""For each of some nodes (rows) the relationships around it (rows), at most so many for each."""

AROUND = 100
"""Relationships around one node that are shown."""

NAMED = 20
"""Nodes that are looked around at."""


def neighbours_in_memory(projection: Projection, rows: Sequence[int], limit: int) -> list[NDArray[np.int32]]:
    """The first ``limit`` relationships around each node, those that leave it before those that enter it."""
    outgoing, incoming = projection.outgoing, projection.incoming
    found = []
    for row in rows:
        leaving = np.arange(outgoing.indptr[row], outgoing.indptr[row + 1], dtype=np.int32)[:limit]
        start, end = incoming.indptr[row], incoming.indptr[row + 1]
        entering = incoming.data[start:end][incoming.indices[start:end] != row][: limit - len(leaving)]
        found.append(np.concatenate([leaving, entering]))
    return found


def neighbourhood(
    projection: Projection,
    rows: Sequence[int],
    query: MatchQuery,
    presentation: Presentation,
    neighbours: Neighbours,
) -> Iterator[Evidence]:
    """One piece for each of the nodes at ``rows`` (`NAMED` at most): it and what of ``query`` is one hop around it.

    Of score 0 and without answers: it is what a reader may look at where nothing matches.
    """
    rows = rows[:NAMED]
    entities = Entities(projection)
    for row, around in zip(rows, neighbours(projection, rows, AROUND), strict=True):
        shown = _allowed(query, around).tolist()
        table = projection.relationships
        nodes = dict.fromkeys(
            [row, *(int(end) for one in shown for end in (table.sources[one], table.target[one]))]
        )
        yield Evidence(
            score=0.0,
            nodes=tuple(entities.node(node) for node in nodes),
            relationships=tuple(entities.relationship(one) for one in shown),
            text=verbalized([entities.line(one) for one in shown], presentation),
            method="match",
            metadata={"fallback": True},
        )


def _allowed(query: MatchQuery, relationships: NDArray[np.int32]) -> NDArray[np.int32]:
    """Those that at least one pattern edge may use by the selection; all where nothing was selected."""
    masks = query.relationship_masks
    if any(mask is None for mask in masks):
        return relationships
    kept = np.zeros(len(relationships), dtype=np.bool_)
    for mask in masks:
        assert mask is not None
        kept |= mask[relationships]
    return relationships[kept]
