"""The distinct values of a property as texts, and which row has which: by arrays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import grouped, joined, replaced, taken
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, STRING, Column
from motif.graphs.strings import StringTable

LONGEST = 200
"""Characters of a value that is still a name; longer ones are texts, which no question names or asks for."""

_NUMBERS = (INTEGER, FLOAT, BOOLEAN)


@dataclass(frozen=True, slots=True)
class Held:
    """Which row has which value; a row of a list has several.

    Attributes
    ----------
    rows : int32 (links,)
        Ascending.
    places : int32 (links,)
        In ``values``.
    values : StringTable
        Distinct, in the order in which the rows have them.
    """

    rows: NDArray[np.int32]
    places: NDArray[np.int32]
    values: StringTable


def held_values(column: Column, rows: NDArray[np.int64]) -> Held:
    """The values that ``rows`` (ascending) have of a property, as they are written.

    Lists count as several values; texts beyond `LONGEST` characters are left out, and empty ones. O(bytes), and a
    Python step for each distinct number and for each text that is not plainly one.

    >>> column = Column(np.array([1, 1, 0, 2], np.uint8), np.array([7, 5, 0, np.float64(7).view(np.int64)]))
    >>> held = held_values(column, np.array([0, 1, 3]))
    >>> held.rows.tolist(), held.places.tolist(), list(held.values)
    ([0, 1, 3], [0, 1, 0], ['7', '5'])
    """
    entries = column.entries_at(rows)
    is_held = entries >= 0
    if not is_held.all():
        rows, entries = rows[is_held], entries[is_held]
    kinds = column.kind[entries]
    parts = [
        _numbers(column, rows[some], entries[some])
        for some in (kinds == kind for kind in _NUMBERS)
        if bool(some.any())
    ]
    if column.text is not None:
        for some, held_in in ((kinds == STRING, _texts), (kinds == OTHER, _lists)):
            parts.append(held_in(taken(column.text, entries[some]), rows[some]))
    parts = [part for part in parts if len(part.rows)]
    if not parts:
        none = np.zeros(0, np.int32)
        return Held(none, none, StringTable.from_strings(()))
    return parts[0] if len(parts) == 1 else _together(parts)


def as_text(value: Any) -> str:
    """How a value is written as a name.

    >>> as_text(1995), as_text(2.0), as_text(True), as_text(" grey ")
    ('1995', '2', 'true', 'grey')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.strip() if isinstance(value, str) else str(value)


def _numbers(column: Column, rows: NDArray[np.int64], entries: NDArray[np.int64]) -> Held:
    """Of rows whose values are all of one kind; ``entries`` are theirs."""
    _, firsts, codes = np.unique(column.number[entries], return_index=True, return_inverse=True)
    some = entries[firsts]
    distinct = Column(column.kind[some], column.number[some])
    texts = [as_text(distinct.value(place)) for place in range(len(distinct))]
    return _numbered(rows, codes, StringTable.from_strings(texts))


def _texts(texts: StringTable, rows: NDArray[np.int64]) -> Held:
    """Of rows that hold text; ``texts`` are theirs."""
    codes, firsts = grouped(texts)
    distinct = taken(texts, firsts)
    odd = np.flatnonzero(_is_odd(distinct))
    if not len(odd):
        return Held(rows.astype(np.int32), codes, distinct)
    written = [text if len(text) <= LONGEST else "" for text in map(str.strip, distinct.take(odd))]
    distinct = replaced(distinct.offsets[:-1], np.diff(distinct.offsets), distinct.data, odd, written)
    is_kept = (np.diff(distinct.offsets) > 0)[codes]
    return _numbered(rows[is_kept], codes[is_kept], distinct)


def _is_odd(table: StringTable) -> NDArray[np.bool_]:
    """Which texts may be empty, long, or begin or end with a space."""
    lengths = np.diff(table.offsets)
    odd: NDArray[np.bool_] = (lengths == 0) | (lengths > LONGEST)
    some = np.flatnonzero(~odd)
    for ends in (table.offsets[some], table.offsets[some + 1] - 1):
        letters = table.data[ends]
        odd[some] |= (letters <= ord(" ")) | (letters >= 0x80)
    return odd


def _lists(texts: StringTable, rows: NDArray[np.int64]) -> Held:
    """Of rows that hold lists, or what is else written as text; ``texts`` are theirs."""
    codes, firsts = grouped(texts)
    elements = [_written(_elements(text)) for text in texts.take(firsts)]
    counts = np.array([len(some) for some in elements], np.int64)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    n_each = counts[codes]
    first = np.repeat(np.cumsum(n_each) - n_each, n_each)
    found = np.repeat(starts[codes], n_each) + np.arange(int(n_each.sum())) - first
    return _numbered(
        np.repeat(rows, n_each), found, StringTable.from_strings(one for some in elements for one in some)
    )


def _elements(value: str) -> list[Any]:
    """The elements of a list, which a column holds as JSON; any other value by itself."""
    try:
        found = json.loads(value)
    except json.JSONDecodeError:
        return [value]
    return found if isinstance(found, list) else [value]


def _written(elements: list[Any]) -> list[str]:
    return [text for text in map(as_text, elements) if 0 < len(text) <= LONGEST]


def _together(parts: Sequence[Held]) -> Held:
    """What values of several kinds give, in the order of the rows."""
    starts = np.cumsum([0, *(len(part.values) for part in parts)]).tolist()
    rows = np.concatenate([part.rows for part in parts])
    places = np.concatenate([part.places + start for part, start in zip(parts, starts, strict=False)])
    order = np.argsort(rows, kind="stable")
    return _numbered(rows[order], places[order], joined([part.values for part in parts]))


def _numbered(
    rows: NDArray[np.int64] | NDArray[np.int32],
    codes: NDArray[np.int64] | NDArray[np.int32],
    texts: StringTable,
) -> Held:
    """Equal texts made one, those that no row has left out, and numbered as the rows have them."""
    same, _ = grouped(texts)
    codes = same[codes]
    first = np.full(len(texts), len(codes), np.int64)
    first[codes[::-1]] = np.arange(len(codes) - 1, -1, -1)
    order = np.argsort(first, kind="stable")[: int((first < len(codes)).sum())]
    numbers = np.empty(len(texts), np.int32)
    numbers[order] = np.arange(len(order), dtype=np.int32)
    of_text = np.empty(len(texts), np.int64)
    of_text[same[::-1]] = np.arange(len(texts) - 1, -1, -1)
    return Held(rows.astype(np.int32), numbers[codes], taken(texts, of_text[order]))
