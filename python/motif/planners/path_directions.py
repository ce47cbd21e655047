"""Which way a relation is meant where the data allow both: who influenced her, or whom did she influence.

The grammar around the entity says whether it acts or is acted on (or possesses); the relation's name says which of its
ends does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.indexes.names import readable
from motif.planners.path_wording import Wording


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
    sources = [patient_is_source(relation) for relation in relations]
    for alike in _by_relations(symbols):
        against = symbols[alike] % 2 == 1
        first = sources[int(symbols[alike[0], 0]) // 2]
        if wording.acts is not None and first is not None and against[:, 0].any() and not against[:, 0].all():
            found[alike, 0] = np.where((first != wording.acts) == ~against[:, 0], 1.0, -1.0)
        named = np.array(
            [symbol >= 0 and sources[symbol // 2] is True for symbol in symbols[alike[0]].tolist()]
        )
        counts = (against & named).sum(axis=1)
        found[alike, 1] = counts - counts.min()
    return found


def _by_relations(symbols: NDArray[np.int32]) -> list[NDArray[np.int64]]:
    """The places of paths by the same relations, where there are several."""
    _, groups, counts = np.unique(symbols // 2, axis=0, return_inverse=True, return_counts=True)
    order = np.argsort(groups.reshape(-1), kind="stable")
    parts = np.split(order, np.cumsum(counts)[:-1])
    return [part for part in parts if len(part) > 1]


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
