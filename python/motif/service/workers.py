"""The service's worker processes: retrievals that overlap are answered beside each other, not in turns of one Python.

They start when two calls first overlap, in the background; until they can be asked, and whenever nothing else runs,
the service answers by itself. So one caller alone costs no second process.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from multiprocessing.process import BaseProcess
from typing import Any

from motif.errors import Cancelled, DeadlineExceeded, ServiceUnavailable
from motif.memory import own_memory
from motif.service.calls import Call
from motif.service.logs import event
from motif.service.remote import Asked, Do, Done, Ended, Forget, Part, Ready, Stop, ToWorker, sendable
from motif.service.worker import work

MOST = 8
"""Processes that are started where nobody said how many."""

_PATIENCE = 0.25
"""Seconds that a call waits for a worker before the service answers it itself beside those that are at work."""

_AGAIN = 15.0
"""The same of a call whose process was lost: it is not answered in the service's own, which it might end too."""

_POLL = 0.05
_GRACE = 10.0
"""Seconds after its deadline, or after it was cancelled, in which a call must have ended; then its process is ended."""

_START = 120.0
"""Seconds in which a process must be ready: it imports, and loads kernels and the encoder."""

_REST = 30.0
"""Seconds until processes are started again where one did not get ready."""

_TRIES = 2


def n_processes(wanted: int | None) -> int:
    """How many worker processes may run: so many, or one for each processor, at most `MOST`, where there are several.

    >>> n_processes(0), n_processes(3)
    (0, 3)
    """
    if wanted is not None:
        return max(wanted, 0)
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(processors, MOST) if processors > 1 else 0


class WorkerLost(Exception):
    """The process that answered ended before it had."""


class Workers:
    """At most ``count`` processes, each answering one call at a time; safe to use from several threads.

    Parameters
    ----------
    count
        0 for none: everything is answered in the service's own process.
    make
        Makes the service's state in a worker; a function that can be imported there, or a `functools.partial` of one.
    """

    def __init__(self, count: int, make: Callable[[], Any]) -> None:
        self.count = count
        self.n_lost = 0
        self._make = make
        self._changed = threading.Condition()
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
        self._n_calls = 0
        self._starts = self._closed = False
        self._rests_until = 0.0

    def answer(
        self, asked: Asked, call: Call, targets: Mapping[str, Any], alone: Callable[[], Iterable[bytes]]
    ) -> Generator[bytes]:
        """The pieces of an answer: a worker's, or those of ``alone`` where none is to be had or needed.

        A call whose process is lost before it said anything is asked of another once.
        """
        with self._counted() as is_first:
            process = None if is_first else self._taken()
            if process is None:
                yield from alone()
                return
            for again in reversed(range(_TRIES)):
                pieces = self._from(process, asked, call, targets)
                try:
                    first = next(pieces, None)
                except WorkerLost:
                    found = self._taken(_AGAIN) if again else None
                    if found is None:
                        raise _lost() from None
                    process = found
                    continue
                with contextlib.closing(pieces):
                    if first is not None:
                        yield first
                        yield from _unbroken(pieces)
                return

    def figures(self) -> dict[str, int]:
        """How many processes may run, run now, are at work, and were lost since the start."""
        with self._changed:
            running, idle = len(self._all), len(self._idle)
        return {"processes": self.count, "running": running, "atWork": running - idle, "lost": self.n_lost}

    def process_ids(self) -> list[int]:
        """Of those that run."""
        with self._changed:
            return [process.pid for process in self._all]

    def forget(self, database: str, name: str) -> None:
        """Has every worker let go of a graph that was dropped."""
        with self._changed:
            processes = list(self._all)
        for process in processes:
            process.forget(database, name)

    def let_go(self) -> bool:
        """Ends a worker that has nothing to do, with all that it holds; whether there was one."""
        with self._changed:
            if not self._idle:
                return False
            process = self._idle.pop(0)
            self._all.discard(process)
            self._rests_until = time.monotonic() + _REST
        process.end()
        event("a worker was ended for want of memory", memory=own_memory())
        return True

    def close(self) -> None:
        """Ends all of them."""
        with self._changed:
            self._closed = True
            processes, self._idle = list(self._all), []
            self._all.clear()
            self._changed.notify_all()
        for process in processes:
            process.end()

    @contextlib.contextmanager
    def _counted(self) -> Iterator[bool]:
        """Counts a call while the block runs; whether no other runs."""
        with self._changed:
            self._n_calls += 1
            is_first = self._n_calls == 1
        try:
            yield is_first
        finally:
            with self._changed:
                self._n_calls -= 1

    def _taken(self, patience: float = _PATIENCE) -> _Process | None:
        """A worker that is free, or gets free soon, or with more patience is ready soon; None where there is none."""
        until = time.monotonic() + patience
        with self._changed:
            if len(self._all) < self.count:
                self._begin()
            while (self._all or (self._starts and patience > _PATIENCE)) and not self._closed:
                if self._idle:
                    return self._idle.pop()
                if (left := until - time.monotonic()) <= 0:
                    return None
                self._changed.wait(left)
        return None

    def _begin(self) -> None:
        """Starts what is missing, in the background; under the lock."""
        if self._starts or self._closed or time.monotonic() < self._rests_until:
            return
        self._starts = True
        threading.Thread(target=self._start, name="motif-workers", daemon=True).start()

    def _start(self) -> None:
        try:
            while self._is_one_missing():
                self._start_one()
        except BaseException:
            with self._changed:
                self._end_starting()
            raise

    def _is_one_missing(self) -> bool:
        """Whether another process is to be started; once it is not, whoever misses one has others started."""
        with self._changed:
            is_missing = len(self._all) < self.count and not self._closed
            if not is_missing or time.monotonic() < self._rests_until:
                self._end_starting()
            return self._starts

    def _end_starting(self) -> None:
        """Lets those know who wait for a process to start; under the lock."""
        self._starts = False
        self._changed.notify_all()

    def _start_one(self) -> None:
        process = _Process(self._make)
        if not process.is_ready():
            process.end()
            self._rests_until = time.monotonic() + _REST
            event("a worker does not start", status=process.status, again=_REST)
            return
        with self._changed:
            if not self._closed:
                self._all.add(process)
                self._idle.append(process)
                self._changed.notify()
                return
        process.end()

    def _from(
        self, process: _Process, asked: Asked, call: Call, targets: Mapping[str, Any]
    ) -> Generator[bytes]:
        """What a worker answers; it is free again, or was lost, when this ends."""
        reason = ""
        try:
            yield from process.answer(asked, call, targets)
        except WorkerLost as lost:
            reason = repr(lost.__cause__)
            raise
        finally:
            with self._changed:
                # Asked now: once it is idle another call may have it.
                is_lost = not process.is_free
                if is_lost or self._closed:
                    self._all.discard(process)
                else:
                    self._idle.append(process)
                    self._changed.notify()
            if is_lost:
                process.end()
                if not self._closed:
                    self.n_lost += 1
                    event("a worker was lost", status=process.status, path=asked.path, reason=reason)


