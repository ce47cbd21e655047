"""Lists of the rows that a pattern edge leads to from a mapped row, each made of ascending segments."""

from __future__ import annotations

from typing import TypeAlias

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, lean
from motif.kernels.joining_arrays import (
    DIRECTED,
    FIRST_EDGE,
    FIRST_RELATION,
    HEAD,
    LAST_EDGE,
    LAST_RELATION,
    TAIL,
    Data,
    Pattern,
    Space,
)

Lists: TypeAlias = tuple[Int64, Int64]
"""``segments, sizes`` by pattern edge: (edges + 1, width, 3) first and last place in the pool, and how far it was
searched; (edges + 1, 2) how many segments, and how many entries they have. The last is for rows to begin with."""

COUNT, SIZE = 0, 1
"""Columns of ``sizes``."""


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


@inlined
def add_segment(lists: Lists, edge: int, first: int, last: int) -> None:
    """Make ``first`` to ``last`` of the pool a part of the list of ``edge``, unless it is empty."""
    segments, sizes = lists
    if last > first:
        segments[edge, sizes[edge, COUNT], 0] = first
        segments[edge, sizes[edge, COUNT], 1] = last
        sizes[edge, COUNT] += 1
        sizes[edge, SIZE] += last - first


@lean
def list_filtered(pattern: Pattern, space: Space, edge: int, side: int, row: int, lists: Lists) -> int:
    """Set the list of ``edge`` at ``row`` to what filtering left of it; returns its size."""
    _, offsets, ranks, indptr, _ = space
    sizes = lists[1]
    sizes[edge, COUNT] = 0
    sizes[edge, SIZE] = 0
    place = offsets[edge, side] + ranks[pattern[0][edge, HEAD + side], row]
    add_segment(lists, edge, indptr[place], indptr[place + 1])
    return int(sizes[edge, SIZE])


@lean
def list_edge(data: Data, pattern: Pattern, edge: int, side: int, row: int, lists: Lists) -> int:
    """Set the list of ``edge`` at ``row``, which stands for its head (side 0) or its tail (1); returns its size."""
    indptr, group_indptr, group_start, _, group_relation, _, _ = data
    edges, _, values, _, rules = pattern
    sizes = lists[1]
    n_nodes = len(indptr) // 2
    sizes[edge, COUNT] = 0
    sizes[edge, SIZE] = 0
    for direction in range(2):
        if rules[DIRECTED] == 1 and direction != side:
            continue
        place = direction * n_nodes + row
        if edges[edge, FIRST_RELATION] == edges[edge, LAST_RELATION]:
            add_segment(lists, edge, indptr[place], indptr[place + 1])
            continue
        group, last = group_indptr[place], group_indptr[place + 1]
        for index in range(edges[edge, FIRST_RELATION], edges[edge, LAST_RELATION]):
            group = find(group_relation, group, last, values[index])
            if group < last and group_relation[group] == values[index]:
                add_segment(lists, edge, group_start[group], group_start[group + 1])
    return int(sizes[edge, SIZE])


@lean
def list_start(data: Data, pattern: Pattern, node: int, lists: Lists) -> bool:
    """Make the last list that of all rows with the rarest relation at ``node``; False when no relation is known."""
    edges, nodes, values, _, _ = pattern
    best, least = -1, 0
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        edge = int(values[index])
        if edges[edge, FIRST_RELATION] < edges[edge, LAST_RELATION]:
            size = _list_rows(data, pattern, node, edge, lists)
            if best < 0 or size < least:
                best, least = edge, size
    if best >= 0:
        _list_rows(data, pattern, node, best, lists)
    return bool(best >= 0)


@lean
def _list_rows(data: Data, pattern: Pattern, node: int, edge: int, lists: Lists) -> int:
    """Make the last list that of the rows with a relation of ``edge`` on the side of ``node``; returns its size."""
    by_relation = data[3]
    edges, _, values, _, rules = pattern
    sizes = lists[1]
    start, n_relations = len(sizes) - 1, len(by_relation) // 2
    sizes[start, COUNT] = 0
    sizes[start, SIZE] = 0
    for place in range(edges[edge, FIRST_RELATION], edges[edge, LAST_RELATION]):
        for side in range(2):
            if rules[DIRECTED] == 0 or edges[edge, HEAD + side] == node:
                key = side * n_relations + values[place]
                add_segment(lists, start, by_relation[key], by_relation[key + 1])
    return int(sizes[start, SIZE])


@inlined
def other_end(edges: Int64, edge: int, node: int) -> int:
    """The end of ``edge`` that is not ``node``; ``node`` of a loop."""
    return int(edges[edge, HEAD] + edges[edge, TAIL] - node)


@inlined
def holds(pool: Int32, segments: Int64, edge: int, count: int, row: int) -> bool:
    """Whether one of the first ``count`` segments of ``edge`` has ``row``; goes on where lesser rows were found."""
    held = False
    for index in range(count):
        last = segments[edge, index, 1]
        place = find(pool, segments[edge, index, 2], last, row)
        segments[edge, index, 2] = place
        if place < last and pool[place] == row:
            held = True
            break
    return held


@inlined
def rewind(segments: Int64, edge: int, count: int) -> None:
    """Let `holds` search from the beginning of each segment."""
    for index in range(count):
        segments[edge, index, 2] = segments[edge, index, 0]
