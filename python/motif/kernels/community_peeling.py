"""Q-Peel: the maximal k-truss, its connected components, and each of them peeled (DA-RAG, algorithm 1)."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Float64, Int32, Int64
from motif.kernels.community_connection import new_search
from motif.kernels.community_graph import DEGREE, SIZE, SUM, layout, new_state
from motif.kernels.community_rules import new_waiting, peel_by_cascade, peel_strictly
from motif.kernels.community_trial import begin_component, reduce_to_truss
from motif.kernels.compilation import kernel
from motif.kernels.components import component_numbers
from motif.kernels.truss_supports import count_triangles

Components: TypeAlias = tuple[Int64, Int32]
"""``indptr, order``: nodes of each component by relevance, then by row."""

Peelings: TypeAlias = tuple[Int32, Int32, Int32, Int32, Float64, NDArray[np.bool_]]
"""``nodes, node_component, edges, edge_component, scores, complete``: rows of nodes and edges that are left, the
component of each, QRScore before and after for each component (NaN where it was left out), and whether it was peeled to
the end."""


@kernel
def peel(
    ends: tuple[Int32, Int32], relevance: Float64, wanted: tuple[int, int, bool, bool], control: Int64
) -> Peelings:
    """Every component of the maximal k-truss of edges ``ends`` (low, high), peeled.

    ``wanted``: k; the fewest nodes that a component has and that may be left; whether nodes go by themselves only; and
    whether only the best is asked for, so that components need not be peeled that cannot be it.
    """
    k, floor, is_strict, only_best = wanted
    graph, rows = layout(ends[0], ends[1], len(relevance))
    supports = np.zeros(len(ends[0]), np.int32)
    count_triangles(graph, supports, control)
    state = new_state(graph, supports, relevance[rows], k - 2)
    reduce_to_truss(state, control)
    left = np.flatnonzero(supports >= 0)
    numbers, count = component_numbers(graph[0][left], graph[1][left], len(rows))
    scores, complete = np.full((count, 2), np.nan), np.zeros(count, np.bool_)
    if control[0] != 0:
        return rows[:0], numbers[:0], rows[:0], numbers[:0], scores, complete
    components = _by_relevance(relevance, rows, numbers, count)
    bounds = _bounds(components, state[3], max(k, floor))
    search, waiting = new_search(len(rows)), new_waiting(len(rows), len(supports))
    best = -np.inf
    for component in np.argsort(-bounds):
        order = components[1][components[0][component] : components[0][component + 1]]
        if len(order) < floor or (only_best and bounds[component] < best):
            continue
        scores[component, 0] = begin_component(state, order, max(k, floor))
        if is_strict:
            complete[component] = peel_strictly(state, search, order, waiting, control)
        else:
            complete[component] = peel_by_cascade(state, search, order, control)
        scores[component, 1] = state[7][SUM] / state[6][SIZE]
        best = max(best, scores[component, 1])
    kept = np.flatnonzero(state[2][:, DEGREE] > 0)
    left = np.flatnonzero(supports >= 0)
    return rows[kept], numbers[kept], graph[5][left], numbers[graph[0][left]], scores, complete


@kernel
def _by_relevance(relevance: Float64, rows: Int32, numbers: Int32, count: int) -> Components:
    indptr = np.zeros(count + 1, np.int64)
    keys = np.empty(len(rows), np.int64)
    place_of = np.empty(len(relevance), np.int32)
    n_kept = 0
    for node in range(len(rows)):
        if numbers[node] >= 0:
            indptr[numbers[node] + 1] += 1
            place_of[rows[node]] = node
            units = np.int64(relevance[rows[node]] * 2**24) + 2**25
            keys[n_kept] = (units << 32) | rows[node]
            n_kept += 1
    for component in range(count):
        indptr[component + 1] += indptr[component]
    keys = keys[:n_kept]
    keys.sort()
    place = indptr[:-1].copy()
    order = np.empty(n_kept, np.int32)
    for key in keys:
        node = place_of[key & 0xFFFFFFFF]
        order[place[numbers[node]]] = node
        place[numbers[node]] += 1
    return indptr, order


@kernel
def _bounds(components: Components, weights: Float64, floor: int) -> Float64:
    """The highest QRScore that a part of each component with at least ``floor`` nodes may have."""
    indptr, order = components
    bounds = np.empty(len(indptr) - 1)
    for component in range(len(bounds)):
        first = max(indptr[component], indptr[component + 1] - floor)
        total = 0.0
        for node in order[first : indptr[component + 1]]:
            total += weights[node]
        bounds[component] = total / (indptr[component + 1] - first)
    return bounds
