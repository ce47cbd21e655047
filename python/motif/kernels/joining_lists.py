"""Lists of the rows that a pattern edge leads to from a mapped row, each made of ascending segments."""

from __future__ import annotations

from typing import TypeAlias

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel
from motif.kernels.joining_arrays import DIRECTED, Data, Pattern

Lists: TypeAlias = tuple[Int64, Int64, Int64]
"""``segments, counts, sizes``: by pattern edge its segments (edges, width, 3) as array (0 grouped, 1 outgoing,
2 incoming, 3 rows of a relation), first and last place; how many segments; how many entries they have."""


@inlined
def array_of(data: Data, which: int) -> Int32:
    """The array that a segment is a part of."""
    if which == 0:
        array = data[8]
    elif which == 1:
        array = data[1]
    elif which == 2:
        array = data[3]
    else:
        array = data[10]
    return array


@inlined
def find(array: Int32, first: int, last: int, value: int) -> int:
    """The first place of ``array[first:last]``, ascending, that is not below ``value``; by ever longer steps."""
    step = 1
    low = first
    high = first
    while high < last and array[high] < value:
        low = high + 1
        high += step
        step *= 2
    high = min(high, last)
    while low < high:
        middle = (low + high) // 2
        if array[middle] < value:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def list_edge(data: Data, pattern: Pattern, edge: int, side: int, row: int, lists: Lists) -> int:
    """Set the list of ``edge`` at ``row``, which stands for its head (side 0) or its tail (1); returns its size."""
    out_indptr, _, in_indptr, _, _, group_indptr, group_relation, group_start, _, _, _ = data
    segments, counts, sizes = lists
    relation_indptr, relations, directed = pattern[1], pattern[2], pattern[10][DIRECTED]
    n_nodes = len(out_indptr) - 1
    count = 0
    size = 0
    for direction in range(2):
        if directed == 1 and direction != side:
            continue
        if relation_indptr[edge] == relation_indptr[edge + 1]:
            first = out_indptr[row] if direction == 0 else in_indptr[row]
            last = out_indptr[row + 1] if direction == 0 else in_indptr[row + 1]
            if last > first:
                segments[edge, count, 0] = 1 + direction
                segments[edge, count, 1] = first
                segments[edge, count, 2] = last
                count += 1
                size += last - first
            continue
        place = direction * n_nodes + row
        group = group_indptr[place]
        for index in range(relation_indptr[edge], relation_indptr[edge + 1]):
            group = find(group_relation, group, group_indptr[place + 1], relations[index])
            if group == group_indptr[place + 1]:
                break
            if group_relation[group] == relations[index]:
                segments[edge, count, 0] = 0
                segments[edge, count, 1] = group_start[group]
                segments[edge, count, 2] = group_start[group + 1]
                count += 1
                size += group_start[group + 1] - group_start[group]
    counts[edge] = count
    sizes[edge] = size
    return size


@kernel
def holds(data: Data, lists: Lists, edge: int, cursors: Int64, row: int) -> bool:
    """Whether the list of ``edge`` has ``row``; goes on from ``cursors``, where lesser rows were found."""
    segments, counts, _ = lists
    for index in range(counts[edge]):
        array = array_of(data, segments[edge, index, 0])
        last = segments[edge, index, 2]
        place = find(array, cursors[edge, index], last, row)
        cursors[edge, index] = place
        if place < last and array[place] == row:
            return True
    return False


@kernel
def rewind(lists: Lists, edge: int, cursors: Int64) -> None:
    """Let `holds` begin at the beginning of each segment."""
    segments, counts, _ = lists
    for index in range(counts[edge]):
        cursors[edge, index] = segments[edge, index, 1]


@kernel
def is_repeated(data: Data, lists: Lists, edge: int, segment: int, row: int) -> bool:
    """Whether a segment of ``edge`` before ``segment`` has ``row`` already."""
    segments = lists[0]
    for index in range(segment):
        array = array_of(data, segments[edge, index, 0])
        last = segments[edge, index, 2]
        place = find(array, segments[edge, index, 1], last, row)
        if place < last and array[place] == row:
            return True
    return False
