"""Sets of rows as open-addressing tables: memory in proportion to the set, not to the graph.

A table is int64. Its first eight ninths are entries ``row << 32 | slot``, a power of two of them and at most
half in use. The last ninth is a filter of one bit for each of eight times as many hashes: most rows that are
not in a table are turned away there, in an eighth of the memory.
"""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import inlined, kernel

EMPTY = -1
_SPREAD = 2654435761
_LOW = 0xFFFFFFFF


@kernel
def new_table(n_rows: int) -> Int64:
    """An empty table with room for ``n_rows`` rows."""
    size = 16
    while size < 2 * n_rows:
        size *= 2
    table = np.full(size + size // 8, EMPTY, np.int64)
    table[size:] = 0
    return table


@inlined
def hash_of(row: int) -> int:
    """A number of at most 48 bits whose low bits depend on all bits of ``row``."""
    return int((np.int64(row) * np.int64(_SPREAD)) >> 15)


@inlined
def place_of(table: Int64, row: int) -> int:
    """Where ``row`` stands in ``table``, or the empty place where it would be put."""
    last = len(table) // 9 * 8 - 1
    place = hash_of(row) & last
    while table[place] != EMPTY and (table[place] >> 32) != row:
        place = (place + 1) & last
    return int(place)


@inlined
def put(table: Int64, place: int, row: int, slot: int) -> None:
    """Enter ``row`` with ``slot`` at the empty ``place`` that `place_of` gave."""
    table[place] = (np.int64(row) << 32) | slot
    size = len(table) // 9 * 8
    bit = hash_of(row) & (8 * size - 1)
    table[size + (bit >> 6)] |= np.int64(1) << (bit & 63)


@inlined
def slot_of(table: Int64, row: int) -> int:
    """Slot of ``row``, -1 when it is not in ``table``."""
    size = len(table) // 9 * 8
    bit = hash_of(row) & (8 * size - 1)
    if (table[size + (bit >> 6)] >> (bit & 63)) & 1 == 0:
        return -1
    entry = table[place_of(table, row)]
    return -1 if entry == EMPTY else entry & _LOW


@kernel
def index_rows(rows: Int32) -> Int64:
    """The table that gives each of the distinct ``rows`` its position as slot."""
    table = new_table(len(rows))
    for slot in range(len(rows)):
        put(table, place_of(table, rows[slot]), rows[slot], slot)
    return table


@inlined
def passes_sieve(sieve: Int64, row: int) -> bool:
    """Whether ``row`` may be among those marked in ``sieve``; an empty sieve lets everything pass."""
    if len(sieve) == 0:
        return True
    bit = hash_of(row) & (64 * len(sieve) - 1)
    return bool((sieve[bit >> 6] >> (bit & 63)) & 1 == 1)


@inlined
def mark(sieve: Int64, row: int) -> None:
    """Let ``row`` pass ``sieve``, an array of a power of two of words."""
    bit = hash_of(row) & (64 * len(sieve) - 1)
    sieve[bit >> 6] |= np.int64(1) << (bit & 63)
