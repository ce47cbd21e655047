"""Columns: dense or sparse, every question has the same answer; what no row has takes no room."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.graphs import column as columns
from motif.graphs.column import FLOAT, INTEGER, MISSING, OTHER, STRING, Column, compact, shared_rows
from motif.graphs.strings import StringTable
from sparse_columns import VALUES, dense, sparse, values_of

GIVEN = st.lists(VALUES, max_size=12)


@given(values=GIVEN, many=st.sampled_from([0, 16]), data=st.data())
def test_a_sparse_column_answers_as_a_dense_one(values: list[Any], many: int, data: st.DataObject) -> None:
    one, other = dense(values), sparse(values)
    some = data.draw(st.lists(st.integers(0, max(len(values) - 1, 0)), max_size=20 if values else 0))
    rows, held = np.array(some, np.int32), [row for row in some if values[row] is not None]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(columns, "_MANY", many)
        assert len(one) == len(other) == len(values)
        assert values_of(one) == values_of(other)
        for ask in (
            lambda column: column.holding,
            lambda column: column.known,
            lambda column: column.kinds_at(rows),
            lambda column: column.numbers_at(rows),
            lambda column: column.known_at(rows),
            lambda column: column.rows_of(column.entries_of(INTEGER, OTHER)),
            lambda column: column.spread(column.are(STRING, FLOAT)),
        ):
            mine, its = ask(one), ask(other)
            assert (mine.dtype, mine.tolist()) == (its.dtype, its.tolist())
        assert one.texts_at(np.array(held, np.int64)) == other.texts_at(np.array(held, np.int64))
        assert [one.kind_at(row) for row in some] == [other.kind_at(row) for row in some]
        assert one.holds(STRING) == other.holds(STRING)
        assert [other.entries_at(rows)[place] >= 0 for place, row in enumerate(some)] == [
            values[row] is not None for row in some
        ]


@given(values=GIVEN, data=st.data())
def test_some_rows_one_after_another_are_a_column(values: list[Any], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(values)))
    stop = data.draw(st.integers(start, len(values)))
    for column in (dense(values), sparse(values)):
        part = column.part(start, stop)
        assert values_of(part) == values_of(dense(values[start:stop]))
        assert part.dense().text is not None and part.dense().text.offsets[0] == 0


@given(values=GIVEN)
def test_a_column_is_as_small_as_it_can_be_whatever_it_was(values: list[Any]) -> None:
    made = [compact(column) for column in (dense(values), sparse(values), compact(dense(values)))]
    of_rows = 4 * sum(value is not None for value in values) < 3 * len(values)
    for column in made:
        assert values_of(column) == values_of(dense(values))
        assert (column.rows is not None) == of_rows
        assert column.text is not None and made[0].text is not None
        assert column.kind.tolist() == made[0].kind.tolist()
        assert column.number.tolist() == made[0].number.tolist()
        assert column.text.offsets.tolist() == made[0].text.offsets.tolist()
        assert column.text.data.tolist() == made[0].text.data.tolist()
    assert values_of(sparse(values).dense()) == values_of(dense(values))


def test_what_is_alike_in_all_entries_takes_the_room_of_one() -> None:
    column = compact(dense([None, None, None, "a", "b"]))
    assert column.kind.strides == (0,) and column.number.strides == (0,)
    assert compact(dense([1, 2, 3])).number.strides == (1,)


def test_no_letter_is_copied() -> None:
    given_ = dense([None, "Heat", None, None, "Ali"])
    column = compact(given_)
    assert column.text is not None and given_.text is not None and column.text.data is given_.text.data


def test_letters_of_a_row_without_a_value_stay_its_own() -> None:
    kind = np.array([MISSING, STRING, MISSING], np.uint8)
    column = compact(Column(kind, np.zeros(3, np.int64), StringTable.from_strings(["lost", "Heat", "too"])))
    assert column.value(1) == "Heat" and column.value(0) is None


def test_columns_of_the_same_rows_share_them() -> None:
    made = shared_rows(
        {
            "born": compact(dense([None, None, 1, 2, None])),
            "died": compact(dense([None, None, "x", "y", None])),
            "else": compact(dense([None, 3, None, 4, None])),
        }
    )
    assert made["born"].rows is made["died"].rows
    assert made["else"].rows is not None and made["else"].rows.tolist() == [1, 3]


def test_a_row_that_is_not_there_is_told() -> None:
    with pytest.raises(IndexError, match="row 3 of a column of 3"):
        sparse([None, 1, None]).value(3)
