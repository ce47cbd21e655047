"""``motif evaluate musique --answers``: what reaches the job, and what is printed of its report."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.evaluating as evaluating
from motif.cli.main import main
from motif.errors import InvalidInput

ASKED = {"questions": 20, "calls": 21, "inputTokens": 9000, "outputTokens": 400, "medianSeconds": 9.1}
ROW = {
    "method": "hybrid", "planner": "", "options": {}, "group": "all", "questions": 20, "exactMatch": 0.25, "f1": 0.4,
    "f1Error": 0.1, "unanswered": 0.3, "goldInEvidence": 0.6, "model": ASKED,
}  # fmt: skip
REPORT = {
    "dataset": "musique", "split": "all", "resumed": 0, "model": "qwen",
    "rows": [{**ROW, "method": "closed-book", "goldInEvidence": None, "model": None}, ROW],
    "failures": [{"method": "hybrid", "question": "who?", "answers": [], "failure": "", "gold": ["Ann", "Anna"]}],
}  # fmt: skip


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    requests: list[Any] = []

    def job(request: Any, *, connection: Any, model: Any, progress: Any) -> Any:
        requests.append((request, model))
        if model is None:
            raise InvalidInput("Without a language model no answer is written.", hint="Set MOTIF_MODEL.")
        progress("hybrid", 1, 2)
        return REPORT

    monkeypatch.setattr(evaluating, "find_job", {"passage_answers": job}.get)
    return requests


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


def test_the_job_gets_options_and_the_model(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_MODEL", "a:model")
    monkeypatch.setattr(evaluating, "load_chat_model", lambda settings: f"chat of {settings.name}")
    options = ("--model", "--sample", "20", "--method", "expand", "--option", "chunks=5")
    result = run("musique", "--answers", *options)
    assert result.exit_code == 0, result.output
    [(request, model)] = asked
    assert (request["methods"], request["sample"], request["options"]) == (("expand",), 20, ("chunks=5",))
    assert model == "chat of a:model" and not {"model", "answers"} & {*request}
    words = [line.split() for line in result.output.splitlines()]
    assert ["closed-book", "all", "20", "25.0", "40.0", "30.0", "0"] in words
    assert ["hybrid", "all", "20", "25.0", "40.0", "30.0", "60.0", "21", "9,000", "400", "9.1"] in words
    assert "said nothing; gold Ann, Anna" in result.output
    assert json.loads(run("musique", "--answers", *options, "--json").output) == REPORT


def test_without_a_model_it_is_said_what_is_needed(asked: list[Any]) -> None:
    assert "Without a language model no answer is written." in run("musique", "--answers").output
    assert "No language model is configured" in run("musique", "--answers", "--model").output


def test_options_of_others_are_refused(asked: list[Any]) -> None:
    assert "--answers is for passages (musique), not for metaqa" in run("metaqa", "--answers").output
    assert "--answers is not for claims" in run("claims", "--answers").output
    assert "--communities is not for --answers" in run("musique", "--answers", "--communities").output
    assert "--model is not for passages" in run("musique", "--model").output
    assert not asked
