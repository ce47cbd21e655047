"""Loops over the relationships at every node: what stars hold, and which rows a bound leaves."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Codes, Graph, Int32, Int64
from motif.kernels.compilation import inlined, kernel

Places: TypeAlias = tuple[Int64, Int32, Int32, Int32]
"""``fixed, arcs, relation_parts, label_parts``: the places of a vector that a relationship counts in.

``fixed`` holds the places of out-degree, in-degree and degree, the first place of neighbours and how many of those
there are; ``arcs`` (2, relations) the place of each relation where it leaves (0) and enters (1) the node. A
neighbour's place is the first one plus the relation's part and the label set's part modulo their number. A place
that a vector does not have is its dimension, one beyond the last."""

MOST = 2**24
"""Up to here every whole number is a float32; sums stop there."""

NEVER = -1


@inlined
def neighbour_place(places: Places, kind: int, labels: int, nowhere: int) -> int:
    """Where a relationship of relation ``kind`` to a neighbour with the label set ``labels`` counts."""
    fixed, _, relation_parts, label_parts = places
    if fixed[4] == 0:
        return nowhere
    return int(fixed[3] + (relation_parts[kind] + label_parts[labels]) % fixed[4])


@kernel
def relation_spread(graph: Graph, n_relations: int) -> Int64:
    """How many nodes each relation leaves (row 0) and enters (row 1), int64 (2, n_relations)."""
    out_indptr, _, in_indptr, _, in_data, relation = graph
    spread = np.zeros((2, n_relations), np.int64)
    seen = np.full((2, n_relations), -1, np.int64)
    for node in range(len(out_indptr) - 1):
        for place in range(out_indptr[node], out_indptr[node + 1]):
            kind = relation[place]
            spread[0, kind] += seen[0, kind] != node
            seen[0, kind] = node
        for place in range(in_indptr[node], in_indptr[node + 1]):
            kind = relation[in_data[place]]
            spread[1, kind] += seen[1, kind] != node
            seen[1, kind] = node
    return spread


@kernel
def star_vectors(graph: Graph, label_set: Codes, places: Places, dimension: int) -> NDArray[np.float32]:
    """The vector of every node's star, float32 (n, dimension): how often its relationships count in each place.

    A relationship counts once in each of its places; a loop is one relationship that leaves and enters.
    """
    out_indptr, out_indices, in_indptr, in_indices, in_data, relation = graph
    fixed, arcs, _, _ = places
    n_nodes = len(out_indptr) - 1
    vectors = np.empty((n_nodes, dimension), np.float32)
    counts = np.zeros(dimension + 1, np.int64)
    for node in range(n_nodes):
        counts[:] = 0
        for place in range(out_indptr[node], out_indptr[node + 1]):
            other, kind = out_indices[place], relation[place]
            counts[fixed[0]] += 1
            counts[fixed[2]] += 1
            counts[arcs[0, kind]] += 1
            if other == node:
                counts[fixed[1]] += 1
                if arcs[1, kind] != arcs[0, kind]:
                    counts[arcs[1, kind]] += 1
            counts[neighbour_place(places, kind, label_set[other], dimension)] += 1
        for place in range(in_indptr[node], in_indptr[node + 1]):
            other, kind = in_indices[place], relation[in_data[place]]
            if other == node:
                continue
            counts[fixed[1]] += 1
            counts[fixed[2]] += 1
            counts[arcs[1, kind]] += 1
            counts[neighbour_place(places, kind, label_set[other], dimension)] += 1
        for place in range(dimension):
            vectors[node, place] = min(counts[place], MOST)
    return vectors


@kernel
def neighbour_places(
    ends: tuple[Int32, Int32, Codes], label_set: Codes, places: Places, dimension: int
) -> Int32:
    """The neighbour's place that all relationships of a relation share, int32 (2, relations).

    Row 0 is where the relation leaves a node (the neighbour is the target), row 1 where it enters one. `NEVER` for
    a relation without relationships, ``dimension`` where they differ.

    Parameters
    ----------
    ends : int32 (m,) each
        Source, target and relation.
    """
    source, target, relation = ends
    shared = np.full(places[1].shape, NEVER, np.int32)
    for row in range(len(relation)):
        kind = relation[row]
        for side in range(2):
            other = target[row] if side == 0 else source[row]
            place = neighbour_place(places, kind, label_set[other], dimension)
            if shared[side, kind] == NEVER:
                shared[side, kind] = place
            elif shared[side, kind] != place:
                shared[side, kind] = dimension
    return shared


@kernel
def shared_part(mask: NDArray[np.bool_], label_set: Codes, label_parts: Int32) -> int:
    """The part that the label sets of all rows in ``mask`` share; `NEVER` where they differ or there is no row."""
    found = NEVER
    for row in range(len(mask)):
        if mask[row]:
            part = label_parts[label_set[row]]
            if found != NEVER and part != found:
                return NEVER
            found = part
    return found


@kernel
def not_dominated(
    vectors: NDArray[np.float32],
    certificate: NDArray[np.int16],
    rows: Int32,
    bound: NDArray[np.float32],
    size: int,
) -> NDArray[np.bool_]:
    """Which ``rows`` a star of ``size`` relationships may be at: not those that were proved and fall below ``bound``.

    No comparison with NaN dismisses anything.
    """
    admitted = np.ones(len(rows), np.bool_)
    for slot in range(len(rows)):
        row = rows[slot]
        if certificate[row] < size:
            continue
        for place in range(len(bound)):
            if vectors[row, place] < bound[place]:
                admitted[slot] = False
                break
    return admitted
