"""Whether a community still hangs together: only where a trial took something away can it have come apart."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.community_graph import DEGREE, END, LOGGED, STAMP, STAMPED, Peeled
from motif.kernels.compilation import kernel, lean

Search: TypeAlias = tuple[Int32, Int32, Int64, Int64]
"""``parents, queue, waiting, counts``: the forest of what is known to hang together, nodes reached, how many nodes of a
tree have yet to be looked at; and how many were reached, looked at, and how many trees there are."""

REACHED, LOOKED_AT, TREES = range(3)


@kernel
def new_search(n_nodes: int) -> Search:
    """Room for searches."""
    return (
        np.empty(n_nodes, np.int32),
        np.empty(n_nodes, np.int32),
        np.empty(n_nodes, np.int64),
        np.zeros(3, np.int64),
    )


@lean
def hangs_together(state: Peeled, search: Search) -> bool:
    """Whether one can go from any node to any other, if one could before the last trial.

    Nodes that lost an edge are the trees to begin with. They grow, all side by side, until they have met, or until one
    has nowhere to grow.
    """
    counts = search[3]
    _plant(state, search)
    _join_planted(state, search)
    while counts[TREES] > 1:
        if not _grow(state, search):
            return False
    return True


@lean
def _plant(state: Peeled, search: Search) -> None:
    graph, _, nodes, _, _, log, numbers, _ = state
    counts = search[3]
    counts[REACHED] = counts[LOOKED_AT] = counts[TREES] = 0
    numbers[STAMPED] += 1
    for place in range(numbers[LOGGED]):
        if log[place] < 0:
            for node in (graph[0][~log[place]], graph[1][~log[place]]):
                if nodes[node, DEGREE] > 0 and nodes[node, STAMP] != numbers[STAMPED]:
                    _reach(state, search, node, node)
                    counts[TREES] += 1


@lean
def _join_planted(state: Peeled, search: Search) -> None:
    """Join the first nodes by the edges between them, which are found without looking through those of hubs."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    hub, first = graph[1], graph[2]
    queue, counts = search[1], search[3]
    for place in range(counts[REACHED]):
        node = queue[place]
        for edge in range(first[node], first[node + 1]):
            if supports[edge] >= 0 and nodes[hub[edge], STAMP] == numbers[STAMPED]:
                _join(search, node, hub[edge])


@lean
def _grow(state: Peeled, search: Search) -> bool:
    """Look at the neighbours of one node; False when its tree is not the only one and has nowhere to grow then."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    adjacency, begin = graph[3], graph[4]
    _, queue, waiting, counts = search
    node = queue[counts[LOOKED_AT]]
    counts[LOOKED_AT] += 1
    for place in range(begin[node], nodes[node, END]):
        if supports[adjacency[place, 1]] >= 0:
            other = adjacency[place, 0]
            if nodes[other, STAMP] != numbers[STAMPED]:
                _reach(state, search, other, node)
            else:
                _join(search, node, other)
                if counts[TREES] == 1:
                    return True
    root = _root(search, node)
    waiting[root] -= 1
    return bool(waiting[root] > 0)


@lean
def _reach(state: Peeled, search: Search, node: int, origin: int) -> None:
    """Add ``node`` to the tree of ``origin``, or begin a tree if that is itself."""
    nodes, numbers = state[2], state[6]
    parents, queue, waiting, counts = search
    nodes[node, STAMP] = numbers[STAMPED]
    queue[counts[REACHED]] = node
    counts[REACHED] += 1
    if node == origin:
        parents[node] = node
        waiting[node] = 1
    else:
        parents[node] = _root(search, origin)
        waiting[parents[node]] += 1


@lean
def _join(search: Search, one: int, other: int) -> None:
    parents, _, waiting, counts = search
    one, other = _root(search, one), _root(search, other)
    if one != other:
        parents[max(one, other)] = min(one, other)
        waiting[min(one, other)] += waiting[max(one, other)]
        counts[TREES] -= 1


@lean
def _root(search: Search, node: int) -> int:
    parents = search[0]
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return int(node)
