"""What a loader says beside its records: what it skipped or mended, and what it chose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was skipped or mended: in which file, and what.

    >>> print(Problem("notes/empty.md", "is empty"))
    notes/empty.md: is empty
    """

    source: str
    message: str

    def __str__(self) -> str:
        return f"{self.source}: {self.message}"

    def as_dict(self) -> dict[str, str]:
        """As JSON has it."""
        return {"source": self.source, "message": self.message}


@dataclass(slots=True)
class LoadReport:
    """What a loader says beside its records; it is filled while they are taken.

    Attributes
    ----------
    problems
        What was skipped or mended.
    notes
        What was chosen, such as the chunker.
    documents
        Files or passages that could be read.
    usage
        What a language model took so far: ``model``, ``calls``, ``input_tokens``, ``output_tokens``, ``cost`` where
        prices are set, and ``remembered``, answers that needed no call. None where no model is asked.
    """

    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    documents: int = 0
    usage: Callable[[], Mapping[str, Any]] | None = None

    def add(self, source: str, message: str) -> None:
        """Reports a problem."""
        self.problems.append(Problem(source, message))
