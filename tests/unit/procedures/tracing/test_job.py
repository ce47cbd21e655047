"""The job ``tracing`` on a small graph: no database, no network, no torch."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fakes import HashEncoder
from motif import Graph
from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.models.encoder import stamp
from motif_procedures.tracing import evaluate_tracing
from motif_procedures.tracing.contenders import CONTENDERS
from motif_procedures.tracing.models import TrainedModels
from motif_procedures.tracing.request import TracingRequest
from naive_guidance import random_model

PLAIN = {"methods": ("no-guidance",), "wordings": ("exact",), "planning": False}


def _run(graph: Graph, request: dict[str, Any], **more: Any) -> dict[str, Any]:
    return evaluate_tracing(request, graph=graph, encoder=HashEncoder(), **more)


def _row(report: dict[str, Any], **told: str) -> dict[str, Any]:
    [found] = [row for row in report["rows"] if all(row[key] == value for key, value in told.items())]
    return found


def test_the_graphs_own_words_lead_along_the_gold_paths(graph: Graph, questions: str, n_asked: int) -> None:
    told: list[tuple[str, int, int]] = []
    report = _run(graph, {"dataset": questions, **PLAIN}, progress=lambda *step: told.append(step))
    assert report["questions"] == 2 * n_asked
    for group, count in (("1", n_asked), ("2", n_asked), ("all", 2 * n_asked)):
        row = _row(report, strategy="precision", group=group)
        assert row["questions"] == count
        assert row["coverage"] == row["share"] == row["hitsAt1"] == 1.0
    assert _row(report, strategy="precision", group="2")["relationships"] == 2
    assert _row(report, strategy="breadth", group="2")["coverage"] == 1.0
    assert ("no-guidance, exact, precision", 2 * n_asked, 2 * n_asked) in told


def test_questions_are_made_of_a_graph_that_has_none(graph: Graph, questions: str) -> None:
    request = {"dataset": "a graph alone", **PLAIN, "sample": 20}
    report = _run(graph, request)
    assert 0 < report["questions"] <= 20
    assert _row(report, strategy="breadth", group="1")["coverage"] == 1.0
    assert {row["group"] for row in report["rows"]} <= {"1", "2", "3", "all"}
    again = _run(graph, {**request, "restart": True})
    told = ("group", "strategy", "questions", "coverage", "share")
    assert [[row[key] for key in told] for row in again["rows"]] == [
        [row[key] for key in told] for row in report["rows"]
    ]


def test_a_name_that_no_node_has_is_not_covered_and_ends_nothing(
    graph: Graph, questions: str, n_asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motif_procedures.tracing.job.misspelt", lambda name, draw: "Qwxz Vbnj")
    report = _run(
        graph, {"dataset": questions, **PLAIN, "methods": ("no-guidance", "search"), "misspelt": 1.0}
    )
    for method in ("no-guidance", "search"):
        row = _row(report, method=method, strategy="precision", group="all")
        assert row["questions"] == 2 * n_asked
        assert row["coverage"] == row["hitsAt1"] == 0


def test_each_contender_is_asked_in_each_wording(
    graph: Graph, questions: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained_on: list[str] = []
    model = replace(random_model(2, 8, 64), encoder=stamp(HashEncoder()))

    def trained(self: TrainedModels, dataset: str, projection: Any, progress: Any = None) -> GuidanceModel:
        trained_on.append(dataset)
        return model

    monkeypatch.setattr(TrainedModels, "trained_on", trained)
    monkeypatch.setattr(TrainedModels, "general", model)
    monkeypatch.setattr("motif_procedures.tracing.job.graph_in_memory", lambda *_: graph)
    report = _run(
        graph,
        {"dataset": questions, "sample": 2, "wordings": ("noisy", "exact"), "planning": False, "other": "x"},
    )
    asked = {(row["method"], row["wording"], row["strategy"]) for row in report["rows"]}
    assert asked == {
        (method, wording, strategy)
        for method in CONTENDERS
        for wording in ("noisy", "exact")
        for strategy in ("precision", "breadth")
    }
    assert set(trained_on) == {questions, "x"}
    assert all(row["questions"] in (2, 4) and row["medianMillis"] > 0 for row in report["rows"])


def test_plans_from_the_words_are_measured(graph: Graph, questions: str, n_asked: int) -> None:
    report = _run(graph, {"dataset": questions, **PLAIN, "planning": True, "sample": 3})
    every = report["planning"][-1]
    assert (every["group"], every["questions"]) == ("all", 6)
    assert every["strategyOfSeveral"] is None
    assert 0 <= every["precision"] <= 1


def test_an_interrupted_run_goes_on_where_it_stopped(
    graph: Graph, questions: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    trace = Graph.trace

    def counted(self: Graph, triples: Any, **options: Any) -> Any:
        asked.append(triples)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return trace(self, triples, **options)

    monkeypatch.setattr(Graph, "trace", counted)
    request = {"dataset": questions, **PLAIN, "sample": 3, "strategies": ("precision",)}
    with pytest.raises(KeyboardInterrupt):
        _run(graph, request)
    report = _run(graph, request)
    # The first of each run is asked once beforehand; four answers were there when the first run was stopped.
    assert len(asked) == 6 + 2
    assert _row(report, group="all")["questions"] == 6


def test_a_page_holds_the_figures_and_is_written_again_in_place(
    graph: Graph, questions: str, tmp_path: Path
) -> None:
    page = tmp_path / "page.md"
    request = {"dataset": questions, **PLAIN, "planning": True, "page": page, "sample": 2}
    for _ in range(2):
        _run(graph, request)
    text = page.read_text(encoding="utf-8")
    assert text.count("gold paths in the evidence") == 1
    assert "| exact | precision | no-guidance | all | 4 | 100.0 | 100.0 |" in text
    assert "Schema graphs planned from the questions' words" in text


def test_misspelt_names_are_found_by_meaning(graph: Graph, questions: str) -> None:
    request = {"dataset": questions, **PLAIN, "misspelt": 1.0, "sample": 5, "strategies": ("precision",)}
    row = _row(_run(graph, request), group="all")
    assert 0 <= row["coverage"] <= 1 and row["questions"] == 10


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"methods": ("guidence",)}, "no contender 'guidence'"),
        ({"strategies": ("wide",)}, "no strategy 'wide'"),
        ({"wordings": ("french",)}, "no wording 'french'"),
        ({"split": "train"}, "no split 'train'"),
        ({"options": ("treshold=0.5",)}, "option 'treshold'"),
        ({"misspelt": 2.0}, "share from 0 to 1"),
        ({"sampel": 3}, "no 'sampel'"),
    ],
)
def test_what_cannot_be_is_named_before_anything_runs(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        evaluate_tracing({"dataset": "metaqa", **given})


def test_what_makes_a_contender_is_not_varied() -> None:
    request = TracingRequest.from_values(
        {"dataset": "metaqa", "methods": ("entity-bias", "guidance"), "grid": ("triple_bias=0.1,0.2",)}
    )
    asked = [(setting.method, dict(setting.options)) for setting in request.settings]
    assert asked == [
        ("entity-bias", {}),
        ("guidance", {"triple_bias": 0.1}),
        ("guidance", {"triple_bias": 0.2}),
    ]
    assert CONTENDERS["entity-bias"].fixed["triple_bias"] == 0.0


def test_a_graph_without_a_question_is_said(graph: Graph, tmp_path: Path, questions: str) -> None:
    path = tmp_path / "other.jsonl"
    row = {"question": "who?", "answers": ["Nobody"], "pattern": [["Nothing", "directed_by", "?answer"]]}
    path.write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(InvalidInput, match="for test"):
        _run(graph, {"dataset": str(path), **PLAIN})
