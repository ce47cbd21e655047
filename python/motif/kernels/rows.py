"""Sets of rows as open-addressing tables: memory in proportion to the set, not to the graph."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

EMPTY = -1
_SPREAD = 2654435761
_LOW = 0xFFFFFFFF


@kernel
def new_table(n_rows: int) -> Int64:
    """An empty table for ``n_rows`` rows: int64, at most half full; an entry is ``row << 32 | slot``."""
    size = 16
    while size < 2 * n_rows:
        size *= 2
    return np.full(size, EMPTY, np.int64)


@kernel
def place_of(table: Int64, row: int) -> int:
    """Where ``row`` stands in ``table``, or the empty place where it would be put."""
    last = len(table) - 1
    place = ((np.int64(row) * np.int64(_SPREAD)) >> 15) & last
    while table[place] != EMPTY and (table[place] >> 32) != row:
        place = (place + 1) & last
    return int(place)


@kernel
def slot_of(table: Int64, row: int) -> int:
    """Slot of ``row``, -1 when it is not in ``table``."""
    entry = table[place_of(table, row)]
    return -1 if entry == EMPTY else entry & _LOW


@kernel
def index_rows(rows: Int32) -> Int64:
    """The table that gives each of the distinct ``rows`` its position as slot."""
    table = new_table(len(rows))
    for slot in range(len(rows)):
        table[place_of(table, rows[slot])] = (np.int64(rows[slot]) << 32) | slot
    return table
