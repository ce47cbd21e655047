"""Rows on their way out, frames on their way in: between the event loop and the threads that work."""

from __future__ import annotations

import asyncio
import json
import math
import queue
import threading
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from motif.errors import Cancelled
from motif.graphs.projection import EMPTY

NDJSON = "application/x-ndjson"
FRAMES = "application/x-motif-frames"

_CHUNK = 64 * 1024
_WAITING = 8
_POLL = 0.5


def encode_line(value: Any) -> bytes:
    """``value`` as a line of JSON; NaN and the infinities in the protocol's spelling.

    >>> encode_line({"row": {"score": float("-inf"), "name": "Zürich"}}).decode()
    '{"row":{"score":{"$float":"-Infinity"},"name":"Zürich"}}\\n'
    """
    try:
        text = _dumps(value)
    except ValueError:
        text = _dumps(_spell_floats(value))
    return text.encode("utf-8", "replace") + b"\n"


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, (tuple, set, frozenset)):
        return list(value)
    if hasattr(value, "items"):
        return dict(value)
    return str(value)


def _spell_floats(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        value = value.tolist()
    if isinstance(value, float) and not math.isfinite(value):
        return {"$float": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, (list, tuple)):
        return [_spell_floats(item) for item in value]
    if hasattr(value, "items"):
        return {key: _spell_floats(item) for key, item in value.items()}
    return value


def read_float(value: Any) -> float:
    """The number of ``{"$float": value}``; raises `ValueError` for what is none.

    >>> read_float("-Infinity")
    -inf
    """
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError('"$float" must be "NaN", "Infinity" or "-Infinity"') from None


def encode_rows(rows: Iterable[dict[str, Any]], ending: Mapping[str, Any] = EMPTY) -> Iterator[bytes]:
    """The answer in NDJSON, in pieces of about 64 KiB, ended by its ``end`` line, which says ``ending`` too."""
    lines: list[bytes] = []
    size = count = 0
    for row in rows:
        lines.append(encode_line({"row": row}))
        size += len(lines[-1])
        count += 1
        if size >= _CHUNK:
            yield b"".join(lines)
            lines, size = [], 0
    yield b"".join([*lines, encode_line({"end": {"rows": count, **ending}})])


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an answer: bytes and whether they are the last, or the error that ended it."""

    content: bytes = b""
    last: bool = False
    error: BaseException | None = None


class Outflow:
    """Pieces of an answer from a working thread to the event loop; the thread waits when eight are unread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pieces: asyncio.Queue[Piece] = asyncio.Queue()
        self._room = threading.Semaphore(_WAITING)
        self._closed = threading.Event()

    def produce(self, pieces: Callable[[], Generator[bytes]]) -> None:
        """In the working thread: sends what ``pieces()`` yields, and at last how it ended."""
        held: bytes | None = None
        try:
            with closing(pieces()) as contents:
                for content in contents:
                    if held is not None:
                        self._put(Piece(held))
                    held = content
            self._send(Piece(held or b"", last=True))
        except BaseException as error:
            self._send(Piece(error=error, last=True))

    def refuse(self, error: BaseException) -> None:
        """In any thread: says that the work is never begun, and why."""
        self._send(Piece(error=error, last=True))

    def send_now(self, content: bytes) -> None:
        """In any thread: sends whole lines at once, before a piece that is held back.

        Raises `Cancelled` when nobody reads any more.
        """
        self._put(Piece(content))

    def _put(self, piece: Piece) -> None:
        while not self._room.acquire(timeout=_POLL):
            if self._closed.is_set():
                break
        if self._closed.is_set():
            raise Cancelled("The caller stopped reading.")
        self._send(piece)

    def _send(self, piece: Piece) -> None:
        self._loop.call_soon_threadsafe(self._pieces.put_nowait, piece)

    async def next(self) -> Piece:
        """In the event loop: the next piece."""
        piece = await self._pieces.get()
        self._room.release()
        return piece

    def close(self) -> None:
        """In the event loop: nobody reads any more; the thread stops at its next piece."""
        self._closed.set()


class Inflow:
    """A body from the event loop to a working thread; the event loop waits when eight pieces are unread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._pieces: queue.SimpleQueue[bytes | BaseException | None] = queue.SimpleQueue()
        self._room = asyncio.Semaphore(_WAITING)
        self._closed = False

    async def pump(self, body: AsyncIterator[bytes]) -> None:
        """In the event loop: passes ``body`` on; what nobody reads any more is thrown away."""
        try:
            async for content in body:
                if content and not self._closed:
                    await self._room.acquire()
                    self._pieces.put(content)
            self._pieces.put(None)
        except BaseException as error:
            self._pieces.put(error)
            raise

    def close(self) -> None:
        """In any thread: nobody reads any more; the rest of the body is thrown away."""
        self._closed = True
        self._loop.call_soon_threadsafe(self._room.release)

    def __iter__(self) -> Iterator[bytes]:
        """In the working thread: the pieces of the body; raises `Cancelled` when the sender went away."""
        while True:
            piece = self._pieces.get()
            if piece is None:
                return
            if isinstance(piece, BaseException):
                raise Cancelled("The sender went away before the end of its frames.") from piece
            self._loop.call_soon_threadsafe(self._room.release)
            yield piece
