"""Tables of strings as arrays: hashed, grouped, taken, joined, cut into words; no object for each string."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.narrow import Offsets
from motif.graphs.strings import StringTable, encoded
from motif.kernels.building import copy_strings
from motif.kernels.string_folding import copy_parts, count_words, cut_words
from motif.kernels.string_matching import mark_equal, number_strings, string_hashes
from motif.kernels.text_tests import (
    UNKNOWN,
    YES,
    mark_containing,
    mark_edges,
    mark_initials,
    order_against,
    order_folded,
)
from motif.kernels.word_tests import mark_words

_OFFSET, _PRIME, _SHIFT, _BITS = 14695981039346656037, 1099511628211, 29, (1 << 64) - 1
"""Of FNV-1a, as in `motif.kernels.string_matching`."""

_Entry = TypeVar("_Entry", bound=np.generic)


def read_only(array: NDArray[_Entry]) -> NDArray[_Entry]:
    """A view that cannot be written to, as of a mapped file: kernels are compiled for one of the two kinds alone."""
    view = array.view()
    view.flags.writeable = False
    return view


def parts_of(table: StringTable) -> tuple[Offsets, NDArray[np.uint8]]:
    """Offsets and bytes as kernels take them."""
    return read_only(table.offsets), read_only(table.data)


def hashes_of(table: StringTable) -> NDArray[np.int64]:
    """A hash of each string, the same in every process, int64 (n,)."""
    hashes = np.empty(len(table), np.uint64)
    string_hashes(*parts_of(table), hashes)
    return hashes.view(np.int64)


def hashes_of_texts(texts: Sequence[str]) -> NDArray[np.int64]:
    """As `hashes_of`; of a few texts without a kernel, which takes longer to load than they to hash.

    >>> bool(hashes_of_texts(["Heat"])[0] == hashes_of(StringTable.from_strings(["Heat"]))[0])
    True
    """
    if sum(map(len, texts)) > FEW:
        return hashes_of(StringTable.from_strings(texts))
    hashes = [python_hash(text) for text in texts]
    return np.array(hashes, np.uint64).view(np.int64)


FEW = 1024
"""Characters that are hashed without a kernel: less than a millisecond."""


@lru_cache(maxsize=8192)
def python_hash(text: str) -> int:
    """What the kernel `string_hash` gives, by Python alone; remembered: the words of a question are asked for often."""
    code = _OFFSET
    for byte in encoded(text):
        code = ((code ^ byte) * _PRIME) & _BITS
    return code ^ (code >> _SHIFT)


def grouped(table: StringTable) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Which of the distinct strings each is, int32 (n,), and where each distinct one stands first, int64 (distinct,).

    They are numbered as they come. O(bytes).

    >>> codes, firsts = grouped(StringTable.from_strings(["b", "a", "b"]))
    >>> codes.tolist(), firsts.tolist()
    ([0, 1, 0], [0, 1])
    """
    codes, firsts = np.empty(len(table), np.int32), np.empty(len(table), np.int64)
    count = int(number_strings(*parts_of(table), codes, firsts))
    return codes, firsts[:count].copy()


