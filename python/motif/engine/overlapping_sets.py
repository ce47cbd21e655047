"""Pairs of sets that share members, found by an inverted index and measured by what they share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs
from motif.engine.strongest_pairs import united_pairs
from motif.kernels.overlaps import Sets, list_overlaps, overlaps

COMMON = 256
"""A member of more sets than this brings none together on its own: it says little, and would join them all."""

_ROWS_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class WeightedSets:
    """Sets of members, numbered; what a member weighs is how rare it is.

    Attributes
    ----------
    sets
        The sets of the left side and of the right; one object twice for pairs within.
    weights : float64 (members,)
        ``log(sets / holders)``: 0 for a member of all sets.
    is_rare : bool (members,)
        Whether at most `COMMON` sets hold it.
    """

    left: Sets
    right: Sets
    weights: NDArray[np.float64]
    is_rare: NDArray[np.bool_]

    @property
    def within(self) -> bool:
        return self.left is self.right


def weighted_sets(
    left: Sequence[NDArray[np.int32]], right: Sequence[NDArray[np.int32]] | None = None
) -> WeightedSets:
    """Sets by their members, ascending and distinct; ``right`` None for pairs within ``left``."""
    both = [*left, *(right or ())]
    n_members = max((int(of[-1]) + 1 for of in both if len(of)), default=0)
    held = np.bincount(np.concatenate([np.zeros(0, np.int32), *both]), minlength=n_members)
    weights = np.log(max(1, len(both)) / np.maximum(held, 1))
    one = _sets(left, weights)
    return WeightedSets(one, one if right is None else _sets(right, weights), weights, held <= COMMON)


def overlapping_pairs(sets: WeightedSets, threshold: float, *, max_neighbours: int | None = None) -> Pairs:
    """Pairs whose overlap is strictly above ``threshold``, and above 0, ascending.

    The overlap is the weight of the members that both have, by the weight of those that either has: a weighted
    Jaccard index, from 0 to 1. So what is shared counts the more the rarer it is, and a long list does not win by its
    length. Pairs that share nothing but members of more than `COMMON` sets are left out.

    Parameters
    ----------
    max_neighbours
        How many partners each set keeps, its strongest, ties by row; a pair stays when either end keeps it.

    Takes time linear in pairs that share a member; memory is linear in the output.

    >>> sets = weighted_sets([np.array([0, 1]), np.array([1]), np.array([2]), np.array([0, 1])])
    >>> overlapping_pairs(sets, 0.0).source.tolist(), overlapping_pairs(sets, 0.9).source.tolist()
    ([0, 0, 1], [0])
    """
    cap = max_neighbours or 0
    found = [_listed(sets, sets.left, sets.right, cap, threshold)]
    if not sets.within and cap:
        others, rows, score = _listed(sets, sets.right, sets.left, cap, threshold)
        found.append((rows, others, score))
    rows, others, score = (np.concatenate(part) for part in zip(*found, strict=True))
    if sets.within:
        return united_pairs(rows, others, score)
    _, first = np.unique(rows.astype(np.int64) * (len(sets.right[0]) - 1) + others, return_index=True)
    return Pairs(rows[first], others[first], score[first])


def overlaps_of(
    sets: WeightedSets, rows: NDArray[np.int32], others: NDArray[np.int32]
) -> NDArray[np.float32]:
    """The overlap, as in `overlapping_pairs`, of the left set ``rows[i]`` and the right set ``others[i]``, float32."""
    out = np.empty(len(rows), np.float32)
    overlaps(sets.left, sets.right, sets.weights, rows, others, out)
    return out


def _listed(
    sets: WeightedSets, left: Sets, right: Sets, cap: int, threshold: float
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
    rows, others = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    scores = [np.zeros(0, np.float32)]
    for first in range(0, len(left[0]) - 1, _ROWS_AT_ONCE):
        band = (first, min(first + _ROWS_AT_ONCE, len(left[0]) - 1))
        found = list_overlaps(left, right, sets.weights, sets.is_rare, (cap, sets.within), band)
        passes = found[2] > np.float64(max(threshold, 0.0))
        rows.append(found[0][passes])
        others.append(found[1][passes])
        scores.append(found[2][passes])
    return np.concatenate(rows), np.concatenate(others), np.concatenate(scores)


def _sets(sets: Sequence[NDArray[np.int32]], weights: NDArray[np.float64]) -> Sets:
    indptr = np.zeros(len(sets) + 1, np.int64)
    np.cumsum([len(of) for of in sets], out=indptr[1:])
    members = np.concatenate([np.zeros(0, np.int32), *sets]).astype(np.int32)
    row = np.repeat(np.arange(len(sets), dtype=np.int32), np.diff(indptr))
    held = np.zeros(len(weights) + 1, np.int64)
    np.cumsum(np.bincount(members, minlength=len(weights)), out=held[1:])
    totals = np.bincount(row, weights[members], minlength=len(sets)).astype(np.float64)
    return indptr, members, held, row[np.argsort(members, kind="stable")], totals
