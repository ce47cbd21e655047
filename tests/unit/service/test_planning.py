"""``motif.plan``, ``motif.run`` and ``motif.verify`` over a graph that answers as told."""

from __future__ import annotations

import dataclasses
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest

from fakes import HashEncoder
from motif import Graph
from motif.engine.control import Control
from motif.errors import (
    Cancelled,
    DeadlineExceeded,
    InvalidConfiguration,
    ModelFailed,
    NoEntityFound,
    NotOwner,
)
from motif.graphs.evidence import Evidence, Node, Results
from motif.graphs.plan import Plan
from motif.planners.plan_columns import plan_columns
from motif.service.caller_session import CallerSession
from motif.service.calls import Call, read_call
from motif.service.planning import plan
from motif.service.replies import Replies
from motif.service.retrieval import retrieve, run, verify
from motif.service.routes import PROCEDURES
from motif.service.statuses import describe, status_of

FILMS = Graph.from_triples(
    [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann")], encoder=HashEncoder()
)

UNKNOWN = {"stale": None, "behind": {}}
"""What is said of the age of a graph that no database tells of."""


class ToldGraph:
    """Answers every verb with what it was told; remembers what it was asked."""

    def __init__(self, answer: Any, cancel: bool = False) -> None:
        self.view, self.projection = FILMS.view, FILMS.projection
        self.answer, self.cancel = answer, cancel
        self.asked: tuple[Any, dict[str, Any]] | None = None
        self.session: Any = None

    def held(self) -> AbstractContextManager[Any]:
        return nullcontext(self.projection)

    def plan(self, question: Any, *, control: Any, session: Any = None, **options: Any) -> Any:
        self.asked, self.session = (question, options), session
        if self.cancel:
            control.cancel()
        return self.answer

    run = retrieve = verify = plan

    def show_plan(self, rank: int, plan: Plan, *, session: Any) -> dict[str, Any]:
        assert session is self.session
        return plan_columns(rank, plan, self.view)


class OneGraph:
    def __init__(self, graph: ToldGraph) -> None:
        self.only = graph

    def graph(self, database: str, name: str) -> ToldGraph:
        return self.only


def call(path: str, argument: Any = "who?", **configuration: Any) -> Call:
    procedure = PROCEDURES[path]
    arguments = {"graphName": "films", procedure.arguments[1]: argument, "configuration": configuration}
    payload = {"database": {"id": "x", "name": "neo4j"}, "arguments": arguments}
    return read_call(f"motif.{path}", payload, procedure.keys or {}, procedure.arguments, 30.0)


def rows(verb: Any, graph: ToldGraph, asked: Call) -> list[dict[str, Any]]:
    return list(verb(OneGraph(graph), asked))


def test_plans_are_rows_with_their_cypher_and_problems() -> None:
    good = Plan((("?film", "directed_by", "Mann"),), "?film", question="Mann's films?", confidence=0.75)
    bad = Plan((("?film", "directd_by", Node("4:x:1", "Mann")),), "?film", confidence=0.25)
    found = rows(plan, ToldGraph([good, bad]), call("plan"))
    assert found[0] == {
        "rank": 1,
        "method": "search",
        "plan": {**good.as_dict(), "pattern": [["?film", "directed_by", "Mann"]]},
        "cypher": "MATCH (film)-[:directed_by]-({name: 'Mann'})\nRETURN DISTINCT film",
        "confidence": 0.75,
        "valid": True,
        "problems": [],
    }
    assert found[1]["plan"]["pattern"] == [["?film", "directd_by", {"id": "4:x:1"}]]
    assert (found[1]["rank"], found[1]["cypher"], found[1]["valid"]) == (2, "", False)
    assert any("'directd_by'. The nearest: directed_by" in problem for problem in found[1]["problems"])
    assert Plan.from_value(found[1]["plan"]).confidence == 0.25


def test_the_configuration_of_plan_becomes_keywords() -> None:
    graph = ToldGraph([])
    assert (
        rows(plan, graph, call("plan", "who?", topK=2, planner="paths", method="search", concurrency=4)) == []
    )
    assert graph.asked == ("who?", {"top_k": 2, "planner": "paths", "method": "search"})


@pytest.mark.parametrize("path", ["plan", "retrieve", "verify"])
@pytest.mark.parametrize("key", ["model", "modelUrl", "apiKey", "base_url"])
def test_a_chat_model_is_no_key(path: str, key: str) -> None:
    with pytest.raises(InvalidConfiguration, match=f"unknown key '{key}'"):
        call(path, **{key: "openai:gpt"})


def test_an_unknown_planner_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        InvalidConfiguration,
        match="planner must be 'auto', 'meaning', 'patterns', 'paths', 'slots' or 'model', not",
    ):
        call("plan", planner="rules")


