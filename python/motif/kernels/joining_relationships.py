"""Which relationships the pattern edges of a match take: each one of its own."""

from __future__ import annotations

from typing import TypeAlias

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel
from motif.kernels.joining_arrays import DIRECTED, Data, Pattern
from motif.kernels.joining_lists import find

Choice: TypeAlias = tuple[Int64, Int64, Int32, Int64]
"""``ranges, cursors, chosen, group``: by pattern edge the relationships between its rows, (edges, 2, 2) first and last
of those from head to tail and of those from tail to head; how many of them were looked at; the one chosen last; and
room for pattern edges that lie between the same rows."""


@kernel
def range_edge(data: Data, pattern: Pattern, nodes: Int32, edge: int, ranges: Int64) -> int:
    """Set the range of ``edge``, whose ends are mapped; returns how many relationships it has."""
    ends, directed = pattern[0], pattern[10][DIRECTED]
    head, tail = nodes[ends[edge, 0]], nodes[ends[edge, 1]]
    size = _range_between(data, head, tail, edge, 0, ranges)
    if directed == 0 and head != tail:
        return size + _range_between(data, tail, head, edge, 1, ranges)
    ranges[edge, 1, 0] = 0
    ranges[edge, 1, 1] = 0
    return size


@kernel
def _range_between(data: Data, source: int, target: int, edge: int, direction: int, ranges: Int64) -> int:
    indptr, indices = data[0], data[1]
    last = indptr[source + 1]
    first = find(indices, indptr[source], last, target)
    stop = first
    while stop < last and indices[stop] == target:
        stop += 1
    ranges[edge, direction, 0] = first
    ranges[edge, direction, 1] = stop
    return stop - first


@inlined
def may_be(data: Data, pattern: Pattern, edge: int, relationship: int) -> bool:
    """Whether ``edge`` may take ``relationship``, by its relation and by its mask."""
    if not pattern[3][edge, data[4][relationship]]:
        return False
    slot = pattern[5][edge, 0]
    return slot < 0 or pattern[6][slot][pattern[5][edge, 1] + relationship]


@inlined
def entry_of(ranges: Int64, edge: int, cursor: int) -> int:
    """The relationship at ``cursor`` of the ranges of ``edge``."""
    forward = ranges[edge, 0, 1] - ranges[edge, 0, 0]
    if cursor < forward:
        return ranges[edge, 0, 0] + cursor
    return ranges[edge, 1, 0] + cursor - forward


@inlined
def length_of(ranges: Int64, edge: int) -> int:
    """How many relationships the ranges of ``edge`` have."""
    return ranges[edge, 0, 1] - ranges[edge, 0, 0] + ranges[edge, 1, 1] - ranges[edge, 1, 0]


@kernel
def count_allowed(data: Data, pattern: Pattern, ranges: Int64, edge: int) -> int:
    """How many relationships ``edge`` may take between the rows of its ends."""
    count = 0
    for cursor in range(length_of(ranges, edge)):
        if may_be(data, pattern, edge, entry_of(ranges, edge, cursor)):
            count += 1
    return count


@kernel
def next_choice(data: Data, pattern: Pattern, choice: Choice, n_edges: int, depth: int) -> bool:
    """Choose for each of the first ``n_edges`` of the group a relationship that no earlier one took.

    Begins with ``depth`` -1, goes on to the next choice with ``n_edges`` - 1; False when there is none.
    """
    ranges, cursors, chosen, group = choice
    if depth < 0:
        depth = 0
        cursors[group[0]] = 0
    while 0 <= depth < n_edges:
        edge = group[depth]
        found = False
        while not found and cursors[edge] < length_of(ranges, edge):
            relationship = entry_of(ranges, edge, cursors[edge])
            cursors[edge] += 1
            found = may_be(data, pattern, edge, relationship)
            for earlier in range(depth):
                if chosen[group[earlier]] == relationship:
                    found = False
                    break
            if found:
                chosen[edge] = relationship
        if not found:
            depth -= 1
        else:
            depth += 1
            if depth < n_edges:
                cursors[group[depth]] = 0
    return depth == n_edges


@kernel
def gather_group(pattern: Pattern, nodes: Int32, edge: int, group: Int64) -> int:
    """Put all pattern edges between the rows of ``edge`` into ``group``, ascending; returns how many."""
    ends = pattern[0]
    head, tail = nodes[ends[edge, 0]], nodes[ends[edge, 1]]
    count = 0
    for other in range(len(ends)):
        one, two = nodes[ends[other, 0]], nodes[ends[other, 1]]
        if (one == head and two == tail) or (one == tail and two == head):
            group[count] = other
            count += 1
    return count


@kernel
def can_choose(data: Data, pattern: Pattern, nodes: Int32, edge: int, choice: Choice) -> bool:
    """Whether all pattern edges that lie between the rows of ``edge`` can take relationships of their own."""
    count = gather_group(pattern, nodes, edge, choice[3])
    return next_choice(data, pattern, choice, count, -1)


@kernel
def count_choices(data: Data, pattern: Pattern, nodes: Int32, choice: Choice) -> int:
    """In how many ways the pattern edges of a whole match can take relationships of their own."""
    ranges, _, _, group = choice
    product = 1
    for edge in range(len(pattern[0])):
        count = gather_group(pattern, nodes, edge, group)
        if count == 1:
            product *= count_allowed(data, pattern, ranges, edge)
        elif group[0] == edge:
            ways = 0
            depth = -1
            while next_choice(data, pattern, choice, count, depth):
                ways += 1
                depth = count - 1
            product *= ways
    return product
