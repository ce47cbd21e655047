"""The job ``neighbour_edges``: each entity and those nearest to it in meaning (DA-RAG's similarity layer, §3.1)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.grouped_pairs import GroupedVectors, group_vectors, grouped_pairs_above
from motif.errors import InvalidInput
from motif.faults import no_vectors
from motif.graphs.corpus import corpus_of
from motif.graphs.layers import IS_NEAR, EdgeLayer
from motif.graphs.projection import Projection
from motif.indexes.meaning import meaning_of
from motif_procedures.stopping import Report

K_NEIGHBOR = 5
_BELOW_ALL = -2.0
"""No cosine is so low: the nearest are taken however far they are."""


def neighbour_edges(
    projection: Projection,
    *,
    k_neighbor: int = K_NEIGHBOR,
    labels: Sequence[str] | None = None,
    progress: Callable[[int, int], None] | None = None,
    control: Control | None = None,
) -> EdgeLayer:
    """The layer ``IS_NEAR`` of ``projection``: each entity joined to its ``k_neighbor`` nearest in meaning.

    An edge stays when either end has the other among its nearest; its score is the cosine. Entities are those of a
    corpus, else all nodes, else the nodes that carry one of ``labels``; those without a vector have no neighbours.

    Raises `InvalidInput` for ``k_neighbor`` below 1, `MissingVectors` for a graph without vectors, `Cancelled`.

    >>> from motif.catalog.rows import from_rows
    >>> neighbour_edges(from_rows([("a", [], {"name": "A"})]))
    Traceback (most recent call last):
    motif.errors.MissingVectors: ...
    """
    if isinstance(k_neighbor, bool) or not isinstance(k_neighbor, int) or k_neighbor < 1:
        raise InvalidInput(f"k_neighbor must be a whole number, 1 or more, not {k_neighbor!r}.")
    rows = _entities(projection, labels)
    vectors = _meanings(projection, rows)
    report = Report("The search for nearest neighbours", progress, control)
    found = grouped_pairs_above(vectors, None, _BELOW_ALL, max_neighbours=k_neighbor, progress=report)
    settings = {
        "job": "neighbour_edges",
        "k_neighbor": k_neighbor,
        "labels": None if labels is None else list(labels),
        "found": {"nodes": len(rows), "withoutVector": int((vectors.index < 0).sum())},
    }
    return EdgeLayer(IS_NEAR, json.dumps(settings), rows[found.source], rows[found.target], found.score)


def _entities(projection: Projection, labels: Sequence[str] | None) -> NDArray[np.int32]:
    nodes = projection.nodes
    if labels is not None:
        labels = (labels,) if isinstance(labels, str) else labels
        carries = np.array([not set(labels).isdisjoint(of_set) for of_set in nodes.label_sets] or [False])
        rows = np.flatnonzero(carries[nodes.label_set]).astype(np.int32)
        if not len(rows):
            raise InvalidInput(
                f"No node of the graph '{projection.name}' has a label among {', '.join(labels)}.",
                hint=f"Its labels: {', '.join(projection.labels)}.",
            )
        return rows
    corpus = corpus_of(projection)
    return np.arange(projection.n_nodes, dtype=np.int32) if corpus is None else corpus.entities


def _meanings(projection: Projection, rows: NDArray[np.int32]) -> GroupedVectors:
    meaning = meaning_of(projection)
    if len(rows) and not meaning.present[rows].any():
        raise no_vectors(projection.name)
    index = np.full(len(rows), -1, np.int32)
    matrices: list[NDArray[np.float32]] = []
    for part in meaning.parts:
        places = part.index[rows]
        distinct, at = np.unique(places[places >= 0], return_inverse=True)
        index[places >= 0] = at + sum(len(matrix) for matrix in matrices)
        matrices.append(part.matrix[distinct])
    return group_vectors(index, np.concatenate(matrices))
