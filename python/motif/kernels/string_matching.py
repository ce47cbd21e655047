"""Loops that find the strings of one table in another, byte by byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.compilation import kernel

_OFFSET, _PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)
_SHIFT = np.uint64(29)


@kernel
def string_hash(offsets: NDArray[np.int64], data: NDArray[np.uint8], row: int) -> np.uint64:
    """64 bits that equal strings share (FNV-1a, its high bits folded in)."""
    code = _OFFSET
    for place in range(offsets[row], offsets[row + 1]):
        code = (code ^ np.uint64(data[place])) * _PRIME
    return code ^ (code >> _SHIFT)


@kernel
def string_hashes(offsets: NDArray[np.int64], data: NDArray[np.uint8], hashes: NDArray[np.uint64]) -> None:
    """Writes the hash of each string of a table; O(bytes)."""
    for row in range(len(hashes)):
        hashes[row] = string_hash(offsets, data, row)


@kernel
def equal_strings(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    row: int,
    other_offsets: NDArray[np.int64],
    other_data: NDArray[np.uint8],
    other: int,
) -> bool:
    """Whether string ``row`` of a table is string ``other`` of another one."""
    start, other_start = offsets[row], other_offsets[other]
    length = offsets[row + 1] - start
    if other_offsets[other + 1] - other_start != length:
        return False
    equal = 0
    while equal < length and data[start + equal] == other_data[other_start + equal]:
        equal += 1
    return bool(equal == length)


@kernel
def first_rows(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    other_offsets: NDArray[np.int64],
    other_data: NDArray[np.uint8],
    slots: NDArray[np.int32],
    rows: NDArray[np.int32],
) -> None:
    """Writes to ``rows`` for each string of a table the first row of another table that holds it, -1 for none.

    O(bytes of both).

    Parameters
    ----------
    slots : int32 (a power of two, more than the other table's strings)
        -1 all; the other table's hash table afterwards.
    """
    mask = np.uint64(len(slots) - 1)
    for other in range(len(other_offsets) - 1):
        slot = string_hash(other_offsets, other_data, other) & mask
        while slots[slot] >= 0 and not equal_strings(
            other_offsets, other_data, slots[slot], other_offsets, other_data, other
        ):
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] < 0:
            slots[slot] = other
    for row in range(len(offsets) - 1):
        slot = string_hash(offsets, data, row) & mask
        while slots[slot] >= 0 and not equal_strings(
            offsets, data, row, other_offsets, other_data, slots[slot]
        ):
            slot = (slot + np.uint64(1)) & mask
        rows[row] = slots[slot]
