"""Numbers, dates and units of a question with what they are compared by, in characters: as `reading` reads them, for
all planners but that of meanings."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import SIGNS, Bound, bounds_of, measured_by, operator_before
from motif.planners.reading.numbers import Number, numbers_of, scale_of
from motif.planners.reading.units import Unit, converted, unit_of
from motif.planners.reading.words import Word, words_of

COUNTING = tuple(word for word, number in table("numbers")["cardinals"].items() if number <= 20)
"""Numbers in words, up to twenty."""

_OPERATORS = {">": "$gt", ">=": "$gte", "<": "$lt", "<=": "$lte"}
_OPPOSITE = {"$gt": "$lte", "$lt": "$gte"}


@dataclass(frozen=True, slots=True)
class Period:
    """Some days: from the first, up to and without ``until``."""

    first: datetime.date
    until: datetime.date

    @property
    def years(self) -> tuple[int, int]:
        """First and last year."""
        return self.first.year, (self.until - datetime.timedelta(days=1)).year


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or a period.

    Attributes
    ----------
    start, end
        Where it stands in the question, in characters, with its unit.
    number
        Of a period that is one year that year, None of others.
    slack
        Half a unit of the last digit that is written.
    number_end
        Where it ends without its unit.
    """

    start: int
    end: int
    number: float | None
    unit: Unit | None = None
    period: Period | None = None
    slack: float = 0.5
    number_end: int = 0


@dataclass(frozen=True, slots=True)
class Quantity:
    """A comparison.

    Attributes
    ----------
    start, end
        Where it stands in the question, with the words of comparison.
    operator
        ``"$gt"``, ``"$gte"``, ``"$lt"``, ``"$lte"``, ``"$eq"`` or ``"$between"``.
    values
        One, or the two ends of "$between".
    word
        The adjective of the comparison ("longer"), "" for none.
    is_bare
        Whether nothing compares: the number alone.
    """

    start: int
    end: int
    operator: str
    values: tuple[Value, ...]
    word: str = ""
    is_bare: bool = False

    @property
    def unit(self) -> Unit | None:
        return next((value.unit for value in reversed(self.values) if value.unit is not None), None)

    @property
    def number_end(self) -> int:
        """Where it ends without a unit, whose word may name what is compared."""
        last = self.values[-1]
        return last.number_end if last.end == self.end else self.end

    @property
    def is_temporal(self) -> bool:
        """Whether it names a time."""
        return all(value.period is not None for value in self.values)


def quantities_in(question: str) -> list[Quantity]:
    """Comparisons with numbers and dates in ``question``, in order.

    >>> [(one.operator, one.values[0].number) for one in quantities_in("over 1.5 million, before 1900")]
    [('$gt', 1500000), ('$lt', 1900)]
    >>> quantities_in("films shorter than 2 hours")[0].values[0].unit.kind
    'time'
    """
    said = tuple(_parted(words_of(question)))
    numbers = [one for one in numbers_of(said) if _counts(said, one)]
    found: list[Quantity] = []
    for bound in bounds_of(said, numbers):
        one = _compared(question, said, bound)
        if found and (joined := _joined(question, found[-1], one)):
            found[-1] = joined
        else:
            found.append(one)
    return [_cut(one, before) for before, one in pairwise([None, *found]) if one is not None]


_GLUED = re.compile(r"(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)([^\W\d].*)\Z")
_SCALES = {"k": "k", "m": "M", "b": "bn"}
"""Letters that multiply digits where they are joined to them or a sign of money stands before: "5m", "$5 m"."""


def _parted(words: Sequence[Word]) -> list[Word]:
    """Words with digits and their unit apart ("20kg"), but digits and what multiplies them as one ("$5 m")."""
    found: list[Word] = []
    for word in words:
        glued = _GLUED.match(word.low) if word.kind == "word" else None
        digits, behind = (glued[1], glued[2]) if glued else ("", word.low)
        if (
            not glued
            and behind in _SCALES
            and len(found) > 1
            and found[-2].text in SIGNS
            and found[-1].kind == "number"
        ):
            number = found.pop()
            digits, word = number.text, replace(word, start=number.start)
        middle = word.start + len(digits)
        if digits and behind in _SCALES:
            found.append(Word(digits + _SCALES[behind], behind, word.start, word.end))
        elif glued and unit_of(behind):
            found.append(Word(digits, digits, word.start, middle, "number"))
            found.append(Word(word.text[len(digits) :], behind, middle, word.end))
        else:
            found.append(word)
    return found


