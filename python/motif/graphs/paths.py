"""The arrays of a path index: all paths of one length, ready to be looked up (SG-RAG §4.2, equation 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PathTable:
    """Paths of ``length`` relationships, by arrays whose names and meaning `motif.indexes.paths` knows.

    Attributes
    ----------
    length
        1 or 2.
    layout
        "boxes": looked up in an R*-tree. "columns": scanned.
    stamp
        The stamp, as text, of the dominance embedding that its columns come from.
    arrays
        Plain arrays by name; saved with the snapshot as they are.
    """

    length: int
    layout: Literal["boxes", "columns"]
    stamp: str
    arrays: Mapping[str, NDArray[Any]]
