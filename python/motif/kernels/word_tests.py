"""Loops that look for words in the strings of a table, byte by byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets
from motif.kernels.compilation import kernel

_SPACE = 32


@kernel
def mark_words(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    letters: NDArray[np.uint8],
    word_offsets: Offsets,
    word_data: NDArray[np.uint8],
    found: NDArray[np.bool_],
    known: NDArray[np.bool_],
) -> None:
    """Marks which words stand in which strings of UTF-8; O(bytes), times the words at worst.

    Parameters
    ----------
    rows : int64 (k,)
        The strings that are looked at.
    letters : uint8
        What each code point is in a word, a space where it parts words; 0 for one that it does not tell, as none does
        beyond its end.
    found : bool (k, words)
        Gets what is found; nothing is taken back.
    known : bool (k,)
        Gets False for a string with a code point of which ``letters`` does not tell.
    """
    longest = 0
    for word in range(len(word_offsets) - 1):
        longest = max(longest, word_offsets[word + 1] - word_offsets[word])
    buffer = np.empty(longest, np.uint8)
    for index in range(len(rows)):
        place, end, size = offsets[rows[index]], offsets[rows[index] + 1], 0
        while place <= end:
            code, step = _code_point(data, place) if place < end else (_SPACE, 1)
            letter = letters[code] if code < len(letters) else 0
            if letter == 0:
                known[index] = False
                break
            if letter == _SPACE:
                if 0 < size <= longest:
                    _mark(buffer, size, word_offsets, word_data, found[index])
                size = 0
            else:
                if size < longest:
                    buffer[size] = letter
                size += 1
            place += step


@kernel
def _code_point(data: NDArray[np.uint8], place: int) -> tuple[int, int]:
    """The code point that begins at a byte of UTF-8, and its bytes; of one of four bytes only that it is large."""
    byte = np.int64(data[place])
    if byte < 0x80:
        return int(byte), 1
    second = np.int64(data[place + 1]) & 0x3F
    if byte < 0xE0:
        return int((byte & 0x1F) << 6 | second), 2
    third = np.int64(data[place + 2]) & 0x3F
    if byte < 0xF0:
        return int((byte & 0x0F) << 12 | second << 6 | third), 3
    return 0x10000, 4


@kernel
def _mark(
    text: NDArray[np.uint8],
    size: int,
    word_offsets: Offsets,
    word_data: NDArray[np.uint8],
    found: NDArray[np.bool_],
) -> None:
    """Marks the words that are ``text[:size]``."""
    for word in range(len(found)):
        start, at = word_offsets[word], 0
        if word_offsets[word + 1] - start != size:
            continue
        while at < size and text[at] == word_data[start + at]:
            at += 1
        if at == size:
            found[word] = True
