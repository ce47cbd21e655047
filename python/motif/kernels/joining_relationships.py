"""Which relationships the pattern edges of a match take: each one of its own."""

from __future__ import annotations

from typing import TypeAlias

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, lean
from motif.kernels.joining_arrays import DIRECTED, EDGE_MASK, HEAD, TAIL, Data, Pattern, is_set
from motif.kernels.joining_lists import find

Choice: TypeAlias = tuple[Int64, Int32, Int64]
"""``ranges, chosen, group`` by pattern edge: (edges, 6) the relationships between its rows, in the columns below; the
one chosen last; and room for the pattern edges that lie between the same rows."""

FORWARD, FORWARD_LAST, BACKWARD, BACKWARD_LAST, CURSOR, WAYS = range(6)
"""Columns of ``ranges``: relationships from head to tail, and from tail to head; how many of them were looked at; how
many of them the pattern edge may take, of which the first is chosen until there is a choice."""


@lean
def range_edge(data: Data, pattern: Pattern, nodes: Int32, edge: int, ranges: Int64) -> None:
    """Set the range of ``edge``, whose ends are mapped."""
    edges, rules = pattern[0], pattern[4]
    indptr, pool = data[0], data[5]
    head, tail = nodes[edges[edge, HEAD]], nodes[edges[edge, TAIL]]
    ranges[edge, BACKWARD] = 0
    ranges[edge, BACKWARD_LAST] = 0
    for direction in range(2):
        if direction == 1 and (rules[DIRECTED] == 1 or head == tail):
            break
        source, target = (head, tail) if direction == 0 else (tail, head)
        last = indptr[source + 1]
        first = find(pool, indptr[source], last, target)
        stop = first
        while stop < last and pool[stop] == target:
            stop += 1
        ranges[edge, 2 * direction] = first
        ranges[edge, 2 * direction + 1] = stop


@inlined
def length_of(ranges: Int64, edge: int) -> int:
    """How many relationships there are between the rows of ``edge``."""
    forward = ranges[edge, FORWARD_LAST] - ranges[edge, FORWARD]
    return int(forward + ranges[edge, BACKWARD_LAST] - ranges[edge, BACKWARD])


@lean
def next_of(data: Data, pattern: Pattern, ranges: Int64, edge: int) -> int:
    """The next relationship that ``edge`` may take by its relation and its mask; -1 when there is none."""
    edges, allowed, relation = pattern[0], pattern[3], data[6]
    forward = ranges[edge, FORWARD_LAST] - ranges[edge, FORWARD]
    while ranges[edge, CURSOR] < length_of(ranges, edge):
        cursor = ranges[edge, CURSOR]
        ranges[edge, CURSOR] += 1
        start = ranges[edge, FORWARD] if cursor < forward else ranges[edge, BACKWARD] - forward
        relationship = start + cursor
        if allowed[edge, relation[relationship]] and (
            edges[edge, EDGE_MASK] == 0 or is_set(edges[edge, EDGE_MASK], relationship)
        ):
            return int(relationship)
    return -1


@lean
def count_edge(data: Data, pattern: Pattern, choice: Choice, edge: int) -> int:
    """How many relationships ``edge`` may take; chooses the first."""
    ranges, chosen, _ = choice
    ranges[edge, CURSOR] = 0
    ways = 0
    relationship = next_of(data, pattern, ranges, edge)
    chosen[edge] = relationship
    while relationship >= 0:
        ways += 1
        relationship = next_of(data, pattern, ranges, edge)
    ranges[edge, WAYS] = ways
    return ways


@lean
def next_choice(data: Data, pattern: Pattern, choice: Choice, n_edges: int, depth: int) -> bool:
    """Choose for each of the first ``n_edges`` of the group a relationship that no earlier one took.

    Begins with ``depth`` -1, goes on to the next choice with ``n_edges`` - 1; False when there is none.
    """
    ranges, chosen, group = choice
    if depth < 0:
        depth = 0
        ranges[group[0], CURSOR] = 0
    while 0 <= depth < n_edges:
        edge = group[depth]
        relationship = next_of(data, pattern, ranges, edge)
        if relationship < 0:
            depth -= 1
            continue
        is_taken = False
        for earlier in range(depth):
            if chosen[group[earlier]] == relationship:
                is_taken = True
                break
        if not is_taken:
            chosen[edge] = relationship
            depth += 1
            if depth < n_edges:
                ranges[group[depth], CURSOR] = 0
    return depth == n_edges


@lean
def count_group(data: Data, pattern: Pattern, nodes: Int32, edge: int, choice: Choice, most: int) -> int:
    """In how many ways, ``most`` at most, the pattern edges between the rows of ``edge`` can choose.

    1 when ``edge`` is not the first of them and ``most`` is more than 1, so that a product counts each group once.
    """
    edges, group = pattern[0], choice[2]
    head, tail = nodes[edges[edge, HEAD]], nodes[edges[edge, TAIL]]
    count = 0
    for other in range(len(edges)):
        one, two = nodes[edges[other, HEAD]], nodes[edges[other, TAIL]]
        if (one == head and two == tail) or (one == tail and two == head):
            group[count] = other
            count += 1
    if most > 1 and group[0] != edge:
        return 1
    ways = 0
    depth = -1
    while ways < most and next_choice(data, pattern, choice, count, depth):
        ways += 1
        depth = count - 1
    return ways
