"""``motif evaluate cypher``: what reaches the job, and what is printed of its report."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.evaluating as evaluating
from motif.cli.main import main

ROW = {
    "group": "all", "questions": 120, "right": 0.25, "partly": 0.125, "wrong": 0.5, "declined": 0.125,
    "rightOfAnswered": 0.3, "rowsRight": 0.35, "coverageAt90": 0.1, "coverageAt97": 0.05, "riskCoverage": 0.61,
    "calibrationError": 0.33, "medianMillis": 21.4,
}  # fmt: skip
LOST = {
    "question": "Who is the oldest?", "verdict": "wrong", "gold": [[["text", "ann"], None]], "said": [],
    "declined": "", "failure": "AssertionError: no",
}  # fmt: skip
REPORT = {
    "half": "dev",
    "skipped": 3,
    "graphKinds": [ROW, {**ROW, "group": "hospital"}],
    "kinds": [ROW, {**ROW, "group": "top", "rightOfAnswered": None}],
    "model": "qwen",
    "asked": {
        "questions": 40,
        "calls": 44,
        "inputTokens": 9000,
        "outputTokens": 400,
        "medianSeconds": 3.14,
    },
    "leftOut": [
        {"graph": "hospital", "calibrationError": 0.12, "at90": {"answered": 0.5, "right": 0.75}, "at97": {}}
    ],
    "failures": [LOST],
}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    requests: list[Any] = []

    def job(request: Any, *, connection: Any, model: Any, progress: Any) -> Any:
        requests.append((request, connection if model is None else model))
        progress("hospital", 1, 2)
        return REPORT

    monkeypatch.setattr(evaluating, "find_job", {"cypher_questions": job}.get)
    return requests


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


def test_the_job_gets_files_and_options(asked: list[Any]) -> None:
    result = run(
        "cypher", "a.yml", "b.yml", "--half", "dev", "--limit", "9", "--leave-out", "a", "--not-held", "2"
    )
    assert result.exit_code == 0, result.output
    [(request, connection)] = asked
    assert (request["files"], request["half"], request["limit"]) == ((Path("a.yml"), Path("b.yml")), "dev", 9)
    assert (request["leave_out"], request["not_held"], connection) == (("a",), 2, None)


def test_figures_and_what_was_lost_are_printed(asked: list[Any]) -> None:
    output = run("cypher", "a.yml").output
    assert "3 questions without comparable gold rows were left out." in output
    assert ["hospital", "120", "25.0", "12.5", "50.0"] in [line.split()[:5] for line in output.splitlines()]
    assert "50.0 % is answered, and 75.0 % of it rightly" in " ".join(output.split())
    assert "gold ann, none; said AssertionError: no" in output
    assert json.loads(run("cypher", "a.yml", "--json").output) == REPORT


def test_a_model_is_asked_only_where_one_is_meant(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No language model is configured" in run("cypher", "a.yml", "--model").output and not asked
    monkeypatch.setenv("MOTIF_MODEL", "a:model")
    monkeypatch.setattr(evaluating, "load_chat_model", lambda settings: f"chat of {settings.name}")
    output = " ".join(run("cypher", "a.yml", "--model").output.split())
    assert "qwen was asked 40 of them: 44 calls, 9,000 tokens in, 400 out, 3.1 s a question" in output
    run("cypher", "a.yml")
    assert [one for _, one in asked] == ["chat of a:model", None]
    connected: list[Any] = []
    monkeypatch.setattr(evaluating, "connect_to", lambda *given: connected.append(given) or nullcontext())
    run("cypher", "a.yml", "--graph", "films")
    _, settings, model = connected[0]
    assert (settings.model.name, model) == (None, None), (
        "figures of no model ask none, whatever is configured"
    )


def test_options_of_others_are_refused(asked: list[Any]) -> None:
    assert "--hop is not for questions with gold Cypher" in run("cypher", "a.yml", "--hop", "1").output
    assert "--limit is for cypher" in run("metaqa", "--limit", "3").output
    assert "--half is for cypher" in run("metaqa", "--half", "dev").output
    assert "FILES are for cypher" in run("metaqa", "a.yml").output
    assert not asked
