"""The time between two properties of the same rows, as a column."""

from __future__ import annotations

import datetime
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.coding import ColumnCoding
from motif.graphs.projection import INTEGER, MISSING, OTHER, STRING, Column
from motif.graphs.spans import Unit

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def time_between(first: Column, last: Column, unit: Unit) -> Column:
    """Whole days or years from each value of one column to that of another; missing where one has no day.

    "days": between days, as texts in ISO 8601 or Neo4j's. "years": between such, and between integers, taken for years.
    Less than none where the second is before the first.

    >>> from motif.graphs.strings import StringTable
    >>> kind, none = np.array([OTHER, OTHER, INTEGER], np.uint8), np.array([0, 0, 1987])
    >>> first = Column(kind, none, StringTable.from_strings(["2020-02-28", "2021-05-01", ""]))
    >>> last = Column(kind, none + [0, 0, 13], StringTable.from_strings(["2021-02-27", "2021-04-30", ""]))
    >>> [[time_between(first, last, unit).value(row) for row in range(3)] for unit in ("days", "years")]
    [[365, -1, None], [0, 0, 13]]
    """
    begin, is_begun = _numbers(first, unit)
    end, is_ended = _numbers(last, unit)
    apart = end - begin
    if unit == "years":
        apart = np.sign(apart) * (np.abs(apart) // _YEAR)
    is_known = is_begun & is_ended
    is_known &= first.spread(first.are(INTEGER)) == last.spread(last.are(INTEGER))
    return Column(np.where(is_known, INTEGER, MISSING).astype(np.uint8), np.where(is_known, apart, 0))


_YEAR = 10_000
"""Of a day as a number, 20210304."""


def _numbers(column: Column, unit: Unit) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """A number for each row, int64 (n,), and whether it has a day or year, bool (n,)."""
    coding = ColumnCoding(column)
    kinds = coding.kinds.tolist()
    numbers = [_number(value, kind, unit) for value, kind in zip(coding, kinds, strict=True)]
    codes = coding.codes[:-1]
    known = np.array([*(one is not None for one in numbers), False], np.bool_)[codes]
    return np.array([*(one or 0 for one in numbers), 0], np.int64)[codes], known


def _number(value: Any, kind: int, unit: Unit) -> int | None:
    if kind == INTEGER:
        return int(value) * _YEAR if unit == "years" else None
    found = _DAY.match(value) if isinstance(value, str) and kind in (STRING, OTHER) else None
    if found is None:
        return None
    try:
        day = datetime.date.fromisoformat(found[0])
    except ValueError:
        return None
    return day.toordinal() if unit == "days" else day.year * _YEAR + day.month * 100 + day.day
