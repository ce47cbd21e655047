"""Work that is under way: its progress, its cancelling, and how jobs are found without importing them.

A job is a callable that a package registers under the entry-point group ``motif.jobs``, so one of a user's
own is found like ours. It takes ``progress``, which it calls with what is done and the total; a call that
raises is how the job is stopped. It keeps what it has computed, so that running it again resumes where it
stopped.
"""

from __future__ import annotations

import difflib
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from motif.cluster import Cluster
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput, JobFailed, MissingDependency, MotifError

GROUP = "motif.jobs"

RUNNING, FINISHED, FAILED, CANCELED = "RUNNING", "FINISHED", "FAILED", "CANCELED"
"""What a job's ``status`` can be, in GDS's spelling."""

_KEPT = 100
_RESUME = "Run it again: it resumes where it stopped."


class Stoppable(Protocol):
    """What stops when asked to, such as `motif.engine.control.Control`."""

    @property
    def state(self) -> str: ...

    def cancel(self) -> None: ...


def find_job(name: str) -> Callable[..., Any]:
    """The job registered as ``name``; also one whose package was installed since this process began.

    Raises `InvalidInput`, with the nearest name, when there is none, and `MissingDependency` when its package
    cannot be imported.
    """
    found = _registered()
    if name not in found:  # unless it was installed since
        _registered.cache_clear()
        found = _registered()
    if name not in found:
        near = difflib.get_close_matches(name, found, n=1)
        known = f"Known jobs: {', '.join(sorted(found)) or 'none; install motif-graphrag again'}."
        raise InvalidInput(
            f"There is no job named '{name}'.", hint=f"Did you mean '{near[0]}'?" if near else known
        )
    try:
        job: Callable[..., Any] = found[name].load()
    except ModuleNotFoundError as error:
        raise MissingDependency(
            f"The job '{name}' needs the package '{error.name}', which is not installed.",
            hint=f"Run: pip install {error.name}",
        ) from error
    return job


@cache
def _registered() -> dict[str, EntryPoint]:
    """The jobs by name, read once: the names of all installed packages are looked through for them."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


@dataclass(slots=True)
class Job:
    """One piece of work: who asked for it, how far it is, and how it ended.

    ``done`` and ``total`` count whatever the job counts; ``total`` is 0 as long as it is not known.
    ``request`` is the id of the request that started it, by which the plugin cancels when the user gave the
    job an id of their own.
    """

    id: str
    task: str
    control: Stoppable
    request: str = ""
    owner: str | None = None
    database: str = ""
    started: float = field(default_factory=time.time)
    ended: float | None = None
    status: str = RUNNING
    done: int = 0
    total: int = 0
    notify: Callable[[int, int], None] | None = None

    def advance(self, done: int, total: int) -> None:
        """Reports that ``done`` of ``total`` is there.

        Raises `Cancelled` once the job was cancelled and `DeadlineExceeded` past its deadline.
        """
        self.done, self.total = done, total
        if self.notify is not None:
            self.notify(done, total)
        if self.control.state == "cancelled":
            raise Cancelled(f"{self.task} was cancelled.", hint=_RESUME)
        if self.control.state == "deadline":
            raise DeadlineExceeded(f"{self.task} was not done in time.", hint=f"Raise timeout. {_RESUME}")

    @property
    def fraction(self) -> float | None:
        """The part that is done, from 0 to 1; None when it is not known."""
        if self.status == FINISHED:
            return 1.0
        return min(self.done / self.total, 1.0) if self.total > 0 else None

    def row(self, now: float) -> dict[str, Any]:
        """The job in the columns of GDS's ``listProgress``; times in UTC."""
        fraction = self.fraction
        return {
            "jobId": self.id,
            "taskName": self.task,
            "progress": "n/a" if fraction is None else f"{100 * fraction:.3g}%",
            "progressBar": "["
            + "#" * int(10 * (fraction or 0))
            + "~" * (10 - int(10 * (fraction or 0)))
            + "]",
            "status": self.status,
            "timeStarted": datetime.fromtimestamp(self.started, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "elapsedTime": f"{(self.ended or now) - self.started:.4g} s",
            "owner": self.owner,
            "database": self.database,
        }


class Jobs:
    """What is running and what has lately ended; safe to use from several threads."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._running: dict[int, Job] = {}
        self._ended: deque[Job] = deque(maxlen=_KEPT)

    @property
    def n_running(self) -> int:
        return len(self._running)

    @contextmanager
    def track(self, job: Job, *, keep: bool = True) -> Iterator[Job]:
        """Lists ``job`` while the block runs, and how it ended afterwards if ``keep``."""
        with self._lock:
            self._running[id(job)] = job
        try:
            yield job
        except BaseException as error:
            job.status = CANCELED if isinstance(error, (Cancelled, GeneratorExit)) else FAILED
            raise
        else:
            job.status = FINISHED
        finally:
            job.ended = self._clock()
            with self._lock:
                del self._running[id(job)]
                if keep:
                    self._ended.append(job)

    def cancel(self, job_id: str, *, owner: str | None = None) -> int:
        """Cancels every running job of that id; returns how many there were.

        An id is the request's, which nobody else knows, or the one that a user gave the job: with an ``owner``, one
        that another user gave is left alone.
        """
        chosen = [
            job
            for job in self._snapshot()[0]
            if job_id == job.request or (job_id == job.id and owner in (None, job.owner))
        ]
        for job in chosen:
            job.control.cancel()
        return len(chosen)

    def cancel_all(self) -> int:
        """Cancels everything that runs; returns how many jobs that were."""
        running = self._snapshot()[0]
        for job in running:
            job.control.cancel()
        return len(running)

    def rows(self, *, job_id: str | None = None, owner: str | None = None) -> list[dict[str, Any]]:
        """Jobs as rows, the running ones first, the latest ended before the older.

        With an ``owner``, that user's only: nobody sees what another asked for.
        """
        running, ended = self._snapshot()
        now = self._clock()
        return [
            job.row(now)
            for job in [*running, *reversed(ended)]
            if (job_id is None or job.id == job_id) and (owner is None or job.owner == owner)
        ]

    def _snapshot(self) -> tuple[list[Job], list[Job]]:
        with self._lock:
            return list(self._running.values()), list(self._ended)


def job_on(cluster: Cluster | None, name: str) -> Callable[..., Any]:
    """The job registered as ``name``, to be run on one of the machines of ``cluster``; here for None.

    Arguments and what it returns are sent; folders that it is given are those of that machine. Raises as `find_job`.
    """
    job = find_job(name)
    return job if cluster is None else partial(cluster.call, _by_name, name)


def _by_name(name: str, *arguments: Any, **options: Any) -> Any:
    return find_job(name)(*arguments, **options)


def run_job(name: str, job: Job, *arguments: Any, cluster: Cluster | None = None, **options: Any) -> Any:
    """What the registered job ``name`` returns for its ``arguments`` and ``options``; ``job`` shows progress.

    It runs on a machine of ``cluster`` where one is given.

    Raises what the job raises of this package's errors; anything else as `JobFailed`, which says that the
    work done so far is kept.
    """
    function = job_on(cluster, name)
    try:
        return function(*arguments, progress=job.advance, **options)
    except MotifError:
        raise
    except Exception as error:
        raise JobFailed(
            f"The job '{name}' ended early with {type(error).__name__}: {error}.",
            hint=_RESUME,
        ) from error
