"""Communities judged by a chat model, and without it where it fails."""

from __future__ import annotations

import json
import threading
from itertools import combinations
from typing import Any

import pytest

from community_graphs import FILMS, QUESTION, corpus, embedded, graph_of, names
from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.engine.control import Control
from motif.errors import Cancelled
from motif.graphs.evidence import Results
from motif.graphs.projection import Projection
from motif.retrievers.community_judging import LENGTH_PENALTY, MAXIMUM_JUDGED
from motif.settings import ModelSettings, Settings
from scripted_models import ScriptedModel

ONCE = Settings(model=ModelSettings(name="scripted", retries=0))
THRICE = Settings(model=ModelSettings(name="scripted", retries=2))


@pytest.fixture(scope="module")
def films() -> Projection:
    return corpus()


def ask(
    projection: Projection, script: list[Any], settings: Settings = ONCE, **options: Any
) -> tuple[Results, ScriptedModel]:
    model = ScriptedModel(script=script)
    return graph_of(projection, model, settings).community(QUESTION, **options), model


def by_size(prompt: str) -> dict[str, Any]:
    """A judge that likes communities of four."""
    size = prompt.count("as told.")
    return {"score": 90 if size == 4 else 20, "report": f"Heat has {size}.", "entities": ["Heat", "Nobody"]}


def test_the_model_scores_reports_and_cites(films: Projection) -> None:
    found, model = ask(films, [by_size], layers=["knowledge"])
    assert found.metadata["judge"] == "model"
    assert [piece.score for piece in found] == [0.9]  # the smaller one lies within it
    assert names(found[0].nodes) == set(FILMS)
    assert found[0].text == "Heat has 4."
    assert (found[0].metadata["report"], found[0].metadata["cited"]) == ("model", ["Heat"])
    assert found.metadata["usage"]["calls"] == len(model.prompts) == 2


def test_the_prompt_shows_question_and_community_as_data(films: Projection) -> None:
    _, model = ask(films, [by_size], layers=["chunk"], trussness=3)
    assert QUESTION in model.last_prompt
    assert "  Al Pacino met Robert De Niro in Heat." in model.last_prompt
    assert "<words>\n2400\n</words>" in model.last_prompt


def test_chunks_are_given_beside_the_report(films: Projection) -> None:
    found, _ = ask(films, [{"score": 70, "report": "Al Pacino is in Heat."}], layers=["chunk"], trussness=3)
    assert found[0].text.startswith("Al Pacino is in Heat.\n\n")
    assert "Al Pacino met Robert De Niro in Heat." in found[0].text
    assert found[0].metadata["cited"] == ["Al Pacino", "Heat"]


def test_what_the_model_finds_useless_is_left_out(films: Projection) -> None:
    found, _ = ask(films, [{"score": 0, "report": "Nothing."}], trussness=3)
    assert (list(found), found.complete) == ([], True)
    empty, _ = ask(films, [{"score": 30, "report": " "}], trussness=3)
    assert list(empty) == []
    assert empty.metadata["left_out"] == 3


@pytest.mark.parametrize(
    "said",
    [
        "Surely: ```json\n{'score': '80', 'report': 'Heat.',}\n```",
        '{"score": "80%", "report": "Heat."',
        {"score": 80.0, "report": "Heat.", "entities": "Heat"},
    ],
)
def test_malformed_answers_are_put_right(films: Projection, said: Any) -> None:
    found, _ = ask(films, [said], layers=["knowledge"], trussness=3)
    assert (found[0].score, found[0].text, found.metadata["judge"]) == (0.8, "Heat.", "model")


@pytest.mark.parametrize(
    "said",
    [{"score": 180, "report": "x"}, {"score": 80}, {"report": "x"}, [1], {"score": True, "report": "x"}],
)
def test_answers_of_another_form_are_asked_for_again(films: Projection, said: Any) -> None:
    found, model = ask(
        films, [said, {"score": 60, "report": "Heat."}], THRICE, layers=["knowledge"], trussness=3
    )
    assert (found[0].score, len(model.prompts)) == (0.6, 2)
    assert "a number from 0 to 100" in model.last_prompt


@pytest.mark.parametrize("failure", [ConnectionError("down"), "I do not know."])
def test_a_model_that_fails_leaves_it_to_the_score(films: Projection, failure: Any) -> None:
    found, _ = ask(films, [failure], trussness=3)
    plain = graph_of(films).community(QUESTION, trussness=3)
    assert [(piece.score, piece.text) for piece in found] == [(piece.score, piece.text) for piece in plain]
    assert found.metadata["judge"] == "score"
    assert found.metadata["notes"][0].startswith("judged by QRScore, without the model: ")


def test_one_failure_makes_all_scores_of_one_kind(films: Projection) -> None:
    def step(prompt: str) -> Any:
        return ConnectionError("down") if "met Robert" in prompt else {"score": 95, "report": "Known."}

    found, _ = ask(films, [step], trussness=3)
    assert found.metadata["judge"] == "score"
    assert all(piece.score < 0.95 for piece in found)
    texts = {piece.metadata["layer"]: piece.text for piece in found}
    assert texts["knowledge"] == "Known."
    assert "Heat is a film" in texts["chunk"]


def test_without_a_model_by_choice(films: Projection) -> None:
    found, model = ask(films, [by_size], judge="score")
    assert (len(model.prompts), found.metadata["judge"]) == (0, "score")
    for piece in found:
        lost = piece.metadata["qr_score"] - piece.score
        assert 0 < lost <= LENGTH_PENALTY


def test_calls_are_bounded() -> None:
    crowd = [f"Person {number}" for number in range(12)]
    groups = [crowd[:size] for size in range(3, 12)]
    nodes: list[NodeRow] = [
        (f"{size}:{name}", [], {"name": f"{name} of {len(group)}"})
        for size, group in enumerate(groups)
        for name in group
    ]
    links: list[RelationshipRow] = [
        (f"{size}:{one}", "KNOWS", f"{size}:{other}", {})
        for size, group in enumerate(groups)
        for one, other in combinations(group, 2)
    ]
    found, model = ask(embedded(from_rows(nodes, links)), [{"score": 50, "report": "Someone."}])
    assert len(found.metadata["layers"]["graph"]["tried"]) == 9
    assert len(model.prompts) == MAXIMUM_JUDGED
    assert any("were not shown to the model" in note for note in found.metadata["notes"])


def test_cancelling_ends_the_judging(films: Projection) -> None:
    control, asked = Control(), threading.Event()

    def step(prompt: str) -> Any:
        asked.set()
        control.cancel()
        threading.Event().wait(0.2)
        return json.dumps({"score": 1, "report": "late"})

    with pytest.raises(Cancelled):
        ask(films, [step], trussness=3, control=control)
    assert asked.is_set()
