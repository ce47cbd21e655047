"""Reading sessions that answer from a script, for tests without a database."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from motif.graphs.statements import Explained

Answer = (
    Sequence[Mapping[str, Any]] | Exception | Callable[[str, Mapping[str, Any]], Sequence[Mapping[str, Any]]]
)


class ScriptedSession:
    """A `motif.graphs.statements.ReadSession` that gives its answers one after another, and keeps what it was sent.

    Parameters
    ----------
    answers
        Rows of each statement in turn, an error to raise, or a function of statement and parameters; the last one
        stays.
    """

    version = "5.26.0"

    def __init__(self, *answers: Answer, explained: Explained | Exception | None = None) -> None:
        self.answers = list(answers)
        self.explained = explained or Explained("r")
        self.sent: list[tuple[str, dict[str, Any], float | None, int]] = []
        self.explains: list[str] = []

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        self.sent.append((statement, dict(parameters), seconds, limit))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        rows = answer(statement, parameters) if callable(answer) else answer
        return [dict(row) for row in rows][:limit]

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        self.explains.append(statement)
        if isinstance(self.explained, Exception):
            raise self.explained
        return self.explained
