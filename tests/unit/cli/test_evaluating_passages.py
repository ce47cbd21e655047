"""``motif evaluate musique`` on a small corpus: no database, no network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fakes import write_tiny_model
from motif.cli.main import main

PASSAGES = [
    {
        "id": 0,
        "title": "Heat",
        "text": "Heat is a film by Mann.",
        "entities": ["Mann"],
        "triples": [["Heat", "by", "Mann"]],
    },
    {"id": 1, "title": "Mann", "text": "Mann was born in Chicago.", "entities": ["Mann"], "triples": []},
    {"id": 2, "title": "Ali", "text": "Ali is a film.", "entities": [], "triples": []},
]
QUESTIONS = [
    {"id": "a", "question": "where was the maker of Heat born?", "gold_docs": [0, 1]},
    {"id": "b", "question": "what is Ali?", "gold_docs": [2]},
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    for variable in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE", "MOTIF_MODEL"):
        monkeypatch.delenv(variable, raising=False)
    write_tiny_model(tmp_path / "model")
    for name, folder in (("HOME", "home"), ("CACHE", "cache"), ("ENCODER_FOLDER", "model")):
        monkeypatch.setenv(f"MOTIF_{name}", str(tmp_path / folder))
    for file, rows in (("corpus.jsonl", PASSAGES), ("questions.jsonl", QUESTIONS)):
        (tmp_path / file).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["evaluate", "musique", "--folder", str(tmp_path), *arguments])

    return invoke


def test_a_table_shows_recall_by_number_of_chunks(run) -> None:  # type: ignore[no-untyped-def]
    result = run("--method", "bm25", "--method", "dense")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("musique all, 3 chunks")
    assert lines[1].split()[:6] == ["contender", "group", "questions", "2", "5", "10"]
    assert lines[2].split()[:4] == ["bm25", "all", "2", "100.0"]


def test_json_and_a_page_hold_the_same_figures(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    page = tmp_path / "page.md"
    result = run("--json", "--out", str(page), "--method", "bm25", "--sample", "1")
    report = json.loads(result.output)
    assert [row["questions"] for row in report["rows"]] == [1]
    hit = 100 * report["rows"][0]["recall"]["5"]["hit"]
    assert f"| bm25 | 1 | {hit:.1f} / " in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--hop", "1"], "--hop is not for passages"),
        (["--judge"], "--judge is not for passages"),
        (["--method", "search"], "no contender 'search' for passages"),
        (["--split", "train"], "There is no split 'train'"),
    ],
)
def test_what_is_not_for_passages_is_said(run, arguments: list[str], message: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*arguments)
    assert result.exit_code != 0 and message in result.output


def test_communities_are_for_passages(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["evaluate", "metaqa", "--communities"])
    assert result.exit_code == 2 and "--communities is for passages" in result.output
