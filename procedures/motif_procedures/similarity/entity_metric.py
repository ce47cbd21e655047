"""The metric of shared entities: how much of what two nodes mention is the same, the rarer the more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.overlapping_sets import WeightedSets, overlapping_pairs, overlaps_of, weighted_sets
from motif.engine.similar_pairs import Pairs, Progress
from motif.indexes.names import normalise_all
from motif_procedures.similarity.metric import ordered

MOST_SHARED = 10


@dataclass(frozen=True, slots=True)
class EntityNames:
    """Entities by number, each under the name it was first met with, and those of each node, ascending."""

    names: list[str]
    of_node: list[NDArray[np.int32]]


def number_entities(entities: Sequence[Sequence[str]]) -> EntityNames:
    """Entities by `normalise` of their names.

    >>> found = number_entities([["Al Pacino", "Heat"], ["al pacino"]])
    >>> found.names, [of.tolist() for of in found.of_node]
    (['Al Pacino', 'Heat'], [[0, 1], [0]])
    """
    numbers: dict[str, int] = {}
    names: list[str] = []
    of_node = []
    for given in entities:
        held = set()
        for name, key in zip(given, normalise_all(list(given)), strict=True):
            if not key:
                continue
            number = numbers.setdefault(key, len(numbers))
            if number == len(names):
                names.append(name)
            held.add(number)
        of_node.append(np.array(sorted(held), np.int32))
    return EntityNames(names, of_node)


@dataclass(frozen=True, slots=True)
class EntityMetric:
    """A weighted Jaccard index of entities (`motif.engine.overlapping_sets`); see `Metric`."""

    name: str
    modalities: str
    left: NDArray[np.int32]
    right: NDArray[np.int32] | None
    entities: EntityNames
    sets: WeightedSets
    threshold: float | None = None

    def pairs(self, threshold: float, max_neighbours: int | None, progress: Progress | None) -> Pairs:
        found = overlapping_pairs(self.sets, threshold, max_neighbours=max_neighbours)
        right = self.left if self.right is None else self.right
        return ordered(Pairs(self.left[found.source], right[found.target], found.score))

    def scores(self, rows: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.float32]:
        right = self.left if self.right is None else self.right
        at, place = _places(self.left, rows), _places(right, others)
        known = (at >= 0) & (place >= 0)
        found = np.zeros(len(rows), np.float32)
        found[known] = overlaps_of(self.sets, at[known], place[known])
        return found

    def explain(self, rows: Sequence[int], others: Sequence[int]) -> Mapping[str, Sequence[Any]]:
        return {"sharedEntities": [self._shared(row, other) for row, other in zip(rows, others, strict=True)]}

    def _shared(self, row: int, other: int) -> list[str]:
        """The rarest that both mention."""
        of_node = self.entities.of_node
        shared = np.intersect1d(of_node[row], of_node[other], assume_unique=True)
        order = np.argsort(-self.sets.weights[shared], kind="stable")[:MOST_SHARED]
        return [self.entities.names[number] for number in shared[order].tolist()]


def entity_metric(
    modalities: str, left: NDArray[np.int32], right: NDArray[np.int32] | None, entities: EntityNames
) -> EntityMetric:
    """The metric "entity-overlap" between the nodes of ``left`` (and ``right``) that mention any."""
    has_any = np.array([len(of) > 0 for of in entities.of_node], np.bool_)
    left = left[has_any[left]]
    right = None if right is None else right[has_any[right]]
    sets = weighted_sets(
        [entities.of_node[row] for row in left.tolist()],
        None if right is None else [entities.of_node[row] for row in right.tolist()],
    )
    return EntityMetric("entity-overlap", modalities, left, right, entities, sets)


def _places(values: NDArray[np.int32], wanted: NDArray[np.int32]) -> NDArray[np.int32]:
    """Where each of ``wanted`` stands in ascending ``values``; -1 where it does not."""
    if not len(values):
        return np.full(len(wanted), -1, np.int32)
    places = np.minimum(np.searchsorted(values, wanted), len(values) - 1)
    return np.where(values[places] == wanted, places, -1).astype(np.int32)
