"""Names that hold a part of some words, or are spelt almost like it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import OSA

from motif.indexes.fulltext import WordIndex
from motif.indexes.mentions_spelling import NUMERALS, allowed_edits
from motif.indexes.names import NameIndex, normalise

CANDIDATES = 64
"""Names that are compared word by word; those that share the rarest words come first."""

_COMMON = 4096
"""A word of so many names alone says nothing: it brings candidates only where no other word does."""

_EDIT, _EDIT_OF_LETTER, _FIRST_LETTER = 0.1, 0.4, 0.1
"""What a wrong letter takes from the likeness of a word: always, more in a short word, and more at its beginning."""

_WHOLE = 0.45
"""Share of the likeness that goes to how much of the name is said."""

_SAME = 0.02
_TIERS = 4
_DOUBT = 0.15
"""How much a likeness loses each time twice as many names are equally like."""

_LEAST = 0.4


_Matched = dict[int, tuple[float, str]]
"""For each word that stands in a name, by place: how like it is to which word of the name."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """Names that part of some words is like.

    Attributes
    ----------
    first, last
        The part: from which word to which, both included.
    rows : int32
        Names equally like it, at most `CANDIDATES`, ascending.
    score
        Between 0 and 1: 1 would be the same words. Less the more names are equally like it.
    """

    first: int
    last: int
    rows: NDArray[np.int32]
    score: float


class NearNames:
    """Nodes whose names are like some words: misspelt, in part, with another numeral.

    Its vocabulary is that of `NameIndex.words`, built at the first use of either.
    """

    def __init__(self, names: NameIndex) -> None:
        self._names = names

    def find(
        self, words: Sequence[str], telling: Sequence[bool] | None = None, *, misspelt: bool = True
    ) -> list[Likeness]:
        """Parts of ``words`` (normalised) that names are like, with those names; best first, ties by place.

        A name is like a part when most of the part's words, weighted by how rare they are, stand in the name,
        each within `motif.indexes.mentions_spelling.allowed_edits`; numerals equal their numbers.

        Parameters
        ----------
        telling
            Which words say something; a part holds one that a name has, and others only beside such.
        misspelt
            Whether words count that are only spelt almost like those of a name.

        >>> from motif.graphs.strings import StringTable
        >>> from motif.indexes.names import build_name_index
        >>> names = build_name_index(StringTable.from_strings(["Al Pacino", "Michael Mann", "Rocky II"]))
        >>> near = NearNames(names)
        >>> [(like.first, like.last, like.rows.tolist()) for like in near.find(["by", "pacino"])]
        [(1, 1, [0])]
        >>> [like.rows.tolist() for text in ("micheal mann", "rocky 2") for like in near.find(text.split())]
        [[1], [2]]
        """
        is_telling = [True] * len(words) if telling is None else telling
        known = [
            self._same(word) + (self._alike(word) if misspelt else [])
            for word, tells in zip(words, is_telling, strict=True)
            if tells
        ]
        groups: dict[tuple[int, int], list[tuple[float, int]]] = {}
        for row in self._candidates(known).tolist():
            name = normalise(self._names.names[row]).split()
            compared = self._compared(_matched(words, name, misspelt), words, is_telling, name)
            if compared is not None:
                part, score = compared
                groups.setdefault(part, []).append((score, row))
        found = [like for part, scored in groups.items() for like in _tiers(part, scored)]
        return sorted((like for like in found if like.score >= _LEAST), key=_rank)

    def frequency(self, word: str) -> int:
        """How many names hold ``word``."""
        place = self._index.vocabulary.get(word)
        return 0 if place is None else int(self._index.indptr[place + 1] - self._index.indptr[place])

    @property
    def _index(self) -> WordIndex:
        return self._names.words

    def _same(self, word: str) -> list[int]:
        """Places in the vocabulary of the word and, for a numeral, of its other forms."""
        vocabulary = self._index.vocabulary
        return [vocabulary[form] for form in _forms(word) if form in vocabulary]

    def _alike(self, word: str) -> list[int]:
        """Places in the vocabulary of the words spelt almost like it."""
        return [place for place, _ in self._names.spelling.near(word)]

    def _candidates(self, known: Iterable[Sequence[int]]) -> NDArray[np.int32]:
        """The rows that hold the rarest of the words, at most `CANDIDATES`, int32."""
        index = self._index
        spans = {
            place: (int(index.indptr[place]), int(index.indptr[place + 1]))
            for places in known
            for place in places
        }
        if not spans:
            return np.zeros(0, np.int32)
        least = min(end - start for start, end in spans.values())
        used = [span for span in spans.values() if span[1] - span[0] <= max(_COMMON, least)]
        rows = np.concatenate([index.rows[start:end] for start, end in used])
        weights = np.repeat(
            [self._rarity(end - start) for start, end in used], [end - start for start, end in used]
        )
        distinct, inverse = np.unique(rows, return_inverse=True)
        order = np.lexsort((distinct, -np.bincount(inverse, weights)))
        return distinct[order[:CANDIDATES]]

    def _rarity(self, frequency: int) -> float:
        return math.log1p(self._index.n_rows / (frequency + 1))

    def _compared(
        self, matched: _Matched, words: Sequence[str], telling: Sequence[bool], name: Sequence[str]
    ) -> tuple[tuple[int, int], float] | None:
        """The part of ``words`` that is like ``name``, and how like; None where none is."""
        core = [place for place in matched if telling[place]]
        if not core:
            return None
        first, last = min(core), max(core)
        while first - 1 in matched:
            first -= 1
        while last + 1 in matched:
            last += 1
        said = asked = 0.0
        for place in range(first, last + 1):
            likeness, target = matched.get(place, (0.0, words[place]))
            asked += self._weight(target)
            said += self._weight(target) * likeness
        whole = sum(map(self._weight, name))
        return (first, last), said / asked * (1 - _WHOLE + _WHOLE * min(1.0, said / whole))

    def _weight(self, word: str) -> float:
        return self._rarity(self.frequency(word))


def _matched(words: Sequence[str], name: Sequence[str], misspelt: bool) -> _Matched:
    left = list(range(len(words)))
    matched: _Matched = {}
    for target in name:
        likeness, place = max(
            ((_likeness(words[at], target, misspelt), -at) for at in left), default=(0.0, 0)
        )
        if likeness > 0:
            left.remove(-place)
            matched[-place] = likeness, target
    return matched


def _tiers(part: tuple[int, int], scored: list[tuple[float, int]]) -> Iterator[Likeness]:
    """The names that are like a part, those of one score together; the best few scores."""
    left = sorted(scored, reverse=True)
    for _ in range(_TIERS):
        if not left:
            return
        best = left[0][0]
        rows = sorted(row for score, row in left if score >= best - _SAME)
        left = left[len(rows) :]
        yield Likeness(*part, np.array(rows, np.int32), best / (1 + _DOUBT * math.log2(len(rows))))


def _rank(like: Likeness) -> tuple[float, int, int]:
    return -like.score, like.first, -like.last


def _forms(word: str) -> list[str]:
    """The word, and for a numeral its other forms."""
    number = NUMERALS.get(word, word)
    others = [form for form, value in NUMERALS.items() if value == number]
    return list(dict.fromkeys((word, number, *others)))


def _likeness(word: str, target: str, misspelt: bool) -> float:
    if word == target or NUMERALS.get(word, word) == NUMERALS.get(target, target):
        return 1.0
    # A word of three letters brings no candidates, but beside one that does it may have a slip of its own.
    edits = 1 if len(word) == 3 and word[0] == target[0] else allowed_edits(len(word))
    if not misspelt or not edits or word.isdigit() or target.isdigit():
        return 0.0
    distance = OSA.distance(word, target, score_cutoff=edits)
    if distance > edits:
        return 0.0
    beginning = _FIRST_LETTER if word[0] != target[0] else 0.0
    return 1 - distance * (_EDIT + _EDIT_OF_LETTER / len(word)) - beginning
