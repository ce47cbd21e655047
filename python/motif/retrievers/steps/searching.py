"""Searches and ranking by text over the projection: exact, and without a round trip."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import MissingDependency, MissingVectors
from motif.graphs.narrow import places_of_ids
from motif.graphs.projection import Projection
from motif.graphs.stages import SearchStage
from motif.indexes.hybrid import BM25_WEIGHT, HybridIndex
from motif.indexes.meaning import Meaning, meaning_of
from motif.retrievers.view import View

Scored = tuple[NDArray[np.int32], NDArray[np.float32]]
"""Rows of nodes, int32, best first, and their scores, float32."""


def search(view: View, stage: SearchStage, allowed: NDArray[np.bool_]) -> Scored:
    """The ``stage.limit`` nodes of ``allowed``, bool (n,), that its text is nearest to, ties by row.

    Of "vector" the score is the cosine with the node's text, or with its name where it has none. Of "fulltext" it is
    BM25 over name and text, divided by the best node's.

    Raises `MissingVectors` and `MissingDependency` where there are no vectors or nothing encodes the text.
    """
    if stage.kind == "vector":
        cosines = meaning_of(view.projection).cosines(view.encode(stage.text), allowed)
        return _highest(cosines, ~np.isnan(cosines), stage.limit)
    found = whole_index(view).relevance(stage.text, None, allowed, bm25_weight=1.0)
    return found.best(stage.limit)


def relevance_of(view: View, text: str, rows: NDArray[np.int32]) -> NDArray[np.float32]:
    """How relevant each of ``rows`` is to ``text`` among them, float32 (rows,), from 0 to 1, as hybrid retrieval ranks.

    By words alone where there are no vectors.
    """
    allowed = np.zeros(view.projection.n_nodes, dtype=np.bool_)
    allowed[rows] = True
    vector = vector_or_none(view, text)
    weight = BM25_WEIGHT if vector is not None else 1.0
    return whole_index(view).relevance(text, vector, allowed, bm25_weight=weight).scores(rows)


def vector_or_none(view: View, text: str) -> NDArray[np.float32] | None:
    """The vector of a question's text; None where the graph has no vectors of the encoder's, or there is none."""
    try:
        meaning: Meaning = meaning_of(view.projection)
        vector = view.encode(text)
    except (MissingVectors, MissingDependency):
        return None
    return vector if vector.shape == (meaning.dimension,) else None


def whole_index(view: View) -> HybridIndex:
    """All nodes that have a label by words and meaning, whatever questions are put to by default."""
    labels = view.projection.labels
    if len(view.hybrid.rows) == view.projection.n_nodes or not labels:
        return view.hybrid
    return view.hybrid_among(frozenset(labels))


def rows_of(projection: Projection, ids: list[str]) -> NDArray[np.int32]:
    """The row of the node of each element id, int32; -1 for those that the projection lacks (newer ones)."""
    nodes = projection.nodes
    found = np.full(len(ids), -1, dtype=np.int32)
    prefix = nodes.id_prefix
    if prefix is None or not len(nodes):
        return found
    places = [
        place for place, one in enumerate(ids) if one.startswith(prefix) and one[len(prefix) :].isdigit()
    ]
    numbers = np.array([int(ids[place][len(prefix) :]) for place in places], dtype=np.int64)
    rows = np.minimum(places_of_ids(nodes.ids, numbers), len(nodes) - 1)
    found[places] = np.where(nodes.ids[rows] == numbers, rows, -1)
    return found


def _highest(values: NDArray[Any], usable: NDArray[np.bool_], k: int) -> Scored:
    """The ``k`` rows of highest value among the usable ones, also where it is negative; ties by row."""
    rows = np.flatnonzero(usable)
    if len(rows) > k:
        border = -np.partition(-values[rows], k - 1)[k - 1]
        rows = rows[values[rows] >= border]
    rows = rows[np.lexsort((rows, -values[rows]))][:k]
    return rows.astype(np.int32), values[rows].astype(np.float32)
