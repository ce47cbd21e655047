"""The names and texts of nodes, chosen among their properties."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.engine.string_arrays import parts_of, read_only
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, STRING
from motif.graphs.strings import StringTable
from motif.kernels.building import copy_strings

SHOWN = 60
"""Characters of a text that name a node which nothing else names."""

_KEY_LENGTHS = (32, 36, 40, 64)
_OPAQUE = re.compile(r"[0-9a-f]{32,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def choose_names(
    columns: Mapping[str, PropertyColumn],
    label_set: NDArray[np.int32],
    label_sets: Sequence[tuple[str, ...]],
    by_label: Mapping[str, tuple[str, ...]],
) -> tuple[StringTable, NDArray[np.int32], tuple[str, ...]]:
    """Names, which property gave each (int32, -1 for none), and the properties.

    The first property that has a value names a node; those of its first label come first, labels sorted.
    """
    properties = tuple(dict.fromkeys(name for names in by_label.values() for name in names))
    numbers = {name: number for number, name in enumerate(properties)}
    order = [_coalesced(labels, by_label) for labels in label_sets]
    chosen = np.full(len(label_set), -1, dtype=np.int32)
    for rank in range(max(map(len, order), default=0)):
        wanted = np.array(
            [numbers[names[rank]] if rank < len(names) else -1 for names in order], dtype=np.int32
        )
        wanted_here = wanted[label_set] if len(label_set) else np.empty(0, np.int32)
        for name in {names[rank] for names in order if rank < len(names)}:
            rows = (chosen < 0) & (wanted_here == numbers[name]) & _has_text(columns[name])
            chosen[rows] = numbers[name]
    return _pick([columns[name] for name in properties], chosen), chosen, properties


def _coalesced(labels: Sequence[str], by_label: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    own = [name for label in labels for name in by_label.get(label, ())]
    return tuple(dict.fromkeys(own)) or by_label.get("*", ())


def _has_text(column: PropertyColumn) -> NDArray[np.bool_]:
    is_text = (column.kind == STRING) | (column.kind == OTHER)
    has_number = (column.kind >= INTEGER) & (column.kind <= BOOLEAN)
    usable: NDArray[np.bool_] = has_number | (is_text & (np.diff(column.offsets) > 0))
    return usable


def name_by_texts(
    names: StringTable, chosen: NDArray[np.int32], texts: StringTable
) -> tuple[StringTable, NDArray[np.int32]]:
    """Names and ``chosen`` as `choose_names` gives them; a node without a name is named by how its text begins.

    So is one whose name is only a key, a hash or a UUID, as LangChain and the LLM graph builder give their chunks.
    """
    has_text = np.diff(texts.offsets) > 0
    lengths = np.diff(names.offsets)
    is_unnamed = has_text & (lengths == 0)
    keys = np.flatnonzero(has_text & np.isin(lengths, _KEY_LENGTHS))
    opaque = [_OPAQUE.fullmatch(name) is not None for name in names.take(keys)]
    is_unnamed[keys[np.array(opaque, dtype=np.bool_)]] = True
    rows = np.flatnonzero(is_unnamed)
    if not len(rows):
        return names, chosen
    beginnings = [_beginning(text).encode() for text in texts.take(rows)]
    offsets = np.zeros(len(names) + 1, dtype=np.int64)
    offsets[rows + 1] = [len(part) for part in beginnings]
    np.cumsum(offsets, out=offsets)
    told = StringTable(offsets, np.frombuffer(b"".join(beginnings), dtype=np.uint8))
    kept = np.where(is_unnamed, np.int32(-1), chosen)
    return _interleaved([names, told], is_unnamed.astype(np.int32)), kept


def _beginning(text: str) -> str:
    """The first words of ``text``.

    >>> _beginning("# Heat\\n\\nA film."), _beginning("word " * 20)
    ('Heat A film.', 'word word word word word word word word word word word word…')
    """
    words = " ".join(text[: 4 * SHOWN].split()).lstrip("#*>- ")
    if len(words) <= SHOWN:
        return words or text[:SHOWN]
    return f"{words[: SHOWN + 1].rpartition(' ')[0] or words[:SHOWN]}…"


def _pick(columns: Sequence[PropertyColumn], chosen: NDArray[np.int32]) -> StringTable:
    texts = [_as_text(column) for column in columns]
    if len(texts) == 1 and (chosen == 0).all():
        return texts[0]
    return _interleaved(texts, chosen)


def _interleaved(texts: Sequence[StringTable], chosen: NDArray[np.int32]) -> StringTable:
    """Each row's string from the table that ``chosen`` numbers; an empty one for -1."""
    lengths = np.zeros(len(chosen), dtype=np.int64)
    for number, table in enumerate(texts):
        rows = chosen == number
        lengths[rows] = np.diff(table.offsets)[rows]
    offsets = np.zeros(len(chosen) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    data = np.empty(offsets[-1], dtype=np.uint8)
    for number, table in enumerate(texts):
        rows = np.flatnonzero(chosen == number)
        copy_strings(*parts_of(table), rows, offsets[rows], data)
    return StringTable(offsets, data)


def _as_text(column: PropertyColumn) -> StringTable:
    """The column's values as text; the table itself when all are text already."""
    if not ((column.kind >= INTEGER) & (column.kind <= BOOLEAN)).any():
        return column.text
    written: dict[int, Callable[[int], str]] = {INTEGER: str, BOOLEAN: _boolean_text, FLOAT: _float_text}
    texts = column.text
    strings = [
        written[kind](number) if kind in written else texts[row]
        for row, (kind, number) in enumerate(zip(column.kind.tolist(), column.number.tolist(), strict=True))
    ]
    return StringTable.from_strings(strings)


def _boolean_text(bits: int) -> str:
    return "true" if bits else "false"


def _float_text(bits: int) -> str:
    return repr(float(np.int64(bits).view(np.float64)))


def join_texts(columns: Sequence[PropertyColumn], rows: int) -> StringTable:
    """The columns' strings of each row, joined by line breaks; what is no text or empty is left out."""
    lengths = [_text_lengths(column) for column in columns]
    total = np.zeros(rows, dtype=np.int64)
    for length in lengths:
        total += length + ((total > 0) & (length > 0))
    offsets = np.zeros(rows + 1, dtype=np.int64)
    np.cumsum(total, out=offsets[1:])
    data = np.full(offsets[-1], ord("\n"), dtype=np.uint8)
    ends = offsets[:-1].copy()
    for column, length in zip(columns, lengths, strict=True):
        present = np.flatnonzero(length)
        starts = ends[present] + (ends[present] > offsets[present])
        copy_strings(read_only(column.offsets), read_only(column.data), present, starts, data)
        ends[present] = starts + length[present]
    return StringTable(offsets, data)


def _text_lengths(column: PropertyColumn) -> NDArray[np.int64]:
    return np.where(column.kind == STRING, np.diff(column.offsets), 0)
