"""Typed steps are checked against the schema: names, directions, kinds of values."""

from __future__ import annotations

from typing import Any

import pytest

from hostile_cases import SCHEMA
from motif.graphs.graph_schema import GraphSchema, LabelProfile, PropertyProfile, ValueFormat
from motif.graphs.step_reading import read_steps
from motif.graphs.steps import Find, Rank, Traverse
from motif.planners.steps.checking import CheckedSteps, check_steps

FORMS = GraphSchema(
    {
        "Product": LabelProfile(
            "Product",
            3,
            {
                "price": PropertyProfile("price", "STRING", format=ValueFormat("currency", "$")),
                "sold": PropertyProfile("sold", "STRING", format=ValueFormat("date")),
                "new": PropertyProfile("new", "STRING", format=ValueFormat("boolean")),
                "made": PropertyProfile("made", "DATE"),
                "stock": PropertyProfile("stock", "INTEGER"),
                "title": PropertyProfile("title", "STRING"),
                "tags": PropertyProfile("tags", "LIST"),
                "vector": PropertyProfile("vector", "VECTOR"),
                "on": PropertyProfile("on", "BOOLEAN"),
            },
        )
    },
    {},
)


def checked(*steps: dict[str, Any], schema: GraphSchema = SCHEMA) -> CheckedSteps:
    return check_steps(read_steps(list(steps)), schema)


def found(where: dict[str, Any]) -> CheckedSteps:
    return checked({"step": "find", "as": "p", "label": "Product", "where": where}, schema=FORMS)


PERSON = {"step": "find", "as": "a", "label": "Person"}
MOVIE = {"step": "find", "as": "a", "label": "Movie"}


def test_a_direction_follows_from_the_labels_of_the_steps_before() -> None:
    hop = {"step": "traverse", "from": "a", "as": "b", "relationship": "DIRECTED", "direction": "in"}
    turned = checked(PERSON, hop)
    assert turned.problems == ()
    assert turned.steps[1] == Traverse("b", "a", ("DIRECTED",), "out")
    assert turned.notes == (
        "Step 2 ('b'): the direction was turned to 'out': DIRECTED leads from Person to Movie.",
    )
    assert checked(MOVIE, hop).notes == ()


def test_what_a_step_reaches_is_known_to_those_after_it() -> None:
    steps = [
        PERSON,
        {"step": "traverse", "from": "a", "as": "b", "relationship": "ACTED_IN", "direction": "any"},
        {"step": "filter", "from": "b", "as": "c", "where": {"born": {"$gt": 1950}}},
    ]
    assert checked(*steps).problems == (
        "Step 3 ('c'): Movie has no property 'born'. There are: embedding, price, tagline, title, year.",
    )


def test_a_relation_that_never_reaches_a_label_is_a_problem() -> None:
    hop = {"step": "traverse", "from": "a", "as": "b", "relationship": "IN_GENRE", "label": "Person"}
    (said,) = checked(MOVIE, hop).problems
    assert said.startswith(
        "Step 2 ('b'): the graph has no IN_GENRE between Movie and Person: IN_GENRE leads from Movie"
    )


def test_the_direction_of_a_count_is_turned_too() -> None:
    by = {"count": {"relationship": "DIRECTED", "direction": "in", "label": "Movie"}}
    turned = checked(PERSON, {"step": "rank", "from": "a", "as": "b", "by": by})
    assert isinstance(turned.steps[1], Rank) and turned.steps[1].by_count is not None
    assert turned.steps[1].by_count.direction == "out"
    assert len(turned.notes) == 1


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"step": "find", "as": "a", "label": "movie"}, "no label 'movie'. Did you mean 'Movie'?"),
        ({"step": "find", "as": "a", "label": "Movie", "where": {"yeer": 1}}, "Did you mean 'year'?"),
        ({"step": "find", "as": "a", "where": {"nothing": 1}}, "A node has no property 'nothing'"),
        ({"step": "vector_search", "as": "a", "label": "Film", "text": "x"}, "no label 'Film'"),
        ({"step": "find", "as": "a", "label": "Movie", "where": {"year": {"$gr": 1}}}, "Did you mean"),
        (
            {"step": "find", "as": "a", "label": "Movie", "where": {"$or": [{"yeer": 1}]}},
            "Did you mean 'year'?",
        ),
        (
            {"step": "find", "as": "a", "label": "Movie", "where": {"$not": {"yeer": 1}}},
            "Did you mean 'year'?",
        ),
        ({"step": "find", "as": "a", "label": "Movie", "where": {"year": {"$in": 3}}}, "takes a list, not 3"),
        (
            {"step": "find", "as": "a", "label": "Movie", "where": {"year": {"$between": [1]}}},
            "list of two values",
        ),
        ({"step": "find", "as": "a", "label": "Movie", "where": {"year": None}}, "compared with None"),
    ],
)
def test_what_is_wrong_is_named_with_the_nearest(step: dict[str, Any], said: str) -> None:
    (problem,) = checked(step).problems
    assert problem.startswith("Step 1 ('a'): ") and said in problem


