"""Scores of rows from the words of a text, and the rows of highest score: for tables of many rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

Float32 = NDArray[np.float32]


@kernel
def add_postings(rows: Int32, scores: Float32, weight: np.float32, total: Float32) -> None:
    """Adds to the total of each of ``rows``, which are distinct, its score times ``weight``."""
    for place in range(len(rows)):
        total[rows[place]] += scores[place] * weight


@kernel
def highest_rows(scores: Float32, k: int) -> Int64:
    """The at most ``k`` rows of highest positive score, of equal ones the first, int64, in no order. O(rows log k)."""
    heap = np.empty(k, np.int64)
    count = 0
    for row in range(len(scores)):
        score = scores[row]
        if score <= 0:
            continue
        if count < k:
            _rise(heap, scores, count, row)
            count += 1
        elif score > scores[heap[0]]:
            _sink(heap, scores, row)
    return heap[:count]


@kernel
def _is_worse(scores: Float32, row: int, other: int) -> bool:
    """Whether a row comes after another."""
    return bool(scores[row] < scores[other] or (scores[row] == scores[other] and row > other))


@kernel
def _rise(heap: Int64, scores: Float32, place: int, row: int) -> None:
    """Puts a row at the end of the heap, whose first is the worst, and lets it rise."""
    while place > 0:
        parent = (place - 1) // 2
        if not _is_worse(scores, row, heap[parent]):
            break
        heap[place] = heap[parent]
        place = parent
    heap[place] = row


@kernel
def _sink(heap: Int64, scores: Float32, row: int) -> None:
    """Puts a row in the place of the worst, and lets it sink."""
    place, size = 0, len(heap)
    while 2 * place + 1 < size:
        child = 2 * place + 1
        if child + 1 < size and _is_worse(scores, heap[child + 1], heap[child]):
            child += 1
        if not _is_worse(scores, heap[child], row):
            break
        heap[place] = heap[child]
        place = child
    heap[place] = row
