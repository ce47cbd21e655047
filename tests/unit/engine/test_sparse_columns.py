"""Conditions, codes and parts of values: of a sparse column what they are of a dense one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.engine.test_filtering import combined, conditions, table_of

from motif.engine.cells import Cells
from motif.engine.coding import ColumnCoding
from motif.engine.column_rows import column_at
from motif.engine.filtering import node_filter_mask
from motif.engine.value_parts import part_of
from motif.engine.value_spans import time_between
from motif.graphs.column import Column
from sparse_columns import VALUES, dense, sparse, values_of

GIVEN = st.lists(VALUES, max_size=10)


@settings(max_examples=200, deadline=None)
@given(
    rows=st.lists(st.tuples(VALUES, VALUES), max_size=10),
    condition=st.recursive(conditions(), combined, max_leaves=4),
)
def test_a_filter_decides_alike(rows: list[tuple[Any, Any]], condition: dict[str, Any]) -> None:
    masks = [
        node_filter_mask(
            table_of(
                {name: make([row[place] for row in rows]) for place, name in enumerate("pq")}, len(rows)
            ),
            condition,
        )
        for make in (dense, sparse)
    ]
    assert masks[0].tolist() == masks[1].tolist()


def test_no_condition_on_a_property_holds_of_all() -> None:
    for make in (dense, sparse):
        assert node_filter_mask(table_of({"p": make([None, 1, None])}, 3), {"p": {}}).tolist() == [True] * 3


@settings(max_examples=100, deadline=None)
@given(values=GIVEN, text=st.sampled_from(["", "a", "b c", "2021"]))
def test_cells_are_alike(values: list[Any], text: str) -> None:
    one, other = Cells(dense(values)), Cells(sparse(values))
    rows = np.array([*range(len(values)), -1])
    assert one.known.tolist() == other.known.tolist()
    np.testing.assert_array_equal(one.numbers, other.numbers)
    assert one.at(rows).values() == other.at(rows).values()
    assert (
        one.where_text(lambda said: text in said).tolist()
        == other.where_text(lambda said: text in said).tolist()
    )
    for operator in ("=", "<>", "<", ">=", "starts", "ends", "contains"):
        assert one.compares(operator, text).tolist() == other.compares(operator, text).tolist()


@settings(max_examples=100, deadline=None)
@given(values=GIVEN)
def test_codes_are_alike(values: list[Any]) -> None:
    one, other = ColumnCoding(dense(values)), ColumnCoding(sparse(values))
    assert one.codes.tolist() == other.codes.tolist()
    assert one.firsts.tolist() == other.firsts.tolist()
    assert one.kinds.tolist() == other.kinds.tolist()
    assert list(one) == list(other)
    assert one.ranks.tolist() == other.ranks.tolist()
    assert one.is_whole.tolist() == other.is_whole.tolist()
    assert one.is_of_numbers == other.is_of_numbers
    assert one.folded == other.folded
    np.testing.assert_array_equal(one.numbers, other.numbers)


@settings(max_examples=100, deadline=None)
@given(
    values=GIVEN, part=st.sampled_from(["size", "year", "month", "decade", "age", "weekday", "month of year"])
)
def test_parts_are_alike(values: list[Any], part: Any) -> None:
    assert values_of(part_of(dense(values), part)) == values_of(part_of(sparse(values), part))


@settings(max_examples=100, deadline=None)
@given(rows=st.lists(st.tuples(VALUES, VALUES), max_size=8), unit=st.sampled_from(["days", "years"]))
def test_spans_are_alike(rows: list[tuple[Any, Any]], unit: Any) -> None:
    first, last = [row[0] for row in rows], [row[1] for row in rows]
    plain = values_of(time_between(dense(first), dense(last), unit))
    assert values_of(time_between(sparse(first), sparse(last), unit)) == plain
    assert values_of(time_between(dense(first), sparse(last), unit)) == plain


@pytest.mark.parametrize("make", [dense, sparse])
@settings(max_examples=50, deadline=None)
@given(values=st.lists(VALUES, min_size=1, max_size=8), picks=st.lists(st.integers(0, 7), max_size=9))
def test_some_rows_are_a_column(make: Any, values: list[Any], picks: list[int]) -> None:
    rows = [pick % len(values) for pick in picks]
    column: Column = column_at(make(values), np.array(rows, np.int32))
    assert values_of(column) == values_of(dense([values[row] for row in rows]))
