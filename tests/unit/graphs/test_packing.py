"""Values as the driver gives them, packed into columns."""

from __future__ import annotations

import datetime
import json
from typing import Any

import neo4j.spatial
import neo4j.time
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.graphs.columns import VECTOR
from motif.graphs.packing import pack_values
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, MISSING, OTHER, STRING, Column
from motif.graphs.rare_values import float_text, other_text
from motif.graphs.strings import StringTable

integers = st.integers(-(2**63), 2**63 - 1)
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
values = st.one_of(st.none(), integers, st.floats(allow_nan=False), st.booleans(), texts)


def column(items: list[Any]) -> Column:
    packed = pack_values(items)
    return Column(packed.kind, packed.number, StringTable(packed.offsets.astype(np.int64), packed.data))


@settings(deadline=None)
@given(
    st.one_of(st.lists(values), st.lists(texts), st.lists(integers), st.lists(st.one_of(st.none(), texts)))
)
def test_values_are_read_back_as_they_were(items: list[Any]) -> None:
    packed = column(items)
    assert [packed.value(row) for row in range(len(items))] == items
    assert [type(packed.value(row)) for row in range(len(items))] == [type(item) for item in items]


def test_kinds_are_told_apart() -> None:
    kinds = pack_values([None, 1, 1.0, True, "1", [1]]).kind.tolist()
    assert kinds == [MISSING, INTEGER, FLOAT, BOOLEAN, STRING, OTHER]


def test_lists_of_numbers_are_vectors_only_where_asked() -> None:
    items = [[0.5, 1], [True], [], None, ["x"]]
    assert pack_values(items).kind.tolist() == [OTHER, OTHER, OTHER, MISSING, OTHER]
    packed = pack_values(items, vector=True)
    assert packed.kind.tolist() == [VECTOR, OTHER, OTHER, MISSING, OTHER]
    assert packed.data[: packed.offsets[1]].view("<f4").tolist() == [0.5, 1.0]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (neo4j.time.Date(1985, 6, 1), "1985-06-01"),
        (neo4j.time.Time(10, 15), "10:15"),
        (neo4j.time.Time(10, 15, 30, 120_000_000), "10:15:30.120"),
        (neo4j.time.DateTime(2020, 1, 2, 3, 4), "2020-01-02T03:04"),
        (
            neo4j.time.DateTime(2020, 1, 2, 3, 4, 0, 5000, tzinfo=datetime.UTC),
            "2020-01-02T03:04:00.000005Z",
        ),
        (
            datetime.datetime(2020, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=-3.5))),
            "2020-01-02T03:04:05-03:30",
        ),
        (datetime.date(2020, 1, 2), "2020-01-02"),
        (neo4j.time.Duration(years=1, months=2, days=3, hours=4), "P1Y2M3DT4H"),
        (neo4j.spatial.CartesianPoint((1.5, 2.0)), '{"srid":7203,"coordinates":[1.5,2.0]}'),
        (b"\x01\xff", "[1,-1]"),
        ([neo4j.time.Date(1985, 6, 1), None, float("-inf")], '["1985-06-01",null,{"$float":"-Infinity"}]'),
        ({"ä": ["\u2028", '"']}, '{"ä":["\\u2028","\\""]}'),
    ],
)
def test_rare_values_are_text(value: Any, text: str) -> None:
    assert other_text(value) == text


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_as_text_are_the_same_float(value: float) -> None:
    assert float(float_text(value)) == value
    assert json.loads(float_text(value)) == value
