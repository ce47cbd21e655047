"""Words to rows: an inverted index with BM25 scores over many texts, safe for scripts without spaces.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009), §3; scores are
computed when the index is built, after Lù, BM25S (2024), §2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.preparing import advance
from motif.engine.string_arrays import beyond_ascii, grouped, read_only, replaced, taken, words_in
from motif.graphs.distinct import distinct
from motif.graphs.strings import StringTable
from motif.indexes.word_table import WordTable, word_table
from motif.kernels.building import counting_order
from motif.kernels.postings import add_postings, highest_rows, scores_of_words

_K1, _B = 1.2, 0.75
UNSPACED_LETTERS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Thai, Lao, Burmese, Khmer, kana, Han and Hangul, where spaces do not part all words; to stand in ``[…]``."""

_UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")

_FEW = 16_384
"""Rows that numpy is as quick with as a kernel, which has to be loaded first."""

_SPARSE = 16
"""Of so many times the rows that hold a word, only these are summed up and compared."""

_LIKENESS = 0.4
_LIKE_WORDS = 5
_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class WordIndex:
    """Which rows hold a word, and how much that tells about them.

    Attributes
    ----------
    vocabulary : WordTable
        Each word's number is its row in ``indptr``.
    indptr : int64 (words + 1,)
    rows : int32 (postings,)
        Rows that hold the word, ascending within it.
    scores : float32 (postings,)
        BM25 of the word in the row.
    n_rows : int
    """

    vocabulary: WordTable
    indptr: NDArray[np.int64]
    rows: NDArray[np.int32]
    scores: NDArray[np.float32]
    n_rows: int

    def search(
        self, text: str, k: int, allowed: NDArray[np.bool_] | None = None, *, most: int | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The at most ``k`` rows of highest score among those ``allowed``: int32 and float32, ties by row.

        ``text`` is normalised as the indexed texts are. A word that no text holds stands for the words that
        share most of its trigrams. A word of more than ``most`` rows is passed over, unless none is rarer.
        """
        parts = self._parts(text, spelling=True, most=most)
        if _SPARSE * sum(span.stop - span.start for span, _ in parts) > self.n_rows:
            total = self._summed(parts)
            return highest(total if allowed is None else np.where(allowed, total, np.float32(0)), k)
        rows, total = self._summed_apart(parts)
        places, scores = highest(
            total if allowed is None else np.where(allowed[rows], total, np.float32(0)), k
        )
        return rows[places], scores

    def totals(self, text: str, *, spelling: bool = True, most: int | None = None) -> NDArray[np.float32]:
        """The BM25 score of each row for the words of a normalised ``text``, float32 (n_rows,), 0 where it has none.

        Parameters
        ----------
        spelling
            Whether a word that no text holds stands for those that share most of its trigrams: right for names, too
            free for the words of long texts.
        most
            Rows of a word that is passed over, unless none is rarer: it tells little, and of many; None for any.

        >>> build_word_index(["heat", "dust"]).totals("heat dusk", spelling=False)[1]
        np.float32(0.0)
        """
        return self._summed(self._parts(text, spelling=spelling, most=most))

    def _parts(self, text: str, *, spelling: bool, most: int | None) -> list[tuple[slice, np.float32]]:
        """The postings that count for a text, and how much they do."""
        meant = [
            one for word in dict.fromkeys(words_of(text)) for one in self._meant(word, spelling=spelling)
        ]
        spans = [slice(int(self.indptr[row]), int(self.indptr[row + 1])) for row, _ in meant]
        sizes = [span.stop - span.start for span in spans]
        longest = max(sizes if most is None else [most, min(sizes, default=0)], default=0)
        return [
            (span, np.float32(weight))
            for (_, weight), span, size in zip(meant, spans, sizes, strict=True)
            if size <= longest
        ]

    def _summed(self, parts: Sequence[tuple[slice, np.float32]]) -> NDArray[np.float32]:
        """What postings sum up to, of each row."""
        total = np.zeros(self.n_rows, dtype=np.float32)
        if self.n_rows < _FEW:
            for span, weight in parts:
                total[self.rows[span]] += self.scores[span] * weight
            return total
        return self._added(parts, total)

    def _added(
        self, parts: Sequence[tuple[slice, np.float32]], total: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """``total`` with postings added by the kernel, which is loaded first."""
        spans = np.array([(span.start, span.stop) for span, _ in parts], np.int64).reshape(-1, 2)
        weights = np.array([weight for _, weight in parts], np.float32)
        add_postings(spans, weights, read_only(self.rows), read_only(self.scores), total)
        return total

    def _summed_apart(
        self, parts: Sequence[tuple[slice, np.float32]]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """The same of the rows alone that the postings are of, ascending: for few of many rows."""
        rows = distinct(np.concatenate([self.rows[:0], *(self.rows[span] for span, _ in parts)]))
        total = np.zeros(len(rows), dtype=np.float32)
        for span, weight in parts:
            total[np.searchsorted(rows, self.rows[span])] += self.scores[span] * weight
        return rows, total

    def _meant(self, word: str, *, spelling: bool) -> list[tuple[int, float]]:
        """The words of the index that a word stands for, itself or those spelt like it, and how surely."""
        known = self.vocabulary.get(word)
        if known is not None:
            return [(known, 1.0)]
        return self._like(word) if spelling else []

    def by_word(self, words: Sequence[str], rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """What each of ``words`` tells about each of ``rows``, BM25, float32 (rows, words); their sum is the total.

        >>> build_word_index(["heat", "heat wave"]).by_word(["wave", "fog"], np.array([1, 0], np.int32)) > 0
        array([[ True, False],
               [False, False]])
        """
        found = np.empty((len(rows), len(words)), dtype=np.float32)
        numbers = [self.vocabulary.get(word) for word in words]
        spans = [(0, 0) if one is None else (self.indptr[one], self.indptr[one + 1]) for one in numbers]
        where = np.array(spans, np.int64).reshape(-1, 2)
        scores_of_words(where, read_only(self.rows), read_only(self.scores), read_only(rows), found)
        return found

    def rarity(self, words: Sequence[str]) -> NDArray[np.float32]:
        """How rare each of ``words`` is among the rows (BM25's inverse document frequency), float32 (words,)."""
        places = [self.vocabulary.get(word) for word in words]
        frequency = np.array(
            [0 if place is None else self.indptr[place + 1] - self.indptr[place] for place in places],
            np.int64,
        )
        return _rarity(frequency, self.n_rows).astype(np.float32)

    def _like(self, word: str) -> list[tuple[int, float]]:
        """The words that share most trigrams with ``word`` and their Dice coefficients, at most 5."""
        if len(word) < 3:
            return []
        likeness = self.vocabulary.likeness(word, _LIKENESS).astype(np.float32)
        rows, values = highest(likeness, _LIKE_WORDS)
        return list(zip(rows.tolist(), values.tolist(), strict=True))


def build_word_index(texts: Iterable[str] | StringTable) -> WordIndex:
    """The index of ``texts``, which are normalised already: words are what spaces part.

    Half a second for a million names.

    >>> index = build_word_index(["heat", "heat wave", "東京 tower"])
    >>> [index.search(text, 2)[0].tolist() for text in ("heat", "京", "heat wavee")]
    [[0, 1], [2], [1, 0]]
    """
    table = texts if isinstance(texts, StringTable) else StringTable.from_strings(texts)
    words, indptr, rows, counts, lengths = _postings(_spread_out(table))
    advance(0.7)
    n_rows = len(lengths)
    frequency = np.diff(indptr)
    rarity = _rarity(frequency, n_rows)
    average = max(float(lengths.mean()), 1.0) if n_rows else 1.0
    damping = _K1 * (1 - _B + _B * lengths / average)
    scores = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        told = np.repeat(rarity, _within(indptr, part))
        scores[part] = told * counts[part] * (_K1 + 1) / (counts[part] + damping[rows[part]])
        advance(0.7 + 0.2 * min(part.stop / len(rows), 1))
    return WordIndex(word_table(words), indptr, rows, scores, n_rows)


def _within(indptr: NDArray[np.int64], part: slice) -> NDArray[np.int64]:
    """How many postings of each word lie in a part of them."""
    bounds: NDArray[np.int64] = np.clip(indptr, part.start, part.stop)
    return bounds[1:] - bounds[:-1]


def _rarity(frequency: NDArray[np.int64], n_rows: int) -> NDArray[np.float64]:
    rarity: NDArray[np.float64] = np.log1p((n_rows - frequency + 0.5) / (frequency + 0.5))
    return rarity


def warm() -> None:
    """Compile, or load from the cache on disk, what texts of many rows are scored by."""
    index = build_word_index(["heat"])
    index.by_word(["heat"], np.zeros(1, np.int32))
    total = index._added([(slice(0, 1), np.float32(1))], np.zeros(1, np.float32))
    highest_rows(read_only(total), 1)


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
    if k <= 0:
        return np.zeros(0, np.int32), np.zeros(0, np.float32)
    is_long = len(scores) >= _FEW and k < len(scores)
    positive = highest_rows(read_only(scores), k) if is_long else np.flatnonzero(scores > 0)
    if len(positive) > k:
        border = -np.partition(-scores[positive], k - 1)[k - 1]
        positive = positive[scores[positive] >= border]
    rows = positive[np.lexsort((positive, -scores[positive]))][:k]
    return rows.astype(np.int32), scores[rows]


def _spread(run: re.Match[str]) -> str:
    characters = run[0]
    pairs = [characters[i : i + 2] for i in range(len(characters) - 1)]
    return f" {' '.join([*characters, *pairs])} "


def _spread_out(table: StringTable) -> StringTable:
    """The texts with the words of runs without spaces parted by spaces."""
    rows = beyond_ascii(table)
    texts = [" ".join(words_of(text)) for text in table.take(rows)]
    return replaced(table.offsets[:-1], np.diff(table.offsets), table.data, rows, texts)


def _postings(
    lines: StringTable,
) -> tuple[StringTable, NDArray[np.int64], NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Distinct words, indptr, rows, how often the word stands in the row, and the number of words per line."""
    words, of_rows = words_in(lines)
    advance(0.3)
    codes, firsts = grouped(words)
    lengths = np.bincount(of_rows, minlength=len(lines)).astype(np.int64)
    order = counting_order(codes, len(firsts), np.arange(len(codes), dtype=np.int32))
    codes, rows = codes[order], of_rows[order]
    is_first = np.ones(len(rows), np.bool_)
    is_first[1:] = (codes[1:] != codes[:-1]) | (rows[1:] != rows[:-1])
    starts = np.flatnonzero(is_first)
    counts = np.diff(np.append(starts, len(rows)))
    indptr = np.zeros(len(firsts) + 1, np.int64)
    np.cumsum(np.bincount(codes[starts], minlength=len(firsts)), out=indptr[1:])
    return taken(words, firsts), indptr, rows[starts], counts, lengths
