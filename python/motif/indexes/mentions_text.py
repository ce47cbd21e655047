"""Where names may begin and end in a text: at words, and at letters where a script has no spaces."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from motif.indexes.fulltext import UNSPACED_LETTERS
from motif.indexes.names import normalise

Span = tuple[int, int]
"""Start and end in a text, in characters."""

_ASCII_UNIT, _ASCII_SYMBOLS = re.compile("[a-zA-Z0-9]+"), re.compile(r"[^a-zA-Z0-9\s]+")
"""What the patterns below find in a text of ASCII alone; they take long to make, as they list every accent."""

_JOINING = "\u1160-\u11ff\ud7b0-\ud7ff"
"""Vowels and finals of decomposed Hangul: they make one letter with what stands before them."""


def units_of(text: str) -> list[Span]:
    """Spans of the units of ``text``, in order: words, and single letters of scripts without spaces.

    >>> [("C'est 東京!")[start:end] for start, end in units_of("C'est 東京!")]
    ['C', 'est', '東', '京']
    """
    if text.isascii():
        return [found.span() for found in _ASCII_UNIT.finditer(text)]
    return [found.span() for found in _unit().finditer(text) if _is_word(found.group())]


def symbols_of(text: str) -> list[Span]:
    """Spans of the runs of ``text`` that hold neither letter nor digit: punctuation, emoji.

    >>> [("Who are !!! ?")[start:end] for start, end in symbols_of("Who are !!! ?")]
    ['!!!', '?']
    """
    pattern = _ASCII_SYMBOLS if text.isascii() else _symbols()
    return [found.span() for found in pattern.finditer(text)]


def is_unspaced(text: str) -> bool:
    """Whether ``text`` holds a letter of a script without spaces."""
    return not text.isascii() and _unspaced().search(text) is not None


def _is_word(unit: str) -> bool:
    """Some letters are but an accent: beside a word they vanish."""
    return unit.isascii() or normalise(f"a {unit}") != "a"


@cache
def _unit() -> re.Pattern[str]:
    marks = _marks()
    letter = f"[^\\W_{UNSPACED_LETTERS}]"
    return re.compile(f"[{UNSPACED_LETTERS}][{marks}{_JOINING}]*|{letter}(?:{letter}|[{marks}])*")


@cache
def _symbols() -> re.Pattern[str]:
    return re.compile(f"(?:_|[^\\w\\s{_marks()}])(?:_|[^\\w\\s])*")


@cache
def _unspaced() -> re.Pattern[str]:
    return re.compile(f"[{UNSPACED_LETTERS}]")


@cache
def _marks() -> str:
    """Accents, vowel signs and the like, which belong to the letter before them."""
    return "".join(chr(code) for code in range(0x300, 0x1F000) if _is_mark(chr(code)))


def _is_mark(letter: str) -> bool:
    """Whether a letter is a mark, or folds to one and what follows it (Thai am, the voicing marks of half width)."""
    first = unicodedata.normalize("NFKD", letter)[0] if unicodedata.decomposition(letter) else letter
    return unicodedata.category(first)[0] == "M"
