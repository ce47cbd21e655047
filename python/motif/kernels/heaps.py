"""Binary heaps on a stretch of the enumeration's stack: least (bound, node row, relationship row) first."""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Float64, Int32
from motif.kernels.compilation import kernel

Stack = tuple[Float64, Int32, Int32]
"""``bounds, nodes, relationships``: the extensions of a partial match that wait."""


@kernel
def new_stack(room: int) -> Stack:
    """A stack with room for ``room`` extensions."""
    return np.empty(room, np.float64), np.empty(room, np.int32), np.empty(room, np.int32)


@kernel
def with_room(stack: Stack, top: int, more: int) -> Stack:
    """``stack`` itself if ``more`` extensions fit above ``top``, else a larger copy."""
    bounds, nodes, relationships = stack
    if top + more <= len(bounds):
        return stack
    larger = new_stack(2 * (top + more))
    larger[0][:top] = bounds[:top]
    larger[1][:top] = nodes[:top]
    larger[2][:top] = relationships[:top]
    return larger


@kernel
def precedes(stack: Stack, one: int, other: int) -> bool:
    """Whether extension ``one`` comes before ``other``."""
    bounds, nodes, relationships = stack
    if bounds[one] != bounds[other]:
        return bool(bounds[one] < bounds[other])
    if nodes[one] != nodes[other]:
        return bool(nodes[one] < nodes[other])
    return bool(relationships[one] < relationships[other])


@kernel
def swap(stack: Stack, one: int, other: int) -> None:
    """Exchange two extensions."""
    bounds, nodes, relationships = stack
    bounds[one], bounds[other] = bounds[other], bounds[one]
    nodes[one], nodes[other] = nodes[other], nodes[one]
    relationships[one], relationships[other] = relationships[other], relationships[one]


@kernel
def sift_down(stack: Stack, start: int, end: int, place: int) -> None:
    """Let the extension at ``place`` sink to where it belongs in the heap ``start … end``."""
    while True:
        child = start + 2 * (place - start) + 1
        if child >= end:
            return
        if child + 1 < end and precedes(stack, child + 1, child):
            child += 1
        if not precedes(stack, child, place):
            return
        swap(stack, child, place)
        place = child


@kernel
def make_heap(stack: Stack, start: int, end: int) -> None:
    """Order the extensions ``start … end`` as a heap."""
    for place in range(start + (end - start) // 2 - 1, start - 1, -1):
        sift_down(stack, start, end, place)


@kernel
def pop(stack: Stack, start: int, end: int) -> int:
    """Move the first of the heap ``start … end`` to the last place, which leaves the heap and is returned."""
    swap(stack, start, end - 1)
    sift_down(stack, start, end - 1, start)
    return end - 1
