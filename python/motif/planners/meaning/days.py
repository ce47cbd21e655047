"""Days, months and years as tests on a property that holds days, moments, or seconds since 1970."""

from __future__ import annotations

import calendar
import datetime

from motif.graphs.meaning import AllOf, Condition, Operator, Span, Test
from motif.planners.meaning.schema_words import Property
from motif.planners.reading.numbers import Number

_PER_SECOND = {"seconds": 1, "milliseconds": 1000}
_DAY = datetime.timedelta(days=1)

UNITS = {"day": 0, "week": 0, "month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
"""Months that a unit has; days and weeks are counted in days."""

_DAYS = {"day": 1, "week": 7}


def today() -> datetime.date:
    """The day as of which ages are told, and times from today: that of UTC."""
    return datetime.datetime.now(datetime.UTC).date()


def moved(day: datetime.date, n_units: float, unit: str, way: int) -> datetime.date:
    """The day so many units before (``way`` -1) or behind (1) another; the last of its month where there is no such."""
    if unit in _DAYS:
        return day + datetime.timedelta(days=way * int(n_units) * _DAYS[unit])
    months = day.year * 12 + day.month - 1 + way * int(n_units) * UNITS[unit]
    year, month = min(max(divmod(months, 12), (datetime.MINYEAR, 0)), (datetime.MAXYEAR, 11))
    return datetime.date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def test_of_days(one: Property, operator: Operator, low: Number, high: Number | None, span: Span) -> Test:
    """A bound on when: a year stands for all of its days, and a day for all that happens on it."""
    if low.part != "whole":
        return Condition(one.name, operator, low.value, span, part=low.part)
    begin = low.date or f"{low.value:04d}-01-01"
    if high is not None:
        return within_days(one, begin, high.last_date or high.date or f"{high.value:04d}-12-31", span)
    end = low.last_date or low.date or f"{low.until or low.value:04d}-12-31"
    if operator == "=":
        return within_days(one, begin, end, span)
    if operator in (">", "<="):
        return until(one, end, span) if operator == "<=" else _after(one, end, span)
    return Condition(one.name, operator, _moment(one, begin), span)


def day_of(one: Property, held: object) -> datetime.date | None:
    """The day that a value of a property stands for; None for what is none."""
    try:
        if one.clock in _PER_SECOND:
            seconds = float(str(held)) / _PER_SECOND[one.clock]
            return datetime.datetime.fromtimestamp(seconds, datetime.UTC).date()
        return datetime.date.fromisoformat(str(held)[:10])
    except (ValueError, OverflowError):
        return None


def within_days(one: Property, begin: str, end: str, span: Span) -> Test:
    """From the first moment of a day to the last of another."""
    return AllOf((since(one, begin, span), until(one, end, span)))


def since(one: Property, day: str, span: Span = (0, 0)) -> Condition:
    """On this day or later."""
    return Condition(one.name, ">=", _moment(one, day), span)


def until(one: Property, day: str, span: Span = (0, 0)) -> Condition:
    """On this day or before. Texts in ISO 8601 compare as days do, but "2021-12-31T09:30" comes after "2021-12-31"."""
    following = _next(day) if one.clock != "day" else None
    if following is None:
        return Condition(one.name, "<=", _moment(one, day), span)
    return Condition(one.name, "<", _moment(one, following), span)


def _after(one: Property, day: str, span: Span) -> Condition:
    following = _next(day) if one.clock != "day" else None
    if following is None:
        return Condition(one.name, ">", _moment(one, day), span)
    return since(one, following, span)


def _next(day: str) -> str | None:
    """The day after; None for one that there never was."""
    try:
        return (datetime.date.fromisoformat(day) + _DAY).isoformat()
    except (ValueError, OverflowError):
        return None


def _moment(one: Property, day: str) -> str | int:
    """How a property holds the beginning of a day."""
    if one.clock not in _PER_SECOND:
        return day
    moment = datetime.datetime.fromisoformat(day).replace(tzinfo=datetime.UTC)
    return int(moment.timestamp()) * _PER_SECOND[one.clock]
