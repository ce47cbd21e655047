"""The two ways to peel a component: as it stands, or with all that falls (DA-RAG, algorithm 1)."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.community_connection import Search, hangs_together
from motif.kernels.community_graph import (
    DEGREE,
    FLOOR,
    GONE,
    HEIGHT,
    HOPELESS,
    LEAST,
    LOGGED,
    SIZE,
    SUM,
    Peeled,
)
from motif.kernels.community_trial import (
    APART,
    BROKEN,
    GOOD,
    STOPPED,
    TOO_SMALL,
    leave_out,
    put_back,
    take_out,
)
from motif.kernels.compilation import kernel, lean

Waiting: TypeAlias = tuple[Int32, Int32, Int32, Int32, Int64]
"""``heap, places, heads, next, count``: places in the order that are to be tried, the least first; the place of each
node, ``~`` it while it is in the heap; for each edge the first node that waits for its end, after each node the next;
and how many are in the heap."""


@kernel
def new_waiting(n_nodes: int, n_edges: int) -> Waiting:
    """Nobody waits."""
    heap, places = np.empty(n_nodes, np.int32), np.empty(n_nodes, np.int32)
    heads, following = np.full(n_edges, -1, np.int32), np.empty(n_nodes, np.int32)
    return heap, places, heads, following, np.zeros(1, np.int64)


@lean
def peel_by_cascade(state: Peeled, search: Search, order: Int32, control: Int64) -> bool:
    """Take out nodes with all that falls, the least relevant first, in rounds, until a round finds none."""
    nodes, weights, numbers, sums = state[2], state[3], state[6], state[7]
    is_improved = True
    while is_improved:
        is_improved = False
        for node in order:
            if nodes[node, DEGREE] == 0 or nodes[node, HOPELESS] == 1:
                continue
            if weights[node] * numbers[SIZE] >= sums[SUM]:
                break
            outcome = _try(state, search, node, False, control)
            if outcome == STOPPED:
                return False
            is_improved |= outcome == GOOD
            if outcome == TOO_SMALL:
                nodes[node, HOPELESS] = 1
    return True


@lean
def peel_strictly(state: Peeled, search: Search, order: Int32, waiting: Waiting, control: Int64) -> bool:
    """Take out the least relevant node that can go by itself, until there is none.

    A node that cannot go because an edge would be in too few triangles waits until that edge is gone. A node that holds
    two parts together always will: for a part to go, its last node would have to go by itself, and an edge of that to
    this node is in a triangle only where there is another. Only where edges need no triangle may it be otherwise.
    """
    weights, numbers, sums = state[3], state[6], state[7]
    heap, places, count = waiting[0], waiting[1], waiting[4]
    for place, node in enumerate(order):
        heap[place] = place
        places[node] = ~place
    count[0] = len(order)
    while count[0] > 0:
        node = order[heap[0]]
        if weights[node] * numbers[SIZE] >= sums[SUM] or numbers[SIZE] <= numbers[FLOOR]:
            return True
        _pop(waiting, node)
        outcome = _try(state, search, node, True, control)
        if outcome == STOPPED:
            return False
        if outcome == BROKEN:
            _wait(state, waiting, node)
        elif outcome == GOOD:
            _wake(state, waiting)
    return True


@lean
def _try(state: Peeled, search: Search, node: int, is_strict: bool, control: Int64) -> int:
    """Take ``node`` out if that is good; says what it came to."""
    outcome = STOPPED if control[0] != 0 else take_out(state, node, is_strict, control)
    if outcome == GOOD and is_strict and state[6][GONE] > 1:
        outcome = APART
    if outcome == GOOD and not hangs_together(state, search):
        outcome = APART
    if outcome == GOOD:
        leave_out(state)
    else:
        put_back(state)
    return outcome


@lean
def _wait(state: Peeled, waiting: Waiting, node: int) -> None:
    """Let ``node`` wait for the end of the edge that it would have broken."""
    stack, numbers = state[4], state[6]
    edge = stack[numbers[HEIGHT] - 1]
    waiting[3][node] = waiting[2][edge]
    waiting[2][edge] = node


@lean
def _wake(state: Peeled, waiting: Waiting) -> None:
    """Let those be tried again that waited for an edge that is gone now; without triangles, whoever lost an edge."""
    graph, _, nodes, _, _, log, numbers, _ = state
    heads, following = waiting[2], waiting[3]
    for entry in range(numbers[LOGGED]):
        if log[entry] >= 0:
            continue
        edge = ~log[entry]
        node = heads[edge]
        heads[edge] = -1
        while node >= 0:
            if nodes[node, DEGREE] > 0:
                _push(waiting, node)
            node = following[node]
        if numbers[LEAST] == 0:
            for end in (graph[0][edge], graph[1][edge]):
                if nodes[end, DEGREE] > 0:
                    _push(waiting, end)


@lean
def _push(waiting: Waiting, node: int) -> None:
    """Put ``node`` into the heap unless it is there."""
    heap, places, _, _, count = waiting
    if places[node] < 0:
        return
    place = count[0]
    count[0] += 1
    while place > 0 and heap[(place - 1) // 2] > places[node]:
        heap[place] = heap[(place - 1) // 2]
        place = (place - 1) // 2
    heap[place] = places[node]
    places[node] = ~places[node]


@lean
def _pop(waiting: Waiting, node: int) -> None:
    """Take ``node``, the first, out of the heap."""
    heap, places, _, _, count = waiting
    places[node] = ~places[node]
    count[0] -= 1
    last, place = heap[count[0]], 0
    while 2 * place + 1 < count[0]:
        child = 2 * place + 1
        if child + 1 < count[0] and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= last:
            break
        heap[place] = heap[child]
        place = child
    heap[place] = last
