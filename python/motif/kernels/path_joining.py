"""Joining lists of paths on what they share, depth first: nothing is kept but the match that is being made."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

Lists: TypeAlias = tuple[Int64, Int64, Int32, Int32]
"""``indptr, keys, nodes, relationships``: the entries of list ``i`` are ``indptr[i]:indptr[i + 1]``, ascending by key;
each has up to three nodes and two relationships."""

Shape: TypeAlias = tuple[Int64, Int64, Int64]
"""``path_nodes, path_edges, key_parts``, by list: (lists, 3) pattern nodes and (lists, 2) pattern edges, -1 where the
path is shorter; (lists, 2) which two of them make the key: 0 … 2 a place in ``path_nodes``, 3 and 4 one in
``path_edges``, -1 none."""

NO_ROW = -1


@kernel
def join_paths(
    lists: Lists, shape: Shape, injectivity: tuple[int, Int64], limit: int, control: Int64
) -> tuple[Int32, Int32, int]:
    """Node rows (k, pattern nodes), relationships (k, pattern edges) of at most ``limit`` matches; entries looked at.

    ``injectivity`` is 0 (none), 1 (where one of the two nodes is known) or 2 (all), and which pattern nodes are known.
    Stops early once ``control[0]`` is set.
    """
    indptr = lists[0]
    n_lists = len(indptr) - 1
    nodes = np.full(len(injectivity[1]), NO_ROW, np.int32)
    edges = np.full(shape[1].max() + 1, NO_ROW, np.int32)
    found_nodes = np.empty((64, len(nodes)), np.int32)
    found_edges = np.empty((64, len(edges)), np.int32)
    taken = np.zeros((n_lists, 5), np.bool_)
    cursor = np.zeros(n_lists, np.int64)
    last = np.zeros(n_lists, np.int64)
    last[0] = indptr[1]
    level = int(
        np.int64(0)
    )  # A bare 0 is a type of its own, for which what takes it would be compiled again.
    count, steps = 0, 0
    while level >= 0 and count < limit:
        _release(shape, level, nodes, edges, taken)
        if cursor[level] == last[level]:
            level -= 1
            continue
        entry = cursor[level]
        cursor[level] += 1
        steps += 1
        if (steps & 4095) == 0 and control[0] != 0:
            break
        if not _take(lists, shape, injectivity, (level, entry), nodes, edges, taken):
            continue
        if level == n_lists - 1:
            if count == len(found_nodes):
                found_nodes, found_edges = _with_room(found_nodes), _with_room(found_edges)
            found_nodes[count], found_edges[count] = nodes, edges
            count += 1
            continue
        level += 1
        cursor[level], last[level] = _span(lists, shape, level, nodes, edges)
    return found_nodes[:count], found_edges[:count], steps


@kernel
def _span(lists: Lists, shape: Shape, level: int, nodes: Int32, edges: Int32) -> tuple[int, int]:
    """The entries of a list whose key is what the match so far has there."""
    indptr, keys = lists[0], lists[1]
    key = np.int64(0)
    for part in shape[2][level]:
        row = np.int64(0)
        if part >= 3:
            row = np.int64(edges[shape[1][level, part - 3]])
        elif part >= 0:
            row = np.int64(nodes[shape[0][level, part]])
        key = (key << 31) | row
    listed = keys[indptr[level] : indptr[level + 1]]
    first = np.searchsorted(listed, key)
    return indptr[level] + first, indptr[level] + first + np.searchsorted(listed[first:], key, "right")


@kernel
def _take(
    lists: Lists,
    shape: Shape,
    injectivity: tuple[int, Int64],
    step: tuple[int, int],
    nodes: Int32,
    edges: Int32,
    taken: np.ndarray,
) -> bool:
    """Give the pattern what an entry holds, as long as nothing contradicts; whether nothing did."""
    level, entry = step
    for place in range(2):
        edge = shape[1][level, place]
        if edge < 0:
            break
        row = lists[3][entry, place]
        if edges[edge] == NO_ROW:
            for other in edges:
                if other == row:
                    return False
            edges[edge] = row
            taken[level, 3 + place] = True
        elif edges[edge] != row:
            return False
    for place in range(3):
        node = shape[0][level, place]
        if node < 0:
            break
        row = lists[2][entry, place]
        if nodes[node] == NO_ROW:
            if not _may_stand(injectivity, nodes, node, row):
                return False
            nodes[node] = row
            taken[level, place] = True
        elif nodes[node] != row:
            return False
    return True


@kernel
def _may_stand(injectivity: tuple[int, Int64], nodes: Int32, node: int, row: int) -> bool:
    """Whether no other pattern node has ``row`` that must not share it with ``node``."""
    rule, known = injectivity
    if rule == 0:
        return True
    for other in range(len(nodes)):
        if nodes[other] == row and other != node and (rule == 2 or known[node] or known[other]):
            return False
    return True


@kernel
def _release(shape: Shape, level: int, nodes: Int32, edges: Int32, taken: np.ndarray) -> None:
    """Take back what a list gave."""
    for place in range(3):
        if taken[level, place]:
            nodes[shape[0][level, place]] = NO_ROW
            taken[level, place] = False
    for place in range(2):
        if taken[level, 3 + place]:
            edges[shape[1][level, place]] = NO_ROW
            taken[level, 3 + place] = False


@kernel
def _with_room(found: Int32) -> Int32:
    grown = np.empty((2 * len(found), found.shape[1]), np.int32)
    grown[: len(found)] = found
    return grown
