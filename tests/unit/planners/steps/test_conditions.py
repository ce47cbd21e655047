"""Conditions as Cypher: plain properties stay plain, forms are read, and what is no condition is refused."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from motif.errors import InvalidConfiguration
from motif.graphs.graph_schema import PropertyProfile, ValueFormat
from motif.planners.steps.conditions import Conditions


def said(filter: Any, **profiles: PropertyProfile | list[PropertyProfile]) -> tuple[str, list[Any]]:
    """The condition with its values in the order in which they became parameters."""
    values: list[Any] = []

    def parameter(value: Any) -> str:
        values.append(value)
        return f"${len(values)}"

    def known(name: str) -> list[PropertyProfile]:
        found = profiles.get(name, [])
        return found if isinstance(found, list) else [found]

    return Conditions("n", known, parameter).of(filter), values


PRICE = PropertyProfile("price", "STRING", format=ValueFormat("currency", "$"))
DATE = PropertyProfile("born", "DATE")


@pytest.mark.parametrize(
    ("filter", "condition", "values"),
    [
        ({}, "", []),
        ({"year": 1}, "n.year = $1", [1]),
        ({"year": {"$gte": 1, "$lt": 5}}, "n.year >= $1 AND n.year < $2", [1, 5]),
        ({"odd `name": "x"}, "n.`odd ``name` = $1", ["x"]),
        ({"year": {"$between": [1, 2]}}, "(n.year >= $1 AND n.year <= $2)", [1, 2]),
        ({"year": {"$in": [1, 2]}}, "n.year IN $1", [[1, 2]]),
        ({"year": {"$nin": [1]}}, "NOT (n.year IN $1)", [[1]]),
        ({"year": {"$ne": 1}}, "NOT (n.year = $1)", [1]),
        ({"year": {"$in": []}}, "CASE WHEN n.year IS NOT NULL THEN false END", []),
        ({"name": {"$like": "%x%"}}, "n.name CONTAINS $1", ["x"]),
        ({"$not": {"a": 1}}, "NOT (n.a = $1)", [1]),
        ({"$not": {}}, "NOT (true)", []),
        ({"$or": [{"a": 1}, {"b": {"$gt": 2}}, {}]}, "((n.a = $1) OR (n.b > $2) OR (true))", [1, 2]),
        ({"big": 2**70}, "n.big = $1", [float(2**70)]),
        ({"day": datetime.date(2000, 1, 2)}, "n.day = $1", ["2000-01-02"]),
    ],
)
def test_plain_properties_stay_plain(filter: Any, condition: str, values: list[Any]) -> None:
    assert said(filter) == (condition, values)


def test_case_is_ignored_only_in_texts() -> None:
    assert said({"name": {"$ilike": "%Ab"}}) == (
        "CASE WHEN n.name IS :: STRING THEN toLower(n.name) CONTAINS $1 END",
        ["ab"],
    )


def test_dates_are_compared_as_dates_where_all_are() -> None:
    day = "2000-01-02"
    assert said({"born": {"$lt": day}}, born=DATE) == ("n.born < date($1)", [day])
    assert said({"born": {"$in": [day]}}, born=DATE) == ("n.born IN [day IN $1 | date(day)]", [[day]])
    for other in ("2000", "2000-02-31", "soon"):
        assert "toStringOrNull(n.born)" in said({"born": {"$lt": other}}, born=DATE)[0]
    mixed = [DATE, PropertyProfile("born", "STRING")]
    assert "toStringOrNull(n.born)" in said({"born": {"$lt": "2000-01-02"}}, born=mixed)[0]


def test_forms_are_read_for_values_of_their_kind_alone() -> None:
    condition, values = said({"price": {"$lt": 20}}, price=PRICE)
    assert condition.startswith(
        "CASE WHEN NOT n.price IS :: STRING THEN n.price WHEN n.price =~ $1 THEN toFloat"
    )
    assert condition.endswith("END < $7") and values[1:] == ["$", ",", " ", "\u00a0", "+", 20]
    assert said({"price": "$20"}, price=PRICE) == ("n.price = $1", ["$20"])
    assert said({"price": {"$like": "20"}}, price=PRICE)[0] == "n.price CONTAINS $1"


def test_iso_dates_in_text_stay_plain_where_it_is_not_negated() -> None:
    profile = PropertyProfile("d", "STRING", format=ValueFormat("date"))
    assert said({"d": {"$gte": "2000"}}, d=profile)[0] == "(n.d >= $1 AND n.d =~ $2)"
    assert said({"d": "2000-01-01"}, d=profile)[0] == "n.d = $1"
    assert said({"$not": {"d": {"$gte": "2000"}}}, d=profile)[0].startswith(
        "NOT (CASE WHEN NOT n.d IS :: STRING"
    )
    assert said({"d": {"$gte": "soon"}}, d=profile) == ("n.d >= $1", ["soon"])


def test_a_list_stands_for_any_of_its_elements() -> None:
    profile = PropertyProfile("tags", "LIST")
    condition = said({"tags": {"$ne": "x"}}, tags=profile)[0]
    assert condition == (
        "NOT (any(element IN CASE WHEN n.tags IS :: LIST<ANY> THEN n.tags ELSE [n.tags] END WHERE element = $1))"
    )


def test_values_of_several_forms_are_read_in_each() -> None:
    forms = [PRICE, PropertyProfile("price", "STRING", format=ValueFormat("currency", "€"))]
    assert said({"price": {"$gt": 1}}, price=forms)[0].count("WHEN n.price =~") == 2


@pytest.mark.parametrize(
    ("filter", "message"),
    [
        (3, "A filter is a map"),
        ({"$gt": 3}, "names a property before an operator; '$gt' stands in its place"),
        ({"a": {"$grater": 3}}, "unknown operator '$grater'"),
        ({"a": {"$gtt": 3}}, "Did you mean '$gt'?"),
        ({"$and": []}, "$and takes a list of filters, not []"),
        ({"$not": 3}, "A filter is a map"),
        ({"a": {"$between": [1]}}, "$between on 'a' takes a list of 2 values"),
        ({"a": {"$in": 3}}, "$in on 'a' takes a list, not 3"),
        ({"a": {"$like": 3}}, "$like and $ilike on 'a' take a text"),
        ({"a": None}, "compares with None; it must be a number"),
        ({"a": {"$in": [None]}}, "compares with None"),
    ],
)
def test_what_is_no_condition_is_refused(filter: Any, message: str) -> None:
    with pytest.raises(InvalidConfiguration) as raised:
        said(filter)
    assert message in str(raised.value)
