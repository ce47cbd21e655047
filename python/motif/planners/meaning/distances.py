"""How far things are from what is named: "two years before X", "within 5 years of X", "100 km longer than X", "twice as
long as X"; and when another thing was: "born before X", of a film."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Operator
from motif.planners.english import ARTICLES
from motif.planners.meaning.days import UNITS, day_of, moved
from motif.planners.meaning.how_far import (
    LESS,
    TIMES,
    UP_AND_DOWN,
    Distance,
    Way,
    distance_from,
    is_graded,
)
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.own_times import time_of_its_own
from motif.planners.meaning.property_words import is_of_other_unit, same_as, units_in
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor, Piece, Sense
from motif.planners.meaning.than import property_compared, value_of, when_done
from motif.planners.meaning.time_spans import is_span
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.numbers import Number


def distances(linker: Linker, reading: Reading, pieces: Sequence[Piece]) -> Iterator[Anchor]:
    """What is said to be so far from what is named, each as the bound that it comes to, with the property.

    One that cannot be told is an anchor without senses, which no meaning has a place for: the number is no bound of its
    own.
    """
    for piece in pieces:
        distance = distance_from(reading, pieces, piece) if piece.of("name") else None
        if distance is None:
            yield from _when_another_was(linker, reading, piece)
            continue
        told = _told(linker, reading, pieces, piece, distance)
        yield told if told is not None else Anchor(distance.first, max(piece.last, distance.last), ())


def _told(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, distance: Distance
) -> Anchor | None:
    """The bound that a distance comes to; None where no property, or several, or nothing known, tells it."""
    for sense in piece.of("name"):
        for label in sense.labels:
            one, way = _property(linker, reading, pieces, piece, label, distance)
            held = value_of(linker, label, sense.texts[0], one) if one is not None else None
            if one is None or held is None:
                continue
            last = max(piece.last, distance.last)
            bound = _bound(one, held, distance, way, last)
            if bound is None:
                return None
            senses = (Sense("property", 1.0, (label,), (), one.name),)
            apart = sense.texts[0] if distance.way == 0 else ""
            return Anchor(distance.first, last, senses, bound=bound, is_reckoned=True, apart=apart)
    return None


def _property(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, label: str, distance: Distance
) -> tuple[Property | None, Way]:
    """What is compared with what is named, and which way."""
    low = [word.low for word in reading.words]
    own = linker.vocabulary.properties_of(label)
    if distance.is_factor:
        return _multiplied(linker, reading, pieces, piece, label, distance), 1
    if low[distance.joint] != "than" or low[distance.joint - 1] in TIMES:
        one, _ = when_done(linker, reading, label, range(max(distance.first - 3, 0), distance.first))
        times = [each for each in own if each.kind in ("date", "year")]
        phrases = {at for mark in reading.of("phrasal") for at in range(mark.first, mark.last + 1)}
        before = {*range(max(distance.first - 3, 0), distance.first)} - phrases
        done = next((low[at] for at in sorted(before) if is_past(low[at])), "")
        if one is None and done:
            one = time_of_its_own(linker, label, done)
        return (one or (times[0] if len(times) == 1 and not done else None)), distance.way
    inside = (one for one in pieces if distance.first < one.first and one.last < distance.joint)
    said = next((one for one in inside if one.of("property")), None)
    said = said or next((one for one in pieces if one.last < distance.first <= one.last + 3), None)
    anchor = Anchor(piece.first, piece.last, piece.senses)
    told = None if said is None else Anchor(said.first, said.last, said.senses)
    measure = next((one for one in reading.measures if one.last == distance.joint - 1), None)
    one, operator, _ = property_compared(linker, reading, label, anchor, told, measure)
    if one is None and measure is None:
        more, fitting = low[distance.joint - 1], _spoken(own, reading, pieces, range(distance.first))
        fitting = fitting or [each for each in own if more in UP_AND_DOWN and measured("high", each)]
        return (fitting[0] if len(fitting) == 1 else None), (-1 if more in LESS else 1)
    return one, (1 if operator == ">" else -1)


def _spoken(
    own: Sequence[Property], reading: Reading, pieces: Sequence[Piece], places: range
) -> list[Property]:
    """The numbers of things that words say, or say otherwise: "earn", of a salary."""
    things = {at for one in pieces if one.of("label") for at in range(one.first, one.last + 1)}
    said = {stem(reading.words[at].text) for at in places if at not in things}
    said |= {other for key in said for other in same_as(key)}
    return [
        one for one in own if one.kind == "number" and said & {*one.words.stems[-1:], *one.words.stems[:1]}
    ]


def _multiplied(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, label: str, distance: Distance
) -> Property | None:
    """What is so many times as much: the property said, or that which the adjective measures."""
    own = linker.vocabulary.properties_of(label)
    said = [one for one in pieces if distance.first <= one.last + 1 and one.last < piece.first]
    names = {sense.property for one in said for sense in one.of("property") if label in sense.labels}
    numeric = [one for one in own if one.name in names and one.kind == "number"]
    if len(numeric) == 1 or names:
        return numeric[0] if len(numeric) == 1 else None
    graded = next(
        (word.low for word in reading.words[distance.first : piece.first] if is_graded(word.low)), ""
    )
    fitting = [one for one in own if one.kind == "number" and measured(graded, one) == "+"]
    return fitting[0] if len(fitting) == 1 else None


def _bound(one: Property, held: object, distance: Distance, way: Way, last: int) -> Bound | None:
    """The bound on a property; None where the unit is another, or how far it is cannot be said exactly."""
    if one.kind == "date":
        return _of_days(one, held, distance, way, last)
    if not isinstance(held, (int, float)) or one.kind not in ("number", "year"):
        return None
    far = _in_own_units(one, distance)
    if far is None:
        return None
    if distance.is_factor:
        return Bound(distance.operator, _number(one, held * far, distance.first, last), distance.first, last)
    ends = (held - far, held + far)
    if distance.operator in ("<", "<="):
        step = 1 if one.kind == "year" else 0
        if distance.operator == "<" and not step:
            return None  # both ends are apart from it
        far -= distance.operator == "<"
        low, high = (held - far, held + far) if way == 0 else sorted((held + way * step, held + way * far))
        numbers = (_number(one, end, distance.first, last) for end in (low, high))
        return Bound(">=", next(numbers), distance.first, last, upper=next(numbers))
    end = _number(one, ends[way > 0], distance.first, last)
    return Bound(_beyond(distance.operator, way), end, distance.first, last)


def _in_own_units(one: Property, distance: Distance) -> float | None:
    """How many of a property's own units a distance is; None where it is told in others."""
    if distance.is_factor or (not distance.unit and one.kind == "number"):
        return distance.n_units
    if one.kind == "year":
        months = UNITS.get(distance.unit, 0)
        return distance.n_units * months / 12 if months and months % 12 == 0 else None
    factor = units_in(one.words, distance.unit)
    is_other = factor is None and is_of_other_unit(one.words, distance.unit)
    return None if is_other else distance.n_units * (factor or 1)


