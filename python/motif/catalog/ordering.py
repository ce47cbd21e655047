"""Rows of a projection: ids looked up, relationships sorted, adjacency in both directions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import read_only
from motif.graphs.csr import CSR
from motif.graphs.narrow import Ids, places_of_ids
from motif.kernels.building import bucket_keys, count_keys, counting_order, rows_of, sort_buckets

_DENSE = 16
"""A table from id to row is used while ids reach no higher than this many times their number."""

_KEY_BITS = 63


def sorted_rows(
    source: NDArray[np.int32], target: NDArray[np.int32], relation: NDArray[np.int32], sizes: tuple[int, int]
) -> NDArray[np.int32]:
    """The order (int32) by source, target, relation, row; ``sizes``: how many nodes and relations there are.

    One pass puts relationships in buckets by source; each bucket is sorted by the rest, packed in one integer.
    Where that does not fit, three counting passes do the same.
    """
    n_nodes, n_relations = sizes
    row_bits, relation_bits = len(source).bit_length(), n_relations.bit_length()
    if n_nodes.bit_length() + relation_bits + row_bits > _KEY_BITS:
        return _sorted_by_counting(source, target, relation, sizes)
    indptr = _indptr(source, n_nodes)
    keys = bucket_keys(source, target, relation, indptr[:-1].copy(), (row_bits, row_bits + relation_bits))
    sort_buckets(keys, indptr)
    return (keys & ((1 << row_bits) - 1)).astype(np.int32)


def _sorted_by_counting(
    source: NDArray[np.int32], target: NDArray[np.int32], relation: NDArray[np.int32], sizes: tuple[int, int]
) -> NDArray[np.int32]:
    order = np.arange(len(source), dtype=np.int32)
    for keys, size in ((relation, sizes[1]), (target, sizes[0]), (source, sizes[0])):
        order = counting_order(keys, size, order)
    return order


def adjacency(source: NDArray[np.int32], target: NDArray[np.int32], n_nodes: int) -> tuple[CSR, CSR]:
    """The outgoing and the incoming CSR of relationships that ascend by source, then target."""
    rows = np.arange(len(source), dtype=np.int32)
    outgoing = CSR(_starts(source, n_nodes), target)
    order = counting_order(target, n_nodes, rows)
    return outgoing, CSR(_starts(target, n_nodes), source[order], order)


def _starts(keys: NDArray[np.int32], n_nodes: int) -> NDArray[np.int32]:
    return _indptr(keys, n_nodes).astype(np.int32)


def _indptr(keys: NDArray[np.int32], n_nodes: int) -> NDArray[np.int64]:
    indptr = np.zeros(n_nodes + 1, dtype=np.int64)
    count_keys(read_only(keys), indptr[1:])
    return np.cumsum(indptr, out=indptr)


class Lookup:
    """Database ids → rows, by a table while ids are dense, else by bisection."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids
        self._table: NDArray[np.int32] | None = None
        if len(ids) and ids[0] >= 0 and ids[-1] < _DENSE * (len(ids) + 1024):
            self._table = np.full(int(ids[-1]) + 1, -1, dtype=np.int32)
            self._table[ids] = np.arange(len(ids), dtype=np.int32)

    def rows(self, ids: NDArray[np.int64] | NDArray[np.int32]) -> NDArray[np.int32]:
        """The row of each id, -1 for those that are not there."""
        if self._table is not None:
            rows = np.empty(len(ids), dtype=np.int32)
            rows_of(ids, self._table, rows)
            return rows
        if not len(self._ids):
            return np.full(len(ids), -1, dtype=np.int32)
        found = np.minimum(places_of_ids(self._ids, ids), len(self._ids) - 1).astype(np.int32)
        found[self._ids[found] != ids] = -1
        return found


def ascending(ids: NDArray[np.int64]) -> NDArray[np.int64] | None:
    """The order that makes ids strictly ascending, the first of equal ones kept; None when they are so."""
    if len(ids) < 2 or bool((ids[1:] > ids[:-1]).all()):
        return None
    return np.unique(ids, return_index=True)[1]
