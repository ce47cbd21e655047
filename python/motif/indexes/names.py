"""Nodes by name: equal after normalising, and nearest in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import hashes_of, hashes_of_texts
from motif.graphs.strings import StringTable
from motif.indexes.folding import normalise, normalise_all, normalised
from motif.indexes.fulltext import WordIndex, build_word_index
from motif.indexes.mentions_spelling import Spellings, Vocabulary

__all__ = ["NameIndex", "build_name_index", "normalise", "normalise_all", "readable"]

REMEMBERED = 64
"""Names whose rows are kept."""

COMMON = 4096
"""Names that hold a word up to which it is looked for beside a rarer one: it tells little, and of many."""

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z\d])(?=[A-Z][a-z])")
_SEPARATORS = re.compile(r"[\s_\-./:#|]+")


@lru_cache(maxsize=4096)
def readable(text: str) -> str:
    """A relation or label as words: how it is encoded, in a graph as in a pattern.

    >>> [readable(text) for text in ("DIRECTED_BY", "directedBy", "/people/person/gender", "主演")]
    ['directed by', 'directed by', 'people person gender', '主演']
    """
    return _SEPARATORS.sub(" ", _CAMEL.sub(" ", text)).strip().lower() or text.strip()


@dataclass(frozen=True)
class NameIndex:
    """Rows of nodes by name.

    Attributes
    ----------
    names : StringTable (n,)
    hashes : int64 (n,)
        Hashes of the normalised names (`motif.engine.string_arrays.hashes_of`), ascending.
    order : int32 (n,)
        Row of each hash; ascending within equal hashes.
    built_words : WordIndex or None
        Its part by words; None to build it at first use.
    built_spellings : Spellings or None
        How its words are spelt; None to look at them at first use.
    """

    names: StringTable
    hashes: NDArray[np.int64]
    order: NDArray[np.int32]
    built_words: WordIndex | None = None
    built_spellings: Spellings | None = None

    def exact(self, text: str) -> NDArray[np.int32]:
        """Rows whose name equals ``text`` after `normalise`, int32, ascending; none for an empty text."""
        wanted = normalise(text)
        same = cache(lambda name: normalise(name) == wanted)
        return self._rows_where(wanted, same)

    def equal(self, text: str) -> NDArray[np.int32]:
        """Rows whose name is ``text`` to the letter, int32, ascending; none for an empty text."""
        return self._equal(text).copy()

    @cached_property
    def _equal(self) -> Callable[[str], NDArray[np.int32]]:
        """`equal`, of the texts of late: what a question names is looked up for each of its plans."""
        return lru_cache(maxsize=REMEMBERED)(
            lambda text: self._rows_where(normalise(text), lambda name: name == text)
        )

    def search(self, text: str, k: int, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """The at most ``k`` rows, among those ``allowed``, whose names are nearest to ``text`` in words, int32.

        Those that `exact` finds come first, then by BM25, ties by row. A word that no name holds stands for
        those that are spelt most like it; one that more than `COMMON` names hold counts where none is rarer.
        """
        first = self.exact(text)
        if allowed is not None:
            first = first[allowed[first]]
        first = first[: max(k, 0)]
        rows, _ = self.words.search(normalise(text), k + len(first), allowed, most=COMMON)
        rest = rows[~np.isin(rows, first)]
        return np.concatenate([first, rest])[: max(k, 0)].astype(np.int32)

    def _rows_where(self, wanted: str, is_wanted: Callable[[str], bool]) -> NDArray[np.int32]:
        if not wanted:
            return np.zeros(0, dtype=np.int32)
        hashed = hashes_of_texts([wanted])[0]
        start, end = (int(np.searchsorted(self.hashes, hashed, side)) for side in ("left", "right"))
        rows = self.order[start:end]
        found: NDArray[np.int32] = rows[
            np.fromiter((is_wanted(self.names[row]) for row in rows.tolist()), bool, len(rows))
        ]
        return found

    @cached_property
    def words(self) -> WordIndex:
        """Rows by the words of their normalised names."""
        return self.built_words or build_word_index(normalised(self.names))

    @cached_property
    def spelling(self) -> Vocabulary:
        """Its words by how they are spelt."""
        return Vocabulary(self.words.vocabulary.words, self.built_spellings)


def build_name_index(names: StringTable) -> NameIndex:
    """The index of ``names``; its part by words is built at the first `NameIndex.search`.

    A tenth of a second for a million names, half a second more at the first search.

    >>> index = build_name_index(StringTable.from_strings(["Heat", "HEAT!", "Heat and Dust", ""]))
    >>> index.exact("heat").tolist(), index.equal("Heat").tolist(), index.search("dust", 5).tolist()
    ([0, 1], [0], [2])
    """
    hashes = hashes_of(normalised(names))
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    return NameIndex(names, hashes[order], order)
