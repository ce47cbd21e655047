"""Words to rows: an inverted index with BM25 scores over many texts, safe for scripts without spaces.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), §3; scores are
computed when the index is built, after Lù, BM25S (2024), §2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

_K1, _B = 1.2, 0.75
UNSPACED_LETTERS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, kana, Han and Hangul, where spaces do not part all words; to stand in ``[…]``."""

_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")

_LIKENESS = 0.4
_LIKE_WORDS = 5


@dataclass(frozen=True)
class WordIndex:
    """Which rows hold a word, and how much that tells about them.

    Attributes
    ----------
    vocabulary : word → its row in ``indptr``
    indptr : int64 (words + 1,)
    rows : int32 (postings,)
        Rows that hold the word, ascending within it.
    scores : float32 (postings,)
        BM25 of the word in the row.
    n_rows : int
    """

    vocabulary: dict[str, int]
    indptr: NDArray[np.int64]
    rows: NDArray[np.int32]
    scores: NDArray[np.float32]
    n_rows: int

    def search(
        self, text: str, k: int, allowed: NDArray[np.bool_] | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The at most ``k`` rows of highest score among those ``allowed``: int32 and float32, ties by row.

        ``text`` is normalised as the indexed texts are. A word that no text holds stands for the words that
        share most of its trigrams.
        """
        total = self.totals(text)
        return highest(total if allowed is None else np.where(allowed, total, np.float32(0)), k)

    def totals(self, text: str, *, spelling: bool = True) -> NDArray[np.float32]:
        """The BM25 score of each row for the words of a normalised ``text``, float32 (n_rows,), 0 where it has none.

        Parameters
        ----------
        spelling
            Whether a word that no text holds stands for those that share most of its trigrams: right for names, too
            free for the words of long texts, whose trigrams take seconds to index.

        >>> build_word_index(["heat", "dust"]).totals("heat dusk", spelling=False)[1]
        np.float32(0.0)
        """
        total = np.zeros(self.n_rows, dtype=np.float32)
        for word in dict.fromkeys(words_of(text)):
            known = self.vocabulary.get(word)
            words = [(known, 1.0)] if known is not None else self._like(word) if spelling else []
            for row, weight in words:
                span = slice(self.indptr[row], self.indptr[row + 1])
                total[self.rows[span]] += self.scores[span] * np.float32(weight)
        return total

    def by_word(self, words: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """What each of ``words`` tells about each of ``rows``, BM25, float32 (rows, words); their sum is the total.

        >>> build_word_index(["heat", "heat wave"]).by_word(["wave", "fog"], np.array([1, 0], np.int32)) > 0
        array([[ True, False],
               [False, False]])
        """
        found = np.zeros((len(rows), len(words)), dtype=np.float32)
        for column, word in enumerate(words):
            known = self.vocabulary.get(word)
            if known is None:
                continue
            span = slice(self.indptr[known], self.indptr[known + 1])
            holders = self.rows[span]
            places = np.minimum(np.searchsorted(holders, rows), len(holders) - 1)
            found[:, column] = np.where(holders[places] == rows, self.scores[span][places], np.float32(0))
        return found

    def rarity(self, words: Sequence[str]) -> NDArray[np.float32]:
        """How rare each of ``words`` is among the rows (BM25's inverse document frequency), float32 (words,)."""
        places = [self.vocabulary.get(word, -1) for word in words]
        frequency = np.array(
            [0 if place < 0 else self.indptr[place + 1] - self.indptr[place] for place in places], np.int64
        )
        return _rarity(frequency, self.n_rows).astype(np.float32)

    def _like(self, word: str) -> list[tuple[int, float]]:
        return self._spellings.like(word) if len(word) > 2 else []

    @cached_property
    def _spellings(self) -> _Spellings:
        return _Spellings(list(self.vocabulary))


def build_word_index(texts: Iterable[str]) -> WordIndex:
    """The index of ``texts``, which are normalised already: words are what spaces part.

    About 2 s for a million names.

    >>> index = build_word_index(["heat", "heat wave", "東京 tower"])
    >>> [index.search(text, 2)[0].tolist() for text in ("heat", "京", "heat wavee")]
    [[0, 1], [2], [1, 0]]
    """
    vocabulary, indptr, rows, counts, lengths = _postings(" ".join(words_of(text)) for text in texts)
    n_rows = len(lengths)
    frequency = np.diff(indptr)
    rarity = _rarity(frequency, n_rows)
    average = max(float(lengths.mean()), 1.0) if n_rows else 1.0
    damping = _K1 * (1 - _B + _B * lengths / average)
    scores = np.repeat(rarity, frequency) * counts * (_K1 + 1) / (counts + damping[rows])
    return WordIndex(vocabulary, indptr, rows, scores.astype(np.float32), n_rows)


def _rarity(frequency: NDArray[np.int64], n_rows: int) -> NDArray[np.float64]:
    rarity: NDArray[np.float64] = np.log1p((n_rows - frequency + 0.5) / (frequency + 0.5))
    return rarity


def words_of(text: str) -> list[str]:
    """The words of a normalised text; of a run without spaces its characters and pairs of characters.

    >>> words_of("東京タ x1")
    ['東', '京', 'タ', '東京', '京タ', 'x1']
    """
    if not text.isascii():
        text = _UNSPACED.sub(_spread, text)
    return text.split()


def highest(scores: NDArray[np.float32], k: int) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """The at most ``k`` rows of highest positive score, ties by row: rows int32 and scores float32."""
    positive = np.flatnonzero(scores > 0)
    if k <= 0 or not len(positive):
        return np.zeros(0, np.int32), np.zeros(0, np.float32)
    if len(positive) > k:
        border = -np.partition(-scores[positive], k - 1)[k - 1]
        positive = positive[scores[positive] >= border]
    rows = positive[np.lexsort((positive, -scores[positive]))][:k]
    return rows.astype(np.int32), scores[rows]


def _spread(run: re.Match[str]) -> str:
    characters = run[0]
    pairs = [characters[i : i + 2] for i in range(len(characters) - 1)]
    return f" {' '.join([*characters, *pairs])} "


def _postings(
    lines: Iterable[str],
) -> tuple[dict[str, int], NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Vocabulary, indptr, rows, how often the word stands in the row, and the number of words per line."""
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    numbered = [[vocabulary[word] for word in line.split()] for line in lines]
    lengths = np.fromiter(map(len, numbered), dtype=np.int64, count=len(numbered))
    words = np.fromiter(
        (word for line in numbered for word in line), dtype=np.int64, count=int(lengths.sum())
    )
    keys = words * len(lengths) + np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    distinct, counts = np.unique(keys, return_counts=True)
    indptr = np.zeros(len(vocabulary) + 1, dtype=np.int64)
    np.cumsum(np.bincount(distinct // max(len(lengths), 1), minlength=len(vocabulary)), out=indptr[1:])
    rows = (distinct % max(len(lengths), 1)).astype(np.int32)
    return dict(vocabulary), indptr, rows, counts, lengths


class _Spellings:
    """Words by their trigrams: for a word that is not in the vocabulary, those that look like it."""

    def __init__(self, words: list[str]) -> None:
        self._vocabulary, self._indptr, self._rows, _, self._lengths = _postings(map(_trigrams, words))

    def like(self, word: str) -> list[tuple[int, float]]:
        """Rows of the words that share most trigrams with ``word`` and their Dice coefficients, at most 5."""
        trigrams = set(_trigrams(word).split())
        shared = np.zeros(len(self._lengths), dtype=np.float32)
        for trigram in trigrams:
            row = self._vocabulary.get(trigram)
            if row is not None:
                shared[self._rows[self._indptr[row] : self._indptr[row + 1]]] += 1
        likeness = (2 * shared / (self._lengths + len(trigrams))).astype(np.float32)
        rows, values = highest(np.where(likeness >= _LIKENESS, likeness, np.float32(0)), _LIKE_WORDS)
        return list(zip(rows.tolist(), values.tolist(), strict=True))


def _trigrams(word: str) -> str:
    marked = f"^{word}$"
    return " ".join(dict.fromkeys(marked[i : i + 3] for i in range(len(marked) - 2)))
