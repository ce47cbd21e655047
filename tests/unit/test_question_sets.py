"""The blind questions: complete, balanced, and their gold answers what the graphs' own records say."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
import yaml

from motif.errors import MissingDependency
from question_graphs import FILES, PlainLink, PlainNode, PropertyGraph, as_projection, plain_graph
from question_sets import (
    DOMAINS,
    FOLDER,
    KINDS,
    LATER,
    LATEST,
    OTHER_SETS,
    SETS,
    SINCE,
    Question,
    gold_answers,
    questions,
)

PEOPLE = PropertyGraph(
    (
        PlainNode(("Person",), {"name": "Ann", "born": 1950}),
        PlainNode(("Person",), {"name": "Ben", "born": 1960}),
        PlainNode(("Person",), {"name": "Cy"}),
        PlainNode(("Town",), {"name": "Ann"}),
    ),
    (
        PlainLink(0, "KNOWS", 1, {}),
        PlainLink(2, "KNOWS", 0, {}),
        PlainLink(0, "KNOWS", 2, {}),
        PlainLink(1, "LIVES_IN", 3, {}),
    ),
)


def graph_of(name: str) -> PropertyGraph:
    try:
        return plain_graph(name)
    except MissingDependency as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("name", [*SETS, *OTHER_SETS])
def test_every_gold_answer_is_what_the_records_say(name: str) -> None:
    graph = graph_of(name)
    for question in questions(name):
        assert list(question.answers) == gold_answers(graph, question.gold), question.question
        assert question.answers, question.question


@pytest.mark.parametrize("name", [*SETS, *OTHER_SETS])
def test_questions_are_told_apart_by_split_and_kind(name: str) -> None:
    found = questions(name)
    assert (
        len({question.id for question in found})
        == len({question.question for question in found})
        == len(found)
    )
    kinds = Counter(question.kind for question in found)
    assert set(kinds) == set(KINDS)
    assert 0.35 <= kinds["one_hop"] / len(found) <= 0.45
    wanted = {"dev": 15, "held_out": 0} if name in OTHER_SETS else {"dev": 6, "held_out": 14}
    assert {split: len(questions(name, split)) for split in wanted} == wanted


def test_every_graph_that_is_invented_is_in_a_set() -> None:
    invented = {path.stem for path in FOLDER.glob("*.cypher")} - {*OTHER_SETS}
    assert invented == {*DOMAINS, *LATER, *LATEST, *SINCE}


@pytest.mark.parametrize("name", [*DOMAINS, *LATER, *LATEST])
def test_questions_of_other_fields_are_what_people_ask(name: str) -> None:
    rows = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    assert len({row["id"] for row in rows}) == len({row["question"] for row in rows}) == len(rows) >= 30
    kinds = Counter(row["kind"] for row in rows)
    assert 0.25 <= (kinds["lookup"] + kinds["property"]) / len(rows) <= 0.5
    assert 0.15 <= (kinds["aggregate"] + kinds["group"]) / len(rows) <= 0.35
    assert kinds["not_held"] >= 2 and 3 <= kinds["top"] <= 5
    assert {"comparison", "negation", "yes_no", "columns", "union", "time"} <= set(kinds)
    assert all(("cypher" in row) == row.get("held", True) for row in rows)


@pytest.mark.parametrize(
    ("gold", "answers"),
    [
        ({"pattern": [["Ann", "KNOWS", "?p"]], "answer": "?p"}, ["Ben", "Cy"]),
        ({"pattern": [["?p", "KNOWS", "Ann"]], "answer": "?p"}, ["Cy"]),
        ({"pattern": [["Ben", "KNOWS~", "?p"]], "answer": "?p"}, ["Ann"]),
        ({"pattern": [["?p", "LIVES_IN", {"Person": "Ann"}]], "answer": "?p"}, []),
        ({"pattern": [["?p", "LIVES_IN", {"Town": "Ann"}]], "answer": "?p"}, ["Ben"]),
        ({"pattern": [["Cy", "KNOWS", "?p"], ["?p", "KNOWS", "?q"]], "answer": "?q"}, ["Ben"]),
        ({"pattern": [["Ann", "KNOWS", "?p"]], "answer": "?p", "count": True}, [2]),
        ({"answer": "Ben", "give": "born"}, [1960]),
        ({"answer": {"Person": "?p"}, "lowest": "born"}, ["Ann"]),
        ({"answer": {"Person": "?p"}, "highest": "born"}, ["Ben"]),
        ({"answer": {"Person": "?p"}, "where": [["?p.born", ">", 1955]]}, ["Ben"]),
    ],
)
def test_gold_queries(gold: dict[str, object], answers: list[object]) -> None:
    assert gold_answers(PEOPLE, gold) == answers


def test_an_answer_is_right_when_it_is_one_of_the_gold_ones() -> None:
    question = Question("x", "?", "count", "dev", (3,), {})
    assert question.is_right(3) and question.is_right("3") and not question.is_right("Heat")


@pytest.mark.parametrize("name", FILES)
def test_projections_hold_the_plain_graph(name: str) -> None:
    graph, projection = plain_graph(name), as_projection(plain_graph(name), name)
    assert (projection.n_nodes, projection.n_relationships) == (len(graph.nodes), len(graph.links))
    nodes, links = projection.nodes, projection.relationships
    for row, node in enumerate(graph.nodes):
        assert set(nodes.labels(row)) == set(node.labels)
        assert name in DOMAINS or nodes.names[row] == node.name  # their names have many other properties
        for key, value in node.properties.items():
            held = nodes.properties[key].value(row) if key in nodes.properties else nodes.texts[row]
            assert held == (str(value) if isinstance(value, date) else value)
    found = Counter(
        zip(links.source.tolist(), [links.types[k] for k in links.type], links.target.tolist(), strict=True)
    )
    assert found == Counter((link.source, link.type, link.target) for link in graph.links)
