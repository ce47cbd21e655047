"""The k-truss that communities are peeled from, and what changes in it while they are."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.truss_ranking import Ranked, adjacency_of, by_degree

Peeled: TypeAlias = tuple[Ranked, Int32, Int64, Float64, Int32, Int32, Int64, Float64]
"""``graph, supports, nodes, weights, stack, log, numbers, sums``.

``supports``: triangles that an edge is in now; of one that is gone, ``~`` what it was. ``nodes`` (n, 4): the columns
below. ``weights``: relevance of each node, multiples of 2**-24. ``stack``: edges in too few triangles that have yet to
be taken away. ``log``: what a trial did, so that it can be undone: an edge that lost a triangle, or ``~`` an edge that
was taken away; a triangle weakens two edges at most. ``numbers`` and ``sums``: the places below.
"""

END, DEGREE, HOPELESS, STAMP = range(4)
"""Columns of ``nodes``: where its adjacency ends, how many of it are left, whether a trial showed that without the node
too little is left, and the last trial or search that came by."""

LEAST, FLOOR, SIZE, GONE, HEIGHT, LOGGED, STAMPED, OUTCOME = range(8)
"""Places in ``numbers``: triangles that an edge needs; nodes that must be left; nodes of the component now, and how
many of them the trial took away; how high the stack and how long the log is; the last stamp; how the trial stands."""

SUM, LOST = range(2)
"""Places in ``sums``: the relevance of the component's nodes, and of those that the trial took away."""


@kernel
def layout(low: Int32, high: Int32, n_nodes: int) -> tuple[Ranked, Int32]:
    """Edges ranked as by `motif.kernels.truss_ranking.rank`, the hubs of each node ascending; the node of each rank.

    ``n_nodes`` is above every node; those without an edge have no rank.
    """
    degree = np.zeros(n_nodes, np.int32)
    for edge in range(len(low)):
        degree[low[edge]] += 1
        degree[high[edge]] += 1
    ranks, begin = by_degree(degree)
    n_left, n_edges = len(begin) - 1, len(low)
    rows = np.empty(n_left, np.int32)
    for node in range(n_nodes):
        if degree[node] > 0:
            rows[ranks[node]] = node
    first = np.zeros(n_left + 1, np.int64)
    for edge in range(n_edges):
        first[max(ranks[low[edge]], ranks[high[edge]]) + 1] += 1
    for node in range(n_left):
        first[node + 1] += first[node]
    place = first[:-1].copy()
    pairs = np.empty(n_edges, np.int64)
    for edge in range(n_edges):
        one, other = ranks[low[edge]], ranks[high[edge]]
        pairs[place[max(one, other)]] = (np.int64(min(one, other)) << 32) | edge
        place[max(one, other)] += 1
    lesser, hub, names = np.empty(n_edges, np.int32), np.empty(n_edges, np.int32), np.empty(n_edges, np.int32)
    for node in range(n_left):
        pairs[first[node] : first[node + 1]].sort()
        for edge in range(first[node], first[node + 1]):
            lesser[edge], hub[edge], names[edge] = node, pairs[edge] >> 32, pairs[edge] & 0xFFFFFFFF
    return (lesser, hub, first, adjacency_of(lesser, hub, first, begin), begin, names), rows


@kernel
def new_state(graph: Ranked, supports: Int32, weights: Float64, least: int) -> Peeled:
    """The state before anything is peeled; no component is begun."""
    begin = graph[4]
    nodes = np.zeros((len(begin) - 1, 4), np.int64)
    for node in range(len(nodes)):
        nodes[node, END] = begin[node + 1]
        nodes[node, DEGREE] = begin[node + 1] - begin[node]
    numbers = np.zeros(8, np.int64)
    numbers[LEAST] = least
    n_edges, n_weakened = len(supports), 0
    for edge in range(n_edges):
        n_weakened += supports[edge]
    stack, log = np.empty(n_edges, np.int32), np.empty(n_edges + 2 * n_weakened // 3, np.int32)
    return graph, supports, nodes, weights, stack, log, numbers, np.zeros(2)


@lean
def edge_between(graph: Ranked, one: int, other: int) -> int:
    """The edge between two nodes, -1 when there is none; sought among the hubs of the lesser of them."""
    hub, first = graph[1], graph[2]
    wanted, node = min(one, other), max(one, other)
    low, high = first[node], first[node + 1]
    end = high
    while low < high:
        middle = (low + high) // 2
        if hub[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    if low < end and hub[low] == wanted:
        return int(low)
    return -1


@lean
def tidy(state: Peeled, node: int) -> None:
    """Close up the adjacency of ``node`` once a quarter of its edges are gone for good."""
    graph, supports, nodes = state[0], state[1], state[2]
    adjacency, begin = graph[3], graph[4][node]
    if 4 * nodes[node, DEGREE] >= 3 * (nodes[node, END] - begin):
        return
    count = begin
    for place in range(begin, nodes[node, END]):
        edge = adjacency[place, 1]
        if supports[edge] >= 0:
            adjacency[count, 0], adjacency[count, 1] = adjacency[place, 0], edge
            count += 1
    nodes[node, END] = count
