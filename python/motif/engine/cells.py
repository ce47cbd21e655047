"""Values of a projection's properties as conditions compare them and as answers show them."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import while_heeded
from motif.graphs.projection import FLOAT, INTEGER, MISSING, OTHER, STRING, Column

NUMBER = re.compile(r"[ \t\r\n]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\r\n]*")
"""A number written as text."""


class Cells:
    """One property of all rows, decoded once.

    >>> from motif.graphs.strings import StringTable
    >>> kind, number = np.array([STRING, INTEGER, MISSING], np.uint8), np.array([0, 7, 0])
    >>> cells = Cells(Column(kind, number, StringTable.from_strings(["2.5", "", ""])))
    >>> cells.numbers.tolist(), cells.texts, cells.known.tolist()
    ([2.5, 7.0, nan], ['2.5', None, None], [True, True, False])
    """

    def __init__(self, column: Column) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Where there is a value, bool (rows,)."""
        return np.asarray(self._column.kind != MISSING)

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """The value as a number, also where it is written as text; NaN where it is none, float64 (rows,)."""
        kind, number = self._column.kind, self._column.number
        found = np.where(kind == FLOAT, number.view(np.float64), number.astype(np.float64))
        found[(kind != INTEGER) & (kind != FLOAT)] = np.nan
        if self._column.text is not None:
            for row in while_heeded(np.flatnonzero(kind == STRING).tolist()):
                number_here = number_in(self._column.text[row])
                found[row] = np.nan if number_here is None else number_here
        return found

    @cached_property
    def texts(self) -> list[str | None]:
        """The value as text where it is text, a date or a list (as JSON); None elsewhere."""
        text, kinds = self._column.text, self._column.kind.tolist()
        if text is None:
            return [None] * len(kinds)
        return [
            text[row] if kind in (STRING, OTHER) else None
            for row, kind in while_heeded(list(enumerate(kinds)))
        ]

    @cached_property
    def folded(self) -> list[str | None]:
        """`texts` without regard to case."""
        return [None if text is None else text.lower() for text in while_heeded(self.texts)]

    def value(self, row: int) -> Any:
        """The value at ``row``: a list is a list; None when missing."""
        value = self._column.value(row)
        if isinstance(value, str) and self._column.kind[row] == OTHER and value[:1] == "[":
            return _as_list(value)
        return value

    def items(self, row: int) -> list[Any]:
        """The value as a list: its own values, itself alone, or none."""
        value = self.value(row)
        if value is None:
            return []
        return value if isinstance(value, list) else [value]


def sizes_of(column: Column) -> Column:
    """How long the texts of a property are in characters, and its lists in items; missing for all else.

    >>> from motif.graphs.strings import StringTable
    >>> kind, number = np.array([STRING, OTHER, INTEGER], np.uint8), np.zeros(3, np.int64)
    >>> sizes = sizes_of(Column(kind, number, StringTable.from_strings(["Käse", '["a", "b"]', ""])))
    >>> [sizes.value(row) for row in range(3)]
    [4, 2, None]
    """
    cells, kinds = Cells(column), column.kind
    rows = np.flatnonzero((kinds == STRING) | (kinds == OTHER))
    sized = [(row, value) for row in rows.tolist() if isinstance(value := cells.value(row), (str, list))]
    kept = [(row, len(value)) for row, value in sized if kinds[row] == STRING or isinstance(value, list)]
    kind, number = np.full(len(column), MISSING, np.uint8), np.zeros(len(column), np.int64)
    if kept:
        places, lengths = map(np.array, zip(*kept, strict=True))
        kind[places], number[places] = INTEGER, lengths
    return Column(kind, number)


def number_in(text: str) -> float | None:
    """The number that a text is; None for any other text.

    >>> number_in(" 2.5e3"), number_in("1_000"), number_in("nan")
    (2500.0, None, None)
    """
    return float(text) if NUMBER.fullmatch(text) else None


def _as_list(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
