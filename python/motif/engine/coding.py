"""Values as numbers: equal values have equal codes, so that groups, orders and counts are work on arrays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import keep_on, while_heeded
from motif.engine.string_arrays import grouped, taken
from motif.graphs.distinct import numbered
from motif.graphs.meaning import NodeRow
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, STRING, Column

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
_Entry = TypeVar("_Entry", bound=np.generic)

NONE = -1
"""The code of no value."""

_FEW = 64
"""Texts that are looked at before all are read: names are no numbers."""

_NEARLY_ALL = 0.9
"""Share of the texts of a property that are numbers, where it is one of numbers."""

UNRANKED = -1
"""The rank of what has no place in an order: a list, no value."""

NUMBER = re.compile(r"[ \t\r\n]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t\r\n]*")
"""A number written as text."""


_NOTHING = frozenset({"", "-", "n/a", "na", "none", "null"})
"""Texts that stand for no value where all others are numbers."""


def number_in(text: str) -> float | None:
    """The number that a text is; None for any other text.

    >>> number_in(" 2.5e3"), number_in("1_000"), number_in("nan")
    (2500.0, None, None)
    """
    return float(text) if NUMBER.fullmatch(text) else None


def are_numbers(texts: Sequence[str]) -> bool:
    """Whether nine of ten texts are numbers, those not counted that stand for no value.

    >>> are_numbers(["9", "10.5", ""]), are_numbers(["9", "1st"]), are_numbers(["", "n/a"])
    (True, False, False)
    """
    told = [text for text in texts if not is_nothing(text)]
    return sum(NUMBER.fullmatch(text) is not None for text in while_heeded(told)) > _NEARLY_ALL * len(told)


def is_nothing(text: str) -> bool:
    """Whether a text stands for no value: "", "N/A"."""
    return text.strip().lower() in _NOTHING


def number_of(value: Any) -> float | int | None:
    """The value as a number, also where it is written as text; None for any other."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    return number_in(value) if isinstance(value, str) else None


class Coding:
    """The values that codes from 0 stand for, here those of a list.

    >>> few = Coding(["b", 2, [1], "a", 1.5])
    >>> few.value(0), few.ranks.tolist(), few.numbers.tolist(), few.is_whole.tolist()
    ('b', [3, 1, -1, 2, 0], [nan, 2.0, nan, nan, 1.5], [False, True, False, False, False])
    """

    def __init__(self, values: Sequence[Any] = ()) -> None:
        self._values = values

    def value(self, code: int) -> Any:
        return self._values[code]

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        """All values, with a look at the deadline now and then."""
        return (self.value(code) for code in while_heeded(range(len(self))))

    @cached_property
    def ranks(self) -> Ints:
        """The place of each value in an order, int64 (values,): numbers, then text, then nodes; equal ones the same."""
        keys = [None if isinstance(value, list) else _sort_key(value) for value in self]
        keep_on()
        places = {key: place for place, key in enumerate(sorted({key for key in keys if key is not None}))}
        return np.array([UNRANKED if key is None else places[key] for key in keys], np.int64)

    @cached_property
    def numbers(self) -> Floats:
        """The value as a number, also where it is written as text; NaN where it is none, float64 (values,)."""
        found = (number_of(value) for value in self)
        return np.array([np.nan if number is None else number for number in found], np.float64)

    @cached_property
    def is_whole(self) -> Mask:
        """Which values are integers, bool (values,)."""
        return np.array([isinstance(one, int) and not isinstance(one, bool) for one in self], np.bool_)

    @property
    def is_of_numbers(self) -> bool:
        """Whether the values are numbers, all of them, and not as text."""
        return False

    @property
    def are_written_numbers(self) -> bool:
        """Whether some of the values are text and nine of ten of these are numbers: then 9 comes before 10."""
        return False


class NodeCoding(Coding):
    """Nodes by row."""

    def __init__(self, n_nodes: int) -> None:
        self._n_nodes = n_nodes

    def value(self, code: int) -> NodeRow:
        return NodeRow(code)

    def __len__(self) -> int:
        return self._n_nodes

    @cached_property
    def ranks(self) -> Ints:
        return np.arange(self._n_nodes, dtype=np.int64)

    @cached_property
    def numbers(self) -> Floats:
        return np.full(self._n_nodes, np.nan)


