"""Truss decomposition: how densely each edge is embedded (DA-RAG §5.1; Wang and Cheng 2012)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.simple_view import edges_of, simple_graph
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.arrays import Int32
from motif.kernels.components import component_numbers
from motif.kernels.truss import decompose

__all__ = ["connected_trusses", "decompose_truss", "largest_k", "relationship_trussness", "warm"]


def decompose_truss(graph: SimpleGraph, *, control: Control | None = None) -> Int32:
    """The trussness of each edge: the largest k for which it is in a k-truss, 2 or more.

    A k-truss is a set of edges of which each is in at least k - 2 triangles of edges of the set.

    Returns
    -------
    int32 (m,), aligned with the edges of ``graph``
        Time grows with the triangles, and with the edges times the degree of their lesser end; memory with the edges.

    Raises
    ------
    DeadlineExceeded, Cancelled
        ``control`` stopped it; there is no partial result.

    >>> ends = np.array([0, 0, 0, 1, 1, 2, 3], np.int32), np.array([1, 2, 3, 2, 3, 3, 4], np.int32)
    >>> decompose_truss(simple_graph(*ends, 5)).tolist()
    [4, 4, 4, 4, 4, 4, 2]
    """
    flag = (control or Control()).flag
    trussness = decompose(graph.low, graph.high, graph.n_nodes, flag)
    check_running(flag, "The truss decomposition")
    return trussness


def relationship_trussness(
    source: Int32, target: Int32, n_nodes: int, *, control: Control | None = None
) -> Int32:
    """The trussness of the edge that each relationship belongs to, int32 (rels,); 0 for loops.

    Raises `InvalidInput` for ends that are not ``n_nodes`` rows, and what `decompose_truss` raises.

    >>> source, target = np.array([0, 1, 2, 2, 2], np.int32), np.array([1, 2, 0, 0, 2], np.int32)
    >>> relationship_trussness(source, target, 3).tolist()
    [3, 3, 3, 3, 0]
    """
    graph = simple_graph(source, target, n_nodes)
    trussness = np.append(decompose_truss(graph, control=control), np.int32(0))
    return trussness[edges_of(graph, source, target)]


def connected_trusses(graph: SimpleGraph, trussness: Int32, k: int) -> list[Int32]:
    """The nodes of each connected component of the maximal k-truss, int32 rows ascending, by their lowest row.

    Parameters
    ----------
    trussness : int32 (m,)
        As from `decompose_truss`.
    k
        2 or more. The components of a 2-truss are those of the graph, isolated nodes apart.

    Raises `InvalidInput` for another k.

    >>> ends = np.array([0, 1, 2, 2, 3, 4, 5], np.int32), np.array([1, 2, 0, 3, 4, 5, 3], np.int32)
    >>> graph = simple_graph(*ends, 6)
    >>> [rows.tolist() for rows in connected_trusses(graph, decompose_truss(graph), 3)]
    [[0, 1, 2], [3, 4, 5]]
    """
    check_k(k)
    kept = trussness >= k
    numbers, count = component_numbers(graph.low[kept], graph.high[kept], graph.n_nodes)
    rows = np.flatnonzero(numbers >= 0).astype(np.int32)
    order = np.argsort(numbers[rows], kind="stable")
    borders = np.searchsorted(numbers[rows][order], np.arange(1, count))
    return np.split(rows[order], borders) if count else []


def largest_k(trussness: Int32) -> int:
    """The largest k with a k-truss; 0 for a graph without edges.

    >>> largest_k(np.array([2, 5, 3], np.int32))
    5
    """
    return int(trussness.max(initial=0))


def check_k(k: int) -> None:
    """Raises `InvalidInput` for a k below 2."""
    if k < 2:
        raise InvalidInput(
            f"A k-truss needs k of 2 or more, not {k}.",
            hint="At 2 every edge counts, at 3 those in a triangle.",
        )


def check_running(flag: NDArray[np.int64], work: str) -> None:
    """Raises `Cancelled` or `DeadlineExceeded` once ``flag`` is set; ``work`` says in the message what was stopped."""
    if flag[0] == 1:
        raise DeadlineExceeded(f"{work} was not done in time.", hint="Raise timeout.")
    if flag[0] == 2:
        raise Cancelled(f"{work} was cancelled.")


def warm() -> None:
    """Compile every kernel of this module, or load it from the cache on disk, by a small decomposition."""
    ends = np.array([0, 1, 2], np.int32), np.array([1, 2, 0], np.int32)
    relationship_trussness(*ends, 3)
    connected_trusses(simple_graph(*ends, 3), np.full(3, 3, np.int32), 3)
