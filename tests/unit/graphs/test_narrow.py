"""Numbers as narrow as they fit, and sources that follow from an adjacency, beside numpy's own."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs.column import FLOAT, INTEGER, Column, compact
from motif.graphs.narrow import narrow_numbers, narrow_offsets, place_of_id, places_of_ids
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable

BORDERS = [
    sign * (1 << bits) + one for bits in (7, 8, 15, 16, 31, 32, 62) for sign in (1, -1) for one in (-1, 0, 1)
]


@given(st.lists(st.one_of(st.sampled_from(BORDERS), st.integers(-5, 5)), max_size=6))
def test_narrow_numbers_are_the_same_numbers(numbers: list[int]) -> None:
    array = np.array(numbers, np.int64)
    narrow = narrow_numbers(array)
    assert narrow.tolist() == numbers and narrow.dtype.kind == "i" and narrow.nbytes <= array.nbytes


@given(
    st.sets(st.integers(0, (1 << 32) - 1), max_size=8),
    st.lists(st.one_of(st.integers(-5, 5), st.sampled_from(BORDERS)), max_size=8),
)
def test_ids_are_found_alike_narrow_and_wide(ids: set[int], wanted: list[int]) -> None:
    wide, looked_for = np.array(sorted(ids), np.int64), np.array([*wanted, *ids], np.int64)
    narrow = wide.astype(np.uint32)
    assert places_of_ids(narrow, looked_for).tolist() == np.searchsorted(wide, looked_for).tolist()
    for one in looked_for.tolist():
        assert (
            place_of_id(narrow, one)
            == place_of_id(wide, one)
            == (sorted(ids).index(one) if one in ids else -1)
        )


@given(st.lists(st.integers(0, 3), max_size=40), st.data())
def test_sources_are_those_that_the_offsets_tell(degrees: list[int], data: st.DataObject) -> None:
    starts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)
    expected = np.repeat(np.arange(len(degrees)), np.array(degrees, np.int64))
    count = len(expected)
    few = st.lists(st.integers(0, count - 1), max_size=3) if count else st.just([])
    first, last = sorted(data.draw(st.tuples(st.integers(0, count), st.integers(0, count))))
    rows, mask = np.array(data.draw(few), np.int64), np.arange(count) % 17 == 3
    sources = Sources(starts)  # each time anew, of which not all were made
    assert len(sources) == count and Sources(starts)[rows].tolist() == expected[rows].tolist()
    assert Sources(starts)[first:last].tolist() == expected[first:last].tolist()
    assert Sources(starts)[first:last:2].tolist() == expected[first:last:2].tolist()
    assert Sources(starts)[mask].tolist() == expected[mask].tolist()
    assert (
        np.concatenate([np.empty(0, np.int32), *(part for _, part in sources.stretches())]).tolist()
        == expected.tolist()
    )
    assert sources.whole.tolist() == expected.tolist() == Sources.of(expected).whole.tolist()
    values = np.arange(len(degrees)) * 3
    assert sources.spread(values).tolist() == values[expected].tolist()
    for row in rows.tolist():
        assert Sources(starts)[row] == expected[row]


def test_a_relationship_that_is_not_there_is_told() -> None:
    with pytest.raises(IndexError):
        Sources(np.array([0, 40], np.int32))[40]


def test_a_column_that_became_a_float_is_read_as_one() -> None:
    """A refresh may put the bits of 0.0, which are those of 0, among narrow integers."""
    narrow = compact(Column(np.array([INTEGER, INTEGER], np.uint8), np.array([0, 5])))
    assert narrow.number.dtype == np.int8
    mixed = Column(np.array([FLOAT, INTEGER], np.uint8), narrow.number)
    assert repr(mixed.value(0)) == "0.0" and mixed.floats[0] == 0.0 and mixed.value(1) == 5


def test_offsets_stay_wide_where_they_must() -> None:
    assert narrow_offsets(np.array([0, (1 << 31) - 1])).dtype == np.int32
    assert narrow_offsets(np.array([0, 1 << 31])).dtype == np.int64
    assert StringTable.from_strings(["a", "bc"]).offsets.dtype == np.int32
