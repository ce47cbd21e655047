"""The evaluation of questions with gold Cypher: a small graph in files, and who answers as the script says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fakes import write_tiny_model
from motif.errors import InvalidConfiguration, InvalidInput, InvalidSource
from motif.graphs.evidence import Evidence, Node, Results
from motif.knowledge_graph import Graph
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from motif_procedures.cypher_questions import evaluate_cypher, projected, read_graph
from motif_procedures.cypher_questions.answering import Said, motif_answerer, said_of
from motif_procedures.cypher_questions.cells import rows_of
from motif_procedures.cypher_questions.graph_files import PlainGraph, PlainLink, PlainNode, write_graph

CYPHER = """// A town.
CREATE
  (person0:Person {name: 'Ann', born: date('1980-03-01')}),
  (person1:Person {name: 'Ben', born: date('1990-07-09')}),
  (town0:Town {name: 'Lea'}),
  (person0)-[:LIVES_IN {since: 2001}]->(town0),
  (person1)-[:LIVES_IN {since: 2011}]->(town0),
  (person0)-[:KNOWS]->(person1)
"""
QUESTIONS = [
    ("Who lives in Lea?", "MATCH (p)-[:LIVES_IN]->(:Town {name: 'Lea'}) RETURN p.name", [["Ann"], ["Ben"]]),
    ("Who knows Ben?", "MATCH (p)-[:KNOWS]->(:Person {name: 'Ben'}) RETURN p.name", [["Ann"]]),
    ("How many people?", "MATCH (p:Person) RETURN count(p)", [[2]]),
    ("Any two people", "MATCH (p:Person) RETURN p.name LIMIT 2", [["Ann"], ["Ben"]]),
    ("Who is the mayor?", None, None),
]
SAID = {
    "Who lives in Lea?": Said(tuple(rows_of([["Ann"], ["Ben"]])), confidence=0.9),
    "Who knows Ben?": Said(tuple(rows_of([["Ben"]])), confidence=0.2),
    "How many people?": Said(failure="AssertionError: no"),
    "Who is the mayor?": Said(declined="not held"),
}


@pytest.fixture
def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of questions with its graph beside it."""
    write_tiny_model(tmp_path / "model")
    for name, folder in (("HOME", "home"), ("CACHE", "cache"), ("ENCODER_FOLDER", "model")):
        monkeypatch.setenv(f"MOTIF_{name}", str(tmp_path / folder))
    (tmp_path / "town.cypher").write_text(CYPHER, encoding="utf-8")
    rows = [
        {"question": asked, "held": False}
        if cypher is None
        else {"question": asked, "cypher": cypher, "rows": gold}
        for asked, cypher, gold in QUESTIONS
    ]
    file = tmp_path / "town.yml"
    file.write_text(json.dumps(rows), encoding="utf-8")
    return file


def scripted(said: Mapping[str, Said]) -> Any:
    return lambda graph: lambda question: said[question]


def test_every_question_gets_its_verdict(town: Path) -> None:
    report = evaluate_cypher({"files": [town]}, make=scripted(SAID))
    assert [one["verdict"] for one in report["records"]] == ["right", "wrong", "wrong", "declined"]
    whole = report["graphKinds"][0]
    assert (whole["questions"], report["skipped"]) == (4, 1)
    assert (whole["right"], whole["wrong"], whole["declined"], whole["partly"]) == (0.25, 0.5, 0.25, 0)
    assert whole["rightOfAnswered"] == pytest.approx(1 / 3)
    assert whole["coverageAt90"] == 0.25
    assert [row["group"] for row in report["kinds"]] == ["all", "lookup", "aggregate", "not_held"]
    assert {lost["question"] for lost in report["failures"]} == {"Who knows Ben?", "How many people?"}
    assert report["graphs"] == {"town": {"nodes": 3, "relationships": 3}}


def test_what_is_not_held_is_wrong_when_it_is_answered(town: Path) -> None:
    said = {**SAID, "Who is the mayor?": Said(tuple(rows_of([["Ann"]])), confidence=0.9)}
    report = evaluate_cypher({"files": [town]}, make=scripted(said))
    assert report["records"][-1]["verdict"] == "wrong"