def _counts(said: Sequence[Word], number: Number) -> bool:
    """Whether it is a number or a period: no time of day, no month of any year, no "a"."""
    is_article = number.first == number.last and said[number.first].low in ("a", "an")
    return not number.clock and number.part == "whole" and not is_article


def _cut(one: Quantity, before: Quantity | None) -> Quantity:
    """Begins after the one before it ends."""
    return one if before is None or one.start >= before.end else replace(one, start=before.end)


_DASHES = ("-", "–", "—")


def _joined(question: str, low: Quantity, high: Quantity) -> Quantity | None:
    """ "5-10": from one to the other; None for two that are not joined."""
    [one], [other] = low.values[-1:], high.values[:1]
    is_dash = question[low.end : high.start].strip() in _DASHES and low.operator == high.operator == "$eq"
    if not is_dash or one.number is None or other.number is None or one.number >= other.number:
        return None
    return Quantity(low.start, high.end, "$between", (one, other))


_REACH = 200
"""Letters before a number in which stands where it lies: a question of many numbers is not read anew for each."""
_SAME = listed("comparing", "same")
_GAP = listed("comparing", "gap")


def _compared(question: str, said: Sequence[Word], bound: Bound) -> Quantity:
    """A bound with its numbers in characters; what `bounds_of` has no operator for, by looser words."""
    values = tuple(_value(question, said, one) for one in (bound.number, bound.upper) if one is not None)
    first, last = bound.first, said[bound.last].end
    operator, word = _OPERATORS.get(bound.operator, "$eq"), ""
    if bound.upper is None and bound.last == bound.number.last:
        number = bound.number.first
        if operator == "$eq" and (
            place := _COMPASS.search(question, max(values[0].start - _REACH, 0), values[0].start)
        ):
            way = (place["side"] or place["adverb"]).lower()
            measure = "latitude" if way in ("north", "south") else "longitude"
            more = "$gt" if way in ("north", "east") else "$lt"
            return Quantity(place.start(), values[0].end, more, values, measure)
        if than := _than(said, number):
            operator, first, word = than
        elif operator == "$eq":
            loose, at = operator_before(said, number, "looser")
            operator, first = _OPERATORS.get(loose, "$eq"), min(first, at)
        if operator in _OPPOSITE and first and said[first - 1].low in ("no", "not", "n't"):
            operator, first = _OPPOSITE[operator], first - 1
        if operator == "$eq":
            first = min(first, _same(said, number))
    operator = "$between" if bound.upper else operator
    start, end = min(said[first].start, values[0].start), max(last, values[-1].end)
    return Quantity(start, end, operator, values, word, operator == "$eq" and start == values[0].start)


_COMPASS = re.compile(
    r"(?<!\w)(?:(?:further\s+|farther\s+)?(?P<side>north|south|east|west)(?:ern)?\s+(?:of|than)|(?P<adverb>north|south|east|"
    r"west)(?:erly)?\s+(?:of|than))\s+(?:the\s+)?(?:(?:latitude|longitude|parallel|meridian)\s+)?$",
    re.IGNORECASE,
)
"""Words of comparison by where something lies."""


def _than(said: Sequence[Word], at: int) -> tuple[str, int, str] | None:
    """ "Older than", "less crowded than": the operator before a number, its first word, and the adjective.

    What is older was earlier: a number of years is rather one of the calendar.
    """
    while at > 0 and said[at - 1].low in _GAP - {"than"}:
        at -= 1
    if at < 2 or said[at - 1].low != "than":
        return None
    adjective = said[at - 2].low
    degree = said[at - 3].low if at > 2 and said[at - 3].low in ("more", "less", "fewer") else ""
    if not degree and not adjective.endswith(("er", "ess", "ore")):
        return None
    if adjective in ("more", "less", "fewer"):
        degree = adjective
    if degree:
        is_less = degree != "more"
    else:
        is_less = adjective in ("lesser", "lower", "sooner") or not measured_by(adjective)[1]
    first = at - 3 if degree and degree != adjective else at - 2
    return "$lt" if is_less else "$gt", first, "" if degree == adjective else adjective


