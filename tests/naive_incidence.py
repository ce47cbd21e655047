"""Slow, obvious twin of the means of nodes' relationships: a list of vectors per node."""

from __future__ import annotations

import math
from collections.abc import Sequence

Vector = Sequence[float]


def incident_means(
    ends: Sequence[tuple[int, int]], vectors: Sequence[Vector | None], n_nodes: int, dimension: int
) -> list[list[float]]:
    """Of each node, the mean of the vectors of the relationships that touch it, of length 1; zeros where none is."""
    means = []
    for node in range(n_nodes):
        touching = [vector for pair, vector in zip(ends, vectors, strict=True) if node in pair and vector]
        mean = [sum(vector[column] for vector in touching) for column in range(dimension)]
        length = math.hypot(*mean)
        means.append([value / length if length > 1e-6 else 0.0 for value in mean])
    return means
