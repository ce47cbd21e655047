"""Traces with every relationship that reaches the threshold, best first.

Partial traces wait in a heap by the most that they can come to. The first is taken up: its next sibling (the next best
relationship for its last step) enters the heap, and so does its best extension. What comes out finished is the next
best trace, so that a search ends with its last result, however many traces there are.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_kept import keep, new_kept
from motif.kernels.tracing_lists import Steps, make_list, scan_again, scan_list, settle_alone
from motif.kernels.tracing_pool import (
    BEST,
    END,
    N_LISTS,
    NOTHING,
    REST,
    START,
    Lists,
    find_list,
    new_lists,
    read_item,
)
from motif.kernels.tracing_scan import ANY, CUT, KEEP, LIMIT, THRESHOLD, Four, Source, may_go_on
from motif.kernels.tracing_states import (
    ANCHOR,
    AT_ANCHOR,
    BOUND,
    FINISHED,
    ITEM,
    LIST,
    N_HEAP,
    PARENT,
    PLACE,
    STEP,
    States,
    chain_of,
    new_states,
    pop_state,
    with_state,
)
from motif.kernels.tracing_walk import (
    ONE,
    Schema,
    Walk,
    begin,
    best_unused,
    departure,
    details,
    follow,
    is_used,
    new_walk,
    next_step,
)

Anchors: TypeAlias = tuple[Int32, Int32, Int64, Int64]
"""``places, rows, scores, most``: and by anchor what triples can count at most that no list of a bridge knows."""

Problem: TypeAlias = tuple[Source, Schema, Steps, Int64, Anchors]
"""The source, the schema graph, its steps, the rules and the anchors."""

Work: TypeAlias = tuple[Walk, Int64, Int64]
"""A walk, the progress, the control."""


@kernel
def trace_all(problem: Problem, progress: Int64, control: Int64) -> tuple[Int32, Int32, Int64, Int32]:
    """Up to one more than the limit of the best traces: nodes, relationships, values and which anchor."""
    schema, rules = problem[1], problem[3]
    n_places, n_triples = len(schema[1]) - 1, len(schema[0])
    work = new_walk(n_places, n_triples), progress, control
    kept = new_kept(n_places, n_triples)
    pool, space = _begin_all(problem, work)
    left = (rules[LIMIT] + 1) * (2 * n_triples + 2)
    while space[3][N_HEAP] > 0 and kept[5][0] <= rules[LIMIT] and left > 0:
        may_go_on(rules, progress, control)
        left -= progress[CUT]
        number = pop_state(pool, space)
        if space[0][number, STEP] == FINISHED:
            _replay(problem, pool, space, number, work[0])
            kept = keep(kept, work[0], space[0][number, BOUND], space[0][number, ANCHOR])
            continue
        _replay(problem, pool, space, number, work[0])
        space = _with_sibling(rules, pool, space, number, work[0])
        pool, step, given, bound = _extended(problem, pool, space[0][number, BOUND], work)
        if step >= 0:
            space = with_state(pool, space, bound, space[0][number, ANCHOR], number, given)
        else:
            value = _value(problem, pool, space, number)
            if value == space[0][number, BOUND]:
                kept = keep(kept, work[0], space[0][number, BOUND], space[0][number, ANCHOR])
            else:
                none = np.int64(FINISHED), np.int64(-1), np.int64(0), np.int64(-1)
                space = with_state(pool, space, value, space[0][number, ANCHOR], number, none)
    count = kept[5][0]
    return kept[0][:count], kept[1][:count], kept[2][:count], kept[3][:count]


@kernel
def _begin_all(problem: Problem, work: Work) -> tuple[Lists, States]:
    """A state for each anchor, with the lists that its bound depends on."""
    source, schema, steps, rules, anchors = problem
    places, rows, scores, most = anchors
    n_nodes = len(source[0][0]) - 1
    pool, space = new_lists(2 * len(schema[0])), new_states(2 * len(schema[0]))
    for number in range(len(places)):
        bound = scores[number] + most[number]
        for at in range(schema[1][places[number]], schema[1][places[number] + 1]):
            edge = schema[2][at]
            step = 2 * edge + (schema[0][edge, 0] != places[number])
            if steps[4][step] == 0:
                one = np.int64(step), np.int64(rows[number])
                pool = make_list(source, rules, steps, pool, one, (work[1], work[2]))
                bound += pool[1][find_list(pool, step, rows[number], n_nodes), BEST]
        start = np.int64(AT_ANCHOR), np.int64(-1), np.int64(0), np.int64(-1)
        space = with_state(pool, space, bound, number, -1, start)
    return pool, space


@lean
def _replay(problem: Problem, pool: Lists, space: States, number: int, walk: Walk) -> None:
    """Walk again to where a state stands."""
    schema, anchors = problem[1], problem[4]
    states, chains = space[0], space[2]
    relationships, ends = pool[2][0], pool[2][1]
    anchor = states[number, ANCHOR]
    begin(walk, anchors[0][anchor], anchors[1][anchor])
    for at in range(chain_of(space, number, 0)):
        one = chains[0, at]
        while next_step(schema, walk) != states[one, STEP]:
            continue
        item = states[one, ITEM]
        follow(schema, walk, states[one, STEP], relationships[item], ends[item])


@kernel
def _with_sibling(rules: Int64, pool: Lists, space: States, number: int, walk: Walk) -> States:
    """``space`` with the next best trace that differs from state ``number`` in its last relationship only."""
    states = space[0]
    if states[number, STEP] == AT_ANCHOR:
        return space
    edge, item = states[number, STEP] >> 1, states[number, ITEM]
    taken = walk[1][edge]
    walk[1][edge] = -1
    other, place = _admitted(rules, pool, states[number, LIST], states[number, PLACE] + 1, walk)
    walk[1][edge] = taken
    if other < 0:
        return space
    bound = states[number, BOUND] - pool[3][item] + pool[3][other]
    given = states[number, STEP], states[number, LIST], np.int64(place), np.int64(other)
    return with_state(pool, space, bound, states[number, ANCHOR], states[number, PARENT], given)


@lean
def _admitted(rules: Int64, pool: Lists, number: int, place: int, walk: Walk) -> tuple[int, int]:
    """The first item of a list, from a place on, that the walk may take, and its place; (-1, place) for none.

    It is not used, and reaches the threshold or is the best of those that are not.
    """
    lists, found = pool[1], pool[2]
    while True:
        item = read_item(pool, number, place)
        if item < 0:
            return item, place
        if not is_used(walk, found[0][item]):
            if rules[KEEP] == 0 or found[3][item] >= rules[THRESHOLD]:
                return item, place
            if item == best_unused(walk, found, lists[number, START], lists[number, END]):
                return item, place
        place += 1


@kernel
def _extended(problem: Problem, pool: Lists, bound: int, work: Work) -> tuple[Lists, int, Four, int]:
    """The best way on from where the walk stands: the lists, the step (-1 at the end), what it takes, its bound.

    Steps that nothing can stand for are passed over.
    """
    source, schema, steps, rules, _ = problem
    walk = work[0]
    while True:
        step = next_step(schema, walk)
        if step < 0:
            return pool, step, (np.int64(-1), np.int64(-1), np.int64(0), np.int64(-1)), bound
        pool, number = _list_of(problem, pool, step, work)
        most = steps[4][step]
        if most == 0 and number >= 0:
            most = pool[1][number, BEST]
        bound -= most
        item, place = -1, 0
        if number >= 0:
            item, place = _admitted(rules, pool, number, 0, walk)
            if item < 0 and pool[1][number, REST] != NOTHING:
                pool, number = scan_again(source, rules, steps, pool, step, walk, (work[1], work[2]))
                item, place = read_item(pool, number, 0), 0
        if item >= 0:
            given = np.int64(step), np.int64(number), np.int64(place), np.int64(item)
            return pool, step, given, bound + pool[3][item]


@kernel
def _list_of(problem: Problem, pool: Lists, step: int, work: Work) -> tuple[Lists, int]:
    """The list for a step of the walk; -1 where it was not made before the scoring was cut."""
    source, schema, steps, rules, _ = problem
    walk, progress, control = work
    taken = details(schema, rules, walk, step)
    if taken[3] != ANY:
        pool = scan_list(source, rules, pool, taken, progress, control)
        number = pool[5][N_LISTS] - 1
        settle_alone(pool, number)
        return pool, number
    row = departure(schema, walk, step)
    if progress[CUT] == 0:
        pool = make_list(source, rules, steps, pool, (np.int64(step), np.int64(row)), (progress, control))
    return pool, find_list(pool, step, row, len(source[0][0]) - 1)


@lean
def _value(problem: Problem, pool: Lists, space: States, number: int) -> int:
    """What the trace of a finished state comes to."""
    states, chains = space[0], space[2]
    value = problem[4][2][states[number, ANCHOR]]
    for at in range(chain_of(space, number, 0)):
        value += ONE + pool[2][2][states[chains[0, at], ITEM]]
    return int(value)