def test_properties_of_relationships_are_checked() -> None:
    hop = {"step": "traverse", "from": "a", "as": "b", "relationship": "ACTED_IN", "direction": "out"}
    (said,) = checked(PERSON, {**hop, "relationship_where": {"role": "x"}}).problems
    assert said == "Step 2 ('b'): ACTED_IN has no property 'role'. Did you mean 'roles'?"


@pytest.mark.parametrize(
    "where",
    [
        {"price": {"$lt": 20}}, {"price": "$11.80"}, {"sold": {"$gte": "2019-01-01"}}, {"new": True}, {"made": "2019"},
        {"made": {"$between": ["2019-01-01", "2019-12-31T10:00:00"]}}, {"stock": 3}, {"stock": {"$in": [1, 2.5]}},
        {"title": {"$ilike": "%x%"}}, {"tags": {"$in": ["a", 1]}}, {"tags": {"$like": "a"}}, {"on": False},
        {"$and": [{"stock": 1}, {"$not": {"title": "x"}}]},
    ],
)  # fmt: skip
def test_values_that_fit_their_property_stay(where: dict[str, Any]) -> None:
    fits = found(where)
    assert (fits.problems, fits.notes) == ((), ())
    assert fits.steps[0] == Find("p", "Product", where)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (
            {"stock": "many"},
            "'stock' of Product is a whole number, not a text such as 'many'. Give a number.",
        ),
        ({"stock": True}, "not true or false. Give a number."),
        ({"title": 7}, "'title' of Product is a text; 7 is none. Give a text in quotation marks."),
        ({"sold": 2019}, "a text that says a date; 2019 is none. Give a text such as '2019-01-01'."),
        ({"made": 2019}, "Give a text such as '2019-01-01'."),
        ({"made": "yesterday"}, "'yesterday' is none"),
        ({"on": "yes"}, "is true or false, not 'yes'. Give true or false."),
        ({"price": True}, "a text that says a currency, not true or false"),
        ({"vector": 1}, "which no condition compares"),
        ({"stock": {"$like": "1"}}, "$like looks for a part of a text"),
        ({"title": "x" * 20_000}, "10,000 are the most"),
        ({"stock": {"$in": list(range(2000))}}, "more than 1,000 items"),
    ],
)
def test_values_that_do_not_fit_are_refused_with_what_to_give(where: dict[str, Any], said: str) -> None:
    (problem,) = found(where).problems
    assert said in problem


def test_a_number_that_is_given_as_text_is_read_and_said() -> None:
    read = found({"stock": {"$gt": "3"}, "price": {"$lt": "2.5"}})
    assert read.steps[0] == Find("p", "Product", {"stock": {"$gt": 3}, "price": {"$lt": 2.5}})
    assert read.notes == (
        "Step 1 ('p'): 'stock' is a number; '3' was read as 3.",
        "Step 1 ('p'): 'price' is a number; '2.5' was read as 2.5.",
    )


def test_conditions_that_are_too_many_or_too_deep_are_refused() -> None:
    deep: dict[str, Any] = {"stock": 1}
    for _ in range(50):
        deep = {"$not": deep}
    wide = {"$or": [{"stock": number} for number in range(101)]}
    for where in (deep, wide):
        (said,) = check_steps([Find("p", "Product", where)], FORMS).problems
        assert "more than 100 or nested more than 8 deep" in said


def test_cypher_steps_are_checked_beside_the_others_and_named_apart() -> None:
    cypher = {"step": "cypher", "as": "b", "cypher": "MATCH (m:Movie) WHERE m.year > 1990 RETURN m"}
    both = checked(MOVIE, cypher, {"step": "intersect", "as": "c", "of": ["a", "b"]})
    assert both.problems == ()
    assert set(both.statements["b"].parameters) == {"cypher2_literal_1", "cypher2_literal_2"}
    assert both.statements["b"].columns == ("m",)
