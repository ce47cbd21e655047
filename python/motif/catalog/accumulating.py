"""Chunks gathered into whole columns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.engine.freed_memory import give_back
from motif.engine.string_arrays import parts_of
from motif.graphs.column import compact
from motif.graphs.columns import NodeChunk, PropertyChunk, RelationshipChunk
from motif.graphs.narrow import Offsets, narrow_offsets
from motif.graphs.projection import MISSING, OTHER, STRING, Column
from motif.graphs.strings import StringTable
from motif.kernels.building import copy_strings

T = TypeVar("T", np.int32, np.int64)

_FREED = 1 << 26
"""Bytes of chunks that are let go before the system is given them back."""


@dataclass(slots=True)
class Gathered:
    """All rows of a kind, in the order in which they came: integer columns and properties, as chunks."""

    names: tuple[str, ...]
    integers: dict[str, list[NDArray[Any]]] = field(default_factory=dict)
    properties: dict[str, list[PropertyChunk]] = field(default_factory=dict)

    def add(self, chunk: NodeChunk | RelationshipChunk) -> None:
        """Takes a chunk in; a property that it lacks is missing in all its rows."""
        columns: dict[str, Any] = {"ids": chunk.ids}
        if isinstance(chunk, NodeChunk):
            columns["label_set"] = chunk.label_set
        else:
            columns |= {"source": chunk.source, "target": chunk.target, "type": chunk.type}
        for name, column in columns.items():
            self.integers.setdefault(name, []).append(column)
        for name in self.names:
            part = chunk.properties.get(name)
            self.properties.setdefault(name, []).append(
                _all_missing(len(chunk.ids)) if part is None else _in_least_room(part)
            )

    def take(self, name: str, dtype: type[T]) -> NDArray[T]:
        """An integer column as one array; its chunks are let go."""
        parts = self.integers.pop(name, [])
        return np.concatenate(parts).astype(dtype, copy=False) if parts else np.empty(0, dtype)

    def take_property(self, name: str, order: NDArray[np.int64] | None) -> PropertyColumn:
        """A property as one column, rows rearranged by ``order``; its chunks are let go."""
        return PropertyColumn.join(self.properties.pop(name, []), order)


@dataclass(frozen=True, slots=True)
class PropertyColumn:
    """A property of all rows; like `Column`, with bytes that may also be vectors.

    Attributes
    ----------
    kind : uint8 (rows,); number : int64 (rows,); offsets : int32 or int64 (rows + 1,); data : uint8 (bytes,)
    """

    kind: NDArray[np.uint8]
    number: NDArray[np.int64]
    offsets: Offsets
    data: NDArray[np.uint8]

    def __post_init__(self) -> None:
        # Once, so that all texts that are made of the column have the same array.
        object.__setattr__(self, "offsets", narrow_offsets(self.offsets))

    @classmethod
    def join(cls, parts: list[PropertyChunk], order: NDArray[np.int64] | None) -> PropertyColumn:
        """The chunks one after another, then rearranged by ``order`` unless that is None.

        ``parts`` is empty afterwards: each is let go when its bytes are where they belong, so that vectors, which may
        be most of a graph, are held once.
        """
        kind = np.concatenate([part.kind for part in parts] or [np.empty(0, np.uint8)])
        number = np.concatenate([part.number for part in parts] or [np.empty(0, np.int64)], dtype=np.int64)
        lengths = np.concatenate([np.diff(part.offsets) for part in parts] or [np.empty(0, np.int64)])
        lengths = lengths if order is None else lengths[order]
        offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        starts = offsets
        if order is not None:  # -1: a row that is left out
            starts = np.full(len(kind), -1, np.int64)
            starts[order] = offsets[:-1]
        data, row, freed = np.empty(int(offsets[-1]), np.uint8), len(kind), 0
        while parts:
            part = parts.pop()
            row, freed = row - len(part), freed + len(part.data)
            if order is None:
                first = int(starts[row])
                data[first : first + len(part.data)] = part.data
            else:
                held = np.flatnonzero(starts[row : row + len(part)] >= 0)
                table = StringTable(np.ascontiguousarray(part.offsets), part.data)
                copy_strings(*parts_of(table), held, starts[row + held], data)
            if freed > _FREED:
                del part
                give_back()
                freed = 0
        return (
            cls(kind, number, offsets, data)
            if order is None
            else cls(kind[order], number[order], offsets, data)
        )

    def rearranged(self, rows: NDArray[np.int64] | NDArray[np.int32]) -> PropertyColumn:
        """The values of ``rows``, in that order."""
        table = gather_strings(self.text, rows.astype(np.int64, copy=False))
        return PropertyColumn(self.kind[rows], self.number[rows], table.offsets, table.data)

    def column(self) -> Column:
        """The column of a projection; without text when no value is text."""
        has_text = bool(((self.kind == STRING) | (self.kind == OTHER)).any())
        return compact(Column(self.kind, self.number, self.text if has_text else None))

    @property
    def text(self) -> StringTable:
        return StringTable(self.offsets, self.data)


def kept_column(column: PropertyColumn) -> Column:
    """A property as it is, vectors too, as a projection keeps it: dense, since it is of what Motif gave every node."""
    return Column(column.kind, column.number, column.text)


def read_column(column: Column) -> PropertyColumn:
    """What `kept_column` was given."""
    assert column.text is not None
    return PropertyColumn(column.kind, column.wide, column.text.offsets, column.text.data)


def gather_strings(table: StringTable, rows: NDArray[np.int64]) -> StringTable:
    """The strings of ``rows``, in that order."""
    lengths = np.diff(table.offsets)[rows]
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    data = np.empty(offsets[-1], dtype=np.uint8)
    copy_strings(*parts_of(table), rows, offsets[:-1], data)
    return StringTable(offsets, data)


def _all_missing(rows: int) -> PropertyChunk:
    offsets = np.broadcast_to(np.int32(0), rows + 1)
    return PropertyChunk(
        np.broadcast_to(np.uint8(MISSING), rows),
        np.broadcast_to(np.int64(0), rows),
        offsets,
        np.empty(0, np.uint8),
    )


def _in_least_room(part: PropertyChunk) -> PropertyChunk:
    """The chunk, what it has no value of let go: it waits until all have come."""
    if not part.kind.any():
        return _all_missing(len(part))
    number = part.number if part.number.any() else np.broadcast_to(np.int64(0), len(part))
    offsets = part.offsets if len(part.data) else np.broadcast_to(np.int32(0), len(part) + 1)
    return PropertyChunk(part.kind, number, offsets, part.data)