def test_a_relation_is_taken_out_and_its_questions_are_asked_again(town: Path) -> None:
    asked: list[tuple[tuple[str, ...], str]] = []

    def make(graph: Graph) -> Any:
        def answer(question: str) -> Said:
            asked.append((graph.projection.relationships.types, question))
            return SAID[question]

        return answer

    report = evaluate_cypher({"files": [town], "without_relation": ["KNOWS"]}, make=make)
    assert asked[-1] == (("LIVES_IN",), "Who knows Ben?")
    assert (report["records"][-1]["kind"], report["records"][-1]["verdict"]) == ("not_held", "wrong")
    drawn = evaluate_cypher({"files": [town], "not_held": 5}, make=make)
    assert [one["kind"] for one in drawn["records"]].count("not_held") == 3


def test_each_graph_is_calibrated_on_the_others(town: Path) -> None:
    other = town.with_name("village.yml")
    other.write_text(town.read_text(encoding="utf-8"), encoding="utf-8")
    other.with_suffix(".cypher").write_text(CYPHER, encoding="utf-8")
    report = evaluate_cypher({"files": [town, other]}, make=scripted(SAID))
    assert [row["graph"] for row in report["leftOut"]] == ["town", "village"]
    assert report["leftOut"][0]["calibrationError"] == 0
    assert report["leftOut"][0]["at90"] == {"answered": 0.25, "right": 1.0}
    one = evaluate_cypher({"files": [town, other], "leave_out": ["village"]}, make=scripted(SAID))
    assert [row["graph"] for row in one["leftOut"]] == ["village"]


