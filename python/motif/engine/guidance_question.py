"""A question as a guidance model sees it: what its schema triples say, and where each stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.guidance import STEPS


@dataclass(frozen=True, slots=True)
class SchemaQuestion:
    """The schema triples of a question.

    Attributes
    ----------
    relations : float32 (T, e)
        Vectors of the texts of their relations.
    places : int64 (T,)
        Where each stands, as `schema_places` gives it.

    Raises `InvalidInput` without a triple, and for another number of places.
    """

    relations: NDArray[np.float32]
    places: NDArray[np.int64]

    def __post_init__(self) -> None:
        if not len(self.relations) or len(self.relations) != len(self.places):
            raise InvalidInput(
                f"A question is one schema triple or more, with a place for each, not {len(self.relations)} relations "
                f"and {len(self.places)} places."
            )


def schema_places(edges: Sequence[tuple[int, int]], known: Sequence[int]) -> NDArray[np.int64]:
    """The place of each schema triple, int64 (T,): 2 δ + 1 where it is gone along, 2 δ where it is gone against.

    Parameters
    ----------
    edges
        The nodes that are head and tail of each.
    known
        Nodes that the question names.

    δ is how far the nearer end is from the nearest known node, at most 3; what hangs on none is as far as can be.

    >>> schema_places([(0, 1), (2, 1), (2, 3)], known=[0]).tolist()
    [1, 2, 5]
    """
    steps = dict.fromkeys(known, 0)
    for distance in range(len(edges)):
        reached = [
            there for pair in edges for here, there in (pair, pair[::-1]) if steps.get(here) == distance
        ]
        for node in reached:
            steps.setdefault(node, distance + 1)
    last = STEPS - 1
    return np.array(
        [
            2 * min(steps.get(head, last), steps.get(tail, last), last)
            + (steps.get(head, last) <= steps.get(tail, last))
            for head, tail in edges
        ],
        np.int64,
    )
