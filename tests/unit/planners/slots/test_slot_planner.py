"""Questions in words to plans of steps, without a language model, by the encoder that the tests have installed."""

from __future__ import annotations

import dataclasses
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import motif
import question_sets
from fakes import HashEncoder
from motif.engine.control import Control
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.graph_schema import GraphSchema, ValueFormat
from motif.graphs.plan import Plan
from motif.graphs.step_reading import read_steps, step_value
from motif.graphs.steps import Find, Rank, VectorSearch
from motif.planners.slots.planner import SlotPlanner
from naive_steps import found_by
from question_graphs import (
    PlainLink,
    PlainNode,
    PropertyGraph,
    as_projection,
    plain_graph,
    question_graph,
)
from slot_graphs import asked_graph, graph_to_run, schema_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(question_sets.FOLDER) / "steps.yml").read_text(encoding="utf-8")
)


@cache
def planner_of(name: str) -> SlotPlanner:
    _, schema = asked_graph(name)
    return SlotPlanner(lambda: schema)


def first(name: str, question: str) -> Plan:
    graph, _ = asked_graph(name)
    return planner_of(name).plan(question, graph.view, limit=2, control=Control(60))[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["question"])
def test_questions_become_steps(case: dict[str, Any]) -> None:
    plan = first(case["graph"], case["question"])
    assert [step_value(step) for step in plan.steps] == case["steps"]
    assert (plan.give, plan.count) == (case.get("give"), case.get("count", False))
    assert list(plan.notes) == case["notes"] if "notes" in case else True
    assert plan.method == "spark" and plan.planner == "slots" and 0 < plan.confidence <= 1
    assert Plan.from_value(plan.as_dict()).steps == plan.steps == read_steps(case["steps"])


@pytest.mark.parametrize("name", ["films", "company", "festival"])
def test_answers_of_questions_that_were_written_before(name: str) -> None:
    """Exactly the gold answers, all of them and nothing else, for nine in ten questions."""
    graph, right = graph_to_run(name), 0
    asked = question_sets.questions(name)
    for question in asked:
        plan = first(name, question.question)
        steps = tuple(step for step in plan.steps if not (isinstance(step, Rank) and step.by_text))
        if not isinstance(steps[-1], VectorSearch):
            right += answers(graph, dataclasses.replace(plan, steps=steps)) == gold(question)
    assert right >= 0.9 * len(asked), (right, len(asked))


def answers(graph: Any, plan: Plan) -> list[str]:
    ids = list(found_by(graph, plan.steps, {}).scores)
    if plan.count:
        return [str(len(ids))]
    if plan.give:
        return sorted({str(graph.nodes[one].properties.get(plan.give)) for one in ids})
    return sorted({str(graph.name_of(one)) for one in ids})


def gold(question: question_sets.Question) -> list[str]:
    return sorted({str(answer) for answer in question.answers})


