"""Nodes by name: equal after normalising, and nearest in words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from motif.graphs.strings import StringTable
from motif.indexes.fulltext import WordIndex, build_word_index

_BLOCK = 8192
_ACCENTS = re.compile("[\u0300-\u036f]+")
_ASCII_GAPS = re.compile("[^0-9a-z\n]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z\d])(?=[A-Z][a-z])")
_SEPARATORS = re.compile(r"[\s_\-./:#|]+")


def normalise(text: str) -> str:
    """``text`` in lower case, without accents and punctuation, words parted by one space.

    Accents go, but vowel signs of Indic scripts and the voicing marks of kana stay. A text of nothing but
    punctuation or symbols keeps them.

    >>> normalise("  L'Été_(1999) "), normalise("Ⅳ. ＡＢＣ"), normalise("東京、タワー"), normalise("!!!")
    ('l ete 1999', 'iv abc', '東京 タワー', '!!!')
    """
    return _normalise_lines([text])[0]


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
        Hashes of the normalised names, ascending; of one process only.
    order : int32 (n,)
        Row of each hash; ascending within equal hashes.
    """

    names: StringTable
    hashes: NDArray[np.int64]
    order: NDArray[np.int32]

    def exact(self, text: str) -> NDArray[np.int32]:
        """Rows whose name equals ``text`` after `normalise`, int32, ascending; none for an empty text."""
        wanted = normalise(text)
        same = cache(lambda name: normalise(name) == wanted)
        return self._rows_where(wanted, same)

    def equal(self, text: str) -> NDArray[np.int32]:
        """Rows whose name is ``text`` to the letter, int32, ascending; none for an empty text."""
        return self._rows_where(normalise(text), lambda name: name == text)

    def search(self, text: str, k: int, allowed: NDArray[np.bool_] | None = None) -> NDArray[np.int32]:
        """The at most ``k`` rows, among those ``allowed``, whose names are nearest to ``text`` in words, int32.

        Those that `exact` finds come first, then by BM25, ties by row. A word that no name holds stands for
        those that are spelt most like it.
        """
        first = self.exact(text)
        if allowed is not None:
            first = first[allowed[first]]
        first = first[: max(k, 0)]
        rows, _ = self.words.search(normalise(text), k + len(first), allowed)
        rest = rows[~np.isin(rows, first)]
        return np.concatenate([first, rest])[: max(k, 0)].astype(np.int32)

    def _rows_where(self, wanted: str, is_wanted: Callable[[str], bool]) -> NDArray[np.int32]:
        if not wanted:
            return np.zeros(0, dtype=np.int32)
        start, end = (int(np.searchsorted(self.hashes, hash(wanted), side)) for side in ("left", "right"))
        rows = self.order[start:end]
        found: NDArray[np.int32] = rows[
            np.fromiter((is_wanted(self.names[row]) for row in rows.tolist()), bool, len(rows))
        ]
        return found

    @cached_property
    def words(self) -> WordIndex:
        """Rows by the words of their normalised names; built at first use."""
        return build_word_index(_normalised(self.names))


def build_name_index(names: StringTable) -> NameIndex:
    """The index of ``names``; its part by words is built at the first `NameIndex.search`.

    About 2 s for a million names, 5 s more at the first search.

    >>> index = build_name_index(StringTable.from_strings(["Heat", "HEAT!", "Heat and Dust", ""]))
    >>> index.exact("heat").tolist(), index.equal("Heat").tolist(), index.search("dust", 5).tolist()
    ([0, 1], [0], [2])
    """
    hashes = np.fromiter(map(hash, _normalised(names)), dtype=np.int64, count=len(names))
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    return NameIndex(names, hashes[order], order)


def _normalised(names: StringTable) -> Iterator[str]:
    rows = iter(names)
    while block := list(islice(rows, _BLOCK)):
        yield from normalise_all(block)


def normalise_all(texts: list[str]) -> list[str]:
    """Each of ``texts`` as `normalise` gives it, many times quicker than one by one.

    >>> normalise_all(["Été", "L.A."])
    ['ete', 'l a']
    """
    # Those in ASCII apart, whose steps are several times quicker.
    ascii_only = [text.isascii() for text in texts]
    quick = iter(_normalise_lines([text for text, plain in zip(texts, ascii_only, strict=True) if plain]))
    slow = iter(_normalise_lines([text for text, plain in zip(texts, ascii_only, strict=True) if not plain]))
    return [next(quick if plain else slow) for plain in ascii_only]


def _normalise_lines(texts: list[str]) -> list[str]:
    """Each text normalised; all at once, because a million calls of each step cost more than the steps."""
    if not texts:
        return []
    lines = "\n".join([text.replace("\n", " ") for text in texts])
    if lines.isascii():
        lines = _ASCII_GAPS.sub(" ", lines.lower())
    else:
        lines = _ACCENTS.sub("", unicodedata.normalize("NFKD", lines)).casefold()
        lines = _gaps().sub(" ", unicodedata.normalize("NFC", lines))
    found = [line.strip(" ") for line in lines.split("\n")]
    return [line or " ".join(text.split()).casefold() for line, text in zip(found, texts, strict=True)]


@cache
def _gaps() -> re.Pattern[str]:
    """What is neither letter, digit nor mark; `re` counts marks among the gaps, so they are listed."""
    marks = "".join(chr(code) for code in range(0x300, 0x1F000) if unicodedata.category(chr(code))[0] == "M")
    return re.compile(rf"(?:_|[^\w\n{marks}])+")
