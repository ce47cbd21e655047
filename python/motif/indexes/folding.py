"""Names folded, so that they are found however they are written."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import parts_of, replaced
from motif.graphs.strings import StringTable
from motif.kernels.string_folding import fold_ascii

_ACCENTS = re.compile("[\u0300-\u036f]+")
_ASCII_GAPS = re.compile("[^0-9a-z\n]+")
_BLOCK = 8192
_FOLDED = 0x2070
"""Code points of which `letters_folded` tells: Latin letters and general punctuation."""


def normalise(text: str) -> str:
    """``text`` in lower case, without accents and punctuation, words parted by one space.

    Accents go, but vowel signs of Indic scripts and the voicing marks of kana stay. A text of nothing but
    punctuation or symbols keeps them.

    >>> normalise("  L'Été_(1999) "), normalise("Ⅳ. ＡＢＣ"), normalise("東京、タワー"), normalise("!!!")
    ('l ete 1999', 'iv abc', '東京 タワー', '!!!')
    """
    return _normalise_lines([text])[0]


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


def normalised(table: StringTable) -> StringTable:
    """Each string as `normalise` gives it; those in ASCII by a kernel, a hundred million bytes in a second.

    >>> list(normalised(StringTable.from_strings(["Été", "L.A.", "", "!?"])))
    ['ete', 'l a', '', '!?']
    """
    folded, lengths = np.empty(len(table.data), np.uint8), np.empty(len(table), np.int64)
    fold_ascii(*parts_of(table), folded, lengths)
    rows = np.flatnonzero(lengths < 0)
    texts: list[str] = []
    for start in range(0, len(rows), _BLOCK):
        texts += normalise_all(table.take(rows[start : start + _BLOCK]))
    return replaced(table.offsets[:-1], lengths, folded, rows, texts)


@cache
def letters_folded() -> NDArray[np.uint8]:
    """What each code point up to U+206F is as `normalise` gives it, uint8: one letter or digit of ASCII, or a space.

    0 for what it leaves beyond ASCII, or takes as none or as several.

    >>> letters = letters_folded()
    >>> [chr(letters[ord(sign)]) for sign in "Éa7–.ßø"]
    ['e', 'a', '7', ' ', ' ', '\\x00', '\\x00']
    """
    texts = normalise_all([f"a{chr(code)}a" for code in range(_FOLDED)])
    signs = [text[1] if len(text) == 3 and text.isascii() else "\0" for text in texts]
    return np.array([ord(sign) for sign in signs], np.uint8)


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
