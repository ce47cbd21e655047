"""Looking a query path up by scanning the arms that it may begin with (SG-RAG appendix L, without a tree).

Known positions are ranges: the arms of a known row, and among them those of a known relation. What is left of the
columns (the other end, direction, masks, dominance vectors) is tested arm by arm. A path is begun where the fewest
arms have to be looked at.
"""

from __future__ import annotations

import numpy as np

from motif.engine.path_arms import Arms
from motif.engine.path_expectation import begin_costs, steps_from
from motif.engine.path_query import FoundPaths, PathQuery, Place, Step
from motif.engine.subgraph_query import frozen
from motif.graphs.dominance import DominanceEmbedding
from motif.kernels import path_retrieval
from motif.kernels.arrays import Int32, Int64

Vectors = path_retrieval.Vectors
Edges = tuple[Int32, int]
"""Rows ``start, end, relationship``, and how many arms were looked at."""

_NO_ROWS = np.zeros(0, np.int32)
_NO_MASK = np.zeros(0, np.bool_)


def kernel_vectors(embedding: DominanceEmbedding) -> Vectors:
    """The embedding's arrays as kernels take them."""
    return frozen(embedding.vectors, np.float32), frozen(embedding.certificate, np.int16)


def scan_paths(
    arms: Arms, vectors: Vectors, query: PathQuery, *, budget: int, flag: Int64
) -> FoundPaths | None:
    """All paths that ``query`` may stand for; None when they are more than ``budget``.

    They are some of the paths only once ``flag[0]`` is set, which ends the scan.
    """
    length = len(query.steps)
    if query.is_impossible:
        return FoundPaths(np.empty((0, length + 1), np.int32), np.empty((0, length), np.int32), 0)
    costs = scan_costs(arms, query)
    begun = costs.index(min(costs))
    if length == 1:
        edges, looked_at = _edges(arms, vectors, query, (begun, 1 - begun), flag)
        nodes = edges[:, :2] if begun == 0 else edges[:, 1::-1]
        return FoundPaths(nodes, edges[:, 2:], looked_at) if len(edges) <= budget else None
    return _pairs(arms, vectors, query, begun, (budget, flag))


def scan_costs(arms: Arms, query: PathQuery) -> list[float]:
    """By position, how many rows and arms are looked at when a scan begins there."""
    return begin_costs(arms, query, tuple(_count(place, arms.n_nodes) for place in query.places))


def _pairs(
    arms: Arms, vectors: Vectors, query: PathQuery, begun: int, bounds: tuple[int, Int64]
) -> FoundPaths | None:
    """Paths of two relationships: the edges at one side, those at the other for the centres reached, all pairs."""
    budget, flag = bounds
    first, second = steps_from(arms, query, begun)
    if begun == 1:
        edges, looked_at = _edges(arms, vectors, query, (1, 2 * first), flag)
    else:
        edges, looked_at = _edges(arms, vectors, query, (begun, 1), flag)
        edges = edges[np.argsort(edges[:, 1], kind="stable")][:, [1, 0, 2]]
    centres, sizes = np.unique(edges[:, 0], return_counts=True)
    others, more = _edges(arms, vectors, query, (1, 2 * second), flag, centres)
    paired, other_sizes = np.unique(others[:, 0], return_counts=True)
    if int(sizes[np.searchsorted(centres, paired)] @ other_sizes) > budget:
        return None
    edges, others = frozen(edges, np.int32), frozen(others, np.int32)
    nodes, relationships = path_retrieval.pair_up(edges, others, query.rule(0, 2), flag)
    if first == 1:
        nodes, relationships = nodes[:, ::-1], relationships[:, ::-1]
    return FoundPaths(nodes, relationships, looked_at + more + len(nodes))


def _edges(
    arms: Arms,
    vectors: Vectors,
    query: PathQuery,
    positions: tuple[int, int],
    flag: Int64,
    starts: Int32 | None = None,
) -> Edges:
    """The arms from one position to the next, begun at ``starts`` or at all rows that may stand there."""
    here, there = positions
    step = query.steps[min(positions)] if here < there else query.steps[min(positions)].turned()
    if starts is None:
        starts = _starting_rows(query.places[here], arms.n_nodes)
    standings = _standing(query.places[here]), _standing(query.places[there])
    edge = _edge(arms, step, query.rule(here, there))
    return path_retrieval.edges_from(arms.arrays, vectors, frozen(starts, np.int32), standings, edge, flag)


def _count(place: Place, n_nodes: int) -> int:
    if place.rows is not None:
        return len(place.rows)
    return n_nodes if place.mask is None else int(np.count_nonzero(place.mask))


def _starting_rows(place: Place, n_nodes: int) -> Int32:
    """The rows that a position admits by rows and mask, ascending."""
    if place.rows is not None:
        return place.rows
    if place.mask is not None:
        return np.flatnonzero(place.mask).astype(np.int32)
    return np.arange(n_nodes, dtype=np.int32)


def _standing(place: Place) -> path_retrieval.Standing:
    return (
        frozen(_NO_ROWS if place.rows is None else place.rows, np.int32),
        frozen(_NO_MASK if place.mask is None else place.mask, np.bool_),
        frozen(place.bound, np.float32),
        place.size,
    )


def _edge(arms: Arms, step: Step, rule: int) -> path_retrieval.Edge:
    relations, mask = _NO_ROWS, _NO_MASK
    if step.relations is not None:
        relations, mask = step.relations, np.zeros(arms.n_relations, np.bool_)
        mask[relations] = True
    return (
        frozen(relations, np.int32),
        frozen(mask, np.bool_),
        frozen(_NO_MASK if step.mask is None else step.mask, np.bool_),
        step.direction,
        rule,
    )
