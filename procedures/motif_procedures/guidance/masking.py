"""Which nodes of a walk stay named and which become unknown: a schema graph out of a walk (STEM, appendix C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

import numpy as np

_BOTH_ENDS = 0.25
"""Share of the paths of two relationships or more that are asked from both ends, for a node between."""


@dataclass(frozen=True, slots=True)
class Masked:
    """A schema graph by number, its triples in the order of walking, each as its relationship points.

    Attributes
    ----------
    heads, tails
        Places of the ends of each triple; places are 0, 1, … by first mention, heads before tails.
    relations
        The relation of each triple, its place in ``RelationshipTable.relations``.
    entities
        (place, row) of each question entity, ascending.
    answer
        The place that is asked for.
    """

    heads: tuple[int, ...]
    tails: tuple[int, ...]
    relations: tuple[int, ...]
    entities: tuple[tuple[int, int], ...]
    answer: int

    @property
    def n_places(self) -> int:
        return max(*self.heads, *self.tails) + 1

    def names(self, names: Mapping[int, str]) -> list[str]:
        """What stands for each place: its name in ``names`` (by place), else ``[ENT1]``, ``[ENT2]`` … in order.

        >>> Masked((0, 2), (1, 1), (0, 0), ((0, 7),), 2).names({0: "Heat"})
        ['Heat', '[ENT1]', '[ENT2]']
        """
        unknown = (f"[ENT{number}]" for number in count(1))
        return [names[place] if place in names else next(unknown) for place in range(self.n_places)]


def masked(
    nodes: list[int], parents: list[int], facts: list[tuple[int, int, int]], random: np.random.Generator
) -> tuple[Masked, list[int]]:
    """A walk with one or two question entities, and an answer that is another node; and the row at each place.

    Every end of the walk is an entity or the answer, so that each triple bears on the answer. A path is asked from its
    start, or from both ends for a node between; a walk with three ends from two of them for the third.

    Parameters
    ----------
    nodes, parents
        Rows of the walk's nodes, and the place among them that each step leaves from.
    facts
        (source, relation, target) of its relationships.

    >>> masked([7, 8], [0], [(8, 3, 7)], np.random.default_rng(0))
    (Masked(heads=(0,), tails=(1,), relations=(3,), entities=((1, 7),), answer=0), [8, 7])
    """
    entities, answer = _chosen(parents, random)
    place_of = {row: place for place, row in enumerate(dict.fromkeys(_ends(facts)))}
    rows = [nodes[step] for step in entities]
    schema = Masked(
        tuple(place_of[source] for source, _, _ in facts),
        tuple(place_of[target] for _, _, target in facts),
        tuple(relation for _, relation, _ in facts),
        tuple((place, row) for row, place in place_of.items() if row in rows),
        place_of[nodes[answer]],
    )
    return schema, list(place_of)


def _ends(facts: list[tuple[int, int, int]]) -> list[int]:
    return [row for source, _, target in facts for row in (source, target)]


def _chosen(parents: list[int], random: np.random.Generator) -> tuple[tuple[int, ...], int]:
    """Places of the entities, and of the answer."""
    n_steps = len(parents)
    ends = [0, *(place for place in range(1, n_steps + 1) if place not in parents)]
    if len(ends) == 2 and (n_steps == 1 or random.random() >= _BOTH_ENDS):
        return (0,), ends[1]
    if len(ends) == 2:
        return (0, ends[1]), int(random.integers(1, n_steps))
    answer = ends[int(random.integers(1, len(ends)))]
    return tuple(place for place in ends if place != answer), answer
