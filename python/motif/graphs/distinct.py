"""The different numbers of an array."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", bound=np.number[Any])


def distinct(numbers: NDArray[_Number]) -> NDArray[_Number]:
    """The different ones among numbers of which none is NaN, ascending, of an array of any shape; (k,).

    `numpy.unique` gives the same, but since numpy 2.3 it hashes whole numbers: that takes 8 times as long at a thousand
    and 70 to 110 times at two million, ascending ones too.

    >>> distinct(np.array([[3, 1], [3, 2]])).tolist()
    [1, 2, 3]
    """
    ascending = np.sort(numbers, axis=None)
    if len(ascending) < 2:
        return ascending
    is_new = np.empty(len(ascending), np.bool_)
    is_new[0] = True
    np.not_equal(ascending[1:], ascending[:-1], out=is_new[1:])
    return ascending[is_new]
