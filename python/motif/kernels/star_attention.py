"""A graph attention network over stars, forward: one layer of attention, a sum read-out, a linear head.

A star is a centre and the other end of each of its relationships (leaves), ascending by row. Sums are taken in that
order and in float64, one leaf after another, so that the vector of a part is the same number whether it was reached
from a smaller part or computed by itself, and in whatever batch.

``Weights`` is ``(projection (F, K), source (H, C), target (H, C), bias (K,), head (K, d), head_bias (d,))`` with
K = H × C; ``Encoded`` is ``(hidden (n, K), as_source (n, H), as_target (n, H))``: the projected features of each
node and what it adds to the attention along an arc that leaves and enters it.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import inlined, kernel

Float32: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = tuple[Float64, Float64, Float64, Float64, Float64, Float64]
Encoded: TypeAlias = tuple[Float64, Float64, Float64]
Sums: TypeAlias = tuple[Float64, Float64, Float64]
"""Of a centre and some leaves: ``(numerators (K,), denominators (H,), leaf_outputs (d,))``."""

NEGATIVE_SLOPE = 0.2
LARGEST_LOGIT = 300.0
"""Attention is not normalised by its largest logit, which depends on all leaves; e**300 leaves room in float64 for
the sum of 10**170 of them."""


@kernel
def encode(weights: Weights, features: Float32) -> Encoded:
    """The projected features of each row of ``features`` and its two parts of attention."""
    projection, source, target = weights[0], weights[1], weights[2]
    n_heads, n_channels = source.shape
    hidden = np.zeros((len(features), projection.shape[1]), np.float64)
    as_source = np.zeros((len(features), n_heads), np.float64)
    as_target = np.zeros((len(features), n_heads), np.float64)
    for row in range(len(features)):
        for feature in range(projection.shape[0]):
            value = np.float64(features[row, feature])
            for place in range(projection.shape[1]):
                hidden[row, place] += value * projection[feature, place]
        for head in range(n_heads):
            for channel in range(n_channels):
                value = hidden[row, head * n_channels + channel]
                as_source[row, head] += value * source[head, channel]
                as_target[row, head] += value * target[head, channel]
    return hidden, as_source, as_target


@inlined
def attention(logit: float) -> float:
    """Weight of an arc before it is normalised."""
    leaky = logit if logit > 0 else NEGATIVE_SLOPE * logit
    return float(np.exp(min(max(leaky, -LARGEST_LOGIT), LARGEST_LOGIT)))


@inlined
def positive(value: float) -> float:
    """``max(value, 0)``, and NaN of NaN."""
    return 0.0 if value < 0 else value


@inlined
def softplus(value: float) -> float:
    """log(1 + e**value) without overflow."""
    return float(max(value, 0.0) + np.log1p(np.exp(-abs(value))))


@kernel
def leaf_output(weights: Weights, encoded: Encoded, centre: int, leaf: int, output: Float64) -> None:
    """Put into ``output`` what ``leaf``, attending to itself and ``centre``, adds to the head's sum."""
    bias, head_matrix = weights[3], weights[4]
    hidden, as_source, as_target = encoded
    n_heads, n_channels = weights[1].shape
    output[:] = 0.0
    for head in range(n_heads):
        own = attention(as_source[leaf, head] + as_target[leaf, head])
        central = attention(as_source[centre, head] + as_target[leaf, head])
        for place in range(head * n_channels, (head + 1) * n_channels):
            mixed = (own * hidden[leaf, place] + central * hidden[centre, place]) / (own + central)
            activated = positive(mixed + bias[place])
            for dimension in range(len(output)):
                output[dimension] += activated * head_matrix[place, dimension]


@inlined
def start(encoded: Encoded, centre: int, sums: Sums) -> None:
    """``sums`` of ``centre`` alone."""
    hidden, as_source, as_target = encoded
    numerators, denominators, outputs = sums
    n_heads = len(denominators)
    n_channels = len(numerators) // n_heads
    for head in range(n_heads):
        weight = attention(as_source[centre, head] + as_target[centre, head])
        denominators[head] = weight
        for place in range(head * n_channels, (head + 1) * n_channels):
            numerators[place] = weight * hidden[centre, place]
    outputs[:] = 0.0


@inlined
def extend(before: Sums, weight: Float64, hidden: Float64, output: Float64, after: Sums) -> None:
    """Put into ``after`` the sums ``before`` with one more leaf: its attention, hidden vector and output."""
    n_heads = len(weight)
    n_channels = len(hidden) // n_heads
    for head in range(n_heads):
        after[1][head] = before[1][head] + weight[head]
        for place in range(head * n_channels, (head + 1) * n_channels):
            after[0][place] = before[0][place] + weight[head] * hidden[place]
    for dimension in range(len(output)):
        after[2][dimension] = before[2][dimension] + output[dimension]


@inlined
def read_out(weights: Weights, sums: Sums, result: Float64) -> None:
    """Put into ``result`` the head's sum of the star, before its activation."""
    bias, head_matrix, head_bias = weights[3], weights[4], weights[5]
    numerators, denominators, outputs = sums
    n_channels = len(numerators) // len(denominators)
    for dimension in range(len(result)):
        result[dimension] = outputs[dimension] + head_bias[dimension]
    for place in range(len(numerators)):
        activated = positive(numerators[place] / denominators[place // n_channels] + bias[place])
        for dimension in range(len(result)):
            result[dimension] += activated * head_matrix[place, dimension]


@kernel
def embed(weights: Weights, encoded: Encoded, centres: Int32, indptr: Int64, leaves: Int32) -> Float32:
    """Vector of each star, float32 (stars, d); ``centres`` and ``leaves`` are rows of ``encoded``."""
    hidden, as_source, as_target = encoded
    n_heads, n_dimensions = weights[1].shape[0], len(weights[5])
    result = np.empty((len(centres), n_dimensions), np.float32)
    sums = (np.empty(hidden.shape[1]), np.empty(n_heads), np.empty(n_dimensions))
    weight, output, total = np.empty(n_heads), np.empty(n_dimensions), np.empty(n_dimensions)
    for star in range(len(centres)):
        centre = centres[star]
        start(encoded, centre, sums)
        for place in range(indptr[star], indptr[star + 1]):
            leaf = leaves[place]
            for head in range(n_heads):
                weight[head] = attention(as_source[leaf, head] + as_target[centre, head])
            leaf_output(weights, encoded, centre, leaf, output)
            extend(sums, weight, hidden[leaf], output, sums)
        read_out(weights, sums, total)
        for dimension in range(n_dimensions):
            result[star, dimension] = softplus(total[dimension])
    return result
