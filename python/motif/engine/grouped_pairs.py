"""Pairs of rows whose vectors are alike, where many rows share one vector: each distinct vector is compared once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.similar_pairs import Pairs, Progress, cosines, joined_pairs, pairs_above
from motif.engine.strongest_pairs import united_pairs
from motif.kernels.grouped_pairs import Groups, Partners, list_partners


@dataclass(frozen=True, slots=True)
class GroupedVectors:
    """Vectors of rows, each distinct one once, in the order of the first row that has it.

    Attributes
    ----------
    index : int32 (rows,)
        Row of ``matrix``; -1 for a row without a vector.
    matrix : float32 (groups, dimension)
    """

    index: NDArray[np.int32]
    matrix: NDArray[np.float32]

    @property
    def rows(self) -> NDArray[np.int32]:
        """The rows that have a vector, int32, ascending."""
        return np.flatnonzero(self.index >= 0).astype(np.int32)

    def groups(self) -> Groups:
        """The rows of each vector."""
        rows = self.rows
        indptr = np.zeros(len(self.matrix) + 1, np.int64)
        np.cumsum(np.bincount(self.index[rows], minlength=len(self.matrix)), out=indptr[1:])
        return indptr, rows[np.argsort(self.index[rows], kind="stable")]


def warm() -> None:
    """Compile what finding pairs of alike vectors runs, or load it from the cache on disk, by two vectors."""
    vectors = group_vectors(np.array([0, 1, 0], np.int32), np.eye(2, dtype=np.float32))
    for right in (None, vectors):
        for cap in (None, 1):
            grouped_pairs_above(vectors, right, -2.0, max_neighbours=cap)
    rows = np.arange(3, dtype=np.int32)
    grouped_cosines(vectors, vectors, rows, rows)


def group_vectors(index: NDArray[np.int32], matrix: NDArray[np.float32]) -> GroupedVectors:
    """The vectors ``matrix[index]`` of rows; -1 in ``index`` for none.

    >>> grouped = group_vectors(np.array([1, -1, 0, 1], np.int32), np.eye(3, dtype=np.float32))
    >>> grouped.index.tolist(), grouped.matrix.tolist()
    ([0, -1, 1, 0], [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    """
    used, first = np.unique(index[index >= 0], return_index=True)
    order = np.argsort(first)
    place = np.full(len(matrix) + 1, -1, np.int32)
    place[used[order]] = np.arange(len(used), dtype=np.int32)
    return GroupedVectors(place[index], np.ascontiguousarray(matrix[used[order]]))


def grouped_pairs_above(
    left: GroupedVectors,
    right: GroupedVectors | None,
    threshold: float,
    *,
    max_neighbours: int | None = None,
    control: Control | None = None,
    progress: Progress | None = None,
) -> Pairs:
    """`motif.engine.similar_pairs.pairs_above` over rows, some of which share a vector or have none.

    >>> grouped = group_vectors(np.array([0, 1, 0, -1], np.int32), np.eye(2, dtype=np.float32))
    >>> found = grouped_pairs_above(grouped, None, 0.5)
    >>> found.source.tolist(), found.target.tolist()
    ([0], [2])
    """
    of_groups = pairs_above(
        left.matrix,
        None if right is None else right.matrix,
        threshold,
        max_neighbours=None if max_neighbours is None else max_neighbours + (right is None),
        control=control,
        progress=progress,
    )
    if right is None:
        of_groups = joined_pairs([of_groups, _with_themselves(left, threshold)])
    if max_neighbours is None:
        return _all_members(left, right, of_groups)
    return _strongest_members(left, right, of_groups, max_neighbours)


def grouped_cosines(
    left: GroupedVectors, right: GroupedVectors, rows: NDArray[np.int32], others: NDArray[np.int32]
) -> NDArray[np.float32]:
    """Cosines of rows, float32; -inf where one of the two has no vector."""
    groups, partners = left.index[rows], right.index[others]
    known = (groups >= 0) & (partners >= 0)
    found = np.full(len(rows), -np.inf, np.float32)
    found[known] = cosines(left.matrix, right.matrix, groups[known], partners[known])
    return found


def _with_themselves(vectors: GroupedVectors, threshold: float) -> Pairs:
    """Each group that has several rows, paired with itself."""
    several = np.flatnonzero(np.diff(vectors.groups()[0]) > 1).astype(np.int32)
    itself = Pairs(several, several, cosines(vectors.matrix, vectors.matrix, several, several))
    return itself.take(itself.score > np.float64(threshold))


def _all_members(left: GroupedVectors, right: GroupedVectors | None, of_groups: Pairs) -> Pairs:
    rows, others = left.groups(), (left if right is None else right).groups()
    n_rows, n_others = (np.diff(of[0]) for of in (rows, others))
    sizes = n_rows[of_groups.source] * n_others[of_groups.target]
    pair = np.repeat(np.arange(len(of_groups)), sizes)
    place = np.arange(len(pair)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    width = n_others[of_groups.target][pair]
    row = rows[1][rows[0][of_groups.source][pair] + place // np.maximum(width, 1)]
    other = others[1][others[0][of_groups.target][pair] + place % np.maximum(width, 1)]
    score = of_groups.score[pair]
    if right is None:
        distinct = row != other
        return united_pairs(row[distinct], other[distinct], score[distinct])
    order = np.lexsort((other, row))
    return Pairs(row[order], other[order], score[order])


def _strongest_members(
    left: GroupedVectors, right: GroupedVectors | None, of_groups: Pairs, cap: int
) -> Pairs:
    rows, others = left.groups(), (left if right is None else right).groups()
    cap = min(cap, max(len(rows[1]), len(others[1]), 1))
    if right is None:
        is_loop = of_groups.source == of_groups.target
        turned = Pairs(of_groups.target, of_groups.source, of_groups.score).take(~is_loop)
        found = list_partners(
            rows, rows, _partners(joined_pairs([of_groups, turned]), len(left.matrix)), cap, True
        )
        return united_pairs(*found)
    turned = Pairs(of_groups.target, of_groups.source, of_groups.score)
    row, other, score = list_partners(rows, others, _partners(of_groups, len(left.matrix)), cap, False)
    back_other, back_row, back_score = list_partners(
        others, rows, _partners(turned, len(right.matrix)), cap, False
    )
    row, other = np.concatenate([row, back_row]), np.concatenate([other, back_other])
    _, first = np.unique(row.astype(np.int64) * len(right.index) + other, return_index=True)
    return Pairs(row[first], other[first], np.concatenate([score, back_score])[first])


def _partners(pairs: Pairs, n_groups: int) -> Partners:
    """The partners of each group, by score, then by their first row, which is their number's order."""
    order = np.lexsort((pairs.target, -pairs.score, pairs.source))
    indptr = np.zeros(n_groups + 1, np.int64)
    np.cumsum(np.bincount(pairs.source, minlength=n_groups), out=indptr[1:])
    return indptr, pairs.target[order], pairs.score[order]
