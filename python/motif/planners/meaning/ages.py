"""Ages of what has a day or a year of birth: "older than 60", "under 18 years old", "aged 20 to 30"."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from motif.graphs.meaning import Aggregate, AllOf, Condition, Operator, Selection, Span, Test, Value
from motif.planners.meaning.days import test_of_days, today
from motif.planners.meaning.schema_words import Property
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.numbers import Number

OLDEST = 130
"""Years that nobody is older than."""

_BEHIND = (
    ("years", "old"),
    ("years", "of", "age"),
    ("year", "old"),
    ("years", "or", "older"),
    ("years", "or", "younger"),
)
_BIRTHS = ("birth", "born", "birthdate", "birthday", "birthyear", "dob")
_BEYOND: dict[str, Operator] = {"over": ">", "above": ">", "past": ">", "under": "<", "below": "<"}
_EARLIER: dict[Operator, Operator] = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def is_birth(one: Property) -> bool:
    """Whether a property tells when somebody was born."""
    return one.kind in ("date", "year") and bool(set(one.words.stems) & {stem(word) for word in _BIRTHS})


def ages_of(properties: Sequence[Property]) -> dict[str, tuple[str, ...]]:
    """Properties that tell an age by a birth, and whose they are: of what has no age of its own."""
    aged = {one.owner for one in properties if stem("age") in one.words.stems}
    found: dict[str, tuple[str, ...]] = {}
    for one in properties:
        if is_birth(one) and one.owner not in aged:
            found[one.name] = (*found.get(one.name, ()), one.owner)
    return found


def with_ages(reading: Reading, ages: Mapping[str, tuple[str, ...]], selection: Selection) -> Selection:
    """The selection with years since birth where "age" is said, and where a birth would stand for it.

    "The oldest" are still those born first.
    """
    labels = {place.key: place.label for place in selection.place.bound()}
    if not any(word.lemma == "age" for word in reading.words):
        return selection

    def of(value: Value) -> Value:
        is_age = labels.get(value.place) in ages.get(value.property or "", ()) and value.part == "whole"
        return dataclasses.replace(value, part="age") if is_age and not value.of_relationship else value

    def made(one: Value | Aggregate) -> Value | Aggregate:
        return dataclasses.replace(one, of=of(one.of)) if isinstance(one, Aggregate) else of(one)

    columns = []
    for column in selection.columns:
        value = made(column.value)
        name = "age" if value != column.value and isinstance(value, Value) else column.name
        columns.append(dataclasses.replace(column, name=name, value=value))
    is_graded = any(one.adjective in ("old", "young") for one in reading.measures)
    order = (
        selection.order
        if is_graded
        else tuple(dataclasses.replace(one, by=made(one.by)) for one in selection.order)
    )
    return dataclasses.replace(selection, columns=tuple(columns), order=order)


def test_of_age(reading: Reading, one: Property, bound: Bound, span: Span) -> tuple[Test, set[int]] | None:
    """A bound on an age as one on when somebody was born, as of today, and the words that say so; None for none.

    Who is older than 60 was born before this day sixty years ago.
    """
    if not is_birth(one):
        return None
    said, operator = _words(reading, bound), bound.operator
    beyond = tuple(word.low for word in reading.words[max(bound.number.first - 4, 0) : bound.number.first])
    if beyond[1:] == ("the", "age", "of") and beyond[0] in _BEYOND:
        said, operator = set(range(bound.number.first - 4, bound.number.last + 1)), _BEYOND[beyond[0]]
    highest = (bound.upper or bound.number).value
    if said is None or bound.number.date or not 0 < highest < OLDEST:
        return None
    is_young = any(
        one.adjective == "young" and one.first in said and one.form == "comparative"
        for one in reading.measures
    )
    if is_young and operator in (">", ">="):
        operator = _EARLIER[operator]
    if bound.upper is not None:
        return AllOf(
            (_born(one, "<=", bound.number.value, span), _born(one, ">", bound.upper.value + 1, span))
        ), said
    if operator == "=":
        value = bound.number.value
        return AllOf((_born(one, "<=", value, span), _born(one, ">", value + 1, span))), said
    if operator not in _EARLIER:
        return None
    return _born(one, _EARLIER[operator], bound.number.value, span), said


def _words(reading: Reading, bound: Bound) -> set[int] | None:
    """The words that say that a number is an age; None where none do."""
    low, last = [word.low for word in reading.words], (bound.upper or bound.number).last
    for phrase in _BEHIND:
        if tuple(low[last + 1 : last + 1 + len(phrase)]) == phrase:
            return {*range(bound.first, last + 1 + len(phrase))}
    before = bound.first - 1
    graded = next(
        (
            one
            for one in reading.measures
            if one.adjective in ("old", "young") and bound.first - 2 <= one.first <= bound.number.first
        ),
        None,
    )
    if graded is not None and graded.form == "comparative":
        behind = low[last + 1 : last + 2] == ["years"]
        return {*range(graded.first, last + 1 + behind)}
    if any(word.lemma == "age" for word in reading.words[max(bound.first - 3, 0) : bound.first]):
        return set(range(bound.first, last + 1))  # "whose age is above 60"
    for at in (bound.first, before):
        if at >= 0 and low[at] in ("aged", "age", "ages"):
            return {at, *range(bound.first, last + 1)}
    return None


def _born(one: Property, operator: Operator, years: float, span: Span) -> Test:
    """Born so long ago, or longer, or less long."""
    now = today()
    if one.kind == "year":
        return Condition(one.name, operator, now.year - int(years), span)
    leap = now.replace(day=28) if (now.month, now.day) == (2, 29) else now
    iso = leap.replace(year=now.year - int(years)).isoformat()
    number = Number(int(iso.replace("-", "")), 0, 0, date=iso)
    return test_of_days(one, operator, number, None, span)
