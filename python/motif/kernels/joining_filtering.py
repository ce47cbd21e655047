"""Rows that each pattern node may take, as far as the neighbours of each row tell."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.joining_arrays import (
    FIRST_EDGE,
    FIRST_RELATION,
    FIRST_ROW,
    HEAD,
    INJECTIVITY,
    LAST_EDGE,
    LAST_RELATION,
    NODE_MASK,
    START,
    TAIL,
    Data,
    Pattern,
    Space,
)
from motif.kernels.joining_candidates import fits, new_lists
from motif.kernels.joining_lists import COUNT, Lists, list_edge, other_end, rewind

UNFILTERED: Space = (
    np.empty((0, 0), np.int64),
    np.empty((0, 2), np.int64),
    np.empty((0, 0), np.int32),
    np.empty(0, np.int64),
    np.empty(0, np.int32),
)
_PASSES = 6


@kernel
def filter_rows(data: Data, pattern: Pattern, control: Int64) -> Int64:
    """Words of all rows, int64 (blocks, n): bit ``p % 64`` of block ``p // 64`` says that pattern node ``p`` may take
    the row.

    A row that lacks a neighbour for one of the pattern edges at ``p`` is dropped, over and over until nothing changes
    or a few passes are done (arc consistency); where rows differ for sure it must have as many neighbours as there are
    pattern edges of one kind at ``p``. Sets `START` in ``pattern`` to how many rows are left.
    """
    nodes, values = pattern[1], pattern[2]
    n_rows = len(data[0]) // 2
    words = np.zeros(((len(nodes) + 63) >> 6, n_rows), np.int64)
    nothing = np.empty((0, 0), np.int64)
    for node in range(len(nodes)):
        for row in range(n_rows):
            if fits(pattern, nothing, node, row):
                words[node >> 6, row] |= np.int64(1) << np.int64(node & 63)
    lists = new_lists(pattern)
    for _ in range(_PASSES):
        dropped = 0
        for node in range(len(nodes)):
            left = 0
            for row in range(n_rows):
                if (words[node >> 6, row] >> (node & 63)) & 1 == 0:
                    continue
                if control[0] != 0:
                    return words
                for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
                    if not _has_neighbours(data, pattern, words, node, values[index], row, lists):
                        words[node >> 6, row] &= ~(np.int64(1) << np.int64(node & 63))
                        dropped += 1
                        left -= 1
                        break
                left += 1
            nodes[node, START] = left
        if dropped == 0:
            break
    return words


@lean
def _has_neighbours(
    data: Data, pattern: Pattern, words: Int64, node: int, edge: int, row: int, lists: Lists
) -> bool:
    """Whether ``row`` has as many neighbours for ``edge`` as it needs when ``node`` takes it."""
    edges = pattern[0]
    other = other_end(edges, edge, node)
    if other == node:
        return True
    segments, sizes = lists
    list_edge(data, pattern, edge, 0 if edges[edge, HEAD] == node else 1, row, lists)
    kind, needed = _edges_of_kind(pattern, node, edge)
    block, bit = other >> 6, other & 63
    found = False
    for segment in range(sizes[edge, COUNT]):
        before = np.int32(-1)
        for place in range(segments[edge, segment, 0], segments[edge, segment, 1]):
            neighbour = data[5][place]
            if neighbour != before:
                found = found or (words[block, neighbour] >> bit) & 1 == 1
                needed -= words[block, neighbour] & kind != 0
                if found and needed <= 0:
                    return True
            before = neighbour
    return False


@lean
def _edges_of_kind(pattern: Pattern, node: int, edge: int) -> tuple[np.int64, int]:
    """Ends of the pattern edges at ``node`` that ask the same as ``edge``, as bits, and how many must differ.

    Of ends in the block of words that the end of ``edge`` is in: fewer are asked for then, never more.
    """
    edges, nodes, values, _, rules = pattern
    block = other_end(edges, edge, node) >> 6
    bits, count = np.int64(0), 0
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        other = other_end(edges, values[index], node)
        if other >> 6 != block:
            continue
        if values[index] == edge or _same_kind(edges, nodes, values, node, edge, values[index]):
            bit = np.int64(1) << np.int64(other & 63)
            count += bits & bit == 0
            bits |= bit
    return bits, count if rules[INJECTIVITY] == 2 else 1


@lean
def _same_kind(edges: Int64, nodes: Int64, values: Int32, node: int, one: int, two: int) -> bool:
    one_end, two_end = other_end(edges, one, node), other_end(edges, two, node)
    n_relations = edges[one, LAST_RELATION] - edges[one, FIRST_RELATION]
    if (
        one_end == two_end
        or two_end == node
        or nodes[one_end, NODE_MASK] != nodes[two_end, NODE_MASK]
        or nodes[one_end, FIRST_ROW] != nodes[two_end, FIRST_ROW]
        or (edges[one, HEAD] == node) != (edges[two, HEAD] == node)
        or n_relations != edges[two, LAST_RELATION] - edges[two, FIRST_RELATION]
    ):
        return False
    for place in range(n_relations):
        if values[edges[one, FIRST_RELATION] + place] != values[edges[two, FIRST_RELATION] + place]:
            return False
    return True


@kernel
def list_space(data: Data, pattern: Pattern, words: Int64, control: Int64) -> Space:
    """The lists of all pattern edges at the rows that `filter_rows` left, of such rows only."""
    edges, nodes = pattern[0], pattern[1]
    n_rows = words.shape[1]
    ranks = np.full((len(nodes), n_rows), -1, np.int32)
    for node in range(len(nodes)):
        rank = np.int32(0)
        for row in range(n_rows):
            if (words[node >> 6, row] >> (node & 63)) & 1 == 1:
                ranks[node, row] = rank
                rank += 1
        nodes[node, START] = rank
    offsets = np.zeros((len(edges), 2), np.int64)
    n_lists = np.int64(0)
    for edge in range(len(edges)):
        for side in range(2):
            offsets[edge, side] = n_lists
            n_lists += nodes[edges[edge, HEAD + side], START]
    indptr = np.zeros(n_lists + 1, np.int64)
    pool, top = np.empty(1024, np.int32), 0
    lists = new_lists(pattern)
    for edge in range(len(edges)):
        for side in range(2):
            node, other = edges[edge, HEAD + side], edges[edge, TAIL - side]
            for row in range(n_rows):
                if ranks[node, row] >= 0 and control[0] == 0:
                    size = list_edge(data, pattern, edge, side, row, lists)
                    pool = with_room(pool, top, size)
                    top = _merge(data[5], words, other, edge, lists, pool, top)
                    indptr[offsets[edge, side] + ranks[node, row] + 1] = top
    return words, offsets, ranks, indptr, pool


@lean
def _merge(source: Int32, words: Int64, node: int, edge: int, lists: Lists, pool: Int32, top: int) -> int:
    """Append the distinct rows in the list of ``edge`` that ``node`` may take to ``pool``, ascending."""
    segments, sizes = lists
    count = sizes[edge, COUNT]
    rewind(segments, edge, count)
    while True:
        least = -1
        for index in range(count):
            place = segments[edge, index, 2]
            if place < segments[edge, index, 1] and (least < 0 or source[place] < least):
                least = source[place]
        if least < 0:
            return top
        for index in range(count):
            while (
                segments[edge, index, 2] < segments[edge, index, 1]
                and source[segments[edge, index, 2]] == least
            ):
                segments[edge, index, 2] += 1
        if (words[node >> 6, least] >> (node & 63)) & 1 == 1:
            pool[top] = least
            top += 1


@kernel
def with_room(buffer: Int32, top: int, room: int) -> Int32:
    """``buffer``, or a larger copy of what is below ``top``, with room for ``room`` more."""
    if top + room <= len(buffer):
        return buffer
    larger = np.empty(2 * (top + room), np.int32)
    for place in range(top):
        larger[place] = buffer[place]
    return larger
