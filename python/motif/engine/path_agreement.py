"""The exact test of paths that an index proposes: the leaf of SG-RAG's algorithm 7, many paths at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.path_arms import Arms
from motif.engine.path_query import PathQuery, Place, Step
from motif.kernels.arrays import Int32
from motif.kernels.path_retrieval import FREE, SAME, Vectors

Bool = NDArray[np.bool_]


def agreeing(arms: Arms, vectors: Vectors, query: PathQuery, nodes: Int32, relationships: Int32) -> Bool:
    """Which of the proposed paths ``query`` may stand for, bool (k,).

    Parameters
    ----------
    nodes : int32 (k, length + 1)
    relationships : int32 (k, length)
        Paths of the data graph, in the direction of the query path.
    """
    keep = np.ones(len(nodes), np.bool_)
    for position, place in enumerate(query.places):
        keep &= _stands(place, vectors, nodes[:, position])
    for position, step in enumerate(query.steps):
        keep &= _leads(arms, step, nodes[:, position], nodes[:, position + 1], relationships[:, position])
    for one in range(len(query.places)):
        for other in range(one + 1, len(query.places)):
            rule = query.rule(one, other)
            if rule != FREE:
                keep &= (nodes[:, one] == nodes[:, other]) == (rule == SAME)
    return keep


def _stands(place: Place, vectors: Vectors, rows: Int32) -> Bool:
    keep = np.ones(len(rows), np.bool_) if place.mask is None else place.mask[rows]
    if place.rows is not None:
        keep &= np.isin(rows, place.rows)
    if len(place.bound):
        falls_below = (vectors[0][rows] < place.bound).any(axis=1)
        keep &= ~falls_below | (vectors[1][rows] < place.size)
    return keep


def _leads(arms: Arms, step: Step, starts: Int32, ends: Int32, relationships: Int32) -> Bool:
    keep = np.ones(len(starts), np.bool_) if step.mask is None else step.mask[relationships]
    if step.relations is not None:
        keep &= np.isin(arms.relation[relationships], step.relations)
    if step.direction:
        keep &= (starts == ends) | ((arms.source[relationships] == starts) == (step.direction == 1))
    return keep
