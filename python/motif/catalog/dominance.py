"""Dominance embeddings as they stand in Neo4j: vectors of stars, certificates, and what tells that they still hold."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motif.catalog.reading_vectors import content_hash
from motif.engine.data_graph import data_graph
from motif.engine.dominance_content import star_hashes, vector_hashes
from motif.faults import no_dominance
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.projection import Projection


def dominance_rows(
    projection: Projection,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """What is written of each node: database id, int64 (n,); content hash, int64 (n,); vector, float32 (n, d + 1).

    The last number of a vector is the certificate. A node that is never pruned has zeros and `NO_CERTIFICATE`, so
    that all numbers are finite.

    Raises `MissingVectors` when the projection has no dominance embedding.
    """
    embedding = embedding_of(projection)
    proved = (embedding.certificate > NO_CERTIFICATE) & np.isfinite(embedding.vectors).all(axis=1)
    matrix = np.empty((projection.n_nodes, embedding.dimension + 1), np.float32)
    matrix[:, :-1] = np.where(proved[:, None], embedding.vectors, 0)
    matrix[:, -1] = np.where(proved, embedding.certificate, NO_CERTIFICATE)
    ids = projection.nodes.ids.astype(np.int64)
    return ids, contents_of(projection, matrix, embedding.features), matrix


def contents_of(
    projection: Projection, matrix: NDArray[np.float32], features: NDArray[np.float32] | None
) -> NDArray[np.int64]:
    """Hash of each node's star and its row of ``matrix``, int64 (n,): what a written vector must still agree with.

    Parameters
    ----------
    features : float32 (n, inputs) or None
        Of each node, where the vectors were made of them: where they are others now, no star that holds the node
        agrees.
    """
    nodes = node_hashes(projection)
    if features is not None:
        nodes = vector_hashes(nodes, features)
    relations = [content_hash(relation) for relation in projection.relationships.relations]
    stars = star_hashes(data_graph(projection), nodes, np.array(relations, np.int64))
    return vector_hashes(stars, matrix)


def restored(
    model: DominanceEmbedding, matrix: NDArray[np.float32], unchanged: NDArray[np.bool_]
) -> DominanceEmbedding:
    """The embedding whose vectors and certificates are the rows of ``matrix``, as `dominance_rows` gives them.

    Parameters
    ----------
    model
        Gives kind, stamp, parameters and features.
    unchanged : bool (n,)
        Nodes whose star and vector are what they were; all others are never pruned.
    """
    held = unchanged & np.isfinite(matrix).all(axis=1) & (matrix[:, -1] > NO_CERTIFICATE)
    return replace(
        model,
        stamp=replace(model.stamp, dimension=matrix.shape[1] - 1),
        vectors=np.where(held[:, None], matrix[:, :-1], np.float32(np.inf)),
        certificate=np.where(held, matrix[:, -1], NO_CERTIFICATE).astype(np.int16),
    )


def node_hashes(projection: Projection) -> NDArray[np.int64]:
    """Hash of each node's name and labels, int64 (n,)."""
    names, bounds = projection.nodes.names, projection.nodes.names.offsets.tolist()
    data = names.data.tobytes()
    digests = (hashlib.blake2b(data[start:end], digest_size=8).digest() for start, end in pairwise(bounds))
    of_names = np.frombuffer(b"".join(digests), "<i8").astype(np.int64)
    of_sets = [content_hash("\0".join(labels)) for labels in projection.nodes.label_sets]
    labels = np.array([*of_sets, 0], np.int64)[projection.nodes.label_set]
    return of_names ^ (labels << 1)


def embedding_of(projection: Projection) -> DominanceEmbedding:
    """The dominance embedding of ``projection``; raises `MissingVectors` where there is none."""
    if projection.dominance is None:
        raise no_dominance(projection.name)
    return projection.dominance