class NumberCoding(Coding):
    """Numbers, a code for each: those that are ``whole`` are integers.

    >>> NumberCoding(np.array([2.0, 0.5]), np.array([True, False])).value(0)
    2
    """

    def __init__(self, numbers: Floats | Ints, is_whole: Mask) -> None:
        self._numbers = numbers
        self._is_whole = is_whole

    def value(self, code: int) -> int | float:
        number = self._numbers[code]
        return int(number) if self._is_whole[code] else float(number)

    def __len__(self) -> int:
        return len(self._numbers)

    @cached_property
    def ranks(self) -> Ints:
        return np.unique(self._numbers, return_inverse=True)[1].astype(np.int64)

    @cached_property
    def numbers(self) -> Floats:
        return self._numbers.astype(np.float64)

    @property
    def is_of_numbers(self) -> bool:
        return True


class ColumnCoding(Coding):
    """The distinct values of a property. Numbers that are equal are one value, be they whole or not.

    Attributes
    ----------
    codes : int32 (rows + 1,)
        The code of each row's value; the last one is `NONE`, for what has no row (-1).
    firsts : int64 (values,)
        A row that has the value.
    """

    def __init__(self, column: Column) -> None:
        self._column = replace(column, rows=None, size=0)  # its entries as rows
        self.codes = np.full(len(column) + 1, NONE, np.int32)
        firsts, size = [np.empty(0, np.int64)], 0
        for entries, equals in _families(column):
            keep_on()
            first, codes = numbered(equals)
            self.codes[column.rows_of(entries)] = codes + size
            firsts.append(entries[first])
            size += len(first)
        self._entries = np.concatenate(firsts)
        self.firsts = column.rows_of(self._entries)

    @cached_property
    def kinds(self) -> NDArray[np.uint8]:
        """What each value is, of the kinds of `Column`, uint8 (values,)."""
        return self._column.kind[self._entries]

    def value(self, code: int) -> Any:
        return value_at(self._column, int(self._entries[code]))

    def __len__(self) -> int:
        return len(self.firsts)

    @cached_property
    def ranks(self) -> Ints:
        kinds, ranks = self.kinds, np.full(len(self), UNRANKED, np.int64)
        if self.are_written_numbers:
            told = np.flatnonzero(~np.isnan(self.numbers))
            ranks[told] = np.unique(self.numbers[told], return_inverse=True)[1]
            return ranks
        counted = np.flatnonzero((kinds == INTEGER) | (kinds == FLOAT) | (kinds == BOOLEAN))
        distinct, ranks[counted] = np.unique(
            _as_numbers(self._column, self._entries[counted]), return_inverse=True
        )
        written = np.flatnonzero(self._is_text(kinds))
        texts = self._texts(written)
        keep_on()
        ranks[written[sorted(range(len(texts)), key=texts.__getitem__)]] = len(distinct) + np.arange(
            len(texts)
        )
        return ranks

    @cached_property
    def numbers(self) -> Floats:
        kinds, found = self.kinds, np.full(len(self), np.nan)
        counted = np.flatnonzero((kinds == INTEGER) | (kinds == FLOAT))
        found[counted] = _as_numbers(self._column, self._entries[counted])
        written = np.flatnonzero(kinds == STRING)
        said = [number_in(text) for text in while_heeded(self._texts(written))]
        found[written] = [np.nan if number is None else number for number in said]
        return found

    @cached_property
    def are_written_numbers(self) -> bool:
        kinds = self.kinds
        written = np.flatnonzero(kinds == STRING)
        if not len(written) or np.any((kinds == BOOLEAN) | (kinds == OTHER)):
            return False
        return any(map(NUMBER.fullmatch, self._texts(written[:_FEW]))) and are_numbers(self._texts(written))

    @cached_property
    def is_whole(self) -> Mask:
        return np.asarray(self.kinds == INTEGER)

    @property
    def is_of_numbers(self) -> bool:
        return bool(np.all((self.kinds == INTEGER) | (self.kinds == FLOAT)))

    @cached_property
    def folded(self) -> list[str | None]:
        """The value without regard to case where it is text, a date or a list (as JSON); None elsewhere."""
        found: list[str | None] = [None] * len(self)
        written = np.flatnonzero((self.kinds == STRING) | (self.kinds == OTHER))
        for code, text in zip(written.tolist(), while_heeded(self._texts(written)), strict=True):
            found[code] = text.lower()
        return found

    def _is_text(self, kinds: NDArray[np.uint8]) -> Mask:
        is_other = (kinds == OTHER) & ~_are_lists(self._column, self._entries)
        return np.asarray((kinds == STRING) | is_other)

    def _texts(self, codes: Ints) -> list[str]:
        return [] if self._column.text is None else self._column.text.take(self._entries[codes])


def value_at(column: Column, row: int) -> Any:
    """The value at ``row``: a list is a list; None when missing."""
    value = column.value(row)
    if isinstance(value, str) and column.kind_at(row) == OTHER and value[:1] == "[":
        try:
            return json.loads(value)
        except json.JSONDecodeError:
            return value
    return value


