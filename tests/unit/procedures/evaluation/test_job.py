"""An evaluation from questions to report, on four films."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fakes import HashEncoder
from motif.errors import InvalidInput, ModelFailed, NoEntityFound
from motif.graphs.evidence import Results
from motif.graphs.plan import Plan
from motif.knowledge_graph import Graph
from motif_procedures.evaluation import evaluate
from motif_procedures.evaluation.arena import Arena
from toygraphs import FILMS

QUESTIONS: list[dict[str, Any]] = [
    {
        "question": "who directed Heat?",
        "answers": ["Michael Mann"],
        "pattern": [["Heat", "directed_by", "?answer"]],
    },
    {
        "question": "who directed Casino?",
        "answers": ["Martin Scorsese"],
        "pattern": [["Casino", "directed_by", "?answer"]],
    },
    {
        "question": "what came with the director of Collateral?",
        "answers": ["Heat", "The Insider"],
        "pattern": [["Collateral", "directed_by", "?who"], ["?answer", "directed_by", "?who"]],
    },
]


class ScriptedGraph(Graph):
    """Retrieves by a scripted plan for each question, and remembers what it was taught."""

    def __init__(self, plans: Mapping[str, Any]) -> None:
        made = Graph.from_triples(FILMS, encoder=HashEncoder())
        projection, view = made.projection, made.view
        super().__init__(lambda: projection, encoder=lambda: view.encoder)
        self.plans = plans
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.taught: list[Any] = []

    def retrieve(self, question: Any, **options: Any) -> Results:  # type: ignore[override]
        self.asked.append((question, options))
        plan = self.plans[question]
        if isinstance(plan, Exception):
            raise plan
        found = self.search(
            plan.pattern, answer=plan.answer, top_k=options.get("top_k", 3), injective="known"
        )
        return Results(found, metadata={"plan": plan.as_dict()})

    def learn(self, examples: Sequence[Any], **_: Any) -> Any:
        self.taught.append(list(examples))
        return self


def plan_of(*triples: tuple[str, str, str]) -> Plan:
    return Plan(triples, "?x", planner="scripted")


RIGHT = {
    "who directed Heat?": plan_of(("Heat", "directed_by", "?x")),
    "who directed Casino?": plan_of(("Casino", "directed_by", "?x")),
    "what came with the director of Collateral?": plan_of(
        ("Collateral", "directed_by", "?y"), ("?x", "directed_by", "?y")
    ),
}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "films.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in QUESTIONS), encoding="utf-8")
    return str(file)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> ScriptedGraph:
    graph = ScriptedGraph(dict(RIGHT))
    monkeypatch.setattr(Arena, "detached", lambda self: graph)
    return graph


def films() -> Graph:
    return Graph.from_triples(FILMS, encoder=HashEncoder())


def request(path: str, **values: Any) -> dict[str, Any]:
    return {"dataset": path, "triples": Path("unused"), **values}


def row_of(report: Mapping[str, Any], method: str, group: str = "all") -> Mapping[str, Any]:
    [row] = [row for row in report["rows"] if (row["method"], row["group"]) == (method, group)]
    return row  # type: ignore[no-any-return]


def test_gold_plans_and_baselines_stand_in_one_report(path: str) -> None:
    values = request(path, methods=["search", "one-hop", "bm25-triples"], planner="gold")
    report = evaluate(values, graph=films())
    row = row_of(report, "search")
    assert (row["questions"], row["hitsAt1"], row["planAccuracy"], row["planner"]) == (3, 1.0, 1.0, "gold")
    assert row_of(report, "search", "1")["evidenceTriples"] == 1.0
    assert row_of(report, "search", "2")["evidenceAll"] == 0.0
    assert row_of(report, "one-hop")["planAccuracy"] is None
    assert report["graph"]["relationships"] == len(FILMS) and report["split"] == "all"
    assert {lost["method"] for lost in report["failures"]} <= {"one-hop", "bm25-triples"}
    assert json.loads(json.dumps(report)) == report


def test_a_gold_plan_is_run_for_all_its_answers(path: str) -> None:
    values = request(path, methods=["auto"], planner="gold", options=["top_k=5"])
    row = row_of(evaluate(values, graph=films()), "auto")
    assert [row[name] for name in ("hitsAt1", "f1", "evidenceAll", "evidenceTriples")] == [1.0] * 4
    with pytest.raises(InvalidInput, match="run without 'node_candidates'"):
        evaluate({**values, "options": ["candidates=4"]}, graph=films())


def test_a_planner_is_measured_and_its_errors_are_laid_to_steps(path: str, scripted: ScriptedGraph) -> None:
    report = evaluate(request(path, planner="paths", options=["candidates=4"]), graph=films())
    assert row_of(report, "auto")["hitsAt1"] == 1.0 and row_of(report, "auto")["planAccuracy"] == 1.0
    question, options = scripted.asked[0]
    assert (
        question == "who directed Heat?" and options["planner"] == "paths" and options["node_candidates"] == 4
    )
    scripted.plans = {
        "who directed Heat?": plan_of(("Heat", "release_year", "?x")),
        "who directed Casino?": plan_of(("Heat", "directed_by", "?x")),
        "what came with the director of Collateral?": NoEntityFound("Nothing is named."),
    }
    report = evaluate(request(path, planner="paths"), graph=films())
    assert row_of(report, "auto")["errors"] == {"linking": 2, "plan": 1}
    assert row_of(report, "auto")["planAccuracy"] == 0.0
    assert {lost["error"]: lost["failure"] for lost in report["failures"]} == {
        "plan": "",
        "linking": "Nothing is named.",
    }


def test_a_model_that_fails_costs_its_question_and_nothing_more(path: str, scripted: ScriptedGraph) -> None:
    scripted.plans = {**RIGHT, "who directed Casino?": ModelFailed("It timed out.")}
    report = evaluate(request(path), graph=films())
    assert row_of(report, "auto")["hitsAt1"] == pytest.approx(2 / 3, abs=1e-4)
    assert [lost["failure"] for lost in report["failures"]] == ["It timed out."]


def test_an_interrupted_run_goes_on(path: str, scripted: ScriptedGraph) -> None:
    scripted.plans = {**RIGHT, "what came with the director of Collateral?": RuntimeError("killed")}
    with pytest.raises(RuntimeError, match="killed"):
        evaluate(request(path), graph=films())
    scripted.plans, scripted.asked = RIGHT, []
    report = evaluate(request(path), graph=films())
    assert report["resumed"] == 2 and row_of(report, "auto")["questions"] == 3
    assert {question for question, _ in scripted.asked} == {"what came with the director of Collateral?"}
    scripted.asked = []
    assert evaluate(request(path), graph=films())["resumed"] == 0 and len(scripted.asked) == 4


def test_shots_are_taught_to_a_graph_each(path: str, scripted: ScriptedGraph, tmp_path: Path) -> None:
    examples = tmp_path / "examples.yml"
    examples.write_text("[{question: a, answers: [b]}, {question: c, answers: [d]}]", encoding="utf-8")
    values = request(path, examples=str(examples), grid=["shots=0,1,2"])
    report = evaluate(values, graph=films())
    assert [len(taught) for taught in scripted.taught] == [1, 2]
    assert [row["options"] for row in report["rows"] if row["group"] == "all"] == [
        {"shots": 0},
        {"shots": 1},
        {"shots": 2},
    ]


def test_a_judge_compares_the_first_with_each_other_method(path: str, scripted: ScriptedGraph) -> None:
    class Judge:
        def complete(self, messages: Any, *, schema: Any, read: Any, control: Any) -> Any:
            shown = json.loads(messages[-1][1])
            better = "A" if "Collateral" in shown["answer A"]["evidence"] else "B"
            return SimpleNamespace(value=read({"better": better}))

    values = request(path, methods=["auto", "one-hop"], judge=True)
    with pytest.raises(InvalidInput, match="Set MOTIF_MODEL"):
        evaluate(values, graph=films())
    [pair] = evaluate(values, graph=films(), model=Judge())["comparisons"]
    assert pair["questions"] == 3 == pair["firstBetter"] + pair["secondBetter"] + pair["ties"]
    assert (pair["first"]["method"], pair["second"]["method"]) == ("auto", "one-hop")


def test_a_model_is_asked_where_motif_is_not_sure_and_what_it_took_is_told(path: str, tmp_path: Path) -> None:
    scripted_models = pytest.importorskip("scripted_models", reason="langchain-core is not installed")
    Path(path).write_text('{"question": "wer drehte Heat?", "answers": ["Michael Mann"]}\n', encoding="utf-8")
    plan = '{"pattern": [["Heat", "directed_by", "?x"]], "answer": "?x"}'
    model = scripted_models.scripted(*[plan] * 4)
    page = tmp_path / "page.md"
    without = evaluate(request(path), graph=films())
    assert without["model"] is None and "model" not in row_of(without, "auto", "all")
    report = evaluate(request(path, model=True, page=page), graph=films(), model=model)
    asked = row_of(report, "auto", "all")["model"]
    assert asked["questions"] == 1 <= asked["calls"] and asked["inputTokens"] > 0 < asked["outputTokens"]
    assert f"{report['model']} was asked 1 of them" in page.read_text(encoding="utf-8")
    assert row_of(report, "auto", "all")["hitsAt1"] == 1.0


def test_a_model_that_is_not_there_or_cannot_be_asked_is_said(path: str) -> None:
    with pytest.raises(InvalidInput, match="--model needs a language model"):
        evaluate(request(path, model=True), graph=films())
    with pytest.raises(InvalidInput, match="that it was started with"):
        evaluate(request(path, model=True, via="bolt", graph="films"), graph=films(), model=object())


def test_a_question_without_gold_pattern_cannot_be_asked_by_it(path: str) -> None:
    Path(path).write_text('{"question": "q", "answers": ["x"]}\n', encoding="utf-8")
    with pytest.raises(InvalidInput, match="has no gold pattern"):
        evaluate(request(path, planner="gold"), graph=films())


def test_a_projection_needs_a_database(path: str) -> None:
    with pytest.raises(InvalidInput, match="needs a database"):
        evaluate({"dataset": path, "graph": "films"})


def test_an_unknown_data_set_is_named() -> None:
    with pytest.raises(InvalidInput, match="There is no data set 'metaq'"):
        evaluate({"dataset": "metaq"})
