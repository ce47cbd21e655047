"""Whole numbers in as few bytes as hold them all, so that files, and memory that maps them, are small.

Signed throughout, but for ids, so that a difference of two is what it looks like.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ids: TypeAlias = NDArray[np.integer[Any]]
"""Ids of a database: int64, or uint32 where all fit."""

Codes: TypeAlias = NDArray[np.signedinteger[Any]]
"""Places in a short list of what there is, labels or types: int16, or int32 where the list is longer than `SHORT`."""

Offsets: TypeAlias = NDArray[np.signedinteger[Any]]
"""Where each of many things begins in an array: int32, or int64 where that is longer, or a file has them so."""

SHORT = 1 << 15
"""As many things as int16 numbers."""

_WIDE, _NARROW_ID = 1 << 31, (1 << 32) - 1
_AT_ONCE = 1 << 20


def narrow_ids(ids: Ids) -> Ids:
    """Ids of half the size, where all of them fit; ``ids`` itself where not, or where they are narrow already.

    >>> narrow_ids(np.array([7, 1 << 31])).dtype, narrow_ids(np.array([7, 1 << 32])).dtype
    (dtype('uint32'), dtype('int64'))
    """
    fit = ids.dtype != np.uint32 and (not len(ids) or (ids.min() >= 0 and ids.max() < 1 << 32))
    return ids.astype(np.uint32) if fit else ids


def places_of_ids(ids: Ids, wanted: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Where in ``ids``, which ascend, each of ``wanted`` stands, or would; int64 (wanted,).

    They are looked for in the type that ``ids`` have: numpy would copy all of those otherwise.

    >>> places_of_ids(np.array([3, 7], np.uint32), np.array([-1, 3, 4, 1 << 40])).tolist()
    [0, 0, 1, 2]
    """
    found: NDArray[np.int64]
    if ids.dtype != np.uint32 or wanted.dtype == np.uint32:
        found = np.searchsorted(ids, wanted)
        return found
    found = np.searchsorted(ids, np.clip(wanted, 0, _NARROW_ID).astype(np.uint32))
    found[wanted > _NARROW_ID] = len(ids)
    return found


def place_of_id(ids: Ids, wanted: int) -> int:
    """The place of one id in ``ids``, which ascend; -1 where it is not there.

    >>> [place_of_id(np.array([3, 7], np.uint32), one) for one in (7, 4, -3, 1 << 70)]
    [1, -1, -1, -1]
    """
    limits = np.iinfo(ids.dtype)
    if not limits.min <= wanted <= limits.max:
        return -1
    place = int(np.searchsorted(ids, ids.dtype.type(wanted)))
    return place if place < len(ids) and int(ids[place]) == wanted else -1


def narrow_offsets(offsets: NDArray[Any]) -> Offsets:
    """Offsets, which ascend, as int32 where the last of them is; those of a mapped file as they are.

    >>> narrow_offsets(np.array([0, 3])).dtype, narrow_offsets(np.array([0, 1 << 31])).dtype
    (dtype('int32'), dtype('int64'))
    """
    if (
        offsets.dtype == np.int32
        or isinstance(offsets.base, np.memmap)
        or offsets[-1:].max(initial=0) >= _WIDE
    ):
        return offsets
    return offsets.astype(np.int32)


def narrow_codes(codes: NDArray[Any], n_values: int) -> Codes:
    """Codes into ``n_values`` things, as the kernels take them; the same array where it is so already.

    Where -1 stands for none it fits too.

    >>> narrow_codes(np.array([0, 1]), 2).dtype, narrow_codes(np.array([0, 1]), SHORT + 1).dtype
    (dtype('int16'), dtype('int32'))
    """
    if n_values <= SHORT:
        return codes.astype(np.int16, copy=False)
    return codes.astype(np.int32, copy=False)


def narrow_numbers(numbers: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as int8, int16, int32 or int64, the first that holds them all.

    The same array where it is as narrow already, or one number over and over.

    >>> [narrow_numbers(np.array([0, most])).dtype.name for most in (127, 128, 32_767, -32_769, 1 << 31)]
    ['int8', 'int16', 'int16', 'int32', 'int64']
    """
    if not len(numbers) or numbers.dtype == np.int8 or not numbers.strides[0]:
        return numbers
    least, most = _extremes(numbers)
    for narrow in (np.int8, np.int16, np.int32):
        limits = np.iinfo(narrow)
        if limits.min <= least and most <= limits.max:
            return numbers.astype(narrow, copy=False)
    return numbers


def _extremes(numbers: NDArray[Any]) -> tuple[int, int]:
    """The least and the largest; what takes eight bytes anyway is not looked at to its end."""
    least = most = 0
    limits = np.iinfo(np.int32)
    for start in range(0, len(numbers), _AT_ONCE):
        part = numbers[start : start + _AT_ONCE]
        least, most = min(least, int(part.min())), max(most, int(part.max()))
        if least < limits.min or most > limits.max:
            break
    return least, most
