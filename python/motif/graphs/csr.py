"""Compressed sparse rows: neighbours of each node in one array, scipy's names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CSR:
    """Adjacency of ``n`` nodes through ``m`` relationships, parallel ones kept.

    Attributes
    ----------
    indptr : int32 (n + 1,)
        Row ``v`` of ``indices`` and ``data`` is ``indptr[v]:indptr[v + 1]``.
    indices : int32 (m,)
        Row of the neighbour at the other end; ascending within a node.
    rows : int32 (m,) or None
        Row of the relationship; ascending within equal neighbours. None where that is its place, 0 … m - 1: nothing is
        kept of it then, in files and in memory.
    """

    indptr: NDArray[np.int32]
    indices: NDArray[np.int32]
    rows: NDArray[np.int32] | None = None

    def __post_init__(self) -> None:
        # Rows of relationships are int32, so there are not more than its offsets can count.
        object.__setattr__(self, "indptr", self.indptr.astype(np.int32, copy=False))

    @property
    def data(self) -> NDArray[np.int32]:
        """Row of each relationship, int32 (m,); made each time where it is its place. Of some: `rows_at`."""
        return np.arange(len(self.indices), dtype=np.int32) if self.rows is None else self.rows

    def rows_at(self, places: NDArray[np.integer[Any]] | slice) -> NDArray[np.int32]:
        """``data[places]``, without making the rest.

        >>> outgoing = CSR(np.array([0, 2, 3]), np.array([1, 1, 0], np.int32))
        >>> outgoing.rows_at(slice(1, 3)).tolist(), outgoing.rows_at(np.array([2, 0])).tolist()
        ([1, 2], [2, 0])
        """
        if self.rows is not None:
            return self.rows[places]
        if isinstance(places, slice):
            return np.arange(*places.indices(len(self.indices)), dtype=np.int32)
        return places.astype(np.int32, copy=False)

    @property
    def degrees(self) -> NDArray[np.int64]:
        """How many neighbours each node has, int64 (n,); made each time."""
        return np.diff(self.indptr).astype(np.int64)

    @property
    def n_nodes(self) -> int:
        return len(self.indptr) - 1

    @property
    def nbytes(self) -> int:
        return self.indptr.nbytes + self.indices.nbytes + (0 if self.rows is None else self.rows.nbytes)

    def neighbours(self, node: int) -> NDArray[np.int32]:
        """Rows at the other end of each relationship of ``node``, int32."""
        return self.indices[self.indptr[node] : self.indptr[node + 1]]


def build_csr(keys: NDArray[np.int32], others: NDArray[np.int32], n_nodes: int) -> CSR:
    """The CSR that lists, for each node in ``keys``, the ``others`` and the row of the relationship.

    Parameters
    ----------
    keys, others : int32 (m,)
        The two ends of relationship 0 … m - 1. O(m log m).

    >>> build_csr(np.array([1, 0, 1], np.int32), np.array([0, 1, 0], np.int32), 2).data.tolist()
    [1, 0, 2]
    """
    order = np.lexsort((others, keys)).astype(np.int32, copy=False)
    indptr = np.zeros(n_nodes + 1, dtype=np.int32)
    np.cumsum(np.bincount(keys, minlength=n_nodes), out=indptr[1:])
    return CSR(indptr, others[order].astype(np.int32, copy=False), order)
