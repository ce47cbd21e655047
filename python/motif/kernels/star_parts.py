"""Which parts of a star exceed it: all of them looked at, or none possible by a bound.

A part is the centre with some of the leaves; equal leaves are interchangeable, so that each multiset is looked at
once. `read_out` of a part against that of the star decides, before rounding to float32 where that suffices.
"""

from __future__ import annotations

import numpy as np

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import kernel
from motif.kernels.star_attention import (
    Encoded,
    Float32,
    Weights,
    attention,
    extend,
    leaf_output,
    positive,
    read_out,
    softplus,
    start,
)

_MARGIN = 1e-9
"""Of the magnitude of all that is summed: far above what float64 rounds away in a star of a million leaves."""


@kernel
def certify_nodes(
    weights: Weights,
    encoded: Encoded,
    stars: tuple[Int64, Int32],
    first: int,
    last: int,
    limits: tuple[int, int],
    control: Int64,
) -> tuple[Float32, Int64]:
    """Vectors of the stars of ``first`` … ``last`` - 1, and how many leaves a part may have that never exceeds it.

    ``limits`` is ``(budget, largest)``: parts looked at for each star, and leaves that a part of interest has. The
    size is -1 where the centre alone exceeds the star, the number of leaves where no part does.
    """
    indptr, leaves = stars
    vectors = np.empty((last - first, len(weights[5])), np.float32)
    sizes = np.full(last - first, -1, np.int64)
    for node in range(first, last):
        if control[0] != 0:
            break
        star = leaves[indptr[node] : indptr[node + 1]]
        arcs, outputs, total = _star(weights, encoded, node, star)
        for dimension in range(len(total)):
            vectors[node - first, dimension] = softplus(total[dimension])
        proved = bounded_size(weights, encoded, node, star, outputs, total)
        limit = size_within(star, limits[0], min(len(star), limits[1]))
        if proved < limit:
            proved = _checked_size(
                weights, encoded, node, star, (arcs, outputs, total), (proved, limit), vectors[node - first]
            )
        # A part that lacks no leaf is the star itself.
        sizes[node - first] = len(star) if proved == len(star) - 1 >= 0 else proved
    return vectors, sizes


@kernel
def _star(weights: Weights, encoded: Encoded, centre: int, star: Int32) -> tuple[Float64, Float64, Float64]:
    """``(arcs (n, H), outputs (n, d), total (d,))``: attention to each leaf, what it adds, and the whole."""
    hidden, as_source, as_target = encoded
    arcs = np.empty((len(star), as_source.shape[1]))
    outputs = np.empty((len(star), len(weights[5])))
    total = np.empty(len(weights[5]))
    sums = (np.empty(hidden.shape[1]), np.empty(as_source.shape[1]), np.empty(len(total)))
    start(encoded, centre, sums)
    for place in range(len(star)):
        leaf = star[place]
        for head in range(as_source.shape[1]):
            arcs[place, head] = attention(as_source[leaf, head] + as_target[centre, head])
        leaf_output(weights, encoded, centre, leaf, outputs[place])
        extend(sums, arcs[place], hidden[leaf], outputs[place], sums)
    read_out(weights, sums, total)
    return arcs, outputs, total


@kernel
def size_within(star: Int32, budget: int, largest: int) -> int:
    """Up to how many leaves, at most ``largest``, the distinct parts of ``star`` are no more than ``budget``."""
    counts = np.zeros(largest + 1)
    counts[0] = 1.0
    place = 0
    while place < len(star):
        repeated = 1
        while place + repeated < len(star) and star[place + repeated] == star[place]:
            repeated += 1
        for size in range(largest, 0, -1):
            for taken in range(1, min(repeated, size) + 1):
                counts[size] += counts[size - taken]
        place += repeated
    size, parts = 0, 1.0
    while size < largest and parts + counts[size + 1] <= budget:
        size += 1
        parts += counts[size]
    return size


