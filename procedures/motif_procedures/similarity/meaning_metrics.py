"""Metrics of meaning: the cosine of what an encoder makes of two nodes' texts, topics, titles or columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.grouped_pairs import GroupedVectors, grouped_cosines, grouped_pairs_above
from motif.engine.similar_pairs import Pairs, Progress
from motif.indexes.names import normalise
from motif_procedures.similarity.metric import ordered

MOST_COLUMNS = 20


@dataclass(frozen=True, slots=True)
class MeaningMetric:
    """The cosine between the nodes' vectors; see `Metric`.

    Attributes
    ----------
    columns
        Headers of tables, by node, where it compares tables: those that both have are said.
    """

    name: str
    modalities: str
    of_left: GroupedVectors
    of_right: GroupedVectors | None
    control: Control | None = None
    columns: Sequence[Sequence[str]] | None = None
    threshold: float | None = None

    @property
    def left(self) -> NDArray[np.int32]:
        return self.of_left.rows

    @property
    def right(self) -> NDArray[np.int32] | None:
        return None if self.of_right is None else self.of_right.rows

    def pairs(self, threshold: float, max_neighbours: int | None, progress: Progress | None) -> Pairs:
        found = grouped_pairs_above(
            self.of_left,
            self.of_right,
            threshold,
            max_neighbours=max_neighbours,
            control=self.control,
            progress=progress,
        )
        return found if self.of_right is None else ordered(found)

    def scores(self, rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        right = self.of_left if self.of_right is None else self.of_right
        return grouped_cosines(self.of_left, right, rows, others)

    def explain(self, rows: Sequence[int], others: Sequence[int]) -> Mapping[str, Sequence[Any]]:
        if self.columns is None:
            return {}
        held = self.columns
        return {
            "columns": [_joinable(held[row], held[other]) for row, other in zip(rows, others, strict=True)]
        }


def _joinable(columns: Sequence[str], others: Sequence[str]) -> list[str] | None:
    """The columns of the first that the second has too, by their headers."""
    known = {normalise(name) for name in others}
    return [name for name in columns if normalise(name) in known][:MOST_COLUMNS] or None
