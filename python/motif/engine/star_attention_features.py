"""What a trained dominance embedding reads of each node: a few numbers from its name."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.projection import NAME, Projection, VectorSet

MOST_FEATURES = 32
_ROWS_AT_ONCE = 1 << 16
_STEPS = 4096.0


def name_features(projection: Projection, *, n_features: int = 16, seed: int = 0) -> NDArray[np.float32]:
    """Features of each node, float32 (n, n_features), about as large as numbers between -1 and 1.

    A node whose name has a vector gets that vector projected by a fixed random matrix (SG-RAG reads an encoder's
    vectors, §4.2); any other a hash of its name and labels. The same in every process; ``seed`` chooses the matrix
    and the hash. Raises `InvalidInput` unless there are 1 to 32 features.

    >>> from motif.catalog.triples import from_triples
    >>> features = name_features(from_triples([("Heat", "directed_by", "Mann")]), n_features=4)
    >>> features.shape, bool((np.abs(features) <= 1).all())
    ((2, 4), True)
    """
    if not 1 <= n_features <= MOST_FEATURES:
        raise InvalidInput(f"There can be 1 to {MOST_FEATURES} features of a node, not {n_features}.")
    result = np.empty((projection.n_nodes, n_features), np.float32)
    vectors = projection.vectors.get(NAME)
    has_vector = np.zeros(projection.n_nodes, np.bool_)
    if vectors is not None:
        has_vector = vectors.index >= 0
        result[has_vector] = _projected(vectors, n_features, seed)[vectors.index[has_vector]]
    nodes = projection.nodes
    labels = ["\0".join(labels) for labels in nodes.label_sets]
    for row in np.flatnonzero(~has_vector).tolist():
        result[row] = _hashed(f"{nodes.names[row]}\0{labels[nodes.label_set[row]]}", n_features, seed)
    return result


def _projected(vectors: VectorSet, n_features: int, seed: int) -> NDArray[np.float32]:
    """Each distinct vector times a matrix of uniform numbers, rounded so that the order of summing does not show."""
    n_inputs = vectors.matrix.shape[1]
    matrix = np.array([_hashed(f"input {place}", n_features, seed) for place in range(n_inputs)], np.float64)
    result = np.empty((len(vectors.matrix), n_features), np.float32)
    for first in range(0, len(result), _ROWS_AT_ONCE):
        part = vectors.matrix[first : first + _ROWS_AT_ONCE].astype(np.float64) @ matrix
        result[first : first + _ROWS_AT_ONCE] = np.round(part * _STEPS) / _STEPS
    return result


def _hashed(text: str, n_features: int, seed: int) -> NDArray[np.float32]:
    """Numbers between -1 and 1 that depend on ``text`` and ``seed`` alone."""
    content = f"{seed}\0{text}".encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(content, digest_size=2 * n_features).digest()
    return (np.frombuffer(digest, "<u2").astype(np.float32) + np.float32(0.5)) / np.float32(
        32768
    ) - np.float32(1)
