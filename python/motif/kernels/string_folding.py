"""Loops over the strings of a table: folded to words, cut into words, copied together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets
from motif.kernels.compilation import kernel
from motif.kernels.string_matching import string_hash

_SPACE = 32


@kernel
def fold_ascii(
    offsets: Offsets,
    data: NDArray[np.uint8],
    folded: NDArray[np.uint8],
    lengths: NDArray[np.int64],
) -> None:
    """Writes each string in small letters, what is neither letter nor digit as one space; O(bytes).

    Parameters
    ----------
    folded : uint8 (bytes,)
        Takes each string where it begins in ``data``.
    lengths : int64 (n,)
        Takes the bytes of each; -1 for one with a byte beyond ASCII, or with neither letter nor digit.
    """
    for row in range(len(lengths)):
        start, end = offsets[row], offsets[row + 1]
        at, gap, plain = start, False, True
        for place in range(start, end):
            byte = data[place]
            if byte >= 128:
                plain = False
                break
            if 65 <= byte <= 90:
                byte += 32
            if 97 <= byte <= 122 or 48 <= byte <= 57:
                if gap and at > start:
                    folded[at] = _SPACE
                    at += 1
                gap = False
                folded[at] = byte
                at += 1
            else:
                gap = True
        lengths[row] = at - start if plain and (at > start or end == start) else -1


@kernel
def copy_parts(
    starts: Offsets,
    data: NDArray[np.uint8],
    lengths: NDArray[np.int64],
    positions: NDArray[np.int64],
    target: NDArray[np.uint8],
) -> None:
    """Copies ``lengths[i]`` bytes of ``data`` from ``starts[i]`` to ``target`` from ``positions[i]`` on; O(bytes)."""
    for index in range(len(starts)):
        start, position = starts[index], positions[index]
        for byte in range(lengths[index]):
            target[position + byte] = data[start + byte]


@kernel
def cut_words(
    offsets: Offsets,
    data: NDArray[np.uint8],
    ends: NDArray[np.int64],
    rows: NDArray[np.int32],
    target: NDArray[np.uint8],
) -> int:
    """Writes the words of all strings, which spaces part, one behind the other; how many there are. O(bytes).

    Parameters
    ----------
    ends : int64 (at least the words,)
        Takes where each word ends in ``target``.
    rows : int32 (at least the words,)
        Takes the string of each word.
    target : uint8 (at least the bytes that are no spaces,)
    """
    count, at, begun = 0, 0, 0
    for row in range(len(offsets) - 1):
        for place in range(offsets[row], offsets[row + 1]):
            byte = data[place]
            if byte != _SPACE:
                target[at] = byte
                at += 1
            elif at > begun:
                ends[count], rows[count] = at, row
                count, begun = count + 1, at
        if at > begun:
            ends[count], rows[count] = at, row
            count, begun = count + 1, at
    return count


@kernel
def count_words(data: NDArray[np.uint8]) -> int:
    """How many spaces there are; with one more for each string that is no less than there are words."""
    count = 0
    for byte in data:
        count += byte == _SPACE
    return count


@kernel
def head_hashes(
    offsets: Offsets,
    data: NDArray[np.uint8],
    heads: NDArray[np.uint64],
    words: NDArray[np.int64],
) -> None:
    """Writes the hash of each string's first word, and how many words it has: one more than spaces. O(bytes)."""
    ends = np.zeros(2, np.int64)
    for row in range(len(heads)):
        start, end = offsets[row], offsets[row + 1]
        first, count = end, 1
        for place in range(start, end):
            if data[place] == _SPACE:
                first = min(first, place)
                count += 1
        ends[0], ends[1] = start, first
        heads[row] = string_hash(ends, data, 0)
        words[row] = count


@kernel
def kinds_of_variants(
    offsets: Offsets, data: NDArray[np.uint8], marks: NDArray[np.bool_], kinds: NDArray[np.uint8]
) -> None:
    """Writes which names may be written in other ways: 0 in none, 1 without their article, 2 perhaps more. O(bytes).

    Parameters
    ----------
    marks : bool (256,)
        Bytes that make a name one of the last kind.
    kinds : uint8 (n,)
    """
    for row in range(len(kinds)):
        start, end = offsets[row], offsets[row + 1]
        kinds[row] = 0
        if _article(data, start, end) > 0:
            kinds[row] = 1 if _is_word_byte(data[start + _article(data, start, end)]) else 2
        for place in range(start, end):
            if marks[data[place]]:
                kinds[row] = 2
                break


@kernel
def _article(data: NDArray[np.uint8], start: int, end: int) -> int:
    """Bytes of "the ", "a " or "an " at the beginning, if something follows; else 0."""
    first = data[start] | 32 if end > start else 0
    length = 0
    if first == 97:
        if end > start + 1 and data[start + 1] == _SPACE:
            length = 2
        elif end > start + 2 and data[start + 1] | 32 == 110 and data[start + 2] == _SPACE:
            length = 3
    elif (
        first == 116
        and end > start + 3
        and data[start + 1] | 32 == 104
        and data[start + 2] | 32 == 101
        and data[start + 3] == _SPACE
    ):
        length = 4
    return length if end > start + length else 0


@kernel
def _is_word_byte(byte: int) -> bool:
    return 48 <= byte <= 57 or 97 <= byte | 32 <= 122


@kernel
def shared_trigrams(
    offsets: Offsets,
    letters: NDArray[np.uint32],
    wanted: NDArray[np.int64],
    least: float,
    likeness: NDArray[np.float64],
) -> None:
    """Writes how like each word is to one with the trigrams ``wanted``: Dice's coefficient, 0 where below ``least``.

    O(letters · wanted), and O(letters²) of the words that share many.

    Parameters
    ----------
    offsets : int32 or int64 (words + 1,)
        Where each word's letters begin.
    wanted : int64 (trigrams,)
        Distinct, as `trigram` gives them.
    likeness : float64 (words,)
    """
    found = np.zeros(len(wanted), np.bool_)
    for word in range(len(likeness)):
        start, end = offsets[word], offsets[word + 1]
        found[:] = False
        shared = 0
        for place in range(start, end):
            code = trigram(letters, start, end, place)
            for other in range(len(wanted)):
                if wanted[other] == code and not found[other]:
                    found[other] = True
                    shared += 1
        likeness[word] = 0.0
        if shared and 2 * shared >= least * (shared + len(wanted)):
            distinct = 0
            for place in range(start, end):
                code = trigram(letters, start, end, place)
                first = start
                while trigram(letters, start, end, first) != code:
                    first += 1
                distinct += first == place
            like = 2 * shared / (distinct + len(wanted))
            likeness[word] = like if like >= least else 0.0


@kernel
def trigram(letters: NDArray[np.uint32], start: int, end: int, place: int) -> int:
    """The letter at ``place`` of a word with its neighbours, "^" before the first and "$" behind the last."""
    before = np.int64(letters[place - 1]) if place > start else np.int64(94)
    after = np.int64(letters[place + 1]) if place + 1 < end else np.int64(36)
    return int((before << 42) | (np.int64(letters[place]) << 21) | after)
