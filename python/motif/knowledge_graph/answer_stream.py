"""An answer that is read while it is written."""

from __future__ import annotations

import asyncio
import contextvars
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from motif.engine.control import Control

if TYPE_CHECKING:
    from motif.retrievers.answering import Answer

Work = Callable[[Callable[[str], None], Control], "Answer"]
"""Makes the answer, and tells its pieces."""


class AnswerStream(Iterator[str], AsyncIterator[str]):
    """The pieces of a model's sentence as they come, for ``for`` and ``async for``; then the whole `Answer`.

    Closing it, leaving its ``with``, cancelling the task that waits for a piece, and forgetting it stop the work.

    Parameters
    ----------
    work
        Runs in a thread of its own, from the first piece that is asked for.
    control
        Ends it at the deadline, or from outside.
    """

    def __init__(self, work: Work, control: Control) -> None:
        self._control = control
        self._part: Control | None = None
        self._work = work
        self._pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._answer: Answer | None = None
        self._is_over = False

    @property
    def answer(self) -> Answer:
        """The answer, checked against the evidence; what was not iterated over yet is waited for."""
        for _ in self:
            pass
        if self._answer is None:
            raise RuntimeError("This stream was closed, or failed, before its answer was there.")
        return self._answer

    def __next__(self) -> str:
        if self._is_over:
            raise StopIteration
        if self._part is None:
            self._part = self._control.__enter__().part(1.0)
            # In the context of who asks, callbacks and all.
            given = (_run, self._work, self._pieces, self._part)
            run = contextvars.copy_context().run
            threading.Thread(target=run, args=given, name="motif-answer", daemon=True).start()
        try:
            told = self._pieces.get()
        except BaseException:  # Ctrl-C: nobody waits any more
            self.close()
            raise
        if isinstance(told, str):
            return told
        self._is_over = True
        if isinstance(told, BaseException):
            raise told
        self._answer = told
        raise StopIteration

    async def __anext__(self) -> str:
        try:
            piece = await asyncio.to_thread(next, self, None)
        except asyncio.CancelledError:
            self.close()
            raise
        if piece is None:
            raise StopAsyncIteration
        return piece

    def __iter__(self) -> Self:
        return self

    def __aiter__(self) -> Self:
        return self

    def close(self) -> None:
        """Stop; what was said so far is all that comes."""
        self._is_over = True
        if self._part is not None:
            self._part.cancel()

    async def aclose(self) -> None:
        """`close`."""
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()


def _run(work: Work, pieces: queue.SimpleQueue[Any], part: Control) -> None:
    try:
        pieces.put(work(pieces.put, part))
    except BaseException as error:
        pieces.put(error)
