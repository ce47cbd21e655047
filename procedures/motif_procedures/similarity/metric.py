"""What a metric is: a score between two nodes of given modalities, and how to find the pairs of high score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs, Progress

TEXT_TEXT, TABLE_TABLE, TABLE_TEXT = "text-text", "table-table", "table-text"
"""Pairs of modalities."""


class Metric(Protocol):
    """A score from 0 (nothing alike) to 1 between nodes, which are numbered as in `RichNodes`."""

    @property
    def name(self) -> str:
        """What stands in an edge's property ``metric``."""
        ...

    @property
    def modalities(self) -> str:
        """One of `TEXT_TEXT`, `TABLE_TABLE`, `TABLE_TEXT`."""
        ...

    @property
    def threshold(self) -> float | None:
        """What a score must exceed whatever the distribution; None for a percentile of it."""
        ...

    @property
    def left(self) -> NDArray[np.int32]:
        """The nodes that have what is compared, int32, ascending; the texts in `TABLE_TEXT`."""
        ...

    @property
    def right(self) -> NDArray[np.int32] | None:
        """The tables in `TABLE_TEXT`; None for pairs within ``left``."""
        ...

    def pairs(self, threshold: float, max_neighbours: int | None, progress: Progress | None) -> Pairs:
        """Pairs whose score is strictly above ``threshold``, the lower node first; each node keeps so many."""
        ...

    def scores(self, rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        """Scores of pairs, a text first in `TABLE_TEXT`; not above 0 where a node lacks what is compared."""
        ...

    def explain(self, rows: Sequence[int], others: Sequence[int]) -> Mapping[str, Sequence[Any]]:
        """By property of an edge, what makes such a pair alike; None where there is nothing to say."""
        ...


def ordered(pairs: Pairs) -> Pairs:
    """``pairs`` with the lower node first, ascending."""
    low, high = np.minimum(pairs.source, pairs.target), np.maximum(pairs.source, pairs.target)
    return Pairs(low, high, pairs.score).take(np.lexsort((high, low)))
