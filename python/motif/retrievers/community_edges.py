"""Pairs of nodes that layers are made of: from relationships, from computed layers, from vectors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput
from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.retrievers.selection import nearest_hint

Pairs = tuple[NDArray[np.int32], NDArray[np.int32]]
"""Rows of the two ends, int32 (pairs,) each; a pair may stand there twice and either way."""

_ROWS_AT_ONCE = 1024


def is_joined_by(projection: Projection, name: str) -> bool:
    """Whether ``projection`` has a computed layer or a relationship type ``name``."""
    return name in projection.layers or name in projection.relationships.types


def edges_between(projection: Projection, name: str) -> Pairs:
    """The pairs of the computed layer ``name`` and of the relationships of that type.

    Raises `InvalidInput` where there is neither, with the nearest that there is.
    """
    if not is_joined_by(projection, name):
        known = [*projection.layers, *projection.relationships.types]
        raise InvalidInput(
            f"Nothing in '{projection.name}' is joined by {name!r}.", hint=nearest_hint(name, known)
        )
    links = projection.relationships
    found: list[Pairs] = []
    if (layer := projection.layers.get(name)) is not None:
        found.append((layer.source, layer.target))
    if name in links.types:
        chosen = links.type == links.types.index(name)
        found.append((links.sources[chosen], links.target[chosen]))
    sources, targets = zip(*found, strict=True)
    return np.concatenate(sources), np.concatenate(targets)


def names_between(projection: Projection, rows: NDArray[np.int32]) -> list[str]:
    """Computed layers and relationship types that join any two of ``rows``, sorted."""
    links, is_in = projection.relationships, _mask(rows, projection.n_nodes)
    types = distinct(links.type[links.sources.spread(is_in) & is_in[links.target]])
    layers = [
        name
        for name, layer in projection.layers.items()
        if bool((is_in[layer.source] & is_in[layer.target]).any())
    ]
    return sorted({*layers, *(links.types[number] for number in types.tolist())})


def among(rows: NDArray[np.int32], pairs: Pairs, n_nodes: int) -> Pairs:
    """Those of ``pairs`` with both ends in ``rows``."""
    is_in = _mask(rows, n_nodes)
    kept = is_in[pairs[0]] & is_in[pairs[1]]
    return pairs[0][kept], pairs[1][kept]


def relationships_among(
    projection: Projection, pairs: Pairs, allowed: NDArray[np.bool_] | None = None
) -> NDArray[np.int32]:
    """Rows of the relationships that join one of ``pairs``, whichever way they point, int32, ascending.

    Parameters
    ----------
    allowed : bool (m,) or None
        Relationships that may be given; None for all.
    """
    n_nodes = projection.n_nodes
    wanted = distinct(_keys(*pairs, n_nodes))
    indptr, rows = projection.outgoing.indptr, distinct(np.concatenate(pairs))
    sizes = indptr[rows + 1] - indptr[rows]
    starts = (
        np.repeat(indptr[rows] - np.concatenate([[0], np.cumsum(sizes)[:-1]]), sizes) if len(rows) else sizes
    )
    places = starts + np.arange(len(starts))
    keys = _keys(np.repeat(rows, sizes), projection.outgoing.indices[places], n_nodes)
    found = projection.outgoing.rows_at(places[np.isin(keys, wanted)])
    return np.sort(found if allowed is None else found[allowed[found]])


def nearest_pairs(vectors: NDArray[np.float32], k: int) -> Pairs:
    """Places of each vector and of the ``k`` others of highest cosine; of equal ones those that come first.

    Parameters
    ----------
    vectors : float32 (n, dimension)
        L2-normalised. O(n² * dimension) time, O(n) memory.

    >>> nearest_pairs(np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32), 1)[1].tolist()
    [1, 0, 1]
    """
    n_nodes = len(vectors)
    k = min(k, n_nodes - 1)
    if k < 1:
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    found = []
    for start in range(0, n_nodes, _ROWS_AT_ONCE):
        cosines = vectors[start : start + _ROWS_AT_ONCE] @ vectors.T
        own = np.arange(len(cosines))
        cosines[own, start + own] = -np.inf
        found.append(_largest(cosines, k))
    return np.repeat(np.arange(n_nodes, dtype=np.int32), k), np.concatenate(found).ravel()


def _largest(values: NDArray[np.float32], k: int) -> NDArray[np.int32]:
    """Places of the ``k`` largest of each row, int32 (rows, k), ascending; of equal ones the first."""
    least = np.partition(values, values.shape[1] - k, axis=1)[:, -k][:, None]
    above, equal = values > least, values == least
    room = k - above.sum(axis=1, keepdims=True)
    chosen = above | (equal & (np.cumsum(equal, axis=1) <= room))
    return np.nonzero(chosen)[1].reshape(len(values), k).astype(np.int32)


def _mask(rows: NDArray[np.int32], n_nodes: int) -> NDArray[np.bool_]:
    is_in = np.zeros(n_nodes, dtype=np.bool_)
    is_in[rows] = True
    return is_in


def _keys(source: NDArray[np.int32], target: NDArray[np.int32], n_nodes: int) -> NDArray[np.int64]:
    low, high = np.minimum(source, target).astype(np.int64), np.maximum(source, target)
    return low * n_nodes + high
