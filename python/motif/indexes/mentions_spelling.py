"""Words of a vocabulary that are spelt almost like a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from motif.graphs.narrow import Offsets
from motif.graphs.strings import StringTable
from motif.indexes.word_table import letters_of
from motif.kernels.building import counting_order

_REMEMBERED = 1024
_AT_MOST = 16
_ROUNDED = 1e-9

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


@dataclass(frozen=True, slots=True)
class Spellings:
    """Words by their length, and which letters each holds.

    Attributes
    ----------
    order : int32 (words,)
        Words by length, equally long ones as they come.
    starts : int64 (longest + 2,)
        Where the words of each length begin.
    sets : uint32 (words,)
        A bit for each letter that a word holds, by the letter's code modulo 32; in that order.
    """

    order: NDArray[np.int32]
    starts: NDArray[np.int64]
    sets: NDArray[np.uint32]


def spellings_of(words: StringTable) -> Spellings:
    """The spellings of ``words``; O(letters)."""
    offsets, letters = letters_of(words)
    lengths = np.diff(offsets).astype(np.int32)
    n_lengths = int(lengths.max(initial=0)) + 1
    starts = np.zeros(n_lengths + 1, np.int64)
    np.cumsum(np.bincount(lengths, minlength=n_lengths), out=starts[1:])
    order = counting_order(lengths, n_lengths, np.arange(len(lengths), dtype=np.int32))
    return Spellings(order, starts, _letter_sets(offsets, letters)[order])


class Vocabulary:
    """Distinct words, and which of them are within `allowed_edits` of another word.

    Most are turned away by their lengths, without a look, and by their sets of letters, without a false dismissal: an
    edit changes at most two letters of the set. About a millisecond per new word for half a million of one length.

    Parameters
    ----------
    spellings
        Of the words, where they are known.

    >>> Vocabulary(["hanks", "thanks", "banks", "tom"]).near("hnaks")
    [(0, 1)]
    """

    def __init__(self, words: Sequence[str] | StringTable, spellings: Spellings | None = None) -> None:
        self._words = words if isinstance(words, StringTable) else StringTable.from_strings(words)
        self.spellings = spellings_of(self._words) if spellings is None else spellings
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._near)

    def near(self, word: str) -> list[tuple[int, int]]:
        """Places and edits of the at most 16 words that are within `allowed_edits`, nearest first, ties by place.

        The word itself, which takes no edit, is left out. A word of digits alone is like no other.
        """
        return self._remembered(word)

    def maybe_within(self, word: str, share: float) -> NDArray[np.int32]:
        """Places of words, ascending: all that are within edits of ``share`` of the longer one's letters, and others.

        >>> Vocabulary(["hanks", "tom", "thanks", "bo"]).maybe_within("hnaks", 0.4).tolist()
        [0, 2]
        """
        asked = StringTable.from_strings([word])
        own = _letter_sets(*letters_of(asked))[0]
        order, starts, sets = self.spellings.order, self.spellings.starts, self.spellings.sets
        found = [np.zeros(0, np.int32)]
        for length in range(len(starts) - 1):
            edits = int(share * max(length, len(word)) + _ROUNDED)
            if abs(length - len(word)) <= edits:
                first, last = int(starts[length]), int(starts[length + 1])
                near = np.bitwise_count(sets[first:last] ^ own) <= 2 * edits
                found.append(order[first + np.flatnonzero(near)])
        return np.sort(np.concatenate(found))

    def _near(self, word: str) -> list[tuple[int, int]]:
        edits = allowed_edits(len(word))
        if not edits or word.isdigit():
            return []
        asked = StringTable.from_strings([word])
        word, own = asked[0], _letter_sets(*letters_of(asked))[0]
        order, starts, sets = self.spellings.order, self.spellings.starts, self.spellings.sets
        low, high = (min(length, len(starts) - 1) for length in (len(word) - edits, len(word) + edits + 1))
        first, last = int(starts[low]), int(starts[high])
        near = np.bitwise_count(sets[first:last] ^ own) <= 2 * edits
        places = np.sort(order[first + np.flatnonzero(near)])
        found = process.extract(
            word,
            self._words.take(places),
            scorer=OSA.distance,
            score_cutoff=edits,
            limit=None,
        )
        close = [(int(distance), int(places[place])) for _, distance, place in found if distance]
        return [(place, distance) for distance, place in sorted(close)[:_AT_MOST]]


def _letter_sets(offsets: Offsets, letters: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """A bit for each letter that a word holds, by the letter's code modulo 32; uint32 (words,)."""
    sets = np.zeros(len(offsets) - 1, np.uint32)
    filled = np.flatnonzero(np.diff(offsets))
    if len(filled):
        bits = np.uint32(1) << (letters & np.uint32(31))
        sets[filled] = np.bitwise_or.reduceat(bits, offsets[filled])
    return sets
