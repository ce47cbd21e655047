"""Numbers of a claim as conditions on a property of what it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import FLOAT, INTEGER, OTHER, Column, Projection
from motif.indexes.names import readable
from motif.planners.claim_reading import Number
from motif.planners.protocol import Mention, PlanningGraph
from motif.planners.wording import Wording, words_of

LIKE_ENOUGH = 0.3
"""Likeness of a property's name to the claim's words from which on a number can be of it."""

_SEEN = 2000
_BEYOND = 3.0
_CENTURY = 100.0
"""How far apart years of dates are at least: "for 3 nights" is none of them, though 3 is no larger than they are."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A number as a condition on a property of what a mention names.

    Attributes
    ----------
    number
        What the claim states.
    mention
        Its place among the claim's mentions.
    rows : int32
        The nodes of the mention that have the property.
    filter
        In neo4j-graphrag's syntax.
    likeness
        Of the property's name to the claim's words, 0 to 1.
    """

    number: Number
    mention: int
    rows: NDArray[np.int32]
    filter: Mapping[str, Any]
    likeness: float


def conditions_of(
    graph: PlanningGraph, claim: str, mentions: Sequence[Mention], numbers: Sequence[Number]
) -> list[Condition]:
    """For each number the likeliest property of what is named; numbers that fit none are left out."""
    masked = _masked(claim, mentions, numbers)
    found = []
    for number in numbers:
        options = [
            option
            for place, mention in enumerate(mentions)
            for option in _options(graph, masked, place, mention, number)
        ]
        nearest = {place: _gap(mention, number) for place, mention in enumerate(mentions)}
        best = max(options, key=lambda one: (one.likeness, -nearest[one.mention]), default=None)
        if best is not None and best.likeness >= LIKE_ENOUGH:
            found.append(best)
    return found


def _gap(mention: Mention, number: Number) -> int:
    return max(mention.start - number.end, number.start - mention.end)


def _options(
    graph: PlanningGraph, masked: str, place: int, mention: Mention, number: Number
) -> Iterator[Condition]:
    wording = Wording(graph)
    for name, column in graph.projection.nodes.properties.items():
        rows = mention.rows[column.known_at(mention.rows)]
        if len(rows) and _fits(graph.projection, column, rows, number):
            likeness = max(wording.best(words_of(masked), [name])[1], _whole(graph, masked, name))
            yield Condition(number, place, rows, {name: condition_on(column, rows, number)}, likeness)


def _whole(graph: PlanningGraph, masked: str, name: str) -> float:
    """Likeness of a property's name to all words of the claim together."""
    if not graph.has_encoder:
        return 0.0
    return float(graph.encode(masked) @ graph.encode(readable(name)))


def _fits(projection: Projection, column: Column, rows: NDArray[np.int32], number: Number) -> bool:
    """Whether such a number could be a value: the property holds numbers, or years, of about this size."""
    labelled = np.flatnonzero(projection.nodes.label_set == projection.nodes.label_set[rows[0]])[:_SEEN]
    values = [value for row in labelled.tolist() if (value := as_number(column.value(row))) is not None]
    own = column.value(int(rows[0]))
    if not values or as_number(own) is None:
        return False
    low, high = min(values), max(values)
    width = max(high - low, _CENTURY if isinstance(own, str) else abs(high))
    return low - _BEYOND * width <= number.value <= high + _BEYOND * width


def as_number(value: Any) -> float | None:
    """A value as a number, a date as its year; None for others.

    >>> as_number(1995), as_number("1995-12-15"), as_number("Heat"), as_number(True)
    (1995.0, 1995.0, None, None)
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return float(value[:4]) if re.fullmatch(r"\d{4}-.*", value) else None
    return float(value)


def condition_on(column: Column, rows: NDArray[np.int32], number: Number) -> dict[str, Any]:
    """What ``number`` says of a property, in the property's own type: of dates, from day to day."""
    kind = column.kind_at(int(rows[0]))
    if kind == OTHER:
        first, last = (f"{int(year):04}" for year in (max(number.least + 0.5, 0), min(number.most, 9999)))
        return {"$between": [f"{first}-01-01", f"{last}-12-31"]}
    if kind in (INTEGER, FLOAT) and number.least == -np.inf:
        return {"$lt" if number.is_open else "$lte": number.most}
    if kind in (INTEGER, FLOAT) and number.most == np.inf:
        return {"$gt" if number.is_open else "$gte": number.least}
    if kind == INTEGER and number.most - number.least <= 1:
        return {"$eq": int(number.value)}
    return {"$between": [number.least, number.most]}


def _masked(claim: str, mentions: Sequence[Mention], numbers: Sequence[Number]) -> str:
    """The claim's other words."""
    spans = [(part.start, part.end) for part in mentions] + [(part.start, part.end) for part in numbers]
    for start, end in spans:
        claim = claim[:start] + " " * (end - start) + claim[end:]
    return " ".join(words_of(claim))
