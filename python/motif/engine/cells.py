"""Values of a projection's properties as conditions compare them and as answers show them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.coding import Coded, ColumnCoding, Ints, Mask, value_at
from motif.engine.control import keep_on, while_heeded
from motif.engine.string_arrays import folded_order_of_texts, texts_containing, texts_with_edge
from motif.graphs.projection import FLOAT, INTEGER, OTHER, STRING, Column

COMPARE: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": np.equal,
    "<>": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def has_word(text: str, word: str) -> bool:
    """Whether a text has a word, or words, that are no part of a longer one, in this case.

    >>> has_word("a few good men", "men"), has_word("the replacements", "men"), has_word("men's", "men")
    (True, False, True)
    """
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


_AT_ONCE = 1 << 20
"""Rows that are compared between two looks at the deadline."""


class Cells:
    """One property of all rows, decoded once.

    >>> from motif.graphs.projection import MISSING
    >>> from motif.graphs.strings import StringTable
    >>> kind, number = np.array([STRING, INTEGER, MISSING], np.uint8), np.array([0, 7, 0])
    >>> cells = Cells(Column(kind, number, StringTable.from_strings(["2.5", "", ""])))
    >>> cells.numbers.tolist(), cells.known.tolist(), cells.at(np.array([1, 2, -1])).values()
    ([2.5, 7.0, nan], [True, True, False], [7, None, None])
    """

    def __init__(self, column: Column) -> None:
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @cached_property
    def known(self) -> Mask:
        """Where there is a value, bool (rows,)."""
        return self._column.known

    @cached_property
    def coding(self) -> ColumnCoding:
        """The distinct values, and which of them each row has."""
        return ColumnCoding(self._column)

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """The value as a number, also where it is written as text; NaN where it is none, float64 (rows,)."""
        column = self._column
        if column.text is not None and column.holds(STRING):
            return self.at(np.arange(len(self))).of(self.coding.numbers, np.nan)
        numbers, is_float = column.number.astype(np.float64), column.are(FLOAT)
        if is_float.any():
            numbers = np.where(is_float, column.floats, numbers)
        numbers[~column.are(INTEGER, FLOAT)] = np.nan
        if column.rows is None:
            return numbers
        found = np.full(len(self), np.nan)
        found[column.rows] = numbers
        return found

    def at(self, rows: Ints) -> Coded:
        """The values at ``rows``; none at -1."""
        return Coded(self.coding.codes[rows].astype(np.int64), self.coding)

    def where(self, holds: Callable[[Any], bool]) -> Mask:
        """The rows that have a value for which it holds, bool (rows,)."""
        return self.at(np.arange(len(self))).where(holds)

    def where_text(self, holds: Callable[[str], bool]) -> Mask:
        """The rows whose value is text, a date or a list (as JSON) for which it holds, in lower case, bool (rows,)."""
        held = [text is not None and holds(text) for text in while_heeded(self.coding.folded)]
        return self.at(np.arange(len(self))).of(np.array(held, np.bool_), False)

    def compares(self, operator: str, text: str) -> Mask:
        """The rows whose value, as `where_text` takes it, compares so with a text in any case, bool (rows,).

        Parameters
        ----------
        operator
            One of `COMPARE`, "starts", "ends", "contains", "word".

        Bytes are compared, row by row: what a property of ten million names says of one text needs no name decoded.
        """
        column, table = self._column, self._column.text
        found = np.zeros(len(column.kind), np.bool_)
        if table is None:
            return column.spread(found)
        entries = column.entries_of(STRING, OTHER)
        for start in range(0, len(entries), _AT_ONCE):
            keep_on()
            part = entries[start : start + _AT_ONCE]
            if operator in ("contains", "word"):
                found[part] = texts_containing(table, part, text, ignore_case=True)
            elif operator in COMPARE:
                found[part] = COMPARE[operator](folded_order_of_texts(table, part, text), 0)
            else:
                found[part] = texts_with_edge(table, part, text, at_end=operator == "ends")
        mask = column.spread(found)
        return mask & self.where_text(partial(has_word, word=text.lower())) if operator == "word" else mask

    def value(self, row: int) -> Any:
        """The value at ``row``: a list is a list; None when missing."""
        return value_at(self._column, row)
