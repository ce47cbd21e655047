"""A meaning as a pattern, where one says as much: a plan that can be shown, edited and run."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Aggregate, Branch, Meaning, Place, Selection, Value
from motif.graphs.plan import Plan
from motif.indexes.names import readable

Triple = tuple[str, str, str]


def as_pattern(question: str, meaning: Meaning) -> Plan | None:
    """The plan of a pattern that says what a meaning says; None where none does.

    Nodes joined to what is named, shown, or counted, or one property of them, without conditions or order.

    >>> from motif.graphs.meaning import Column
    >>> films = Place("f", "Film", tests=(Branch(("DIRECTED",), "in", Place("p", "Person", ("Mann",))),))
    >>> plan = as_pattern("Mann's films?", Meaning(Selection(films, (Column("film", Value("f")),))))
    >>> plan and (plan.pattern, plan.answer)
    ((('Mann', 'DIRECTED', '?film'),), '?film')
    """
    asked = meaning.asked
    if not isinstance(asked, Selection) or len(asked.columns) != 1 or _is_ordered(asked):
        return None
    places = {place.key: place for place in asked.place.bound()}
    if not all(map(_is_plain, places.values())):
        return None
    column = asked.columns[0].value
    is_counted = isinstance(column, Aggregate)
    value = column.of if isinstance(column, Aggregate) else column
    if not _is_shown(column, value, places):
        return None
    parts = _parts(places)
    return Plan(
        tuple(_triples(asked.place, parts)),
        parts[value.place],
        give=value.property,
        count=is_counted,
        directed=all(branch.direction != "both" for branch in _branches(asked.place)),
        question=question,
        planner="meaning",
        confidence=round(meaning.confidence, 4),
    )


def _is_ordered(asked: Selection) -> bool:
    """Whether rows are chosen or put in order, or asked whether there are any."""
    is_chosen = bool(asked.having or asked.order or asked.skip or asked.asks) or asked.limit is not None
    return is_chosen or asked.share is not None or asked.per is not None or asked.over is not None


def _is_plain(place: Place) -> bool:
    """Whether a place is no more than a label or a name, and joined to others by one way each."""
    if place.foremost is not None or len(place.names) > 1:
        return False
    return all(
        isinstance(test, Branch) and len(test.types) == 1 and not (test.where or test.count or test.optional)
        for test in place.tests
    )


def _is_shown(column: Value | Aggregate, value: Value, places: dict[str, Place]) -> bool:
    """Whether a plan can give that: nodes, a property of them, or how many nodes there are."""
    if value.place not in places or value.of_relationship or value.part != "whole":
        return False
    if isinstance(column, Aggregate):
        return column.function == "count" and column.distinct and value.property is None
    return True


def _parts(places: dict[str, Place]) -> dict[str, str]:
    """By key of a place what it is called in the pattern: a name, or an unknown."""
    parts = dict[str, str]()
    for key, place in places.items():
        unknown = "?" + "_".join(readable(place.label or "node").lower().split())
        n_before = sum(one.rstrip("0123456789") == unknown for one in parts.values())
        parts[key] = place.names[0] if place.names else unknown + (str(n_before + 1) if n_before else "")
    return parts


def _branches(place: Place) -> Iterator[Branch]:
    for test in place.tests:
        if isinstance(test, Branch):
            yield test
            yield from _branches(test.place)


def _triples(place: Place, parts: dict[str, str]) -> Iterator[Triple]:
    for test in place.tests:
        if isinstance(test, Branch):
            near, far = parts[place.key], parts[test.place.key]
            yield (far, test.types[0], near) if test.direction == "in" else (near, test.types[0], far)
            yield from _triples(test.place, parts)
