"""Rows of two tables in the order of their numbers."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def order_matches(nodes: Int32, relationships: Int32) -> Int64:
    """The order in which rows ascend by ``nodes``, then by ``relationships``; merges ever longer runs."""
    n_rows = len(nodes)
    order, spare = np.arange(n_rows), np.empty(n_rows, np.int64)
    width = 1
    while width < n_rows:
        for first in range(0, n_rows, 2 * width):
            middle, last = min(first + width, n_rows), min(first + 2 * width, n_rows)
            left, right = first, middle
            for place in range(first, last):
                if left < middle and (
                    right == last or not _is_below(nodes, relationships, order[right], order[left])
                ):
                    spare[place] = order[left]
                    left += 1
                else:
                    spare[place] = order[right]
                    right += 1
        order, spare = spare, order
        width *= 2
    return order


@kernel
def _is_below(nodes: Int32, relationships: Int32, one: int, other: int) -> bool:
    for column in range(nodes.shape[1]):
        if nodes[one, column] != nodes[other, column]:
            return bool(nodes[one, column] < nodes[other, column])
    for column in range(relationships.shape[1]):
        if relationships[one, column] != relationships[other, column]:
            return bool(relationships[one, column] < relationships[other, column])
    return False
