"""The simple undirected view of a graph: no loops, no parallel edges, no directions. Trusses are defined on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SimpleGraph:
    """Undirected edges ``0 … m - 1`` between ``n`` nodes, ascending by (low end, high end).

    Attributes
    ----------
    low, high : int32 (m,)
        The ends of each edge, ``low < high``.
    indptr : int64 (n + 1,)
    indices : int32 (2m,)
        Neighbours of each node, ascending.
    edges : int32 (2m,)
        The edge to each neighbour.
    """

    low: NDArray[np.int32]
    high: NDArray[np.int32]
    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]
    edges: NDArray[np.int32]

    @property
    def n_nodes(self) -> int:
        return len(self.indptr) - 1

    @property
    def n_edges(self) -> int:
        return len(self.low)
