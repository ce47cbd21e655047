"""Reading statements in the transaction of a caller in Neo4j: the plugin runs them and sends what came of it."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, MotifError, QueryFailed
from motif.graphs.statements import NOTED, Explained
from motif.service.replies import Expected, Replies
from motif.service.streaming import encode_line, read_float

_POLL = 0.1
_GRACE = 2.0
"""Seconds that a reply may come after the statement's deadline, at which the plugin ends it."""
_LONGEST = 86_400.0
_LONGER = "Raise timeout, or make the plan ask for less."
_SHOWN, _CALLED = "SHOW INDEXES YIELD ", "CALL motif.internal.indexes() YIELD "
"""Neo4j lets no procedure that reads show indexes; the plugin tells them in the same columns."""
_REST = 1024
"""Bytes of a reply beside its rows."""


class CallerSession:
    """A `motif.graphs.statements.ReadSession` in the transaction that called ``motif.plan``, ``.run`` or ``.retrieve``.

    What it reads is what the caller may read and sees, uncommitted changes among it; the service has no account of
    its own in this. One statement at a time, as in any transaction.

    Parameters
    ----------
    replies
        Where the plugin's replies arrive.
    control
        The call's: a statement has the time that is left of it, and is not waited for once it is cancelled.
    version
        The server's.
    limit
        Bytes of the largest reply that the service reads.
    """

    def __init__(self, replies: Replies, control: Control, *, job_id: str, version: str, limit: int) -> None:
        self._replies = replies
        self._control = control
        self._job_id = job_id
        self._version = version
        self._bytes = limit - _REST
        self._turn = threading.Lock()
        self._n_asked = 0
        self._send: Callable[[bytes], None] | None = None

    @property
    def version(self) -> str:
        """The server's version, such as "5.26.31"."""
        return self._version

    def send_by(self, send: Callable[[bytes], None]) -> None:
        """Makes ``send`` the way to the plugin: a line on the answer that the caller is reading."""
        self._send = send

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        """At most ``limit`` rows, as plain values: nodes and relationships as element ids, times as ISO 8601.

        Raises `QueryFailed` for what the plugin or Neo4j refuses, `DeadlineExceeded` after ``seconds`` or at the
        call's deadline, `Cancelled` when the caller is gone.
        """
        if statement.startswith(_SHOWN):
            statement = _CALLED + statement.removeprefix(_SHOWN)
        asked = {"statement": statement, "parameters": parameters, "explain": False, "rows": limit}
        return [plain(row) for row in self._ask(asked, seconds)["rows"]]

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        """What ``EXPLAIN`` says; nothing is run. Raises as `run` does."""
        asked = {"statement": statement, "parameters": parameters, "explain": True, "rows": 0}
        said = self._ask(asked, None)["explained"]
        return Explained(
            kind=said["kind"],
            operators=tuple(said["operators"]),
            procedures=tuple(said["procedures"]),
            rows=float(plain(said["rows"])),
            notes=tuple(note["description"] for note in said["notes"] if note["status"] in NOTED),
        )

    def _ask(self, asked: Mapping[str, Any], seconds: float | None) -> Mapping[str, Any]:
        with self._turn:
            left = self._left(seconds)
            if left <= 0:
                raise _late()
            self._n_asked += 1
            with self._replies.expected(self._job_id, self._n_asked) as expected:
                content = {**asked, "seconds": left, "bytes": self._bytes}
                self._put({"id": expected.number, "key": expected.key, **content})
                reply = self._wait(expected, time.monotonic() + left + _GRACE)
        if "error" in reply:
            raise _refused(reply["error"])
        return reply

    def _left(self, seconds: float | None) -> float:
        left = self._control.seconds_left
        return min(one for one in (seconds, left, _LONGEST) if one is not None)

    def _put(self, ask: Mapping[str, Any]) -> None:
        if self._send is None:
            raise RuntimeError("send_by must be called before the first statement")
        self._send(encode_line({"ask": ask}))

    def _wait(self, expected: Expected, until: float) -> Mapping[str, Any]:
        while True:
            try:
                return expected.arrived.get(timeout=_POLL)
            except queue.Empty:
                if self._control.state == "cancelled":
                    raise Cancelled("The caller went away.") from None
                if time.monotonic() > until:
                    raise _late() from None


def _late() -> DeadlineExceeded:
    return DeadlineExceeded("A statement had not ended at its deadline.", hint=_LONGER)


def _refused(error: Mapping[str, Any]) -> MotifError:
    code, message = str(error.get("code") or ""), str(error.get("message") or "")
    if code == "motif.late" or code.startswith("Neo.ClientError.Transaction.TransactionTimedOut"):
        return DeadlineExceeded(message, hint=_LONGER)
    if code.startswith("motif."):
        return QueryFailed(message)
    return QueryFailed(f"Neo4j refused a statement: {message}", hint=f"({code})" if code else "")


def plain(value: Any) -> Any:
    """``value`` of a reply with element ids in place of nodes and relationships, and special floats.

    >>> plain({"film": {"$node": "4:x:1", "labels": ["Film"]}, "ratings": [7.5, {"$float": "NaN"}]})
    {'film': '4:x:1', 'ratings': [7.5, nan]}
    """
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    for reference in ("$node", "$relationship"):
        if reference in value:
            return value[reference]
    if value.keys() == {"$float"}:
        return read_float(value["$float"])
    return {key: plain(item) for key, item in value.items()}