def test_nothing_is_read_by_its_meaning_for_who_may_see_less() -> None:
    """A count or a rank over all would tell of what is hidden."""
    graph = ToldGraph(Results())
    rows(retrieve, graph, dataclasses.replace(call("retrieve"), discreet=True))
    assert graph.asked is not None and graph.asked[1]["planner"] == "patterns"
    rows(retrieve, graph, call("retrieve"))
    assert graph.asked is not None and "planner" not in graph.asked[1]
    with pytest.raises(NotOwner, match="not asked by meaning"):
        rows(retrieve, graph, dataclasses.replace(call("retrieve", planner="meaning"), discreet=True))
    reading = {"method": "meaning", "question": "How many?", "reading": {"words": "count of film"}}
    with pytest.raises(NotOwner, match="not asked by meaning"):
        rows(run, graph, dataclasses.replace(call("run", reading), discreet=True))


def test_a_cancelled_plan_answers_nothing() -> None:
    with pytest.raises(Cancelled):
        rows(plan, ToldGraph([], cancel=True), call("plan"))


def test_answers_may_be_plain_values() -> None:
    counted = Evidence(0.0, (Node("Heat", "Heat"),), (), answers=(2, "1995", None, 2.5), text="2 in all")
    graph = ToldGraph(Results([counted], metadata={"plan": {"count": True}, "epoch": 1}))
    for carry in ("graph", "ids", "text"):
        [row] = rows(run, graph, call("run", {"pattern": [], "answer": "Heat"}, **{"return": carry}))
        assert row["answers"] == [2, "1995", None, 2.5]
        assert row["metadata"]["plan"] == {"count": True}
    assert graph.asked == ({"pattern": [], "answer": "Heat"}, {})


def test_what_the_results_say_stands_in_each_row_and_a_piece_says_it_better() -> None:
    pieces = [Evidence(0.0, (), (), metadata={"gsd": 0.0, "plan": "own"}), Evidence(-1.0, (), ())]
    found = rows(run, ToldGraph(Results(pieces, metadata={"plan": "all", "fallback": "x"})), call("run"))
    assert [row["metadata"] for row in found] == [
        {"plan": "own", "fallback": "x", "gsd": 0.0, **UNKNOWN},
        {"plan": "all", "fallback": "x", **UNKNOWN},
    ]


def test_a_verdict_without_evidence_is_a_row_without_score() -> None:
    verdict = {"verdict": "unknown", "confidence": 0.0, "reason": "Nothing was found."}
    [row] = rows(verify, ToldGraph(Results([], metadata=verdict)), call("verify"))
    assert (row["rank"], row["score"], row["nodes"], row["method"]) == (1, None, [], "verify")
    assert row["metadata"] == {**verdict, **UNKNOWN}
    [row] = rows(verify, ToldGraph(Results([Evidence(-0.5, (), ())], metadata=verdict)), call("verify"))
    assert (row["score"], row["metadata"]) == (-0.5, {**verdict, **UNKNOWN})
    with pytest.raises(DeadlineExceeded):
        rows(verify, ToldGraph(Results([], complete=False)), call("verify"))


def test_what_planning_can_fail_by_has_a_status() -> None:
    nothing = NoEntityFound("The question names nothing of 'films'.", hint="The nearest names: Heat.")
    assert (status_of(nothing), describe(nothing)["code"]) == (400, "no_entity_found")
    refused = ModelFailed("The model refused.", hint="Use planner='paths'.")
    assert (status_of(refused), describe(refused)["code"]) == (502, "model_failed")


@pytest.mark.parametrize(("path", "verb"), [("plan", plan), ("run", run), ("retrieve", retrieve)])
def test_the_callers_transaction_is_what_the_graph_reads_in(path: str, verb: Any) -> None:
    graph = ToldGraph([] if path == "plan" else Results([]))
    assert rows(verb, graph, call(path)) == []
    assert graph.session is None
    session = CallerSession(Replies(), Control(1), job_id="a", version="5.26.31", limit=10_000)
    assert rows(verb, graph, dataclasses.replace(call(path), session=session)) == []
    assert graph.session is session


@pytest.mark.parametrize("path", ["run", "retrieve"])
def test_the_keys_of_plans_of_steps_become_keywords(path: str) -> None:
    graph, verb = ToldGraph(Results([])), {"run": run, "retrieve": retrieve}[path]
    method = {"method": "spark"} if path == "retrieve" else {}
    given = {"expansion": "sage+edge", "neighbours": 0, "fallback": False}
    assert rows(verb, graph, call(path, **given, **method)) == []
    assert graph.asked is not None and graph.asked[1] == {**given, **method}
    assert rows(verb, graph, call(path, expansion="none", **method)) == []
    assert graph.asked[1] == {"expansion": None, **method}
    with pytest.raises(
        InvalidConfiguration, match=r"expansion must be 'sage\+edge', 'sage-edge' or 'none', not 'edge'"
    ):
        call(path, expansion="edge")


def test_a_key_of_another_method_is_refused_with_those_there_are() -> None:
    asked = call("retrieve", method="spark", trussness=4)
    with pytest.raises(InvalidConfiguration, match="trussness is not a key of the method 'spark'") as caught:
        rows(retrieve, ToldGraph(Results([])), asked)
    assert "expansion" in caught.value.hint
