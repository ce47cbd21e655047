"""How far things are from what is named: "two years before X", "within 5 years of X", "100 km longer than X", "twice as
long as X"; and when another thing was: "born before X", of a film."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.meaning import Operator
from motif.planners.meaning.days import UNITS, day_of, moved
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.measuring import measured
from motif.planners.meaning.property_words import is_of_other_unit, same_as, units_in
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Anchor, Piece, Sense
from motif.planners.meaning.than import property_compared, value_of, when_done
from motif.planners.meaning.time_spans import is_span
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.numbers import Number

Way = int
"""-1: before, or less than, what is named; 1: after, or more than it; 0: either way."""

_TIMES: dict[str, Way] = {"before": -1, "after": 1, "earlier": -1, "later": 1, "prior": -1}
_ARTICLES = {"the", "a", "an"}
_OTHERS = {"that", "those"}
_OPENING = {"in", "during", "within", "over"}
_LESS = {"less", "fewer", "lower"}
_UP_AND_DOWN = {"higher", "lower"}
_FACTORS = {"twice": 2.0, "double": 2.0, "thrice": 3.0, "triple": 3.0, "half": 0.5}


@dataclass(frozen=True, slots=True)
class _Distance:
    """How far from what is named, as it is said.

    Attributes
    ----------
    first, joint
        The words where it begins, and where that ends which says which way: "than", "before".
    operator
        How the distance is bounded; "within" by "<=" and either way.
    factor
        Whether the number multiplies.
    """

    first: int
    joint: int
    operator: Operator
    n_units: float
    unit: str
    way: Way
    is_factor: bool = False


def distances(linker: Linker, reading: Reading, pieces: Sequence[Piece]) -> Iterator[Anchor]:
    """What is said to be so far from what is named, each as the bound that it comes to, with the property.

    One that cannot be told is an anchor without senses, which no meaning has a place for: the number is no bound of its
    own.
    """
    for piece in pieces:
        distance = _distance(reading, pieces, piece) if piece.of("name") else None
        if distance is None:
            yield from _when_another_was(linker, reading, pieces, piece)
            continue
        told = _told(linker, reading, pieces, piece, distance)
        yield told if told is not None else Anchor(distance.first, piece.last, ())


def _distance(reading: Reading, pieces: Sequence[Piece], piece: Piece) -> _Distance | None:
    """How far from a name something is said to be; None for what says no distance."""
    low = [word.low for word in reading.words]
    at = piece.first - 1
    at -= at > 0 and low[at] in _ARTICLES
    at -= 2 * (at > 1 and low[at] == "of" and low[at - 1] in _OTHERS)
    if at < 1:
        return None
    factor = _factor(reading, pieces, at)
    if factor is not None:
        return factor
    if low[at] == "of":
        return _around(reading, at)
    found = _way(reading, at)
    if found is None:
        return None
    way, begin = found
    number = next((one for one in reading.numbers if begin - 2 <= one.last < begin), None)
    if number is None or number.date or number.until is not None or number.is_year:
        return None
    unit = reading.words[begin - 1].lemma if number.last == begin - 2 else ""
    is_thing = unit and any(one.of("label") and one.first <= begin - 1 <= one.last for one in pieces)
    if is_thing or (low[at] in _TIMES and not unit):
        return None  # "2 products cheaper than X", "in 1990 before X"
    first, operator = _operator(reading, number)
    if low[first - 1] == "the" and low[first - 2] in _OPENING:
        first, operator = first - 2, "<="
    elif low[first - 1] == "within":
        first, operator = first - 1, "<="
    return _Distance(first, at, operator, number.value, unit, way)


def _operator(reading: Reading, number: Number) -> tuple[int, Operator]:
    """Where a number with what bounds it begins, and how it is bounded."""
    bound = next((one for one in reading.bounds if one.number == number and one.upper is None), None)
    if bound is None or bound.first > number.first:
        return number.first, "="
    return bound.first, bound.operator


def _way(reading: Reading, at: int) -> tuple[Way, int] | None:
    """Which way "before" and "older than" go, and where they begin; of comparatives 1, since the property tells."""
    low = reading.words[at].low
    if low in _TIMES:
        return _TIMES[low], at
    before = reading.words[at - 1].low
    if (low, before) == ("to", "prior") or (low == "than" and before in _TIMES):
        return _TIMES[before], at - 1
    measure = next((one for one in reading.measures if one.last == at - 1), None)
    if low == "than" and measure is not None and measure.form == "comparative":
        return 1, measure.first
    is_graded = low == "than" and before in _LESS | _UP_AND_DOWN | {"more"}
    return (1, at - 1) if is_graded else None


def _around(reading: Reading, at: int) -> _Distance | None:
    """ "Within 5 years of X"."""
    number = next((one for one in reading.numbers if at - 2 <= one.last < at), None)
    if number is None or reading.words[number.first - 1].low != "within" or not number.first:
        return None
    unit = reading.words[at - 1].lemma if number.last == at - 2 else ""
    return _Distance(number.first - 1, at, "<=", number.value, unit, 0)


def _factor(reading: Reading, pieces: Sequence[Piece], at: int) -> _Distance | None:
    """ "Twice the length of X", "at least three times as long as X", "half as many rooms as X"."""
    low = [word.low for word in reading.words]
    if low[at] not in ("of", "as"):
        return None
    for begin in range(at - 1, max(at - 6, -1), -1):
        said = _FACTORS.get(low[begin])
        number = next((one for one in reading.numbers if one.last == begin - 1), None)
        if said is None and (low[begin] != "times" or number is None):
            continue
        between = {*low[begin + 1 : at]} - {*_ARTICLES, "as", "many", "much"}
        is_so = low[at] == "of" or low[begin + 1] == "as"
        nouns = {low[place] for one in pieces for place in range(one.first, one.last + 1)}
        if not is_so or not between <= nouns | {word.low for word in reading.words if _is_graded(word.low)}:
            return None
        if said is None and number is not None:
            first, operator = _operator(reading, number)
            return _Distance(first, at, operator, number.value, "", 1, is_factor=True)
        first, operator = _before(low, begin)
        return _Distance(first, at, operator, said or 0.0, "", 1, is_factor=True)
    return None


def _is_graded(low: str) -> bool:
    return low in table("comparing")["adjectives"]


def _before(low: Sequence[str], at: int) -> tuple[int, Operator]:
    """What bounds a factor that is no number: "more than twice"."""
    phrases: dict[str, Operator] = table("comparing")["before"]
    for phrase, operator in sorted(phrases.items(), key=lambda one: -len(one[0])):
        words = phrase.split()
        if at >= len(words) and list(low[at - len(words) : at]) == words:
            return at - len(words), operator
    return at, "="


def _told(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, distance: _Distance
) -> Anchor | None:
    """The bound that a distance comes to; None where no property, or several, or nothing known, tells it."""
    for sense in piece.of("name"):
        for label in sense.labels:
            one, way = _property(linker, reading, pieces, piece, label, distance)
            held = value_of(linker, label, sense.texts[0], one) if one is not None else None
            if one is None or held is None:
                continue
            bound = _bound(one, held, distance, way, piece.last)
            if bound is None:
                return None
            senses = (Sense("property", 1.0, (label,), (), one.name),)
            apart = sense.texts[0] if distance.way == 0 else ""
            return Anchor(distance.first, piece.last, senses, bound=bound, is_reckoned=True, apart=apart)
    return None


def _property(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, label: str, distance: _Distance
) -> tuple[Property | None, Way]:
    """What is compared with what is named, and which way."""
    low = [word.low for word in reading.words]
    own = linker.vocabulary.properties_of(label)
    if distance.is_factor:
        return _multiplied(linker, reading, pieces, piece, label, distance), 1
    if low[distance.joint] != "than" or low[distance.joint - 1] in _TIMES:
        one, _ = when_done(linker, reading, label, range(max(distance.first - 3, 0), distance.first))
        times = [each for each in own if each.kind in ("date", "year")]
        phrases = {at for mark in reading.of("phrasal") for at in range(mark.first, mark.last + 1)}
        before = {*range(max(distance.first - 3, 0), distance.first)} - phrases
        is_done = any(is_past(low[at]) for at in before)
        return (one or (times[0] if len(times) == 1 and not is_done else None)), distance.way
    said = next((one for one in pieces if one.last < distance.first <= one.last + 3), None)
    anchor = Anchor(piece.first, piece.last, piece.senses)
    told = None if said is None else Anchor(said.first, said.last, said.senses)
    measure = next((one for one in reading.measures if one.last == distance.joint - 1), None)
    one, operator, _ = property_compared(linker, reading, label, anchor, told, measure)
    if one is None and measure is None:
        more, fitting = low[distance.joint - 1], _spoken(own, reading, pieces, range(distance.first))
        fitting = fitting or [each for each in own if more in _UP_AND_DOWN and measured("high", each)]
        return (fitting[0] if len(fitting) == 1 else None), (-1 if more in _LESS else 1)
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
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece, label: str, distance: _Distance
) -> Property | None:
    """What is so many times as much: the property said, or that which the adjective measures."""
    own = linker.vocabulary.properties_of(label)
    said = [one for one in pieces if distance.first <= one.first and one.last < piece.first]
    names = {sense.property for one in said for sense in one.of("property") if label in sense.labels}
    numeric = [one for one in own if one.name in names and one.kind == "number"]
    if len(numeric) == 1 or names:
        return numeric[0] if len(numeric) == 1 else None
    graded = next(
        (word.low for word in reading.words[distance.first : piece.first] if _is_graded(word.low)), ""
    )
    fitting = [one for one in own if one.kind == "number" and measured(graded, one) == "+"]
    return fitting[0] if len(fitting) == 1 else None


def _bound(one: Property, held: object, distance: _Distance, way: Way, last: int) -> Bound | None:
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


def _in_own_units(one: Property, distance: _Distance) -> float | None:
    """How many of a property's own units a distance is; None where it is told in others."""
    if distance.is_factor or (not distance.unit and one.kind == "number"):
        return distance.n_units
    if one.kind == "year":
        months = UNITS.get(distance.unit, 0)
        return distance.n_units * months / 12 if months and months % 12 == 0 else None
    factor = units_in(one.words, distance.unit)
    is_other = factor is None and is_of_other_unit(one.words, distance.unit)
    return None if is_other else distance.n_units * (factor or 1)


def _of_days(one: Property, held: object, distance: _Distance, way: Way, last: int) -> Bound | None:
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


def _when_another_was(
    linker: Linker, reading: Reading, pieces: Sequence[Piece], piece: Piece
) -> Iterator[Anchor]:
    """ "Born before X", where X is a film, and has the one year or day by which that is told."""
    low = [word.low for word in reading.words]
    at = piece.first - 1 - (piece.first > 1 and low[piece.first - 1] in _ARTICLES)
    if at < 1 or low[at] not in ("before", "after") or not is_past(low[at - 1]):
        return
    done, times = stem(low[at - 1]), {"before": "<", "after": ">"}
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
        if any(done in one.words.stems for one in linker.vocabulary.kinds):
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
