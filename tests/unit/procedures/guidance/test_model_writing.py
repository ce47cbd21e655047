"""Examples in a model's words: read, repaired, asked for again, dropped, or left to templates and counted."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.models.language import ChatModel
from motif.settings import ModelSettings
from motif_procedures.guidance.example import GuidanceExample
from motif_procedures.guidance.generation import generate_examples
from motif_procedures.guidance.job import write_guidance_data
from motif_procedures.guidance.model_writing import MOST_FAILURES, ModelWriter
from scripted_models import ScriptedModel, StatusError, prompts_of, scripted, structured

GOOD = {
    "assertions": ["[ENT1] was made by Mann.", "[ENT1] is a piece of [ENT2]."],
    "question": "Of which genre are the films by Mann?",
}


def example() -> GuidanceExample:
    rows = np.array([1], np.int32)
    return GuidanceExample(
        triples=(("[ENT1]", "helmed by", "Mann"), ("[ENT2]", "style of", "[ENT1]")),
        relations=("directed_by", "has_genre"),
        outgoing=(True, False),
        entities=rows,
        gold=rows,
        paths=np.zeros((1, 2), np.int32),
        answers=rows,
        strategy="precision",
        question="Which template?",
        assertions=("one.", "two."),
        answer="[ENT2]",
    )


def writer(model: ScriptedModel, retries: int = 2, **options: Any) -> ModelWriter:
    settings = ModelSettings(retries=retries)
    return ModelWriter(ChatModel(model, settings, first_pause=0.0), concurrency=1, **options)


def write(model: ScriptedModel, **options: Any) -> tuple[GuidanceExample | None, ModelWriter]:
    writing = writer(model, **options)
    return next(iter(writing.written([example()]))), writing


@pytest.mark.parametrize("make", [scripted, structured])
def test_the_models_words_replace_the_templates(make: Any) -> None:
    model = make(GOOD)
    found, writing = write(model)
    assert found is not None and found.question == GOOD["question"]
    assert found.assertions == tuple(GOOD["assertions"]) and found.strategy == "precision"
    assert found.triples == example().triples and writing.counts.written == 1
    asked = prompts_of(model)[0]
    assert '["[ENT1]", "directed_by", "Mann"], ["[ENT1]", "has_genre", "[ENT2]"]' in asked
    assert '"answer": "[ENT2]"' in asked and "helmed" not in asked


def test_malformed_answers_are_repaired() -> None:
    found, _ = write(scripted(f"Here you are:\n```json\n{json.dumps(GOOD)[:-1]},}}\n```"))
    assert found is not None and found.question == GOOD["question"]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"question": "Films by Mann"}, "ends with a question mark"),
        ({"question": "Of which genre is [ENT1] by Mann?"}, "must not hold a placeholder"),
        ({"question": "Of which genre are his films?"}, "must hold the name 'Mann'"),
        ({"assertions": ["[ENT1] was made by Mann."]}, "a list of 2 sentences"),
        ({"assertions": ["It was made by Mann.", GOOD["assertions"][1]]}, "Assertion 1 must hold '[ENT1]'"),
        ({"assertions": ["[ENT1] by Mann in [ENT2].", GOOD["assertions"][1]]}, "must not hold '[ENT2]'"),
    ],
)
def test_what_does_not_do_is_asked_for_again(changes: dict[str, Any], problem: str) -> None:
    model = scripted(GOOD | changes, GOOD)
    found, _ = write(model)
    assert found is not None and found.question == GOOD["question"]
    assert problem in prompts_of(model)[1]


def test_without_a_solution_the_example_is_dropped() -> None:
    found, writing = write(scripted({"assertions": [], "question": "No Solution."}))
    assert found is None and writing.counts.dropped == 1


@pytest.mark.parametrize("step", ["I cannot help with that.", StatusError(401, "bad key"), {"question": 3}])
def test_a_model_that_fails_leaves_the_templates(step: Any) -> None:
    found, writing = write(scripted(step))
    assert found is not None and found.question == "Which template?"
    assert writing.counts.templates == 1 and writing.counts.problem


def test_a_model_that_keeps_failing_is_asked_no_more() -> None:
    model = scripted(StatusError(401, "bad key"))
    writing = writer(model)
    found = list(writing.written([example()] * 20))
    assert len(model.prompts) == MOST_FAILURES and writing.counts.templates == 20
    assert all(one is not None and one.question == "Which template?" for one in found)


def test_failures_between_successes_end_nothing() -> None:
    model = scripted(*([StatusError(401), GOOD] * 10))
    writing = writer(model)
    assert len(list(writing.written([example()] * 20))) == 20
    assert (writing.counts.written, writing.counts.templates) == (10, 10)


def test_a_model_may_judge_the_strategy() -> None:
    found, _ = write(scripted(GOOD, {"strategy": "Breadth"}), strategies="model")
    assert found is not None and found.strategy == "breadth"


def test_assertions_for_a_question_that_is_there() -> None:
    model = scripted({"assertions": GOOD["assertions"]})
    found = next(iter(writer(model).asserted([example()])))
    assert found is not None and found.question == "Which template?"
    assert found.assertions == tuple(GOOD["assertions"])
    assert '"question": "Which template?"' in prompts_of(model)[0]


def test_a_cancelled_run_asks_nothing() -> None:
    model = scripted(GOOD)
    control = Control()
    control.cancel()
    found = next(iter(writer(model).written([example()], control)))
    assert found is not None and not model.prompts


def answered(prompt: str) -> dict[str, Any]:
    """What an obedient model writes for any triples; none of Ronin."""
    given = json.loads(prompt[prompt.rindex('{"triples"') :])
    if "Ronin" in prompt.rpartition('{"triples"')[2]:
        return {"assertions": [], "question": "No Solution"}
    names = [
        part for head, _, tail in given["triples"] for part in (head, tail) if not part.startswith("[ENT")
    ]
    return {
        "assertions": [" ".join(triple) for triple in given["triples"]],
        "question": f"What about {' and '.join(names)}?",
    }


def test_generation_and_job_with_a_model(tmp_path: Any) -> None:
    graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Ronin", "by", "Frankenheimer")])
    chat = ChatModel(scripted(answered), first_pause=0.0)
    found = generate_examples(graph, count=20, hops=(1,), model=chat)
    assert sorted(one.question for one in found) == [
        "What about Ali?",
        "What about Frankenheimer?",
        "What about Heat?",
        "What about Mann?",
    ]
    written = write_guidance_data(
        {"folder": tmp_path, "count": 20, "hops": (1,)}, projection=graph, model=chat
    )
    assert written["words"] == {"written": 4, "templates": 0, "dropped": 1, "problem": ""}
    assert written["examples"] == 4
