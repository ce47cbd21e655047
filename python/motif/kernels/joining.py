"""Depth-first enumeration of exact matches, node by node; relationships are given to whole matches."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.joining_arrays import MULTIPLE, SHARING, Data, Pattern
from motif.kernels.joining_candidates import (
    Join,
    add_candidates,
    choose_node,
    new_join,
    open_node,
    other_end,
)
from motif.kernels.joining_relationships import (
    Choice,
    can_choose,
    count_allowed,
    count_choices,
    next_choice,
    range_edge,
)

Found: TypeAlias = tuple[Int32, Int32, int]
"""``nodes, relationships, count``: matches (room, nodes), (room, edges), and how many there are."""

Outcome: TypeAlias = tuple[Int32, Int32, int, int, int]
"""``nodes, relationships, count, steps, state``; state `FINISHED`, `STOPPED` or `TOO_LONG`."""

FINISHED, STOPPED, TOO_LONG = 0, 1, 2
"""All found; more than the limit, or stopped by the control; more steps than allowed for so few matches."""

COLLECT, LIMIT, PATIENCE = 0, 1, 2
"""Places in ``task``: whether matches are kept or only counted, how many are wanted (-1: all), and after how many
steps the search gives up unless it finds one match in `_FRUITFUL` steps (-1: never)."""

_FRUITFUL = 16


@kernel
def join_pattern(data: Data, pattern: Pattern, words: Int64, task: Int64, control: Int64) -> Outcome:
    """Find or count the matches of ``pattern``, one more than the limit to know that there are more.

    ``words`` as in `Join`. Stops early once ``control[0]`` is set.
    """
    join = new_join(pattern, words)
    nodes = join[0]
    n_nodes, n_edges = len(nodes), len(pattern[0])
    choice = (
        np.zeros((n_edges, 2, 2), np.int64),
        np.zeros(n_edges, np.int64),
        np.zeros(n_edges, np.int32),
        np.zeros(n_edges, np.int64),
    )
    ranged = task[COLLECT] == 1 or pattern[10][MULTIPLE] == 1 or pattern[10][SHARING] == 1
    found: Found = (np.empty((16, n_nodes), np.int32), np.empty((16, n_edges), np.int32), 0)
    buffer = np.empty(256, np.int32)
    order = np.zeros(n_nodes, np.int64)
    place = np.zeros(n_nodes, np.int64)
    last = np.zeros(n_nodes, np.int64)
    order[0] = choose_node(pattern, join)
    buffer, last[0], steps = add_candidates(data, pattern, join, order[0], buffer, 0)
    level = 0
    while level >= 0:
        if control[0] != 0 or (task[LIMIT] >= 0 and found[2] > task[LIMIT]):
            return found[0], found[1], found[2], steps, STOPPED
        if task[PATIENCE] >= 0 and steps > task[PATIENCE] and found[2] * _FRUITFUL < steps:
            return found[0], found[1], found[2], steps, TOO_LONG
        node = order[level]
        if place[level] == last[level]:
            nodes[node] = -1
            level -= 1
            continue
        nodes[node] = buffer[place[level]]
        place[level] += 1
        steps += 1
        if not _close(data, pattern, join, node, choice, ranged):
            continue
        if level == n_nodes - 1:
            if task[COLLECT] == 1:
                found = _collect(data, pattern, nodes, choice, found, task[LIMIT])
            elif ranged:
                found = found[0], found[1], found[2] + count_choices(data, pattern, nodes, choice)
            else:
                found = found[0], found[1], found[2] + 1
        elif open_node(data, pattern, join, node):
            top = last[level]
            level += 1
            order[level] = choose_node(pattern, join)
            place[level] = top
            buffer, last[level], looked_at = add_candidates(data, pattern, join, order[level], buffer, top)
            steps += looked_at
    return found[0], found[1], found[2], steps, FINISHED


@kernel
def _close(data: Data, pattern: Pattern, join: Join, node: int, choice: Choice, ranged: bool) -> bool:
    """Look up the relationships of the pattern edges of which ``node`` was the last end; False when one has none."""
    nodes, indptr, incident = join[0], join[1], join[2]
    checked = pattern[11]
    for index in range(indptr[node], indptr[node + 1]):
        edge = incident[index]
        if nodes[other_end(pattern[0], edge, node)] >= 0 and (ranged or checked[edge] == 1):
            range_edge(data, pattern, nodes, edge, choice[0])
            if checked[edge] == 1 and count_allowed(data, pattern, choice[0], edge) == 0:
                return False
    if pattern[10][SHARING] == 1:
        for index in range(indptr[node], indptr[node + 1]):
            edge = incident[index]
            if nodes[other_end(pattern[0], edge, node)] >= 0 and not can_choose(
                data, pattern, nodes, edge, choice
            ):
                return False
    return True


@kernel
def _collect(data: Data, pattern: Pattern, nodes: Int32, choice: Choice, found: Found, limit: int) -> Found:
    """Add every choice of relationships for ``nodes`` to ``found``, up to one more than ``limit``."""
    kept_nodes, kept_relationships, count = found
    n_edges = len(pattern[0])
    for edge in range(n_edges):
        choice[3][edge] = edge
    depth = -1
    while (limit < 0 or count <= limit) and next_choice(data, pattern, choice, n_edges, depth):
        if count == len(kept_nodes):
            kept_nodes = _doubled(kept_nodes)
            kept_relationships = _doubled(kept_relationships)
        kept_nodes[count] = nodes
        kept_relationships[count] = choice[2]
        count += 1
        depth = n_edges - 1
    return kept_nodes, kept_relationships, count


@kernel
def _doubled(table: Int32) -> Int32:
    """``table`` with twice as many rows."""
    larger = np.empty((2 * len(table), table.shape[1]), np.int32)
    larger[: len(table)] = table
    return larger
