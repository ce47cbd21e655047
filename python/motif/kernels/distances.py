"""How far apart the farthest of some nodes are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel


@kernel
def widest_distance(indptr: Int64, indices: Int32, targets: Int32, budget: int) -> tuple[int, bool]:
    """The largest distance between two ``targets``, and whether it is exact; -1 where one cannot be reached.

    Distances are measured from a central target, then from the others, the farthest from it first, until no two that
    are nearer to it can be farther apart (iFUB: Crescenzi et al., Theoretical Computer Science 514, 2013, §2). After
    ``budget`` entries of ``indices`` the largest distance found so far is returned: at least that it is.
    """
    if len(targets) == 0:
        return 0, True
    n_nodes = len(indptr) - 1
    is_target = np.zeros(n_nodes, np.bool_)
    centre = targets[0]
    for node in targets:
        is_target[node] = True
        if indptr[node + 1] - indptr[node] > indptr[centre + 1] - indptr[centre]:
            centre = node
    seen, queue = np.full(n_nodes, -1, np.int32), np.empty(n_nodes, np.int32)
    away = np.empty(len(targets), np.int32)
    widest, looked_at = _farthest(indptr, indices, (is_target, len(targets), centre), seen, queue)
    if widest < 0:
        return -1, True
    for place, node in enumerate(targets):
        away[place] = seen[node]
    order = np.argsort(-away, kind="mergesort")
    for place in order:
        if widest >= 2 * away[place]:
            break
        if looked_at >= budget:
            return widest, False
        seen[:] = -1
        distance, looked = _farthest(indptr, indices, (is_target, len(targets), targets[place]), seen, queue)
        looked_at += looked
        widest = max(widest, distance)
    return widest, True


@kernel
def _farthest(
    indptr: Int64, indices: Int32, sought: tuple[NDArray[np.bool_], int, int], seen: Int32, queue: Int32
) -> tuple[int, int]:
    """The distance of the last target from the start, -1 when one cannot be reached, and entries looked at.

    ``sought`` is which nodes are targets, how many, and the start; ``seen`` gets the distances.
    """
    is_target, left, start = sought
    seen[start] = 0
    queue[0] = start
    head, tail = 0, 1
    looked_at = 0
    while head < tail:
        node = queue[head]
        head += 1
        if is_target[node]:
            left -= 1
            if left == 0:
                return int(seen[node]), looked_at
        looked_at += indptr[node + 1] - indptr[node]
        for place in range(indptr[node], indptr[node + 1]):
            other = indices[place]
            if seen[other] < 0:
                seen[other] = seen[node] + 1
                queue[tail] = other
                tail += 1
    return -1, looked_at
