"""Wang and Cheng's in-memory truss decomposition as the paper has it (algorithm 2, PVLDB 5, 2012), compiled by numba.

Supports by merging sorted adjacencies; edges in order of support, kept by swapping; for each edge that goes, the
neighbours of its lesser end are sought among those of the other.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from motif.graphs.simple_graph import SimpleGraph

Int32, Int64 = NDArray[np.int32], NDArray[np.int64]


def trussness_sum(graph: SimpleGraph) -> int:
    """The sum of the trussness of all edges."""
    ends = graph.low, graph.high
    return int(_decompose(*ends, graph.indptr, graph.indices, graph.edges).sum(dtype=np.int64))


def count_triangles(graph: SimpleGraph) -> int:
    """How many triangles there are."""
    return int(_supports(graph.low, graph.high, graph.indptr, graph.indices).sum(dtype=np.int64)) // 3


@njit(nogil=True, cache=True)
def _decompose(low: Int32, high: Int32, indptr: Int64, indices: Int32, edges: Int32) -> Int32:
    support = _supports(low, high, indptr, indices)
    order = np.argsort(support, kind="mergesort")
    place, start = np.empty(len(low), np.int64), np.zeros(support.max() + 2, np.int64)
    for at in range(len(order)):
        place[order[at]] = at
        start[support[order[at]] + 1] += 1
    start = np.cumsum(start)
    is_gone = np.zeros(len(low), np.bool_)
    for at in range(len(order)):
        edge = order[at]
        is_gone[edge] = True
        one, other = low[edge], high[edge]
        if indptr[one + 1] - indptr[one] > indptr[other + 1] - indptr[other]:
            one, other = other, one
        for index in range(indptr[one], indptr[one + 1]):
            side = edges[index]
            if is_gone[side]:
                continue
            first, last = indptr[other], indptr[other + 1]
            found = first + np.searchsorted(indices[first:last], indices[index])
            if found < last and indices[found] == indices[index] and not is_gone[edges[found]]:
                for weakened in (side, edges[found]):
                    if support[weakened] > support[edge]:
                        _step_down(weakened, support, order, place, start)
    return support + np.int32(2)


@njit(nogil=True, cache=True)
def _supports(low: Int32, high: Int32, indptr: Int64, indices: Int32) -> Int32:
    support = np.zeros(len(low), np.int32)
    for edge in range(len(low)):
        one, other = indptr[low[edge]], indptr[high[edge]]
        while one < indptr[low[edge] + 1] and other < indptr[high[edge] + 1]:
            if indices[one] == indices[other]:
                support[edge] += 1
                one += 1
                other += 1
            elif indices[one] < indices[other]:
                one += 1
            else:
                other += 1
    return support


@njit(nogil=True, cache=True)
def _step_down(edge: int, support: Int32, order: Int64, place: Int64, start: Int64) -> None:
    """Move ``edge`` to the front of those of its support, which then begin after it."""
    front = start[support[edge]]
    first = order[front]
    order[front], order[place[edge]] = edge, first
    place[first], place[edge] = place[edge], front
    start[support[edge]] += 1
    support[edge] -= 1
