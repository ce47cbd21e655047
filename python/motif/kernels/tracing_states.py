"""Partial traces as states that name the one they extend, and a heap of them in the order of the results."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_pool import Lists
from motif.kernels.tracing_scan import Four

States: TypeAlias = tuple[Int64, Int64, Int64, Int64]
"""``states, heap, chains, counts``: a row of the columns below for each state; numbers of states, the first first;
room for two chains, from the anchor to a state; how many states there are, and how many in the heap."""

BOUND, ANCHOR, PARENT, STEP, LIST, PLACE, ITEM = range(7)
"""Columns of ``states``: the most its trace can come to; which anchor; the state it extends (-1 for none); the step, or
`AT_ANCHOR`, or `FINISHED` for a trace whose value is ``BOUND`` though its parent's bound was higher; which list gave
its item, at which place in the list's order, which is which item."""

AT_ANCHOR, FINISHED = -1, -2
N_STATES, N_HEAP = range(2)
_COLUMNS = 7


@kernel
def new_states(n_steps: int) -> States:
    """No states yet."""
    return (
        np.empty((1024, _COLUMNS), np.int64),
        np.empty(1024, np.int64),
        np.empty((2, n_steps + 3), np.int64),
        np.zeros(2, np.int64),
    )


@kernel
def with_state(pool: Lists, space: States, bound: int, anchor: int, parent: int, given: Four) -> States:
    """``space`` with one more state, in the heap; ``given`` are its step, list, place and item."""
    states, heap, chains, counts = space
    number = counts[N_STATES]
    if number == len(states):
        larger = np.empty((4 * number, _COLUMNS), np.int64)
        larger[:number] = states
        states = larger
        longer = np.empty(4 * number, np.int64)
        longer[:number] = heap
        heap = longer
    states[number, BOUND], states[number, ANCHOR], states[number, PARENT] = bound, anchor, parent
    states[number, STEP], states[number, LIST] = given[0], given[1]
    states[number, PLACE], states[number, ITEM] = given[2], given[3]
    space = states, heap, chains, counts
    _enter(pool, space, number)
    counts[N_STATES] += 1
    return space


@lean
def chain_of(space: States, number: int, which: int) -> int:
    """Write the states from the anchor to ``number`` into a chain, without the anchor; how many they are."""
    states, chains = space[0], space[2]
    length = 0
    one = number
    while states[one, PARENT] >= 0:
        length += states[one, STEP] != FINISHED
        one = states[one, PARENT]
    at = length
    one = number
    while states[one, PARENT] >= 0:
        if states[one, STEP] != FINISHED:
            at -= 1
            chains[which, at] = one
        one = states[one, PARENT]
    return length


@lean
def _precedes(pool: Lists, space: States, one: int, other: int) -> bool:
    """Higher bound first, then the earlier anchor, then the lower relationships in the order of tracing."""
    states, _, chains, _ = space
    relationships = pool[2][0]
    if states[one, BOUND] != states[other, BOUND]:
        return bool(states[one, BOUND] > states[other, BOUND])
    if states[one, ANCHOR] != states[other, ANCHOR]:
        return bool(states[one, ANCHOR] < states[other, ANCHOR])
    first, second = chain_of(space, one, 0), chain_of(space, other, 1)
    for at in range(min(first, second)):
        mine = relationships[states[chains[0, at], ITEM]]
        theirs = relationships[states[chains[1, at], ITEM]]
        if mine != theirs:
            return bool(mine < theirs)
    return bool(first < second)


@lean
def _enter(pool: Lists, space: States, number: int) -> None:
    _, heap, _, counts = space
    at = counts[N_HEAP]
    heap[at] = number
    counts[N_HEAP] += 1
    while at > 0:
        above = (at - 1) // 2
        if not _precedes(pool, space, heap[at], heap[above]):
            return
        heap[at], heap[above] = heap[above], heap[at]
        at = above


@lean
def pop_state(pool: Lists, space: States) -> int:
    """Take the first state out of the heap, which must not be empty."""
    _, heap, _, counts = space
    first = heap[0]
    counts[N_HEAP] -= 1
    heap[0] = heap[counts[N_HEAP]]
    at = 0
    while True:
        child = 2 * at + 1
        if child >= counts[N_HEAP]:
            return int(first)
        if child + 1 < counts[N_HEAP] and _precedes(pool, space, heap[child + 1], heap[child]):
            child += 1
        if not _precedes(pool, space, heap[child], heap[at]):
            return int(first)
        heap[at], heap[child] = heap[child], heap[at]
        at = child
