"""Traces that were found, each once."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean
from motif.kernels.tracing_walk import ONE, Walk

Kept: TypeAlias = tuple[Int32, Int32, Int64, Int32, Int64, Int64]
"""``nodes, relationships, values, anchors, table, count``: the traces that were found, and a table of them."""


@kernel
def new_kept(n_places: int, n_triples: int) -> Kept:
    """No traces yet."""
    return (
        np.empty((256, n_places), np.int32),
        np.empty((256, n_triples), np.int32),
        np.empty(256, np.int64),
        np.empty(256, np.int32),
        np.full(1024, -1, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def keep(kept: Kept, walk: Walk, value: int, anchor: int) -> Kept:
    """``kept`` with the walk's trace, unless it has traced nothing or is there already."""
    if value < ONE // 2:
        return kept
    nodes, relationships, values, anchors, table, count = kept
    place = _kept_place(kept, walk)
    if table[place] >= 0:
        return kept
    number = count[0]
    table[place] = number
    nodes[number], relationships[number] = walk[0], walk[1]
    values[number], anchors[number] = value, anchor
    count[0] += 1
    return _with_more(kept) if count[0] == len(values) else kept


@lean
def _kept_place(kept: Kept, walk: Walk) -> int:
    """Where the walk's trace stands in the table of kept ones, or would."""
    table = kept[4]
    place = _hash(walk[0], _hash(walk[1], 1)) & (len(table) - 1)
    while table[place] >= 0 and not _is_kept(kept, walk, table[place]):
        place = (place + 1) & (len(table) - 1)
    return int(place)


@lean
def _hash(rows: Int32, start: int) -> int:
    value = start
    for row in rows:
        value = int((value * 1000003 + np.int64(row) + 2) & 0xFFFFFFFF)
    return value ^ (value >> 15)


@lean
def _is_kept(kept: Kept, walk: Walk, number: int) -> bool:
    n_different = 0
    for edge in range(len(walk[1])):
        n_different += kept[1][number, edge] != walk[1][edge]
    for place in range(len(walk[0])):
        n_different += kept[0][number, place] != walk[0][place]
    return n_different == 0


@kernel
def _with_more(kept: Kept) -> Kept:
    """``kept`` with twice the room."""
    count = len(kept[2])
    nodes = np.empty((2 * count, kept[0].shape[1]), np.int32)
    relationships = np.empty((2 * count, kept[1].shape[1]), np.int32)
    values, anchors = np.empty(2 * count, np.int64), np.empty(2 * count, np.int32)
    nodes[:count], relationships[:count] = kept[0], kept[1]
    values[:count], anchors[:count] = kept[2], kept[3]
    table = np.full(2 * len(kept[4]), -1, np.int64)
    larger = nodes, relationships, values, anchors, table, kept[5]
    walk = nodes[0], relationships[0], relationships[0], relationships[0]
    for number in range(count):
        walk = nodes[number], relationships[number], relationships[number], relationships[number]
        table[_kept_place(larger, walk)] = number
    return larger
