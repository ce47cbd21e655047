"""Projections that bring themselves up to date: read again in the background once an answer finds one behind."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from motif.catalog.refreshing import RefreshSchedule, problem_of
from motif.errors import Cancelled, MotifError

LOGGER = logging.getLogger("motif.refresh")

SCHEDULE = RefreshSchedule()
"""Of this process: however many connections it has, a graph is refreshed once at a time."""

_LAST_WAIT = 10.0

Progress = Callable[[int, int], None]


class BackgroundRefreshes:
    """The refreshes that a connection's answers begin, each in a daemon thread; a failure is told, never raised.

    Parameters
    ----------
    home, database
        What tells a graph from one of the same name elsewhere.
    refresh
        Reads the graph of that name again, and tells its progress.
    failed
        Told which graph failed and why.
    """

    def __init__(
        self,
        home: Path,
        database: Callable[[], str],
        refresh: Callable[[str, Progress], None],
        failed: Callable[[str, str], None],
        schedule: RefreshSchedule = SCHEDULE,
    ) -> None:
        self._home = home
        self._database = database
        self._refresh = refresh
        self._failed = failed
        self._schedule = schedule
        self._closing = threading.Event()
        self._threads: set[threading.Thread] = set()

    def wanted(self, name: str) -> dict[str, Any]:
        """Begins a refresh unless one runs or it is too soon; what metadata says of it (`RefreshSchedule.told`)."""
        key = (self._home, self._database(), name)
        if not self._closing.is_set() and self._schedule.begin(key):
            work = partial(self._run, key, name)
            thread = threading.Thread(target=work, name=f"motif-refresh-{name}", daemon=True)
            self._threads.add(thread)
            thread.start()
        return self._schedule.told(key)

    def stop(self) -> None:
        """Ends what runs, within some seconds: before the connection that it uses is closed."""
        self._closing.set()
        for thread in list(self._threads):
            thread.join(_LAST_WAIT)

    def _run(self, key: tuple[Path, str, str], name: str) -> None:
        problem = ""
        try:
            self._refresh(name, self._watched)
        except Cancelled:
            pass  # the connection is being closed
        except Exception as error:
            problem = problem_of(error)
            level = LOGGER.warning if isinstance(error, MotifError) else LOGGER.exception
            level("The graph '%s' was not refreshed in the background: %s", name, problem)
            self._failed(name, problem)
        finally:
            self._schedule.end(key, problem)
            self._threads.discard(threading.current_thread())

    def _watched(self, done: int, total: int) -> None:
        if self._closing.is_set():
            raise Cancelled("The connection is being closed.")
