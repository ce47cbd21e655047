"""Is it a community? An answer that shares no code with what finds communities."""

from __future__ import annotations

import numpy as np

from motif.engine.truss import check_k
from motif.graphs.distinct import distinct
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.arrays import Int32
from motif.kernels.simple_graph import neighbours
from motif.kernels.truss_check import is_connected, is_truss


def is_connected_truss(graph: SimpleGraph, nodes: Int32, edges: Int32, k: int) -> bool:
    """Whether ``edges`` are a connected k-truss, and ``nodes`` are their ends (DA-RAG §5.1, property 1).

    Each edge must be in at least k - 2 triangles of ``edges``; one can go from any node to any other along them.

    Parameters
    ----------
    nodes, edges : int32
        Rows of ``graph``, each once, in any order. No edges are no community.

    Raises `InvalidInput` for k below 2.

    >>> from motif.engine.simple_view import simple_graph
    >>> graph = simple_graph(np.array([0, 1, 2, 2], np.int32), np.array([1, 2, 0, 3], np.int32), 4)
    >>> three, four = np.arange(3, dtype=np.int32), np.arange(4, dtype=np.int32)
    >>> is_connected_truss(graph, three, np.array([0, 1, 2], np.int32), 3), is_connected_truss(graph, four, four, 3)
    (True, False)
    """
    check_k(k)
    ordered = distinct(edges)
    low, high = graph.low[ordered], graph.high[ordered]
    ends = distinct(np.concatenate([low, high]))
    if not len(edges) or len(ordered) != len(edges) or not np.array_equal(ends, np.sort(nodes)):
        return False
    low, high = (np.searchsorted(ends, part).astype(np.int32) for part in (low, high))
    indptr, indices, _ = neighbours(low, high, len(ends))
    return is_truss(indptr, indices, low, high, k) and is_connected(indptr, indices)
