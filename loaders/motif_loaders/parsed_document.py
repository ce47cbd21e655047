"""What a reader makes of a file: a title, sections with their heading paths, tables; and what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from motif_loaders.tables import ParsedTable


@dataclass(frozen=True, slots=True)
class Section:
    """Text under a heading.

    Attributes
    ----------
    path
        The headings above it, outermost first; empty before the first one.
    text
        Its last heading, a blank line, and what stands below it; paragraphs have blank lines between them.
    """

    path: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A file's contents in reading order.

    Attributes
    ----------
    title
        Its own title; empty when it has none.
    parts
        Sections and tables.
    problems
        What was read in spite of a fault, with its place: "line 7 has 3 fields …".
    """

    title: str
    parts: tuple[Section | ParsedTable, ...]
    problems: tuple[str, ...] = ()


Reader: TypeAlias = Callable[[bytes], ParsedDocument]
"""A file's bytes in, its contents out. Raises `Unreadable`."""


class Unreadable(ValueError):
    """No document can be made of a file; the message says where and why. The loader reports it and goes on."""


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
    """

    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    documents: int = 0

    def add(self, source: str, message: str) -> None:
        """Reports a problem."""
        self.problems.append(Problem(source, message))
