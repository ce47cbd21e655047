"""How a question is read, as a plan: shown by `plan` and ``motif plan``, and run again."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from click.testing import CliRunner

import motif.cli.planning as planning
from bridge_graph import bridges
from motif.cli.main import main
from motif.errors import InvalidInput
from motif.graphs.evidence import Node
from motif.graphs.plan import Plan
from question_graphs import question_graph

COUNTED = "Which bridges were designed by at least 2 engineers?"
CYPHER = """MATCH (bridge:Bridge)-[:DESIGNED_BY]->(engineer:Engineer)
WITH bridge, count(DISTINCT engineer) AS `count`
WHERE `count` >= $count
RETURN bridge, `count`"""


def test_a_reading_is_shown_and_run_again() -> None:
    graph = bridges()
    [read, *others] = graph.plan(COUNTED, planner="meaning")
    assert others and all(other.method == "meaning" for other in others)
    assert read.reading is not None and read.notes == ()
    assert read.reading["words"] == "the bridge (designed by → engineer), count of engineer >= 2"
    assert (read.reading["status"], read.reading["omitted"]) == ("understood", [])
    assert read.reading["cypher"] == {"text": CYPHER, "parameters": {"count": 2}}
    told = graph.retrieve(COUNTED, planner="meaning")
    assert read.confidence == told.confidence
    assert Plan.from_value(read.as_dict()) == read
    assert [piece.answers for piece in graph.run(read.as_dict())] == [piece.answers for piece in told]
    assert graph.run(others[0]).readings[0] == (others[0].reading or {})["words"]


def test_its_columns_are_those_of_every_plan() -> None:
    graph = bridges()
    [read, *_] = graph.plan("Which bridges that were painted green span the Tarn?", planner="meaning")
    shown = graph.show_plan(1, read)
    assert set(shown) == {"rank", "method", "plan", "cypher", "confidence", "valid", "problems"}
    assert shown["cypher"].startswith("MATCH (bridge:Bridge)") and not shown["valid"]
    assert "painted" in shown["problems"][0] and shown["plan"]["reading"]["status"] == "unsure"


def test_it_stands_where_it_is_tried() -> None:
    graph = bridges()
    assert graph.plan(COUNTED)[0].planner == "meaning"
    plain = question_graph("films").plan("Who directed Heat?")
    assert [(plan.planner, plan.method) for plan in plain[:2]] == [
        ("meaning", "search"),
        ("meaning", "meaning"),
    ]
    assert all(plan.pattern != plain[0].pattern for plan in plain[2:]), "said once"
    patterns = question_graph("films").plan("Who directed Heat?", planner="patterns")
    assert all(plan.method != "meaning" for plan in patterns)


def test_what_cannot_be_planned_or_run_is_said() -> None:
    graph = bridges()
    with pytest.raises(InvalidInput, match="not for the method 'match'"):
        graph.plan(COUNTED, planner="meaning", method="match")
    [read, *_] = graph.plan(COUNTED, planner="meaning")
    edited = {**read.as_dict(), "reading": {"words": "all bridges"}}
    with pytest.raises(InvalidInput, match="not read as 'all bridges'"):
        graph.run(edited)
    with pytest.raises(InvalidInput, match="needs the 'question'"):
        graph.run({"method": "meaning"})


def test_it_is_printed_with_what_the_statement_is_run_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "connect_to", lambda *target: nullcontext())
    monkeypatch.setattr(planning, "projected_graph", lambda *arguments, **options: bridges())
    result = CliRunner().invoke(main, ["plan", COUNTED, "--planner", "meaning", "-k", "1"])
    assert result.exit_code == 0, result.output
    first, *lines = result.output.splitlines()
    assert "by meaning: the bridge (designed by → engineer), count of engineer >= 2 (understood)" in first
    assert [line.strip() for line in lines] == [*CYPHER.splitlines(), ":param {`count`: 2}"]


def test_answers_of_a_plan_that_says_the_same_have_the_statement_too() -> None:
    found = question_graph("films").retrieve("Who directed Heat?")
    assert isinstance(found[0].answers[0], Node) and "plan" in found.metadata
    assert found.metadata["cypher"]["parameters"] == {"title": "Heat"}
    assert found[0].metadata["cypher"] == found.metadata["cypher"]
