"""Everything within one or two relationships of the entities that a question names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.csr import CSR
from motif.graphs.distinct import distinct
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import (
    best_entities,
    excluded,
    lines_of_relationships,
    outcome_of_lines,
)
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.outcomes import Ask, Outcome


def one_hop(arena: Arena) -> Ask:
    """All relationships of the linked entities; see `_neighbourhood`."""
    return _neighbourhood(arena, 1)


def two_hops(arena: Arena) -> Ask:
    """All relationships of the linked entities and of their neighbours; see `_neighbourhood`."""
    return _neighbourhood(arena, 2)


def _neighbourhood(arena: Arena, hops: int) -> Ask:
    """Relationships within ``hops``, those first whose relation is most like the question (cosine of the words).

    Among nodes of equally good relationships, the farther from the linked entities answers first.
    """
    projection = arena.projection
    _ = arena.view.relation_vectors

    def ask(asked: Asked) -> Outcome:
        linked = arena.linked(asked.text)
        rows, depth = relationships_within(projection.outgoing, projection.incoming, linked, hops)
        likeness = arena.relation_likeness(asked.text)[projection.relationships.relation[rows]]
        lines = lines_of_relationships(projection, rows, likeness)
        answers = best_entities(lines, excluded(projection, asked.text, linked, linked), depth)
        return outcome_of_lines(projection, lines, answers, linked)

    return ask


def relationships_within(
    outgoing: CSR, incoming: CSR, seeds: NDArray[np.int32], hops: int
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """The relationships with an end less than ``hops`` steps from ``seeds``, and how far nodes are.

    Returns
    -------
    rows : int64, ascending
    depth : int32 (n_nodes,), -1 where a node is farther than ``hops``
    """
    depth = np.full(len(outgoing.indptr) - 1, -1, dtype=np.int32)
    frontier = distinct(seeds)
    depth[frontier] = 0
    found = [np.zeros(0, np.int64)]
    for step in range(1, hops + 1):
        near = []
        for adjacency in (outgoing, incoming):
            places = _spans(adjacency.indptr, frontier)
            found.append(adjacency.rows_at(places).astype(np.int64))
            near.append(adjacency.indices[places])
        reached = distinct(np.concatenate(near))
        frontier = reached[depth[reached] < 0]
        depth[frontier] = step
    return distinct(np.concatenate(found)), depth


def _spans(indptr: NDArray[np.int32], rows: NDArray[np.int32]) -> NDArray[np.int64]:
    """The places ``indptr[row] … indptr[row + 1] - 1`` of all ``rows``, one after another."""
    starts = indptr[rows]
    lengths = indptr[rows + 1] - starts
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    shift: NDArray[np.int64] = np.repeat(starts - (ends - lengths), lengths)
    return shift + np.arange(total, dtype=np.int64)