@dataclass(frozen=True)
class Coded:
    """A value of each row.

    Attributes
    ----------
    codes : int64 (rows,)
        `NONE` for none.
    """

    codes: Ints
    coding: Coding

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, rows: Ints) -> Coded:
        """Those of these rows, in that order."""
        return Coded(self.codes[rows], self.coding)

    def values(self) -> list[Any]:
        """The values themselves, None for none."""
        value = self.coding.value
        return [None if code < 0 else value(code) for code in while_heeded(self.codes.tolist())]

    def of(self, by_code: NDArray[_Entry], of_none: Any) -> NDArray[_Entry]:
        """For each row what its code has in ``by_code``, ``of_none`` where there is no value, (rows,)."""
        return np.append(by_code, np.asarray(of_none, by_code.dtype))[self.codes]

    @property
    def ranks(self) -> Ints:
        """The place of each row's value in an order, `UNRANKED` for none, int64 (rows,)."""
        return self.of(self.coding.ranks, UNRANKED)

    def where(self, holds: Callable[[Any], bool]) -> Mask:
        """The rows that have a value for which it holds, asked once for each distinct value, bool (rows,)."""
        firsts, places = numbered(self.codes)
        distinct = self.codes[firsts].tolist()
        held = [code >= 0 and holds(self.coding.value(code)) for code in while_heeded(distinct)]
        return np.array(held, np.bool_)[places]

    def spread(self) -> tuple[Ints, Coded]:
        """A row for each item of a list, for what is no list and for what has none; with the row that it was."""
        firsts, places = numbered(self.codes)
        lists, items = _numbered_items(self.take(firsts).values())
        sizes = np.array([len(one) for one in lists], np.int64)
        starts, flat = np.cumsum(sizes) - sizes, np.array([code for one in lists for code in one], np.int64)
        of_row = sizes[places]
        rows = np.repeat(np.arange(len(self)), of_row)
        offsets = np.arange(len(rows)) - np.repeat(np.cumsum(of_row) - of_row, of_row)
        return rows, Coded(flat[starts[places[rows]] + offsets], Coding(items))


def _numbered_items(values: Sequence[Any]) -> tuple[list[list[int]], list[Any]]:
    """The codes of each value's items, `NONE` alone where there are none; and the distinct items."""
    code_of: dict[Any, int] = {}
    lists: list[list[int]] = []
    items: list[Any] = []
    for value in values:
        codes = []
        for item in value if isinstance(value, list) else [value]:
            if (key := _frozen(item)) not in code_of and item is not None:
                code_of[key] = len(items)
                items.append(item)
            codes.append(code_of.get(key, NONE))
        lists.append(codes or [NONE])
    return lists, items


def _families(column: Column) -> Iterator[tuple[Ints, NDArray[Any]]]:
    """Entries whose values may equal one another, with numbers that are equal where the values are."""
    counted = column.entries_of(INTEGER, FLOAT)
    yield counted, _as_numbers(column, counted)
    flags = column.entries_of(BOOLEAN)
    yield flags, column.number[flags].astype(np.int64, copy=False)
    written = column.entries_of(STRING, OTHER)
    if len(written) and column.text is not None:
        keep_on()
        texts = column.text if len(written) == len(column.text) else taken(column.text, written)
        yield written, 2 * grouped(texts)[0].astype(np.int64) + _are_lists(column, written)


def _as_numbers(column: Column, entries: Ints) -> Ints | Floats:
    """The numbers of these entries, truth values as 0 and 1; integers as such unless there are others."""
    kind, number = column.kind[entries], column.number[entries].astype(np.int64, copy=False)
    is_float = kind == FLOAT
    return np.where(is_float, number.view(np.float64), number) if is_float.any() else number


def _are_lists(column: Column, entries: Ints) -> Mask:
    """Which of the entries that hold text of some kind hold a list, bool (entries,)."""
    if column.text is None or not len(column.text.data):
        return np.zeros(len(entries), np.bool_)
    starts, ends = column.text.offsets[entries], column.text.offsets[entries + 1]
    first = column.text.data[np.minimum(starts, len(column.text.data) - 1)]
    return np.asarray((column.kind[entries] == OTHER) & (ends > starts) & (first == ord("[")))


def _sort_key(value: Any) -> tuple[int, Any]:
    """Numbers among themselves, then text, then nodes."""
    if isinstance(value, NodeRow):
        return 2, value.row
    return (1, value) if isinstance(value, str) else (0, value)


def _frozen(value: Any) -> Any:
    """Lists as tuples, so that they can be told apart."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
