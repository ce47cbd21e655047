"""Names by what they mean: the last resort of linking."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.indexes.vector import nearest_rows
from motif.planners.protocol import PlanningGraph

_LEAST = 0.55
"""Cosine similarity below which texts rather mean different things."""

_CLOSE = 0.9
_WEIGHT = 0.9


def nearest_in_meaning(graph: PlanningGraph | None, text: str, limit: int) -> tuple[NDArray[np.int32], float]:
    """The nodes whose names are nearest to ``text``, nearest first, and a score: 0.9 times the best similarity.

    Those nearly as near as the best, at most ``limit``, int32; none, and 0, where none is near, or the graph has no
    vectors or no encoder. An exact scan of all vectors.
    """
    vectors = graph.name_vectors if graph is not None and graph.has_encoder else None
    if graph is None or vectors is None:
        return np.zeros(0, np.int32), 0.0
    rows, distances = nearest_rows(vectors, graph.encode(text), limit)
    similarities = 1 - distances**2 / 2
    best = float(similarities.max(initial=0.0))
    near = rows[similarities >= max(_LEAST, _CLOSE * best)]
    return near, _WEIGHT * best if len(near) else 0.0
