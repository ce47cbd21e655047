"""The two loops of a Triple-GNN's layer that are no matrix products: the greatest of messages, and the norm."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel, lean

Float32: TypeAlias = NDArray[np.float32]
Arcs: TypeAlias = tuple[Int64, Int32, Int32]
"""``indptr, senders, gates`` as `motif.kernels.guidance_reach.arcs_into` gives them."""


@kernel
def gather_greatest(arcs: Arcs, states: Float32, gates: Float32, first: int, greatest: Float32) -> None:
    """``greatest[i]`` becomes the greatest of the messages into place ``first + i``, number by number, and of 0.

    ``states`` (senders, d) are those of the layer before, ``gates`` (2 relations, d) those of this layer.
    """
    indptr, senders, kinds = arcs
    for at in range(len(greatest)):
        start = indptr[first + at]
        stop = start_of(senders, len(states), start, indptr[first + at + 1])
        take_greatest(senders[start:stop], kinds[start:stop], states, gates, greatest[at])


@lean
def take_greatest(senders: Int32, kinds: Int32, states: Float32, gates: Float32, greatest: Float32) -> None:
    """``greatest`` (d,) becomes the greatest of the messages of these arcs, and of 0."""
    greatest[:] = np.float32(0.0)
    for arc in range(len(senders)):
        state, gate = states[senders[arc]], gates[kinds[arc]]
        for column in range(len(greatest)):
            greatest[column] = max(greatest[column], state[column] * gate[column])


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
