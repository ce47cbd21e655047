"""Hashes of stars by content, to tell later whether a star is still the one that a vector was made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph

Hashes = NDArray[np.uint64]

_OUT, _IN = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def star_hashes(
    graph: DataGraph, node_hashes: NDArray[np.int64], relation_hashes: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """Content hash of each node's star, int64 (n,): the node, and for each relationship side, relation, other end.

    The same whatever the rows, so that it can be compared with one of another projection. O(n + m).

    Parameters
    ----------
    node_hashes : int64 (n,)
        Of what a vector depends on in each node: its name and labels.
    relation_hashes : int64 (relations,)
        Of each relation's text; None takes the relations' numbers.
    """
    n_nodes, nodes = graph.n_nodes, node_hashes.view(np.uint64)
    if relation_hashes is None:
        relation_hashes = np.arange(graph.n_relations, dtype=np.int64)
    relations = mixed(relation_hashes.view(np.uint64))[graph.relation]
    total = mixed(nodes)
    for side, csr in ((_OUT, graph.outgoing), (_IN, graph.incoming)):
        arcs = mixed(nodes[csr.indices] ^ mixed(relations[csr.data] + side))
        total += _sums(arcs, csr.indptr, n_nodes)
    return mixed(total).view(np.int64)


def vector_hashes(contents: NDArray[np.int64], matrix: NDArray[np.float32]) -> NDArray[np.int64]:
    """Hash of each star together with its row of ``matrix``, int64 (n,): neither can change without the other."""
    total = contents.view(np.uint64).copy()
    bits = np.ascontiguousarray(matrix, np.float32).view(np.uint32).astype(np.uint64)
    for column in bits.T:
        total = mixed(total ^ column)
    return total.view(np.int64)


def mixed(values: Hashes) -> Hashes:
    """Each value with its bits stirred (the finisher of SplitMix64), modulo 2**64."""
    values = values ^ (values >> np.uint64(30))
    values = values * _FIRST
    values = values ^ (values >> np.uint64(27))
    values = values * _SECOND
    return values ^ (values >> np.uint64(31))


def _sums(values: Hashes, indptr: NDArray[np.int32], n_rows: int) -> Hashes:
    """Sum of the values of each row, modulo 2**64."""
    before = np.zeros(len(values) + 1, np.uint64)
    np.cumsum(values, out=before[1:])
    sums: Hashes = before[indptr[1 : n_rows + 1]] - before[indptr[:n_rows]]
    return sums
