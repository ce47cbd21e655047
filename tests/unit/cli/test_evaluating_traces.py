"""``motif evaluate --traces`` on a small data set: no database, no network, no training."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fakes import write_tiny_model
from motif.cli.main import main

PEOPLE = 40


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    for variable in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE", "MOTIF_MODEL"):
        monkeypatch.delenv(variable, raising=False)
    write_tiny_model(tmp_path / "model")
    for name, folder in (("HOME", "home"), ("CACHE", "cache"), ("ENCODER_FOLDER", "model")):
        monkeypatch.setenv(f"MOTIF_{name}", str(tmp_path / folder))
    triples, questions = [], []
    for n in range(PEOPLE):
        triples += [(f"p{n}", "spouse", f"q{n}"), (f"q{n}", "religion", f"r{n % 3}")]
        path = [f"p{n}", "spouse", f"q{n}", "religion", f"r{n % 3}"]
        question = {
            "question": f"the religion of p{n} 's couple ?",
            "topic": f"p{n}",
            "answers": [f"r{n % 3}"],
        }
        questions.append({**question, "paths": [path]})
    (tmp_path / "kb.tsv").write_text("\n".join(map("\t".join, triples)), encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")

    def invoke(*arguments: str) -> Result:
        words = ["evaluate", "pathquestion", "--folder", str(tmp_path), "--traces", *arguments]
        return CliRunner().invoke(main, words)

    return invoke


def test_tables_show_coverage_and_plans(run) -> None:  # type: ignore[no-untyped-def]
    result = run("--method", "no-guidance", "--wording", "exact", "--strategy", "precision")
    assert result.exit_code == 0, result.output
    assert "gold paths" in result.output and "schema graphs from words" in result.output
    assert "no-guidance" in result.output


def test_json_and_a_page_hold_the_same_figures(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    page = tmp_path / "page.md"
    result = run(
        "--json", "--page", str(page), "--method", "search", "--method", "beam", "--wording", "paraphrased"
    )
    report = json.loads(result.output)
    assert {row["method"] for row in report["rows"]} == {"search", "beam"}
    assert all(row["questions"] == report["questions"] > 0 for row in report["rows"])
    text = page.read_text(encoding="utf-8")
    assert f"{report['questions']} questions (all)" in text


def test_options_of_others_are_refused(run) -> None:  # type: ignore[no-untyped-def]
    result = run("--judge")
    assert result.exit_code == 2
    assert "--judge is not for --traces" in result.output
    other = CliRunner().invoke(main, ["evaluate", "metaqa", "--wording", "exact"])
    assert other.exit_code == 2
    assert "--wording is for --traces" in other.output
