"""Truss decomposition: edges go, those in the fewest triangles first (Wang and Cheng 2012, §4).

Edges that must go are kept by their hub, and a hub's are worked off together: its neighbours are marked once, and for
each edge the neighbours of its lesser end are read. Nothing is as large as the number of triangles.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.truss_ranking import Ranked

Peeling: TypeAlias = tuple[Int32, Int32, Int32, Int32, Int64, Int32, Int64]
"""``nodes, supports, next, queue, waiting, alive, marks``.

``nodes`` (n, 8): the columns below, which begin a cache line or the second half of one. ``supports``: triangles that an
edge is in now; of one that is gone, minus its trussness. ``next``: the edge after each among those of one hub that must
go. ``queue``: a ring of hubs. ``waiting``: the places below. ``alive``: edges not gone when the level began. ``marks``:
to which edge each node's neighbour belongs, beneath the number of the marking.
"""

BEGIN, END, LIVE, PENDING, QUEUED = range(5)
"""Columns of ``nodes``: the span of its adjacency that may hold live edges, how many do, the first of its edges that
must go (-1: none), whether it is in the queue."""

HEAD, COUNT, LEVEL, MARKING, LEFT, N_ALIVE = range(6)
"""Places in ``waiting``: the first in the queue and how many are in it; how many triangles those edges are in that must
go; the number of the last marking; how many edges are left, and how many were when the level began."""

_LOW = 0xFFFFFFFF


@kernel
def new_peeling(graph: Ranked, supports: Int32) -> Peeling:
    """The state before the first edge goes."""
    begin = graph[4]
    n_nodes, n_edges = len(begin) - 1, len(supports)
    nodes = np.zeros((n_nodes, 8), np.int32)
    for node in range(n_nodes):
        nodes[node, BEGIN], nodes[node, END] = begin[node], begin[node + 1]
        nodes[node, LIVE] = begin[node + 1] - begin[node]
        nodes[node, PENDING] = -1
    waiting = np.zeros(6, np.int64)
    waiting[LEFT] = waiting[N_ALIVE] = n_edges
    alive = np.arange(n_edges).astype(np.int32)
    following, queue = np.empty(n_edges, np.int32), np.empty(n_nodes, np.int32)
    return nodes, supports, following, queue, waiting, alive, np.zeros(n_nodes, np.int64)


@lean
def peel(graph: Ranked, state: Peeling, until: int, control: Int64) -> None:
    """Take edges away, level by level, until at most ``until`` are left or ``control[0]`` is set."""
    _, _, _, queue, waiting, _, _ = state
    while waiting[LEFT] > until and control[0] == 0:
        _begin_level(graph, state)
        while waiting[COUNT] > 0 and control[0] == 0:
            hub = queue[waiting[HEAD]]
            waiting[HEAD] = (waiting[HEAD] + 1) % len(queue)
            waiting[COUNT] -= 1
            _work_off(graph, state, hub)


@lean
def _begin_level(graph: Ranked, state: Peeling) -> None:
    """Find the fewest triangles that an edge is in, and queue the hubs of those edges, the greatest hubs last."""
    nodes, supports, following, queue, waiting, alive, _ = state
    hub = graph[1]
    count, level = 0, 2**31 - 1
    for place in range(waiting[N_ALIVE]):
        edge = alive[place]
        support = supports[edge]
        if support >= 0:
            alive[count] = edge
            count += 1
            level = min(level, support)
    waiting[N_ALIVE], waiting[LEVEL] = count, level
    for place in range(count - 1, -1, -1):
        edge = alive[place]
        if supports[edge] == level:
            following[edge] = nodes[hub[edge], PENDING]
            nodes[hub[edge], PENDING] = edge
    waiting[HEAD] = 0
    for node in range(len(nodes) - 1, -1, -1):
        if nodes[node, PENDING] >= 0:
            nodes[node, QUEUED] = 1
            queue[waiting[COUNT]] = node
            waiting[COUNT] += 1


@lean
def _work_off(graph: Ranked, state: Peeling, hub: int) -> None:
    """Take away the edges of ``hub`` that must go, and those that must go because of them if they are its own."""
    lesser = graph[0]
    nodes, supports, following, _, waiting, _, _ = state
    is_single = following[nodes[hub, PENDING]] < 0
    if waiting[LEVEL] > 0:
        _tidy(graph, state, hub)
        if not is_single:
            _mark(graph, state, hub)
    while nodes[hub, PENDING] >= 0:
        edge = nodes[hub, PENDING]
        nodes[hub, PENDING] = following[edge]
        node = lesser[edge]
        if supports[edge] > 0:
            _tidy(graph, state, node)
            if is_single:
                _mark(graph, state, node)
                _break_triangles(graph, state, edge, hub)
            else:
                _break_triangles(graph, state, edge, node)
        supports[edge] = -2 - waiting[LEVEL]
        nodes[hub, LIVE] -= 1
        nodes[node, LIVE] -= 1
        waiting[LEFT] -= 1
    nodes[hub, QUEUED] = 0


@lean
def _break_triangles(graph: Ranked, state: Peeling, edge: int, node: int) -> None:
    """Take one from the supports of the edges that are in a triangle with ``edge``; its other end is marked."""
    adjacency = graph[3]
    nodes, supports, _, _, waiting, _, marks = state
    level, marking = waiting[LEVEL], waiting[MARKING]
    left = supports[edge]
    for place in range(nodes[node, BEGIN], nodes[node, END]):
        mark = marks[adjacency[place, 0]]
        if mark >> 32 != marking:
            continue
        one, other = mark & _LOW, adjacency[place, 1]
        if supports[one] < 0 or supports[other] < 0:
            continue
        supports[one] -= 1
        if supports[one] == level:
            _condemn(graph, state, one)
        supports[other] -= 1
        if supports[other] == level:
            _condemn(graph, state, other)
        left -= 1
        if left == 0:
            break


@lean
def _condemn(graph: Ranked, state: Peeling, edge: int) -> None:
    """Put ``edge`` among those of its hub that must go."""
    nodes, _, following, queue, waiting, _, _ = state
    hub = graph[1][edge]
    following[edge] = nodes[hub, PENDING]
    nodes[hub, PENDING] = edge
    if nodes[hub, QUEUED] == 0:
        nodes[hub, QUEUED] = 1
        queue[(waiting[HEAD] + waiting[COUNT]) % len(queue)] = hub
        waiting[COUNT] += 1


@lean
def _mark(graph: Ranked, state: Peeling, node: int) -> None:
    adjacency = graph[3]
    nodes, _, _, _, waiting, _, marks = state
    waiting[MARKING] += 1
    marking = waiting[MARKING] << 32
    for place in range(nodes[node, BEGIN], nodes[node, END]):
        marks[adjacency[place, 0]] = marking | adjacency[place, 1]


@lean
def _tidy(graph: Ranked, state: Peeling, node: int) -> None:
    """Close up the adjacency of ``node`` once a quarter of its edges are gone."""
    adjacency = graph[3]
    nodes, supports, _, _, _, _, _ = state
    begin, end = nodes[node, BEGIN], nodes[node, END]
    if 4 * nodes[node, LIVE] >= 3 * (end - begin):
        return
    count = begin
    for place in range(begin, end):
        edge = adjacency[place, 1]
        if supports[edge] >= 0:
            adjacency[count, 0], adjacency[count, 1] = adjacency[place, 0], edge
            count += 1
    nodes[node, END] = count
