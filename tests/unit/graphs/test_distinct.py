"""The different numbers of an array, beside numpy's own."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from motif.graphs.distinct import distinct

_TYPES = st.sampled_from([np.int16, np.int32, np.int64, np.uint32])


@given(
    arrays(_TYPES, array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=9), elements=st.integers(0, 7))
)
def test_they_are_those_of_numpy(numbers: NDArray[np.int64]) -> None:
    found, expected = distinct(numbers), np.unique(numbers)
    assert found.dtype == expected.dtype and found.tolist() == expected.tolist()


def test_what_is_given_stays_as_it_is() -> None:
    numbers = np.array([2, 1, 2], np.int32)
    assert distinct(numbers).tolist() == [1, 2] and numbers.tolist() == [2, 1, 2]
