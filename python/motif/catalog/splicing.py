"""A few rows among many: arrays, texts and columns put together again, and left as they are where nothing changed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import gather_strings
from motif.engine.column_rows import column_at
from motif.graphs.column import compact
from motif.graphs.distinct import distinct
from motif.graphs.narrow import Codes, Ids, narrow_codes, narrow_ids
from motif.graphs.projection import BOOLEAN, INTEGER, OTHER, STRING, Column
from motif.graphs.strings import StringTable

_MOST_PIECES = 50_000
"""Runs of rows that are copied one after another; of more, each row is copied by itself."""

STRETCH = 1 << 17
"""Rows that are looked at at a time, so that what numpy makes in between stays in the processor's cache."""

A = TypeVar("A", bound=np.generic)


@dataclass(frozen=True)
class Splice:
    """Which rows of a base go, and before which of them new ones stand.

    An array whose values are all as they were is given back as it is, the same object, so that a mapped one stays
    mapped. Everything else is copied in runs, at the speed of memory.

    Attributes
    ----------
    n_base : int
    removed : int64 (k,)
        Rows of the base that go, ascending.
    places : int64 (d,)
        For each new row, in their order, the row of the base before which it stands, 0 … n_base; ascending, equal ones
        keep their order.

    >>> splice = Splice(4, np.array([1]), np.array([1, 4]))
    >>> splice.array(np.array([10, 20, 30, 40]), np.array([21, 50])).tolist(), splice.new_rows.tolist()
    ([10, 21, 30, 40, 50], [1, 4])
    """

    n_base: int
    removed: NDArray[np.int64]
    places: NDArray[np.int64]
    _letters: dict[int, tuple[NDArray[np.uint8], NDArray[np.uint8]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _shared: dict[tuple[int, ...], tuple[StringTable, StringTable, StringTable]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def n_rows(self) -> int:
        """Rows that there are afterwards."""
        return self.n_base - len(self.removed) + len(self.places)

    @cached_property
    def keeps_rows(self) -> bool:
        """Whether every new row stands where one has gone, so that all others stay where they are."""
        return np.array_equal(self.removed, self.places)

    @cached_property
    def new_rows(self) -> NDArray[np.int64]:
        """Where each new row stands afterwards."""
        before = np.searchsorted(self.removed, self.places)
        rows: NDArray[np.int64] = self.places - before + np.arange(len(self.places))
        return rows

    @cached_property
    def kept_rows(self) -> NDArray[np.int32]:
        """Where each row of the base stands afterwards, int32 (n_base,); of those that go it says nothing."""
        shift = np.zeros(self.n_base + 1, dtype=np.int32)
        np.subtract.at(shift, self.removed + 1, 1)
        np.add.at(shift, self.places, 1)
        np.cumsum(shift, out=shift)
        shift[:-1] += np.arange(self.n_base, dtype=np.int32)
        return shift[:-1]

    @cached_property
    def _pieces(self) -> list[tuple[int, int, int, int]]:
        """Runs, one after another: rows of the base from and to, then new rows from and to."""
        cuts = distinct(np.concatenate([self.removed, self.places, [self.n_base]]))
        firsts, lasts = (np.searchsorted(self.places, cuts, side=side).tolist() for side in ("left", "right"))
        gone = np.isin(cuts, self.removed).tolist()
        pieces, start = [], 0
        for cut, first, last, is_gone in zip(cuts.tolist(), firsts, lasts, gone, strict=True):
            pieces.append((start, cut, first, last))
            start = cut + is_gone
        return pieces

    def array(self, base: NDArray[A], new: NDArray[A]) -> NDArray[A]:
        """The rows of ``base`` that stay and the ``new`` ones; an array of rows too."""
        if self.keeps_rows:
            if np.array_equal(base[self.removed], new):
                return base
            changed = base.copy()
            changed[self.removed] = new
            return changed
        if len(self.removed) + len(self.places) > _MOST_PIECES:
            return self._row_by_row(base, new)
        parts = [part for a, b, c, d in self._pieces for part in (base[a:b], new[c:d])]
        return np.concatenate(parts, dtype=base.dtype)

    def ids(self, base: Ids, new: Ids) -> Ids:
        """As `array`, of ids of which either may be narrow: as narrow as those of ``base`` where all fit."""
        if base.dtype == np.uint32:
            narrow = narrow_ids(new)
            if narrow.dtype == np.uint32:
                return self.array(cast("NDArray[np.uint32]", base), cast("NDArray[np.uint32]", narrow))
        return self.array(base.astype(np.int64, copy=False), new.astype(np.int64, copy=False))

    def codes(self, base: Codes, new: Codes, n_values: int) -> Codes:
        """As `array`, of codes into ``n_values`` things, as narrow as those are."""
        return self.array(narrow_codes(base, n_values), narrow_codes(new, n_values))

    def numbers(self, base: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        """As `array`, of numbers of which either may be narrow; ``base`` itself where nothing changes."""
        wide = np.result_type(base, new)
        if self.keeps_rows and np.array_equal(base[self.removed], new):
            return base
        return self.array(base.astype(wide, copy=False), new.astype(wide, copy=False))

    def _row_by_row(self, base: NDArray[A], new: NDArray[A]) -> NDArray[A]:
        kept = np.ones(self.n_base, np.bool_)
        kept[self.removed] = False
        is_new = np.zeros(self.n_rows, np.bool_)
        is_new[self.new_rows] = True
        rows = np.empty((self.n_rows, *base.shape[1:]), base.dtype)
        rows[is_new] = new
        rows[~is_new] = base[kept]
        return rows

    def strings(self, base: StringTable, new: StringTable) -> StringTable:
        """The strings of the rows of ``base`` that stay and the ``new`` ones.

        Two tables that are one in memory are one afterwards, and so are their letters: names are most often the texts
        of a property.
        """
        key = tuple(id(array) for table in (base, new) for array in (table.offsets, table.data))
        if key not in self._shared:  # base and new are kept too, so that no other array takes an id of theirs
            self._shared[key] = base, new, self._with_known_letters(base, self._strings(base, new))
        return self._shared[key][2]

    def _with_known_letters(self, base: StringTable, made: StringTable) -> StringTable:
        """``made``, with the letters of an earlier table where its base had the same and its own are equal."""
        if made.data is base.data:
            return made
        known = self._letters.setdefault(id(base.data), (base.data, made.data))[1]
        if known is made.data or not np.array_equal(known, made.data):
            return made
        return StringTable(made.offsets, known)

    def _strings(self, base: StringTable, new: StringTable) -> StringTable:
        if self.keeps_rows:
            before = gather_strings(base, self.removed)
            if np.array_equal(before.offsets, new.offsets):
                if np.array_equal(before.data, new.data):
                    return base
                return StringTable(base.offsets, self._patched(base, new))
        lengths = self.numbers(np.diff(base.offsets), np.diff(new.offsets))
        offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return StringTable(offsets, self._texts(base, new, int(offsets[-1])))

    def _patched(self, base: StringTable, new: StringTable) -> NDArray[np.uint8]:
        """The bytes where each new string takes the place of one as long."""
        data = base.data.copy()
        lengths = np.diff(new.offsets)
        starts = np.repeat(base.offsets[self.removed] - new.offsets[:-1], lengths)
        data[starts + np.arange(len(starts))] = new.data
        return data

    def _texts(self, base: StringTable, new: StringTable, size: int) -> NDArray[np.uint8]:
        if len(self.removed) + len(self.places) > _MOST_PIECES:
            both = StringTable(
                np.concatenate([base.offsets, int(base.offsets[-1]) + new.offsets[1:].astype(np.int64)]),
                np.concatenate([base.data, new.data]),
            )
            rows = self._row_by_row(
                np.arange(self.n_base, dtype=np.int64), self.n_base + np.arange(len(new), dtype=np.int64)
            )
            return gather_strings(both, rows).data
        runs = np.array(self._pieces, dtype=np.int64).reshape(-1, 4)
        ends = zip(base.offsets[runs[:, :2]].tolist(), new.offsets[runs[:, 2:]].tolist(), strict=True)
        parts = [part for (a, b), (c, d) in ends for part in (base.data[a:b], new.data[c:d])]
        data = np.empty(size, dtype=np.uint8)
        return np.concatenate(parts, out=data) if parts else data

    def column(self, base: Column, new: Column) -> Column:
        """The column of the rows of ``base`` that stay and the ``new`` ones; without text when no value is text."""
        if base.rows is None:
            made = self._entries(base, new.dense())
            is_same = made.kind is base.kind and made.number is base.number
            return made if is_same else compact(made)
        held, entries = new.holding, replace(base, rows=None, size=0)
        before = np.searchsorted(base.rows, self.places[held].astype(base.rows.dtype))
        gone = base.entries_at(self.removed)
        of_holding = Splice(len(base.rows), gone[gone >= 0], before, self._letters)
        made = of_holding._entries(entries, column_at(new, held).dense())
        moved = base.rows if self.keeps_rows else self.kept_rows[base.rows]
        rows = of_holding.array(moved, self.new_rows[held].astype(np.int32))
        return compact(replace(made, rows=rows, size=self.n_rows))

    def _entries(self, base: Column, new: Column) -> Column:
        """The dense column of two that are dense."""
        kind = self.array(base.kind, new.kind)
        has_numbers = _has_numbers(base.kind) or _has_numbers(new.kind)
        number = self.numbers(base.number, new.number) if has_numbers else self._zeros(base.number)
        if base.text is None and new.text is None:
            return Column(kind, number)
        text = self.strings(_text_of(base), _text_of(new))
        is_same = kind is base.kind and text is base.text
        if not is_same and not bool(((kind == STRING) | (kind == OTHER)).any()):
            return Column(kind, number)
        return Column(kind, number, text)

    def _zeros(self, base: NDArray[Any]) -> NDArray[Any]:
        """Nothing but zeros, which take no memory until they are written to."""
        return base if self.keeps_rows else np.zeros(self.n_rows, base.dtype)


def renumbered(table: NDArray[np.int32], rows: NDArray[np.signedinteger[Any]]) -> NDArray[np.int32]:
    """``table[rows]``."""
    found = np.empty(len(rows), np.int32)
    for start in range(0, len(rows), STRETCH):
        part = slice(start, start + STRETCH)
        found[part] = table[rows[part]]
    return found


def _has_numbers(kind: NDArray[np.uint8]) -> bool:
    return bool(((kind >= INTEGER) & (kind <= BOOLEAN)).any())


def _text_of(column: Column) -> StringTable:
    if column.text is not None:
        return column.text
    return StringTable(np.zeros(len(column) + 1, np.int64), np.empty(0, np.uint8))
