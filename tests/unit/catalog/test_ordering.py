"""Sorting relationships: the packed way, the counting way and numpy agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog import ordering
from motif.catalog.ordering import Lookup, ascending, sorted_rows


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 2)), max_size=120))
def test_all_ways_of_sorting_agree(rows: list[tuple[int, int, int]]) -> None:
    source, target, relation = np.array(rows, dtype=np.int32).reshape(-1, 3).T.copy()
    expected = np.lexsort((relation, target, source)).tolist()
    assert sorted_rows(source, target, relation, (4, 3)).tolist() == expected
    assert ordering._sorted_by_counting(source, target, relation, (4, 3)).tolist() == expected


def test_what_does_not_fit_one_integer_is_sorted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ordering, "_KEY_BITS", 4)
    source = np.array([2, 0, 2, 1], np.int32)
    assert sorted_rows(source, source, source, (3, 3)).tolist() == [1, 3, 0, 2]


@settings(deadline=None)
@given(st.lists(st.integers(0, 60)), st.lists(st.integers(-3, 70), max_size=9), st.sampled_from([1, 10**9]))
def test_ids_are_found_or_not(ids: list[int], wanted: list[int], spread: int) -> None:
    known = np.array(sorted(set(ids)), dtype=np.int64) * spread
    rows = Lookup(known).rows(np.array(wanted, dtype=np.int64) * spread)
    table = {identity: row for row, identity in enumerate(known.tolist())}
    assert rows.tolist() == [table.get(identity * spread, -1) for identity in wanted]


@settings(deadline=None)
@given(st.lists(st.integers(0, 9)))
def test_ids_are_put_in_order_once_each(ids: list[int]) -> None:
    array = np.array(ids, dtype=np.int64)
    order = ascending(array)
    found = array if order is None else array[order]
    assert found.tolist() == sorted(set(ids))
    assert (order is None) == (ids == sorted(set(ids)))
