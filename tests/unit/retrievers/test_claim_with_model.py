"""Claims with a language model: asked where one is not read without it, and never against the graph."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from fakes import HashEncoder
from motif.errors import NoEntityFound
from motif.knowledge_graph import Graph
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from question_graphs import question_graph
from scripted_models import scripted

LARGEST = "The largest film of Michael Mann is Heat."
OTHER = "Thief was starring Michael Mann."

FACTS = [
    ("Heat", "directed_by", "Michael Mann"),
    ("Thief", "directed_by", "Michael Mann"),
    ("Alien", "directed_by", "Ridley Scott"),
    ("Heat", "starring", "Al Pacino"),
]
READ = "Heat was directed by Michael Mann."
UNREAD = "Heat is the work of somebody."
"""Of which nothing is read without a model: it names but one thing."""


def reading(*triples: list[str], negated: bool = False) -> dict[str, Any]:
    return {"divided": ["so it is"], "triples": [*triples], "negated": negated}


def judging(verdict: str, confidence: float = 0.9) -> dict[str, Any]:
    return {"reason": "[1] says so", "verdict": verdict, "graphs": [1], "confidence": confidence}


def verified(claim: str, *steps: Any, **options: Any) -> tuple[dict[str, Any], Any]:
    chat = scripted(*steps)
    graph = Graph.from_triples(FACTS, encoder=HashEncoder(), model=chat)
    return graph.verify(claim, **options).metadata, chat


SAID = reading(["Heat", "directed_by", "Michael Mann"])


def test_what_is_decided_without_it_is_not_asked() -> None:
    told, chat = verified(READ, SAID, judging("refuted"))
    assert told["verdict"] == "supported" and not chat.prompts and "notes" not in told


@pytest.mark.parametrize("claim", ["Alien was directed by Michael Mann.", LARGEST, OTHER])
def test_nor_what_is_read_and_not_told_or_what_no_pattern_of_the_graph_says(claim: str) -> None:
    told, chat = verified(claim, reading(["Thief", "directed_by", "Michael Mann"]), judging("supported"))
    assert told["verdict"] == "unknown" and not chat.prompts


def test_a_reading_decides_where_graph_and_model_judge_alike_and_is_unsure() -> None:
    told, chat = verified(UNREAD, SAID, judging("supported", 1.0))
    assert (told["verdict"], told["confidence"]) == ("supported", 0.5)
    assert len(chat.prompts) == 2 and told["plan"]["planner"] == "model" and told["citations"]
    told, _ = verified(UNREAD, {**SAID, "negated": True}, judging("refuted", 0.3))
    assert (told["verdict"], told["confidence"]) == ("refuted", 0.3)


@pytest.mark.parametrize(
    "steps",
    [
        (SAID, judging("refuted")),
        (SAID, judging("unknown")),
        (SAID, {**judging("supported"), "graphs": []}),
        (reading(["Alien", "directed_by", "Ridley Scott"]), judging("supported")),
        (reading(["?film", "directed_by", "Michael Mann"]), judging("supported")),
    ],
    ids=["refuted", "unknown", "cites nothing", "another name", "no name"],
)
def test_what_does_not_agree_decides_nothing_and_is_told(steps: tuple[Any, ...]) -> None:
    told, _ = verified(UNREAD, *steps)
    assert (told["verdict"], told["confidence"]) == ("unknown", 0.0)
    [note] = told["notes"]
    assert note.startswith("The model reads it as ") and note.endswith("; that decides nothing.")
    assert "directed_by" in note and told["citations"] == ()


def test_a_model_that_fails_leaves_the_verdict_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_MODEL_RETRIES", "0")
    told, _ = verified(UNREAD, "I cannot help with that.")
    assert told["verdict"] == "unknown"
    assert told["notes"][0].startswith("verified without the model: ")


def test_a_claim_that_names_nothing_may_be_read_by_it_and_says_so_where_not() -> None:
    claim = "El italiano hizo la otra."
    told, _ = verified(claim, SAID, judging("supported"))
    assert told["verdict"] == "supported" and told["confidence"] == 0.5
    with pytest.raises(NoEntityFound):
        verified(claim, SAID, judging("refuted"))


def judged_of_films(released: Any, verdict: str) -> str:
    """The verdict on a claim that says 1995 and names nothing, which the model reads as a year of a film."""
    said = {**reading(), "answer": "Heat", "filter": {"Heat": {"released": released}}}
    films, chat = question_graph("films", HashEncoder()), scripted(said, judging(verdict))
    model = ChatModel(chat, ModelSettings())
    graph = Graph(lambda: films.projection, encoder=HashEncoder, model=lambda: model)
    return str(graph.verify("Xyzzy 1995 plugh.").metadata["verdict"])


def test_a_number_of_the_claim_must_be_a_condition_of_its_reading() -> None:
    assert judged_of_films(1995, "supported") == "supported"
    assert judged_of_films({"$gt": 1995}, "refuted") == "refuted"
    with pytest.raises(NoEntityFound):
        judged_of_films(1996, "refuted")


def test_the_planner_model_is_asked_of_every_claim_and_heeds_what_is_not_said() -> None:
    told, chat = verified(READ, SAID, judging("refuted"), planner="model")
    assert told["verdict"] == "refuted" and len(chat.prompts) == 2
    claim = reading(["Alien", "starring", "Al Pacino"])
    told, chat = verified(
        "Al Pacino stars in Alien.", claim, judging("refuted"), planner="model", closed_world=True
    )
    assert told["verdict"] == "refuted" and len(chat.prompts) == 2
