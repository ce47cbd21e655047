"""``match``: every exact match of a pattern (SG-RAG), else the neighbourhood of what it names, marked as fallback."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.match_query import Algorithm, Injectivity, Matches
from motif.graphs.distinct import distinct
from motif.graphs.evidence import Evidence, Results
from motif.graphs.pattern import Pattern
from motif.retrievers.exact_grounding import Reading, named_rows, read_exactly, turned_loose
from motif.retrievers.hopeless import hopeless_triples
from motif.retrievers.match_choice import Way, choose_way, match_by
from motif.retrievers.neighbourhood import Neighbours, neighbourhood
from motif.retrievers.presentation import Presentation, Presenter, asked_unknown
from motif.retrievers.selection import Selection
from motif.retrievers.view import View

AMONG = 10_000
"""Matches that are looked for when a name may mean several nodes, so that the likeliest are among them."""

EQUAL = 1e-9


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """How to match: how many results, which way relationships point, which nodes may coincide, and by what means."""

    limit: int = 1000
    directed: bool = True
    injective: Injectivity = True
    algorithm: Algorithm = "auto"
    relation_candidates: int = 1


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reading of the pattern and what it found."""

    reading: Reading
    matches: Matches
    way: Way
    distances: NDArray[np.float64]


def match(
    view: View,
    pattern: Pattern,
    selection: Selection,
    options: MatchOptions,
    presentation: Presentation,
    control: Control,
    neighbours: Neighbours,
) -> Results:
    """All matches up to ``limit``; ``score`` is 1 less the distance of names and relations that are not to the letter.

    A pattern whose relationships find nothing as they point is tried whichever way they point. Without a match the
    results are the one-hop neighbourhoods of the nodes it names (g'' of the paper), ``metadata["fallback"]`` true.
    """
    asked_unknown(pattern, presentation.answer)
    reading = read_exactly(
        pattern,
        view,
        selection,
        injective=options.injective,
        directed=options.directed,
        relation_candidates=options.relation_candidates,
    )
    attempt = find_matches(view, reading, options, control)
    said = _said(view, pattern, attempt)
    if not len(attempt.matches) and attempt.matches.complete:
        rows = named_rows(attempt.reading)[: options.limit]
        pieces = neighbourhood(view.projection, rows, attempt.reading.query, presentation, neighbours)
        hopeless = hopeless_triples(view, pattern, attempt.reading)
        return Results(
            pieces, metadata={**said, "fallback": True, **({"hopeless": hopeless} if hopeless else {})}
        )
    return Results(
        _pieces(view, pattern, attempt, presentation, said), complete=attempt.matches.complete, metadata=said
    )


def find_matches(view: View, reading: Reading, options: MatchOptions, control: Control) -> Attempt:
    """The matches as the pattern's relationships point; without any, whichever way they point."""
    attempt = _attempt(view, reading, options, control)
    if len(attempt.matches) or not attempt.matches.complete or not reading.query.directed:
        return attempt
    loose = _attempt(view, turned_loose(reading), options, control)
    return loose if len(loose.matches) or not loose.matches.complete else attempt


def _attempt(view: View, reading: Reading, options: MatchOptions, control: Control) -> Attempt:
    way = choose_way(view.path_access, reading.query, options.algorithm)
    spelt_otherwise = bool(reading.choices)
    limit = max(options.limit, AMONG) if spelt_otherwise else options.limit
    matches = match_by(view.path_access, reading.query, way, limit, control)
    of_names = _name_distances(reading, matches)
    distances = of_names + _relation_distances(view, reading, matches)
    if spelt_otherwise and len(matches):
        kept = np.flatnonzero(of_names <= of_names.min() + EQUAL)
    else:
        kept = np.arange(len(matches))
    order = kept[np.argsort(distances[kept], kind="stable")]
    complete = matches.complete and len(order) <= options.limit
    order = order[: options.limit]
    chosen = Matches(matches.nodes[order], matches.relationships[order], complete, matches.steps)
    return Attempt(reading, chosen, way, distances[order])


def _name_distances(reading: Reading, matches: Matches) -> NDArray[np.float64]:
    """How far the chosen nodes' names are from those given, summed, float64 (k,)."""
    total = np.zeros(len(matches))
    for place, choice in reading.choices.items():
        order = np.argsort(choice.rows)
        found = np.searchsorted(choice.rows[order], matches.nodes[:, place])
        total += choice.distances[order][found]
    return total


def _relation_distances(view: View, reading: Reading, matches: Matches) -> NDArray[np.float64]:
    total = np.zeros(len(matches))
    relation = view.projection.relationships.relation
    for edge, costs in enumerate(reading.relation_distances):
        if costs is not None:
            total += costs[relation[matches.relationships[:, edge]]]
    return total


def _pieces(
    view: View, pattern: Pattern, attempt: Attempt, presentation: Presentation, said: dict[str, Any]
) -> Iterator[Evidence]:
    rows = zip(
        attempt.matches.nodes.tolist(),
        attempt.matches.relationships.tolist(),
        attempt.distances.tolist(),
        strict=True,
    )
    presenter = Presenter(view.projection, pattern, presentation)
    presenter.entities.load(attempt.matches.relationships)
    for nodes, relationships, distance in rows:
        yield presenter.evidence(
            nodes,
            relationships,
            score=1.0 - distance,
            method="match",
            complete=attempt.matches.complete,
            metadata=said,
        )


def _said(view: View, pattern: Pattern, attempt: Attempt) -> dict[str, Any]:
    """What the metadata of the results says."""
    reading = attempt.reading
    said: dict[str, Any] = {
        "epoch": view.projection.epoch,
        **attempt.way.as_metadata(),
        "directed": reading.query.directed,
    }
    names = view.projection.nodes.names
    if reading.choices:
        said["normalised"] = {
            str(pattern.nodes[place].name): sorted(
                {names[row] for row in _used(attempt, place, choice.rows).tolist()}
            )
            for place, choice in reading.choices.items()
        }
    if reading.unmatched:
        said["unmatched"] = list(reading.unmatched)
    return said


def _used(attempt: Attempt, place: int, rows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Nodes that stand for a name in the matches; without a match all that it may mean."""
    return distinct(attempt.matches.nodes[:, place]) if len(attempt.matches) else rows
