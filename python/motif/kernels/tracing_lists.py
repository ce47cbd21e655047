"""What may stand for each step from each row, best first, with what can follow at best.

A *list* belongs to a step and a row: the relationships that the step admits there, each with a bound: its own value
and the best that can follow beyond it. Lists are made when first asked for, and ordered as far as they are read: a
list is a heap whose first goes to its end. Beyond a bridge of the schema graph the bound is exact, but for
relationships that a trace may not take twice.

Where the best is taken though it does not reach the threshold, a list holds the best few beside what reaches it: a
trace may have used the first of them. If it has used all, which a bound allows for, the row is scanned again.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_pool import (
    BEST,
    END,
    KEY,
    N_ITEMS,
    N_LISTS,
    N_OPEN,
    NEXT,
    NOTHING,
    ORDERED,
    REST,
    START,
    Lists,
    exchange,
    find_list,
    list_key,
    place_of_list,
    with_room,
)
from motif.kernels.tracing_scan import (
    ANY,
    BEFORE,
    CUT,
    KEEP,
    SIBLINGS,
    THRESHOLD,
    Four,
    Pair,
    Source,
    degree,
    scan,
)
from motif.kernels.tracing_walk import ONE, Walk, best_unused, ranks_before

Steps: TypeAlias = tuple[Int32, Int64, Int32, Int64, Int64, Int64, Int64]
"""``ends, indptr, following, base, most, before, rest``: places of head and tail of each schema triple; the bridges
that lead away from where each step leads to; what is added to an item's bound beside those; and by step what it can
count at most, 0 for a bridge, whose list knows; how many triples may be traced before it; and for a bridge what can
follow at most beyond its own triple, -1 for another."""


@kernel
def scan_list(
    source: Source,
    rules: Int64,
    pool: Lists,
    step: Four,
    progress: Int64,
    control: Int64,
) -> Lists:
    """``pool`` with one more list, whose bounds are not known yet and which no table names."""
    pool = with_room(pool, degree(source[0], step[1]))
    lists, counts = pool[1], pool[5]
    number, top = counts[N_LISTS], counts[N_ITEMS]
    end = top
    if progress[CUT] == 0:
        end = scan(source, rules, step, pool[2], top, progress, control)
    lists[number, KEY], lists[number, START], lists[number, END] = -1, top, end
    lists[number, BEST], lists[number, NEXT], lists[number, ORDERED] = 0, top, -1
    lists[number, REST] = NOTHING
    counts[N_LISTS], counts[N_ITEMS] = number + 1, end
    return pool


@kernel
def _open(
    source: Source, rules: Int64, steps: Steps, pool: Lists, one: Pair, task: tuple[Int64, Int64]
) -> Lists:
    """Make the list of a step and a row, and put it on the stack of those whose bounds are wanted."""
    step, row = one
    ends = steps[0]
    place = ends[step >> 1, 1 - (step & 1)]
    taken = np.int64(step >> 1), np.int64(row), np.int64(place), np.int64(ANY)
    pool = scan_list(source, rules, pool, taken, task[0], task[1])
    table, lists, stack, counts = pool[0], pool[1], pool[4], pool[5]
    number = counts[N_LISTS] - 1
    if rules[KEEP] == 1:
        n_best = steps[5][step] + 1
        if rules[BEFORE] == 0 and rules[SIBLINGS] == 0:
            n_best = min(n_best, 2)
        _leave_out(pool, number, rules[THRESHOLD], n_best)
    key = list_key(step, row, len(source[0][0]) - 1)
    place = place_of_list(table, lists, key)
    lists[number, KEY] = key
    table[place] = number
    stack[counts[N_OPEN]] = number
    counts[N_OPEN] += 1
    return pool


@kernel
def make_list(
    source: Source, rules: Int64, steps: Steps, pool: Lists, one: Pair, task: tuple[Int64, Int64]
) -> Lists:
    """``pool`` with the list of the step and row ``one``, and with every list that its bounds depend on.

    ``task`` is the progress and the control. Once the scoring is cut, lists that are missing count as empty.
    """
    n_nodes = len(source[0][0]) - 1
    if find_list(pool, one[0], one[1], n_nodes) >= 0:
        return pool
    pool = _open(source, rules, steps, pool, one, task)
    while pool[5][N_OPEN] > 0:
        number = pool[4][pool[5][N_OPEN] - 1]
        wanted = _settle(steps, pool, number, n_nodes, task[0][CUT] != 0)
        if wanted[0] < 0:
            pool[5][N_OPEN] -= 1
        else:
            pool = _open(source, rules, steps, pool, wanted, task)
    return pool


@lean
def _leave_out(pool: Lists, number: int, threshold: int, n_best: int) -> None:
    """Keep, of the list made last, the ``n_best`` best items and those that reach the threshold."""
    lists, found, counts = pool[1], pool[2], pool[5]
    start, end = lists[number, START], lists[number, END]
    for at in range(start, min(start + n_best, end)):
        best = at
        for other in range(at + 1, end):
            if ranks_before(found, other, best):
                best = other
        exchange(found, at, best)
    top = min(start + n_best, end)
    for at in range(top, end):
        if found[3][at] >= threshold:
            exchange(found, top, at)
            top += 1
        else:
            lists[number, REST] = max(lists[number, REST], found[2][at])
    lists[number, END] = top
    counts[N_ITEMS] = top


@lean
def _settle(steps: Steps, pool: Lists, number: int, n_nodes: int, is_cut: bool) -> Pair:
    """Work out bounds of a list until one needs a list that is not there: its step and row; (-1, -1) when done."""
    indptr, following, base, before, rest = steps[1], steps[2], steps[3], steps[5], steps[6]
    lists, found, bounds = pool[1], pool[2], pool[3]
    step = lists[number, KEY] // n_nodes
    for item in range(lists[number, NEXT], lists[number, END]):
        bound = ONE + found[2][item] + base[step]
        for at in range(indptr[step], indptr[step + 1]):
            other = find_list(pool, following[at], found[1][item], n_nodes)
            if other >= 0:
                bound += lists[other, BEST]
            elif not is_cut:
                lists[number, NEXT] = item
                return np.int64(following[at]), np.int64(found[1][item])
        bounds[item] = bound
        if item == lists[number, START] or bound > lists[number, BEST]:
            lists[number, BEST] = bound
    lists[number, NEXT] = lists[number, END]
    kept = lists[number, END] - lists[number, START]
    if rest[step] >= 0 and lists[number, REST] != NOTHING and kept <= before[step]:
        lists[number, BEST] = max(lists[number, BEST], ONE + lists[number, REST] + rest[step])
    return np.int64(-1), np.int64(-1)


@kernel
def scan_again(
    source: Source, rules: Int64, steps: Steps, pool: Lists, step: int, walk: Walk, task: tuple[Int64, Int64]
) -> tuple[Lists, int]:
    """``pool`` with a list of the one best relationship that the walk does not use, and which list it is."""
    row = walk[0][steps[0][step >> 1, step & 1]]
    place = steps[0][step >> 1, 1 - (step & 1)]
    taken = np.int64(step >> 1), np.int64(row), np.int64(place), np.int64(ANY)
    pool = scan_list(source, rules, pool, taken, task[0], task[1])
    number = pool[5][N_LISTS] - 1
    start, end = pool[1][number, START], pool[1][number, END]
    best = best_unused(walk, pool[2], start, end)
    if best >= 0:
        exchange(pool[2], start, best)
    end = start + (best >= 0)
    pool[1][number, END], pool[5][N_ITEMS] = end, end
    if best >= 0:
        bound = ONE + pool[2][2][start] + steps[3][step]
        for at in range(steps[1][step], steps[1][step + 1]):
            one = np.int64(steps[2][at]), np.int64(pool[2][1][start])
            pool = make_list(source, rules, steps, pool, one, task)
            bound += pool[1][find_list(pool, one[0], one[1], len(source[0][0]) - 1), BEST]
        pool[3][start] = bound
    return pool, number


@lean
def settle_alone(pool: Lists, number: int) -> None:
    """Bounds of a list beyond which nothing is new: the items' own values."""
    lists, found, bounds = pool[1], pool[2], pool[3]
    for item in range(lists[number, START], lists[number, END]):
        bounds[item] = ONE + found[2][item]
