"""A graph with a language model: it plans, answers and judges; whatever fails is done without it and said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fakes
from motif.errors import InvalidConfiguration, InvalidInput
from motif.knowledge_graph import Graph
from motif.langchain import MotifRetriever
from motif.settings import load_settings
from question_graphs import question_graph
from scripted_models import RateLimitError, scripted

FILMS = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann"), ("Heat", "starring", "Pacino")]
PLANNED = {"divided": ["films by Mann"], "triples": [["?film", "directed by", "Mann"]], "answer": "?film"}


def films(*steps: Any) -> Graph:
    return Graph.from_triples(FILMS, encoder=fakes.HashEncoder(), model=scripted(*steps) if steps else None)


def named(results: Any) -> list[str]:
    return sorted(answer.name for piece in results for answer in piece.answers)


def test_the_model_plans_and_the_graph_answers() -> None:
    graph = films(PLANNED)
    found = graph.retrieve("what has Mann made?", planner="model")
    assert named(found) == ["Heat", "Thief"] and found.metadata["plan"]["planner"] == "model"
    assert named(graph.retrieve("what was directed by [Mann]?", planner="paths")) == ["Heat", "Thief"]


@pytest.mark.parametrize(
    "step", ["I cannot help with that.", RateLimitError("slow down"), "", {"triples": "none"}]
)
def test_without_a_useful_answer_the_other_planner_is_used_and_said(
    step: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTIF_MODEL_RETRIES", "0")
    found = films(step).retrieve("what was directed by [Mann]?", planner="model")
    assert named(found) == ["Heat", "Thief"]
    [note, *_] = found.metadata["plan"]["notes"]
    assert note.startswith("planned without the model")


def test_a_model_that_is_not_configured_is_said() -> None:
    found = films().retrieve("what was directed by [Mann]?", planner="model")
    assert "MOTIF_MODEL" in found.metadata["plan"]["notes"][0]
    with pytest.raises(InvalidConfiguration, match="MOTIF_MODEL"):
        films().answer("what was directed by [Mann]?")
    with pytest.raises(InvalidInput, match=r"no planner 'guess'\. Planners: .*, meaning\."):
        films().plan("what was directed by [Mann]?", planner="guess")


def test_an_answer_rests_on_evidence() -> None:
    graph = films({"reason": "both", "answers": ["Heat", "Thief"], "graphs": [1, 2], "can_tell": True})
    answer = graph.answer("what has Mann made?")
    assert set(answer.answers) == {"Heat", "Thief"} and answer.citations == (1, 2) and answer.grounded


def test_a_claim_is_judged_by_the_model_or_without_it() -> None:
    claim = {"divided": ["Heat by Mann"], "triples": [["Heat", "directed_by", "Mann"]]}
    judged = {"reason": "It says so.", "verdict": "supported", "graphs": [1], "confidence": 0.9}
    found = films(claim, judged).verify("Mann directed Heat.", planner="model")
    assert (found.metadata["verdict"], found.metadata["reason"]) == ("supported", "It says so.")
    graph = question_graph("films")
    assert graph.verify("Heat was directed by Ridley Scott").metadata["verdict"] == "refuted"
    assert graph.verify([["Heat", "DIRECTED", "Michael Mann"]]).metadata["verdict"] == "supported"
    assert "MOTIF_MODEL" in graph.verify("Michael Mann directed Heat", planner="model").metadata["notes"][0]


def test_langchain_documents_carry_plan_and_plain_answers() -> None:
    graph = question_graph("films")
    [counted] = MotifRetriever(graph=graph).invoke("how many films did Ridley Scott direct?")
    assert counted.metadata["answers"] == [4] and counted.metadata["plan"]["count"] is True
    documents = MotifRetriever(graph=graph, options={"planner": "paths"}).invoke("who directed Heat?")
    assert [document.metadata["answers"] for document in documents] == [["Michael Mann"]]


async def test_words_are_awaited_too() -> None:
    graph = films()
    assert (await graph.aplan("what was directed by [Mann]?"))[0].planner == "paths"
    assert named(await graph.aretrieve("what was directed by [Mann]?")) == ["Heat", "Thief"]
    assert (await graph.averify([["Heat", "directed_by", "Mann"]])).metadata["verdict"] == "supported"


def test_settings_name_the_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("MOTIF_MODEL", "nobody:nothing")
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path))
    assert load_settings().model.name == "nobody:nothing"
    found = films().retrieve("what was directed by [Mann]?", planner="model")
    assert "nobody:nothing" in found.metadata["plan"]["notes"][0]
