"""What a reader makes of a file: a title, sections with their heading paths, and tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