def test_motif_answers_the_graph_in_memory_and_a_page_is_written(town: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    report = evaluate_cypher({"files": [town], "page": page})
    assert report["records"][0]["verdict"] == "right"
    text = page.read_text(encoding="utf-8")
    assert "| kind | questions | right |" in text and "town (3 nodes)" in text
    evaluate_cypher({"files": [town], "page": page})
    assert page.read_text(encoding="utf-8").count("## Questions with gold Cypher") == 1
    results = tmp_path / "out.json"
    evaluate_cypher({"files": [town], "page": results})
    assert "records" not in json.loads(results.read_text(encoding="utf-8"))


def test_a_language_model_is_asked_where_motif_is_not_sure_and_what_it_took_is_told(
    town: Path, tmp_path: Path
) -> None:
    scripted_models = pytest.importorskip("scripted_models", reason="langchain-core is not installed")
    model = scripted_models.scripted("MATCH (p)-[:LIVES_IN]->(:Town {name: 'Lea'}) RETURN p.name")
    unsure = {"question": "Wer wohnt in Lea?", "rows": [["Ann"], ["Ben"]]}
    town.write_text(json.dumps([*json.loads(town.read_text(encoding="utf-8")), unsure]), encoding="utf-8")
    without = evaluate_cypher({"files": [town]})
    assert (without["model"], without["asked"]) == (None, None)
    report = evaluate_cypher({"files": [town], "model": True, "page": tmp_path / "page.md"}, model=model)
    assert [one["calls"] for one in report["records"]][:3] == [0, 0, 0], "what is sure is not asked"
    last = report["records"][-1]
    assert (last["verdict"], last["rows"], last["calls"]) == ("declined", "right", 1)
    assert last["proposed"] == "right" and report["trust"] == {"statements": 2, "right": 1, "trust": 0.09}
    assert without["trust"] is None
    assert report["asked"]["questions"] == len(model.prompts) == report["asked"]["calls"]
    assert report["asked"]["inputTokens"] > 100 > report["asked"]["outputTokens"] > 0
    whole = report["graphKinds"][0]
    assert (whole["right"], whole["rowsRight"]) == (0.6, 0.8), "unsure rows are told apart"
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert (
        f"{report['model']} was asked {report['asked']['questions']} of them, " in page
        and "of its 2 statements that find anything 1 are right" in page
        and "unsure ones too" in page
    )


def test_a_model_that_chooses_is_told_apart(town: Path, tmp_path: Path) -> None:
    scripted_models = pytest.importorskip("scripted_models", reason="langchain-core is not installed")
    unsure = {"question": "Who lives merrily in Lea?", "rows": [["Ann"], ["Ben"]]}
    town.write_text(json.dumps([unsure]), encoding="utf-8")
    reports = []
    for chooses in (False, True):
        model = scripted_models.scripted("MATCH (p)-[:LIVES_IN]->(:Town {name: 'Lea'}) RETURN p.name", "A")
        chat = ChatModel(model, ModelSettings(name="scripted", chooses=chooses))
        asked = {"files": [town], "model": True, "page": tmp_path / "page.md"}
        reports.append(evaluate_cypher(asked, model=chat))
    assert [one["chooses"] for one in reports] == [False, True]
    assert [one["asked"]["calls"] for one in reports] == [1, 2], "a run without is not taken for one with"
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.count("<!-- evaluation: cypher ") == 2 and page.count("and chose among readings") == 1


def test_a_model_that_is_not_configured_is_said_before_anything_is_asked(town: Path) -> None:
    with pytest.raises(InvalidConfiguration, match="No language model is configured"):
        evaluate_cypher({"files": [town], "model": True}, make=scripted(SAID))


@pytest.mark.parametrize(
    ("request_values", "told"),
    [
        ({"files": []}, "A file of questions"),
        ({"files": ["a.yml"], "half": "left"}, "no half 'left'"),
        ({"files": ["a.yml", "b.yml"], "graph": "x"}, "for one file"),
        ({"files": ["a.yml"], "graph": "x", "not_held": 1}, "not of a database"),
        ({"files": ["a.yml"], "limits": 3}, "no option 'limits'"),
        ({"files": ["a.yml"], "limit": -1}, "must be positive"),
    ],
)
def test_what_does_not_go_together_is_said(request_values: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidInput) as error:
        evaluate_cypher(request_values)
    assert told in str(error.value)


def test_a_graph_that_is_not_there_is_said(town: Path) -> None:
    town.with_suffix(".cypher").unlink()
    with pytest.raises(InvalidSource, match="not beside it"):
        evaluate_cypher({"files": [town]}, make=scripted(SAID))
    with pytest.raises(InvalidSource, match="0 dumps"):
        evaluate_cypher({"files": [town], "folder": town.parent}, make=scripted(SAID))


def test_a_graph_is_written_and_read_again(tmp_path: Path) -> None:
    (tmp_path / "town.cypher").write_text(CYPHER, encoding="utf-8")
    graph = read_graph(tmp_path / "town.cypher")
    write_graph(graph, tmp_path / "town")
    assert read_graph(tmp_path / "town") == graph
    assert graph.types == ("LIVES_IN", "KNOWS")
    held = projected(graph).nodes
    assert list(held.names) == ["Ann", "Ben", "Lea"] and held.properties["born"].value(0) == "1980-03-01"
    (tmp_path / "broken.cypher").write_text("CREATE\n (a)", encoding="utf-8")
    with pytest.raises(InvalidSource, match="neither a node nor a relationship"):
        read_graph(tmp_path / "broken.cypher")


def test_gold_nodes_are_called_as_the_projection_calls_them() -> None:
    from motif_procedures.cypher_questions.gold import Gold
    from motif_procedures.cypher_questions.questions import CypherQuestion

    graph = PlainGraph(
        (
            PlainNode(("Film",), {"title": "Heat", "year": 1995}),
            PlainNode(("Film",), {"title": "Ali", "year": 2001}),
        ),
        (PlainLink(0, "SEQUEL", 1, {}),),
    )
    node = {"labels": ["Film"], "properties": {"year": 1995, "title": "Heat"}}
    gold = Gold(projected(graph)).rows(CypherQuestion("g", "?", "lookup", None, ((node,),)))
    assert gold == rows_of([["Heat"]])


def test_results_are_read_with_and_without_status_and_table() -> None:
    found = Results(
        [Evidence(0.4, (), (), answers=(Node("1", "Ann"),)), Evidence(0.3, (), (), answers=('["x", "y"]',))],
        metadata={"plan": {"confidence": 0.7}},
    )
    said = said_of(found)
    assert list(said.rows) == rows_of([["Ann"], ["x"], ["y"]])
    assert (said.declined, said.confidence) == ("", 0.7)
    found.metadata |= {"status": "unsure", "confidence": 0.2}
    assert (said_of(found).declined, said_of(found).confidence) == ("unsure", 0.2)


def test_errors_of_a_question_decline_and_others_are_failures() -> None:
    graph = Graph.from_triples([("Heat", "directed_by", "Mann")])
    assert motif_answerer(graph)("").declined
    broken: Any = type("Broken", (), {"retrieve": lambda *_, **__: 1 / 0})()
    assert motif_answerer(broken)("Who?").failure.startswith("ZeroDivisionError")
