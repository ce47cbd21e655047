"""How often a data set's gold answer comes first, and how long a question takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol


class Question(Protocol):
    """What an evaluation set yields: a gold pattern with ``?answer``, and the names of the gold answers."""

    @property
    def text(self) -> str: ...
    @property
    def answers(self) -> tuple[str, ...]: ...
    @property
    def pattern(self) -> Sequence[Any]: ...


Ask = Callable[[Question], Sequence[str]]
"""Asks one question; names of the answers, best first."""


@dataclass(frozen=True, slots=True)
class Report:
    """Hits@1 over ``questions`` (a fraction) and seconds per question.

    Attributes
    ----------
    missed
        Up to 20 questions whose first answer was not gold, with that answer.
    """

    questions: int
    hits: int
    seconds_median: float
    seconds_p99: float
    missed: tuple[tuple[str, str], ...]

    @property
    def hits_at_1(self) -> float:
        return self.hits / self.questions if self.questions else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values, times in milliseconds."""
        return {
            "questions": self.questions,
            "hitsAt1": round(self.hits_at_1, 5),
            "medianMillis": round(1000 * self.seconds_median, 3),
            "p99Millis": round(1000 * self.seconds_p99, 3),
            "missed": [list(pair) for pair in self.missed],
        }


def evaluate(
    questions: Iterable[Question], ask: Ask, *, progress: Callable[[int, int], None] | None = None
) -> Report:
    """Asks every question and counts those whose first answer is one of the gold answers."""
    times: list[float] = []
    missed: list[tuple[str, str]] = []
    hits = 0
    for done, question in enumerate(questions, start=1):
        begun = time.perf_counter()
        answers = ask(question)
        times.append(time.perf_counter() - begun)
        if answers and answers[0] in question.answers:
            hits += 1
        elif len(missed) < 20:
            missed.append((question.text, answers[0] if answers else ""))
        if progress is not None:
            progress(done, 0)
    ordered = sorted(times) or [0.0]
    return Report(
        len(times), hits, ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))], tuple(missed)
    )
