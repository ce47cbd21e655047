"""Distinct words by number, found without a dictionary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import hashes_of, hashes_of_texts, read_only
from motif.graphs.distinct import distinct
from motif.graphs.narrow import Offsets, narrow_offsets
from motif.graphs.strings import StringTable
from motif.kernels.string_folding import shared_trigrams

_REMEMBERED = 1024
"""Words whose numbers are remembered at most."""


@dataclass(frozen=True)
class WordTable:
    """Distinct words, numbered as they first stand in the texts; all of it arrays that may be mapped.

    Attributes
    ----------
    words : StringTable (w,)
    hashes : int64 (w,)
        Of the words (`motif.engine.string_arrays.hashes_of`), ascending.
    order : int32 (w,)
        The word of each hash.

    >>> table = word_table(StringTable.from_strings(["heat", "fog"]))
    >>> table.get("fog"), table.get("war"), "heat" in table, list(table)
    (1, None, True, ['heat', 'fog'])
    """

    words: StringTable
    hashes: NDArray[np.int64]
    order: NDArray[np.int32]
    _asked: dict[str, int | None] = field(default_factory=dict, repr=False, compare=False)

    def get(self, word: str) -> int | None:
        """The number of a word; None where there is no such. One question asks for a word again and again."""
        try:
            return self._asked[word]
        except KeyError:
            pass
        if len(self._asked) >= _REMEMBERED:
            self._asked.clear()
        found = self._asked[word] = self._found(word)
        return found

    def _found(self, word: str) -> int | None:
        wanted = hashes_of_texts([word])[0]
        place = int(self.hashes.searchsorted(wanted))
        while place < len(self.hashes) and self.hashes[place] == wanted:
            if self.words[int(self.order[place])] == word:
                return int(self.order[place])
            place += 1
        return None

    def __getitem__(self, word: str) -> int:
        number = self.get(word)
        if number is None:
            raise KeyError(word)
        return number

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.get(word) is not None

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def likeness(self, word: str, least: float) -> NDArray[np.float64]:
        """Dice's coefficient of each word's trigrams with those of ``word``, 0 below ``least``: float64 (w,).

        The ends of a word count as letters. It looks at every letter: 15 ms for a million words.

        >>> word_table(StringTable.from_strings(["heat", "fog"])).likeness("heats", 0.4).tolist()
        [0.6666666666666666, 0.0]
        """
        found = np.zeros(len(self))
        offsets, letters = letters_of(self.words)
        wanted = distinct(_trigrams(word))
        shared_trigrams(read_only(offsets), read_only(letters), wanted, least, found)
        return found


def word_table(words: StringTable) -> WordTable:
    """The table of distinct ``words``."""
    hashes = hashes_of(words)
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    return WordTable(words, hashes[order], order)


def letters_of(words: StringTable) -> tuple[Offsets, NDArray[np.uint32]]:
    """Where the letters of each word begin, int32 or int64 (w + 1,), and their codes, uint32."""
    is_begun = (words.data & 0xC0) != 0x80  # not one of the bytes that continue a letter
    if not bool((words.data >= 128).any()):
        return words.offsets, words.data.astype(np.uint32)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(is_begun, dtype=np.int64)])
    text = words.data.tobytes().decode("utf-8")
    return narrow_offsets(before[words.offsets]), np.frombuffer(text.encode("utf-32-le"), np.uint32)


def _trigrams(word: str) -> NDArray[np.int64]:
    codes = [ord(letter) for letter in f"^{word}$"]
    return np.array(
        [a << 42 | b << 21 | c for a, b, c in zip(codes, codes[1:], codes[2:], strict=False)], np.int64
    )