def _same(said: Sequence[Word], at: int) -> int:
    """The first of the words before a number that say that something is so: "in the year", "exactly"."""
    first = at
    while at > 0 and said[at - 1].low in _SAME | _GAP:
        at -= 1
        first = at if said[at].low in _SAME else first
        if said[at].low not in _GAP:
            break
    return first


def _value(question: str, said: Sequence[Word], number: Number) -> Value:
    first, last = said[number.first], said[number.last]
    sign = said[number.first - 1] if number.first and said[number.first - 1].text in SIGNS else None
    unit, end = _unit_behind(question, said, number.last + 1)
    unit = unit or (unit_of(sign.text) if sign else None)
    period = None if unit else _period(first, number)
    start = first.start if sign is None else sign.start
    decimals = len(first.text.partition(".")[2].rstrip("kMbmn")) if first.text.count(".") == 1 else 0
    slack = 0.5 * scale_of(said, number) * 10.0**-decimals
    value: float | None = number.value if abs(number.value) < _HUGE else math.inf
    if period is not None:
        value = period.years[0] if period.years[0] == period.years[1] and not number.date else None
    return Value(start, end or last.end, value, unit, period, slack, last.end)


_HUGE = 10**300


def _unit_behind(question: str, said: Sequence[Word], at: int) -> tuple[Unit | None, int]:
    """The unit behind a number, in up to three words ("km/h"), and where it ends; None for none."""
    at += at < len(said) and said[at].low == "-"
    for last in range(min(at + 3, len(said)) - 1, at - 1, -1):
        if unit := unit_of(question[said[at].start : said[last].end]):
            return unit, said[last].end
    return None, 0


def _period(word: Word, number: Number) -> Period | None:
    """The days that a number of a question is; None for one that is no time."""
    day = datetime.timedelta(days=1)
    if number.date:
        first, last = (
            datetime.date.fromisoformat(one) for one in (number.date, number.last_date or number.date)
        )
        return Period(first, last + day) if last.year < _LAST else None
    is_year = number.is_year or (number.may_be_year and len(word.text) == 4 and number.first == number.last)
    if not (is_year or number.until) or not isinstance(number.value, int) or not 0 < number.value < _LAST:
        return None
    return Period(datetime.date(number.value, 1, 1), datetime.date((number.until or number.value) + 1, 1, 1))


_LAST = 9000
"""From which year on a number is none."""


def conditions_for(quantity: Quantity, *, dates: bool, scale: Unit | None = None) -> dict[str, Any]:
    """The comparison in filter syntax, for a property of numbers (in the unit ``scale``) or of dates.

    >>> conditions_for(quantities_in("since March 2020")[0], dates=True)
    {'$gte': '2020-03-01'}
    >>> conditions_for(quantities_in("in the 1990s")[0], dates=False)
    {'$between': [1990, 1999]}
    """
    return _by_day(quantity) if dates else _by_number(quantity, scale)


def _by_day(quantity: Quantity) -> dict[str, Any]:
    periods = [value.period for value in quantity.values if value.period is not None]
    first, until = periods[0].first.isoformat(), periods[-1].until.isoformat()
    return {
        "$gt": {"$gte": until},
        "$gte": {"$gte": first},
        "$lt": {"$lt": first},
        "$lte": {"$lt": until},
    }.get(quantity.operator, {"$gte": first, "$lt": until})


def _by_number(quantity: Quantity, scale: Unit | None) -> dict[str, Any]:
    if all(value.period is not None for value in quantity.values):
        first = quantity.values[0].period.years[0]  # type: ignore[union-attr]
        last = quantity.values[-1].period.years[1]  # type: ignore[union-attr]
        if first != last and quantity.operator in ("$eq", "$between"):
            return {"$between": [first, last]}
        return {quantity.operator: first if quantity.operator in ("$lt", "$gte") else last}
    numbers = [converted(value.number or 0, value.unit or quantity.unit, scale) for value in quantity.values]
    if quantity.operator == "$between":
        return {"$between": sorted(numbers)}
    return {quantity.operator: numbers[0]}
