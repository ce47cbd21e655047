"""Where nodes stand: distances on the page like those in the graph, and no box over another.

Stress majorization (Gansner, Koren and North, "Graph Drawing by Stress Majorization", GD 2004, §2): each round solves
for the positions at which a bound on the stress, weighed by 1 / distance², is least. It begins from a spiral, so that
the picture is the same every time.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

_ROUNDS = 60
_PLACINGS = 3000
_APART_ROUNDS = 250
_GOLDEN_ANGLE = np.pi * (3 - np.sqrt(5))

Points = NDArray[np.float64]


def stress_layout(n_nodes: int, ends: Sequence[tuple[int, int]]) -> Points:
    """Positions of the nodes, shape (n_nodes, 2), neighbours about 1 apart, centred on the origin, wider than high.

    Parameters
    ----------
    n_nodes
        How many.
    ends
        Source and target of each relationship, as places below ``n_nodes``.

    >>> float(np.ptp(stress_layout(3, [(0, 1), (1, 2)])[:, 0]).round(2))
    2.0
    """
    if n_nodes < 2:
        return np.zeros((n_nodes, 2))
    wanted = hop_distances(n_nodes, ends)
    np.fill_diagonal(wanted, 1.0)
    weight = wanted**-2.0
    np.fill_diagonal(weight, 0.0)
    inverse = np.linalg.inv(
        _laplacian(weight) + 1 / n_nodes
    )  # what it does to centred positions, no more is asked
    points = _spiral(n_nodes)
    for _ in range(max(_ROUNDS, _PLACINGS // n_nodes)):  # a few nodes settle slowly and cost little
        offset = points[:, None, :] - points[None, :, :]
        length = np.maximum(np.sqrt((offset**2).sum(axis=2)), 1e-9)
        points = inverse @ _laplacian(weight * wanted / length) @ points
    return _lying(points)


def hop_distances(n_nodes: int, ends: Sequence[tuple[int, int]]) -> Points:
    """Relationships on the shortest way between every two nodes, whichever way they point, shape (n_nodes, n_nodes).

    Nodes that nothing joins are one step further apart than the farthest that are joined.

    >>> hop_distances(3, [(0, 1)]).tolist()
    [[0.0, 1.0, 2.0], [1.0, 0.0, 2.0], [2.0, 2.0, 0.0]]
    """
    joined = np.zeros((n_nodes, n_nodes), dtype=bool)
    for source, target in ends:
        joined[source, target] = joined[target, source] = True
    distances = np.full((n_nodes, n_nodes), np.inf)
    reached = np.eye(n_nodes, dtype=bool)
    steps = 0
    while reached.any():
        distances[reached] = steps
        steps += 1
        reached = ((reached.astype(np.float32) @ joined) > 0) & np.isinf(distances)
    distances[np.isinf(distances)] = steps
    return distances


def moved_apart(points: Points, sizes: Points) -> Points:
    """``points`` moved so that boxes of ``sizes`` (width, height), centred on them, do not lie over one another.

    Each round parts every two boxes that overlap along the axis on which less is needed, half each.

    >>> moved_apart(np.zeros((2, 2)), np.array([[4.0, 2.0], [4.0, 2.0]])).tolist()
    [[0.0, -1.0], [0.0, 1.0]]
    """
    points = points.copy()
    before = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
    needed = (sizes[:, None, :] + sizes[None, :, :]) / 2
    for _ in range(_APART_ROUNDS):
        offset = points[:, None, :] - points[None, :, :]
        overlap = needed - np.abs(offset)
        both: NDArray[np.bool_] = np.all(overlap > 1e-6, axis=2)
        np.fill_diagonal(both, False)
        if not both.any():
            break
        sideways = overlap[:, :, 0] < overlap[:, :, 1]
        side = np.where(offset == 0, before[:, :, None], np.sign(offset))
        push = side * np.maximum(overlap, 0) / 2
        points[:, 0] += np.where(both & sideways, push[:, :, 0], 0).sum(axis=1)
        points[:, 1] += np.where(both & ~sideways, push[:, :, 1], 0).sum(axis=1)
    return points


def _laplacian(weight: Points) -> Points:
    return np.diag(weight.sum(axis=1)) - weight


def _spiral(n_nodes: int) -> Points:
    turn = np.arange(n_nodes) * _GOLDEN_ANGLE
    radius = np.sqrt(np.arange(n_nodes) + 0.5)
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], axis=1)


def _lying(points: Points) -> Points:
    """Centred and turned so that the longest extent is from left to right, the first node left of the middle."""
    x, y = (points - points.mean(axis=0)).T
    angle = 0.5 * np.arctan2(2 * (x * y).sum(), (x * x).sum() - (y * y).sum())
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    turned = np.stack([along, across], axis=1)
    return turned if turned[0, 0] <= 0 else -turned
