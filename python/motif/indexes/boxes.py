"""R*-trees of points: the only door to libspatialindex."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct

Float64 = NDArray[np.float64]

_CAPACITY = 128
"""Entries of a leaf, and boxes of an inner node: large ones save memory and lose no time on regions."""


class BoxTree:
    """Points in an R*-tree, packed when it is made; found by boxes. One thread at a time searches.

    Parameters
    ----------
    points : float64 (k, dimensions), finite
    """

    def __init__(self, points: Float64) -> None:
        self._n_points = len(points)
        self._lock = threading.Lock()
        if self._n_points:
            from rtree import index  # an answer that needs no such tree does not wait for it

            properties = index.Property(
                dimension=points.shape[1], index_capacity=_CAPACITY, leaf_capacity=_CAPACITY, fill_factor=0.9
            )
            properties.variant = index.RT_Star
            points = np.ascontiguousarray(points, np.float64)
            numbers = np.arange(self._n_points, dtype=np.int64)
            self._tree: Any = index.Index((numbers, points, points), properties=properties)

    def within(self, low: Float64, high: Float64) -> NDArray[np.int64]:
        """The points inside any of some boxes, int64, distinct and ascending.

        Parameters
        ----------
        low, high : float64 (boxes, dimensions)
            Both ends belong to a box; finite.
        """
        if not self._n_points or not len(low):
            return np.zeros(0, np.int64)
        with self._lock:
            found, _ = self._tree.intersection_v(np.ascontiguousarray(low), np.ascontiguousarray(high))
        return distinct(found)
