"""Where lists and their items lie: a table by step and row, and items in order as far as they are read."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_scan import Found, Integer
from motif.kernels.tracing_walk import new_found

Lists: TypeAlias = tuple[Int64, Int64, Found, Int64, Int64, Int64]
"""``table, lists, found, bounds, stack, counts``: lists by step and row; a row of the columns below for each; their
items with T-Scores and bounds; lists being made; how many lists and items there are, and lists being made."""

KEY, START, END, BEST, NEXT, ORDERED, REST = range(7)
"""Columns of ``lists``: step and row in one; the items ``START … END``; the highest bound, 0 without items; the first
item whose bound is not known; from where on items are in order, ascending, -1 before they are a heap; and the highest
score of what was left out because it does not reach the threshold, `NOTHING` when nothing was."""

NOTHING = -(2**60)

N_LISTS, N_ITEMS, N_OPEN = range(3)
_SPREAD, _LOW = 2654435761, 2**31 - 1
_COLUMNS = 7


@kernel
def new_lists(n_steps: int) -> Lists:
    """No lists yet."""
    return (
        np.full(1024, -1, np.int64),
        np.empty((512, _COLUMNS), np.int64),
        new_found(2048),
        np.empty(2048, np.int64),
        np.empty(n_steps + 1, np.int64),
        np.zeros(3, np.int64),
    )


@lean
def list_key(step: Integer, row: Integer, n_nodes: int) -> int:
    """Step and row in one number."""
    return int(np.int64(step) * np.int64(n_nodes) + np.int64(row))


@lean
def place_of_list(table: Int64, lists: Int64, key: int) -> int:
    """Where the list of ``key`` stands in ``table``, or would."""
    last = len(table) - 1
    place = (((np.int64(key) & _LOW) * _SPREAD >> 15) + (np.int64(key) >> 31)) & last
    while table[place] >= 0 and lists[table[place], KEY] != key:
        place = (place + 1) & last
    return int(place)


@lean
def find_list(pool: Lists, step: Integer, row: Integer, n_nodes: int) -> int:
    """The list of the step from the row; -1 when there is none."""
    return int(pool[0][place_of_list(pool[0], pool[1], list_key(step, row, n_nodes))])


@kernel
def with_room(pool: Lists, more: int) -> Lists:
    """``pool`` itself if a list with ``more`` items fits, else a larger copy."""
    table, lists, found, bounds, stack, counts = pool
    if counts[N_LISTS] == len(lists):
        larger = np.empty((4 * len(lists), _COLUMNS), np.int64)
        larger[: len(lists)] = lists
        lists = larger
        table = np.full(2 * len(lists), -1, np.int64)
        for number in range(counts[N_LISTS]):
            if lists[number, KEY] >= 0:
                table[place_of_list(table, lists, lists[number, KEY])] = number
    if counts[N_ITEMS] + more > len(bounds):
        count, room = counts[N_ITEMS], 2 * (counts[N_ITEMS] + more)
        longer, values = new_found(room), np.empty(room, np.int64)
        longer[0][:count], longer[1][:count] = found[0][:count], found[1][:count]
        longer[2][:count], longer[3][:count] = found[2][:count], found[3][:count]
        values[:count] = bounds[:count]
        found, bounds = longer, values
    return table, lists, found, bounds, stack, counts


@lean
def read_item(pool: Lists, number: int, place: int) -> int:
    """Which item is the ``place``-th best of a list, from 0; -1 past the last. Its place does not change any more."""
    lists = pool[1]
    start, end = lists[number, START], lists[number, END]
    if place >= end - start:
        return -1
    if lists[number, ORDERED] < 0:
        lists[number, ORDERED] = end
        for at in range(start + (end - start) // 2 - 1, start - 1, -1):
            _sift_down(pool, start, end, at)
    while lists[number, ORDERED] > end - 1 - place:
        lists[number, ORDERED] -= 1
        _swap(pool, start, lists[number, ORDERED])
        _sift_down(pool, start, lists[number, ORDERED], start)
    return int(end - 1 - place)


@lean
def _precedes(pool: Lists, one: int, other: int) -> bool:
    relationships, bounds = pool[2][0], pool[3]
    if bounds[one] != bounds[other]:
        return bool(bounds[one] > bounds[other])
    return bool(relationships[one] < relationships[other])


@lean
def _swap(pool: Lists, one: int, other: int) -> None:
    bounds = pool[3]
    exchange(pool[2], one, other)
    bounds[one], bounds[other] = bounds[other], bounds[one]


@lean
def exchange(found: Found, one: int, other: int) -> None:
    relationships, ends, scores, tested = found
    relationships[one], relationships[other] = relationships[other], relationships[one]
    ends[one], ends[other] = ends[other], ends[one]
    scores[one], scores[other] = scores[other], scores[one]
    tested[one], tested[other] = tested[other], tested[one]


@lean
def _sift_down(pool: Lists, start: int, end: int, at: int) -> None:
    while True:
        child = start + 2 * (at - start) + 1
        if child >= end:
            return
        if child + 1 < end and _precedes(pool, child + 1, child):
            child += 1
        if not _precedes(pool, child, at):
            return
        _swap(pool, child, at)
        at = child