def shop() -> tuple[motif.Graph, GraphSchema]:
    """Products whose prices, weights and dates are text of a form."""
    rows = [
        ("Aurora Lamp", "$18.50", "1.2 kg", "2021-03-04", "45 min", "blue"),
        ("Borealis Tent", "$240.00", "3.9 kg", "2019-11-20", "20 min", "green"),
        ("Comet Stove", "$64.90", "0.8 kg", "2023-06-15", "5 min", "red"),
    ]
    keys = ("name", "price", "weight", "released", "assembly", "colour")
    nodes = [PlainNode(("Product",), dict(zip(keys, row, strict=True))) for row in rows]
    nodes.append(PlainNode(("Brand",), {"name": "Northwind"}))
    links = [PlainLink(place, "MADE_BY", 3, {}) for place in range(2)]
    graph = PropertyGraph(tuple(nodes), tuple(links))
    projection = as_projection(graph, "shop")
    schema = schema_of(graph)
    forms = {
        "price": (ValueFormat("currency", "$"), 18.5, 240.0),
        "weight": (ValueFormat("quantity", "kg"), 0.8, 3.9),
        "released": (ValueFormat("date"), "2019-11-20", "2023-06-15"),
        "assembly": (ValueFormat("quantity", "min"), 5.0, 45.0),
    }
    product = schema.labels["Product"]
    properties = {
        name: dataclasses.replace(one, format=forms[name][0], minimum=forms[name][1], maximum=forms[name][2])
        if name in forms
        else one
        for name, one in product.properties.items()
    }
    labels = {**schema.labels, "Product": dataclasses.replace(product, properties=properties)}
    made = question_graph("films")
    held = motif.Graph(lambda: projection, encoder=lambda: made.view.encoder)
    return held, dataclasses.replace(schema, labels=labels)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("products under $20", {"price": {"$lt": 20}}),
        ("products that cost between 50 and 70 dollars", {"price": {"$between": [50, 70]}}),
        ("products heavier than 1500 grams", {"weight": {"$gt": 1.5}}),
        ("products with an assembly of less than half an hour", {"assembly": {"$lt": 30}}),
        ("products with an assembly time below 0.5 hours", {"assembly": {"$lt": 30}}),
        ("products released after March 2021", {"released": {"$gte": "2021-04-01"}}),
        ("products released in 2019", {"released": {"$gte": "2019-01-01", "$lt": "2020-01-01"}}),
        ("products released before 5 May 2022", {"released": {"$lt": "2022-05-05"}}),
        ("blue products", {"colour": "blue"}),
        ("products that are not green", {"$not": {"colour": "green"}}),
    ],
)
def test_values_that_are_text_of_a_form(question: str, where: Any) -> None:
    graph, schema = shop()
    plan = SlotPlanner(lambda: schema).plan(question, graph.view, limit=1, control=Control(60))[0]
    found = [step for step in plan.steps if isinstance(step, (Find, VectorSearch))]
    assert found[0].label == "Product" and dict(found[0].where) == where


def test_what_is_not_understood_is_said() -> None:
    plan = first("world", "Which countries weigh more than 40 tonnes?")
    assert any("more than 40 tonnes" in note for note in plan.notes), plan.notes
    plan = first("company", "who works in the team Platform?")
    assert "Not used: 'works'." in plan.notes


@pytest.mark.parametrize(
    ("name", "question", "said"),
    [
        ("world", "countries that are not landlocked", "Not heeded: 'not landlocked'."),
        ("world", "countries whose only neighbour is Spain", "Not heeded: 'only'."),
        ("world", "countries in Asia or with more than 100 million people", "Not heeded: 'or'."),
        ("world", "Which volcanoes are in Kenya?", "Not used: 'volcanoes'."),
        ("world", "landlocked countries in Africa with a famous university", "Not used: 'landlocked'."),
        ("world", "cities in Peru with an airport", "Not used: 'airport'."),
        ("world", "towns near Nairobi that are not ugly", "Not heeded: 'not ugly'."),
        ("registry", "free resources about plants", "Not used: 'free'."),
        ("registry", "resources with an open license", "Ranked by likeness to 'open'."),
    ],
)
def test_no_word_is_dropped_without_a_note(name: str, question: str, said: str) -> None:
    assert said in first(name, question).notes


@pytest.mark.parametrize(
    ("name", "question", "label", "type", "outwards"),
    [
        ("registry", "resources with a license", "Resource", "HAS_LICENSE", True),
        ("registry", "organizations that own a resource", "Organization", "OWNED_BY", False),
        ("world", "countries that have a capital", "Country", "HAS_CAPITAL", True),
    ],
)
def test_nodes_that_have_a_relationship(
    name: str, question: str, label: str, type: str, outwards: bool
) -> None:
    """The answers are the ends of that type, read from the plain graph itself."""
    graph = graph_to_run(name)
    links = [link for link in plain_graph(name).links if link.type == type]
    ends = {str(link.source if outwards else link.target) for link in links}
    wanted = {end for end in ends if label in graph.nodes[end].labels}
    found = set(found_by(graph, first(name, question).steps, {}).scores)
    assert found == wanted and len(wanted) > 0


