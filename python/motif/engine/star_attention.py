"""A trained dominance embedding, online: vectors of stars, and which rows they dismiss.

The network is SG-RAG's (§4.2, appendix C): a projection, one layer of attention over the star with self-loops, ReLU,
the sum over centre and leaves, a linear head, softplus. Attention is a weighted mean, so it does not grow with the
star: that a part of a star stays below the star is learnt, not given. `motif.engine.star_attention_certificates`
proves it node by node, and `gat_admits` dismisses nobody beyond what was proved. Training is
`motif.models.dominance_gnn`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.star_attention_certificates import Certification, certify
from motif.engine.star_attention_stars import Stars, stars_of
from motif.engine.star_attention_weights import StarAttention
from motif.errors import InvalidInput
from motif.graphs.csr import build_csr
from motif.graphs.dominance import DominanceEmbedding
from motif.kernels.star_attention import embed, encode

__all__ = [
    "SLACK",
    "Certification",
    "StarAttention",
    "Stars",
    "certify",
    "embed_stars",
    "gat_admits",
    "gat_lower_bound",
    "stars_of",
    "warm",
]

SLACK = 2.0**-20
"""By how much of max(1, value) a part must be above a row's vector to dismiss it. Vectors are rounded to float32 (a
relative 2**-24) from float64, whose own rounding and whose e**x of another machine are far below that."""

_ROWS_AT_ONCE = 1 << 16
_MOST_ROWS_BOUNDED = 4096


def warm() -> None:
    """Compile what matching with a trained embedding runs, or load it from the cache on disk, by a small star."""
    source, target = np.array([0], np.int32), np.array([1], np.int32)
    csr = build_csr(source, target, 2), build_csr(target, source, 2)
    stars = stars_of(DataGraph(*csr, np.zeros(1, np.int32), np.zeros(2, np.int32), 1))
    shape = {"n_inputs": 1, "n_heads": 1, "n_channels": 1, "dimension": 1}
    weights = StarAttention.random(np.random.default_rng(0), **shape)
    rows = np.arange(2, dtype=np.int32)
    embed_stars(weights, np.zeros((2, 1), np.float32), rows, stars.indptr, stars.leaves)


def embed_stars(
    weights: StarAttention,
    features: NDArray[np.float32],
    centres: NDArray[np.int32],
    leaf_indptr: NDArray[np.int64],
    leaves: NDArray[np.int32],
) -> NDArray[np.float32]:
    """Vector of each star, float32 (s, d), all positive; the same in any batch and any order of its leaves.

    Parameters
    ----------
    features : float32 (n, F)
        Of every node of the graph.
    centres : int32 (s,)
        Rows of the centres.
    leaf_indptr, leaves : int64 (s + 1,), int32
        Rows of each star's leaves, one as often as there are relationships to it.

    Raises `InvalidInput` when the features are not F wide.

    >>> weights = StarAttention.random(np.random.default_rng(1), n_inputs=1, n_heads=1, n_channels=2, dimension=1)
    >>> features, centres = np.array([[0.5], [1], [-1]], np.float32), np.array([0, 0], np.int32)
    >>> one, other = embed_stars(weights, features, centres, np.array([0, 2, 4]), np.array([1, 2, 2, 1], np.int32))
    >>> bool(one == other)
    True
    """
    weights.check(features)
    star_of = np.repeat(np.arange(len(centres)), np.diff(leaf_indptr))
    ordered = leaves[np.lexsort((leaves, star_of))]
    rows, places = np.unique(np.concatenate([centres, ordered]), return_inverse=True)
    stars: NDArray[np.int32] = places.astype(np.int32)
    doubled = weights.doubled()
    encoded = encode(doubled, np.ascontiguousarray(features[rows]))
    return embed(doubled, encoded, stars[: len(centres)], leaf_indptr, stars[len(centres) :])


def gat_admits(
    embedding: DominanceEmbedding,
    graph: DataGraph,
    query: MatchQuery,
    node: int,
    rows: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """Which of ``rows`` may take pattern node ``node``: bool (len(rows),), False only where it is proved that not.

    The pattern's edges at ``node`` whose other end has one possible row are, together with a row that takes
    ``node``, a part of that row's star: each takes a relationship of its own, whatever ``query.injective`` and the
    direction are. So a row whose certificate covers that many relationships is dismissed when the part exceeds its
    vector by more than `SLACK`. O(len(rows) × edges).
    """
    admitted = np.ones(len(rows), np.bool_)
    known, n_loops = _known_leaves(query, node)
    n_leaves = len(known) + n_loops
    if n_leaves == 0:
        return admitted
    covered = np.flatnonzero(embedding.certificate[rows] >= n_leaves)
    for first in range(0, len(covered), _ROWS_AT_ONCE):
        places = covered[first : first + _ROWS_AT_ONCE]
        parts = _embed_parts(embedding, rows[places], known, n_loops)
        own = embedding.vectors[rows[places]].astype(np.float64)
        admitted[places] = ~(parts > own + SLACK * np.maximum(1.0, own)).any(axis=1)
    return admitted


def gat_lower_bound(
    embedding: DominanceEmbedding,
    graph: DataGraph,
    query: MatchQuery,
    node: int,
    rows: NDArray[np.int32] | None,
) -> NDArray[np.float32]:
    """A vector, float32 (d,), that each of ``rows`` that can take pattern node ``node`` dominates.

    That is the least of the rows' own vectors in each place, over those that `gat_admits`; -inf for more than 4096
    rows or when ``rows`` is None (any row), +inf when none is left.
    """
    if rows is None or len(rows) > _MOST_ROWS_BOUNDED:
        return np.full(embedding.dimension, -np.inf, np.float32)
    left = rows[gat_admits(embedding, graph, query, node, rows)]
    least: NDArray[np.float32] = embedding.vectors[left].min(axis=0, initial=np.float32(np.inf))
    return least


def _known_leaves(query: MatchQuery, node: int) -> tuple[list[int], int]:
    """Rows of the other ends that can only be one, ascending, one for each edge; and how many loops there are."""
    known, n_loops = [], 0
    for head, tail in zip(query.heads.tolist(), query.tails.tolist(), strict=True):
        if head == tail == node:
            n_loops += 1
        elif node in (head, tail):
            row = _only_row(query, tail if head == node else head)
            known += [] if row is None else [row]
    return sorted(known), n_loops


def _only_row(query: MatchQuery, node: int) -> int | None:
    """The row that pattern node ``node`` must take, None when there are several, or none."""
    rows, mask = query.node_rows[node], query.node_masks[node]
    if rows is None:
        return None
    allowed = rows if mask is None else rows[mask[rows]]
    return int(allowed[0]) if len(allowed) == 1 else None


def _embed_parts(
    embedding: DominanceEmbedding, rows: NDArray[np.int32], known: list[int], n_loops: int
) -> NDArray[np.float32]:
    """Vector of each row with the leaves ``known`` and ``n_loops`` times itself."""
    weights = StarAttention.from_parameters(embedding.parameters)
    if embedding.features is None:
        raise InvalidInput(
            "The trained embedding lacks the features of its nodes.",
            hint="Make it again: kg.embed_dominance(kind='gat').",
        )
    weights.check(embedding.features)
    n_rows, n_leaves = len(rows), len(known) + n_loops
    own = np.arange(n_rows, dtype=np.int32)
    leaf_rows = np.empty((n_rows, n_leaves), np.int32)
    leaf_rows[:, : len(known)], leaf_rows[:, len(known) :] = known, rows[:, None]
    places = np.empty((n_rows, n_leaves), np.int32)
    places[:, : len(known)] = n_rows + np.arange(len(known), dtype=np.int32)
    places[:, len(known) :] = own[:, None]
    if n_loops:
        places = np.take_along_axis(places, np.argsort(leaf_rows, axis=1, kind="stable"), axis=1)
    doubled = weights.doubled()
    encoded = encode(doubled, embedding.features[np.concatenate([rows, np.array(known, np.int32)])])
    indptr = np.arange(n_rows + 1, dtype=np.int64) * n_leaves
    return embed(doubled, encoded, own, indptr, np.ascontiguousarray(places.ravel()))
