"""What a meaning leaves out, by the places of its words."""

from __future__ import annotations

from motif.graphs.meaning import Omission
from motif.planners.reading.marks import Reading


def omission(reading: Reading, kind: str, first: int, last: int) -> Omission:
    """Of the words from one place to another.

    >>> from motif.planners.reading.marks import read
    >>> omission(read("Who sings the best?"), "word", 2, 3).text
    'the best'
    """
    span = reading.span(first, last)
    return Omission(kind, span, reading.question[slice(*span)])
