"""Whether a community still hangs together: only where a trial took something away can it have come apart."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.community_graph import DEGREE, END, LOGGED, STAMP, STAMPED, Peeled
from motif.kernels.compilation import kernel, lean

Search: TypeAlias = tuple[Int32, Int32, Int32, Int32, Int64, Int32, Int64]
"""``parents, heads, tails, next, places, ring, counts``.

Nodes known to hang together are trees of ``parents``. A tree's nodes whose neighbours have yet to be looked at are a
list from its root's ``heads`` by ``next`` to its ``tails``, -1 when it is empty; of the first of them the neighbour at
``places`` of the adjacency is next. The trees take turns in the ``ring``. ``counts``: how many are in the ring, and how
many there are.
"""

IN_RING, TREES = range(2)

_AT_ONCE = 32
"""Neighbours that a tree looks at in its turn. Trees grow by the same measure, so that a small part, which has nowhere
to grow, is found before the rest has been looked through."""


@kernel
def new_search(n_nodes: int) -> Search:
    """Room for searches."""
    parents, heads, tails = (
        np.empty(n_nodes, np.int32),
        np.empty(n_nodes, np.int32),
        np.empty(n_nodes, np.int32),
    )
    following, ring = np.empty(n_nodes, np.int32), np.empty(n_nodes, np.int32)
    return parents, heads, tails, following, np.empty(n_nodes, np.int64), ring, np.zeros(2, np.int64)


@lean
def hangs_together(state: Peeled, search: Search) -> bool:
    """Whether one can go from any node to any other, if one could before the last trial.

    Nodes that lost an edge are the trees to begin with. They grow until all have met, or one has nowhere to grow.
    """
    ring, counts = search[5], search[6]
    _plant(state, search)
    _join_planted(state, search)
    turn = 0
    while counts[TREES] > 1:
        if turn >= counts[IN_RING]:
            turn = 0
        root = ring[turn]
        if search[0][root] != root:
            counts[IN_RING] -= 1
            ring[turn] = ring[counts[IN_RING]]
            continue
        if not _grow(state, search, root):
            return False
        turn += 1
    return True


@lean
def _plant(state: Peeled, search: Search) -> None:
    """Make each node that lost an edge a tree."""
    graph, _, nodes, _, _, log, numbers, _ = state
    ring, counts = search[5], search[6]
    counts[IN_RING] = 0
    numbers[STAMPED] += 1
    for place in range(numbers[LOGGED]):
        if log[place] < 0:
            for node in (graph[0][~log[place]], graph[1][~log[place]]):
                if nodes[node, DEGREE] > 0 and nodes[node, STAMP] != numbers[STAMPED]:
                    _reach(state, search, node, node)
                    ring[counts[IN_RING]] = node
                    counts[IN_RING] += 1
    counts[TREES] = counts[IN_RING]


@lean
def _join_planted(state: Peeled, search: Search) -> None:
    """Join the first nodes by the edges between them, which are found without looking through those of hubs."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    hub, first = graph[1], graph[2]
    ring, counts = search[5], search[6]
    for place in range(counts[IN_RING]):
        node = ring[place]
        for edge in range(first[node], first[node + 1]):
            if supports[edge] >= 0 and nodes[hub[edge], STAMP] == numbers[STAMPED]:
                _join(search, node, hub[edge])
                if counts[TREES] == 1:
                    return


@lean
def _grow(state: Peeled, search: Search, root: int) -> bool:
    """Look at some neighbours of a tree, as long as it meets no other; False when it has nowhere to grow."""
    graph, supports, nodes, _, _, _, numbers, _ = state
    adjacency = graph[3]
    _, heads, _, following, places, _, _ = search
    for _ in range(_AT_ONCE):
        while heads[root] >= 0 and places[heads[root]] == nodes[heads[root], END]:
            heads[root] = following[heads[root]]
        if heads[root] < 0:
            return False
        place = places[heads[root]]
        places[heads[root]] += 1
        if supports[adjacency[place, 1]] >= 0:
            other = adjacency[place, 0]
            if nodes[other, STAMP] != numbers[STAMPED]:
                _reach(state, search, other, root)
            elif _join(search, root, other):
                break
    return True


@lean
def _reach(state: Peeled, search: Search, node: int, root: int) -> None:
    """Add ``node`` to the tree of ``root``, or begin a tree if that is itself."""
    graph, nodes, numbers = state[0], state[2], state[6]
    parents, heads, tails, following, places, _, _ = search
    nodes[node, STAMP] = numbers[STAMPED]
    parents[node] = root
    places[node] = graph[4][node]
    following[node] = -1
    if node == root or heads[root] < 0:
        heads[root] = node
    else:
        following[tails[root]] = node
    tails[root] = node


@lean
def _join(search: Search, one: int, other: int) -> bool:
    """Make the trees of two nodes one; False when they are one already."""
    parents, heads, tails, following, _, _, counts = search
    root, joined = _root(search, one), _root(search, other)
    if root == joined:
        return False
    parents[joined] = root
    if heads[root] < 0:
        heads[root], tails[root] = heads[joined], tails[joined]
    elif heads[joined] >= 0:
        following[tails[root]] = heads[joined]
        tails[root] = tails[joined]
    counts[TREES] -= 1
    return True


@lean
def _root(search: Search, node: int) -> int:
    parents = search[0]
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return int(node)
