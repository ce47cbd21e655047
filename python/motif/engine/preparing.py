"""How far something is that is prepared while callers wait: whoever builds it says so, whoever waits reads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Preparing:
    """Something that is prepared, and how much of it is done.

    Attributes
    ----------
    what
        As it stands in a sentence: ``the index of words``.
    share
        From 0 to 1; it never goes back.
    """

    __slots__ = ("_stretch", "share", "what")

    def __init__(self, what: str) -> None:
        self.what = what
        self.share = 0.0
        self._stretch = (0.0, 1.0)

    @property
    def told(self) -> str:
        """As a caller is told of it: ``the index of words, 60 %``."""
        return f"{self.what}, {int(100 * self.share)} %"

    def advance(self, share: float) -> None:
        """Says that ``share`` of the stretch that is being worked on is done."""
        start, end = self._stretch
        self.share = max(self.share, start + min(max(share, 0.0), 1.0) * (end - start))

    @contextmanager
    def stretch(self, start: float, end: float) -> Iterator[None]:
        """What is said to be done meanwhile is of the part from ``start`` to ``end`` of what is worked on."""
        before = self._stretch
        size = before[1] - before[0]
        self._stretch = (before[0] + start * size, before[0] + end * size)
        try:
            yield
            self.advance(1.0)
        finally:
            self._stretch = before


_PREPARED: ContextVar[Preparing | None] = ContextVar("motif_preparing", default=None)


@contextmanager
def preparing(found: Preparing) -> Iterator[Preparing]:
    """What this thread builds meanwhile is ``found``."""
    before = _PREPARED.set(found)
    try:
        yield found
    finally:
        _PREPARED.reset(before)


def advance(share: float) -> None:
    """Says how much of what this thread prepares is done, from 0 to 1; nothing where nobody waits for it.

    >>> with preparing(Preparing("the index of words")) as found, stretch(0.2, 0.6):
    ...     advance(0.5)
    ...     found.told
    'the index of words, 40 %'
    """
    found = _PREPARED.get()
    if found is not None:
        found.advance(share)


@contextmanager
def stretch(start: float, end: float) -> Iterator[None]:
    """What this thread says to be done meanwhile is of the part from ``start`` to ``end``; at the end that is done."""
    found = _PREPARED.get()
    if found is None:
        yield
        return
    with found.stretch(start, end):
        yield
