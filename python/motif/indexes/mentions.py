"""Names inside a text: every stretch of it that equals a name or an alias after folding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from motif.engine.preparing import advance
from motif.engine.string_arrays import beyond_ascii, hashes_of, hashes_of_texts, parts_of
from motif.graphs.strings import StringTable
from motif.indexes.aliases import Aliases, derived_aliases
from motif.indexes.folding import normalise, normalise_all, normalised
from motif.indexes.mentions_text import is_unspaced, symbols_of, units_of
from motif.kernels.string_folding import head_hashes

LONGEST = 64
"""Units (words; letters where a script has no spaces) of the longest stretch that is looked up."""

COMPARED = 64
"""Entries of one hash whose words are compared: a name may be that of thousands of nodes."""

_BLOCK = 8192


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A stretch of a text that equals names or aliases.

    Attributes
    ----------
    start, end
        In the text, in characters.
    words
        The stretch, normalised.
    rows : int32
        What it may name, each once: first those named so, ascending, then those that have it as an alias.
    n_named
        How many of ``rows`` are named so.
    """

    start: int
    end: int
    words: str
    rows: NDArray[np.int32]
    n_named: int


@dataclass(frozen=True)
class MentionIndex:
    """Finds names and aliases in texts, in time that hardly depends on how many there are.

    Entries are the names, by row, then the aliases. What is found by hash is compared word for word; of more than
    `COMPARED` that share a hash of 64 bits, only so many are.

    Attributes
    ----------
    names : StringTable (n,)
    aliases : StringTable
        Texts of aliases, normalised.
    alias_codes : int32 (a,)
        Which of ``aliases`` each alias is.
    alias_rows : int32 (a,)
        The row that each means.
    hashes : int64 (n + a,)
        Hashes of the normalised entries (`motif.engine.string_arrays.hashes_of`), ascending.
    order : int32 (n + a,)
        The entry of each hash, ascending within equal hashes.
    heads : int64 (distinct first units,)
        Hashes of what entries begin with, ascending.
    longest : uint8 (distinct first units,)
        Units of the longest entry that begins so, at most `LONGEST`.
    """

    names: StringTable
    aliases: StringTable
    alias_codes: NDArray[np.int32]
    alias_rows: NDArray[np.int32]
    hashes: NDArray[np.int64]
    order: NDArray[np.int32]
    heads: NDArray[np.int64]
    longest: NDArray[np.uint8]

    def occurrences(self, text: str) -> list[Occurrence]:
        """Every stretch of ``text`` that equals a name or an alias after `normalise`; by start, longest first.

        A stretch begins and ends with a unit (`motif.indexes.mentions_text.units_of`) and has at most `LONGEST`
        of them, or is a run of symbols. Stretches may overlap and lie within each other.

        >>> index = build_mention_index(StringTable.from_strings(["Heat", "Heat and Dust", "Al Pacino"]))
        >>> [found.words for found in index.occurrences("Was PACINO, Al in 'Heat and dust'?")]
        ['heat and dust', 'heat']
        """
        spans = self._stretches(text)
        keys = normalise_all([text[start:end] for start, end in spans])
        hashes = hashes_of_texts(keys)
        low, high = (np.searchsorted(self.hashes, hashes, side) for side in ("left", "right"))
        found = []
        for place in np.flatnonzero(low < high).tolist():
            rows, n_named = self._rows(keys[place], int(low[place]), int(high[place]))
            if len(rows):
                found.append(Occurrence(*spans[place], keys[place], rows, n_named))
        return sorted(found, key=lambda occurrence: (occurrence.start, -occurrence.end))

    def whole(self, text: str) -> Occurrence | None:
        """``text`` from end to end as an occurrence; None where nothing is called so."""
        key = normalise(text)
        hashed = hashes_of_texts([key])[0]
        low, high = (int(np.searchsorted(self.hashes, hashed, side)) for side in ("left", "right"))
        rows, n_named = self._rows(key, low, high) if key else (np.zeros(0, np.int32), 0)
        return Occurrence(0, len(text), key, rows, n_named) if len(rows) else None

    @property
    def nbytes(self) -> int:
        """Bytes of the index, names apart."""
        arrays = (self.alias_codes, self.alias_rows, self.hashes, self.order, self.heads, self.longest)
        return self.aliases.nbytes + sum(array.nbytes for array in arrays)

    def _stretches(self, text: str) -> list[tuple[int, int]]:
        units = units_of(text)
        keys = normalise_all([text[start:end] for start, end in units])
        hashes = hashes_of_texts([head_of(key) for key in keys])
        places = np.searchsorted(self.heads, hashes)
        known = np.append(self.heads, 0)[places] == hashes
        limits = np.where(known & (places < len(self.heads)), np.append(self.longest, 0)[places], 0)
        spans = [
            (start, units[last][1])
            for first, ((start, _), limit) in enumerate(zip(units, limits.tolist(), strict=True))
            for last in range(first, min(first + limit, len(units)))
        ]
        return spans + symbols_of(text)

    def _rows(self, key: str, low: int, high: int) -> tuple[NDArray[np.int32], int]:
        """Rows of the entries between two places whose words are ``key``, and how many are named so."""
        n_names = len(self.names)
        is_name = cache(lambda text: normalise(text) == key)
        first = self.order[low : min(high, low + COMPARED)].tolist()
        same = [
            entry
            for entry in first
            if (
                is_name(self.names[entry])
                if entry < n_names
                else self.aliases[int(self.alias_codes[entry - n_names])] == key
            )
        ]
        entries = np.concatenate([np.array(same, np.int32), self.order[low + len(first) : high]])
        named = entries[: np.searchsorted(entries, n_names)]
        others = self.alias_rows[entries[len(named) :] - n_names]
        if len(others):
            _, places = np.unique(others, return_index=True)
            others = others[np.sort(places)]
            others = others[~np.isin(others, named)]
        return np.concatenate([named, others]).astype(np.int32, copy=False), len(named)


