"""Loops that test the strings of a table against one text, byte by byte."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.graphs.narrow import Offsets
from motif.kernels.compilation import kernel

NO, YES, UNKNOWN = 0, 1, 2


@kernel
def mark_containing(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    part: NDArray[np.uint8],
    folds: bool,
    found: NDArray[np.uint8],
) -> None:
    """Writes which strings hold ``part``: `YES` or `NO`; O(bytes), times ``part`` at worst.

    Parameters
    ----------
    rows : int64 (k,)
        The strings that are looked at.
    part : uint8 (bytes,)
        In UTF-8; with ``folds`` in small letters.
    folds
        Whether case does not count; then a string with a byte beyond ASCII before ``part`` ends is `UNKNOWN`.
    found : uint8 (k,)
    """
    size = len(part)
    for index in range(len(rows)):
        start, end = offsets[rows[index]], offsets[rows[index] + 1]
        found[index] = NO if size else YES
        for place in range(start, end):
            if size and place + size <= end and _stands_at(data, place, part, folds):
                found[index] = YES
                break
            if folds and data[place] >= 128:
                found[index] = UNKNOWN
                break


@kernel
def _stands_at(data: NDArray[np.uint8], place: int, part: NDArray[np.uint8], folds: bool) -> bool:
    for at in range(len(part)):
        byte = data[place + at]
        if folds and 65 <= byte <= 90:
            byte += 32
        if byte != part[at]:
            return False
    return True


@kernel
def order_against(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    text: NDArray[np.uint8],
    signs: NDArray[np.int8],
) -> None:
    """Writes -1, 0 or 1: whether a string comes before ``text``, is the same, or comes after it; O(bytes).

    The order of bytes in UTF-8 is that of code points, which Python and Cypher go by.

    Parameters
    ----------
    rows : int64 (k,)
        The strings that are looked at.
    text : uint8 (bytes,)
    signs : int8 (k,)
    """
    for index in range(len(rows)):
        start = offsets[rows[index]]
        length = offsets[rows[index] + 1] - start
        shared, at = min(length, len(text)), 0
        while at < shared and data[start + at] == text[at]:
            at += 1
        if at < shared:
            signs[index] = 1 if data[start + at] > text[at] else -1
        else:
            signs[index] = int(length > len(text)) - int(length < len(text))


@kernel
def order_folded(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    text: NDArray[np.uint8],
    signs: NDArray[np.int8],
) -> None:
    """As `order_against`, without regard to case: ``text`` is in small letters; `UNKNOWN` for a byte beyond ASCII."""
    for index in range(len(rows)):
        start, end = offsets[rows[index]], offsets[rows[index] + 1]
        signs[index] = 0
        for place in range(start, end):
            byte = np.int64(data[place])
            if byte >= 128:
                signs[index] = UNKNOWN
                break
            if signs[index] == 0:
                if 65 <= byte <= 90:
                    byte += 32
                at = place - start
                other = np.int64(text[at]) if at < len(text) else np.int64(-1)
                signs[index] = int(byte > other) - int(byte < other)
        if signs[index] == 0 and end - start < len(text):
            signs[index] = -1


@kernel
def mark_edges(
    offsets: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    part: NDArray[np.uint8],
    at_end: bool,
    found: NDArray[np.uint8],
) -> None:
    """Writes which strings begin with ``part``, or end with it, without regard to case; as `mark_containing` does."""
    for index in range(len(rows)):
        start, end = offsets[rows[index]], offsets[rows[index] + 1]
        found[index] = NO
        for place in range(start, end):
            if data[place] >= 128:
                found[index] = UNKNOWN
                break
        if found[index] == NO and end - start >= len(part):
            found[index] = YES if _stands_at(data, end - len(part) if at_end else start, part, True) else NO


@kernel
def mark_initials(
    offsets: Offsets,
    data: NDArray[np.uint8],
    letters: NDArray[np.uint8],
    limits: tuple[int, int],
    found: NDArray[np.uint8],
) -> None:
    """Writes of which strings ``letters`` are the initials: of all words, or of those that begin with no small letter.

    Words are runs of letters and digits; `UNKNOWN` for a string with a byte beyond ASCII.

    Parameters
    ----------
    letters : uint8
        ASCII, in small letters.
    limits
        Fewest and most words of a string that has initials.
    found : uint8 (n,)
    """
    for row in range(len(found)):
        words, capitals, fits, fits_capitals, is_inside = 0, 0, True, True, False
        found[row] = NO
        for place in range(offsets[row], offsets[row + 1]):
            byte = np.int64(data[place])
            if byte >= 128:
                found[row] = UNKNOWN
                break
            is_small, is_large = 97 <= byte <= 122, 65 <= byte <= 90
            is_letter = is_small or is_large or 48 <= byte <= 57
            if is_letter and not is_inside:
                folded = byte + 32 if is_large else byte
                if words >= len(letters) or np.int64(letters[words]) != folded:
                    fits = False
                words += 1
                if not is_small:
                    if capitals >= len(letters) or np.int64(letters[capitals]) != folded:
                        fits_capitals = False
                    capitals += 1
            is_inside = bool(is_letter)
        if found[row] == NO and limits[0] <= words <= limits[1]:
            is_whole = fits and words == len(letters)
            found[row] = YES if is_whole or (fits_capitals and capitals == len(letters)) else NO
