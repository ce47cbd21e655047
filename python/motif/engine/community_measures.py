"""How dense, how wide and how alike the nodes of a community are (DA-RAG, appendix B, definition B.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.arrays import Int32
from motif.kernels.distances import widest_distance
from motif.kernels.simple_graph import neighbours

BUDGET = 50_000_000
"""After so many adjacency entries looked at, a diameter is given as far as it is known."""


@dataclass(frozen=True, slots=True)
class CommunityMeasures:
    """What is measured of a community.

    Attributes
    ----------
    density
        Edges by pairs of nodes, 0 to 1; 0 for a single node.
    paper_density
        The paper's, |E| / (|V| (|V| - 1)), half of it.
    diameter
        The largest distance between two nodes along the community's edges; None where some cannot be reached.
    diameter_in_graph
        The same along any edge of the graph, as the paper measures it.
    exact
        Whether both diameters are that, not only at least that.
    similarity
        Mean cosine of the nodes' vectors over all pairs; None where fewer than two nodes have one.
    """

    density: float
    paper_density: float
    diameter: int | None
    diameter_in_graph: int | None
    exact: bool
    similarity: float | None


def measure_community(
    graph: SimpleGraph, nodes: Int32, edges: Int32, vectors: NDArray[np.float32] | None
) -> CommunityMeasures:
    """Density, diameters and similarity of the community of ``nodes`` and ``edges``.

    Parameters
    ----------
    nodes, edges : int32
        Rows of ``graph``, each once.
    vectors : float32 (nodes, dimension), aligned with ``nodes``, or None
        L2-normalised; zeros for a node that has none.

    Raises `InvalidInput` for an edge that does not join two of ``nodes``, or vectors that are not one a node.

    >>> from motif.engine.simple_view import simple_graph
    >>> graph = simple_graph(np.array([0, 1, 2, 2], np.int32), np.array([1, 2, 0, 3], np.int32), 4)
    >>> found = measure_community(graph, np.arange(3, dtype=np.int32), np.arange(3, dtype=np.int32), np.eye(3))
    >>> found.density, found.paper_density, found.diameter, found.similarity
    (1.0, 0.5, 1, 0.0)
    """
    if vectors is not None and len(vectors) != len(nodes):
        raise InvalidInput(f"There are {len(nodes)} nodes and {len(vectors)} vectors; give one of each.")
    pairs = len(nodes) * (len(nodes) - 1)
    inside, is_exact = _diameter_inside(graph, np.sort(nodes), np.sort(edges))
    across, is_exact_across = widest_distance(graph.indptr, graph.indices, nodes, BUDGET)
    return CommunityMeasures(
        density=2 * len(edges) / pairs if pairs else 0.0,
        paper_density=len(edges) / pairs if pairs else 0.0,
        diameter=None if inside < 0 else inside,
        diameter_in_graph=None if across < 0 else across,
        exact=is_exact and is_exact_across,
        similarity=None if vectors is None else mean_similarity(vectors),
    )


def mean_similarity(vectors: NDArray[np.float32]) -> float | None:
    """Mean inner product over all pairs of ``vectors`` that are not zero, from their sum; None for fewer than two.

    >>> mean_similarity(np.array([[1, 0], [1, 0], [0, 1]], np.float32))
    0.3333333333333333
    """
    squares = np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    count = int(np.count_nonzero(squares))
    if count < 2:
        return None
    total = vectors.sum(axis=0, dtype=np.float64)
    return float((total @ total - squares.sum()) / (count * (count - 1)))


def _diameter_inside(graph: SimpleGraph, nodes: Int32, edges: Int32) -> tuple[int, bool]:
    """The diameter along ``edges`` alone; rows ascend."""
    ends = graph.low[edges], graph.high[edges]
    low, high = (np.searchsorted(nodes, part).astype(np.int32) for part in ends)
    for places, rows in zip((low, high), ends, strict=True):
        if len(edges) and (int(places.max()) == len(nodes) or not np.array_equal(nodes[places], rows)):
            raise InvalidInput(
                "An edge joins nodes that are not all in the community.", hint="Give its ends too."
            )
    indptr, indices, _ = neighbours(low, high, len(nodes))
    return widest_distance(indptr, indices, np.arange(len(nodes), dtype=np.int32), BUDGET)
