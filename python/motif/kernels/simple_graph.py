"""From relationships to the simple undirected graph beneath them, by counting."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def simple_edges(source: Int32, target: Int32, n_nodes: int) -> tuple[Int32, Int32]:
    """``low, high`` of each pair of distinct nodes that a relationship joins, ascending by both."""
    order = _by_ends(source, target, n_nodes)
    low, high = np.empty(len(order), np.int32), np.empty(len(order), np.int32)
    count = 0
    for row in order:
        first, last = min(source[row], target[row]), max(source[row], target[row])
        if count == 0 or low[count - 1] != first or high[count - 1] != last:
            low[count], high[count] = first, last
            count += 1
    return low[:count].copy(), high[:count].copy()


@kernel
def neighbours(low: Int32, high: Int32, n_nodes: int) -> tuple[Int64, Int32, Int32]:
    """``indptr, indices, edges`` of edges that ascend by both ends; so do the neighbours of each node."""
    indptr = np.zeros(n_nodes + 1, np.int64)
    for edge in range(len(low)):
        indptr[low[edge] + 1] += 1
        indptr[high[edge] + 1] += 1
    for node in range(n_nodes):
        indptr[node + 1] += indptr[node]
    indices, edges = np.empty(2 * len(low), np.int32), np.empty(2 * len(low), np.int32)
    place = indptr[:-1].copy()
    for edge in range(len(low)):
        one, other = low[edge], high[edge]
        indices[place[one]], edges[place[one]] = other, edge
        place[one] += 1
        indices[place[other]], edges[place[other]] = one, edge
        place[other] += 1
    return indptr, indices, edges


@kernel
def find_edges(graph: tuple[Int64, Int32, Int32], source: Int32, target: Int32) -> Int32:
    """The edge between each ``source`` and ``target``, -1 where there is none; sought among the fewer neighbours."""
    indptr, indices, edges = graph
    found = np.full(len(source), -1, np.int32)
    for row in range(len(source)):
        one, other = source[row], target[row]
        if indptr[one + 1] - indptr[one] > indptr[other + 1] - indptr[other]:
            one, other = other, one
        first, last = indptr[one], indptr[one + 1]
        while first < last:
            middle = (first + last) // 2
            if indices[middle] < other:
                first = middle + 1
            else:
                last = middle
        if first < indptr[one + 1] and indices[first] == other:
            found[row] = edges[first]
    return found


@kernel
def _by_ends(source: Int32, target: Int32, n_nodes: int) -> Int32:
    """Rows of the relationships that are no loops, by lower end, then by higher end: two passes of counting."""
    start = np.zeros(n_nodes + 1, np.int64)
    for row in range(len(source)):
        if source[row] != target[row]:
            start[max(source[row], target[row]) + 1] += 1
    for node in range(n_nodes):
        start[node + 1] += start[node]
    by_high = np.empty(start[n_nodes], np.int32)
    for row in range(len(source)):
        if source[row] != target[row]:
            high = max(source[row], target[row])
            by_high[start[high]] = row
            start[high] += 1
    start[:] = 0
    for row in by_high:
        start[min(source[row], target[row]) + 1] += 1
    for node in range(n_nodes):
        start[node + 1] += start[node]
    order = np.empty(len(by_high), np.int32)
    for row in by_high:
        low = min(source[row], target[row])
        order[start[low]] = row
        start[low] += 1
    return order
