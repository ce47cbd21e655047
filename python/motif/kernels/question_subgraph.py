"""Which nodes are near question entities: by random walks with restart, and by drawing some neighbours of each."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Graph, Int32, Int64
from motif.kernels.compilation import inlined, kernel

Room: TypeAlias = tuple[Float64, NDArray[np.bool_], Int32, Int32]
"""``values, waiting, queue, touched``: the probability settled at each node and what is still on its way (n, 2), zeros;
which nodes are in the queue, none; places of the queue (n,); and a list of nodes (n,)."""

SETTLED, MOVING = range(2)

_LOOK = 255


@kernel
def push_from(
    graph: Graph, sources: Int32, damping: float, tolerance: float, room: Room, control: Int64
) -> int:
    """Forward push from ``sources``, distinct, until what moves at each node is below ``tolerance`` times its degree.

    Nodes wait in the order in which they were met. Returns how many were, listed in ``touched``.
    """
    out_indptr, out_indices, in_indptr, in_indices, _, _ = graph
    values, waiting, queue, touched = room
    n_nodes = len(queue)
    first, length, count = 0, len(sources), 0
    for place in range(length):
        values[sources[place], MOVING] = 1.0 / length
        waiting[sources[place]] = True
        queue[place] = touched[place] = sources[place]
    count = length
    steps = 0
    while length > 0:
        steps += 1
        if steps & _LOOK == 0 and control[0] != 0:
            break
        row = queue[first]
        first = first + 1 if first + 1 < n_nodes else 0
        length -= 1
        waiting[row] = False
        moving = values[row, MOVING]
        degree = degree_of(graph, row)
        if moving < tolerance * max(degree, 1):
            continue
        values[row, MOVING] = 0.0
        values[row, SETTLED] += (1.0 - damping) * moving
        if degree == 0:
            for source in sources:
                values[source, MOVING] += damping * moving / len(sources)
                if not waiting[source]:
                    waiting[source] = True
                    queue[(first + length) % n_nodes] = source
                    length += 1
            continue
        share = damping * moving / degree
        for side in range(2):
            indptr, indices = (out_indptr, out_indices) if side == 0 else (in_indptr, in_indices)
            for at in range(indptr[row], indptr[row + 1]):
                other = indices[at]
                if values[other, MOVING] == 0.0 and values[other, SETTLED] == 0.0:
                    touched[count] = other
                    count += 1
                values[other, MOVING] += share
                if not waiting[other] and values[other, MOVING] >= tolerance * max(
                    degree_of(graph, other), 1
                ):
                    waiting[other] = True
                    queue[(first + length) % n_nodes] = other
                    length += 1
    return count


@inlined
def degree_of(graph: Graph, row: int) -> int:
    """How many relationships leave or enter ``row``, a loop twice."""
    out_indptr, _, in_indptr, _, _, _ = graph
    return int(out_indptr[row + 1] - out_indptr[row] + in_indptr[row + 1] - in_indptr[row])


@kernel
def draw_neighbours(
    graph: Graph, sources: Int32, fanouts: Int64, generator: np.random.Generator, control: Int64
) -> Int32:
    """``sources``, distinct, and hop by hop the ends of at most so many drawn relationships of each node met."""
    out_indptr, out_indices, in_indptr, in_indices, _, _ = graph
    met = np.zeros(len(out_indptr) - 1, np.bool_)
    rows = np.empty(len(met), np.int32)
    rows[: len(sources)] = sources
    met[sources] = True
    first, count = 0, len(sources)
    for fanout in fanouts:
        last = count
        for place in range(first, last):
            if place & _LOOK == 0 and control[0] != 0:
                return rows[:count].copy()
            row = rows[place]
            n_out = out_indptr[row + 1] - out_indptr[row]
            for drawn in draw(generator, degree_of(graph, row), fanout):
                if drawn < n_out:
                    other = out_indices[out_indptr[row] + drawn]
                else:
                    other = in_indices[in_indptr[row] + drawn - n_out]
                if not met[other]:
                    met[other] = True
                    rows[count] = other
                    count += 1
        first = last
    return rows[:count].copy()


@kernel
def draw(generator: np.random.Generator, size: int, count: int) -> Int64:
    """``count`` distinct numbers below ``size``, or all of them where there are no more (Floyd's algorithm)."""
    if size <= count:
        return np.arange(size)
    chosen = np.empty(count, np.int64)
    for place in range(count):
        upper = size - count + place
        number = generator.integers(0, upper + 1)
        chosen[place] = upper if np.any(chosen[:place] == number) else number
    return chosen
