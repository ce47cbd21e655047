"""Threads for one kind of work, and the calls that wait for their turn: few, in turn by caller, none in vain."""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, MotifError, ServiceBusy, ServiceStopping

_LONGEST_ADVICE = 60
_TOGETHER = 10.0
"""Seconds in which all threads of a lane are there."""

_WEIGHT = 0.1
"""How much the latest call counts in how long calls take."""


@dataclass(eq=False, slots=True)
class Ticket:
    """A call in its lane.

    Attributes
    ----------
    work
        What a thread runs when its turn has come.
    refuse
        Told, in any thread and at most once, why ``work`` is never begun.
    """

    caller: str | None
    control: Control
    work: Callable[[], None]
    refuse: Callable[[BaseException], None]
    waiting: bool = True
    has_waited: bool = False
    since: float = field(default_factory=time.monotonic)


class Lane:
    """So many calls at a time, so many that wait; safe to use from several threads.

    Who is next goes round among the callers. A lane that is full turns away the newest call of whoever has most
    waiting, which may be the one that comes.

    Parameters
    ----------
    at_a_time
        How many calls of one caller run at once. There is a thread more, which a single known caller never holds: calls
        of another need not wait for all of the first one's to end. Callers whose name is not known may hold all.
    places
        How many calls may wait.
    """

    def __init__(self, name: str, *, at_a_time: int, places: int) -> None:
        self.name = name
        self._at_a_time = at_a_time
        self._places = places
        self._threads = ThreadPoolExecutor(at_a_time + 1, thread_name_prefix=f"motif-{name}")
        self._lock = threading.Lock()
        self._queues: OrderedDict[str | None, deque[Ticket]] = OrderedDict()
        self._running: Counter[str | None] = Counter()
        self._waiting = 0
        self._seconds = 0.0
        self._turned_away = 0
        self._not_begun = 0
        self._closed = False

    def start(self) -> None:
        """Starts its threads now: one begun when no memory is left may end before its work, which then waits."""
        together = threading.Barrier(self._at_a_time + 1)
        for _ in range(self._at_a_time + 1):
            self._threads.submit(together.wait, _TOGETHER)

    def submit(
        self,
        work: Callable[[], None],
        refuse: Callable[[BaseException], None],
        *,
        caller: str | None,
        control: Control,
    ) -> Ticket:
        """Has ``work`` run as soon as its turn comes, or ``refuse`` told why it does not.

        Raises `ServiceBusy` where the lane is full, `ServiceStopping` once it is closed.
        """
        ticket = Ticket(caller, control, work, refuse)
        with self._lock:
            if self._closed:
                raise ServiceStopping("The Motif service is shutting down.")
            self._queues.setdefault(caller, deque()).append(ticket)
            self._waiting += 1
            begun = self._begin()
            busy = self.busy()
            displaced = self._displaced(ticket)
            ticket.has_waited = ticket.waiting
        if displaced is ticket:
            raise busy
        if displaced is not None:
            displaced.refuse(busy)
        self._start(begun)
        return ticket

    def give_up(self, ticket: Ticket, reason: BaseException) -> None:
        """Takes a call that still waits out of the lane, for ``reason``; one that runs is left alone."""
        with self._lock:
            if not ticket.waiting:
                return
            self._remove(ticket)
            self._not_begun += 1
        ticket.refuse(reason)

    def busy(self) -> ServiceBusy:
        """The error for a call that finds no place, with when to call again."""
        seconds = self._advice()
        return ServiceBusy(
            f"The Motif service is busy: {self._places} calls ({self.name}) wait their turn, and no more may.",
            hint=f"Call again in {seconds} s. Whoever runs the service sets how many run and wait: "
            "MOTIF_SERVICE_WORKERS, MOTIF_SERVICE_PROCESSES, MOTIF_SERVICE_QUEUE.",
            retry_after=seconds,
        )

    def too_long(self, ticket: Ticket) -> MotifError:
        """The error for a call that waited until its deadline, or as long as calls may wait."""
        seconds = time.monotonic() - ticket.since
        message = f"The call was not begun: it waited {seconds:.1f} s for its turn, others were at work."
        left = ticket.control.seconds_left
        if left is not None and left <= 0:
            return DeadlineExceeded(message, hint="Call again, or raise timeout.")
        advice = self._advice()
        return ServiceBusy(message, hint=f"Call again in {advice} s.", retry_after=advice)

    def figures(self) -> dict[str, Any]:
        """What runs and waits now, how much may, and how often a call was turned away or not begun."""
        with self._lock:
            return {
                "running": self._running.total(),
                "waiting": self._waiting,
                "callers": len(self._queues.keys() | {name for name, n in self._running.items() if n}),
                "atATime": self._at_a_time,
                "places": self._places,
                "turnedAway": self._turned_away,
                "notBegun": self._not_begun,
            }

    def close(self) -> None:
        """Begins nothing more; what waits is refused, what runs ends by itself."""
        with self._lock:
            self._closed = True
            left = [ticket for queue in self._queues.values() for ticket in queue]
            for ticket in left:
                self._remove(ticket)
        for ticket in left:
            ticket.refuse(ServiceStopping("The Motif service is shutting down."))
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> list[Ticket]:
        """Those whose turn it is, counted as running; under the lock."""
        begun: list[Ticket] = []
        while (caller := self._next_caller()) is not _NOBODY:
            ticket = self._queues[caller][0]
            self._remove(ticket)
            if caller in self._queues:
                self._queues.move_to_end(caller)
            self._running[caller] += 1
            begun.append(ticket)
        return begun

    def _next_caller(self) -> Any:
        running = self._running.total()
        for caller in self._queues:
            allowed = self._at_a_time + (caller is None)
            if running <= self._at_a_time and self._running[caller] < allowed:
                return caller
        return _NOBODY

    def _start(self, begun: list[Ticket]) -> None:
        for ticket in begun:
            self._threads.submit(self._run, ticket)

    def _run(self, ticket: Ticket) -> None:
        started = time.monotonic()
        try:
            if ticket.has_waited and ticket.control.state != "running":
                with self._lock:
                    self._not_begun += 1
                cancelled = ticket.control.state == "cancelled"
                ticket.refuse(Cancelled("The caller went away.") if cancelled else self.too_long(ticket))
            else:
                ticket.work()
        finally:
            with self._lock:
                self._seconds += _WEIGHT * (time.monotonic() - started - self._seconds)
                self._running[ticket.caller] -= 1
                self._running += Counter()  # leaves out callers of whom nothing runs
                begun = [] if self._closed else self._begin()
            self._start(begun)

    def _displaced(self, newest: Ticket) -> Ticket | None:
        """The call that gives way, taken out, where one too many waits; under the lock."""
        if self._waiting <= self._places:
            return None
        self._turned_away += 1
        mine = len(self._queues.get(newest.caller, ()))
        largest = max(self._queues.values(), key=len)
        chosen = largest[-1] if len(largest) > mine else newest
        self._remove(chosen)
        return chosen

    def _remove(self, ticket: Ticket) -> None:
        queue = self._queues[ticket.caller]
        queue.remove(ticket)
        ticket.waiting = False
        self._waiting -= 1
        if not queue:
            del self._queues[ticket.caller]

    def _advice(self) -> int:
        """Whole seconds until about all that wait now have had their turn, as calls lately took."""
        seconds = self._seconds * (self._waiting + 1) / (self._at_a_time + 1)
        return min(max(1, math.ceil(seconds)), _LONGEST_ADVICE)


_NOBODY = object()
