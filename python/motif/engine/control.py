"""Deadlines and cancellation: one number that kernels look at every so many steps."""

from __future__ import annotations

import heapq
import itertools
import threading
import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.errors import Cancelled, DeadlineExceeded, InvalidInput

Item = TypeVar("Item")

State = Literal["running", "deadline", "cancelled"]
_STATES: tuple[State, ...] = ("running", "deadline", "cancelled")


class Control:
    """Whether a piece of work may go on; a context manager.

    Parameters
    ----------
    timeout
        Seconds from entering the context until the deadline; None for no deadline.

    Attributes
    ----------
    flag : int64 (1,)
        0 while running, 1 past the deadline, 2 once cancelled. Kernels stop when it is not 0.

    >>> with Control(timeout=30) as control:
    ...     control.state
    'running'
    """

    __slots__ = ("__weakref__", "_parts", "_until", "flag", "timeout")

    def __init__(self, timeout: float | None = None) -> None:
        if timeout is not None and not timeout >= 0:
            raise InvalidInput(f"timeout must be a number of seconds, 0 or more, not {timeout!r}.")
        self.timeout = timeout
        self.flag: NDArray[np.int64] = np.zeros(1, np.int64)
        self._until: float | None = None
        self._parts: list[weakref.ref[Control]] = []

    @property
    def seconds_left(self) -> float | None:
        """Seconds to the deadline, 0 when it is past; before the context is entered the ``timeout``; None for none.

        >>> Control(timeout=30).seconds_left
        30
        """
        return self.timeout if self._until is None else max(self._until - time.monotonic(), 0.0)

    @property
    def state(self) -> State:
        return _STATES[int(self.flag[0])]

    def cancel(self) -> None:
        """Stop the work and its parts; from any thread."""
        self.flag[0] = 2
        for known in list(self._parts):
            if (part := known()) is not None:
                part.cancel()

    def part(self, share: float) -> Control:
        """A control for a part of the work: ends after ``share`` of the seconds that are left, and with this one.

        >>> with Control(timeout=30) as whole:
        ...     part = whole.part(0.5)
        ...     whole.cancel()
        >>> round(part.timeout), part.state
        (15, 'cancelled')
        """
        left = self.seconds_left
        part = Control(None if left is None else share * left)
        self._parts = [known for known in self._parts if known() is not None] + [weakref.ref(part)]
        if self.state == "cancelled":
            part.cancel()
        return part

    def __enter__(self) -> Control:
        if self.timeout is not None:
            moment = time.monotonic() + self.timeout
            self._until = moment if self._until is None else min(self._until, moment)
            if self.timeout == 0:
                self.flag[0] = 1
            elif self.timeout < threading.TIMEOUT_MAX:
                _DEADLINES.add(moment, self.flag)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Nothing to undo: a deadline whose work is done sets a flag that nobody reads any more."""


@contextmanager
def heeding(control: Control) -> Iterator[Control]:
    """What this thread does meanwhile is the work of ``control``: what waits deep inside asks `heeded` for it."""
    before = _HEEDED.set(control)
    try:
        yield control
    finally:
        _HEEDED.reset(before)


def heeded() -> Control | None:
    """The control that the work of this thread is under; None where nobody said.

    >>> with Control(timeout=30) as control, heeding(control):
    ...     heeded() is control
    True
    """
    return _HEEDED.get()


def keep_on() -> None:
    """Nothing, as long as the work of this thread may go on; cheap enough for every few microseconds.

    Raises `Cancelled` and `DeadlineExceeded` where its control says otherwise.
    """
    control = heeded()
    if control is None or (state := control.state) == "running":
        return
    if state == "cancelled":
        raise Cancelled("The call was cancelled.")
    raise DeadlineExceeded("The question was not answered in time.", hint="Raise timeout.")


def while_heeded(items: Sequence[Item]) -> Iterator[Item]:
    """The items one after another, with a look at `keep_on` before every `BLOCK` of them; raises as that does.

    >>> list(while_heeded("abc"))
    ['a', 'b', 'c']
    """
    for start in range(0, len(items), BLOCK):
        keep_on()
        yield from items[start : start + BLOCK]


BLOCK = 4096

_HEEDED: ContextVar[Control | None] = ContextVar("motif_control", default=None)


class _Deadlines:
    """One daemon thread that sets flags when their time has come.

    A thread per deadline would take longer to start than a small search takes.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: list[tuple[float, int, weakref.ref[NDArray[np.int64]]]] = []
        self._numbers = itertools.count()
        self._thread: threading.Thread | None = None

    def add(self, moment: float, flag: NDArray[np.int64]) -> None:
        """Set ``flag`` at ``moment`` of the monotonic clock, if it still exists and nobody set it before."""
        with self._changed:
            heapq.heappush(self._waiting, (moment, next(self._numbers), weakref.ref(flag)))
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, name="motif-deadlines", daemon=True)
                self._thread.start()
            elif self._waiting[0][0] == moment:
                self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while True:
                now = time.monotonic()
                while self._waiting and self._waiting[0][0] <= now:
                    flag = heapq.heappop(self._waiting)[2]()
                    if flag is not None and flag[0] == 0:
                        flag[0] = 1
                self._changed.wait(self._waiting[0][0] - now if self._waiting else None)


_DEADLINES = _Deadlines()
