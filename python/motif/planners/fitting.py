"""Weights that make the right paths of examples likely, held near the weights that hold for any graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROUNDS = 120
_RATE, _DECAY_1, _DECAY_2 = 0.1, 0.9, 0.99


@dataclass(frozen=True, slots=True)
class Choice:
    """What could be chosen, and what was right.

    Attributes
    ----------
    features : float64 (options, features)
    is_right : bool (options,)
        True for at least one.
    """

    features: NDArray[np.float64]
    is_right: NDArray[np.bool_]


def fit_weights(
    choices: Sequence[Choice], prior: NDArray[np.float64], spread: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The weights under which the right options are likeliest, float64 (features,).

    The probability of an option is the softmax of its weighted features; where several options are right, their sum
    counts. The weights are a scale times ``prior`` and what each differs by, of standard deviation ``spread``: how sure
    to be is learnt from few examples, what to heed from many. Deterministic: a fixed number of steps.

    Source: maximum a posteriori estimation by gradient ascent with momentum (Kingma and Ba, Adam, 2015, alg. 1).

    >>> one = Choice(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([True, False]))
    >>> weights = fit_weights([one] * 20, np.array([0.1, 0.0]), np.ones(2))
    >>> bool(weights[0] > 1 and weights[1] < -1)
    True
    """
    if not choices:
        return prior.copy()
    problem = _Problem(choices)
    place = np.zeros(len(prior) + 1)
    first, second = np.zeros_like(place), np.zeros_like(place)
    for step in range(1, ROUNDS + 1):
        scale, weights = np.exp(place[0]), prior + place[1:]
        uphill = problem.gradient(scale * weights)
        gradient = np.append(scale * (uphill @ weights) - place[0], scale * uphill - place[1:] / spread**2)
        first = _DECAY_1 * first + (1 - _DECAY_1) * gradient
        second = _DECAY_2 * second + (1 - _DECAY_2) * gradient**2
        stride = first / (1 - _DECAY_1**step) / (np.sqrt(second / (1 - _DECAY_2**step)) + 1e-8)
        place = place + _RATE * (1 - step / (ROUNDS + 1)) * stride
    fitted: NDArray[np.float64] = np.exp(place[0]) * (prior + place[1:])
    return fitted


class _Problem:
    """All choices in one table."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        sizes = [len(choice.is_right) for choice in choices]
        self._rows = np.concatenate([choice.features for choice in choices])
        self._right = np.concatenate([choice.is_right for choice in choices])
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._owners = np.repeat(np.arange(len(choices)), sizes)

    def gradient(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """How the logarithm of the right options' probability grows with each weight."""
        scores = self._rows @ weights
        among_right = self._shares(np.where(self._right, scores, -np.inf))
        found: NDArray[np.float64] = (among_right - self._shares(scores)) @ self._rows
        return found

    def _shares(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """The softmax of the scores within each choice."""
        strength = np.exp(scores - np.maximum.reduceat(scores, self._starts)[self._owners])
        shares: NDArray[np.float64] = strength / np.add.reduceat(strength, self._starts)[self._owners]
        return shares
