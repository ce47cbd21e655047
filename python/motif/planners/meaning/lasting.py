"""How long something lasted, or has lasted: "How many days did the siege last?", "How long did X run Y?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from motif.graphs.meaning import Branch, Column, Condition, Meaning, Place, Selection, Value
from motif.graphs.spans import TimeSpan, span_of
from motif.planners.meaning.request import Asking
from motif.planners.meaning.trees import unplaced
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_OPENING: tuple[tuple[str, ...], ...] = (("how", "long"), ("how", "many", "years"), ("how", "many", "days"))
_HELPING = {"did", "was", "were", "does", "do", "is", "are"}
_STILL = {"has", "have"}
_LASTING = {"last", "take", "lasted", "taken", "took"}


def for_how_long(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of a question for the time between two days, or years, of things or of a relationship.

    None for another question, where the graph does not know both, and for how long things "have": of what goes on it is
    the years since it began.
    """
    low = [word.low for word in reading.words]
    begin = int(low[:1] == ["for"])
    said = next((one for one in _OPENING if tuple(low[begin : begin + len(one)]) == one), ())
    at = begin + len(said)
    if not said or at >= len(low) or low[at] not in _HELPING | _STILL:
        return None
    unit = said[2] if len(said) > len(("how", "long")) else ""
    for question in _in_other_words(reading, at):
        meaning = next(iter(asking(question)), None)
        value = None if meaning is None or meaning.omissions else _one_value(meaning)
        owners = _owners(meaning, value) if meaning is not None and value is not None else set[str]()
        made = None if value is None else _time_of(vocabulary, value, owners, unit, goes_on=low[at] in _STILL)
        if meaning is not None and made is not None and isinstance(meaning.asked, Selection):
            columns, place = (Column(made.property or "", made),), unplaced(meaning.asked.place)
            if made.part == "age":
                place = _going_on(vocabulary, place, made, owners)
            asked = dataclasses.replace(meaning.asked, place=place, columns=columns, order=(), limit=None)
            return dataclasses.replace(meaning, asked=asked)
    return None


def _in_other_words(reading: Reading, at: int) -> Iterator[str]:
    """Questions for the time itself, or for when it began."""
    low, last = [word.low for word in reading.words], reading.last
    end = last - 2 * (low[last - 1 : last + 1] in (["in", "days"], ["in", "years"]))
    end -= low[end] == ","
    if low[end] in _LASTING and end > at + 1:
        yield f"How long was {reading.text(at + 1, end - 1)}?"
    else:
        yield f"When {reading.text(at, end)}?"
        yield f"Since when {reading.text(at, end)}?"


def _one_value(meaning: Meaning) -> Value | None:
    """What is asked for, where that is one property."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.having or asked.asks or len(asked.columns) != 1:
        return None
    value = asked.columns[0].value
    return value if isinstance(value, Value) and value.property and value.part == "whole" else None


def _owners(meaning: Meaning, value: Value) -> set[str]:
    """The label, or the types, of what has a value."""
    assert isinstance(meaning.asked, Selection)
    places = list(meaning.asked.place.bound())
    if not value.of_relationship:
        return {place.label or "" for place in places if place.key == value.place}
    branches = (test for place in places for test in place.tests if isinstance(test, Branch))
    return {kind for one in branches if one.place.key == value.place for kind in one.types}


def _time_of(
    vocabulary: Vocabulary, value: Value, owners: set[str], unit: str, *, goes_on: bool
) -> Value | None:
    """The time that a value is, or of which it is the beginning; None for another value, and in another unit."""
    span = span_of(value.property or "")
    if span is not None:
        return None if goes_on else dataclasses.replace(value, property=_in_unit(span, unit).name)
    held = vocabulary.relation_properties if value.of_relationship else vocabulary.properties
    own = (span_of(one.name) for one in held if one.owner in owners)
    spans = [span for span in own if span is not None and span.first == value.property]
    if not spans:
        return None
    if goes_on:
        return dataclasses.replace(value, part="age") if unit != "days" else None
    return dataclasses.replace(value, property=_in_unit(spans[0], unit).name)


def _going_on(vocabulary: Vocabulary, place: Place, made: Value, owners: set[str]) -> Place:
    """The place, of which what began has no end yet: "How long has X led Y?" of one who no longer does is empty."""
    held = vocabulary.relation_properties if made.of_relationship else vocabulary.properties
    own = (span_of(one.name) for one in held if one.owner in owners)
    last = next(span.last for span in own if span is not None and span.first == made.property)
    still = Condition(last, "unknown")
    tests = tuple(
        dataclasses.replace(
            test,
            where=(*test.where, still)
            if made.of_relationship and test.place.key == made.place
            else test.where,
            place=_going_on(vocabulary, test.place, made, owners),
        )
        if isinstance(test, Branch)
        else test
        for test in place.tests
    )
    is_its = not made.of_relationship and place.key == made.place
    return dataclasses.replace(place, tests=(*tests, still) if is_its else tests)


def _in_unit(span: TimeSpan, unit: str) -> TimeSpan:
    """The time in the unit that is asked for; years that are known as such have no days."""
    return span._replace(unit="years") if unit == "years" else span
