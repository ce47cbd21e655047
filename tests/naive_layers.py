"""Slow, obvious twins of overlaps of sets, of pairs of related sets and of pairs of rows that share vectors."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from naive_similarity import Scored, best_pairs, cosine


def overlap(one: set[int], other: set[int], sets: Sequence[set[int]]) -> float:
    """The weight of what both hold by the weight of what either holds, to the nearest 2**-24."""
    weight = {member: math.log(len(sets) / sum(member in of for of in sets)) for member in one | other}
    shared = sum(weight[member] for member in one & other)
    if shared <= 0:
        return 0.0
    return round(shared / sum(weight.values()) * 2**24) / 2**24


def overlapping_pairs(
    left: Sequence[set[int]], right: Sequence[set[int]] | None, threshold: float, cap: int | None, common: int
) -> list[Scored]:
    """Pairs that share a member which at most ``common`` sets hold, and whose overlap is above the threshold and 0."""
    sets = [*left, *(right or ())]
    others = left if right is None else right

    def score(row: int, column: int) -> float:
        shared = left[row] & others[column]
        if not any(sum(member in of for of in sets) <= common for member in shared):
            return 0.0
        return overlap(left[row], others[column], sets)

    return best_pairs(len(left), None if right is None else len(right), score, max(threshold, 0.0), cap)


def grouped_pairs(
    left: Sequence[NDArray[np.float32] | None],
    right: Sequence[NDArray[np.float32] | None] | None,
    threshold: float,
    cap: int | None,
) -> list[Scored]:
    """Pairs of rows whose cosine is above the threshold; a row without a vector is in none."""
    others = left if right is None else right

    def score(row: int, column: int) -> float:
        one, other = left[row], others[column]
        return -math.inf if one is None or other is None else cosine(one, other)

    return best_pairs(len(left), None if right is None else len(right), score, threshold, cap)


def related_sets(
    sets: Sequence[set[int]], relations: Sequence[tuple[int, int]], cap: int, most: int
) -> list[tuple[int, int, float, int]]:
    """Pairs of sets of which one holds an end of a relation and the other the other, with score and count."""
    n_holders = {end: sum(end in of for of in sets) for pair in relations for end in pair}
    kept = {
        (min(pair), max(pair)): sum({min(pair), max(pair)} == set(other) for other in relations)
        for pair in relations
        if 0 < n_holders[pair[0]] * n_holders[pair[1]] <= most
    }

    def ways(row: int, column: int) -> list[tuple[int, int]]:
        both = {*kept, *((high, low) for low, high in kept)}
        return sorted(way for way in both if way[0] in sets[row] and way[1] in sets[column])

    def weight(way: tuple[int, int]) -> float:
        return round(2**32 / math.sqrt(n_holders[way[0]] * n_holders[way[1]])) / 2**32

    def count(row: int, column: int) -> int:
        return sum(kept[min(way), max(way)] for way in ways(row, column))

    pairs = best_pairs(len(sets), None, lambda row, column: sum(map(weight, ways(row, column))), 0.0, cap)
    return [(row, column, score, count(row, column)) for row, column, score in pairs]