def test_the_word_for_a_label_asks_for_it_though_a_node_is_called_so() -> None:
    nodes = [
        PlainNode(("City",), {"name": "Lima"}),
        PlainNode(("TimeZone",), {"name": "America/Lima"}),
        PlainNode(("Country",), {"name": "Peru"}),
        PlainNode(("Keyword",), {"name": "time zone"}),
    ]
    links = [PlainLink(0, "IN_TIME_ZONE", 1, {}), PlainLink(0, "IN_COUNTRY", 2, {})]
    plain = PropertyGraph(tuple(nodes), tuple(links))
    projection, schema = as_projection(plain), schema_of(plain)
    graph = motif.Graph(lambda: projection, encoder=HashEncoder)
    plan = SlotPlanner(lambda: schema).plan(
        "Which time zone is Lima in?", graph.view, limit=1, control=Control(60)
    )[0]
    assert [getattr(step, "label", None) for step in plan.steps] == ["City", "TimeZone"] and plan.notes == ()


def test_a_question_that_names_nothing_is_searched_by_its_words() -> None:
    [plan] = planner_of("films").plan(
        "zzyzx qwrtp", asked_graph("films")[0].view, limit=3, control=Control(60)
    )
    assert plan.steps == (VectorSearch("found", "zzyzx qwrtp"),) and plan.confidence <= 0.05 and plan.notes


@pytest.mark.parametrize("question", ["", "   ", None, 7, "x" * 10_001])
def test_no_question(question: Any) -> None:
    with pytest.raises(InvalidInput):
        first("films", question)


def test_the_same_question_gives_the_same_plans() -> None:
    graph, schema = asked_graph("films")
    question = "films with Al Pacino but without Robert De Niro"
    plans = [
        SlotPlanner(lambda: schema).plan(question, graph.view, limit=3, control=Control(60)) for _ in range(2)
    ]
    assert plans[0] == plans[1] and 1 <= len(plans[0]) <= 3


def test_without_an_encoder_words_count_by_their_spelling() -> None:
    def missing() -> Any:
        raise MissingDependency("No text encoder.")

    projection = asked_graph("films")[0].view.projection
    graph = motif.Graph(lambda: dataclasses.replace(projection, vectors={}), encoder=missing)
    _, schema = asked_graph("films")
    [plan] = SlotPlanner(lambda: schema).plan(
        "movies released after 2000", graph.view, limit=1, control=Control(60)
    )
    assert plan.steps == (Find("movie", "Movie", {"released": {"$gt": 2000}}),)


def test_an_empty_schema_is_searched_by_words() -> None:
    graph = motif.Graph.from_triples([], encoder=HashEncoder())
    [plan] = SlotPlanner(lambda: GraphSchema({}, {})).plan(
        "any films?", graph.view, limit=1, control=Control(60)
    )
    assert isinstance(plan.steps[0], VectorSearch)


def test_labels_without_nodes_and_one_label() -> None:
    triples = [("Heat", "directed_by", "Michael Mann"), ("Ali", "directed_by", "Michael Mann")]
    graph = motif.Graph.from_triples([*triples, ("Heat", "release_year", "1995")], encoder=HashEncoder())
    schema = GraphSchema({}, {})
    [plan] = SlotPlanner(lambda: schema).plan("who directed Heat?", graph.view, limit=1, control=Control(60))
    assert plan.steps[0] == Find("found", None, {"name": "Heat"})
    assert np.isfinite(plan.confidence)


def test_a_word_names_no_property_that_the_thing_lacks() -> None:
    """ "Describe" is like "description", which publications have none of: it does not keep the year from them."""
    question = "Which publications after 2022 describe resources with the keyword phenotype?"
    steps = [step_value(step) for step in first("registry", question).steps]
    assert steps[-1]["label"] == "Publication" and steps[-1]["where"] == {"year": {"$gt": 2022}}
