"""The best mentions that do not overlap."""

from __future__ import annotations

import dataclasses
import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence

import numpy as np

from motif.indexes.mentions import Occurrence
from motif.planners.linking_scores import extent_of
from motif.planners.linking_wording import ARTICLES, Wording
from motif.planners.protocol import Mention

_GIVEN = 10.0
_LONGER = 1.5
"""Above 1, so that a longer mention outweighs its parts together."""


def choose(mentions: Sequence[Mention], wording: Wording) -> list[Mention]:
    """Mentions that do not overlap, of the greatest weight together; in order of position.

    A mention weighs its score times a power of its extent (`motif.planners.linking_scores.extent_of`), and ten times
    that if the writer marked it. O(n log n), by weighted interval scheduling.
    """
    ordered = sorted(mentions, key=lambda mention: (mention.end, mention.start))
    ends = [mention.end for mention in ordered]
    best = [0.0]
    taken: list[tuple[bool, int]] = []
    for place, mention in enumerate(ordered):
        before = bisect_right(ends, mention.start, hi=place)
        with_it = best[before] + _weight(mention, wording)
        taken.append((with_it > best[-1], before))
        best.append(max(with_it, best[-1]))
    chosen, place = [], len(ordered)
    while place:
        is_taken, before = taken[place - 1]
        if is_taken:
            chosen.append(ordered[place - 1])
        place = before if is_taken else place - 1
    return chosen[::-1]


def _weight(mention: Mention, wording: Wording) -> float:
    factor = _GIVEN if mention.kind == "given" else 1.0
    extent = extent_of(wording.inside(mention.start, mention.end), wording) or 1.0
    return factor * mention.score * math.pow(extent, _LONGER)


def merge_articles(found: Sequence[Occurrence], wording: Wording) -> list[Occurrence]:
    """The same occurrences, but those that begin with an article also name what the rest of them names.

    "The Thing" is as well a thing called "Thing": an article may be part of the name or of the sentence.
    """
    by_span = {(one.start, one.end): one for one in found}
    return [_with_rest(one, by_span, wording) for one in found]


def _with_rest(
    one: Occurrence, by_span: Mapping[tuple[int, int], Occurrence], wording: Wording
) -> Occurrence:
    words = wording.inside(one.start, one.end)
    if len(words) < 2 or words[0].text not in ARTICLES or (words[1].start, one.end) not in by_span:
        return one
    rest = by_span[words[1].start, one.end]
    rows = list(dict.fromkeys(np.concatenate([one.rows, rest.rows]).tolist()))
    return dataclasses.replace(one, rows=np.array(rows, np.int32))
