"""A trained dominance embedding, online: vectors of stars, their certificates, and what they dismiss.

The network is SG-RAG's (§4.2, appendix C): a projection, one layer of attention over the star with self-loops, ReLU,
the sum over centre and leaves, a linear head, softplus. Attention is a weighted mean, so it does not grow with the
star: that a part of a star stays below the star is learnt, not given. `certify` therefore proves it node by node,
and `gat_admits` dismisses nobody beyond what was proved. Training is `motif.models.dominance_gnn`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.match_query import MAXIMUM_EDGES, DataGraph, MatchQuery
from motif.errors import InvalidInput
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.kernels.star_attention import Encoded, Weights, embed, encode
from motif.kernels.star_leaves import list_leaves
from motif.kernels.star_parts import certify_nodes

SLACK = 2.0**-20
"""By how much of max(1, value) a part must be above a row's vector to dismiss it. Vectors are rounded to float32 (a
relative 2**-24) from float64, whose own rounding and whose e**x of another machine are far below that."""

BUDGET = 20_000
"""Parts of a star that `certify` looks at, by default."""

_ROWS_AT_ONCE = 1 << 16
_MOST_ROWS_BOUNDED = 4096


@dataclass(frozen=True, slots=True)
class StarAttention:
    """Weights of the network: F inputs, H heads of C channels (K = H × C), d outputs; all float32.

    Attributes
    ----------
    projection : (F, K)
    source, target : (H, C)
        What a node adds to the attention along an arc that leaves or enters it.
    bias : (K,)
        Added after attention, before ReLU.
    head : (K, d)
    head_bias : (d,)

    >>> StarAttention.random(np.random.default_rng(7), n_inputs=4, n_heads=2, n_channels=3, dimension=2).dimension
    2
    """

    projection: NDArray[np.float32]
    source: NDArray[np.float32]
    target: NDArray[np.float32]
    bias: NDArray[np.float32]
    head: NDArray[np.float32]
    head_bias: NDArray[np.float32]

    def __post_init__(self) -> None:
        n_heads, n_channels = self.source.shape if self.source.ndim == 2 else (0, 0)
        hidden, dimension = n_heads * n_channels, len(self.head_bias)
        inputs = len(self.projection)
        expected = ((inputs, hidden), (n_heads, n_channels), (hidden,), (hidden, dimension), (dimension,))
        arrays = (self.projection, self.target, self.bias, self.head, self.head_bias)
        if min(inputs, hidden, dimension) < 1 or any(
            array.shape != shape for array, shape in zip(arrays, expected, strict=True)
        ):
            shapes = ", ".join(f"{name} {array.shape}" for name, array in self.parameters.items())
            raise InvalidInput(
                f"These are no weights of a network over stars: {shapes}.",
                hint="Needed: projection (F, H*C), source and target (H, C), bias (H*C,), head (H*C, d), "
                "head_bias (d,).",
            )

    @classmethod
    def random(
        cls, generator: np.random.Generator, *, n_inputs: int, n_heads: int, n_channels: int, dimension: int
    ) -> StarAttention:
        """Weights drawn from N(0, 1): a network that was never trained, for tests and comparisons."""
        hidden = n_heads * n_channels
        shapes = ((n_inputs, hidden), (n_heads, n_channels), (n_heads, n_channels))
        shapes += ((hidden,), (hidden, dimension), (dimension,))  # type: ignore[assignment]
        return cls(*(generator.normal(size=shape).astype(np.float32) for shape in shapes))

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, NDArray[Any]]) -> StarAttention:
        """The weights that ``parameters`` hold by name; further arrays are passed over.

        Raises `InvalidInput` when one is missing or of another shape.
        """
        missing = [field.name for field in fields(cls) if field.name not in parameters]
        if missing:
            raise InvalidInput(
                f"The trained embedding lacks its weights: {', '.join(missing)}.",
                hint="Make it again: kg.embed_dominance(kind='gat').",
            )
        return cls(*(np.asarray(parameters[field.name], np.float32) for field in fields(cls)))

    @property
    def parameters(self) -> dict[str, NDArray[np.float32]]:
        """The arrays by name, as `DominanceEmbedding.parameters` keeps them."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @property
    def n_inputs(self) -> int:
        return len(self.projection)

    @property
    def dimension(self) -> int:
        return len(self.head_bias)

    def doubled(self) -> Weights:
        """The arrays as kernels take them, float64."""
        arrays = (self.projection, self.source, self.target, self.bias, self.head, self.head_bias)
        first, second, third, fourth, fifth, sixth = (
            np.ascontiguousarray(array, np.float64) for array in arrays
        )
        return first, second, third, fourth, fifth, sixth


