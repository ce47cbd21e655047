"""Sums of vectors over the relationships of each node."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32
from motif.kernels.compilation import kernel


@kernel
def add_incident(
    indptr: Int32,
    links: Int32,
    others: Int32,
    vectors: tuple[Int32, NDArray[np.float32]],
    first: int,
    sums: Float64,
) -> None:
    """Adds to ``sums`` the vectors of the relationships of nodes ``first`` … ``first + len(sums) - 1``.

    ``indptr``, ``links`` are the adjacency in one direction, its relationships by row; ``others`` their other ends, or
    empty: where they are given, a loop is left out, since the other direction adds it. ``vectors`` are the index of
    each relationship, -1 for none, and the matrix.
    """
    index, matrix = vectors
    for place in range(len(sums)):
        node = first + place
        for at in range(indptr[node], indptr[node + 1]):
            row = index[links[at]]
            if row < 0 or (len(others) > 0 and others[at] == node):
                continue
            for column in range(matrix.shape[1]):
                sums[place, column] += matrix[row, column]
