"""Running a procedure in a thread and sending what it yields, until its caller goes away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from motif.errors import Cancelled
from motif.graphs.frames import encode_frame
from motif.service.calls import Call
from motif.service.lanes import Lane, Ticket
from motif.service.statuses import describe, status_of
from motif.service.streaming import FRAMES, Outflow, Piece, encode_line

_DRAIN = 30.0
"""Seconds that a sender of frames has to finish after the work on them ended early."""


DEAF = 300.0
"""Seconds in which a caller must take a piece of its answer; of a call with a deadline not longer than after that."""

_GRACE = 10.0


@dataclass(frozen=True, slots=True)
class Sending:
    """A body that its sender still writes: the task that reads it, and what has the rest thrown away."""

    task: asyncio.Task[None]
    discard: Callable[[], None]


async def answer(
    lane: Lane,
    pieces: Callable[[], Generator[bytes]],
    call: Call,
    request: Request,
    media_type: str,
    *,
    patience: float,
    body: Sending | None = None,
) -> Response:
    """What ``pieces`` yields, run in ``lane``, as a response; what its session asks goes out at once.

    Raises the error that ended the work before its first piece or ask, or kept it from beginning: no place in the lane,
    or no turn within ``patience`` seconds or by the deadline. Cancels the call when its caller goes away; ``body`` is
    the rest of the request, None when it has been read.
    """
    outflow = Outflow(asyncio.get_running_loop())
    if call.session is not None:
        call.session.send_by(outflow.send_now)
    try:
        ticket = lane.submit(
            partial(outflow.produce, pieces), outflow.refuse, caller=call.user, control=call.control
        )
    except BaseException:
        await _drain(body)
        raise
    watch = asyncio.create_task(_watch(request, call, body, lane, ticket))
    timer = _limit_waiting(lane, ticket, patience)
    try:
        first = await outflow.next()
        if first.error is not None or first.last:
            await _drain(body)
    except BaseException:
        _abandon(outflow, call, watch)
        raise
    finally:
        timer.cancel()
    if first.error is not None:
        watch.cancel()
        raise first.error
    if first.last:
        watch.cancel()
        return Response(first.content, media_type=media_type)
    return _Streamed(first, outflow, call, watch, media_type)


def _limit_waiting(lane: Lane, ticket: Ticket, patience: float) -> asyncio.TimerHandle:
    """Gives the call up where it still waits when nobody should wait for it any longer."""
    left = ticket.control.seconds_left
    seconds = patience if left is None else min(left, patience)
    return asyncio.get_running_loop().call_later(seconds, lambda: lane.give_up(ticket, lane.too_long(ticket)))


async def _watch(request: Request, call: Call, body: Sending | None, lane: Lane, ticket: Ticket) -> None:
    """Cancels the call once its caller is gone; returns then."""
    try:
        if body is not None:
            await asyncio.shield(body.task)
        while (await request.receive())["type"] != "http.disconnect":
            pass
    except ClientDisconnect:
        pass
    call.control.cancel()
    lane.give_up(ticket, Cancelled("The caller went away."))


async def _drain(body: Sending | None) -> None:
    # An answer sent while the other side still writes may never be read.
    if body is not None:
        body.discard()
        with suppress(TimeoutError, ClientDisconnect):
            await asyncio.wait_for(body.task, _DRAIN)


def _abandon(outflow: Outflow, call: Call, watch: asyncio.Task[None]) -> None:
    outflow.close()
    call.control.cancel()
    watch.cancel()


class _Streamed(Response):
    """An answer of several pieces; an error after the first is its last line, or its last frame."""

    def __init__(
        self, first: Piece, outflow: Outflow, call: Call, watch: asyncio.Task[None], media_type: str
    ) -> None:
        self.status_code = 200
        self.background = None
        self.media_type = media_type
        self.init_headers()
        self._first, self._outflow, self._call, self._watch = first, outflow, call, watch

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        piece = self._first
        try:
            while True:
                content = piece.content if piece.error is None else self._ending(piece.error, scope)
                async with asyncio.timeout(self._patience()):
                    await send({"type": "http.response.body", "body": content, "more_body": not piece.last})
                if piece.last:
                    return
                if self._watch.done():
                    raise Cancelled("The caller went away.")
                piece = await self._outflow.next()
        except TimeoutError:
            _abandon(self._outflow, self._call, self._watch)
            raise Cancelled("The caller did not take its answer.") from None
        except BaseException:
            _abandon(self._outflow, self._call, self._watch)
            raise
        finally:
            self._watch.cancel()

    def _patience(self) -> float:
        """Seconds that the caller has for a piece."""
        left = self._call.control.seconds_left
        return DEAF if left is None else min(DEAF, max(left, 0.0) + _GRACE)

    def _ending(self, error: BaseException, scope: Scope) -> bytes:
        scope["state"]["late_error"] = error
        scope["state"]["late_status"] = status_of(error)
        if self.media_type == FRAMES:
            return encode_frame("error", 0, None, **describe(error))
        return encode_line({"error": {**describe(error), **scope["state"].get("ending", {})}})
