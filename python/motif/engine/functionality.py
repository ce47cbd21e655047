"""How far one end of a relation settles the other, and which relations exclude each other: measured, not assumed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct

Rows = NDArray[np.int32]

FUNCTIONAL = 0.9
"""From here on one end of a relation settles the other."""


def functionality(source: Rows, target: Rows) -> tuple[float, float]:
    """How nearly each source of a relation has one target, and each target one source.

    Distinct sources by distinct (source, target) pairs, as in PARIS (Suchanek et al., 2011, §4.1), with one more pair
    added, so that a handful of triples proves nothing: 9 pairs with 9 sources give 0.9.

    Parameters
    ----------
    source, target : int32 (t,)
        The ends of all relationships of one relation; parallel ones count once.

    Returns
    -------
    (forward, backward), each at least 0 and below 1; 0 without triples.

    >>> films, directors = np.arange(9, dtype=np.int32), np.repeat(np.arange(3, dtype=np.int32), 3)
    >>> functionality(films, directors)
    (0.9, 0.3)
    """
    n_pairs = len(_pairs(source, target))
    return len(distinct(source)) / (n_pairs + 1), len(distinct(target)) / (n_pairs + 1)


def shared_pairs(one: tuple[Rows, Rows], other: tuple[Rows, Rows]) -> tuple[int, int]:
    """How many pairs of nodes the ``other`` relation joins, and how many of these ``one`` joins too.

    Each relation is given by its (source, target) rows; pairs are told apart without heed to direction, and a node
    with itself is one.

    >>> ends = np.array([0, 1], np.int32), np.array([1, 2], np.int32)
    >>> shared_pairs(ends, (np.array([1, 5], np.int32), np.array([0, 6], np.int32)))
    (2, 1)
    """
    wanted = _pairs(np.minimum(*other), np.maximum(*other))
    return len(wanted), int(np.isin(wanted, _pairs(np.minimum(*one), np.maximum(*one))).sum())


def _pairs(first: Rows, second: Rows) -> NDArray[np.int64]:
    """Distinct pairs, each as one number."""
    return distinct((first.astype(np.int64) << 32) | second.astype(np.int64))
