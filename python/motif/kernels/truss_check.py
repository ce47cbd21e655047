"""Whether edges are a connected k-truss, by the definition: nothing here is shared with what finds them."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def is_truss(indptr: Int64, indices: Int32, low: Int32, high: Int32, k: int) -> bool:
    """Whether each edge has k - 2 common neighbours of its ends; neighbours ascend."""
    for edge in range(len(low)):
        one, other = indptr[low[edge]], indptr[high[edge]]
        shared = 0
        while one < indptr[low[edge] + 1] and other < indptr[high[edge] + 1]:
            if indices[one] == indices[other]:
                shared += 1
                one += 1
                other += 1
            elif indices[one] < indices[other]:
                one += 1
            else:
                other += 1
        if shared < k - 2:
            return False
    return True


@kernel
def is_connected(indptr: Int64, indices: Int32) -> bool:
    """Whether every node can be reached from the first."""
    n_nodes = len(indptr) - 1
    seen = np.zeros(n_nodes, np.bool_)
    stack = np.empty(n_nodes, np.int32)
    stack[0] = 0
    seen[0] = True
    height, reached = 1, 1
    while height > 0:
        height -= 1
        node = stack[height]
        for place in range(indptr[node], indptr[node + 1]):
            other = indices[place]
            if not seen[other]:
                seen[other] = True
                stack[height] = other
                height += 1
                reached += 1
    return reached == n_nodes
