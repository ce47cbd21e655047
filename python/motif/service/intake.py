"""Reading request bodies: JSON up to a limit, frames piece by piece."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from starlette.requests import ClientDisconnect, Request

from motif.errors import Cancelled, InvalidInput
from motif.service.calls import parse_body
from motif.service.statuses import BodyTooLarge
from motif.service.streaming import FRAMES

_DISCARDED = 64 * 1024 * 1024
"""Bytes past the limit that are read and thrown away: an answer to who still writes may never be read."""


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
        async for part in request.stream():
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


async def read_request_frame(request: Request, limit: int) -> tuple[dict[str, Any], AsyncIterator[bytes]]:
    """The header of the first frame, which holds ``request`` and ``plan``, and the body that follows it."""
    _require_type(request, FRAMES)
    stream = request.stream()
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
    if header.get("kind") != "request" or not isinstance(header.get("request"), dict) or "plan" not in header:
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
