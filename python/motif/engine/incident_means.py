"""What the relationships around each node say: the mean of their vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import Projection, VectorSet
from motif.kernels.incidence import add_incident

_ALL = np.empty(0, np.int32)
_NOTHING = 1e-6
"""Length of a mean below which nothing but rounding is left of it."""


def incident_means(
    projection: Projection, vectors: VectorSet, nodes: range | None = None
) -> NDArray[np.float32]:
    """The mean of the vectors of each node's relationships, whichever way they run, float32 (n, d), L2-normalised.

    A relationship counts once at each end and a loop once; parallel ones count each. Zeros where a node has no
    relationship with a vector, or where its vectors cancel out. O(m × d), in the order of rows.

    Parameters
    ----------
    vectors
        Of the relationships: ``index`` int32 (m,), -1 for one without.
    nodes
        Rows to do, with a step of 1; None for all. Sums need one array of their size.

    >>> from motif.catalog import from_triples
    >>> from motif.graphs.stamp import EncoderStamp
    >>> graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann")])
    >>> of_triples = VectorSet(EncoderStamp("toy", 2), np.array([0, 1], np.int32), np.eye(2, dtype=np.float32))
    >>> (incident_means(graph, of_triples) ** 2).round(3).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """
    chosen = range(projection.n_nodes) if nodes is None else nodes
    sums = np.zeros((len(chosen), vectors.matrix.shape[1]), np.float64)
    degrees = np.zeros(len(chosen), np.int64)
    for adjacency, others in (
        (projection.outgoing, _ALL),
        (projection.incoming, projection.incoming.indices),
    ):
        links = (vectors.index, vectors.matrix)
        add_incident(adjacency.indptr, adjacency.data, others, links, chosen.start, sums)
        degrees += np.diff(adjacency.indptr[chosen.start : chosen.stop + 1])
    lengths = np.sqrt(np.einsum("ij,ij->i", sums, sums))
    has_mean = lengths > _NOTHING * degrees
    lengths[~has_mean] = np.inf
    sums /= lengths[:, None]
    means: NDArray[np.float32] = sums.astype(np.float32)
    return means
