"""Personalised PageRank on a simple graph."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.simple_graph import SimpleGraph
from motif_procedures.evaluation.baselines.pagerank import personalised_ranks
from motif_procedures.evaluation.optional import optional_module


def transition_matrix(graph: SimpleGraph) -> Any:
    """Chances of a step along any edge: sparse, float64 (n, n), columns sum to 1 or, without edges, to 0."""
    sparse = optional_module("scipy.sparse", "evaluation")
    degrees = np.diff(graph.indptr)
    chances = np.repeat(1 / np.maximum(degrees, 1), degrees)
    return sparse.csc_array((chances, graph.indices, graph.indptr), shape=(graph.n_nodes,) * 2).tocsr()


def best_nodes(transition: Any, seeds: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """The at most ``count`` nodes of highest rank from ``seeds``, int32, ascending; those never reached left out."""
    ranks = personalised_ranks(transition, seeds)
    best = np.lexsort((np.arange(len(ranks)), -ranks))[:count]
    return np.sort(best[ranks[best] > 0]).astype(np.int32)
