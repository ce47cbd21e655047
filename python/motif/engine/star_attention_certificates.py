"""Certificates: up to which size it is proved that no part of a node's star exceeds the star."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.match_query import MAXIMUM_EDGES_OF_PATHS, DataGraph
from motif.engine.star_attention_stars import stars_of
from motif.engine.star_attention_weights import StarAttention
from motif.errors import InvalidInput
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE
from motif.kernels.star_attention import Encoded, Weights, encode
from motif.kernels.star_parts import certify_nodes

BUDGET = 20_000
"""Parts of a star that `certify` looks at, by default."""


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
        weights.check(features)
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
            (self._budget, MAXIMUM_EDGES_OF_PATHS),
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
