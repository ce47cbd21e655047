"""Reading request bodies: JSON up to a limit, frames piece by piece."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.requests import ClientDisconnect, Request

from motif.errors import Cancelled, InvalidInput, ServiceBusy
from motif.service.calls import parse_body
from motif.service.statuses import BodyTooLarge
from motif.service.streaming import FRAMES

_SMALL = 64 * 1024
"""Bytes of JSON that are read faster than another thread is asked."""

SILENCE = 300.0
"""Seconds that a sender may be silent in the middle of a body: one that is longer has gone, and nobody was told."""

_DISCARDED = 64 * 1024 * 1024
"""Bytes past the limit that are read and thrown away: an answer to who still writes may never be read."""


async def heard(request: Request) -> AsyncIterator[bytes]:
    """The parts of a body; raises `Cancelled` where none comes for `SILENCE`."""
    stream = aiter(request.stream())
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                part = await anext(stream)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise Cancelled(
                f"The caller sent nothing for {SILENCE:g} s in the middle of its request."
            ) from None
        yield part


async def read_body(request: Request, limit: int) -> bytes:
    """The body of a request in JSON.

    Raises `InvalidInput` for another content type and `BodyTooLarge` past ``limit`` bytes, without reading
    on.
    """
    _require_type(request, "application/json")
    announced = request.headers.get("content-length", "")
    if announced.isdecimal() and int(announced) > limit + _DISCARDED:
        raise _too_large(limit)
    parts: list[bytes] = []
    size = 0
    try:
        async for part in heard(request):
            size += len(part)
            if size <= limit:
                parts.append(part)
            elif size > limit + _DISCARDED:
                raise _too_large(limit)
    except ClientDisconnect:
        raise Cancelled("The caller went away before the end of its request.") from None
    if size > limit:
        raise _too_large(limit)
    return b"".join(parts)


class BodyRoom:
    """How many bytes of bodies are held while they are read, over all requests; for the event loop's thread alone."""

    def __init__(self, limit: int) -> None:
        self._left = limit

    @contextmanager
    def held(self, size: int) -> Iterator[None]:
        """Room for ``size`` bytes as long as the block runs; raises `ServiceBusy` where there is none."""
        if size > self._left:
            raise ServiceBusy(
                "The Motif service is busy: it reads as many large requests as it holds at once.",
                hint="Call again in a second, or send less at once.",
            )
        self._left -= size
        try:
            yield
        finally:
            self._left += size


async def read_json(
    request: Request, limit: int, room: BodyRoom, parse: Callable[[bytes], dict[str, Any]]
) -> dict[str, Any]:
    """What ``parse`` makes of the body, large ones off the event loop.

    Raises as `read_body` and ``parse``, and `ServiceBusy` where ``room`` has none.
    """
    announced = request.headers.get("content-length", "")
    size = min(int(announced), limit) if announced.isdecimal() else limit
    if size <= _SMALL:
        return parse(await read_body(request, limit))
    with room.held(size):
        return await asyncio.to_thread(parse, await read_body(request, limit))


async def read_request_frame(request: Request, limit: int) -> tuple[dict[str, Any], AsyncIterator[bytes]]:
    """The header of the first frame, which holds ``request`` and ``plan``, and the body that follows it."""
    _require_type(request, FRAMES)
    stream = heard(request)
    buffer = bytearray()
    while b"\n" not in buffer:
        if len(buffer) > limit:
            raise _too_large(limit)
        try:
            buffer += await anext(stream)
        except StopAsyncIteration:
            raise InvalidInput("The frames end before the first one, which must hold the request.") from None
        except ClientDisconnect:
            raise Cancelled("The caller went away before the end of its request.") from None
    line, _, rest = bytes(buffer).partition(b"\n")
    header = parse_body(line)
    parts = (header.get("request"), header.get("plan"))
    if header.get("kind") != "request" or not all(isinstance(part, dict) for part in parts):
        raise InvalidInput("The first frame must be of kind 'request' and hold the request and its plan.")
    return header, _chain(rest, stream)


async def _chain(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for part in rest:
        yield part


def _require_type(request: Request, expected: str) -> None:
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != expected:
        raise InvalidInput(f"The content type must be {expected}, not {given or 'missing'}.")


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(
        f"The request is larger than {limit:,} bytes.",
        hint="Send less at once, or raise MOTIF_SERVICE_MAXIMUM_BODY.",
    )
