"""Dominance embeddings used and, monotone by construction, made (SG-RAG §4.2; GNN-PE's idea without training).

A node's vector is the sum of non-negative vectors over its relationships, so that no part of its star exceeds it:
exact for every node, hubs included, with nothing to train or to prove. A pattern's node gives a lower bound: each of
its edges counts only where every relationship that it may take would count. Relationships of a match are distinct,
so the bound holds whatever rows coincide.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.star_attention import gat_admits, gat_lower_bound
from motif.engine.subgraph_query import frozen
from motif.errors import InvalidInput
from motif.graphs.csr import build_csr
from motif.graphs.dominance import ANY_SIZE, DominanceEmbedding
from motif.graphs.stamp import EncoderStamp
from motif.kernels.arrays import Graph, Int32
from motif.kernels.stars import (
    NEVER,
    Places,
    neighbour_places,
    not_dominated,
    relation_spread,
    shared_part,
    star_vectors,
)

CONSTRUCTED: Final[Literal["constructed"]] = "constructed"
MAXIMUM_DIMENSION = 64

_PLACES = ("fixed", "arcs", "relation_parts", "label_parts")
_FEW_ROWS = 64
_OUT, _IN = 0, 1

Relations: TypeAlias = NDArray[np.intp] | slice
"""Some relations, or `ALL`."""

ALL = slice(None)


def construct_dominance(graph: DataGraph, *, dimension: int = 8) -> DominanceEmbedding:
    """The embedding whose every vector is a sum over the node's relationships; certificate `ANY_SIZE`. O(n + m).

    Places of a vector: out-degree, in-degree, degree (a loop is one), then how many relationships are of one of
    several groups of (direction, relation), then of (relation, the neighbour's labels) where labels differ. Groups
    are balanced by how many nodes they are at. With two dimensions only the first two stay, with one the degree.

    Parameters
    ----------
    dimension
        1 to 64. Sums are whole numbers, exact up to 2**24, where they stop.

    Raises `InvalidInput` for another dimension.

    >>> from motif.graphs.csr import build_csr
    >>> source, target = np.array([0, 0, 2], np.int32), np.array([1, 2, 2], np.int32)
    >>> graph = DataGraph(
    ...     build_csr(source, target, 3), build_csr(target, source, 3),
    ...     np.zeros(3, np.int32), np.zeros(3, np.int32), 1,
    ... )
    >>> construct_dominance(graph, dimension=3).vectors.tolist()
    [[2.0, 0.0, 2.0], [0.0, 1.0, 1.0], [1.0, 2.0, 2.0]]
    """
    if not isinstance(dimension, int) or not 1 <= dimension <= MAXIMUM_DIMENSION:
        raise InvalidInput(
            f"dimension is {dimension!r}; a constructed dominance embedding has 1 to {MAXIMUM_DIMENSION}.",
            hint="8 is the default; more prune more where there are many relations, and take more memory.",
        )
    places = _places(graph, dimension)
    label_set = frozen(graph.label_set)
    vectors = star_vectors(_arrays(graph), label_set, places, dimension)
    source, target = frozen(graph.source, np.int32), frozen(graph.outgoing.indices, np.int32)
    ends = source, target, frozen(graph.relation)
    parameters: dict[str, NDArray[Any]] = dict(zip(_PLACES, places, strict=True))
    parameters["neighbours"] = neighbour_places(ends, label_set, places, dimension)
    return DominanceEmbedding(
        CONSTRUCTED,
        EncoderStamp(CONSTRUCTED, dimension, _digest(parameters.values())),
        vectors,
        np.full(graph.n_nodes, ANY_SIZE, np.int16),
        parameters,
    )


def lower_bound(
    embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, node: int, rows: Int32 | None
) -> NDArray[np.float32]:
    """A vector that every row which can take the pattern ``node`` dominates, float32 (dimension,).

    Parameters
    ----------
    rows : int32 or None
        The rows that may take the node, where they are known.

    It holds where the certificate covers the node's star, see `star_size`; 0 (or -inf) where nothing is known.
    """
    if embedding.kind == "gat":
        return gat_lower_bound(embedding, graph, query, node, rows)
    counts = [0] * (embedding.dimension + 1)
    for edge in edges_at(query, node):
        for place in _certain_places(embedding, graph, query, node, edge):
            counts[place] += 1
    return np.array(counts[:-1], np.float32)


def admits(
    embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, node: int, rows: Int32
) -> NDArray[np.bool_]:
    """Which ``rows`` may take the pattern ``node``, bool (len(rows),): False only where it is proved impossible."""
    if embedding.kind == "gat":
        return gat_admits(embedding, graph, query, node, rows)
    bound = lower_bound(embedding, graph, query, node, rows)
    vectors, certificate = frozen(embedding.vectors, np.float32), frozen(embedding.certificate, np.int16)
    return not_dominated(vectors, certificate, frozen(rows, np.int32), bound, star_size(query, node))


def warm() -> None:
    """Compile all that making and using a constructed embedding runs, or load it from the cache on disk."""
    source, target, sets = np.array([0], np.int32), np.array([1], np.int32), np.array([0, 1], np.int32)
    csr = build_csr(source, target, 2), build_csr(target, source, 2)
    graph = DataGraph(*csr, np.zeros(1, np.int32), sets, 1)
    masks: tuple[None, NDArray[np.bool_]] = None, np.ones(2, np.bool_)
    query = MatchQuery(source, target, (None, None), masks, (None,), (None,), directed=False)
    admits(construct_dominance(graph), graph, query, 0, sets)
    shared_part(frozen(masks[1], np.bool_), frozen(graph.label_set), frozen(sets, np.int32))


def edges_at(query: MatchQuery, node: int) -> list[int]:
    """The pattern edges at a pattern node; a loop once."""
    return np.flatnonzero((query.heads == node) | (query.tails == node)).tolist()


def star_size(query: MatchQuery, node: int) -> int:
    """How many relationships the star of a pattern node has; a certificate below it proves nothing."""
    return len(edges_at(query, node))


def _certain_places(
    embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, node: int, edge: int
) -> set[int]:
    """Where a pattern edge counts whatever relationship it takes; the dimension stands for nowhere."""
    head, tail = int(query.heads[edge]), int(query.tails[edge])
    allowed = query.edge_relations[edge]
    relations = ALL if allowed is None else np.flatnonzero(allowed)
    leaf = tail if head == node else head

    def places(side: int) -> set[int]:
        return _places_of(embedding, graph, query, (side, relations, leaf))

    if head == tail:
        return places(_OUT) | places(_IN)
    if query.directed:
        return places(_OUT if head == node else _IN)
    return places(_OUT) & places(_IN)


def _places_of(
    embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, edge: tuple[int, Relations, int]
) -> set[int]:
    """Where every relationship of one of ``relations`` counts that leaves or enters (``side``) towards ``leaf``."""
    side, relations, leaf = edge
    fixed, arcs = embedding.parameters["fixed"].tolist(), embedding.parameters["arcs"]
    places = {fixed[side], fixed[2]}
    places |= _only(arcs[side, relations])
    if fixed[4] == 0:
        return places
    neighbours = embedding.parameters["neighbours"][side, relations]
    shared = _only(neighbours if len(neighbours) == 1 else neighbours[neighbours != NEVER])
    if shared <= {NEVER, embedding.dimension}:
        shared = _leaf_places(embedding, graph, query, relations, leaf)
    return places | shared


def _leaf_places(
    embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, relations: Relations, leaf: int
) -> set[int]:
    """The neighbour's place that is certain by what is known of the leaf's labels, if there is one."""
    relation_parts, label_parts = (embedding.parameters[name] for name in ("relation_parts", "label_parts"))
    rows, mask = query.node_rows[leaf], query.node_masks[leaf]
    if rows is not None and len(rows) <= _FEW_ROWS:
        part = _only(label_parts[graph.label_set[rows if mask is None else rows[mask[rows]]]])
    elif mask is not None:
        label_set, parts = frozen(graph.label_set), frozen(label_parts, np.int32)
        part = {shared_part(frozen(mask, np.bool_), label_set, parts)} - {NEVER}
    else:
        return set()
    first, count = embedding.parameters["fixed"][3:5]
    return {
        int(first + (mine + leafs) % count) for mine in _only(relation_parts[relations]) for leafs in part
    }


def _only(values: NDArray[np.int32]) -> set[int]:
    """The value that all are, as a set; an empty set where they differ or there is none."""
    if len(values) == 1:
        return {int(values[0])}
    return {int(values[0])} if len(values) and (values == values[0]).all() else set()


def _arrays(graph: DataGraph) -> Graph:
    outgoing, incoming = graph.outgoing, graph.incoming
    return (
        frozen(outgoing.indptr, np.int32),
        frozen(outgoing.indices, np.int32),
        frozen(incoming.indptr, np.int32),
        frozen(incoming.indices, np.int32),
        frozen(incoming.data, np.int32),
        frozen(graph.relation),
    )


def _places(graph: DataGraph, dimension: int) -> Places:
    """Which places there are, and which relations and label sets count in which."""
    rest, per_label = max(0, dimension - 3), np.bincount(graph.label_set, minlength=1)
    n_neighbours = rest // 2 if np.count_nonzero(per_label) > 1 else 0
    n_arcs = rest - n_neighbours
    degrees = {1: (1, 1, 0), 2: (0, 1, 2)}.get(dimension, (0, 1, 2))
    fixed = np.array([*degrees, 3 + n_arcs, n_neighbours], np.int64)
    spread = relation_spread(_arrays(graph), graph.n_relations)
    arcs = _balanced(spread.ravel(), n_arcs)
    return (
        fixed,
        np.where(arcs < 0, dimension, 3 + arcs).astype(np.int32).reshape(2, -1),
        np.maximum(_balanced(spread.sum(axis=0), n_neighbours), 0),
        np.maximum(_balanced(per_label, n_neighbours), 0),
    )


def _balanced(weights: NDArray[np.int64], groups: int) -> NDArray[np.int32]:
    """A group for each weight, the heaviest first into the group that is lightest so far; -1 without groups."""
    group = np.full(len(weights), -1, np.int32)
    loads = np.zeros(groups, np.int64)
    for item in np.argsort(-weights, kind="stable").tolist() if groups else ():
        group[item] = int(loads.argmin())
        loads[group[item]] += weights[item] + 1
    return group


def _digest(arrays: Iterable[NDArray[Any]]) -> str:
    digest = hashlib.blake2b(digest_size=8)
    for array in arrays:
        digest.update(f"{array.dtype.str}{array.shape}".encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()
