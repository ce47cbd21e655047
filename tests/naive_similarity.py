"""Slow, obvious twins of similar pairs and of overlaps: measure every pair, sort, cut."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Scored = tuple[int, int, float]
"""Two rows and their score."""


def cosine(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """To the nearest 2**-24, and never beyond 1."""
    total = math.fsum(float(a) * float(b) for a, b in zip(one, other, strict=True))
    return min(1.0, max(-1.0, round(total * 2**24) / 2**24))


def pairs_above(
    left: NDArray[np.float32], right: NDArray[np.float32] | None, threshold: float, cap: int | None
) -> list[Scored]:
    """Every pair above the threshold; with a cap those that are among the best of one of their ends."""
    columns = left if right is None else right
    return best_pairs(
        len(left),
        None if right is None else len(columns),
        lambda row, column: cosine(left[row], columns[column]),
        threshold,
        cap,
    )


def best_pairs(
    n_left: int,
    n_right: int | None,
    score: Callable[[int, int], float],
    threshold: float,
    cap: int | None,
) -> list[Scored]:
    """As `pairs_above`, of any score; ``n_right`` None for pairs within."""
    if n_right is None:
        allowed = [(row, column) for row in range(n_left) for column in range(row + 1, n_left)]
    else:
        allowed = [(row, column) for row in range(n_left) for column in range(n_right)]
    scored = [(row, column, score(row, column)) for row, column in allowed]
    above = [pair for pair in scored if pair[2] > threshold]
    if cap is None:
        return above
    kept = set()
    for node in range(n_left):
        own = [pair for pair in above if pair[0] == node or (n_right is None and pair[1] == node)]
        kept.update(_first(own, node, cap))
    for node in range(n_right or 0):
        kept.update(_first([pair for pair in above if pair[1] == node], node, cap))
    return sorted(kept)


def _first(pairs: Sequence[Scored], node: int, cap: int) -> list[Scored]:
    """The strongest, ties by the other end."""
    return sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1]))[:cap]
