"""Depth-first enumeration of exact matches, node by node; relationships are given to whole matches."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.joining_arrays import (
    CHECKED,
    FIRST_EDGE,
    LAST_EDGE,
    MULTIPLE,
    SHARING,
    Data,
    Pattern,
    Space,
)
from motif.kernels.joining_candidates import (
    Join,
    add_candidates,
    choose_node,
    new_join,
    open_node,
)
from motif.kernels.joining_lists import other_end
from motif.kernels.joining_relationships import (
    WAYS,
    Choice,
    count_edge,
    count_group,
    next_choice,
    range_edge,
)

Found: TypeAlias = tuple[Int32, Int32, int]
"""``nodes, relationships, count``: matches (room, nodes), (room, edges), and how many there are."""

Outcome: TypeAlias = tuple[Int32, Int32, int, int, int]
"""``nodes, relationships, count, steps, state``; state `FINISHED`, `STOPPED` or `TOO_LONG`."""

FINISHED, STOPPED, TOO_LONG = range(3)
"""All found; more than the limit, or stopped by the control; more steps than allowed for so few matches."""

COLLECT, LIMIT, PATIENCE = range(3)
"""Places in ``task``: whether matches are kept or only counted, how many are wanted, and after how many steps the
search gives up unless it has found one match in `_FRUITFUL` steps."""

_FRUITFUL = 16
_ALL = 2**62


@kernel
def join_pattern(data: Data, pattern: Pattern, space: Space, task: Int64, control: Int64) -> Outcome:
    """Find or count the matches of ``pattern``, one more than the limit to know that there are more.

    Stops early once ``control[0]`` is set.
    """
    join = new_join(pattern, space)
    mapped = join[0]
    n_nodes, n_edges = len(mapped), len(pattern[0])
    choice = np.zeros((n_edges, 6), np.int64), np.zeros(n_edges, np.int32), np.zeros(n_edges, np.int64)
    ranged = task[COLLECT] == 1 or pattern[4][MULTIPLE] == 1 or pattern[4][SHARING] == 1
    visits = ranged or np.any(pattern[0][:, CHECKED] == 1)
    kept = np.empty((16, n_nodes), np.int32), np.empty((16, n_edges), np.int32)
    links = np.empty(n_edges + 1, np.int64)
    buffer = np.empty(256, np.int32)
    order, place, last = (
        np.zeros(n_nodes, np.int64),
        np.zeros(n_nodes, np.int64),
        np.zeros(n_nodes, np.int64),
    )
    count = 0
    order[0] = choose_node(data, pattern, join)
    buffer, last[0], steps = add_candidates(data, pattern, join, order[0], links, buffer, 0)
    level = 0
    while level >= 0:
        if control[0] != 0 or count > task[LIMIT]:
            return kept[0], kept[1], count, steps, STOPPED
        if steps > task[PATIENCE] and count * _FRUITFUL < steps:
            return kept[0], kept[1], count, steps, TOO_LONG
        node = order[level]
        if place[level] == last[level]:
            mapped[node] = -1
            level -= 1
            continue
        mapped[node] = buffer[place[level]]
        place[level] += 1
        steps += 1
        if not _close(data, pattern, join, node, choice, ranged):
            continue
        if level == n_nodes - 1:
            if task[COLLECT] == 1:
                kept, count = _collect(data, pattern, mapped, choice, kept, count, task[LIMIT])
            else:
                count += _ways(data, pattern, mapped, choice) if ranged else 1
        elif open_node(data, pattern, join, node):
            level += 1
            place[level] = last[level - 1]
            order[level] = choose_node(data, pattern, join)
            buffer, last[level], looked_at = add_candidates(
                data, pattern, join, order[level], links, buffer, place[level]
            )
            steps += looked_at
            if level == n_nodes - 1 and not visits:
                count += last[level] - place[level]
                last[level] = place[level]
    return kept[0], kept[1], count, steps, FINISHED


@kernel
def _close(data: Data, pattern: Pattern, join: Join, node: int, choice: Choice, ranged: bool) -> bool:
    """Look up the relationships of the pattern edges of which ``node`` was the last end; False when one has none."""
    edges, nodes, values, _, rules = pattern
    mapped = join[0]
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        edge = values[index]
        if mapped[other_end(edges, edge, node)] >= 0 and (ranged or edges[edge, CHECKED] == 1):
            range_edge(data, pattern, mapped, edge, choice[0])
            if count_edge(data, pattern, choice, edge) == 0:
                return False
    if rules[SHARING] == 1:
        for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
            edge = values[index]
            is_closed = mapped[other_end(edges, edge, node)] >= 0
            if is_closed and count_group(data, pattern, mapped, edge, choice, 1) == 0:
                return False
    return True


@kernel
def _ways(data: Data, pattern: Pattern, mapped: Int32, choice: Choice) -> int:
    """In how many ways the pattern edges of a whole match can take relationships of their own."""
    product = 1
    for edge in range(len(pattern[0])):
        if pattern[4][SHARING] == 1:
            product *= count_group(data, pattern, mapped, edge, choice, _ALL)
        else:
            product *= choice[0][edge, WAYS]
    return product


@kernel
def _collect(
    data: Data,
    pattern: Pattern,
    mapped: Int32,
    choice: Choice,
    kept: tuple[Int32, Int32],
    count: int,
    limit: int,
) -> tuple[tuple[Int32, Int32], int]:
    """Keep every choice of relationships for ``mapped``, up to one more than ``limit``."""
    n_edges = len(pattern[0])
    if pattern[4][SHARING] == 0 and _ways(data, pattern, mapped, choice) == 1:
        return _keep(mapped, choice[1], kept, count), count + 1
    for edge in range(n_edges):
        choice[2][edge] = edge
    depth = -1
    while count <= limit and next_choice(data, pattern, choice, n_edges, depth):
        kept = _keep(mapped, choice[1], kept, count)
        count += 1
        depth = n_edges - 1
    return kept, count


@kernel
def _keep(mapped: Int32, chosen: Int32, kept: tuple[Int32, Int32], count: int) -> tuple[Int32, Int32]:
    """Make a match the one after ``count`` others."""
    if count == len(kept[0]):
        kept = _doubled(kept[0]), _doubled(kept[1])
    for node in range(len(mapped)):
        kept[0][count, node] = mapped[node]
    for edge in range(len(chosen)):
        kept[1][count, edge] = chosen[edge]
    return kept


@kernel
def _doubled(table: Int32) -> Int32:
    """``table`` with twice as many rows."""
    larger = np.empty((2 * len(table), table.shape[1]), np.int32)
    for row in range(len(table)):
        for column in range(table.shape[1]):
            larger[row, column] = table[row, column]
    return larger