@kernel
def bounded_size(
    weights: Weights, encoded: Encoded, centre: int, star: Int32, outputs: Float64, total: Float64
) -> int:
    """Up to how many leaves no part can exceed the star, whichever they are; -1 when even that is not proved.

    The centre's share of a part is a weighted mean, so it is at most `_largest_share`; every leaf that a part lacks
    takes its output away. A part of k leaves lacks at least the n - k smallest outputs.
    """
    shares = _largest_share(weights, encoded, centre, star)
    size = len(star)
    for dimension in range(len(total)):
        of_leaves = np.sort(outputs[:, dimension])
        own_share = total[dimension] - weights[5][dimension] - of_leaves.sum()
        needed = shares[dimension] - own_share
        needed += _MARGIN * (abs(shares[dimension]) + abs(own_share) + np.abs(of_leaves).sum())
        n_negative, lacked, proved = 0, 0.0, -1
        while n_negative < len(star) and of_leaves[n_negative] < 0:
            lacked += of_leaves[n_negative]
            n_negative += 1
        lacking = n_negative
        while lacking < len(star) and not lacked >= needed:
            lacked += of_leaves[lacking]
            lacking += 1
        if lacked >= needed:
            proved = len(star) if lacking == n_negative else len(star) - lacking
        size = min(size, proved)
    return size


@kernel
def _largest_share(weights: Weights, encoded: Encoded, centre: int, star: Int32) -> Float64:
    """At least what the centre itself adds to the head's sum in any part, by dimension."""
    bias, head_matrix = weights[3], weights[4]
    hidden = encoded[0]
    shares = np.zeros(head_matrix.shape[1])
    for place in range(hidden.shape[1]):
        low = high = hidden[centre, place]
        for leaf in star:
            low, high = min(low, hidden[leaf, place]), max(high, hidden[leaf, place])
        low, high = positive(low + bias[place]), positive(high + bias[place])
        for dimension in range(len(shares)):
            slope = head_matrix[place, dimension]
            shares[dimension] += max(low * slope, high * slope)
    return shares


@kernel
def _checked_size(
    weights: Weights,
    encoded: Encoded,
    centre: int,
    star: Int32,
    parts: tuple[Float64, Float64, Float64],
    sizes: tuple[int, int],
    vector: Float32,
) -> int:
    """Up to how many leaves no part exceeds ``vector``, all above ``sizes[0]`` and up to ``sizes[1]`` looked at."""
    arcs, outputs, total = parts
    proved, limit = sizes
    hidden = encoded[0]
    numerators = np.empty((limit + 1, hidden.shape[1]))
    denominators = np.empty((limit + 1, arcs.shape[1]))
    added = np.empty((limit + 1, len(total)))
    result = np.empty(len(total))
    following = np.zeros(limit + 1, np.int64)
    start(encoded, centre, (numerators[0], denominators[0], added[0]))
    if proved < 0:
        read_out(weights, (numerators[0], denominators[0], added[0]), result)
        if _exceeds(result, total, vector):
            return -1
    depth = 0
    while depth >= 0:
        place = following[depth]
        if depth >= limit or place >= len(star):
            depth -= 1
            continue
        following[depth] += 1
        while following[depth] < len(star) and star[following[depth]] == star[place]:
            following[depth] += 1
        before = (numerators[depth], denominators[depth], added[depth])
        depth += 1
        after = (numerators[depth], denominators[depth], added[depth])
        extend(before, arcs[place], hidden[star[place]], outputs[place], after)
        following[depth] = place + 1
        if depth > proved:
            read_out(weights, after, result)
            if _exceeds(result, total, vector):
                limit = depth - 1
    return limit


@kernel
def _exceeds(result: Float64, total: Float64, vector: Float32) -> bool:
    """Whether a part is above the star in some place; a NaN is."""
    for dimension in range(len(result)):
        if result[dimension] <= total[dimension]:
            continue
        if not np.float32(softplus(result[dimension])) <= vector[dimension]:
            return True
    return False
