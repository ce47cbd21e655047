"""Pairs of alike vectors out of a tile of float32 products: what may pass is kept, and measured again exactly.

A tile holds products of rows of one matrix with rows of another. Nodes are numbered over both matrices; each has a
*limit*: products that are not above it cannot matter to the node, even when rounding is taken into account.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.compilation import kernel

Float32: TypeAlias = NDArray[np.float32]

Kept = tuple[Float32, Int32, Int32, Float32]
"""``scores, others, counts, limits``: for each node the partners that may be among its best, in any order. The first
two have the shape (nodes, room), the others (nodes,)."""

Vectors = tuple[Float32, Float32]
"""``left, right``: nodes ``0 … len(left) - 1`` and those after them; ``right`` may be empty."""

Rules = tuple[int, float, float]
"""``cap, threshold, slack``: partners that each node keeps, what an exact product must exceed, and how much a product
of a tile may be off."""

GRID = 2.0**24
_STRIDE = 64


@kernel
def product(one: Float32, other: Float32, room: Float64) -> float:
    """The cosine of two vectors of length 1: added up in float64 in one fixed order, to the nearest 2**-24, at most 1.

    Halves are added to each other again and again, in ``room`` for as many numbers: many at once, and the order is the
    same on any processor.
    """
    width = len(one)
    for place in range(width):
        room[place] = np.float64(one[place]) * np.float64(other[place])
    while width > 8:
        half = (width + 1) // 2
        lower, upper = room[: width - half], room[half:width]
        for place in range(len(lower)):
            lower[place] += upper[place]
        width = half
    total = 0.0
    for place in range(width):
        total += room[place]
    return float(min(1.0, max(-1.0, np.rint(total * GRID) / GRID)))


@kernel
def products(left: Float32, right: Float32, rows: Int32, others: Int32, out: Float32) -> None:
    """``out[i]`` = `product` of ``left[rows[i]]`` and ``right[others[i]]``."""
    room = np.empty(left.shape[1], np.float64)
    for place in range(len(rows)):
        out[place] = product(left[rows[place]], right[others[place]], room)


@kernel
def count_above(tile: Float32, least: Float32, diagonal: int, counts: Int64) -> None:
    """How many products of each row ``i`` are above ``least[0]`` in the columns beyond ``i + diagonal``."""
    for row in range(tile.shape[0]):
        counts[row] = _n_above(tile[row, max(0, row + diagonal + 1) :], least[0])


@kernel
def list_above(
    tile: Float32, least: Float32, diagonal: int, starts: Int64, rows: Int32, columns: Int32
) -> None:
    """The places that `count_above` counted, those of row ``i`` from ``starts[i]`` on."""
    for row in range(tile.shape[0]):
        values, place = tile[row], starts[row]
        for start in range(max(0, row + diagonal + 1), len(values), _STRIDE):
            if place == starts[row + 1]:
                break
            if _n_above(values[start : start + _STRIDE], least[0]) == 0:
                continue
            for column in range(start, min(start + _STRIDE, len(values))):
                if values[column] > least[0]:
                    rows[place] = row
                    columns[place] = column
                    place += 1


@kernel
def offer_rows(
    tile: Float32, band: tuple[int, int], nodes: tuple[int, int], vectors: Vectors, rules: Rules, kept: Kept
) -> None:
    """Offers the products in the rows ``band`` of ``tile`` to the nodes of those rows.

    ``nodes`` are those of the tile's first row and first column; where they are one, none is offered to itself.
    """
    limits = kept[3]
    first, other = nodes
    for row in range(band[0], band[1]):
        node, values = first + row, tile[row]
        for start in range(0, len(values), _STRIDE):
            if _n_above(values[start : start + _STRIDE], limits[node]) == 0:
                continue
            for column in range(start, min(start + _STRIDE, len(values))):
                if values[column] > limits[node] and node != other + column:
                    _keep(vectors, rules, kept, node, other + column, values[column])


@kernel
def offer_columns(
    tile: Float32, band: tuple[int, int], nodes: tuple[int, int], vectors: Vectors, rules: Rules, kept: Kept
) -> None:
    """Offers the products in the columns ``band`` of ``tile`` to the nodes of those columns."""
    first, other = nodes
    limits = kept[3][other : other + tile.shape[1]]
    for row in range(tile.shape[0]):
        values = tile[row]
        for start in range(band[0], band[1], _STRIDE):
            stop = min(start + _STRIDE, band[1])
            if _n_above_each(values[start:stop], limits[start:stop]) == 0:
                continue
            for column in range(start, stop):
                if values[column] > limits[column]:
                    _keep(vectors, rules, kept, other + column, first + row, values[column])


@kernel
def _n_above(values: Float32, limit: float) -> int:
    """How many are above; int32 and a slice of its own, so that many are compared at once."""
    count = np.int32(0)
    for place in range(len(values)):
        count += np.int32(values[place] > limit)
    return int(count)


@kernel
def _n_above_each(values: Float32, limits: Float32) -> int:
    count = np.int32(0)
    for place in range(len(values)):
        count += np.int32(values[place] > limits[place])
    return int(count)


@kernel
def settle(vectors: Vectors, rules: Rules, kept: Kept, band: tuple[int, int]) -> None:
    """Leaves each node of ``band`` its best partners, measured exactly, best first."""
    for node in range(band[0], band[1]):
        _drop(rules, kept, node)
        _measure(vectors, rules, kept, node)


@kernel
def _keep(vectors: Vectors, rules: Rules, kept: Kept, node: int, other: int, score: float) -> None:
    """Keeps a partner. When the room is full, what cannot be among the best any more goes."""
    scores, others, counts, _ = kept
    scores[node, counts[node]] = score
    others[node, counts[node]] = other
    counts[node] += 1
    if counts[node] == scores.shape[1]:
        _drop(rules, kept, node)
        if counts[node] == scores.shape[1]:
            _measure(vectors, rules, kept, node)


@kernel
def _drop(rules: Rules, kept: Kept, node: int) -> None:
    """Raises the node's limit by its ``cap``-th best product so far, and drops what is not above it."""
    cap, _, slack = rules
    scores, others, counts, limits = kept
    count = counts[node]
    if count <= cap:
        return
    last = np.partition(scores[node, :count], count - cap)[count - cap]
    limits[node] = max(limits[node], np.float32(last - 2 * slack))
    place = 0
    for at in range(count):
        if scores[node, at] > limits[node]:
            scores[node, place] = scores[node, at]
            others[node, place] = others[node, at]
            place += 1
    counts[node] = place


@kernel
def _measure(vectors: Vectors, rules: Rules, kept: Kept, node: int) -> None:
    """Replaces products by exact ones, and keeps the ``cap`` best of those above the threshold, ties by node."""
    cap, threshold, slack = rules
    scores, others, counts, limits = kept
    place, room = 0, np.empty(vectors[0].shape[1], np.float64)
    for at in range(counts[node]):
        score = np.float32(product(_vector(vectors, node), _vector(vectors, others[node, at]), room))
        if score > threshold:
            scores[node, place] = score
            others[node, place] = others[node, at]
            place += 1
    count = min(place, cap)
    by_node = np.argsort(others[node, :place])
    order = by_node[np.argsort(-scores[node, :place][by_node], kind="mergesort")][:count]
    best_scores, best_others = scores[node][order], others[node][order]
    scores[node, :count] = best_scores
    others[node, :count] = best_others
    counts[node] = count
    if count == cap:
        limits[node] = max(limits[node], np.float32(scores[node, count - 1] - slack))


@kernel
def _vector(vectors: Vectors, node: int) -> Float32:
    left, right = vectors
    vector: Float32 = left[node] if node < len(left) else right[node - len(left)]
    return vector
