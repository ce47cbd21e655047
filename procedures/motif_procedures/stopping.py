"""Telling how far a job is, and ending it where it was asked to stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded


@dataclass(frozen=True, slots=True)
class Report:
    """Called with what is done and the total: tells ``progress``, then raises where ``control`` says to stop.

    >>> told = []
    >>> Report("Linking", lambda done, total: told.append((done, total)), None)(1, 2)
    >>> told
    [(1, 2)]
    """

    task: str
    progress: Callable[[int, int], None] | None
    control: Control | None

    def __call__(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)
        if self.control is None or self.control.state == "running":
            return
        error = Cancelled if self.control.state == "cancelled" else DeadlineExceeded
        raise error(f"{self.task} was stopped after {done:,} of {total:,} steps.", hint="Run it again.")
