"""Chunks joined into columns: every value where it belongs, and vectors normalised in room of their own or in place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.catalog import accumulating
from motif.catalog.accumulating import PropertyColumn
from motif.catalog.reading_vectors import normalised
from motif.graphs.packing import pack_values

VALUES = st.one_of(st.none(), st.integers(-9, 9), st.text(max_size=3), st.booleans())


@given(
    chunks=st.lists(st.lists(VALUES, max_size=4), max_size=5),
    picks=st.one_of(st.none(), st.permutations(range(20))),
    freed=st.sampled_from([0, 1 << 26]),
)
def test_values_stand_where_they_belong(chunks: list[list[Any]], picks: list[int] | None, freed: int) -> None:
    every = [value for chunk in chunks for value in chunk]
    rows = list(range(len(every))) if picks is None else [row for row in picks if row < len(every)][:7]
    order = None if picks is None else np.array(rows, np.int64)
    parts = [pack_values(chunk) for chunk in chunks]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(accumulating, "_FREED", freed)
        joined = PropertyColumn.join(parts, order)
    assert parts == []
    column = joined.column()
    assert [column.value(row) for row in range(len(column))] == [every[row] for row in rows]
    assert joined.offsets[0] == 0 and joined.offsets[-1] == len(joined.data)


@given(vectors=st.lists(st.lists(st.floats(-9, 9, width=32), min_size=3, max_size=3), min_size=1, max_size=9))
def test_vectors_in_place_are_those_beside(vectors: list[list[float]]) -> None:
    given_ = np.array(vectors, np.float32)
    rows = np.arange(len(vectors))
    found = [
        normalised(PropertyColumn.join([pack_values(vectors, vector=True)], None), rows, 3, in_place=in_place)
        for in_place in (False, True)
    ]
    norms = np.linalg.norm(given_, axis=1)
    expected = given_[norms > 0] / norms[norms > 0, None]
    for matrix, usable in found:
        assert np.array_equal(matrix, expected) and np.array_equal(usable, norms > 0)
