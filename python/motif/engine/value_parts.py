"""Parts of a property's values, as a property of their own: how long they are, the year of a day."""

from __future__ import annotations

import datetime
import re
from typing import Any

import numpy as np

from motif.engine.coding import Coded, ColumnCoding
from motif.engine.string_arrays import taken
from motif.graphs.meaning import Part
from motif.graphs.projection import INTEGER, MISSING, OTHER, STRING, Column
from motif.graphs.strings import StringTable

_DAY = re.compile(r"([0-9]{4})-[0-9]{2}-[0-9]{2}")
"""With which a text begins that is a day; years of other than four digits only a date has, not a text."""

_DATE = re.compile(r"([+-]?[0-9]{4,})-[0-9]{2}-[0-9]{2}")


def part_of(column: Column, part: Part) -> Column:
    """The part of each value; missing where it has none.

    "size": of a text in characters, of a list in items. "year", "month" ("2021-03") and "decade" (2020): of dates, of
    times with a date, and of texts that begin as ISO 8601 writes days; of an integer, taken for a year, the year itself
    and its decade. "age": the whole years from a day, or a year, to today. "month of year", "weekday": of days, 1 to
    12, and 1 (Monday) to 7.

    >>> kind, number = np.array([STRING, OTHER, INTEGER, OTHER], np.uint8), np.array([0, 0, 1987, 0])
    >>> column = Column(kind, number, StringTable.from_strings(["Käse", '["a", "b"]', "", "2021-03-04"]))
    >>> for part in ("size", "year", "month", "decade", "weekday"):
    ...     made = part_of(column, part)
    ...     [made.value(row) for row in range(4)]
    [4, 2, None, None]
    [None, None, 1987, 2021]
    [None, None, None, '2021-03']
    [None, None, 1980, 2020]
    [None, None, None, 4]
    """
    coding = ColumnCoding(column)
    kinds = coding.kinds.tolist()
    parts = [_part(value, kind, part) for value, kind in zip(coding, kinds, strict=True)]
    by_row = Coded(coding.codes[:-1].astype(np.int64), coding)
    is_known = by_row.of(np.array([one is not None for one in parts], np.bool_), False)
    if part == "month":
        texts = StringTable.from_strings([*(one or "" for one in parts), ""])
        kind = np.where(is_known, STRING, MISSING).astype(np.uint8)
        return Column(kind, np.zeros(len(kind), np.int64), taken(texts, by_row.codes % len(texts)))
    numbers = by_row.of(np.array([one or 0 for one in parts], np.int64), 0)
    return Column(np.where(is_known, INTEGER, MISSING).astype(np.uint8), np.where(is_known, numbers, 0))


def _part(value: Any, kind: int, part: Part) -> Any:
    """A part of one value, None where it has none."""
    is_text = kind == STRING
    if part == "size":
        return len(value) if is_text or isinstance(value, list) else None
    if part == "age":
        return _age(value, kind)
    if part in ("month of year", "weekday"):
        day = _day(value, kind)
        return None if day is None else day.month if part == "month of year" else day.isoweekday()
    if kind == INTEGER and part != "month":
        year = int(value)
    elif (is_text or kind == OTHER) and isinstance(value, str):
        found = (_DAY if is_text or part == "month" else _DATE).match(value)
        if found is None:
            return None
        if part == "month":
            return value[:7]
        year = int(found[1])
    else:
        return None
    return year if part == "year" else int(year / 10) * 10


def _age(value: Any, kind: int) -> int | None:
    """Whole years since a day, or a year; less than none where it is to come."""
    today = datetime.datetime.now(datetime.UTC).date()
    if kind == INTEGER:
        return today.year - int(value)
    day = _day(value, kind)
    if day is None:
        return None
    first, last = min(day, today), max(day, today)
    years = last.year - first.year - ((last.month, last.day) < (first.month, first.day))
    return years if day <= today else -years


def _day(value: Any, kind: int) -> datetime.date | None:
    found = _DAY.match(value) if isinstance(value, str) and kind in (STRING, OTHER) else None
    if found is None:
        return None
    try:
        return datetime.date.fromisoformat(found[0])
    except ValueError:
        return None
