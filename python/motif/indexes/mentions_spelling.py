"""Words of a vocabulary that are spelt almost like a word."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

_REMEMBERED = 1024
_AT_MOST = 16

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_SPOKEN = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

NUMERALS = {form: str(number) for forms in (_ROMAN, _SPOKEN) for number, form in enumerate(forms, start=1)}
"""Roman numerals and words for the numbers up to ten."""


def allowed_edits(length: int) -> int:
    """How many letters of a word of ``length`` may be wrong: added, left out, changed, or changed about.

    >>> [allowed_edits(length) for length in (3, 4, 7, 8)]
    [0, 1, 1, 2]
    """
    return 0 if length < 4 else 1 if length < 8 else 2


class Vocabulary:
    """Distinct words, and which of them are within `allowed_edits` of another word.

    Most are turned away by their sets of letters, without a false dismissal: an edit changes at most two letters
    of the set. O(words) per new word, about a millisecond for half a million.

    >>> Vocabulary(["hanks", "thanks", "banks", "tom"]).near("hnaks")
    [(0, 1)]
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words
        self._lengths = np.fromiter(map(len, words), np.int64, len(words))
        self._sets = _letter_sets(words, self._lengths)
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._near)

    def near(self, word: str) -> list[tuple[int, int]]:
        """Places and edits of the at most 16 words that are within `allowed_edits`, nearest first, ties by place.

        The word itself, which takes no edit, is left out. A word of digits alone is like no other.
        """
        return self._remembered(word)

    def _near(self, word: str) -> list[tuple[int, int]]:
        edits = allowed_edits(len(word))
        if not edits or word.isdigit():
            return []
        own = _letter_sets([word], np.array([len(word)]))[0]
        near = np.abs(self._lengths - len(word)) <= edits
        near &= np.bitwise_count(self._sets ^ own) <= 2 * edits
        places = np.flatnonzero(near).tolist()
        found = process.extract(
            word,
            [self._words[place] for place in places],
            scorer=OSA.distance,
            score_cutoff=edits,
            limit=None,
        )
        close = [(int(distance), places[place]) for _, distance, place in found if distance]
        return [(place, distance) for distance, place in sorted(close)[:_AT_MOST]]


def _letter_sets(words: Sequence[str], lengths: NDArray[np.int64]) -> NDArray[np.uint32]:
    """A bit for each letter that a word holds, by the letter's code modulo 32; uint32 (words,)."""
    sets = np.zeros(len(words), np.uint32)
    codes = np.frombuffer("".join(words).encode("utf-32-le", "surrogatepass"), np.uint32)
    filled = np.flatnonzero(lengths)
    if len(filled):
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])[filled]
        sets[filled] = np.bitwise_or.reduceat(np.uint32(1) << (codes & np.uint32(31)), starts)
    return sets
