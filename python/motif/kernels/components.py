"""Which nodes hang together through some of the edges."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32
from motif.kernels.compilation import kernel


@kernel
def component_numbers(low: Int32, high: Int32, n_nodes: int) -> tuple[Int32, int]:
    """The component of each node, -1 for nodes without an edge, numbered by their lowest nodes; and how many."""
    parents = np.full(n_nodes, -1, np.int32)
    for edge in range(len(low)):
        one, other = _root(parents, low[edge]), _root(parents, high[edge])
        parents[max(one, other)] = min(one, other)
        parents[min(one, other)] = min(one, other)
    count = 0
    numbers = np.full(n_nodes, -1, np.int32)
    for node in range(n_nodes):
        if parents[node] == node:
            numbers[node] = count
            count += 1
        elif parents[node] >= 0:
            numbers[node] = numbers[_root(parents, node)]
    return numbers, count


@kernel
def _root(parents: Int32, node: int) -> int:
    """The lowest node known to hang together with ``node``; halves the way to it."""
    if parents[node] < 0:
        return node
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node
