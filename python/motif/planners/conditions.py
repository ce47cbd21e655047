"""Comparisons, superlatives and counts of a question, put to the unknowns of a draft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.meaning import Omission
from motif.graphs.plan import Order
from motif.graphs.projection import FLOAT, INTEGER, OTHER, Column, Projection
from motif.indexes.names import readable
from motif.planners.drafts import Conditions, Star
from motif.planners.quantities import Quantity, conditions_for
from motif.planners.question_reading import Reading
from motif.planners.reading.units import unit_in_name
from motif.planners.superlatives import Superlative
from motif.planners.wording import PART, Wording, words_of

SEEN = 200
"""Nodes of an unknown that are looked at to learn which properties it has."""

NEAR = 40
"""Characters around a comparison whose words may name the property."""

LIKE_ENOUGH = 0.5

UNFIT = " fits no property"
"""Why a number or a superlative is left out."""

_YEARS = (1000, 2100)
_MEASURED = (INTEGER, FLOAT, OTHER)


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A property that may be meant, of one unknown."""

    place: Any
    property: str
    score: float


def conditions_of(
    reading: Reading,
    question: str,
    star: Star,
    names: Mapping[Any, str],
    projection: Projection,
    wording: Wording,
) -> Conditions:
    """What the question says beside the star: filters by unknown, an order, whether it counts.

    What fits no property of the star's nodes is left out.
    """
    filters: dict[str, dict[str, Any]] = {}
    left_out: list[Omission] = []
    for comparison in reading.comparisons:
        found = _compared(comparison, question, star, names, projection, wording)
        if found is None:
            said = question[comparison.start : comparison.number_end]
            left_out.append(Omission("number", text=said, reason=UNFIT))
            continue
        filters.setdefault(names[found.place], {})[found.property] = _condition(
            comparison, projection, found.property
        )
    order = None
    if reading.extreme is not None:
        order = _order(reading.extreme, star, names, projection, wording)
        if order is None:
            said = question[reading.extreme.start : reading.extreme.end]
            left_out.append(Omission("rank", text=said, reason=UNFIT))
    counts = reading.counts and not gives_number(star, projection)
    return Conditions(filters, order, counts, tuple(left_out))


def gives_number(star: Star, projection: Projection) -> bool:
    """Whether the answer is a value of a property: then "how many" asks for it, and nothing is counted."""
    rows = star.rows[star.answer]
    return bool(len(rows)) and int(rows[0]) >= projection.n_nodes


def answer_place(star: Star, projection: Projection) -> Any:
    """The node that the answer is, or whose property it is."""
    if not gives_number(star, projection):
        return star.answer
    return next(source for source, _, target in star.edges if target == star.answer)


def measured(projection: Projection, rows: NDArray[np.int32]) -> Iterator[str]:
    """Properties that hold a number or a date for at least half of ``rows`` (of the first `SEEN`)."""
    rows = rows[rows < projection.n_nodes][:SEEN]
    if not len(rows):
        return
    for name, column in projection.nodes.properties.items():
        kinds = column.kinds_at(rows)
        if np.isin(kinds, _MEASURED).mean() >= 0.5 and not _is_list(column, rows[np.isin(kinds, _MEASURED)]):
            yield name


def _is_list(column: Column, rows: NDArray[np.int32]) -> bool:
    return str(column.value(int(rows[0]))).startswith("[")


def _compared(
    comparison: Quantity,
    question: str,
    star: Star,
    names: Mapping[Any, str],
    projection: Projection,
    wording: Wording,
) -> _Candidate | None:
    """The property that is compared: the one named nearby, else the one that such a number fits."""
    nearby = words_of(question[max(0, comparison.start - NEAR) : comparison.start].split("?")[-1])[-4:]
    nearby += words_of(question[comparison.number_end : comparison.number_end + NEAR])[:3]
    found = []
    for place in names:
        for name in measured(projection, star.rows[place]):
            fit = _fit(_number(comparison, name), projection.nodes.properties[name], star.rows[place])
            said = wording.best(nearby, [name])[1]
            if fit > 0 and (fit + said) >= LIKE_ENOUGH:
                found.append(_Candidate(place, name, fit + said))
    return max(found, key=lambda one: one.score, default=None)


def _number(comparison: Quantity, name: str) -> float:
    """The number, or year, that is compared with, in the unit of the property."""
    [bound] = conditions_for(comparison, dates=False, scale=unit_in_name(name)).values()
    return float(bound[0] if isinstance(bound, list) else bound)


def _fit(value: float, column: Column, rows: NDArray[np.int32]) -> float:
    """How well a number fits a property: 0 outside its values' range, more where both are years."""
    numbers = [
        number for row in rows[:SEEN].tolist() if (number := _as_number(column.value(row))) is not None
    ]
    if not numbers:
        return 0.0
    low, high = min(numbers), max(numbers)
    width = max(high - low, abs(high) * 0.1, 1.0)
    if not low - width <= value <= high + width:
        return 0.0
    both_years = _is_year(value) and _is_year(low) and _is_year(high)
    return 0.6 if both_years else (0.1 if _is_year(value) else 0.3)


def _is_year(value: float) -> bool:
    return _YEARS[0] <= value <= _YEARS[1]


def _as_number(value: Any) -> float | None:
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        return float(value[:4]) if value[:4].isdigit() and value[4:5] in ("", "-") else None
    return float(value)


def _condition(comparison: Quantity, projection: Projection, name: str) -> dict[str, Any]:
    """The comparison in the property's own type and unit."""
    dates = projection.nodes.properties[name].holds(OTHER)
    return conditions_for(comparison, dates=dates, scale=unit_in_name(name))


def _order(
    extreme: Superlative, star: Star, names: Mapping[Any, str], projection: Projection, wording: Wording
) -> Order | None:
    if extreme.noun is not None and not extreme.besides:
        return _order_by_count(extreme, star, names, projection, wording)
    names_of_values = list(measured(projection, star.rows[answer_place(star, projection)]))
    words = (*extreme.words, *extreme.besides)
    for word in words:
        name, score = wording.best([word], names_of_values)
        if name is not None and score >= PART:
            return Order(property=name, descending=extreme.descending, limit=extreme.limit)
    name, score = wording.best(words, names_of_values)
    return (
        None
        if name is None or score < LIKE_ENOUGH
        else Order(property=name, descending=extreme.descending, limit=extreme.limit)
    )


def _order_by_count(
    extreme: Superlative, star: Star, names: Mapping[Any, str], projection: Projection, wording: Wording
) -> Order | None:
    """By how many nodes an unknown stands for, or by a property that is a number of something ("most inhabitants")."""
    counted = str(extreme.noun)
    beyond = next((name for place, name in names.items() if place.before < 0), None)
    if beyond is not None:  # the draft was made for what is counted
        return Order(count_of=beyond, descending=extreme.descending, limit=extreme.limit)
    best, best_score = None, LIKE_ENOUGH
    for place, name in names.items():
        if place != star.answer:
            score = wording.likeness(counted, readable(name))
            if score > best_score:
                best, best_score = (
                    Order(count_of=name, descending=extreme.descending, limit=extreme.limit),
                    score,
                )
    for name in measured(projection, star.rows[answer_place(star, projection)]):
        score = wording.likeness(counted, name)
        if score > best_score:
            best, best_score = Order(property=name, descending=extreme.descending, limit=extreme.limit), score
    return best
