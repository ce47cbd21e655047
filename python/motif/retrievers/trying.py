"""Methods tried one after another for a question: what came of each, and which error to raise when none answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from motif.errors import (
    DatabaseUnavailable,
    DeadlineExceeded,
    MissingDependency,
    MissingVectors,
    ModelFailed,
    MotifError,
    NoEntityFound,
    QueryFailed,
)

Found = TypeVar("Found")

PASSED_OVER = (
    NoEntityFound,
    MissingVectors,
    MissingDependency,
    ModelFailed,
    QueryFailed,
    DatabaseUnavailable,
    DeadlineExceeded,
)
"""Errors after which another method may still answer, those that help most first."""


class Tried:
    """What was tried.

    Attributes
    ----------
    outcomes
        ``{"method", "outcome"}`` of each that gave nothing, in order.

    >>> tried = Tried()
    >>> def fail():
    ...     raise MissingVectors("The graph has no vectors.", hint="kg.embed()")
    >>> tried.attempt("expand", fail) is None, tried.outcomes
    (True, [{'method': 'expand', 'outcome': 'The graph has no vectors.'}])
    """

    def __init__(self) -> None:
        self.outcomes: list[dict[str, str]] = []
        self._errors: list[MotifError] = []
        self._is_empty = False

    def attempt(
        self, method: str, work: Callable[[], Found], *, also: tuple[type[MotifError], ...] = ()
    ) -> Found | None:
        """What ``work`` gives; None where it raises one of `PASSED_OVER` or ``also``, which is kept."""
        passed_over: tuple[type[MotifError], ...] = (*PASSED_OVER, *also)
        try:
            return work()
        except passed_over as error:
            self._errors.append(error)
            self.outcomes.append({"method": method, "outcome": error.message})
            return None

    def came_to(self, method: str, outcome: str, *, is_last_resort: bool = False) -> None:
        """Keeps that ``method`` ran and did not answer, and why; of a last resort that says nothing of the graph."""
        self._is_empty = self._is_empty or not is_last_resort
        self.outcomes.append({"method": method, "outcome": outcome})

    @property
    def error(self) -> MotifError | None:
        """The error that says best what to do; None where a method ran, and found nothing."""
        if self._is_empty:
            return None
        ranks = {kind: rank for rank, kind in enumerate(PASSED_OVER)}
        return min(self._errors, key=lambda error: ranks.get(type(error), len(ranks)), default=None)
