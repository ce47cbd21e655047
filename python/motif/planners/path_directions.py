"""Which way a relation is meant where the data allow both: who influenced her, or whom did she influence.

The grammar around the entity says whether it acts or is acted on (or possesses); the relation's name says which of its
ends does.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.indexes.names import readable
from motif.planners.path_wording import Wording

_FEW_SEQUENCES = 1 << 12
"""Sequences of relations up to which each has a number of its own."""


def direction_features(
    wording: Wording, symbols: NDArray[np.int32], relations: tuple[str, ...]
) -> NDArray[np.float64]:
    """Of each path, float64 (paths, 2): whether its first step goes the way the grammar says, and how many steps more
    than need be go against relations that are named as nouns are. Compared are paths by the same relations.

    Parameters
    ----------
    symbols : int32 (paths, steps)
        ``2 * relation``, one more for the way against it; filled up with -1.
    """
    found = np.zeros((len(symbols), 2))
    groups, counts = _by_relations(symbols, len(relations))
    sources = [patient_is_source(relation) for relation in relations]
    against = symbols % 2 == 1
    named = (symbols >= 0) & np.array([source is True for source in sources], np.bool_)[symbols // 2]
    steps = by_column(np.add, (against & named).astype(np.int64))
    least = np.full(len(counts), symbols.shape[1])
    np.minimum.at(least, groups, steps)
    found[:, 1] = steps - least[groups]
    if wording.acts is None:
        return found
    back = against[:, 0]
    n_back = np.bincount(groups, back, len(counts))
    is_told = np.array([source is not None for source in sources], np.bool_)[symbols[:, 0] // 2]
    is_other = np.array([source != wording.acts for source in sources], np.bool_)[symbols[:, 0] // 2]
    compared = ((n_back > 0) & (n_back < counts))[groups] & is_told
    found[compared, 0] = np.where(is_other == ~back, 1.0, -1.0)[compared]
    return found


def _by_relations(
    symbols: NDArray[np.int32], n_relations: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The number of each path's sequence of relations, and how many paths have each number."""
    taken, base = symbols // 2 + 1, n_relations + 1
    if base ** symbols.shape[1] <= max(
        4 * len(symbols), _FEW_SEQUENCES
    ):  # no need to number only those that come
        sequences = taken.astype(np.int64) @ base ** np.arange(symbols.shape[1], dtype=np.int64)
        return sequences, np.bincount(sequences)
    if base ** symbols.shape[1] < np.iinfo(np.int64).max:  # a sequence as one number
        taken = taken.astype(np.int64) @ base ** np.arange(symbols.shape[1], dtype=np.int64)
    _, groups, counts = np.unique(taken, axis=0, return_inverse=True, return_counts=True)
    return groups.reshape(-1), counts


def by_column(combine: np.ufunc, table: NDArray[Any]) -> NDArray[Any]:
    """Each row combined, column by column: of tables with few columns many times faster than along the rows."""
    found = table[:, 0].copy()
    for column in range(1, table.shape[1]):
        combine(found, table[:, column], out=found)
    return found


@lru_cache(maxsize=4096)
def patient_is_source(relation: str) -> bool | None:
    """Whether what is acted on, or what has the thing, is where the relation starts; None where its name does not say.

    >>> [patient_is_source(name) for name in ("directed_by", "INFLUENCED", "capital", "MEMBER_OF", "leads")]
    [True, False, True, False, None]
    """
    words = readable(relation).split()
    if not words:
        return None
    if "by" in words:
        return True
    if any(len(word) > 4 and word.endswith("ed") for word in words) or words[-1] == "of":
        return False
    if words[-1] in ("to", "in", "at", "on", "for", "from", "with") or words[0] in ("is", "in", "at"):
        return None
    return None if len(words) == 1 and words[0].endswith("s") else True
