"""A bound as a test on a property: in its unit, by days, by how long a text is or how many items a list has."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import AllOf, Condition, Operator, Span, Test
from motif.planners.meaning.days import test_of_days
from motif.planners.meaning.property_words import scale_of, units_in
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading

_FLIPPED: dict[Operator, Operator] = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


def text_test(one: Property, anchor: Anchor, span: Span) -> Test:
    """A quotation as a test on a property: "with a tagline containing 'world'", "with the summary 'Fun'"."""
    operator: Operator = "has" if one.kind == "list" and anchor.operator == "=" else anchor.operator
    return Condition(one.name, operator, anchor.quoted, span)


def in_units(reading: Reading, one: Property, bound: Bound) -> Bound:
    """A bound in the unit of a property: "over four hours" is 240 of "durationMin", 50 million 50 of "amountMusd"."""
    if one.kind != "number":
        return bound
    last = (bound.upper or bound.number).last
    said = reading.words[last + 1].lemma if last + 1 < len(reading.words) else ""
    factor = units_in(one.words, said)
    scale = scale_of(one.words)
    if factor is None and scale > 1 and bound.number.value >= scale:
        factor = 1 / scale
    if factor is None or factor == 1:
        return bound
    upper = bound.upper and dataclasses.replace(bound.upper, value=bound.upper.value * factor)
    number = dataclasses.replace(bound.number, value=bound.number.value * factor)
    return dataclasses.replace(bound, number=number, upper=upper)


def test_of(reading: Reading, one: Property, bound: Bound, span: Span, *, flips: bool = False) -> Test:
    """A bound as a test on a property: dates by their year or day, decades and "between" by both ends."""
    operator: Operator = _FLIPPED.get(bound.operator, bound.operator) if flips else bound.operator
    if is_of_size(reading, one, bound):
        return _of_size(one.name, operator, bound, span)
    bound = in_units(reading, one, bound)
    low, high = bound.number, bound.upper
    if one.kind == "date":
        return test_of_days(one, operator, low, high, span)
    if high is not None:
        return _within(one.name, low.value, high.value, span)
    if low.until is not None and operator == "=":
        return _within(one.name, low.value, low.until, span)
    value = low.until if low.until is not None and operator in (">", "<=") else low.value
    return Condition(one.name, operator, value, span)


def is_of_size(reading: Reading, one: Property, bound: Bound) -> bool:
    """Whether a bound is about how long a text is, or how many items a list has: "a slogan of over 30 letters"."""
    if one.kind == "list":
        return bound.operator in _FLIPPED
    after = (bound.upper or bound.number).last + 1
    unit = reading.words[after].lemma if after < len(reading.words) else ""
    lengths = table("comparing")["lengths"]
    is_graded = any(
        measure.adjective in lengths
        for measure in reading.measures
        if bound.first <= measure.first <= bound.last
    )
    return one.kind == "text" and (is_graded or unit in listed("comparing", "letters"))


def words_of_size(reading: Reading, one: Property, anchor: Anchor) -> set[int]:
    """The words behind a bound that say that it is about a length: "30 characters long", "in length"."""
    if anchor.bound is None or not is_of_size(reading, one, anchor.bound):
        return set()
    last = (anchor.bound.upper or anchor.bound.number).last
    said = listed("comparing", "letters") | set(table("comparing")["lengths"]) | {"in", "length"}
    return {
        at
        for at in range(last + 1, min(last + 4, len(reading.words)))
        if {reading.words[at].low, reading.words[at].lemma} & said
    }


def _of_size(name: str, operator: Operator, bound: Bound, span: Span) -> Test:
    low = Condition(name, operator, bound.number.value, span, part="size")
    if bound.upper is None:
        return low
    high = Condition(name, "<=", bound.upper.value, span, part="size")
    return AllOf((dataclasses.replace(low, operator=">="), high))


def _within(name: str, low: object, high: object, span: Span) -> Test:
    return AllOf((Condition(name, ">=", low, span), Condition(name, "<=", high, span)))
