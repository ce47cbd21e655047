"""The job ``trussness``: how firmly each relationship of a projection is held together by triangles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.truss import relationship_trussness
from motif.graphs.projection import Projection


def trussness(
    projection: Projection,
    *,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> NDArray[np.int32]:
    """The trussness of each relationship of ``projection``, int32 (m,): 2 or more, 0 for a loop (DA-RAG §3.2).

    The largest k such that the relationship lies in a k-truss of the simple undirected view of the whole projection,
    whose every edge is in at least k - 2 triangles. Parallel relationships share one number.

    Parameters
    ----------
    progress
        Told once at the beginning and once at the end, since a part of the peeling says nothing of the rest.

    Raises `Cancelled` and `DeadlineExceeded` when ``control`` asks for it.

    >>> from motif.catalog import from_triples
    >>> trussness(from_triples([("a", "r", "b"), ("b", "r", "c"), ("c", "r", "a"), ("c", "r", "d")])).tolist()
    [3, 3, 3, 2]
    """
    links = projection.relationships
    if progress is not None:
        progress(0, len(links))
    found = relationship_trussness(links.source, links.target, projection.n_nodes, control=control)
    if progress is not None:
        progress(len(links), len(links))
    return found