def are_equal(
    table: StringTable, rows: NDArray[np.int64], other: StringTable, other_rows: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Whether each string at ``rows`` is that of another table at ``other_rows``, bool (rows,).

    >>> one, other = (StringTable.from_strings(texts) for texts in (["a", "b"], ["b", "c"]))
    >>> are_equal(one, np.array([0, 1]), other, np.array([0, 0])).tolist()
    [False, True]
    """
    equal = np.empty(len(rows), np.bool_)
    mark_equal(*parts_of(table), read_only(rows), *parts_of(other), read_only(other_rows), equal)
    return equal


def taken(table: StringTable, rows: NDArray[np.int64] | NDArray[np.int32]) -> StringTable:
    """The strings at ``rows`` as a table.

    >>> list(taken(StringTable.from_strings(["a", "bc"]), np.array([1, 1, 0])))
    ['bc', 'bc', 'a']
    """
    some = rows.astype(np.int64)
    offsets = _offsets(table.offsets[some + 1] - table.offsets[some])
    data = np.empty(int(offsets[-1]), np.uint8)
    copy_strings(*parts_of(table), some, offsets[:-1], data)
    return StringTable(offsets, data)


def joined(tables: Sequence[StringTable]) -> StringTable:
    """All strings of ``tables``, one table after another.

    >>> list(joined([StringTable.from_strings(["a"]), StringTable.from_strings(["", "b"])]))
    ['a', '', 'b']
    """
    lengths = [np.diff(table.offsets) for table in tables]
    offsets = _offsets(np.concatenate([np.zeros(0, np.int64), *lengths]))
    parts = [table.data[table.offsets[0] : table.offsets[-1]] for table in tables]
    return StringTable(offsets, np.concatenate([np.zeros(0, np.uint8), *parts]))


def replaced(
    starts: Offsets,
    lengths: Offsets,
    data: NDArray[np.uint8],
    rows: NDArray[np.int64],
    texts: Sequence[str],
) -> StringTable:
    """Stretches of ``data`` as a table, at ``rows`` ``texts`` instead."""
    others = StringTable.from_strings(texts)
    lengths = lengths.astype(np.int64)
    lengths[rows] = np.diff(others.offsets)
    offsets = _offsets(lengths)
    lengths[rows] = 0
    target = np.empty(int(offsets[-1]), np.uint8)
    copy_parts(read_only(starts), read_only(data), lengths, offsets[:-1], target)
    copy_strings(*parts_of(others), np.arange(len(rows)), offsets[rows], target)
    return StringTable(offsets, target)


def beyond_ascii(table: StringTable) -> NDArray[np.int64]:
    """Rows of the strings that hold a byte beyond ASCII, ascending."""
    places = np.flatnonzero(table.data >= 128)
    return distinct(np.searchsorted(table.offsets, places, "right") - 1)


def words_in(table: StringTable) -> tuple[StringTable, NDArray[np.int32]]:
    """The words of all strings, which spaces part, in their order, and the row of each, int32 (words,).

    >>> words, rows = words_in(StringTable.from_strings(["heat wave", "", "fog"]))
    >>> list(words), rows.tolist()
    (['heat', 'wave', 'fog'], [0, 0, 2])
    """
    most = len(table) + int(count_words(read_only(table.data)))
    ends, rows = np.empty(most, np.int64), np.empty(most, np.int32)
    target = np.empty(len(table.data), np.uint8)
    count = int(cut_words(*parts_of(table), ends, rows, target))
    offsets = np.concatenate([np.zeros(1, np.int64), ends[:count]])
    return StringTable(offsets, target[: int(offsets[-1])]), rows[:count]


def _offsets(lengths: Offsets) -> NDArray[np.int64]:
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def texts_containing(
    table: StringTable, rows: NDArray[np.int64], part: str, *, ignore_case: bool
) -> NDArray[np.bool_]:
    """Which of the strings at ``rows`` hold ``part``, bool (rows,); O(bytes).

    >>> table = StringTable.from_strings(["Zürich", "RICHMOND", "Rome"])
    >>> texts_containing(table, np.arange(3), "rich", ignore_case=True).tolist()
    [True, True, False]
    """
    wanted = part.lower() if ignore_case else part
    found = np.empty(len(rows), np.uint8)
    mark_containing(*parts_of(table), read_only(rows), _bytes_of(wanted), ignore_case, found)
    unknown = np.flatnonzero(found == UNKNOWN)
    found[unknown] = [wanted in text.lower() for text in table.take(rows[unknown])]
    holds: NDArray[np.bool_] = found == YES
    return holds


def order_of_texts(table: StringTable, rows: NDArray[np.int64], text: str) -> NDArray[np.int8]:
    """-1, 0 or 1 for each string at ``rows``: before ``text``, the same, after it, int8 (rows,); O(bytes).

    >>> order_of_texts(StringTable.from_strings(["Heat", "Ali", "Thief"]), np.arange(3), "Heat").tolist()
    [0, -1, 1]
    """
    signs = np.empty(len(rows), np.int8)
    order_against(*parts_of(table), read_only(rows), _bytes_of(text), signs)
    return signs


def folded_order_of_texts(table: StringTable, rows: NDArray[np.int64], text: str) -> NDArray[np.int8]:
    """As `order_of_texts`, without regard to case: both in small letters.

    >>> folded_order_of_texts(StringTable.from_strings(["HEAT", "Été"]), np.arange(2), "été").tolist()
    [-1, 0]
    """
    wanted, signs = text.lower(), np.empty(len(rows), np.int8)
    order_folded(*parts_of(table), read_only(rows), _bytes_of(wanted), signs)
    unknown = np.flatnonzero(signs == UNKNOWN)
    others = [other.lower() for other in table.take(rows[unknown])]
    signs[unknown] = [(other > wanted) - (other < wanted) for other in others]
    return signs


def texts_with_edge(
    table: StringTable, rows: NDArray[np.int64], part: str, *, at_end: bool
) -> NDArray[np.bool_]:
    """Which of the strings at ``rows`` begin with ``part``, or end with it, without regard to case, bool (rows,).

    >>> table = StringTable.from_strings(["Heat", "HEATED", "Été"])
    >>> texts_with_edge(table, np.arange(3), "heat", at_end=False).tolist()
    [True, True, False]
    >>> texts_with_edge(table, np.arange(3), "té", at_end=True).tolist()
    [False, False, True]
    """
    wanted, found = part.lower(), np.empty(len(rows), np.uint8)
    mark_edges(*parts_of(table), read_only(rows), _bytes_of(wanted), at_end, found)
    unknown = np.flatnonzero(found == UNKNOWN)
    others = [other.lower() for other in table.take(rows[unknown])]
    found[unknown] = [other.endswith(wanted) if at_end else other.startswith(wanted) for other in others]
    holds: NDArray[np.bool_] = found == YES
    return holds


def texts_abbreviated(
    table: StringTable, letters: str, words: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows of the strings in ASCII that ``letters`` are the initials of, and rows of the strings beyond ASCII.

    Initials are those of all words, or of the words that begin with no small letter. Both ascend; strings beyond ASCII
    are left to the caller.

    Parameters
    ----------
    letters
        In small letters.
    words
        The fewest words of such a string, and the most.

    >>> table = StringTable.from_strings(["University of Southern California", "École", "United States of A"])
    >>> [rows.tolist() for rows in texts_abbreviated(table, "usc", (3, 16))]
    [[0], [1]]
    """
    found = np.empty(len(table), np.uint8)
    mark_initials(*parts_of(table), _bytes_of(letters), words, found)
    return np.flatnonzero(found == YES), np.flatnonzero(found == UNKNOWN)


def words_held(
    table: StringTable, rows: NDArray[np.int64], words: StringTable, letters: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which of ``words`` stand in each string at ``rows``, bool (rows, words), and of which strings that is known.

    Parameters
    ----------
    letters : uint8
        What each code point is in a word, a space where it parts words, 0 where that is not told; strings with such a
        one are left to the caller, so are those with one beyond its end.

    O(bytes).

    >>> letters = np.array([ord(chr(code).lower()) if chr(code).isalnum() else 32 for code in range(128)], np.uint8)
    >>> table = StringTable.from_strings(["Heat (1995)", "The heats", "Été"])
    >>> words = StringTable.from_strings(["heat", "1995"])
    >>> held, known = words_held(table, np.arange(3), words, letters)
    >>> held.tolist(), known.tolist()
    ([[True, True], [False, False], [False, False]], [True, True, False])
    """
    held, known = np.zeros((len(rows), len(words)), np.bool_), np.ones(len(rows), np.bool_)
    mark_words(*parts_of(table), read_only(rows), read_only(letters), *parts_of(words), held, known)
    return held, known


def _bytes_of(text: str) -> NDArray[np.uint8]:
    return read_only(np.frombuffer(encoded(text), np.uint8))
