"""The layers of a Triple-GNN over what question entities reach, a block of nodes at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.guidance_reach import Reach
from motif.engine.guidance_weights import Layer, PreparedGuidance, question_gates
from motif.graphs.guidance import GuidanceModel
from motif.kernels.guidance_layers import add_rectified, gather_greatest

Float32: TypeAlias = NDArray[np.float32]

_BLOCK = 1 << 17
"""So many numbers of a layer are computed at a time: they stay in the cache, and the control is looked at between."""

_LEAST_BLOCK = 1024

_THREADS = min(8, os.cpu_count() or 1)

_SMALL = 1 << 18
"""OpenBLAS multiplies in one thread where at most so many products are added up.

Its own threads wait for each other actively, which on a busy machine costs more than it gains; ours take blocks."""

_LEAST_ROWS = 8
"""Fewer rows at a time are not worth it: then the product is left whole, to the library's own threads."""


class Readout:
    """The last step: a state's score before the sigmoid."""

    def __init__(self, model: GuidanceModel, question: Float32) -> None:
        arrays = model.arrays
        self._weight, self._bias = arrays["score.weight"], arrays["score.bias"]
        self._hidden: Float32 | None = None
        if model.readout == "query":
            weight = arrays["score.hidden.weight"]
            self._hidden = np.ascontiguousarray(weight[:, : model.dimension].T)
            self._shift = weight[:, model.dimension :] @ question + arrays["score.hidden.bias"]
        self.unreached = float(self.logits(np.zeros((1, model.dimension), np.float32))[0])

    def logits(self, states: Float32) -> Float32:
        """Of ``states`` (b, d), float32 (b,)."""
        if self._hidden is not None:
            states = multiply(states, self._hidden)
            states += self._shift
            np.maximum(states, 0, out=states)
        found: Float32 = states @ self._weight + self._bias
        return found


def infer(
    reach: Reach,
    prepared: PreparedGuidance,
    readout: Readout,
    question: tuple[Float32, Float32],
    control: Control,
) -> Float32 | None:
    """The readout of the last layer's states, float32 by place; None if the control stopped it.

    ``question``: E_Q, and what `motif.engine.guidance_weights.likenesses` gives.
    """
    shape, signs = question
    met = np.zeros(len(signs), np.bool_)
    met[reach.arcs[2]] = True
    signs = signs[met]
    logits = np.empty(len(reach.rows), np.float32)
    states = np.tile(shape, (int(reach.ends[0]), 1))
    last = len(prepared.layers) - 1
    with ThreadPoolExecutor(threads_for(len(shape))) as pool:
        for number, layer in enumerate(prepared.layers):
            size = int(reach.ends[number + 1])
            gates = np.zeros((len(met), len(shape)), np.float32)
            gates[met] = question_gates(prepared.model, number, signs)
            step = _Step(reach, layer, gates, states, control)
            parts = list(_parts(len(states), size, _rows_at_a_time(len(shape))))
            if number < last:
                after = np.empty((size, len(shape)), np.float32)
                _run(pool, parts, partial(step.advance, after))
                states = after
            else:
                _run(pool, parts, partial(step.read, readout, logits))
    return None if control.flag[0] else logits


@dataclass(frozen=True, slots=True)
class _Step:
    """One layer, from ``states`` (senders, d) on, by ``gates`` (2 R, d); each part on its own, in any thread."""

    reach: Reach
    layer: Layer
    gates: Float32
    states: Float32
    control: Control

    def advance(self, after: Float32, part: slice) -> None:
        """Fill ``after[part]`` with the states of these places."""
        if not self.control.flag[0]:
            self._fill(part, after[part])

    def read(self, readout: Readout, logits: Float32, part: slice) -> None:
        """Fill ``logits[part]`` with what ``readout`` makes of the states of these places."""
        if not self.control.flag[0]:
            states = np.empty((part.stop - part.start, self.states.shape[1]), np.float32)
            self._fill(part, states)
            logits[part] = readout.logits(states)

    def _fill(self, part: slice, after: Float32) -> None:
        width = self.states.shape[1]
        before, weights = self.states[part], self.layer.update
        greatest = np.empty_like(after)
        gather_greatest(self.reach.arcs, self.states, self.gates, part.start, greatest)
        if len(before):
            updates = multiply(np.concatenate((before, greatest), axis=1), weights)
        else:
            updates = multiply(greatest, weights[width:])
        squares = np.einsum("ij,ij->i", updates, updates)
        add_rectified(updates, squares, self.layer.scale, before, after)


def _run(pool: ThreadPoolExecutor, parts: list[slice], work: Callable[[slice], None]) -> None:
    """``work`` on each of the parts; a single one needs no thread."""
    if len(parts) > 1:
        list(pool.map(work, parts))
    elif parts:
        work(parts[0])


def _parts(n_before: int, size: int, step: int) -> Iterator[slice]:
    """Slices of at most ``step`` places, each wholly before ``n_before`` or after."""
    for first, last in ((0, n_before), (n_before, size)):
        for start in range(first, last, step):
            yield slice(start, min(start + step, last))


def threads_for(width: int) -> int:
    """How many threads take blocks; one where matrix products have threads of their own."""
    return _THREADS if _SMALL // (2 * width * width) >= _LEAST_ROWS else 1


def _rows_at_a_time(width: int) -> int:
    return max(_LEAST_BLOCK, _BLOCK // width)


def multiply(left: Float32, right: Float32) -> Float32:
    """The product of two matrices; some rows at a time where they are narrow."""
    rows = _SMALL // (right.shape[0] * right.shape[1])
    whole = len(left) // rows * rows if rows >= _LEAST_ROWS else 0
    result = np.empty((len(left), right.shape[1]), np.float32)
    if whole:
        parts = left[:whole].reshape(-1, rows, left.shape[1])
        np.matmul(parts, right, out=result[:whole].reshape(-1, rows, right.shape[1]))
    np.matmul(left[whole:], right, out=result[whole:])
    return result
