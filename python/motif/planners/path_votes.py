"""What examples like a question say of its path: votes of the nearest ones."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

Symbols = tuple[int, ...]
"""A path: ``2 * relation`` for each step, one more for a step against the relation."""

N_VOTES = 3
"""Votes are on the whole path, on its shape (where it goes back), and on its last step."""

_DOUBT = 1.0


class Votes:
    """Examples that vote, each as much as its question is like the one asked.

    Parameters
    ----------
    vectors : float32 (examples, dimension)
        Of the questions, the entities masked; L2-normalised.
    paths
        The right paths of each; its vote is shared among them.
    """

    def __init__(self, vectors: NDArray[np.float32], paths: Sequence[Sequence[Symbols]]) -> None:
        self._vectors = vectors
        mean = vectors.mean(axis=0) if len(vectors) else np.zeros(1, np.float32)
        self._reach = float(np.clip(0.1 * (1 - mean @ mean), 0.01, 0.1))
        pairs = [(place, path) for place, of_one in enumerate(paths) for path in of_one]
        self._voters = np.array([place for place, _ in pairs], np.int64)
        self._parts = np.array([1 / len(paths[place]) for place, _ in pairs])
        views = [_views(path) for _, path in pairs]
        self._numbers: list[dict[Hashable, int]] = [{} for _ in range(N_VOTES)]
        self._cast = np.array(
            [
                [known.setdefault(view[kind], len(known)) for view in views]
                for kind, known in enumerate(self._numbers)
            ],
            np.int64,
        )

    def features(
        self, vector: NDArray[np.float32], symbols: NDArray[np.int32], leave_out: int | None = None
    ) -> NDArray[np.float64]:
        """How much more than an even share of the votes each path gets, as logarithms: float64 (paths, `N_VOTES`).

        Near 0 where no example is like the question. ``leave_out`` is the place of an example that does not vote.
        """
        strengths = np.exp((self._vectors @ vector - 1.0).astype(np.float64) / self._reach)
        if leave_out is not None:
            strengths[leave_out] = 0.0
        given = strengths[self._voters] * self._parts
        views = [_views(tuple(row[row >= 0].tolist())) for row in symbols]
        found = np.zeros((len(symbols), N_VOTES))
        for kind, numbers in enumerate(self._numbers):
            votes = np.bincount(self._cast[kind], given, minlength=len(numbers) + 1)
            even = 1 / max(1, len({view[kind] for view in views}))
            shares = votes[[numbers.get(view[kind], len(numbers)) for view in views]]
            found[:, kind] = np.log((shares / even + _DOUBT) / (given.sum() + _DOUBT))
        return found


def _views(path: Symbols) -> tuple[Hashable, ...]:
    shape = tuple(path[step] == path[step - 1] ^ 1 if step else False for step in range(len(path)))
    return path, shape, path[-1:]
