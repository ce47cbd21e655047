"""What was open, or running, at a time: begun by its end, and not ended before it begins."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import AnyOf, Condition, Meaning, Operator, Selection, Test
from motif.graphs.spans import span_of
from motif.planners.meaning.bound_tests import test_of
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Bound, Reading

_GOING_ON = {"open", "running", "ongoing", "active", "underway"}
_BEFORE = {"are", "is", "were", "was", "that", "which", "still", "already"}
_IN = {"in", "on", "during", "throughout"}


def open_during(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of "Which fairs were open in May 2023?", of fairs with the days from when to when they last; None for
    another question."""
    low = [word.low for word in reading.words]
    bound = reading.bounds[-1] if reading.bounds else None
    if bound is None or bound.operator != "=" or bound.last != reading.last or bound.first < 3:
        return None
    number, at = bound.number, bound.first - 2
    if low[at] not in _GOING_ON or low[at + 1] not in _IN or number.part != "whole":
        return None
    end = at - 1
    while end > 0 and low[end] in _BEFORE:
        end -= 1
    things = next((one for one in pieces if one.last == end and one.of("label")), None)
    if things is None or any(one.first <= at <= one.last and one.of("value", "name") for one in pieces):
        return None
    if not (number.date or number.may_be_year):
        return None
    meaning = next(iter(asking(f"{reading.text(0, end)}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    place = meaning.asked.place
    ends = _ends_of(vocabulary, place.label)
    if ends is None or place.label not in {label for one in things.of("label") for label in one.labels}:
        return None
    began, ended = _test(reading, ends[0], bound, "<="), _test(reading, ends[1], bound, ">=")
    still: Test = AnyOf((Condition(ends[1].name, "unknown"), ended)) if ends[1].share < 1 else ended
    told = dataclasses.replace(place, tests=(*place.tests, began, still))
    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=told))


def _test(reading: Reading, one: Property, bound: Bound, operator: Operator) -> Test:
    bound = dataclasses.replace(bound, operator=operator)
    return test_of(reading, one, bound, reading.span(bound.first, bound.last))


def _ends_of(vocabulary: Vocabulary, label: str | None) -> tuple[Property, Property] | None:
    """The days on which things begin and end; None where it is not clear which they are."""
    own = vocabulary.properties_of(label)
    span = next((found for one in own if (found := span_of(one.name)) is not None), None)
    if span is None:
        return None
    pair = [next((one for one in own if one.name == name), None) for name in (span.first, span.last)]
    return (pair[0], pair[1]) if pair[0] is not None and pair[1] is not None else None
