"""Loops that find the strings of one table in another, byte by byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets
from motif.kernels.compilation import kernel

_OFFSET, _PRIME = np.uint64(14695981039346656037), np.uint64(1099511628211)
_SHIFT = np.uint64(29)
_LARGE = 1 << 22
_HALF, _LOW = np.uint64(32), np.uint64((1 << 32) - 1)


@kernel
def string_hash(offsets: Offsets, data: NDArray[np.uint8], row: int) -> np.uint64:
    """64 bits that equal strings share (FNV-1a, its high bits folded in)."""
    code = _OFFSET
    for place in range(offsets[row], offsets[row + 1]):
        code = (code ^ np.uint64(data[place])) * _PRIME
    return code ^ (code >> _SHIFT)


@kernel
def string_hashes(offsets: Offsets, data: NDArray[np.uint8], hashes: NDArray[np.uint64]) -> None:
    """Writes the hash of each string of a table; O(bytes)."""
    for row in range(len(hashes)):
        hashes[row] = string_hash(offsets, data, row)


@kernel
def equal_strings(
    offsets: Offsets,
    data: NDArray[np.uint8],
    row: int,
    other_offsets: Offsets,
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
    offsets: Offsets,
    data: NDArray[np.uint8],
    other_offsets: Offsets,
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


@kernel
def number_strings(
    offsets: Offsets, data: NDArray[np.uint8], codes: NDArray[np.int32], firsts: NDArray[np.int64]
) -> int:
    """How many distinct strings a table holds; writes the number of each, as they come, and where each stands first.

    O(bytes). The hash table grows with the distinct strings: few of them stay in the processor's cache, whatever the
    rows.

    Parameters
    ----------
    codes : int32 (n,); firsts : int64 (n,)
        Of ``firsts`` as many are written as there are distinct strings.
    """
    slots = np.zeros(1 << 10, np.uint64)
    count = 0
    for row in range(len(codes)):
        if 2 * (count + 1) > len(slots):
            slots = np.zeros(len(slots) * (8 if len(slots) < _LARGE else 2), np.uint64)
            for number in range(count):
                _put_number(slots, string_hash(offsets, data, firsts[number]), number)
        code = string_hash(offsets, data, row)
        mask = np.uint64(len(slots) - 1)
        slot = code & mask
        found = np.int64(-1)
        while slots[slot]:
            if slots[slot] >> _HALF == code >> _HALF:
                known = np.int64(slots[slot] & _LOW) - 1
                if equal_strings(offsets, data, firsts[known], offsets, data, row):
                    found = known
                    break
            slot = (slot + np.uint64(1)) & mask
        if found < 0:
            found = np.int64(count)
            slots[slot] = code >> _HALF << _HALF | np.uint64(count + 1)
            firsts[count] = row
            count += 1
        codes[row] = found
    return count


@kernel
def _put_number(slots: NDArray[np.uint64], code: np.uint64, number: int) -> None:
    """Puts a string that the table does not hold yet: half of its hash, and its number from 1 on."""
    mask = np.uint64(len(slots) - 1)
    slot = code & mask
    while slots[slot]:
        slot = (slot + np.uint64(1)) & mask
    slots[slot] = code >> _HALF << _HALF | np.uint64(number + 1)


@kernel
def mark_equal(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    other_offsets: Offsets,
    other_data: NDArray[np.uint8],
    other_rows: NDArray[np.int64],
    equal: NDArray[np.bool_],
) -> None:
    """Writes whether string ``rows[i]`` of a table is string ``other_rows[i]`` of another one."""
    for place in range(len(rows)):
        equal[place] = equal_strings(offsets, data, rows[place], other_offsets, other_data, other_rows[place])
