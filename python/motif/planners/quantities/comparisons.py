"""Numbers and dates of a question and what they are compared by: "over 1.5 million", "under $20", "since 2020"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from motif.planners.quantities.comparing_words import (
    AND,
    BETWEEN,
    COMPARATIVE,
    COMPASS,
    LESS,
    NUMBER_WORDS,
    OR_MORE,
    SCALES,
    WORDED,
)
from motif.planners.quantities.dates import Period, periods_in
from motif.planners.quantities.units import UNITS, Unit, converted, unit_of

_WORDS = "|".join(re.escape(word) for word in sorted(NUMBER_WORDS, key=len, reverse=True))
_UNIT = "|".join(re.escape(word) for word in sorted(UNITS, key=len, reverse=True))
_NUMBER = re.compile(
    rf"""(?<![\w.])(?:(?P<sign>[$€£¥])\s?)?
    (?:(?P<digits>\d{{1,3}}(?:[\ \u00a0\u2009\u202f'’]\d{{3}})+(?!\d)|\d[\d,.]*\d|\d)
    |(?P<word>{_WORDS})\b|(?P<one>a)\b(?=\s+(?:million|billion|thousand|hundred|dozen)\b))
    (?:(?:(?<=\d)|\s+|-)(?P<scale>hundred|thousand|millions?|billion|trillion|dozen|mn|bn)\b
    |(?(sign)\s?|(?<=\d))(?P<letter>[kmb])(?![\w²]))?
    (?:[\s-]*(?P<unit>{_UNIT})(?![\w²/]))?""",
    re.IGNORECASE | re.VERBOSE,
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)

_OPPOSITE = {"$gt": "$lte", "$lt": "$gte"}


@dataclass(frozen=True, slots=True)
class Value:
    """A number, or a period.

    Attributes
    ----------
    start, end
        Where it stands in the question, in characters, with its unit.
    number
        Of a period that is one year that year, None of others.
    plain
        As it is written.
    scale
        What the word behind the digits multiplies them by.
    number_end
        Where it ends without its unit.
    """

    start: int
    end: int
    number: float | None
    unit: Unit | None = None
    period: Period | None = None
    plain: str = ""
    scale: float = 1.0
    number_end: int = 0

    @property
    def n_decimals(self) -> int:
        """Digits behind the point, where there is one."""
        parts = re.findall(r"\.(\d+)", self.plain)
        return len(parts[0]) if len(parts) == 1 else 0


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
    values = _values(question)
    found: list[Quantity] = []
    skipped = -1
    for place, value in enumerate(values):
        if place == skipped:
            continue
        following = values[place + 1] if place + 1 < len(values) else None
        joined = _between(question, value, following)
        if joined is not None:
            skipped = place + 1
        found.append(joined or _compared(question, value))
    return [_cut(one, before) for before, one in pairwise([None, *found]) if one is not None]


def _cut(one: Quantity, before: Quantity | None) -> Quantity:
    """Begins after the one before it ends."""
    if before is None or one.start >= before.end:
        return one
    return Quantity(before.end, one.end, one.operator, one.values, one.word, one.is_bare)


def _values(question: str) -> list[Value]:
    periods = [
        Value(one.start, one.end, _year(one), None, one, question[one.start : one.end], number_end=one.end)
        for one in periods_in(question)
    ]
    found = [one for one in periods if one.number is None]
    years = [one for one in periods if one.number is not None]
    for match in _NUMBER.finditer(question):
        span = match.span()
        if any(span[0] < one.end and span[1] > one.start for one in found):
            continue
        year = next((one for one in years if span[0] < one.end and span[1] > one.start), None)
        if year is not None and not (match["sign"] or match["scale"] or match["unit"]):
            found.append(year)
        elif not _ORDINAL.match(question, match.end("digits")) or match["digits"] is None:
            found.append(_number(match))
    return sorted(found, key=lambda one: one.start)


def _year(period: Period) -> float | None:
    first, last = period.years
    return first if first == last and not period.is_exact else None


def _number(match: re.Match[str]) -> Value:
    scale = match["scale"] or match["letter"] or ""
    number = 1.0 if match["one"] else NUMBER_WORDS.get((match["word"] or "").lower(), 0.0)
    if match["digits"]:
        number = read_digits(match["digits"])
    factor = SCALES.get(scale.lower(), 1.0)
    number *= factor
    unit = unit_of(match["unit"] or match["sign"] or "")
    behind = match.start("unit") if match["unit"] else match.end()
    number_end = match.start() + len(match.string[match.start() : behind].rstrip(" -"))
    return Value(*match.span(), _whole(number), unit, None, match[0], factor, number_end)


def read_digits(digits: str) -> float:
    """A number as written with separators of thousands and decimals.

    >>> read_digits("1,234,567"), read_digits("2.5"), read_digits("1.234.567")
    (1234567.0, 2.5, 1234567.0)
    """
    digits = re.sub(r"[\s'’]", "", digits)
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", digits):
        return float(digits.replace(",", ""))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", digits):
        return float(digits.replace(".", ""))
    try:
        return float(digits.replace(",", "."))
    except ValueError:
        return float(re.sub(r"\D", "", digits))


def _whole(value: float) -> float:
    return int(value) if float(value).is_integer() else round(value, 9)


def _between(question: str, low: Value, high: Value | None) -> Quantity | None:
    if high is None or not AND.fullmatch(question, low.end, high.start):
        return None
    opening = BETWEEN.search(question, 0, low.start)
    dash = question[low.end : high.start].strip() in ("-", "–", "—", "to")
    if opening is None and not dash:
        return None
    if (
        high.scale > 1
        and low.scale == 1
        and low.number is not None
        and low.number < (high.number or 0) / high.scale
    ):
        low = replace(low, number=_whole(low.number * high.scale))
    return Quantity(opening.start() if opening else low.start, high.end, "$between", (low, high))


_REACH = 200
"""Letters before a number in which stands what compares it: a question of many numbers is not read anew for each."""


def _compared(question: str, value: Value) -> Quantity:
    reach = max(0, value.start - _REACH)
    if after := OR_MORE.match(question, value.end):
        operator = "$lte" if after["less"] else "$gte"
        return Quantity(value.start, after.end(), operator, (value,))
    if match := COMPASS.search(question, reach, value.start):
        side = (match["side"] or match["adverb"]).lower()
        measure = "latitude" if side in ("north", "south") else "longitude"
        return Quantity(
            match.start(), value.end, "$gt" if side in ("north", "east") else "$lt", (value,), measure
        )
    if match := COMPARATIVE.search(question, reach, value.start):
        word = (match["word"] or match["of"] or "").lower()
        less = match["degree"].lower() != "more" if match["degree"] else word in LESS
        if word.endswith(("er", "ess", "ore")) or match["degree"]:
            operator = "$lt" if less else "$gt"
            if match["no"]:
                operator = _OPPOSITE[operator]
            return Quantity(
                match.start(),
                value.end,
                operator,
                (value,),
                "" if word in ("more", "less", "fewer") else word,
            )
    for operator, pattern in WORDED:
        if match := pattern.search(question, reach, value.start):
            return Quantity(match.start(), value.end, operator, (value,))
    return Quantity(value.start, value.end, "$eq", (value,), is_bare=True)


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
