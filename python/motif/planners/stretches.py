"""Stretches of a question: what stands where, and what shares a stretch with what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

Span = tuple[int, int]
"""From a character up to another."""


class Stretch(Protocol):
    """What stands somewhere in a question."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def is_inside(inner: Stretch, outer: Stretch) -> bool:
    """Whether ``inner`` stands within ``outer``, which is longer."""
    is_longer = outer.end - outer.start > inner.end - inner.start
    return outer.start <= inner.start and inner.end <= outer.end and is_longer


def overlap(one: Stretch, other: Stretch) -> bool:
    """Whether two parts share a stretch."""
    return one.start < other.end and other.start < one.end


def overlaps(one: Span, others: Iterable[Span]) -> bool:
    """Whether a stretch shares a character with one of ``others``."""
    return any(one[0] < end and one[1] > start for start, end in others)


def spans_of(*groups: Iterable[Stretch]) -> list[Span]:
    """Where each of some stretches stands."""
    return [(one.start, one.end) for group in groups for one in group]


def blanked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with spaces in place of ``spans``; all else stays where it was.

    >>> blanked("Who wrote Heat?", [(10, 14)])
    'Who wrote     ?'
    """
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
