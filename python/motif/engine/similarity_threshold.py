"""The percentile of a metric's distribution over pairs, from a sample of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput

SAMPLE = 200_000
"""Pairs that are measured; where there are no more, all are."""

Score = Callable[[NDArray[np.int32], NDArray[np.int32]], NDArray[np.float32]]
"""The scores of pairs of rows, float32, aligned with them."""


def sample_threshold(
    score: Score,
    n_left: int,
    n_right: int | None,
    percentile: float,
    generator: np.random.Generator,
) -> float:
    """The score that ``percentile`` per cent of all pairs do not exceed; exact where there are at most `SAMPLE` pairs.

    Parameters
    ----------
    score
        Measures pairs of rows.
    n_left, n_right
        How many rows there are; ``n_right`` None for pairs within one set of rows.
    percentile
        Above 0 and below 100; SAGE's is 95 (§2.1 B).

    The error of a sampled percentile falls with the root of the sample: at 95, about 0.05 percentiles.

    Raises `InvalidInput` for a percentile outside (0, 100).

    >>> values = np.array([0, 0, 1, 2], np.float32)
    >>> sample_threshold(lambda rows, others: values[rows], 4, 1, 50, np.random.default_rng(0))
    0.5
    """
    check_percentile(percentile)
    total = n_left * (n_left - 1) // 2 if n_right is None else n_left * n_right
    if total <= 0:
        return 0.0
    rows, others = _all(n_left, n_right) if total <= SAMPLE else _drawn(n_left, n_right, generator)
    return float(np.percentile(score(rows, others).astype(np.float64), percentile))


def check_percentile(percentile: float) -> None:
    """Raises `InvalidInput` unless ``percentile`` is above 0 and below 100."""
    if isinstance(percentile, bool) or not isinstance(percentile, int | float) or not 0 < percentile < 100:
        raise InvalidInput(
            f"percentile must be a number above 0 and below 100, not {percentile!r}.",
            hint="95 keeps the strongest twentieth of the pairs.",
        )


def _all(n_left: int, n_right: int | None) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    if n_right is None:
        rows, others = np.triu_indices(n_left, 1)
    else:
        rows, others = (part.ravel() for part in np.indices((n_left, n_right)))
    return rows.astype(np.int32), others.astype(np.int32)


def _drawn(
    n_left: int, n_right: int | None, generator: np.random.Generator
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Pairs with replacement, each as likely as any other."""
    rows = generator.integers(0, n_left, SAMPLE, dtype=np.int32)
    if n_right is not None:
        return rows, generator.integers(0, n_right, SAMPLE, dtype=np.int32)
    others = generator.integers(0, n_left - 1, SAMPLE, dtype=np.int32)
    others += others >= rows
    return np.minimum(rows, others), np.maximum(rows, others)
