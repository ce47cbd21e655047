"""Candidates: which rows may stand for a known part of a pattern, and at what distance (SimGRAG §5.1)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESOLUTION = 2.0**-24
"""Distances are multiples of this, so that their sums are exact in float64 whatever the order."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Rows that may stand for one known part, nearest first.

    Attributes
    ----------
    rows : int32 (c,)
        Distinct; ascending by (distance, row).
    distances : float64 (c,)
        L2 distance of the unit vectors, a multiple of 2**-24.
    """

    rows: NDArray[np.int32]
    distances: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)


def round_distances(distances: ArrayLike) -> NDArray[np.float64]:
    """``distances`` as the nearest multiples of 2**-24, float64; infinities stay.

    >>> round_distances([0.1, np.inf]) * 2**24
    array([1677722.,      inf])
    """
    return np.rint(np.asarray(distances, dtype=np.float64) / RESOLUTION) * RESOLUTION


def candidates_from_similarity(rows: ArrayLike, similarities: ArrayLike) -> Candidates:
    """The candidates with these cosine similarities: ‖z − z'‖₂ = √(2 − 2·cos) for unit vectors.

    Parameters
    ----------
    rows : int32 (c,)
        Distinct, in any order.
    similarities : float (c,)
        Aligned with ``rows``. Exactly 1 gives distance 0, which equal texts must be given.

    >>> candidates_from_similarity([7, 3, 5], [0.5, 1.0, 0.5])
    Candidates(rows=array([3, 5, 7], dtype=int32), distances=array([0., 1., 1.]))
    """
    cosines = np.minimum(np.asarray(similarities, dtype=np.float64), 1.0)
    distances = round_distances(np.sqrt(2.0 - 2.0 * cosines))
    rows = np.asarray(rows, dtype=np.int32)
    order = np.lexsort((rows, distances))
    return Candidates(rows[order], distances[order])


def relation_costs(n_relations: int, rows: ArrayLike, distances: ArrayLike) -> NDArray[np.float64]:
    """Cost of each relation for one known pattern relation, float64 (n_relations,), infinite where no
    candidate.

    >>> relation_costs(3, [1], [0.25])
    array([ inf, 0.25,  inf])
    """
    costs = np.full(n_relations, np.inf)
    costs[np.asarray(rows, dtype=np.int64)] = round_distances(distances)
    return costs