class _Process:
    """A worker as the service sees it."""

    def __init__(self, make: Callable[[], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(
            target=work, args=(theirs, make), name="motif-worker", daemon=True
        )
        self._process.start()
        theirs.close()
        self._sending = threading.Lock()
        self.is_free = True

    @property
    def pid(self) -> int:
        return int(self._process.pid or 0)

    @property
    def status(self) -> int | None:
        """How it ended: an exit status, or minus a signal; None while it runs."""
        return self._process.exitcode

    def is_ready(self) -> bool:
        """Whether it can be asked; waits until it says so."""
        try:
            return self._connection.poll(_START) and isinstance(self._connection.recv(), Ready)
        except (EOFError, OSError):
            return False

    def end(self) -> None:
        """Ends the process, whatever it does."""
        self._connection.close()
        self._process.join(0.2)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()

    def forget(self, database: str, name: str) -> None:
        """Has it let go of a graph; nothing where it has ended, which is noticed by who asks it next."""
        with contextlib.suppress(WorkerLost):
            self._send(Forget(database, name))

    def answer(self, asked: Asked, call: Call, targets: Mapping[str, Any]) -> Generator[bytes]:
        """Pieces of the answer; raises its error, and `WorkerLost`. Left early, the call is cancelled."""
        self.is_free = False
        self._send(asked)
        try:
            while not isinstance(message := self._heard(call), Ended):
                if isinstance(message, Part):
                    yield message.content
                elif isinstance(message, Do):
                    self._send(_done(targets[message.target], message))
        except GeneratorExit:
            self._give_up()
            raise
        self.is_free = True
        call.ending.update(message.ending)
        if message.error is not None:
            raise message.error

    def _heard(self, call: Call) -> Any:
        """The next message; tells the worker where the call is cancelled, and waits `_GRACE` for it to end."""
        until = None
        while not self._has_said():
            state = call.control.state
            if state != "running" and until is None:
                until = time.monotonic() + _GRACE
                if state == "cancelled":
                    self._send(Stop())
            if until is not None and time.monotonic() > until:
                raise Cancelled("The call was cancelled.") if state == "cancelled" else _overdue()
        return self._said()

    def _give_up(self) -> None:
        """Has the worker stop, and throws away what it still says; it stays lost where that takes too long."""
        until = time.monotonic() + _GRACE
        with contextlib.suppress(WorkerLost):
            self._send(Stop())
            while time.monotonic() < until:
                if self._has_said():
                    message = self._said()
                    if isinstance(message, Do):
                        self._send(Done(error=Cancelled("The caller went away.")))
                    self.is_free = isinstance(message, Ended)
                    if self.is_free:
                        return

    def _has_said(self) -> bool:
        try:
            return self._connection.poll(_POLL)
        except (EOFError, OSError) as error:
            raise WorkerLost from error

    def _said(self) -> Any:
        try:
            return self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerLost from error

    def _send(self, message: ToWorker) -> None:
        try:
            with self._sending:
                self._connection.send(message)
        except (OSError, ValueError) as error:
            raise WorkerLost from error


def _done(target: Any, asked: Do) -> Done:
    try:
        return Done(getattr(target, asked.name)(*asked.given, **asked.named))
    except Exception as error:
        return Done(error=sendable(error))


def _unbroken(pieces: Generator[bytes]) -> Generator[bytes]:
    """What is left of an answer of which a part went out already, so that it cannot be asked again."""
    try:
        yield from pieces
    except WorkerLost:
        raise _lost() from None


def _lost() -> ServiceUnavailable:
    return ServiceUnavailable(
        "The process that answered this call ended before it had done so.",
        hint="Call again; the service's log says how it ended. Where it is for want of memory, give the service more, "
        "or fewer processes: MOTIF_SERVICE_PROCESSES.",
    )


def _overdue() -> DeadlineExceeded:
    return DeadlineExceeded(
        "The call did not end at its deadline; its process was ended.", hint="Raise timeout, or ask for less."
    )
