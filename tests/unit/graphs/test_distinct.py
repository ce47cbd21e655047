"""The different numbers of an array, beside numpy's own."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from motif.graphs.distinct import distinct, numbered

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


@given(
    arrays(
        _TYPES | st.just(np.float64),
        st.integers(0, 12),
        elements=st.sampled_from([0, 1, 2, 5]) | st.sampled_from([9, 30_000]),
    )
)
def test_numbers_are_numbered_as_numpy_does_near_one_another_and_far(numbers: NDArray[np.int64]) -> None:
    firsts, codes = numbered(numbers)
    _, expected, inverse = np.unique(numbers, return_index=True, return_inverse=True)
    assert firsts.tolist() == expected.tolist() and codes.tolist() == inverse.tolist()


def test_what_is_no_number_is_one_more() -> None:
    numbers = np.array([np.nan, 2.0, np.nan, np.inf])
    assert [one.tolist() for one in numbered(numbers)] == [[1, 3, 0], [2, 0, 2, 1]]


def test_the_ends_of_whole_numbers_are_far_from_one_another() -> None:
    ends = np.array([np.iinfo(np.int64).max, np.iinfo(np.int64).min, np.iinfo(np.int64).max])
    assert [one.tolist() for one in numbered(ends)] == [[1, 0], [1, 0, 1]]
