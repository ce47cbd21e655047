"""Sets that share members: partners by an inverted index, measured by the weight of what is shared."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import kernel

Float32: TypeAlias = NDArray[np.float32]
Bool: TypeAlias = NDArray[np.bool_]

Sets: TypeAlias = tuple[Int64, Int32, Int64, Int32, Float64]
"""``indptr, members, held_indptr, holders, totals``: each set's members, ascending; each member's sets, ascending; each
set's weight."""

Found: TypeAlias = tuple[Int32, Int32, Float32]
"""``rows, others, scores``."""

GRID = 2.0**24


@kernel
def overlap(left: Sets, right: Sets, weights: Float64, row: int, other: int) -> float:
    """The weight of what two sets share by the weight of what either has, to the nearest 2**-24; 0 for nothing."""
    place, end = left[0][row], left[0][row + 1]
    at, stop = right[0][other], right[0][other + 1]
    shared = 0.0
    while place < end and at < stop:
        one, two = left[1][place], right[1][at]
        if one == two:
            shared += weights[one]
        place += one <= two
        at += two <= one
    either = left[4][row] + right[4][other] - shared
    return float(np.rint(shared / either * GRID) / GRID) if shared > 0.0 else 0.0


@kernel
def overlaps(left: Sets, right: Sets, weights: Float64, rows: Int32, others: Int32, out: Float32) -> None:
    """``out[i]`` = `overlap` of the sets ``rows[i]`` and ``others[i]``."""
    for place in range(len(rows)):
        out[place] = overlap(left, right, weights, rows[place], others[place])


@kernel
def list_overlaps(
    left: Sets, right: Sets, weights: Float64, is_rare: Bool, rules: tuple[int, bool], band: tuple[int, int]
) -> Found:
    """For each set of ``band`` the sets of ``right`` that share a member which ``is_rare``, and their overlap.

    ``rules`` are how many partners a set keeps (its strongest, ties by row; all for 0), and whether ``left`` and
    ``right`` are the same sets: then none is a partner of its own.
    """
    cap, same = rules
    rows, others, scores = np.empty(64, np.int32), np.empty(64, np.int32), np.empty(64, np.float32)
    marks = np.full(len(right[0]) - 1, -1, np.int32)
    partners = np.empty(len(marks), np.int32)
    count = 0
    for row in range(band[0], band[1]):
        n_partners = 0
        for place in range(left[0][row], left[0][row + 1]):
            member = left[1][place]
            if not is_rare[member]:
                continue
            for at in range(right[2][member], right[2][member + 1]):
                other = right[3][at]
                if marks[other] != row and not (same and other == row):
                    marks[other] = row
                    partners[n_partners] = other
                    n_partners += 1
        chosen = np.sort(partners[:n_partners])
        strengths = np.empty(n_partners, np.float32)
        for at in range(n_partners):
            strengths[at] = overlap(left, right, weights, row, chosen[at])
        order = np.argsort(-strengths, kind="mergesort")
        kept = min(n_partners, cap) if cap > 0 else n_partners
        while count + kept > len(rows):
            rows, others, scores = _doubled(rows), _doubled(others), _doubled_scores(scores)
        for at in range(kept):
            rows[count] = row
            others[count] = chosen[order[at]]
            scores[count] = strengths[order[at]]
            count += 1
    return rows[:count], others[:count], scores[:count]


@kernel
def _doubled(values: Int32) -> Int32:
    larger = np.empty(2 * len(values), np.int32)
    larger[: len(values)] = values
    return larger


@kernel
def _doubled_scores(values: Float32) -> Float32:
    larger = np.empty(2 * len(values), np.float32)
    larger[: len(values)] = values
    return larger
