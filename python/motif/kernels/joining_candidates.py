"""Candidates of the next pattern node: which node it is, and the rows that every mapped neighbour leads to."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel, lean
from motif.kernels.joining_arrays import (
    FIRST_EDGE,
    FIRST_RELATION,
    FIRST_ROW,
    HEAD,
    INJECTIVITY,
    LAST_EDGE,
    LAST_RELATION,
    LAST_ROW,
    NODE_MASK,
    START,
    Data,
    Pattern,
    Space,
    is_set,
)
from motif.kernels.joining_lists import (
    COUNT,
    SIZE,
    Lists,
    find,
    holds,
    list_edge,
    list_filtered,
    list_start,
    other_end,
    rewind,
)

Join: TypeAlias = tuple[Int32, Space, Lists]
"""``mapped, space, lists``: the row of each pattern node, -1 where not mapped; what filtering left, if rows were
filtered; the lists of the pattern edges of which one end is mapped."""

_UNKNOWN = 2**40
_NEVER = 1e300
_LAST = 1e200


@kernel
def new_lists(pattern: Pattern) -> Lists:
    """Room for the lists of all pattern edges."""
    edges = pattern[0]
    width = np.int64(1)
    for edge in range(len(edges)):
        width = max(width, edges[edge, LAST_RELATION] - edges[edge, FIRST_RELATION])
    return np.zeros((len(edges) + 1, 2 * width, 3), np.int64), np.zeros((len(edges) + 1, 2), np.int64)


@kernel
def new_join(pattern: Pattern, space: Space) -> Join:
    """A join of which nothing is mapped yet."""
    return np.full(len(pattern[1]), -1, np.int32), space, new_lists(pattern)


@lean
def open_node(data: Data, pattern: Pattern, join: Join, node: int) -> bool:
    """List what the pattern edges from ``node``, just mapped, lead to; False when one leads nowhere."""
    edges, nodes, values, _, _ = pattern
    mapped, space, lists = join
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        edge = values[index]
        if mapped[other_end(edges, edge, node)] < 0:
            side = 0 if edges[edge, HEAD] == node else 1
            if len(space[0]) > 0:
                size = list_filtered(pattern, space, edge, side, mapped[node], lists)
            else:
                size = list_edge(data, pattern, edge, side, mapped[node], lists)
            if size == 0:
                return False
    return True


@lean
def choose_node(data: Data, pattern: Pattern, join: Join) -> int:
    """The pattern node to map next.

    One with a single row first, then the one that may be expected to have the fewest candidates; nodes that only hang
    on one other last, for they prune nothing.
    """
    edges, nodes, values, _, _ = pattern
    mapped, space, lists = join
    scale = 2.0 / len(data[0])
    best, least = -1, _NEVER
    for node in range(len(nodes)):
        if mapped[node] >= 0:
            continue
        n_rows = nodes[node, LAST_ROW] - nodes[node, FIRST_ROW]
        if n_rows == 1:
            return node
        size, share, links = np.int64(_UNKNOWN), 1.0, 0
        for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
            if mapped[other_end(edges, values[index], node)] >= 0:
                size = min(size, lists[1][values[index], SIZE])
                links += 1
                share *= 0.5
        cost = float(size) * share * 2.0
        if len(space[0]) == 0:
            cost *= nodes[node, START] * scale
        if n_rows > 0:
            cost = min(cost, float(n_rows))
        elif links == 0:
            cost = _LAST * (1.0 + nodes[node, START])
        elif (
            nodes[node, LAST_EDGE] - nodes[node, FIRST_EDGE] == 1 and nodes[node, NODE_MASK] == 0 and size > 1
        ):
            cost += _LAST / 2
        if cost < least:
            best, least = node, cost
    return best


@lean
def clashes(pattern: Pattern, mapped: Int32, node: int, row: int) -> bool:
    """Whether a mapped node has ``row`` that must not share it with ``node``."""
    nodes, injectivity = pattern[1], pattern[4][INJECTIVITY]
    if injectivity == 0:
        return False
    for other in range(len(mapped)):
        if mapped[other] == row and (
            injectivity == 2
            or nodes[node, FIRST_ROW] < nodes[node, LAST_ROW]
            or nodes[other, FIRST_ROW] < nodes[other, LAST_ROW]
        ):
            return True
    return False


@inlined
def fits(pattern: Pattern, words: Int64, node: int, row: int) -> bool:
    """Whether ``node`` may take ``row`` by its mask and its rows."""
    nodes, values = pattern[1], pattern[2]
    if len(words) > 0:
        fit = (words[node >> 6, row] >> (node & 63)) & 1 == 1
    else:
        fit = nodes[node, NODE_MASK] == 0 or is_set(nodes[node, NODE_MASK], row)
        if fit and nodes[node, FIRST_ROW] < nodes[node, LAST_ROW]:
            place = find(values, nodes[node, FIRST_ROW], nodes[node, LAST_ROW], row)
            fit = place < nodes[node, LAST_ROW] and values[place] == row
    return bool(fit)


@lean
def choose_links(pattern: Pattern, join: Join, node: int, links: Int64) -> int:
    """Put the pattern edges from mapped nodes to ``node`` into ``links``, that of the shortest list first; how many."""
    edges, nodes, values, _, _ = pattern
    mapped, _, lists = join
    count = 0
    for index in range(nodes[node, FIRST_EDGE], nodes[node, LAST_EDGE]):
        edge = values[index]
        if mapped[other_end(edges, edge, node)] >= 0:
            links[count] = edge
            if lists[1][edge, SIZE] < lists[1][links[0], SIZE]:
                links[count] = links[0]
                links[0] = edge
            count += 1
    return count


@lean
def room_for(data: Data, pattern: Pattern, join: Join, node: int, links: Int64) -> int:
    """How many candidates ``node`` may have at most; lists what they are taken from."""
    nodes, sizes = pattern[1], join[2][1]
    n_links = choose_links(pattern, join, node, links)
    n_rows = nodes[node, LAST_ROW] - nodes[node, FIRST_ROW]
    if n_rows > 0 and (n_links == 0 or n_rows <= sizes[links[0], SIZE]):
        return int(n_rows)
    if n_links > 0:
        return int(sizes[links[0], SIZE])
    start = len(sizes) - 1
    if len(join[1][0]) > 0 or not list_start(data, pattern, node, join[2]):
        sizes[start, COUNT] = 0
        return len(data[0]) // 2
    return int(sizes[start, SIZE])


@lean
def add_candidates(
    data: Data, pattern: Pattern, join: Join, node: int, links: Int64, buffer: Int32, top: int
) -> int:
    """Put the candidates of ``node``, for which `room_for` was called, into ``buffer`` from ``top`` on; its new top.

    They are taken from the rows of a known node, from the shortest list of a mapped neighbour, from the rows of the
    rarest relation, or from all rows; and looked up in the lists of all other mapped neighbours.
    """
    nodes, values = pattern[1], pattern[2]
    mapped, space, (segments, sizes) = join
    words = space[0]
    pool = space[4] if len(words) > 0 else data[5]
    n_links = choose_links(pattern, join, node, links)
    n_rows = nodes[node, LAST_ROW] - nodes[node, FIRST_ROW]
    base, count = -1, 1
    if n_rows == 0 or (n_links > 0 and n_rows > sizes[links[0], SIZE]):
        base = links[0] if n_links > 0 else len(segments) - 1
        count = sizes[base, COUNT]
        if n_links == 0 and count == 0:
            base, count = -1, 1
    for segment in range(count):
        first, last = 0, len(data[0]) // 2
        if base >= 0:
            first, last = segments[base, segment, 0], segments[base, segment, 1]
            rewind(segments, base, segment)
        elif n_rows > 0:
            first, last = nodes[node, FIRST_ROW], nodes[node, LAST_ROW]
        for index in range(n_links):
            rewind(segments, links[index], sizes[links[index], COUNT])
        before = -1
        for place in range(first, last):
            row = place
            if base >= 0:
                row = int(pool[place])
            elif n_rows > 0:
                row = int(values[place])
            if row == before or not fits(pattern, words, node, row) or clashes(pattern, mapped, node, row):
                continue
            before = row
            fit = base < 0 or not holds(pool, segments, base, segment, row)
            for index in range(n_links):
                edge = links[index]
                if fit and edge != base:
                    fit = holds(pool, segments, edge, sizes[edge, COUNT], row)
            if fit:
                buffer[top] = row
                top += 1
    return top
