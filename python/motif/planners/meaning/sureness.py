"""How often meanings of a confidence were right: what `Results.confidence` says."""

from __future__ import annotations

import numpy as np

from motif.graphs.meaning import Meaning

_RAW = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 1.0)
_RIGHT = (0.2, 0.35, 0.45, 0.7, 0.85, 0.88, 0.92)
"""Shares of right answers to development questions about nine graphs (docs/evaluation/cypher.md), rising."""

OMITTING = 0.65
"""Of meanings that leave something out, how much less often: measured likewise."""


def sureness(meaning: Meaning) -> float:
    """The share of such meanings that were right, between 0 and 1.

    >>> from motif.graphs.meaning import Column, Place, Selection, Value
    >>> films = Selection(Place("film", "Film"), (Column("film", Value("film")),))
    >>> round(sureness(Meaning(films, confidence=0.99)), 2), round(sureness(Meaning(films, confidence=0.75)), 2)
    (0.92, 0.57)
    """
    right = float(np.interp(meaning.confidence, _RAW, _RIGHT))
    return right * OMITTING if meaning.omissions else right