def build_mention_index(
    names: StringTable, aliases: Aliases | Sequence[tuple[int, str]] = ()
) -> MentionIndex:
    """The index of ``names`` (one per row), of ``aliases`` (row and text), and of what follows from the names.

    What follows: `motif.indexes.mentions_variants.variants_of`. A name without words or symbols is never found.

    >>> index = build_mention_index(StringTable.from_strings(["Germany", "Heat (1995)"]), [(0, "DE")])
    >>> [(found.words, found.rows.tolist()) for found in index.occurrences("heat in (de)?")]
    [('heat', [1]), ('de', [0])]
    """
    keys = normalised(names)
    advance(0.2)
    given = aliases if isinstance(aliases, Aliases) else Aliases.of(aliases)
    others = Aliases.together([given, derived_aliases(names, keys)])
    advance(0.4)
    texts = normalised(others.texts)
    codes = others.codes
    hashes = np.concatenate([hashes_of(keys), hashes_of(texts)[codes]])
    order = np.argsort(hashes, kind="stable").astype(np.int32)
    advance(0.7)
    heads, longest = beginnings([keys, texts])
    return MentionIndex(names, texts, codes, others.rows, hashes[order], order, heads, longest)


def beginnings(tables: Sequence[StringTable]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """What normalised texts begin with: hashes of the distinct first units, ascending, with the units of the longest
    text of each, at most `LONGEST`."""
    found, lengths = zip(*map(_heads, tables), strict=True)
    heads, units = np.concatenate(found), np.minimum(np.concatenate(lengths), LONGEST).astype(np.uint8)
    order = np.argsort(heads)
    distinct, starts = np.unique(heads[order], return_index=True)
    if not len(distinct):
        return np.zeros(0, np.int64), np.zeros(0, np.uint8)
    return distinct, np.maximum.reduceat(units[order], starts)


def _heads(table: StringTable) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The hash of each text's first unit, and its units."""
    heads, units = np.empty(len(table), np.uint64), np.empty(len(table), np.int64)
    head_hashes(*parts_of(table), heads, units)
    hashes = heads.view(np.int64)
    rows = beyond_ascii(table)
    for start in range(0, len(rows), _BLOCK):
        part = rows[start : start + _BLOCK]
        texts = table.take(part)
        hashes[part] = hashes_of_texts([head_of(text) for text in texts])
        units[part] = [_length(text) for text in texts]
    return hashes, units


def head_of(key: str) -> str:
    """The first unit of a normalised text."""
    word = key.partition(" ")[0]
    if not is_unspaced(word):
        return word
    units = units_of(word)
    return word[slice(*units[0])] if units else word


def _length(key: str) -> int:
    return len(units_of(key)) if is_unspaced(key) else key.count(" ") + 1
