"""The two loops of a Triple-GNN's layer that are no matrix products: means of messages, and the norm."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.compilation import kernel

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
    n_senders = len(states)
    total = np.empty(width, np.float64)
    for place in range(len(means)):
        mean = means[place]
        start, stop = indptr[first + place], indptr[first + place + 1]
        share = shares[first + place]
        if stop - start <= _SUMMED:
            add_messages(arcs, states, gates, start, stop, mean)
            for column in range(width):
                mean[column] *= share
            continue
        total[:] = 0.0
        while start < stop and senders[start] < n_senders:
            add_messages(arcs, states, gates, start, min(start + _SUMMED, stop), mean)
            for column in range(width):
                total[column] += mean[column]
            start += _SUMMED
        for column in range(width):
            mean[column] = np.float32(total[column] * share)


@kernel
def add_messages(arcs: Arcs, states: Float32, gates: Float32, start: int, stop: int, sums: Float32) -> None:
    """``sums`` becomes the sum of the messages of arcs ``start`` … ``stop``, as far as their senders have a state."""
    _, senders, kinds, _ = arcs
    width = states.shape[1]
    n_senders = len(states)
    for column in range(width):
        sums[column] = np.float32(0.0)
    for arc in range(start, stop):
        sender = senders[arc]
        if sender >= n_senders:
            break
        state, gate = states[sender], gates[kinds[arc]]
        for column in range(width):
            sums[column] += state[column] * gate[column]


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
