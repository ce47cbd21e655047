"""A dominance embedding held against the graph, and mended: what does not agree never prunes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph
from motif.engine.star_attention import SLACK, StarAttention, embed_stars, stars_of
from motif.errors import InvalidInput
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding


def check_dominance(embedding: DominanceEmbedding, graph: DataGraph) -> DominanceEmbedding:
    """The embedding as it may be used on ``graph``; the same object where nothing is wrong with it. O(n + m).

    A constructed one is made again where anything differs. Of a trained one, a row whose vector is not that of its
    star, or not a number, gets +inf and `NO_CERTIFICATE`; so does any row without a certificate. Certificates
    themselves are not proved again, see `motif.engine.star_attention.certify`.

    Raises `InvalidInput` when it is of a graph with another number of nodes.
    """
    if len(embedding.vectors) != graph.n_nodes or len(embedding.certificate) != graph.n_nodes:
        raise InvalidInput(
            f"The dominance embedding is of {len(embedding.vectors):,} nodes, the graph has {graph.n_nodes:,}.",
            hint="Make it of this graph: kg.embed_dominance().",
        )
    if embedding.kind == "constructed":
        made = construct_dominance(graph, dimension=embedding.dimension)
        return embedding if _equal(embedding, made) else made
    wrong = (embedding.certificate <= NO_CERTIFICATE) | _differ(embedding, graph)
    if (np.isposinf(embedding.vectors[wrong])).all() and (
        embedding.certificate[wrong] == NO_CERTIFICATE
    ).all():
        return embedding
    return replace(
        embedding,
        vectors=np.where(wrong[:, None], np.float32(np.inf), embedding.vectors),
        certificate=np.where(wrong, NO_CERTIFICATE, embedding.certificate).astype(np.int16),
    )


def _equal(one: DominanceEmbedding, other: DominanceEmbedding) -> bool:
    names = one.parameters.keys() | other.parameters.keys()
    return (
        np.array_equal(one.vectors, other.vectors)
        and np.array_equal(one.certificate, other.certificate)
        and all(
            name in one.parameters
            and name in other.parameters
            and np.array_equal(one.parameters[name], other.parameters[name])
            for name in names
        )
    )


def _differ(embedding: DominanceEmbedding, graph: DataGraph) -> NDArray[np.bool_]:
    """Rows whose vector is not the one that the network gives their star."""
    weights, stars = StarAttention.from_parameters(embedding.parameters), stars_of(graph)
    features = embedding.features
    if features is None or len(features) != graph.n_nodes:
        raise InvalidInput(
            "The trained embedding lacks the features of the graph's nodes.",
            hint="Make it again: kg.embed_dominance(kind='gat').",
        )
    rows = np.arange(graph.n_nodes, dtype=np.int32)
    made = embed_stars(weights, features, rows, stars.indptr, stars.leaves)
    near = np.abs(embedding.vectors - made) <= SLACK * np.maximum(1.0, made)
    return np.asarray(~near.all(axis=1), np.bool_)
