"""How a graph is held together by triangles, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.simple_view import edges_of, simple_graph
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.truss_ranking import rank
from motif.kernels.truss_supports import count_triangles


@dataclass(frozen=True, slots=True)
class TrussReport:
    """Numbers of the simple undirected view of a graph.

    Attributes
    ----------
    edges
        Pairs of different nodes that a relationship joins.
    triangles
        Of three edges each.
    largest
        The largest trussness; 0 without an edge.
    distribution
        How many edges have each trussness, ascending.
    """

    edges: int
    triangles: int
    largest: int
    distribution: Mapping[int, int]


def truss_report(
    source: NDArray[np.int32], target: NDArray[np.int32], n_nodes: int, trussness: NDArray[np.int32]
) -> TrussReport:
    """The report of a graph whose relationships, int32 (m,) rows of their ends, have these trussnesses, int32 (m,).

    Parallel relationships count as one edge, loops (of trussness 0) as none.

    >>> ends = np.array([[0, 1, 2, 2, 3], [1, 2, 0, 3, 3]], np.int32)
    >>> truss_report(*ends, 4, np.array([3, 3, 3, 2, 0], np.int32))
    TrussReport(edges=4, triangles=1, largest=3, distribution={2: 1, 3: 3})
    """
    graph = simple_graph(source, target, n_nodes)
    edges = edges_of(graph, source, target)
    of_edges = np.zeros(graph.n_edges, np.int32)
    of_edges[edges[edges >= 0]] = trussness[edges >= 0]
    counts = np.bincount(of_edges)
    distribution = {k: int(counts[k]) for k in np.flatnonzero(counts).tolist()}
    return TrussReport(graph.n_edges, triangles(graph), max(distribution, default=0), distribution)


def triangles(graph: SimpleGraph) -> int:
    """How many triangles ``graph`` has: each is found once, from the ends of lesser degree.

    >>> ends = np.array([[0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3]], np.int32)
    >>> triangles(simple_graph(*ends, 4))
    4
    """
    every = np.ones(graph.n_edges, np.int32)
    names = np.arange(graph.n_edges, dtype=np.int32)
    ranked, supports = rank(graph.low, graph.high, every, names, graph.n_nodes)
    count_triangles(ranked, supports, np.zeros(1, np.int64))
    return int(supports.sum(dtype=np.int64)) // 3
