"""Texts and columns of properties as named arrays, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from numpy.typing import NDArray

from motif.graphs.projection import Column
from motif.graphs.strings import StringTable

Arrays = dict[str, NDArray[Any]]
Read = Callable[[str], NDArray[Any]]


def put_strings(arrays: Arrays, name: str, table: StringTable) -> None:
    """Puts the two arrays of a table of texts."""
    arrays |= {f"{name}.offsets": table.offsets, f"{name}.data": table.data}


def read_strings(read: Read, name: str) -> StringTable:
    """The table of texts that `put_strings` put."""
    return StringTable(read(f"{name}.offsets"), read(f"{name}.data"))


def put_columns(arrays: Arrays, prefix: str, columns: Mapping[str, Column]) -> list[dict[str, Any]]:
    """Columns by number, since names of properties may be anything."""
    described = []
    for number, (name, column) in enumerate(columns.items()):
        arrays |= {f"{prefix}.{number}.kind": column.kind, f"{prefix}.{number}.number": column.number}
        if column.text is not None:
            put_strings(arrays, f"{prefix}.{number}.text", column.text)
        entry = {"name": name, "has_text": column.text is not None}
        if column.rows is not None:
            arrays[f"{prefix}.{number}.rows"] = column.rows
            entry["size"] = column.size
        described.append(entry)
    return described


def read_columns(read: Read, prefix: str, described: list[dict[str, Any]]) -> dict[str, Column]:
    """The columns that `put_columns` put; dense ones of snapshots that were written before there were sparse ones."""
    return {
        entry["name"]: Column(
            read(f"{prefix}.{number}.kind"),
            read(f"{prefix}.{number}.number"),
            read_strings(read, f"{prefix}.{number}.text") if entry["has_text"] else None,
            read(f"{prefix}.{number}.rows") if "size" in entry else None,
            entry.get("size", 0),
        )
        for number, entry in enumerate(described)
    }
