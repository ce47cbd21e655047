"""Pairs of sets that hold the two ends of a relation: chunks whose entities are related (DA-RAG §3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.similar_pairs import Pairs
from motif.engine.strongest_pairs import united_pairs
from motif.kernels.related_sets import Members, Relations, list_links, list_related

MOST_PAIRS = 10_000
"""A relation whose ends stand in so many sets that it would join more pairs of them is left out: it tells nothing."""

EXAMPLES = 3
_ROWS_AT_ONCE = 2048


@dataclass(frozen=True, slots=True)
class RelatedSets:
    """Pairs of sets, and what joins them; all aligned.

    Attributes
    ----------
    pairs
        With the sum of ``1 / sqrt(sets of u * sets of w)`` over the pairs of related members ``u, w`` as score.
    counts : int32
        How many relations join each pair.
    first, second : int32 (pairs, EXAMPLES)
        The related members of highest weight, -1 for none; the first is in ``source``.
    n_left_out
        Pairs of related members that were left out, as they would join more than `MOST_PAIRS`.
    """

    pairs: Pairs
    counts: NDArray[np.int32]
    first: NDArray[np.int32]
    second: NDArray[np.int32]
    n_left_out: int


def related_sets(
    holds: tuple[NDArray[np.int32], NDArray[np.int32]],
    related: tuple[NDArray[np.int32], NDArray[np.int32]],
    sizes: tuple[int, int],
    max_neighbours: int,
    report: Callable[[int, int], None] | None = None,
) -> RelatedSets:
    """Pairs of different sets of which one holds an end of a relation and the other holds the other end.

    Parameters
    ----------
    holds : int32, int32
        Sets and members, distinct pairs, ascending by both.
    related : int32, int32
        Both ends of each relation, in any direction; the same two may be related several times.
    sizes
        How many sets and members there are.
    max_neighbours
        How many partners each set keeps, those of highest score, ties by row; a pair stays when either end keeps it.
    report
        Called with sets done and their number; it may raise.

    Takes time linear in what relations join, memory linear in ``sets * max_neighbours``.

    >>> holds = np.array([0, 1, 2], np.int32), np.array([0, 1, 2], np.int32)
    >>> found = related_sets(holds, (np.array([0], np.int32), np.array([1], np.int32)), (3, 3), 5)
    >>> found.pairs.source.tolist(), found.pairs.target.tolist(), found.pairs.score.tolist(), found.counts.tolist()
    ([0], [1], [1.0], [1])
    """
    n_sets, n_members = sizes
    sets = _members(*holds, n_sets, n_members)
    relations, n_left_out = _relations(*related, np.diff(sets[2]))
    found = []
    for start in range(0, n_sets, _ROWS_AT_ONCE):
        if report is not None:
            report(start, n_sets)
        band = (start, min(start + _ROWS_AT_ONCE, n_sets))
        found.append(list_related(sets, relations, max_neighbours, band))
    rows = np.concatenate([np.zeros(0, np.int32), *(part[0] for part in found)])
    others = np.concatenate([np.zeros(0, np.int32), *(part[1] for part in found)])
    weights = np.concatenate([np.zeros(0, np.float64), *(part[2] for part in found)])
    counts = np.concatenate([np.zeros(0, np.int32), *(part[3] for part in found)])
    pairs = united_pairs(rows, others, weights.astype(np.float32))
    links = np.empty((len(pairs), EXAMPLES), np.int64)
    list_links(sets, relations, pairs.source, pairs.target, links)
    member = np.repeat(np.arange(n_members, dtype=np.int32), np.diff(relations[0]))
    return RelatedSets(
        pairs,
        _aligned(pairs, rows, others, counts),
        np.append(member, np.int32(-1))[links],
        np.append(relations[1], np.int32(-1))[links],
        n_left_out,
    )


def _members(sets: NDArray[np.int32], members: NDArray[np.int32], n_sets: int, n_members: int) -> Members:
    by_member = np.argsort(members, kind="stable")
    return _starts(sets, n_sets), members, _starts(members, n_members), sets[by_member]


def _relations(
    source: NDArray[np.int32], target: NDArray[np.int32], n_holders: NDArray[np.int64]
) -> tuple[Relations, int]:
    """Each pair of related members once from either end, and how many pairs were left out."""
    n_members = len(n_holders)
    low, high = np.minimum(source, target).astype(np.int64), np.maximum(source, target).astype(np.int64)
    keys, counts = np.unique(low * n_members + high, return_counts=True)
    low, high = np.divmod(keys, max(1, n_members))
    joined = n_holders[low] * n_holders[high]
    kept = (joined > 0) & (joined <= MOST_PAIRS)
    low, high, counts, joined = low[kept], high[kept], counts[kept], joined[kept]
    is_loop = low == high
    member = np.concatenate([low, high[~is_loop]])
    other = np.concatenate([high, low[~is_loop]])
    order = np.lexsort((other, member))
    count = np.concatenate([counts, counts[~is_loop]])[order].astype(np.int32)
    # Multiples of 2**-32 add up exactly in any order, so that ties are ties.
    weight = np.rint(2**32 / np.sqrt(np.concatenate([joined, joined[~is_loop]])[order])) / 2**32
    relations = _starts(member[order], n_members), other[order].astype(np.int32), count, weight
    return relations, int(((n_holders[keys // max(1, n_members)] > 0) & ~kept).sum()) if len(keys) else 0


def _aligned(
    pairs: Pairs, rows: NDArray[np.int32], others: NDArray[np.int32], counts: NDArray[np.int32]
) -> NDArray[np.int32]:
    """``counts`` of rows and others, in either order, by pair."""
    width = int(max(rows.max(initial=0), others.max(initial=0))) + 1
    keys = np.minimum(rows, others).astype(np.int64) * width + np.maximum(rows, others)
    _, first = np.unique(keys, return_index=True)
    return counts[first]


def _starts(values: NDArray[np.int32] | NDArray[np.int64], size: int) -> NDArray[np.int64]:
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(values, minlength=size), out=starts[1:])
    return starts
