"""Calls that can hang, made so that the caller cannot: each in a thread that is left behind when its time is up."""

from __future__ import annotations

import contextvars
import queue
import threading
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any

from motif.engine.control import Control
from motif.errors import Cancelled, ModelFailed

_GLANCE = 0.02
"""Seconds between two looks at the control while a call runs."""

MAXIMUM_LEFT_BEHIND = 16
"""Calls of one model that may hang at a time; more are refused, so that threads do not pile up."""


class CallTimedOut(Exception):
    """A call did not return within its seconds."""


class BoundedCalls:
    """Runs calls one after another or side by side, each within its time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left_behind = 0

    def run(self, call: Callable[[], Any], seconds: float, control: Control) -> Any:
        """What ``call`` returns.

        Raises what it raises; `CallTimedOut` after ``seconds`` or at the control's deadline, `Cancelled` when the
        caller stops waiting, `ModelFailed` when too many earlier calls still hang.
        """
        running = self._begun(call)
        try:
            _wait(running.done, seconds, control)
        except (CallTimedOut, Cancelled):
            self._leave(running)
            raise
        return running.result()

    def stream(
        self, opened: Callable[[], Iterator[Any]], seconds: float, control: Control
    ) -> Generator[Any, None, None]:
        """What the iterator that ``opened`` gives yields, as it comes; raises as `run` does.

        Who stops early, for whichever reason, has the iterator closed as soon as it yields again, and with it a
        connection that it reads from.
        """
        pieces: queue.SimpleQueue[Any] = queue.SimpleQueue()
        stopped, end = threading.Event(), time.monotonic() + seconds
        running = self._begun(lambda: _pumped(opened, pieces, stopped))
        try:
            while (piece := _next(pieces, end, control)) is not _END:
                yield piece
                _raise_where_over(end, control)
            running.done.wait()
            running.result()
        finally:
            stopped.set()
            if not running.done.is_set():
                self._leave(running)

    def _begun(self, call: Callable[[], Any]) -> _Running:
        if self._left_behind >= MAXIMUM_LEFT_BEHIND:
            raise ModelFailed(
                f"{self._left_behind} earlier calls of the model still hang; no more are made.",
                hint="Check the model's service; they end when it answers or closes the connection.",
            )
        context = contextvars.copy_context()
        running = _Running(lambda: context.run(call))
        threading.Thread(target=running, name="motif-model-call", daemon=True).start()
        return running

    def _leave(self, running: _Running) -> None:
        with self._lock:
            self._left_behind += 1
        running.when_done(self._returned)

    def _returned(self) -> None:
        with self._lock:
            self._left_behind -= 1


class _Running:
    """A call in its thread; whatever it raises is kept for the caller."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.done = threading.Event()
        self._call = call
        self._lock = threading.Lock()
        self._afterwards: Callable[[], None] | None = None
        self._value: Any = None
        self._error: BaseException | None = None

    def __call__(self) -> None:
        try:
            self._value = self._call()
        except BaseException as error:
            self._error = error
        with self._lock:
            self.done.set()
            afterwards = self._afterwards
        if afterwards is not None:
            afterwards()

    def when_done(self, afterwards: Callable[[], None]) -> None:
        with self._lock:
            self._afterwards = afterwards
            already = self.done.is_set()
        if already:
            afterwards()

    def result(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._value


_END = object()


def _pumped(
    opened: Callable[[], Iterator[Any]], pieces: queue.SimpleQueue[Any], stopped: threading.Event
) -> None:
    """Hands on what comes until nobody wants it, and closes where it comes from."""
    try:
        source = opened()
        try:
            for piece in source:
                if stopped.is_set():
                    return
                pieces.put(piece)
        finally:
            getattr(source, "close", lambda: None)()
    finally:
        pieces.put(_END)


def _next(pieces: queue.SimpleQueue[Any], end: float, control: Control) -> Any:
    while True:
        try:
            return pieces.get(timeout=max(0.001, min(_GLANCE, end - time.monotonic())))
        except queue.Empty:
            _raise_where_over(end, control)


def pause(seconds: float, control: Control) -> None:
    """Wait ``seconds``; `CallTimedOut` at the control's deadline, `Cancelled` when the caller stops waiting."""
    try:
        _wait(threading.Event(), seconds, control)
    except CallTimedOut:
        if control.state != "running":
            raise


def _wait(done: threading.Event, seconds: float, control: Control) -> None:
    end = time.monotonic() + seconds
    while not done.wait(max(0.0, min(_GLANCE, end - time.monotonic()))):
        _raise_where_over(end, control)


def _raise_where_over(end: float, control: Control) -> None:
    if control.state == "cancelled":
        raise Cancelled("The caller stopped waiting for the language model.")
    if control.state == "deadline" or time.monotonic() >= end:
        raise CallTimedOut