def _of_days(one: Property, held: object, distance: Distance, way: Way, last: int) -> Bound | None:
    """The same of a day: so many days, months or years before it or after it."""
    day, is_whole = day_of(one, held), distance.n_units == int(distance.n_units)
    if day is None or distance.unit not in UNITS or not is_whole or distance.is_factor:
        return None
    try:
        ends = [moved(day, distance.n_units, distance.unit, side) for side in (-1, 1)]
    except OverflowError:
        return None
    if distance.operator in ("<", "<="):
        inner = datetime.timedelta(days=distance.operator == "<")
        near = day + datetime.timedelta(days=way)
        low, high = sorted((near, ends[way > 0] - way * inner)) if way else (ends[0], ends[1])
        numbers = [_day(end, distance.first, last) for end in (low, high)]
        return Bound(">=", numbers[0], distance.first, last, upper=numbers[1])
    if distance.operator == "=" and distance.unit not in ("day", "week"):
        return None  # "two years before": on that day, or in that year?
    end = _day(ends[way > 0], distance.first, last)
    return Bound(_beyond(distance.operator, way), end, distance.first, last)


def _beyond(operator: Operator, way: Way) -> Operator:
    """ "More than 2 years before" is earlier, "after" later."""
    flipped: dict[Operator, Operator] = {">": "<", ">=": "<="}
    return flipped.get(operator, operator) if way < 0 else operator


def _number(one: Property, value: float, first: int, last: int) -> Number:
    whole = int(value) if value == int(value) else value
    return Number(whole, first, last, is_year=one.kind == "year")


def _day(day: datetime.date, first: int, last: int) -> Number:
    value = day.year * 10_000 + day.month * 100 + day.day
    return Number(value, first, last, date=day.isoformat())


def _when_another_was(linker: Linker, reading: Reading, piece: Piece) -> Iterator[Anchor]:
    """ "Born before X", where X is a film, and has the one year or day by which that is told."""
    low = [word.low for word in reading.words]
    at = piece.first - 1 - (piece.first > 1 and low[piece.first - 1] in ARTICLES)
    if at < 1 or low[at] not in ("before", "after") or not is_past(low[at - 1]):
        return
    times = {"before": "<", "after": ">"}
    telling = [
        one
        for one in linker.vocabulary.properties
        if one.kind in ("date", "year") and when_done(linker, reading, one.owner, [at - 1])[0] == one
    ]
    kinds = {one.kind for one in telling}
    for sense in piece.of("name")[:1]:
        own = [one for label in sense.labels for one in linker.vocabulary.properties_of(label)]
        own = [one for one in own if one.kind in ("date", "year") and not is_span(one)]
        if len(kinds) != 1 or len(own) != 1 or any(one.owner in sense.labels for one in telling):
            continue
        held = value_of(linker, own[0].owner, sense.texts[0], own[0])
        number = _as_kind(own[0], held, kinds.pop(), at, piece.last)
        if number is not None:
            operator: Operator = "<" if times[low[at]] == "<" else ">"
            yield Anchor(at, piece.last, (), bound=Bound(operator, number, at, piece.last))


def _as_kind(one: Property, held: object, kind: str, first: int, last: int) -> Number | None:
    """A year or a day as a number that compares with properties of a kind: of years only the year."""
    if one.kind == "year":
        return _number(one, held, first, last) if isinstance(held, int) else None
    day = day_of(one, held)
    if day is None:
        return None
    return _day(day, first, last) if kind == "date" else Number(day.year, first, last, is_year=True)
