"""Loops that build a projection: sorting by small keys, looking ids up, copying strings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.compilation import kernel


@kernel
def counting_order(keys: NDArray[np.int32], n_keys: int, order: NDArray[np.int32]) -> NDArray[np.int32]:
    """``order`` rearranged so that ``keys[order]`` ascends; equal keys keep their order. O(m + n_keys).

    Parameters
    ----------
    keys : int32 (m,)
        Each in 0 … n_keys - 1.
    order : int32 (m,)
        Rows of ``keys``.
    """
    starts = np.zeros(n_keys + 1, dtype=np.int64)
    for key in keys:
        starts[key + 1] += 1
    for key in range(n_keys):
        starts[key + 1] += starts[key]
    result = np.empty_like(order)
    for row in order:
        key = keys[row]
        result[starts[key]] = row
        starts[key] += 1
    return result


@kernel
def rows_of(ids: NDArray[np.int64], table: NDArray[np.int32], rows: NDArray[np.int32]) -> None:
    """Writes ``table[id]`` for each id to ``rows``, -1 where the id is outside the table."""
    for index in range(len(ids)):
        identity = ids[index]
        rows[index] = table[identity] if 0 <= identity < len(table) else -1


@kernel
def copy_strings(
    offsets: NDArray[np.int64],
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    positions: NDArray[np.int64],
    target: NDArray[np.uint8],
) -> None:
    """Copies string ``rows[i]`` of a table to ``target`` from ``positions[i]`` on."""
    for index in range(len(rows)):
        start, end = offsets[rows[index]], offsets[rows[index] + 1]
        position = positions[index]
        for byte in range(end - start):
            target[position + byte] = data[start + byte]
