"""Scores of rows from the words of a text, and the rows of highest score: for tables of many rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

Float32 = NDArray[np.float32]


@kernel
def add_postings(spans: Int64, weights: Float32, rows: Int32, scores: Float32, total: Float32) -> None:
    """Adds to the total of each row the scores of the postings in ``spans``, int64 (words, 2), times their weights."""
    for word in range(len(spans)):
        for place in range(spans[word, 0], spans[word, 1]):
            total[rows[place]] += scores[place] * weights[word]


@kernel
def scores_of_words(spans: Int64, rows: Int32, scores: Float32, wanted: Int32, found: Float32) -> None:
    """Writes the score of each word in each of the rows ``wanted``, 0 where it has none; O(wanted · words · log rows).

    Parameters
    ----------
    spans : int64 (words, 2)
        Where the postings of each word begin and end; its rows ascend.
    found : float32 (wanted, words)
    """
    for word in range(len(spans)):
        begin, end = spans[word]
        for index in range(len(wanted)):
            low, high = begin, end
            while low < high:
                middle = (low + high) // 2
                if rows[middle] < wanted[index]:
                    low = middle + 1
                else:
                    high = middle
            is_there = low < end and rows[low] == wanted[index]
            found[index, word] = scores[low] if is_there else np.float32(0)


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
