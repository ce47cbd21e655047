"""The two loops of a Triple-GNN's layer that are no matrix products: means of messages, and the norm."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean

Float32: TypeAlias = NDArray[np.float32]
Arcs: TypeAlias = tuple[Int64, Int32, Int32, Float32]
"""``indptr, senders, gates`` as `motif.kernels.guidance_reach.arcs_into` gives them, and 1 / n(v) by place."""

_SUMMED = 256
"""So many messages are added up in float32; the sums of a hub's in float64, whose error would grow with its degree."""


@kernel
def gather_means(arcs: Arcs, states: Float32, gates: Float32, first: int, means: Float32) -> None:
    """``means[i]`` becomes the mean of the messages into place ``first + i``.

    ``states`` (senders, d) are those of the layer before, ``gates`` (2 relations, d) those of this layer.
    """
    indptr, senders, _, shares = arcs
    width = states.shape[1]
    total = np.empty(width, np.float64)
    for at in range(len(means)):
        start = indptr[first + at]
        stop = start_of(senders, len(states), start, indptr[first + at + 1])
        share = shares[first + at]
        if stop - start <= _SUMMED:
            add_messages(arcs, states, gates, (start, stop), means, at)
            for column in range(width):
                means[at, column] *= share
            continue
        total[:] = 0.0
        for part in range(start, stop, _SUMMED):
            add_messages(arcs, states, gates, (part, min(part + _SUMMED, stop)), means, at)
            for column in range(width):
                total[column] += means[at, column]
        for column in range(width):
            means[at, column] = np.float32(total[column] * share)


@kernel
def start_of(ascending: Int32, least: int, start: int, stop: int) -> int:
    """The first place from ``start`` to ``stop`` that holds ``least`` or more; ``stop`` for none."""
    while start < stop:
        middle = (start + stop) // 2
        if ascending[middle] < least:
            start = middle + 1
        else:
            stop = middle
    return start


@lean
def add_messages(
    arcs: Arcs, states: Float32, gates: Float32, part: tuple[int, int], sums: Float32, at: int
) -> None:
    """``sums[at]`` becomes the sum of the messages of arcs ``part[0]`` … ``part[1]``.

    Four at a time, so that four states are on their way from memory at once.
    """
    _, senders, kinds, _ = arcs
    width = states.shape[1]
    for column in range(width):
        sums[at, column] = np.float32(0.0)
    arc, stop = part
    while arc + 4 <= stop:
        one, two, three, four = senders[arc], senders[arc + 1], senders[arc + 2], senders[arc + 3]
        a, b, c, d = kinds[arc], kinds[arc + 1], kinds[arc + 2], kinds[arc + 3]
        for column in range(width):
            left = states[one, column] * gates[a, column] + states[two, column] * gates[b, column]
            right = states[three, column] * gates[c, column] + states[four, column] * gates[d, column]
            sums[at, column] += left + right
        arc += 4
    while arc < stop:
        sender, kind = senders[arc], kinds[arc]
        for column in range(width):
            sums[at, column] += states[sender, column] * gates[kind, column]
        arc += 1


@kernel
def add_rectified(
    updates: Float32, squares: Float32, scale: Float32, before: Float32, after: Float32
) -> None:
    """``after`` = ``before`` + relu(norm(``updates``)), for updates that are centred.

    ``squares`` (rows,) are the sums of the squares of each row; rows beyond ``before`` were 0.
    """
    width = updates.shape[1]
    for row in range(len(updates)):
        factor = np.float32(1.0 / np.sqrt(np.float64(squares[row]) / width + 1e-5))
        update, result = updates[row], after[row]
        for column in range(width):
            result[column] = max(update[column] * (factor * scale[column]), np.float32(0.0))
        if row < len(before):
            state = before[row]
            for column in range(width):
                result[column] += state[column]
