"""Answers over a small corpus, by a scripted model: what it is shown, what counts, and what is said of bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("langchain_core", reason="langchain-core is not installed")

from fakes import HashEncoder
from motif.errors import InvalidInput
from motif_procedures.passage_answers import evaluate_answers
from motif_procedures.passage_answers.page import render_section, write_page
from motif_procedures.passage_answers.request import AnswerRequest
from motif_procedures.result_pages import render_results
from scripted_models import scripted

PASSAGES = [
    ("Heat", "Heat is a crime film directed by Michael Mann .", [("Heat", "directed by", "Michael Mann")]),
    ("Michael Mann", "Michael Mann was born in Chicago .", [("Michael Mann", "born in", "Chicago")]),
    ("Bern", "Bern is the capital of Switzerland .", [("Bern", "capital of", "Switzerland")]),
]
QUESTIONS = [
    ("where was Michael Mann born ?", [1], "Chicago", ["Chicago, Illinois"]),
    ("what is the capital of Switzerland ?", [2], "Bern", []),
]


@pytest.fixture
def musique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the corpus; answers and vectors are kept beside it."""
    monkeypatch.setenv("MOTIF_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("MOTIF_MODEL_RETRIES", "0")
    passages = [
        {"id": place, "title": title, "text": text, "entities": [title], "triples": triples}
        for place, (title, text, triples) in enumerate(PASSAGES)
    ]
    questions = [
        {"id": str(place), "question": text, "gold_docs": gold, "answer": answer, "answer_aliases": more}
        for place, (text, gold, answer, more) in enumerate(QUESTIONS)
    ]
    for name, rows in (("corpus.jsonl", passages), ("questions.jsonl", questions)):
        (tmp_path / name).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def told(*answers: str) -> dict[str, Any]:
    return {"reason": "[1] says so", "answers": [*answers], "graphs": [1], "can_tell": bool(answers)}


def report_of(folder: Path, *steps: Any, **values: Any) -> tuple[dict[str, Any], Any]:
    chat = scripted(*steps)
    request = {"dataset": "musique", "folder": folder, "options": ("chunks=2",), **values}
    return evaluate_answers(request, model=chat, encoder=HashEncoder()), chat


def test_the_same_questions_are_answered_from_nothing_and_from_chunks(musique: Path) -> None:
    report, chat = report_of(
        musique,
        *({"answer": "the Chicago"}, {"answer": "Zurich"}),
        *(told("Chicago"), told("Bern")),
        methods=("closed-book", "hybrid"),
    )
    closed, hybrid = report["rows"]
    assert (closed["method"], closed["exactMatch"], closed["f1"], closed["goldInEvidence"]) == (
        "closed-book",
        0.5,
        0.5,
        None,
    )
    assert (hybrid["method"], hybrid["exactMatch"], hybrid["goldInEvidence"]) == ("hybrid", 1.0, 1.0)
    shown = ["\n".join(str(message.content) for message in prompt) for prompt in chat.prompts]
    assert [("born in Chicago" in text, "<evidence>" in text) for text in shown] == [
        (False, False),
        (False, False),
        (True, True),
        (False, True),
    ]
    assert all("Illinois" not in text for text in shown), "gold answers are shown to nobody"
    [lost] = report["failures"]
    assert (lost["method"], lost["answers"], lost["gold"]) == ("closed-book", ["Zurich"], ["Bern"])


def test_what_does_not_stand_in_the_chunks_is_no_answer(musique: Path) -> None:
    report, _ = report_of(musique, told("Paris"), methods=("hybrid",))
    [row] = report["rows"]
    assert (row["f1"], row["unanswered"]) == (0.0, 1.0)


def test_a_model_that_says_nonsense_is_told_and_the_next_question_asked(musique: Path) -> None:
    report, _ = report_of(musique, {"answer": ["x"]}, methods=("closed-book",))
    assert report["rows"][0]["unanswered"] == 1.0 and len(report["failures"]) == 2
    assert report["failures"][0]["failure"].startswith("UnreadableAnswer: ")


def test_an_interrupted_run_goes_on_where_it_stopped(musique: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        report_of(musique, {"answer": "Chicago"}, KeyboardInterrupt(), methods=("closed-book",))
    report, chat = report_of(musique, {"answer": "Bern"}, methods=("closed-book",))
    assert (report["resumed"], len(chat.prompts), report["rows"][0]["exactMatch"]) == (1, 1, 1.0)


def test_the_page_and_the_file_hold_the_figures(musique: Path, tmp_path: Path) -> None:
    report, _ = report_of(musique, {"answer": "Chicago"}, {"answer": "Zurich"}, methods=("closed-book",))
    text = render_section(report)
    assert "## musique, all questions: answers written" in text
    assert "| closed-book | 2 | 50.0 | 50.0 ± 50.0 | 0.0 |  | 2 | " in text
    path = tmp_path / "answers.json"
    write_page(path, report)
    assert {"failures", "resumed"}.isdisjoint(json.loads(path.read_text(encoding="utf-8")))
    assert "| closed-book | 2 | 50.0 |" in render_results(path)


def test_without_a_model_no_answer_is_written(musique: Path) -> None:
    with pytest.raises(InvalidInput) as caught:
        evaluate_answers({"dataset": "musique", "folder": musique}, encoder=HashEncoder())
    assert caught.value.message == "Without a language model no answer is written."
    assert "MOTIF_MODEL" in str(caught.value.hint) and "--model" in str(caught.value.hint)


def test_a_set_without_gold_answers(musique: Path) -> None:
    path = musique / "questions.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    kept = [{key: value for key, value in row.items() if not key.startswith("answer")} for row in rows]
    path.write_text("\n".join(map(json.dumps, kept)), encoding="utf-8")
    with pytest.raises(InvalidInput, match="'musique' has no gold answers"):
        report_of(musique, {"answer": "x"})


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"method": "hybrid"}, "An evaluation of answers has no 'method'. Did you mean 'methods'?"),
        (
            {"methods": ("open-book",)},
            "There is no contender 'open-book' that answers. Did you mean 'closed-book'?",
        ),
        (
            {"options": ("chunk=3",)},
            "None of closed-book, hybrid, expand has an option 'chunk'.",
        ),
        ({"options": ("chunks=0",)}, "'chunks' is a number above 0, not 0"),
        ({"options": ("max_tokens=many",)}, "'max_tokens' is a number above 0, not 'many'"),
        ({"options": ("chunks",)}, "--option 'chunks' is not NAME=VALUE"),
    ],
)
def test_a_request_that_cannot_be(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        AnswerRequest.from_values({"dataset": "musique", **values})
    assert said in f"{caught.value.message} {caught.value.hint}"
