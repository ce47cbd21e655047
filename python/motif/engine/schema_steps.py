"""The steps of a schema graph: where each leads, what lies beyond it, and how much that can count.

A step is a triple taken from one end to the other. Beyond a bridge lies a part of the schema graph that is reached by
this step alone, so that what follows there depends on nothing else than the row it leads to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from motif.engine.subgraph_query import frozen
from motif.kernels.arrays import Int32, Int64
from motif.kernels.tracing_lists import Steps
from motif.kernels.tracing_walk import Schema

Ends = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class SchemaSteps:
    """A schema graph as the kernels take it.

    Attributes
    ----------
    schema, steps
        As `motif.kernels.tracing_walk.Schema` and `motif.kernels.tracing_lists.Steps`.
    triples_beside : tuple of int, by place
        How many triples of a place's part of the schema graph neither are bridges at the place nor lie beyond them.
    """

    schema: Schema
    steps: Steps
    triples_beside: tuple[int, ...]


@lru_cache(maxsize=256)
def schema_steps(ends: Ends, n_places: int, *, consistent: bool, most: int) -> SchemaSteps:
    """The steps of the schema graph whose triples join ``ends``; ``most`` is the most that one triple can count.

    Kept for the next question of the same shape. Where places may be bound anew (not ``consistent``), nothing in a part
    with a cycle counts as a bridge.

    >>> steps = schema_steps(((0, 1), (1, 2)), 3, consistent=True, most=10)
    >>> steps.steps[4].tolist(), steps.triples_beside
    ([0, 0, 0, 0], (0, 0, 0))
    """
    incident = [[edge for edge, pair in enumerate(ends) if place in pair] for place in range(n_places)]
    beyond = _triples_beyond(ends, incident)
    if not consistent:
        for part in _parts(ends, incident):
            if any(beyond[step] < 0 for edge in part for step in (2 * edge, 2 * edge + 1)):
                beyond = [-1 if step // 2 in part else count for step, count in enumerate(beyond)]
    following = [_following(ends, incident, beyond, step) for step in range(2 * len(ends))]
    base = [_base(beyond, step, following[step]) * most for step in range(2 * len(ends))]
    table = frozen(np.array(ends).reshape(-1, 2), np.int32)
    return SchemaSteps(
        (table, *_ragged(incident)),
        (
            table,
            *_ragged(following),
            frozen(np.array(base), np.int64),
            frozen(np.array([most if count < 0 else 0 for count in beyond]), np.int64),
            frozen(np.array(_before(ends, incident, beyond)), np.int64),
            frozen(np.array([-1 if count < 0 else (count - 1) * most for count in beyond]), np.int64),
        ),
        tuple(_beside(ends, incident, beyond, place) for place in range(n_places)),
    )


def _triples_beyond(ends: Ends, incident: list[list[int]]) -> list[int]:
    """By step how many triples are reached by it alone, its own included; -1 for a step that is no bridge."""
    beyond = []
    for edge, (head, tail) in enumerate(ends):
        for start, end in ((head, tail), (tail, head)):
            places, triples = _reached(ends, incident, end, without=edge)
            beyond.append(-1 if start in places else len(triples) + 1)
    return beyond


def _reached(
    ends: Ends, incident: list[list[int]], start: int, without: int = -1
) -> tuple[set[int], set[int]]:
    """The places and triples that hang together with ``start`` when one triple is taken away."""
    places, triples, waiting = {start}, set[int](), [start]
    while waiting:
        for edge in incident[waiting.pop()]:
            if edge != without and edge not in triples:
                triples.add(edge)
                waiting += [place for place in ends[edge] if place not in places]
                places.update(ends[edge])
    return places, triples


def _parts(ends: Ends, incident: list[list[int]]) -> list[set[int]]:
    """The triples of each part of the schema graph."""
    parts: list[set[int]] = []
    for place in range(len(incident)):
        triples = _reached(ends, incident, place)[1]
        if triples and triples not in parts:
            parts.append(triples)
    return parts


def _leading(ends: Ends, place: int, edge: int) -> int:
    """The step that leaves ``place`` by ``edge``."""
    return 2 * edge + (ends[edge][0] != place)


def _following(ends: Ends, incident: list[list[int]], beyond: list[int], step: int) -> list[int]:
    """The bridges that lead away from where ``step`` leads to."""
    place = ends[step // 2][1 - step % 2]
    steps = (_leading(ends, place, edge) for edge in incident[place] if edge != step // 2)
    return [other for other in steps if beyond[other] >= 0]


def _base(beyond: list[int], step: int, following: list[int]) -> int:
    """How many triples are added to, or taken from, what a step can count, before its following bridges are added."""
    known = sum(beyond[other] for other in following)
    return -known if beyond[step] < 0 else beyond[step] - 1 - known


def _before(ends: Ends, incident: list[list[int]], beyond: list[int]) -> list[int]:
    """By step how many triples may be traced before it."""
    sizes = [len(_reached(ends, incident, ends[step // 2][0])[1]) for step in range(len(beyond))]
    return [size - max(count, 1) for size, count in zip(sizes, beyond, strict=True)]


def _beside(ends: Ends, incident: list[list[int]], beyond: list[int], place: int) -> int:
    steps = [_leading(ends, place, edge) for edge in incident[place]]
    return len(_reached(ends, incident, place)[1]) - sum(max(beyond[step], 0) for step in steps)


def _ragged(lists: list[list[int]]) -> tuple[Int64, Int32]:
    """``indptr, values``."""
    sizes = np.cumsum([0, *map(len, lists)])
    return frozen(sizes, np.int64), frozen(np.array([v for part in lists for v in part]), np.int32)