@dataclass(frozen=True, slots=True)
class Stars:
    """The star of each node: the other end of each of its relationships, whichever way it runs.

    Attributes
    ----------
    indptr : int64 (n + 1,)
    leaves : int32
        Those of node ``v`` are ``indptr[v]:indptr[v + 1]``, ascending: a loop's once, parallel ones as often.
    """

    indptr: NDArray[np.int64]
    leaves: NDArray[np.int32]


def stars_of(graph: DataGraph) -> Stars:
    """The star of each node of ``graph``. O(n + m)."""
    out, into = graph.outgoing, graph.incoming
    return Stars(*list_leaves(out.indptr, out.indices, into.indptr, into.indices))


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
    _check_features(weights, features)
    star_of = np.repeat(np.arange(len(centres)), np.diff(leaf_indptr))
    ordered = leaves[np.lexsort((leaves, star_of))]
    rows, places = np.unique(np.concatenate([centres, ordered]), return_inverse=True)
    stars: NDArray[np.int32] = places.astype(np.int32)
    doubled = weights.doubled()
    encoded = encode(doubled, np.ascontiguousarray(features[rows]))
    return embed(doubled, encoded, stars[: len(centres)], leaf_indptr, stars[len(centres) :])


class Certification:
    """What proves, block by block, up to which size no part of a node's star exceeds the star.

    Parameters
    ----------
    features : float32 (n, F)
    budget
        Parts that are looked at for each node. Beyond, a bound on what the centre can add may still prove more.

    Raises `InvalidInput` when the features do not fit.
    """

    def __init__(
        self, weights: StarAttention, features: NDArray[np.float32], graph: DataGraph, budget: int = BUDGET
    ) -> None:
        _check_features(weights, features)
        if len(features) != graph.n_nodes:
            raise InvalidInput(f"Features of {len(features)} nodes do not fit a graph of {graph.n_nodes}.")
        if budget < 1:
            raise InvalidInput(f"The budget must be 1 or more parts of each star, not {budget}.")
        self._budget = budget
        self._stars = stars_of(graph)
        self._weights: Weights = weights.doubled()
        self._encoded: Encoded = encode(self._weights, np.ascontiguousarray(features))

    def block(
        self, first: int, last: int, control: Control | None = None
    ) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
        """Vectors and certificates of the nodes ``first`` … ``last`` - 1, meaningless once ``control`` stopped it."""
        stars = self._stars
        vectors, sizes = certify_nodes(
            self._weights,
            self._encoded,
            (stars.indptr, stars.leaves),
            first,
            last,
            (self._budget, MAXIMUM_EDGES),
            np.zeros(1, np.int64) if control is None else control.flag,
        )
        vectors[sizes < 0] = np.inf
        whole = sizes == np.diff(stars.indptr[first : last + 1])
        certificate = np.where(whole, ANY_SIZE, np.minimum(sizes, ANY_SIZE - 1))
        certificate[sizes < 0] = NO_CERTIFICATE
        return vectors, certificate.astype(np.int16)


def certify(
    weights: StarAttention, features: NDArray[np.float32], graph: DataGraph, *, budget: int = BUDGET
) -> tuple[NDArray[np.float32], NDArray[np.int16]]:
    """Vectors, float32 (n, d), and certificates, int16 (n,), of all nodes, as `DominanceEmbedding` keeps them.

    A certificate is the largest k for which every part of the star with at most k relationships was proved not to
    exceed the star, by looking at it (at most ``budget`` parts of each star, and none of more than 32
    relationships) or by a bound that holds for all parts of that size. A node that alone exceeds its star gets +inf
    and `NO_CERTIFICATE`. O(n × budget) at worst.
    """
    return Certification(weights, features, graph, budget).block(0, graph.n_nodes)


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


def _check_features(weights: StarAttention, features: NDArray[np.float32]) -> None:
    if features.ndim != 2 or features.shape[1] != weights.n_inputs:
        raise InvalidInput(
            f"The network reads {weights.n_inputs} numbers of each node, the features are {features.shape}.",
            hint="Make the embedding again: kg.embed_dominance(kind='gat').",
        )


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
    _check_features(weights, embedding.features)
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
