"""Projections with ``refresh: 'auto'``: when one that is behind is read again, and what became of the last attempt."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from motif.durable import write_durably
from motif.errors import MotifError, StorageFailed
from motif.graphs.projection import Projection

PAUSE = 1.0
"""Seconds between the end of one refresh in the background and the begin of the next."""

LONGEST_PAUSE = 300.0
"""Seconds to which the pause grows, doubled with each failure."""

_FILE = "refresh.json"


def refreshes_itself(projection: Projection) -> bool:
    """Whether a projection was asked for with ``refresh: 'auto'``."""
    return bool(projection.configuration.get("refresh") == "auto")


@dataclass(slots=True)
class _Attempts:
    """What is known of a graph's refreshes in this process."""

    lease: float = float("-inf")
    pause_until: float = float("-inf")
    failures: int = 0
    problem: str = ""


class RefreshSchedule:
    """One refresh of a graph at a time, a pause after each, and a longer one after each failure. Safe for threads.

    Parameters
    ----------
    lease
        Seconds after which one that never ended no longer stands in the way of the next.
    clock
        Seconds that never go back.

    >>> schedule = RefreshSchedule(clock=lambda: 0.0)
    >>> schedule.begin("films"), schedule.begin("films"), schedule.is_running("films")
    (True, False, True)
    >>> schedule.end("films", "The disk is full.")
    >>> schedule.begin("films"), schedule.problem("films")
    (False, 'The disk is full.')
    """

    def __init__(self, lease: float = float("inf"), clock: Callable[[], float] = time.monotonic) -> None:
        self._lease = lease
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[Hashable, _Attempts] = {}

    def begin(self, graph: Hashable) -> bool:
        """Whether a refresh may begin now; who is told so begins it."""
        with self._lock:
            known, now = self._known.setdefault(graph, _Attempts()), self._clock()
            if now < known.lease or now < known.pause_until:
                return False
            known.lease = now + self._lease
            return True

    def end(self, graph: Hashable, problem: str = "") -> None:
        """That a refresh has ended: well, or with a problem."""
        with self._lock:
            known = self._known.setdefault(graph, _Attempts())
            known.lease, known.problem = float("-inf"), problem
            known.failures = known.failures + 1 if problem else 0
            known.pause_until = self._clock() + min(PAUSE * 2**known.failures, LONGEST_PAUSE)

    def is_running(self, graph: Hashable) -> bool:
        """Whether one has begun and not ended."""
        with self._lock:
            return graph in self._known and self._clock() < self._known[graph].lease

    def problem(self, graph: Hashable) -> str:
        """Why the last one failed; "" where none did."""
        with self._lock:
            return self._known[graph].problem if graph in self._known else ""

    def told(self, graph: Hashable) -> dict[str, Any]:
        """What an answer's metadata says: ``refreshing`` while one runs, ``refresh_failed`` after one that failed."""
        told: dict[str, Any] = {"refreshing": True} if self.is_running(graph) else {}
        problem = self.problem(graph)
        return {**told, "refresh_failed": problem} if problem else told


def problem_of(error: Exception) -> str:
    """What a failed refresh is told with; of an unforeseen error only its kind, since its words may tell of paths.

    >>> problem_of(OSError("/home/ann/secret")), problem_of(MotifError("The database is empty."))
    ('An unexpected OSError; the log says more.', 'The database is empty.')
    """
    if isinstance(error, MotifError):
        return error.message
    return f"An unexpected {type(error).__name__}; the log says more."


@dataclass(frozen=True, slots=True)
class RefreshFailure:
    """When a refresh in the background failed, in seconds since 1970, and why."""

    time: float
    problem: str


def write_failure(folder: Path, problem: str) -> None:
    """Keeps beside a graph's epochs that a refresh failed; not where it cannot be written, or the graph was dropped."""
    if not folder.is_dir():
        return
    with suppress(StorageFailed):
        write_durably(folder / _FILE, json.dumps(asdict(RefreshFailure(time.time(), problem))))


def read_failure(folder: Path, read_at: float | None) -> RefreshFailure | None:
    """The failure that is kept there, unless the graph was read well since."""
    try:
        content = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        failure = RefreshFailure(float(content["time"]), str(content["problem"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return None if read_at is not None and read_at > failure.time else failure
