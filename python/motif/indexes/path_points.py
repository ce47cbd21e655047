"""Paths as points of an R*-tree, query paths as boxes (SG-RAG §4.3, equation 5 and algorithm 7).

At an inner node a query path goes on when its labels lie in the box and its dominance region, everything from its
lower bound upwards, meets it: both are one box here, which the tree intersects. The paper's best-first order with its
cut by the L1 norm is not needed for that, and stops at once as printed. At the leaf, paths are tested exactly.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from motif.engine.path_agreement import agreeing
from motif.engine.path_arms import Arms
from motif.engine.path_query import FoundPaths, PathQuery, Place
from motif.graphs.dominance import ANY_SIZE
from motif.indexes.boxes import BoxTree
from motif.kernels.arrays import Int32, Int64
from motif.kernels.path_retrieval import Vectors

Float64 = NDArray[np.float64]
Interval = tuple[float, float]

_FEW_ROWS = 8
_MOST_BOXES = 64
"""Known rows are looked up one by one up to so many, and so many combinations; else the span of all."""


def path_dimensions(length: int, dimension: int) -> int:
    """Dimensions of a path: a place and a dominance vector for each node, and its relations.

    >>> path_dimensions(1, 2), path_dimensions(2, 2)
    (7, 11)
    """
    return (length + 1) * (1 + dimension) + length


def label_order(label_set: Int32) -> Int32:
    """The place of each row when rows ascend by label set, equals by row, int32 (n,).

    >>> label_order(np.array([1, 0, 1], np.int32)).tolist()
    [1, 0, 2]
    """
    places = np.empty(len(label_set), np.int32)
    places[np.argsort(label_set, kind="stable")] = np.arange(len(label_set), dtype=np.int32)
    return places


class PathPoints:
    """All paths of one length as points.

    Parameters
    ----------
    places : int32 (n,)
        What `label_order` gave.
    """

    def __init__(self, arms: Arms, vectors: Vectors, places: Int32, length: int) -> None:
        self._arms = arms
        self._vectors = vectors
        self._places = places
        self._length = length
        self._heights, self._tops = _heights(vectors)

    def find(self, query: PathQuery) -> FoundPaths:
        """All paths that ``query`` may stand for, the other way round too."""
        if self._length == 1 and query.steps[0].direction:
            return self._directed(query)
        nodes, relationships, steps = self._one_way(query)
        back_nodes, back_relationships, more = self._one_way(query.turned())
        back_nodes, back_relationships = back_nodes[:, ::-1], back_relationships[:, ::-1]
        if self._length == 1:
            # A loop is the same path from either end.
            apart = back_nodes[:, 0] != back_nodes[:, 1]
            back_nodes, back_relationships = back_nodes[apart], back_relationships[apart]
        return FoundPaths(
            np.concatenate([nodes, back_nodes]),
            np.concatenate([relationships, back_relationships]),
            steps + more,
        )

    def _directed(self, query: PathQuery) -> FoundPaths:
        """The relationships that ``query`` may stand for, when only one way round is their own."""
        if query.steps[0].direction == 1:
            return FoundPaths(*self._one_way(query))
        nodes, relationships, steps = self._one_way(query.turned())
        return FoundPaths(nodes[:, ::-1], relationships, steps)

    def _one_way(self, query: PathQuery) -> tuple[Int32, Int32, int]:
        low, high = self._boxes(query)
        numbers = self._tree.within(low, high)
        nodes, relationships = self._paths(numbers)
        keep = agreeing(self._arms, self._vectors, query, nodes, relationships)
        return nodes[keep], relationships[keep], len(numbers)

    @cached_property
    def _tree(self) -> BoxTree:
        n_paths = len(self._arms.relation) if self._length == 1 else int(self._arms.first_pairs[-1])
        nodes, relationships = self._paths(np.arange(n_paths, dtype=np.int64))
        columns = [self._places[nodes], self._arms.relation[relationships]]
        heights = [self._heights[column] for column in nodes.T]
        return BoxTree(np.column_stack([*columns, *heights]).astype(np.float64))

    def _paths(self, numbers: Int64) -> tuple[Int32, Int32]:
        """Nodes and relationships of paths by number: of relationships, or of the pairs of arms of all nodes."""
        arms = self._arms
        if self._length == 1:
            source = arms.source[numbers]
            return np.column_stack([source, self._targets[numbers]]), numbers[:, None].astype(np.int32)
        centres = np.searchsorted(arms.first_pairs, numbers, side="right") - 1
        first, second = _pair_of(numbers - arms.first_pairs[centres])
        one, other = arms.indptr[centres] + first, arms.indptr[centres] + second
        nodes = np.column_stack([arms.ends[one], centres.astype(np.int32), arms.ends[other]])
        return nodes, np.column_stack([arms.relationships[one], arms.relationships[other]])

    @cached_property
    def _targets(self) -> Int32:
        arms = self._arms
        targets = arms.source.copy()
        centres = np.repeat(np.arange(arms.n_nodes, dtype=np.int32), arms.degrees)
        leaves = centres == arms.source[arms.relationships]
        targets[arms.relationships[leaves]] = arms.ends[leaves]
        return targets

    def _boxes(self, query: PathQuery) -> tuple[Float64, Float64]:
        """The corners of the boxes in which the paths lie that ``query`` may stand for."""
        labels = [self._intervals(place) for place in query.places]
        if np.prod([len(intervals) for intervals in labels]) > _MOST_BOXES:
            labels = [[(intervals[0][0], intervals[-1][1])] for intervals in labels]
        last = float(max(0, self._arms.n_relations - 1))
        spans = [(0.0, last) if s.relations is None else _span(s.relations) for s in query.steps]
        bounds = np.concatenate([self._clipped(place) for place in query.places])
        tops = np.tile(self._tops, len(query.places))
        corners = [np.array([*chosen, *spans]) for chosen in product(*labels)]
        low = np.array([[*corner[:, 0], *bounds] for corner in corners])
        high = np.array([[*corner[:, 1], *tops] for corner in corners])
        return low, high

    def _intervals(self, place: Place) -> list[Interval]:
        """The places that a position admits, ascending."""
        if place.rows is not None:
            places = np.sort(self._places[place.rows])
            if len(places) <= _FEW_ROWS:
                return [(float(p), float(p)) for p in places]
            return [_span(places)]
        if place.mask is not None:
            allowed = self._places[np.flatnonzero(place.mask)]
            return [(float(allowed.min()), float(allowed.max()))] if len(allowed) else []
        return [(0.0, float(max(0, len(self._places) - 1)))]

    def _clipped(self, place: Place) -> NDArray[np.float32]:
        """The lower bound as the tree knows heights; nothing where nothing is known."""
        if not len(place.bound):
            return np.full(len(self._tops), -np.finfo(np.float32).max, np.float32)
        finite = np.maximum(place.bound, -np.finfo(np.float32).max)
        return np.minimum(np.where(np.isnan(finite), -np.finfo(np.float32).max, finite), self._tops)


def _span(ascending: NDArray[np.int32]) -> Interval:
    return float(ascending[0]), float(ascending[-1])


def _heights(vectors: Vectors) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Dominance vectors as the tree holds them, and the greatest in each place.

    Boxes need finite corners, and cannot ask for a certificate: a row of which not everything is proved stands above
    all others, so that no bound rules it out before the leaf.
    """
    heights, certificate = vectors
    proved = (certificate == ANY_SIZE)[:, None] & np.isfinite(heights)
    highest = np.where(proved, heights, 0).max(axis=0, initial=0)
    tops = np.nextafter(highest, np.float32(np.inf), dtype=np.float32)
    return np.where(proved, heights, tops).astype(np.float32), tops


def _pair_of(numbers: Int64) -> tuple[Int64, Int64]:
    """Which two of a node's arms a pair is, the first below the second: pairs ascend by (second, first)."""
    second = ((1 + np.sqrt(1 + 8.0 * numbers)) / 2).astype(np.int64)
    second -= second * (second - 1) // 2 > numbers
    second += second * (second + 1) // 2 <= numbers
    return numbers - second * (second - 1) // 2, second
