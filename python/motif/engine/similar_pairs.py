"""All pairs of rows whose cosine is above a threshold, without a matrix of all pairs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput
from motif.kernels.similar_pairs import (
    Kept,
    Vectors,
    count_above,
    list_above,
    offer_columns,
    offer_rows,
    products,
    settle,
)

_TILE = (1024, 2048)
"""Rows and columns of a tile: large enough for matrix products at full speed, small enough for the cache."""

_THREADS = min(8, os.cpu_count() or 1)
_UNIT = 2.0**-24

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of rows, ascending by (source, target).

    Attributes
    ----------
    source, target : int32 (pairs,)
        Within one matrix ``source < target``; between two, rows of the left and of the right one.
    score : float32 (pairs,)
        The cosine, summed in float64 and rounded to 2**-24: it depends on the two vectors alone.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    score: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.source)

    def take(self, places: NDArray[np.int64] | NDArray[np.bool_]) -> Pairs:
        """The pairs at ``places``, in that order."""
        return Pairs(self.source[places], self.target[places], self.score[places])


def pairs_above(
    left: NDArray[np.float32],
    right: NDArray[np.float32] | None,
    threshold: float,
    *,
    max_neighbours: int | None = None,
    control: Control | None = None,
    progress: Progress | None = None,
) -> Pairs:
    """Every pair whose cosine is strictly above ``threshold``: within ``left``, or between ``left`` and ``right``.

    Parameters
    ----------
    left, right : float32 (n, dimension), (m, dimension)
        L2-normalised; ``right`` None for the pairs within ``left``.
    max_neighbours
        How many partners each row keeps, its strongest, ties by row; a pair stays when either end keeps it. None for
        all.
    control
        Looked at after each tile; ``progress`` is called with tiles done and their number.

    Takes O(n m dimension) time in matrix products, half of it within one matrix; memory is linear in the output, or in
    ``(n + m) * max_neighbours``.

    Raises `InvalidInput` for matrices that do not fit and ``max_neighbours`` below 1, `Cancelled`, `DeadlineExceeded`.

    >>> found = pairs_above(np.array([[1, 0], [0.6, 0.8], [0, 1]], np.float32), None, 0.5)
    >>> list(zip(found.source.tolist(), found.target.tolist(), found.score.round(2).tolist()))
    [(0, 1, 0.6000000238418579), (1, 2, 0.800000011920929)]
    """
    left = _checked(left, "left")
    other = None if right is None else _checked(right, "right")
    if other is not None and other.shape[1] != left.shape[1]:
        raise InvalidInput(
            f"left has {left.shape[1]} dimensions, right has {other.shape[1]}; they must agree."
        )
    if max_neighbours is not None and max_neighbours < 1:
        raise InvalidInput(f"max_neighbours must be 1 or more, or None for all, not {max_neighbours}.")
    with ThreadPoolExecutor(_THREADS) as pool:
        work = _Work(left, other, float(threshold), pool, control, progress)
        return work.all_pairs() if max_neighbours is None else work.best_pairs(max_neighbours)


def joined_pairs(parts: Iterable[Pairs]) -> Pairs:
    """The pairs of ``parts``, one after another.

    >>> len(joined_pairs([]))
    0
    """
    listed = [Pairs(np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0, np.float32)), *parts]
    return Pairs(
        np.concatenate([part.source for part in listed]),
        np.concatenate([part.target for part in listed]),
        np.concatenate([part.score for part in listed]),
    )


def cosines(
    left: NDArray[np.float32],
    right: NDArray[np.float32],
    rows: NDArray[np.int32],
    others: NDArray[np.int32],
) -> NDArray[np.float32]:
    """The cosines of ``left[rows[i]]`` and ``right[others[i]]``, as `pairs_above` measures them.

    >>> matrix = np.eye(2, dtype=np.float32)
    >>> cosines(matrix, matrix, np.array([0, 0], np.int32), np.array([0, 1], np.int32)).tolist()
    [1.0, 0.0]
    """
    out = np.empty(len(rows), np.float32)
    products(left, right, np.asarray(rows, np.int32), np.asarray(others, np.int32), out)
    return out


def _checked(matrix: NDArray[np.float32], name: str) -> NDArray[np.float32]:
    if matrix.ndim != 2:
        raise InvalidInput(
            f"{name} must be a matrix with one vector per row, not an array of {matrix.ndim} dimensions."
        )
    return np.ascontiguousarray(matrix, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class _Tile:
    """Products of the rows ``first …`` with the columns ``other …``."""

    first: int
    other: int
    values: NDArray[np.float32]
    on_diagonal: bool


@dataclass(frozen=True, slots=True)
class _Work:
    """One search: the matrices, the threshold, and who is told."""

    left: NDArray[np.float32]
    right: NDArray[np.float32] | None
    threshold: float
    pool: ThreadPoolExecutor
    control: Control | None
    progress: Progress | None

    @property
    def slack(self) -> float:
        """How much a float32 product may be off, however it is summed: vectors are of length 1."""
        return float(self.left.shape[1] + 8) * _UNIT

    def all_pairs(self) -> Pairs:
        found = joined_pairs(part for tile in self._tiles() for part in self._listed(tile))
        columns = self.left if self.right is None else self.right
        return found.take(np.argsort(found.source.astype(np.int64) * len(columns) + found.target))

    def best_pairs(self, cap: int) -> Pairs:
        n_left, n_right = len(self.left), 0 if self.right is None else len(self.right)
        vectors = (self.left, self.left[:0] if self.right is None else self.right)
        kept = _new_kept(n_left + n_right, min(cap, max(n_left, n_right)), self.threshold - self.slack)
        rules = (cap, self.threshold, self.slack)
        for tile in self._tiles():
            nodes = (tile.first, tile.other + (0 if self.right is None else n_left))
            self._in_bands(tile.values.shape[0], offer_rows, tile.values, nodes, vectors, rules, kept)
            if not tile.on_diagonal:
                self._in_bands(tile.values.shape[1], offer_columns, tile.values, nodes, vectors, rules, kept)
        bands = _bands(n_left + n_right, _THREADS)
        list(self.pool.map(lambda band: settle(vectors, rules, kept, band), bands))
        return _united(kept, None if self.right is None else n_left)

    def _in_bands(
        self,
        size: int,
        offer: Callable[..., None],
        values: NDArray[np.float32],
        nodes: tuple[int, int],
        vectors: Vectors,
        rules: tuple[int, float, float],
        kept: Kept,
    ) -> None:
        """Offers a tile, each thread its own nodes."""
        bands = _bands(size, _THREADS)
        list(self.pool.map(lambda band: offer(values, band, nodes, vectors, rules, kept), bands))

    def _listed(self, tile: _Tile) -> list[Pairs]:
        """The pairs of a tile that are above the threshold, by band of its rows."""
        bands = _bands(tile.values.shape[0], _THREADS)
        return list(self.pool.map(lambda band: self._listed_band(tile, band), bands))

    def _listed_band(self, tile: _Tile, band: tuple[int, int]) -> Pairs:
        values, first = tile.values[band[0] : band[1]], tile.first + band[0]
        beyond = band[0] if tile.on_diagonal else -len(tile.values) - 1
        least = np.full(1, self.threshold - self.slack, np.float32)
        counts = np.zeros(len(values), np.int64)
        count_above(values, least, beyond, counts)
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        rows, columns = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.int32)
        list_above(values, least, beyond, starts, rows, columns)
        rows += np.int32(first)
        columns += np.int32(tile.other)
        score = cosines(self.left, self.left if self.right is None else self.right, rows, columns)
        return Pairs(rows, columns, score).take(score > np.float64(self.threshold))

    def _tiles(self) -> Iterator[_Tile]:
        """Tiles that cover each pair once; the memory of one is used for the next."""
        columns = self.left if self.right is None else self.right
        places = list(_places(len(self.left), len(columns), self.right is None))
        buffer = np.empty(_TILE[0] * _TILE[1], np.float32)
        for done, (first, last, other, end) in enumerate(places):
            self._report(done, len(places))
            values = buffer[: (last - first) * (end - other)].reshape(last - first, end - other)
            np.dot(self.left[first:last], columns[other:end].T, out=values)
            yield _Tile(first, other, values, self.right is None and first == other)
        self._report(len(places), len(places))

    def _report(self, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(done, total)
        if self.control is not None and self.control.state != "running":
            error = Cancelled if self.control.state == "cancelled" else DeadlineExceeded
            raise error(
                f"The search for similar pairs was stopped after {done:,} of {total:,} blocks.",
                hint="Give it more time, or a higher threshold.",
            )


def _places(n_rows: int, n_columns: int, within: bool) -> Iterator[tuple[int, int, int, int]]:
    """First and last row, first and last column of each tile; within one matrix those on the diagonal are square."""
    height, width = _TILE
    for first in range(0, n_rows, height):
        last = min(first + height, n_rows)
        if within:
            yield first, last, first, last
        for other in range(last if within else 0, n_columns, width):
            yield first, last, other, min(other + width, n_columns)


def _bands(size: int, parts: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, size, parts + 1).astype(np.int64).tolist()
    return list(pairwise(edges))


def _new_kept(n_nodes: int, cap: int, limit: float) -> Kept:
    room = 2 * cap + 16
    return (
        np.empty((n_nodes, room), np.float32),
        np.empty((n_nodes, room), np.int32),
        np.zeros(n_nodes, np.int32),
        np.full(n_nodes, limit, np.float32),
    )


def _united(kept: Kept, n_left: int | None) -> Pairs:
    """The pairs that either end keeps; ``n_left`` is where the nodes of the right matrix begin."""
    scores, others, counts, _ = kept
    places = np.arange(scores.shape[1]) < counts[:, None]
    node = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    other, score = others[places].astype(np.int64), scores[places]
    low, high = np.minimum(node, other), np.maximum(node, other)
    _, first = np.unique(low * len(counts) + high, return_index=True)
    target = high[first] - (n_left or 0)
    return Pairs(low[first].astype(np.int32), target.astype(np.int32), score[first])
