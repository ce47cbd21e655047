"""The simple undirected view of relationships, and which of its edges each of them belongs to."""

from __future__ import annotations

from motif.errors import InvalidInput
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.arrays import Int32
from motif.kernels.simple_graph import find_edges, neighbours, simple_edges


def simple_graph(source: Int32, target: Int32, n_nodes: int) -> SimpleGraph:
    """The graph with one edge for each pair of distinct nodes that a relationship joins, in any direction.

    Parameters
    ----------
    source, target : int32 (m,)
        Rows of the ends of each relationship. O(m + n).

    Raises `InvalidInput` for ends that are not ``n_nodes`` rows, or not as many sources as targets.

    >>> import numpy as np
    >>> graph = simple_graph(np.array([2, 0, 0, 1], np.int32), np.array([0, 2, 1, 1], np.int32), 4)
    >>> list(zip(graph.low.tolist(), graph.high.tolist()))
    [(0, 1), (0, 2)]
    """
    _check_ends(source, target, n_nodes)
    low, high = simple_edges(source, target, n_nodes)
    return SimpleGraph(low, high, *neighbours(low, high, n_nodes))


def edges_of(graph: SimpleGraph, source: Int32, target: Int32) -> Int32:
    """The edge of ``graph`` between each ``source`` and ``target``, int32; -1 for a loop and where there is none.

    Raises `InvalidInput` for ends that are not rows of ``graph``, or not as many sources as targets.

    >>> import numpy as np
    >>> source, target = np.array([2, 0, 0, 1], np.int32), np.array([0, 2, 1, 1], np.int32)
    >>> edges_of(simple_graph(source, target, 4), source, target).tolist()
    [1, 1, 0, -1]
    """
    _check_ends(source, target, graph.n_nodes)
    return find_edges((graph.indptr, graph.indices, graph.edges), source, target)


def _check_ends(source: Int32, target: Int32, n_nodes: int) -> None:
    if len(source) != len(target):
        raise InvalidInput(f"There are {len(source)} sources and {len(target)} targets; give one of each.")
    for ends in (source, target):
        if len(ends) and not (int(ends.min()) >= 0 and int(ends.max()) < n_nodes):
            raise InvalidInput(
                f"Ends must be rows from 0 to {n_nodes - 1}, not from {ends.min()} to {ends.max()}.",
                hint="Give the number of nodes of the graph that the rows belong to.",
            )
