"""``motif evaluate claims``: what reaches the job, and what is printed of its report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.evaluating as evaluating
from motif.cli.main import main

ROW = {
    "group": "all", "claims": 20, "accuracy": 0.75, "wrong": 0.05, "undecided": 0.2,
    "supported": {"precision": 0.9, "recall": 0.8}, "refuted": {"precision": None, "recall": 0.0},
    "calibrationError": 0.12, "medianMillis": 33.3,
    "model": {"questions": 4, "calls": 8, "inputTokens": 9000, "outputTokens": 400, "medianSeconds": 9.1},
}  # fmt: skip
REPORT = {
    "claimsOf": "world", "split": "dev", "resumed": 0, "rows": [ROW], "model": "qwen",
    "verdicts": {"supported": {"supported": 16, "refuted": 1, "unknown": 3}},
    "failures": [
        {"said": "unknown", "gold": "supported", "claim": "It is [so].", "failure": "", "reason": "Not [told]."}
    ],
}  # fmt: skip


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    requests: list[Any] = []

    def job(request: Any, *, connection: Any, model: Any, progress: Any) -> Any:
        requests.append((request, model))
        progress("claims", 1, 2)
        return REPORT

    monkeypatch.setattr(evaluating, "find_job", {"claims": job}.get)
    return requests


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *arguments])


def test_the_job_gets_file_and_options(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOTIF_MODEL", "a:model")
    monkeypatch.setattr(evaluating, "load_chat_model", lambda settings: f"chat of {settings.name}")
    result = run(
        "claims",
        "a.jsonl",
        "--source",
        "world",
        "--split",
        "dev",
        "--sample",
        "9",
        "--closed-world",
        "--model",
    )
    assert result.exit_code == 0, result.output
    run("claims")
    [(request, model), (bare, none)] = asked
    assert (request["file"], request["source"], request["split"], request["sample"]) == (
        Path("a.jsonl"),
        "world",
        "dev",
        9,
    )
    assert (request["closed_world"], request["model"], model) == (True, True, "chat of a:model")
    assert (bare["file"], bare["closed_world"], none) == (None, None, None)


def test_figures_and_what_was_not_right_are_printed(asked: list[Any]) -> None:
    output = run("claims").output
    words = [line.split() for line in output.splitlines()]
    assert ["all", "20", "75.0", "5.0", "20.0", "90.0", "80.0", "0.0", "0.12", "33"] in words
    assert ["supported", "16", "1", "3"] in words
    assert "qwen was asked 4 of them: 8 calls, 9,000 tokens in, 400 out, 9.1 s a claim" in " ".join(
        output.split()
    )
    assert "unknown, not supported: It is [so]." in output and "    Not [told]." in output
    assert json.loads(run("claims", "--json").output) == REPORT


def test_options_of_others_are_refused(asked: list[Any]) -> None:
    assert "--hop is not for claims" in run("claims", "--hop", "1").output
    assert "--half is for cypher" in run("claims", "--half", "dev").output
    assert "claims takes one FILE, not 2" in run("claims", "a.jsonl", "b.jsonl").output
    assert "--closed-world is for claims" in run("metaqa", "--closed-world").output
    assert "No language model is configured" in run("claims", "--model").output
    assert not asked
