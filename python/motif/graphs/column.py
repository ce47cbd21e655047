"""One property of all nodes or relationships: a value of each row, or of the rows alone that have one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import narrow_numbers
from motif.graphs.strings import StringTable

MISSING, INTEGER, FLOAT, BOOLEAN, STRING, OTHER = range(6)

_Entry = TypeVar("_Entry", bound=np.generic)

_MANY = 16
"""Of so many rows, one that is looked for: then a table of all rows is quicker than a search for each."""


@dataclass(frozen=True, slots=True)
class Column:
    """One property of all nodes or all relationships.

    A column has *entries*. Where it is dense, each row has one, which may be `MISSING`; where it is sparse, the rows
    alone that have a value, and ``rows`` says which these are. `compact` makes of a column what is smaller.

    Attributes
    ----------
    kind : uint8 (entries,)
        What each value is, one of `MISSING`, `INTEGER`, `FLOAT`, `BOOLEAN`, `STRING`, `OTHER`. A property may hold
        values of several kinds, as in Neo4j.
    number : int64 (entries,), or int8, int16, int32
        The integer, the bits of the float64, or 0 and 1 of the boolean; 0 for the rest. Narrow where all fit and none
        is a float (`compact`).
    text : StringTable of as many strings, or None when no value is text
        The string; for `OTHER` the value as JSON (lists), or as ISO 8601 (dates and times).
    rows : int32 (entries,) or None
        The rows that have a value, ascending; None where each row has an entry.
    size : int
        How many rows there are, where ``rows`` is given.

    >>> column = Column(np.array([INTEGER], np.uint8), np.array([7]), None, np.array([2], np.int32), 4)
    >>> len(column), [column.value(row) for row in range(4)], column.holding.tolist()
    (4, [None, None, 7, None], [2])
    """

    kind: NDArray[np.uint8]
    number: NDArray[np.signedinteger[Any]]
    text: StringTable | None = None
    rows: NDArray[np.int32] | None = None
    size: int = 0

    def __len__(self) -> int:
        return len(self.kind) if self.rows is None else self.size

    def value(self, row: int) -> Any:
        """The value at ``row`` as Python knows it; None when missing."""
        entry = self._entry(row)
        kind = int(self.kind[entry]) if entry >= 0 else MISSING
        if kind == MISSING:
            return None
        if kind == INTEGER:
            return int(self.number[entry])
        if kind == FLOAT:
            return float(self.number[entry : entry + 1].astype(np.int64).view(np.float64)[0])
        if kind == BOOLEAN:
            return bool(self.number[entry])
        return self.text[entry] if self.text is not None else None

    def kind_at(self, row: int) -> int:
        """What the value at ``row`` is."""
        entry = self._entry(row)
        return int(self.kind[entry]) if entry >= 0 else MISSING

    def _entry(self, row: int) -> int:
        if self.rows is None:
            return row
        if not 0 <= row < self.size:
            raise IndexError(f"row {row} of a column of {self.size}")
        entry = int(self.rows.searchsorted(self.rows.dtype.type(row)))
        return entry if entry < len(self.rows) and self.rows[entry] == row else -1

    @property
    def holding(self) -> NDArray[np.int64]:
        """The rows that have a value, ascending, int64 (any,)."""
        return np.flatnonzero(self.kind) if self.rows is None else self.rows.astype(np.int64)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where there is a value, bool (rows,)."""
        known: NDArray[np.bool_] = self.kind != MISSING
        return self.spread(known)

    def holds(self, *kinds: int) -> bool:
        """Whether any value is of one of these kinds."""
        return bool(self.are(*kinds).any())

    def are(self, *kinds: int) -> NDArray[np.bool_]:
        """Which entries are of one of these kinds, bool (entries,)."""
        found: NDArray[np.bool_] = self.kind == kinds[0]
        for kind in kinds[1:]:
            found |= self.kind == kind
        return found

    def entries_of(self, *kinds: int) -> NDArray[np.int64]:
        """The entries of these kinds, ascending, int64 (any,)."""
        return np.flatnonzero(self.are(*kinds))

    def rows_of(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """The row of each of these entries, int64 (entries,)."""
        return entries if self.rows is None else self.rows[entries].astype(np.int64)

    def spread(self, of_entries: NDArray[_Entry]) -> NDArray[_Entry]:
        """What each row's entry has, 0 or false for a row without one, (rows,)."""
        if self.rows is None:
            return of_entries
        found = np.zeros(self.size, of_entries.dtype)
        found[self.rows] = of_entries
        return found

    def entries_at(self, rows: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """The entry of each of these rows, -1 for none, int64 (rows,)."""
        if self.rows is None:
            return rows.astype(np.int64, copy=False)
        if not len(self.rows):
            return np.full(len(rows), -1, np.int64)
        if np.array_equal(rows, self.rows):
            return np.arange(len(rows))
        if _MANY * len(rows) > self.size:
            entries_of = np.full(self.size, -1, np.int32)
            entries_of[self.rows] = np.arange(len(self.rows), dtype=np.int32)
            found: NDArray[np.int64] = entries_of[rows].astype(np.int64)
            return found
        # Of one type with what is searched: else numpy makes a copy of all that it searches.
        entries = np.minimum(self.rows.searchsorted(rows.astype(self.rows.dtype)), len(self.rows) - 1)
        return np.where(self.rows[entries] == rows, entries, -1)

    def kinds_at(self, rows: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
        """What the values at ``rows`` are, uint8 (rows,)."""
        return self._at(self.kind, rows)

    def numbers_at(self, rows: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """``number`` at ``rows``; 0 where there is no value, int64 (rows,)."""
        return self._at(self.number, rows).astype(np.int64, copy=False)

    @property
    def wide(self) -> NDArray[np.int64]:
        """``number`` as int64 (entries,)."""
        return self.number.astype(np.int64, copy=False)

    @property
    def floats(self) -> NDArray[np.float64]:
        """``number`` as the bits that it is of a float, float64 (entries,); of another entry it says nothing."""
        return self.wide.view(np.float64)

    def known_at(self, rows: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Which of ``rows`` have a value, bool (rows,)."""
        found: NDArray[np.bool_] = self.kinds_at(rows) != MISSING
        return found

    def texts_at(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """``text`` at ``rows``, which have a value; nothing where no value is text."""
        return [] if self.text is None else self.text.take(self.entries_at(rows))

    def _at(self, of_entries: NDArray[_Entry], rows: NDArray[np.integer[Any]]) -> NDArray[_Entry]:
        if self.rows is None:
            return np.asarray(of_entries[rows])
        entries = self.entries_at(rows)
        found = np.zeros(len(entries), of_entries.dtype)
        held = np.flatnonzero(entries >= 0)
        found[held] = of_entries[entries[held]]
        return found

    def part(self, start: int, stop: int) -> Column:
        """The values of the rows from ``start`` to ``stop``."""
        first, last, rows = start, stop, self.rows
        if rows is not None:
            first, last = rows.searchsorted(np.array([start, stop], rows.dtype)).tolist()
            rows = rows[first:last] - rows.dtype.type(start)
        text = self.text
        if text is not None:
            ends = text.offsets[first : last + 1]
            text = StringTable(ends - ends[0], text.data[ends[0] : ends[-1]])
        size = 0 if rows is None else stop - start
        return Column(self.kind[first:last], self.number[first:last], text, rows, size)

    def dense(self) -> Column:
        """The same values with an entry for each row."""
        if self.rows is None:
            return self
        text = None
        if self.text is not None:
            lengths = self.spread(np.diff(self.text.offsets))
            offsets = np.zeros(self.size + 1, np.int64)
            np.cumsum(lengths, out=offsets[1:])
            text = StringTable(offsets, self.text.data)
        return Column(self.spread(self.kind), self.spread(self.number), text)


def is_sparse(n_values: float, n_rows: int) -> bool:
    """Whether a column of so many values is sparse; the only place that says so.

    It is, where fewer than three quarters of the rows have a value. A value and its kind take nine bytes, its row four
    more, which columns of the same rows share.
    """
    return 4 * n_values < 3 * n_rows


def compact(column: Column) -> Column:
    """The same values in the least room: sparse where `is_sparse` says so.

    What is the same in all entries, their kind or no number, takes the room of one; numbers take as many bytes as the
    largest needs, where none is a float. No letter is copied.

    >>> column = compact(Column(np.array([0, 0, 0, STRING], np.uint8), np.zeros(4, np.int64),
    ...                         StringTable.from_strings(["", "", "", "Heat"])))
    >>> column.rows.tolist(), column.kind.tolist(), list(column.text), column.value(3)
    ([3], [4], ['Heat'], 'Heat')
    """
    if column.rows is None:
        n_values = int(np.count_nonzero(column.kind))
        column = _sparse(column) if is_sparse(n_values, len(column)) else column
    elif not is_sparse(len(column.rows), len(column)):
        column = column.dense()
    kind, number = _once(column.kind), _once(column.number)
    is_float = kind[:1] == FLOAT if len(kind) and not kind.strides[0] else kind == FLOAT
    return replace(column, kind=kind, number=number if is_float.any() else narrow_numbers(number))


def _sparse(column: Column) -> Column:
    """The same values with an entry for each row that has one; as it is where a row without one has letters."""
    rows, text = np.flatnonzero(column.kind), column.text
    if text is not None:
        starts = np.append(text.offsets[rows], text.offsets[-1:])
        if starts[0] != text.offsets[0] or (starts[1:] != text.offsets[rows + 1]).any():
            return column
        text = StringTable(starts, text.data)
    return Column(column.kind[rows], column.number[rows], text, rows.astype(np.int32), len(column))


def _once(array: NDArray[_Entry]) -> NDArray[_Entry]:
    """An array in which all is the same, in the room of one entry; any other as it is.

    Looks at the first few before it looks at all.
    """
    if not len(array) or not array.strides[0] or (array[:64] != array[0]).any() or (array != array[0]).any():
        return array
    return np.broadcast_to(array[:1].copy(), array.shape)


def shared_rows(columns: dict[str, Column]) -> dict[str, Column]:
    """The columns, those that the same rows have with one array of these rows: it is kept, and written, once."""
    known: dict[tuple[int, int, int], list[NDArray[np.int32]]] = {}
    return {name: _with_known_rows(column, known) for name, column in columns.items()}


def _with_known_rows(column: Column, known: dict[tuple[int, int, int], list[NDArray[np.int32]]]) -> Column:
    rows = column.rows
    if rows is None or not len(rows):
        return column
    alike = known.setdefault((len(rows), int(rows[0]), int(rows[-1])), [])
    for other in alike:
        if other is rows or np.array_equal(other, rows):
            return replace(column, rows=other)
    alike.append(rows)
    return column
