"""The stars of a graph: each node with the other end of each of its relationships."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.kernels.star_leaves import list_leaves


@dataclass(frozen=True, slots=True)
class Stars:
    """The star of each node: the other end of each of its relationships, whichever way it runs.

    Attributes
    ----------
    indptr : int64 (n + 1,)
    leaves : int32
        Those of node ``v`` are ``indptr[v]:indptr[v + 1]``, ascending: a loop's once, parallel ones as often.
    """

    indptr: NDArray[np.int64]
    leaves: NDArray[np.int32]


def stars_of(graph: DataGraph) -> Stars:
    """The star of each node of ``graph``. O(n + m)."""
    out, into = graph.outgoing, graph.incoming
    return Stars(*list_leaves(out.indptr, out.indices, into.indptr, into.indices))
