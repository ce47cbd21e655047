"""The stars of all nodes in one array: the other end of each relationship, whichever way it runs."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def list_leaves(
    out_indptr: Int32, out_indices: Int32, in_indptr: Int32, in_indices: Int32
) -> tuple[Int64, Int32]:
    """``(indptr, leaves)``: of each node the other ends, ascending; a loop's once, parallel ones as often."""
    n_nodes = len(out_indptr) - 1
    indptr = np.zeros(n_nodes + 1, np.int64)
    leaves = np.empty(2 * len(out_indices), np.int32)
    count = 0
    for node in range(n_nodes):
        out, into = out_indptr[node], in_indptr[node]
        while out < out_indptr[node + 1] or into < in_indptr[node + 1]:
            if into < in_indptr[node + 1] and in_indices[into] == node:
                into += 1
                continue
            if into == in_indptr[node + 1] or (
                out < out_indptr[node + 1] and out_indices[out] <= in_indices[into]
            ):
                leaves[count] = out_indices[out]
                out += 1
            else:
                leaves[count] = in_indices[into]
                into += 1
            count += 1
        indptr[node + 1] = count
    return indptr, leaves[:count].copy()
