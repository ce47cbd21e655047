"""Replies of the plugin to what the service asks while it answers."""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from motif.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Expected:
    """One reply that is waited for: it must name the job, the number and the key, and counts once."""

    job_id: str
    number: int
    key: str = field(default_factory=lambda: secrets.token_hex(16))
    arrived: queue.SimpleQueue[Mapping[str, Any]] = field(default_factory=queue.SimpleQueue)


class Replies:
    """The replies that are waited for; safe to use from several threads.

    >>> replies = Replies()
    >>> with replies.expected("7c1f", 1) as expected:
    ...     replies.deliver({"jobId": "7c1f", "id": 1, "key": expected.key, "rows": []})
    ...     expected.arrived.get()["rows"]
    []
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._expected: dict[str, Expected] = {}

    @contextmanager
    def expected(self, job_id: str, number: int) -> Iterator[Expected]:
        """A reply to the ask ``number`` of a job, which may arrive as long as the block runs."""
        expected = Expected(job_id, number)
        with self._lock:
            self._expected[expected.key] = expected
        try:
            yield expected
        finally:
            with self._lock:
                self._expected.pop(expected.key, None)

    def deliver(self, reply: Mapping[str, Any]) -> None:
        """Hands ``reply`` to who waits for it; raises `InvalidInput` where nobody does."""
        key = reply.get("key")
        with self._lock:
            expected = self._expected.get(key) if isinstance(key, str) else None
            if expected is None or (expected.job_id, expected.number) != (
                reply.get("jobId"),
                reply.get("id"),
            ):
                raise InvalidInput(
                    "Nothing waits for this reply.", hint="Its call has ended, or had a reply already."
                )
            del self._expected[expected.key]
        expected.arrived.put(reply)
