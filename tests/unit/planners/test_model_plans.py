"""What models answer, read and compared with a graph: spellings, labels, conditions, orders."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fakes
from motif.errors import InvalidInput
from motif.graphs.plan import Order, Plan
from motif.planners.model_answer import read_answer
from motif.planners.model_plans import plan_of_answer, undirected
from motif.planners.schema_facts import schema_facts
from motif.planners.shots import shown_plan
from motif.retrievers.view import View
from question_graphs import question_graph

ACTED = ["UNKNOWN Person 1", "acted in", "Heat"]


@pytest.fixture(scope="module")
def films() -> View:
    return question_graph("films", fakes.HashEncoder()).view


def read(value: Any, films: View) -> Plan:
    return plan_of_answer(read_answer(value, needs_answer=True), "?", films, schema_facts(films.projection))


@pytest.mark.parametrize(
    "answer",
    [
        "UNKNOWN film 2",
        " UNKNOWN film 2 ",
        "?film_2",
        "film_2",
    ],
)
def test_the_answer_is_found_by_any_of_its_spellings(films: View, answer: str) -> None:
    value = {
        "triples": [["UNKNOWN film 1", "r", "UNKNOWN film 2"], ["UNKNOWN film 2", "r", "Heat"]],
        "answer": answer,
    }
    plan = read(value, films)
    assert (plan.answer, [triple[0] for triple in plan.pattern]) == ("?film_2", ["?film_1", "?film_2"])


@pytest.mark.parametrize("answer", ["director", "UNKNOWN director", "?director", None, ""])
def test_one_unknown_needs_no_exact_spelling(films: View, answer: str | None) -> None:
    value = {"triples": [["UNKNOWN director 1", "directed", "Heat"]], "answer": answer}
    assert read(value, films).answer == "?director"


def test_a_known_thing_may_be_the_answer(films: View) -> None:
    plan = read({"triples": [["Al Pacino", "UNKNOWN relation 1", "Heat"]], "answer": "al pacino"}, films)
    assert (plan.answer, plan.pattern) == ("Al Pacino", (("Al Pacino", None, "Heat"),))


def test_other_spellings_of_unknowns_and_triples_are_read(films: View) -> None:
    value = {
        "triples": [{"head": "[ENT1]", "relation": "directed", "tail": "Heat"}, ("UNK", "released", 1995)],
        "answer": "[ENT1]",
    }
    plan = read(value, films)
    assert plan.pattern == (("?ent1", "DIRECTED", "Heat"), ("?unk", "released", "1995"))
    assert read([["?x", "directed", "Heat"]], films).answer == "?x"


def test_a_label_that_its_relations_do_not_have_is_left_out_and_noted(films: View) -> None:
    plan = read(
        {"triples": [["UNKNOWN Movie 1", "directed", "UNKNOWN Movie 2"]], "answer": "UNKNOWN Movie 1"}, films
    )
    assert plan.pattern[0][0] == {"unknown": "movie_1", "label": "Movie"}
    plan = read(
        {"triples": [["UNKNOWN Movie 1", "follows", "Al Pacino"]], "answer": "UNKNOWN Movie 1"}, films
    )
    assert plan.pattern == (("?movie", "FOLLOWS", "Al Pacino"),)
    assert plan.notes == (
        "'UNKNOWN Movie 1' is not held to the label Movie, which its relations do not have",
    )


def test_nodes_of_a_label_are_a_plan_without_triples(films: View) -> None:
    value = {
        "triples": [],
        "answer": "UNKNOWN movies 1",
        "filter": {"UNKNOWN movies 1": {"released": {"$gt": 1990}}},
    }
    assert read(value, films).answer == "?movies"
    value = {"triples": [], "answer": "UNKNOWN movie 1", "filter": {"movie": {"released": {"$gt": 1990}}}}
    plan = read(value, films)
    assert (plan.answer, plan.filter) == (
        {"unknown": "movie", "label": "Movie"},
        {"movie": {"released": {"$gt": 1990}}},
    )


@pytest.mark.parametrize(
    ("given_filter", "wanted"),
    [
        ({"Released": "1995"}, {"released": 1995}),
        ({"released": {"$between": ["1990", "2,000"]}}, {"released": {"$between": [1990, 2000]}}),
        (
            {"$or": [{"released": {"$lt": "1990"}}, {"born": 1.5}]},
            {"$or": [{"released": {"$lt": 1990}}, {"born": 1.5}]},
        ),
        ({"$not": {"title": 1984}}, {"$not": {"title": "1984"}}),
        ({"released": {"$gt": "long ago"}}, {"released": {"$gt": "long ago"}}),
    ],
)
def test_conditions_are_spelt_and_typed_as_in_the_graph(
    films: View, given_filter: dict[str, Any], wanted: dict[str, Any]
) -> None:
    plan = read({"triples": [ACTED], "filter": {"person": given_filter}}, films)
    assert plan.filter == {"person": wanted}


def test_orders_and_properties(films: View) -> None:
    most = {"count_of": "UNKNOWN Movie 1", "limit": 3}
    value = {
        "triples": [["UNKNOWN Person 1", "acted in", "UNKNOWN Movie 1"]],
        "answer": "Person",
        "order": most,
    }
    assert read(value, films).order == Order(count_of="movie", limit=3)
    oldest = {"property": "Born", "descending": False, "limit": "many"}
    assert read({"triples": [ACTED], "order": oldest}, films).order == Order(
        "born", descending=False, limit=1
    )
    assert read({"triples": [ACTED], "give": "BORN", "count": True}, films).give == "born"
    assert read({"triples": [ACTED], "give": "name"}, films).give is None


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"filter": {"UNKNOWN Movie 9": {"released": 1}}}, "names 'UNKNOWN Movie 9', which is no unknown"),
        (
            {"filter": {"UNKNOWN Person 1": {"height": 1}}},
            "There is no property 'height'. The properties are born, name",
        ),
        ({"filter": {"?person_2": 1995}}, "Conditions are an object"),
        ({"filter": {"UNKNOWN Person 1": {"born": {"$above": 1}}}}, "unknown operator '\\$above'"),
        ({"filter": {"person": {}}}, "'filter' names 'person', which is no unknown"),
        ({"filter": [1]}, "'filter' is an object"),
        ({"give": "height"}, "There is no property 'height'"),
        ({"order": {"descending": True}}, "'order' needs a 'property'"),
        ({"order": {"count_of": "Heat"}}, "'count_of' names 'Heat'"),
        ({"answer": "nobody"}, "'answer' must be one of the unknowns of the triples: 'UNKNOWN Person 1'"),
        ({"triples": "x"}, "A list is needed, not 'x'"),
        ({"triples": [["a", {"b": 1}, "c"]]}, "A part of a triple is text"),
        ({"triples": [["a", "b", "c"]] * 129}, "at most 128"),
        ({"triples": [], "answer": ""}, "neither triples nor an answer"),
    ],
)
def test_what_cannot_be_read_is_told_in_words_for_a_model(
    films: View, more: dict[str, Any], message: str
) -> None:
    value = {
        "triples": [ACTED, ["UNKNOWN Person 1", "follows", "UNKNOWN Person 2"]],
        "answer": "UNKNOWN Person 1",
    }
    with pytest.raises(InvalidInput, match=message):
        read({**value, **more}, films)


def test_properties_of_a_graph_without_any_are_said_by_triples() -> None:
    view = View(question_graph("films", fakes.HashEncoder()).projection, fakes.HashEncoder)
    facts = schema_facts(view.projection)
    bare = type(facts)(**{**{name: getattr(facts, name) for name in facts.__slots__}, "properties": {"": {}}})
    with pytest.raises(InvalidInput, match="have no properties: say it by a triple"):
        plan_of_answer(read_answer({"triples": [ACTED], "give": "born"}, needs_answer=True), "?", view, bare)


def test_the_same_plan_without_directions_is_less_likely() -> None:
    plan = Plan((("?x", "follows", "Ann"),), directed=True, confidence=0.5)
    assert (undirected(plan).directed, undirected(plan).confidence) == (False, pytest.approx(0.425))


names = st.sampled_from(["Heat", "Al Pacino", "Nobody Known"])
unknowns = st.sampled_from(["UNKNOWN Person 1", "UNKNOWN Person 2", "UNKNOWN Movie 1", "UNKNOWN thing 1"])
relations = st.sampled_from(["DIRECTED", "ACTED_IN", "FOLLOWS", "liked by"])
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | unknowns,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(st.tuples(unknowns, relations, names | unknowns), min_size=1, max_size=4),
    st.booleans(),
    st.sampled_from([None, "born", "released"]),
)
@settings(max_examples=60, deadline=None)
def test_a_plan_that_is_shown_is_read_as_the_same_plan(
    triples: list[tuple[str, str, str]], count: bool, give: str | None
) -> None:
    films = question_graph("films", fakes.HashEncoder()).view
    plan = read({"triples": triples, "answer": triples[0][0], "count": count, "give": give}, films)
    again = read(shown_plan(plan, "?"), films)
    assert (again.pattern, again.answer, again.give, again.count) == (plan.pattern, plan.answer, give, count)


@given(
    st.dictionaries(
        st.sampled_from(["triples", "answer", "filter", "give", "order", "count", "divided"]), junk
    )
)
@settings(max_examples=150, deadline=None)
def test_nonsense_is_refused_or_read_as_a_plan_that_can_be_read_again(value: dict[str, Any]) -> None:
    films = question_graph("films", fakes.HashEncoder()).view
    try:
        plan = read(value, films)
    except InvalidInput:
        return
    assert Plan.from_value(plan.as_dict()).as_dict() == plan.as_dict()
