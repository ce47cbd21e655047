"""Frames: packed columns on the wire, a line of JSON and then the bytes of the columns (docs/protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput, error_from_dict

MAXIMUM_FRAME = 64 * 1024 * 1024
"""Bytes that the columns of one frame may hold together."""

MAXIMUM_HEADER = 16 * 1024 * 1024
"""Bytes of a header; the largest is that of the ``end`` frame with every label set and type."""

KINDS = (
    "changes",
    "nodes",
    "relationships",
    "vectors",
    "numbers",
    "scope",
    "edges",
    "request",
    "write",
    "end",
    "error",
)


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its kind, the number of rows, the columns' bytes and what else the header says.

    Attributes
    ----------
    kind : str
        One of `KINDS`.
    count : int
        Rows of every column.
    columns : mapping of name to memoryview of bytes
    header : mapping
        The header without ``kind``, ``count`` and ``columns``.
    """

    kind: str
    count: int
    columns: Mapping[str, memoryview]
    header: Mapping[str, Any] = field(default_factory=dict)

    def column(self, name: str, dtype: Any, count: int | None = None) -> NDArray[Any]:
        """The column as a little-endian array of ``count`` entries (the frame's by default).

        Raises `InvalidInput` when there is no such column or its length is another.
        """
        content = self.columns.get(name)
        kind = np.dtype(dtype).newbyteorder("<")
        expected = self.count if count is None else count
        if content is None:
            raise broken(f"a frame of {self.kind} has no column '{name}'")
        if len(content) != expected * kind.itemsize:
            wanted = expected * kind.itemsize
            raise broken(f"column '{name}' of a frame of {self.kind} has {len(content)} bytes, not {wanted}")
        return np.frombuffer(content, dtype=kind)


def broken(what: str) -> InvalidInput:
    """The error for a stream that cannot be read."""
    return InvalidInput(
        f"The stream of packed columns cannot be read: {what}.",
        hint="Are plugin and service of the same version? CALL motif.sysInfo() tells.",
    )


def encode_frame(
    kind: str, count: int, columns: Mapping[str, NDArray[Any] | bytes] | None = None, **header: Any
) -> bytes:
    """A frame as it travels: the header's line, then the columns, little-endian.

    >>> encode_frame("end", 0, nodes=2)
    b'{"kind": "end", "count": 0, "columns": [], "nodes": 2}\\n'
    """
    parts = {name: _little_endian(column) for name, column in (columns or {}).items()}
    head = {
        "kind": kind,
        "count": count,
        "columns": [[name, len(part)] for name, part in parts.items()],
        **header,
    }
    return b"".join([json.dumps(head, ensure_ascii=False).encode(), b"\n", *parts.values()])


def _little_endian(column: NDArray[Any] | bytes) -> bytes:
    if isinstance(column, bytes):
        return column
    return np.ascontiguousarray(column, dtype=column.dtype.newbyteorder("<")).tobytes()


def decode_frame(header: str | bytes, data: bytes) -> Frame:
    """The frame of a header and the bytes that follow it; an ``error`` frame is raised as the error it tells.

    >>> frame = decode_frame('{"kind": "nodes", "count": 1, "columns": [["id", 8]]}', bytes(8))
    >>> frame.column("id", "i8").tolist()
    [0]
    """
    head, columns, size = _read_header(header)
    if len(data) != size:
        raise broken(f"a frame of {head['kind']} announces {size} bytes and holds {len(data)}")
    return _frame(head, columns, data)


def _read_header(text: str | bytes) -> tuple[dict[str, Any], list[tuple[str, int]], int]:
    try:
        head = json.loads(text)
        columns = [(str(name), int(size)) for name, size in head.pop("columns")]
        count = int(head["count"])
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise broken(f"a header is not the JSON that the protocol asks for ({error})") from error
    if head.get("kind") not in KINDS:
        raise broken(f"a frame is of the unknown kind {head.get('kind')!r}")
    if count < 0 or any(size < 0 for _, size in columns):
        raise broken(f"a frame of {head['kind']} announces a negative size")
    total = sum(size for _, size in columns)
    if total > MAXIMUM_FRAME:
        raise broken(f"a frame of {head['kind']} announces {total:,} bytes; the limit is {MAXIMUM_FRAME:,}")
    return head, columns, total


def _frame(head: dict[str, Any], columns: list[tuple[str, int]], data: bytes) -> Frame:
    kind, count = head.pop("kind"), head.pop("count")
    if kind == "error":
        raise error_from_dict(head)
    view, parts, start = memoryview(data), {}, 0
    for name, size in columns:
        parts[name] = view[start : start + size]
        start += size
    return Frame(kind, count, parts, head)


class FrameReader:
    """Cuts a stream of bytes into frames, whatever the pieces it arrives in.

    >>> reader = FrameReader()
    >>> reader.feed(b'{"kind": "end", "count": 0, "col')
    []
    >>> [frame.kind for frame in reader.feed(b'umns": []}\\n')]
    ['end']
    """

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._pending: tuple[dict[str, Any], list[tuple[str, int]], int] | None = None
        self._scanned = 0

    @property
    def waiting(self) -> int:
        """Bytes held back until their frame is whole; 0 between frames."""
        return len(self._buffer) + (0 if self._pending is None else 1)

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that ``data`` completes."""
        self._buffer += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def _next(self) -> Frame | None:
        if self._pending is None:
            end = self._buffer.find(b"\n", self._scanned)
            if (end if end >= 0 else len(self._buffer)) > MAXIMUM_HEADER:
                raise broken(f"a header is longer than {MAXIMUM_HEADER:,} bytes")
            if end < 0:
                self._scanned = len(self._buffer)
                return None
            self._pending = _read_header(bytes(self._buffer[:end]))
            self._scanned = 0
            del self._buffer[: end + 1]
        head, columns, size = self._pending
        if len(self._buffer) < size:
            return None
        data = bytes(self._buffer[:size])
        del self._buffer[:size]
        self._pending = None
        return _frame(head, columns, data)


def read_frames(pieces: Iterable[bytes]) -> Iterator[Frame]:
    """The frames of a stream, up to and with the ``end`` frame.

    Raises `InvalidInput` when the stream ends without one, or goes on after it.
    """
    reader, ended = FrameReader(), False
    for piece in pieces:
        for frame in reader.feed(piece):
            if ended:
                raise broken("it goes on after its end frame")
            ended = frame.kind == "end"
            yield frame
    if not ended or reader.waiting:
        raise broken("it was cut off before its end frame")
