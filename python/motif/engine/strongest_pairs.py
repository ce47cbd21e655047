"""Of many scored pairs, those that are among the strongest of one of their ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs


def strongest_pairs(pairs: Pairs, n_left: int, max_neighbours: int, *, within: bool) -> Pairs:
    """The pairs that either end keeps among its ``max_neighbours`` strongest, ties by the other end's row.

    Parameters
    ----------
    pairs
        Distinct; ``within`` one set of ``n_left`` rows, or between that and another.

    O(pairs log pairs).

    >>> path = Pairs(np.array([0, 1, 2], np.int32), np.array([1, 2, 3], np.int32), np.array([.9, .1, .8], np.float32))
    >>> strongest_pairs(path, 4, 1, within=True).source.tolist()
    [0, 2]
    """
    source = pairs.source.astype(np.int64)
    target = pairs.target.astype(np.int64) + (0 if within else n_left)
    nodes, others = np.concatenate([source, target]), np.concatenate([target, source])
    order = np.lexsort((others, -np.concatenate([pairs.score, pairs.score]), nodes))
    keeps = np.zeros(len(nodes), np.bool_)
    keeps[order] = _rank_in_group(nodes[order]) < max_neighbours
    return pairs.take(keeps[: len(source)] | keeps[len(source) :])


def united_pairs(rows: NDArray[np.int32], others: NDArray[np.int32], score: NDArray[np.float32]) -> Pairs:
    """Pairs within one set of rows, each given once or from both ends, as `Pairs`: the lower end first, ascending.

    >>> united_pairs(np.array([2, 1], np.int32), np.array([1, 2], np.int32), np.ones(2, np.float32)).source.tolist()
    [1]
    """
    low, high = np.minimum(rows, others).astype(np.int64), np.maximum(rows, others).astype(np.int64)
    _, first = np.unique(low * (int(high.max(initial=0)) + 1) + high, return_index=True)
    return Pairs(low[first].astype(np.int32), high[first].astype(np.int32), score[first])


def _rank_in_group(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many entries of the same group stand before each; ``groups`` ascends."""
    starts = np.flatnonzero(
        np.concatenate([np.ones(min(1, len(groups)), np.bool_), groups[1:] != groups[:-1]])
    )
    return np.arange(len(groups)) - np.repeat(starts, np.diff(np.append(starts, len(groups))))
