"""Candidates of the next pattern node: which node it is, and the rows that every mapped neighbour leads to."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel
from motif.kernels.joining_arrays import DIRECTED, INJECTIVITY, Data, Pattern
from motif.kernels.joining_lists import (
    Lists,
    array_of,
    find,
    holds,
    is_repeated,
    list_edge,
    rewind,
)

Join: TypeAlias = tuple[Int32, Int64, Int64, Int64, Lists, Int64]
"""``nodes, incident_indptr, incident, words, lists, cursors``.

``nodes``: the row of each pattern node, -1 where not mapped. ``incident[incident_indptr[p]:incident_indptr[p + 1]]``:
pattern edges at ``p``, a loop once. ``words``: empty, or bit ``p`` of a row's word says that ``p`` may take it, and
masks and rows need not be looked at. ``lists``: of the pattern edges of which one end is mapped; the last entry is for
rows to begin with. ``cursors``: see `holds`."""

_NEVER = 1e300
_LAST = 1e200


@kernel
def new_join(pattern: Pattern, words: Int64) -> Join:
    """A join of which nothing is mapped yet."""
    ends, relation_indptr, row_indptr = pattern[0], pattern[1], pattern[7]
    n_edges, n_nodes = len(ends), len(row_indptr) - 1
    indptr = np.zeros(n_nodes + 1, np.int64)
    for edge in range(n_edges):
        for side in range(2):
            if side == 0 or ends[edge, 1] != ends[edge, 0]:
                indptr[ends[edge, side] + 1] += 1
    width = 1
    for edge in range(n_edges):
        width = max(width, relation_indptr[edge + 1] - relation_indptr[edge])
    for node in range(n_nodes):
        indptr[node + 1] += indptr[node]
    incident = np.empty(indptr[n_nodes], np.int64)
    places = indptr[:-1].copy()
    for edge in range(n_edges):
        for side in range(2):
            if side == 0 or ends[edge, 1] != ends[edge, 0]:
                incident[places[ends[edge, side]]] = edge
                places[ends[edge, side]] += 1
    lists = (
        np.zeros((n_edges + 1, 2 * width, 3), np.int64),
        np.zeros(n_edges + 1, np.int64),
        np.zeros(n_edges + 1, np.int64),
    )
    return (
        np.full(n_nodes, -1, np.int32),
        indptr,
        incident,
        words,
        lists,
        np.zeros((n_edges, 2 * width), np.int64),
    )


@inlined
def other_end(ends: Int64, edge: int, node: int) -> int:
    """The end of ``edge`` that is not ``node``; ``node`` of a loop."""
    return ends[edge, 0] + ends[edge, 1] - node


@kernel
def open_node(data: Data, pattern: Pattern, join: Join, node: int) -> bool:
    """List what the pattern edges from ``node``, just mapped, lead to; False when one leads nowhere."""
    nodes, indptr, incident, _, lists, _ = join
    ends = pattern[0]
    for index in range(indptr[node], indptr[node + 1]):
        edge = incident[index]
        if nodes[other_end(ends, edge, node)] < 0:
            side = 0 if ends[edge, 0] == node else 1
            if list_edge(data, pattern, edge, side, nodes[node], lists) == 0:
                return False
    return True


@kernel
def choose_node(pattern: Pattern, join: Join) -> int:
    """The pattern node to map next.

    One with a single row first, then the one whose shortest list is the shortest, nodes that only hang on one other
    last, for they prune nothing.
    """
    nodes, indptr, incident, _, lists, _ = join
    ends, node_masks, row_indptr, starts = pattern[0], pattern[4], pattern[7], pattern[9]
    sizes = lists[2]
    best, least = -1, _NEVER
    for node in range(len(nodes)):
        if nodes[node] >= 0:
            continue
        n_rows = row_indptr[node + 1] - row_indptr[node]
        if n_rows == 1:
            return node
        size, links = _NEVER, 0
        for index in range(indptr[node], indptr[node + 1]):
            if nodes[other_end(ends, incident[index], node)] >= 0:
                size = min(size, float(sizes[incident[index]]))
                links += 1
        if n_rows > 0:
            size = min(size, float(n_rows))
        elif links == 0:
            size = _LAST * (1.0 + starts[node])
        elif indptr[node + 1] - indptr[node] == 1 and node_masks[node, 0] < 0 and size > 1:
            size += _LAST / 2
        elif links > 1:
            size /= 2 ** (links - 1)
        if size < least:
            best, least = node, size
    return best


@kernel
def shortest_list(pattern: Pattern, join: Join, node: int) -> int:
    """The pattern edge at ``node`` whose list is the shortest; -1 when no neighbour is mapped."""
    nodes, indptr, incident, _, lists, _ = join
    best = -1
    for index in range(indptr[node], indptr[node + 1]):
        edge = incident[index]
        if nodes[other_end(pattern[0], edge, node)] >= 0 and (best < 0 or lists[2][edge] < lists[2][best]):
            best = edge
    return best


@kernel
def list_start(data: Data, pattern: Pattern, join: Join, node: int) -> bool:
    """Make the last list that of all rows with the rarest relation at ``node``; False when no relation is known."""
    _, indptr, incident, _, lists, _ = join
    ends, relation_indptr, relations, directed = pattern[0], pattern[1], pattern[2], pattern[10][DIRECTED]
    by_relation = data[9]
    n_relations = len(by_relation) // 2
    segments, counts, sizes = lists
    best, least = -1, np.int64(0)
    for index in range(indptr[node], indptr[node + 1]):
        edge = incident[index]
        size = np.int64(0)
        for place in range(relation_indptr[edge], relation_indptr[edge + 1]):
            for side in range(2):
                if directed == 0 or ends[edge, side] == node:
                    key = side * n_relations + relations[place]
                    size += by_relation[key + 1] - by_relation[key]
        if relation_indptr[edge + 1] > relation_indptr[edge] and (best < 0 or size < least):
            best, least = edge, size
    if best < 0:
        return False
    count = 0
    for place in range(relation_indptr[best], relation_indptr[best + 1]):
        for side in range(2):
            if directed == 0 or ends[best, side] == node:
                key = side * n_relations + relations[place]
                segments[-1, count, 0] = 3
                segments[-1, count, 1] = by_relation[key]
                segments[-1, count, 2] = by_relation[key + 1]
                count += 1
    counts[-1] = count
    sizes[-1] = least
    return True


@inlined
def fits(pattern: Pattern, words: Int64, node: int, row: int) -> bool:
    """Whether ``node`` may take ``row`` by its mask and its rows."""
    if len(words) > 0:
        return bool((words[row] >> node) & 1 == 1)
    slot = pattern[4][node, 0]
    if slot >= 0 and not pattern[6][slot][pattern[4][node, 1] + row]:
        return False
    first, last = pattern[7][node], pattern[7][node + 1]
    if first == last:
        return True
    place = find(pattern[8], first, last, row)
    return bool(place < last and pattern[8][place] == row)


@kernel
def clashes(pattern: Pattern, nodes: Int32, node: int, row: int) -> bool:
    """Whether a mapped node has ``row`` that must not share it with ``node``."""
    injectivity, row_indptr = pattern[10][INJECTIVITY], pattern[7]
    if injectivity == 0:
        return False
    for other in range(len(nodes)):
        if nodes[other] == row and (
            injectivity == 2
            or row_indptr[node] < row_indptr[node + 1]
            or row_indptr[other] < row_indptr[other + 1]
        ):
            return True
    return False


@kernel
def is_candidate(data: Data, pattern: Pattern, join: Join, node: int, base: int, row: int) -> bool:
    """Whether ``node`` may take ``row``, which is in the list of ``base``, beside what is mapped."""
    nodes, indptr, incident, words, lists, cursors = join
    if not fits(pattern, words, node, row) or clashes(pattern, nodes, node, row):
        return False
    for index in range(indptr[node], indptr[node + 1]):
        edge = incident[index]
        if (
            edge != base
            and nodes[other_end(pattern[0], edge, node)] >= 0
            and not holds(data, lists, edge, cursors, row)
        ):
            return False
    return True


@kernel
def rewind_all(pattern: Pattern, join: Join, node: int) -> None:
    """Let the lists of all pattern edges from mapped nodes to ``node`` be searched from their beginning."""
    nodes, indptr, incident, _, lists, cursors = join
    for index in range(indptr[node], indptr[node + 1]):
        if nodes[other_end(pattern[0], incident[index], node)] >= 0:
            rewind(lists, incident[index], cursors)


@kernel
def with_room(buffer: Int32, top: int, room: int) -> Int32:
    """``buffer``, or a larger copy of what is below ``top``, with room for ``room`` more."""
    if top + room <= len(buffer):
        return buffer
    larger = np.empty(2 * (top + room), np.int32)
    larger[:top] = buffer[:top]
    return larger


@kernel
def add_candidates(
    data: Data, pattern: Pattern, join: Join, node: int, buffer: Int32, top: int
) -> tuple[Int32, int, int]:
    """Put the candidates of ``node`` into ``buffer`` from ``top`` on: the buffer, its new top, rows looked at."""
    lists = join[4]
    row_indptr, rows = pattern[7], pattern[8]
    n_rows = row_indptr[node + 1] - row_indptr[node]
    base = shortest_list(pattern, join, node)
    if n_rows > 0 and (base < 0 or n_rows <= lists[2][base]):
        buffer = with_room(buffer, top, n_rows)
        rewind_all(pattern, join, node)
        for place in range(row_indptr[node], row_indptr[node + 1]):
            if is_candidate(data, pattern, join, node, -1, rows[place]):
                buffer[top] = rows[place]
                top += 1
        return buffer, top, n_rows
    if base < 0:
        if not list_start(data, pattern, join, node):
            return _add_any(data, pattern, join, node, buffer, top)
        base = len(pattern[0])
    return _add_listed(data, pattern, join, node, base, buffer, top)


@kernel
def _add_any(
    data: Data, pattern: Pattern, join: Join, node: int, buffer: Int32, top: int
) -> tuple[Int32, int, int]:
    n_rows = len(data[0]) - 1
    buffer = with_room(buffer, top, n_rows)
    for row in range(n_rows):
        if fits(pattern, join[3], node, row) and not clashes(pattern, join[0], node, row):
            buffer[top] = row
            top += 1
    return buffer, top, n_rows


@kernel
def _add_listed(
    data: Data, pattern: Pattern, join: Join, node: int, base: int, buffer: Int32, top: int
) -> tuple[Int32, int, int]:
    segments, counts, sizes = join[4]
    buffer = with_room(buffer, top, sizes[base])
    for segment in range(counts[base]):
        array = array_of(data, segments[base, segment, 0])
        rewind_all(pattern, join, node)
        before = np.int32(-1)
        for place in range(segments[base, segment, 1], segments[base, segment, 2]):
            row = array[place]
            if row == before:
                continue
            before = row
            if is_candidate(data, pattern, join, node, base, row) and not is_repeated(
                data, join[4], base, segment, row
            ):
                buffer[top] = row
                top += 1
    return buffer, top, sizes[base]
