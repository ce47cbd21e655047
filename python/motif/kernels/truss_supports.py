"""How many triangles each edge is in."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.truss_ranking import Ranked


@kernel
def count_triangles(graph: Ranked, supports: Int32, control: Int64) -> None:
    """Set ``supports``. Each triangle is found once: at the edge that is farthest from the hubs.

    Of the two lists of hubs of an edge's ends, the longer is marked, once for all its edges, and the shorter read.
    Stops early once ``control[0]`` is set.
    """
    _, hub, first, adjacency, begin, _ = graph
    n_nodes = len(first) - 1
    supports[:] = 0
    marked = np.full(n_nodes, -1, np.int32)
    for node in range(n_nodes):
        if control[0] != 0:
            return
        start, end = first[node], first[node + 1]
        if start == end:
            continue
        for edge in range(start, end):
            marked[hub[edge]] = edge
        for place in range(begin[node], begin[node + 1]):
            other = adjacency[place, 0]
            length = first[other + 1] - first[other]
            if length > end - start or (length == end - start and other > node):
                continue
            found = 0
            for side in range(first[other], first[other + 1]):
                third = marked[hub[side]]
                if third >= 0:
                    found += 1
                    supports[side] += 1
                    supports[third] += 1
            if found > 0:
                supports[adjacency[place, 1]] += found
        for edge in range(start, end):
            marked[hub[edge]] = -1
