"""``motif evaluate`` on a file of questions and a file of triples: no database, no network."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fakes import write_tiny_model
from motif.cli.main import main
from toygraphs import FILMS

QUESTIONS = [
    {
        "question": "who directed Heat?",
        "answers": ["Michael Mann"],
        "pattern": [["Heat", "directed_by", "?x"]],
    },
    {
        "question": "who directed Ali?",
        "answers": ["nobody"],
        "pattern": [["Casino", "directed_by", "?x"]],
    },
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    for variable in ("NEO4J_URI", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE", "MOTIF_MODEL"):
        monkeypatch.delenv(variable, raising=False)
    write_tiny_model(tmp_path / "model")
    for name, folder in (("HOME", "home"), ("CACHE", "cache"), ("ENCODER_FOLDER", "model")):
        monkeypatch.setenv(f"MOTIF_{name}", str(tmp_path / folder))
    (tmp_path / "q.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    (tmp_path / "kb.tsv").write_text("\n".join("\t".join(triple) for triple in FILMS), encoding="utf-8")
    given = [str(tmp_path / "q.jsonl"), "--triples", str(tmp_path / "kb.tsv"), "--planner", "gold"]

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["evaluate", *given, *arguments])

    return invoke


def test_a_table_shows_figures_and_what_was_lost(run) -> None:  # type: ignore[no-untyped-def]
    result = run("--method", "search", "--method", "bm25-triples")
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].rstrip() == "q.jsonl all: %, tokens, ms"
    assert lines[1].split()[:4] == ["method", "group", "n", "Hits@1"]
    assert lines[2].split()[:5] == ["search,", "gold", "1", "2", "50.0"]
    assert "Lost in" in result.output and "who directed Ali?" in result.output


def test_json_and_a_page_hold_the_same_figures(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    page = tmp_path / "page.md"
    result = run("--json", "--page", str(page), "--grid", "top_k=1,5")
    report = json.loads(result.output)
    assert [row["options"] for row in report["rows"]] == [{"top_k": 1}, {"top_k": 5}]
    assert report["rows"][0]["hitsAt1"] == 0.5
    assert "| auto, planner gold, top_k 1 | 1 | 2 | 50.0 |" in page.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--grid", "topk=1"), "Did you mean 'top_k'"),
        (("--judge", "--method", "search", "--method", "one-hop"), "Set MOTIF_MODEL"),
        (("--method", "vector-cypher"), "searches a database's own indexes"),
        (("--sample", "0"), "1 question or more, not 0"),
        (("--examples", "dev:x"), "how many development questions"),
    ],
)
def test_what_cannot_be_is_said_in_words(run, arguments: tuple[str, ...], message: str) -> None:  # type: ignore[no-untyped-def]
    result = run(*arguments)
    assert result.exit_code == 1 and message in result.stderr.replace("\n", " ")


def test_memory_and_a_projection_exclude_each_other(run) -> None:  # type: ignore[no-untyped-def]
    assert run("--in-memory", "--graph", "films").exit_code == 2
