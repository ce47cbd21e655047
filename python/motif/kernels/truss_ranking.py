"""The layout in which trusses are computed: hubs first, so that what is looked at most lies together."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

Ranked: TypeAlias = tuple[Int32, Int32, Int64, Int32, Int64, Int32]
"""``lesser, hub, first, adjacency, begin, names``.

Edge ``e`` joins ``lesser[e]`` and ``hub[e] < lesser[e]``; those of a lesser end are ``first[v] … first[v + 1] - 1``.
``adjacency`` (2m, 2) holds neighbours and edges of each node from ``begin[v]`` on: first its hubs, by edge.
``names`` are the numbers that the edges had in the graph given.
"""


@kernel
def rank(one: Int32, other: Int32, supports: Int32, names: Int32, n_nodes: int) -> tuple[Ranked, Int32]:
    """The edges with a support above 0 laid out anew, and their supports."""
    degree = np.zeros(n_nodes, np.int32)
    for edge in range(len(one)):
        if supports[edge] > 0:
            degree[one[edge]] += 1
            degree[other[edge]] += 1
    ranks, begin = by_degree(degree)
    n_left = len(begin) - 1
    first = np.zeros(n_left + 1, np.int64)
    for edge in range(len(one)):
        if supports[edge] > 0:
            first[max(ranks[one[edge]], ranks[other[edge]]) + 1] += 1
    for node in range(n_left):
        first[node + 1] += first[node]
    n_edges = first[n_left]
    lesser, hub = np.empty(n_edges, np.int32), np.empty(n_edges, np.int32)
    kept, named = np.empty(n_edges, np.int32), np.empty(n_edges, np.int32)
    place = first[:-1].copy()
    for edge in range(len(one)):
        if supports[edge] > 0:
            ends = ranks[one[edge]], ranks[other[edge]]
            at = place[max(ends)]
            place[max(ends)] = at + 1
            lesser[at], hub[at] = max(ends), min(ends)
            kept[at], named[at] = supports[edge], names[edge]
    return (lesser, hub, first, adjacency_of(lesser, hub, first, begin), begin, named), kept


@kernel
def by_degree(degree: Int32) -> tuple[Int32, Int64]:
    """The rank of each node, highest degree first; and where the neighbours of each rank with any begin."""
    highest = 0
    for node in range(len(degree)):
        highest = max(highest, degree[node])
    start = np.zeros(highest + 2, np.int64)
    for node in range(len(degree)):
        start[highest - degree[node] + 1] += 1
    for place in range(highest + 1):
        start[place + 1] += start[place]
    begin = np.zeros(start[highest] + 1, np.int64)
    ranks = np.empty(len(degree), np.int32)
    for node in range(len(degree)):
        at = start[highest - degree[node]]
        start[highest - degree[node]] = at + 1
        ranks[node] = at
        if degree[node] > 0:
            begin[at + 1] = degree[node]
    for place in range(len(begin) - 1):
        begin[place + 1] += begin[place]
    return ranks, begin


@kernel
def adjacency_of(lesser: Int32, hub: Int32, first: Int64, begin: Int64) -> Int32:
    adjacency = np.empty((2 * len(hub), 2), np.int32)
    place = np.empty(len(first) - 1, np.int64)
    for node in range(len(place)):
        at = begin[node]
        for edge in range(first[node], first[node + 1]):
            adjacency[at, 0], adjacency[at, 1] = hub[edge], edge
            at += 1
        place[node] = at
    for edge in range(len(hub)):
        at = place[hub[edge]]
        place[hub[edge]] = at + 1
        adjacency[at, 0], adjacency[at, 1] = lesser[edge], edge
    return adjacency
