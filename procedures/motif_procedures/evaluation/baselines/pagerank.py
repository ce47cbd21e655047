"""Personalised PageRank from the entities that a question names."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import excluded, lines_of_relationships, outcome_of_lines
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.evaluation.outcomes import Ask, Outcome

TOLERANCE, MOST_STEPS = 1e-8, 200


def pagerank(arena: Arena, *, nodes: int = 32, damping: float = 0.85) -> Ask:
    """The ``nodes`` nodes of highest personalised PageRank from the linked entities, and all relationships among them.

    Page et al., The PageRank Citation Ranking (1999), §6, on relationships taken both ways. The answer is the node of
    highest rank that the question does not name.
    """
    projection = arena.projection
    transition = transition_matrix(projection)

    def ask(asked: Asked) -> Outcome:
        linked = arena.linked(asked.text)
        ranks = personalised_ranks(transition, linked, damping)
        best = np.lexsort((np.arange(len(ranks)), -ranks))[:nodes].astype(np.int32)
        best = best[ranks[best] > 0]
        table = projection.relationships
        is_best = np.zeros(projection.n_nodes, dtype=np.bool_)
        is_best[best] = True
        rows = np.flatnonzero(is_best[table.source] & is_best[table.target])
        lines = lines_of_relationships(
            projection, rows, ranks[table.sources[rows]] + ranks[table.target[rows]]
        )
        is_excluded = excluded(projection, asked.text, linked, best)
        return outcome_of_lines(projection, lines, best[~is_excluded[best]][:1], linked)

    return ask


def transition_matrix(projection: Projection) -> Any:
    """Chances of a step along any relationship, either way: sparse, float64 (n_nodes, n_nodes), columns sum to 1."""
    sparse = optional_module("scipy.sparse", "evaluation")
    table, n_nodes = projection.relationships, projection.n_nodes
    ends = np.concatenate([table.source, table.target]), np.concatenate([table.target, table.source])
    steps = sparse.csr_array((np.ones(len(ends[0])), (ends[1], ends[0])), shape=(n_nodes, n_nodes))
    degrees = np.asarray(steps.sum(axis=0)).ravel()
    return sparse.csr_array(steps @ sparse.diags_array(1 / np.maximum(degrees, 1)))


def personalised_ranks(
    transition: Any, seeds: NDArray[np.int32], damping: float = 0.85
) -> NDArray[np.float64]:
    """The chance to be at each node, float64 (n_nodes,), when each step returns to a seed with ``1 - damping``.

    A walk without a way on returns too. All 0 without seeds. Stops when the ranks change by less than 1e-8 in sum.
    """
    start = np.zeros(transition.shape[0])
    if not len(seeds):
        return start
    start[seeds] = 1 / len(seeds)
    ranks = start
    for _ in range(MOST_STEPS):
        moved = damping * (transition @ ranks)
        moved += (1 - moved.sum()) * start
        change = np.abs(moved - ranks).sum()
        ranks = moved
        if change < TOLERANCE:
            break
    found: NDArray[np.float64] = ranks
    return found
