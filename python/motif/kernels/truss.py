"""The trussness of every edge: rank, count triangles, peel, and rank again what is left when it has halved."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.truss_peeling import new_peeling, peel
from motif.kernels.truss_ranking import rank
from motif.kernels.truss_supports import count_triangles

_FEW = 4096
"""So few edges lie in the processor's nearest memory however they are laid out."""


@kernel
def decompose(low: Int32, high: Int32, n_nodes: int, control: Int64) -> Int32:
    """Trussness of each edge; of no use once ``control[0]`` is set, when it stops early."""
    trussness = np.full(len(low), 2, np.int32)
    names = np.arange(len(low)).astype(np.int32)
    graph, supports = rank(low, high, np.ones(len(low), np.int32), names, n_nodes)
    count_triangles(graph, supports, control)
    if 4 * np.count_nonzero(supports) < 3 * len(supports):
        graph, supports = rank(graph[0], graph[1], supports, graph[5], len(graph[4]) - 1)
    while control[0] == 0 and len(supports) > 0:
        n_edges = len(supports)
        peel(graph, new_peeling(graph, supports), 0 if n_edges < _FEW else n_edges // 2, control)
        names = graph[5]
        for edge in range(n_edges):
            if supports[edge] < 0:
                trussness[names[edge]] = -supports[edge]
        graph, supports = rank(graph[0], graph[1], supports, graph[5], len(graph[4]) - 1)
    return trussness
