"""Filters decide as Cypher does, missing values and values of several kinds included."""

from __future__ import annotations

import datetime
import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from interpreted import examples
from motif.engine.filtering import node_filter_mask, relationship_filter_mask
from motif.errors import InvalidConfiguration
from motif.graphs.projection import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    MISSING,
    OTHER,
    STRING,
    Column,
    NodeTable,
    RelationshipTable,
)
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable

LARGE = 2**53 + 1
VALUES: list[Any] = [
    0,
    1,
    2,
    -3,
    LARGE,
    0.5,
    1.0,
    2.5,
    -3.0,
    True,
    False,
    "",
    "a",
    "Heat",
    "heat wave",
    "東京",
]
ORDERED = ["$lt", "$lte", "$gt", "$gte"]


def column_of(values: list[Any]) -> Column:
    kinds = {int: INTEGER, float: FLOAT, bool: BOOLEAN, str: STRING, type(None): MISSING}
    bits = [
        struct.unpack("<q", struct.pack("<d", value))[0] if isinstance(value, float) else value
        for value in (0 if isinstance(value, str) or value is None else value for value in values)
    ]
    texts = StringTable.from_strings(value if isinstance(value, str) else "" for value in values)
    return Column(np.array([kinds[type(v)] for v in values], np.uint8), np.array(bits, np.int64), texts)


def table_of(columns: dict[str, Column], n_rows: int) -> NodeTable:
    return NodeTable(
        ids=np.arange(n_rows),
        id_prefix=None,
        names=StringTable.from_strings(f"node {row}" for row in range(n_rows)),
        name_property=np.array([row % 2 - 1 for row in range(n_rows)], np.int32),
        name_properties=("title",),
        label_set=np.zeros(n_rows, np.int32),
        label_sets=((),),
        properties=columns,
    )


def conditions() -> st.SearchStrategy[dict[str, Any]]:
    value = st.sampled_from(VALUES)
    texts = st.sampled_from([item for item in VALUES if isinstance(item, str)] + ["%eat%", "HEAT"])
    comparison = st.one_of(
        value,
        st.tuples(st.sampled_from(["$eq", "$ne", *ORDERED]), value).map(lambda pair: dict([pair])),
        st.tuples(st.sampled_from(["$in", "$nin"]), st.lists(value, max_size=3)).map(
            lambda pair: dict([pair])
        ),
        st.lists(value, min_size=2, max_size=2).map(lambda pair: {"$between": pair}),
        st.tuples(st.sampled_from(["$like", "$ilike"]), texts).map(lambda pair: dict([pair])),
        st.tuples(value, value).map(lambda pair: {"$gte": pair[0], "$lt": pair[1]}),
    )
    return st.dictionaries(st.sampled_from(["p", "q"]), comparison, max_size=2)


def combined(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    several = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        several.map(lambda parts: {"$and": parts}),
        several.map(lambda parts: {"$or": parts}),
        inner.map(lambda part: {"$not": part}),
    )


@given(
    st.lists(st.tuples(*[st.none() | st.sampled_from(VALUES)] * 2), max_size=16),
    st.recursive(conditions(), combined, max_leaves=4),
)
@settings(max_examples=examples(500, 100), deadline=None)
def test_filter_decides_as_its_naive_twin(rows: list[tuple[Any, Any]], condition: dict[str, Any]) -> None:
    columns = {name: column_of([row[place] for row in rows]) for place, name in enumerate("pq")}

    mask = node_filter_mask(table_of(columns, len(rows)), condition)

    records = [dict(zip("pq", row, strict=True)) for row in rows]
    assert mask.tolist() == [naive.passes(record, condition) is True for record in records]


def test_name_property_can_be_filtered_on() -> None:
    table = table_of({}, 4)
    assert node_filter_mask(table, {"title": {"$in": ["node 1", "node 2"]}}).tolist() == [
        False,
        True,
        False,
        False,
    ]


def test_relationships_have_filters_of_their_own() -> None:
    table = RelationshipTable(
        ids=np.arange(2),
        id_prefix=None,
        sources=Sources.of(np.zeros(2, np.int32)),
        target=np.zeros(2, np.int32),
        relation=np.zeros(2, np.int32),
        relations=("rated",),
        type=np.zeros(2, np.int32),
        types=("RATED",),
        properties={"stars": column_of([3, 5])},
    )
    assert relationship_filter_mask(table, {"stars": {"$gt": 3.5}}).tolist() == [False, True]


def test_dates_are_compared_by_their_text() -> None:
    dates = Column(
        np.array([OTHER, OTHER], np.uint8),
        np.zeros(2, np.int64),
        StringTable.from_strings(["1995-12-15", "2004-08-06"]),
    )
    table = table_of({"released": dates}, 2)
    assert node_filter_mask(table, {"released": {"$lt": datetime.date(2000, 1, 1)}}).tolist() == [True, False]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"yaer": 1999}, "Did you mean 'year'"),
        ({"year": {"$betwen": [1, 2]}}, "Did you mean '\\$between'"),
        ({"$gte": 1999}, "names a property before an operator"),
        ({"year": {"$between": [1]}}, "a list of 2 values"),
        ({"year": {"$in": 3}}, "a list"),
        ({"year": {"$like": 3}}, "a text"),
        ({"year": {"$eq": [1, 2]}}, "a number, a text"),
        ({"$and": {}}, "a list of filters"),
        ({"$or": []}, "a list of filters"),
        ([], "A filter is a map"),
    ],
)
def test_bad_filters_say_what_is_needed(condition: Any, message: str) -> None:
    with pytest.raises(InvalidConfiguration, match=message):
        node_filter_mask(table_of({"year": column_of([1995])}, 1), condition)


def test_an_integer_beyond_every_float_is_compared() -> None:
    numbers = column_of([1, 2.5, float("inf"), float("-inf"), "a", None])
    for value in (10**400, -(10**400)):
        for comparison in ("$lt", "$lte", "$gt", "$gte", "$eq", "$ne"):
            mask = node_filter_mask(table_of({"n": numbers}, 6), {"n": {comparison: value}})
            expected = [
                naive.passes({"n": one}, {"n": {comparison: value}}) is True
                for one in (1, 2.5, float("inf"), float("-inf"), "a", None)
            ]
            assert mask.tolist() == expected, (comparison, value)


def test_a_filter_that_is_nested_too_deep_is_told() -> None:
    filters: dict[str, Any] = {"n": 1}
    for _ in range(300):
        filters = {"$not": filters}
    with pytest.raises(InvalidConfiguration, match="nested deeper than 64 levels"):
        node_filter_mask(table_of({"n": column_of([1])}, 1), filters)
