"""Reading statements with READ access, each ended when its time is over or when nobody waits any more."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Generic, TypeVar

import neo4j
from neo4j import exceptions

from motif.database.explaining import explained, quietly
from motif.database.failures import translated
from motif.database.values import spoken
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded
from motif.graphs.statements import Explained
from motif_cypher import template

PLANNING_SECONDS = 10.0
"""How long EXPLAIN may take where no deadline is nearer."""

_LOOK_SECONDS, _AGAIN_SECONDS, _GRACE_SECONDS = 0.02, 0.1, 2.0
"""How often a running statement's control is looked at, how often its end is asked for, and for how long."""

_FETCH = 1000
Answer = TypeVar("Answer")


class ReadOnlySession:
    """A `motif.graphs.statements.ReadSession` over the driver; made by `Database.reading`.

    Statements run one at a time, each in a transaction of its own, whose timeout is what is left of the deadline. The
    server looks at timeouts every two seconds only, and cannot end some expressions at all: so a thread of its own
    waits for it, which is let go when the server does not answer.
    """

    def __init__(
        self,
        driver: neo4j.Driver,
        database: str | None,
        version: Callable[[], str],
        address: str = "",
        control: Control | None = None,
    ) -> None:
        self._driver = driver
        self._database = database
        self._version = version
        self._address = address
        self._control = control

    @property
    def version(self) -> str:
        """The server's version, such as "5.26.31"."""
        return self._version()

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        """At most ``limit`` rows as plain values: nodes and relationships by element id, times as ISO 8601 text.

        Parameters
        ----------
        seconds
            Until it is ended; what is left to the control counts too. None for no deadline of its own.

        Raises `QueryFailed` for what the server refuses (a write among it), `DeadlineExceeded` when the time is over,
        `Cancelled` when the control was cancelled, `DatabaseUnavailable` where there is no server.
        """

        def rows(session: neo4j.Session, query: neo4j.Query) -> list[dict[str, Any]]:
            result = session.run(query, dict(parameters))
            keys = result.keys()
            found = [
                dict(zip(keys, map(spoken, record.values()), strict=True)) for record in islice(result, limit)
            ]
            result.consume()
            return found

        return self._ended_in_time(statement, rows, self._left(seconds), min(max(limit, 1), _FETCH))

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        """What ``EXPLAIN`` says; nothing is run. Raises as `run`."""

        def plan(session: neo4j.Session, query: neo4j.Query) -> Explained:
            with quietly():
                return explained(session.run(query, dict(parameters)).consume())

        seconds = self._left(PLANNING_SECONDS)
        return self._ended_in_time(f"EXPLAIN {statement}", plan, seconds, 1, notifications=True)

    def _left(self, seconds: float | None) -> float | None:
        left = None if self._control is None else self._control.seconds_left
        known = [one for one in (seconds, left) if one is not None]
        return min(known) if known else None

    def _ended_in_time(
        self,
        statement: str,
        work: Callable[[neo4j.Session, neo4j.Query], Answer],
        seconds: float | None,
        fetch: int,
        *,
        notifications: bool = False,
    ) -> Answer:
        mark = secrets.token_hex(8)
        query = neo4j.Query(statement, metadata={"motifRead": mark}, timeout=_timeout(seconds))
        severity = "INFORMATION" if notifications else "OFF"
        options: dict[str, Any] = {
            "default_access_mode": neo4j.READ_ACCESS,
            "fetch_size": fetch,
            "notifications_min_severity": neo4j.NotificationMinimumSeverity[severity],
        }

        def answer() -> Answer:
            try:
                with self._driver.session(database=self._database, **options) as session:
                    return work(session, query)
            except (exceptions.Neo4jError, exceptions.DriverError) as error:
                raise translated(error, self._address, self._database) from error

        if seconds is None and self._control is None:
            return answer()
        self._check(seconds)
        running = _Running(answer)
        until = None if seconds is None else time.monotonic() + seconds
        try:
            while not running.done.wait(_LOOK_SECONDS):
                self._check(None if until is None else until - time.monotonic())
        except BaseException:
            self._terminate(running, mark)
            raise
        return running.answer()

    def _check(self, left: float | None) -> None:
        """Raises when a statement may not go on."""
        state = "running" if self._control is None else self._control.state
        if state == "cancelled":
            raise Cancelled("The statement was ended, because the caller stopped waiting.")
        if state == "deadline" or (left is not None and left <= 0):
            raise DeadlineExceeded(
                "The statement was ended at its deadline.",
                hint="Give more time (timeout), or ask for less: fewer hops, a label, a narrower condition.",
            )

    def _terminate(self, running: _Running[Any], mark: str) -> None:
        """Has the server end the marked transaction; it is asked again, since it may not have begun yet."""
        query = neo4j.Query(template("terminate_marked").text, timeout=_GRACE_SECONDS)
        until = time.monotonic() + _GRACE_SECONDS
        while time.monotonic() < until and not running.done.is_set():
            try:
                with self._driver.session(
                    database=self._database, default_access_mode=neo4j.READ_ACCESS
                ) as session:
                    session.run(query, {"mark": mark}).consume()
            except (exceptions.Neo4jError, exceptions.DriverError):
                return
            running.done.wait(_AGAIN_SECONDS)


class _Running(Generic[Answer]):
    """A call in a thread of its own, which ends with the process whatever it waits for."""

    def __init__(self, call: Callable[[], Answer]) -> None:
        self.done = threading.Event()
        self._call = call
        self._answer: list[Answer] = []
        self._error: BaseException | None = None
        threading.Thread(target=self._run, name="motif-reading", daemon=True).start()

    def answer(self) -> Answer:
        """What the call gave; what it raised is raised here."""
        if self._error is not None:
            raise self._error
        return self._answer[0]

    def _run(self) -> None:
        try:
            self._answer.append(self._call())
        except BaseException as error:  # handed to the caller
            self._error = error
        finally:
            self.done.set()


def _timeout(seconds: float | None) -> float | None:
    """The server takes whole milliseconds, and 0 for none."""
    return None if seconds is None else max(seconds, 0.001)
