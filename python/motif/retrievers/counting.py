"""``count``: how many exact matches a pattern has, none of them listed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.exact_matching import Count, count_subgraphs
from motif.engine.match_query import DataGraph, MatchQuery
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern
from motif.retrievers.exact_grounding import Reading, read_exactly, turned_loose
from motif.retrievers.matching import EQUAL, MatchOptions
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

Sense = tuple[float, dict[int, NDArray[np.int32]]]
"""One way to read the names that are spelt otherwise: how far they are together, and the rows of each."""


def count_matches(
    view: View, pattern: Pattern, selection: Selection, options: MatchOptions, control: Control
) -> Count:
    """How many pieces `match` would give without a limit; its ``limit`` and ``algorithm`` are not looked at.

    Read as `match` reads it: a pattern that finds nothing as its relationships point is counted whichever way they
    point, and of the nodes that a name spelt otherwise may mean the nearest count that have any match.
    """
    reading = read_exactly(
        pattern,
        view,
        selection,
        injective=options.injective,
        directed=options.directed,
        relation_candidates=options.relation_candidates,
    )
    found = _count(view.path_access.graph, reading, control)
    if found.count or not found.complete or not options.directed:
        return found
    loose = _count(view.path_access.graph, turned_loose(reading), control)
    return dataclasses.replace(loose, steps=found.steps + loose.steps)


def _count(graph: DataGraph, reading: Reading, control: Control) -> Count:
    """The matches of the nearest sense of the names that has any; of those as near as it too."""
    if not reading.choices:
        return count_subgraphs(graph, reading.query, control=control)
    total, steps, reached = 0, 0, float("inf")
    for distance, rows in sorted(_senses(reading), key=lambda sense: sense[0]):
        if distance > reached + EQUAL:
            break
        found = count_subgraphs(graph, _in_sense(reading.query, rows), control=control)
        total, steps = total + found.count, steps + found.steps
        if found.count:
            reached = min(reached, distance)
        if not found.complete:
            return Count(total, False, steps)
    return Count(total, True, steps)


def _senses(reading: Reading) -> Iterator[Sense]:
    """Every choice of equally near rows for each name that is spelt otherwise."""
    places = list(reading.choices)
    levels = [
        [
            (float(distance), np.sort(choice.rows[choice.distances == distance]))
            for distance in distinct(choice.distances)
        ]
        for choice in reading.choices.values()
    ]
    for chosen in product(*levels):
        rows = {place: part for place, (_, part) in zip(places, chosen, strict=True)}
        yield sum(distance for distance, _ in chosen), rows


def _in_sense(query: MatchQuery, rows: dict[int, NDArray[np.int32]]) -> MatchQuery:
    narrowed = tuple(rows.get(place, part) for place, part in enumerate(query.node_rows))
    return dataclasses.replace(query, node_rows=narrowed)
