"""``motif erqa`` from a file of triples to a file of questions; the job is what it calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from motif.cli import erqa as command
from motif.cli.group import Commands
from motif_procedures.erqa import write_erqa

FACTS = [
    (film, relation, value)
    for film, year in (("Heat", "1995"), ("Casino", "1995"), ("Ronin", "1998"))
    for relation, value in (("release_year", year), ("has_genre", "Crime"), ("in_language", "English"))
]
FACTS += [("Heat", "directed_by", "Michael Mann"), ("Casino", "directed_by", "Martin Scorsese")]
FACTS += [("Ronin", "directed_by", "John Frankenheimer")]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    group = Commands("motif")
    group.add_command(command.erqa)
    monkeypatch.setattr(command, "find_job", lambda name: {"erqa": write_erqa}[name])
    source = tmp_path / "graph.tsv"
    source.write_text("".join("\t".join(fact) + "\n" for fact in FACTS), encoding="utf-8")

    def invoke(*arguments: str) -> Result:
        out = str(tmp_path / "questions.jsonl")
        return CliRunner().invoke(group, ["erqa", "--triples", str(source), "--out", out, *arguments])

    return invoke


def test_writes_the_questions_and_says_what(run: Any, tmp_path: Path) -> None:
    result = run("--questions", "4", "--constraints", "3,4", "--noise", "0.3", "--kinds", "typo")
    assert result.exit_code == 0, result.output
    assert "4 questions of 14 constraints, " in result.output and "changed: 4 typo." in result.output
    rows = [
        json.loads(line) for line in (tmp_path / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert [row["kind"] for row in rows] == ["3", "3", "4", "4"]


def test_json_for_scripts(run: Any) -> None:
    result = run("--questions", "2", "--constraints", "3", "--json", "--seed", "5")
    assert json.loads(result.output)["byConstraints"] == {"3": 2}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--constraints", "four"), "'four' are no numbers of constraints"),
        (("--constraints", "4,40"), "2 to 32 constraints"),
        (("--noise", "7"), "a share from 0 to 1"),
        (("--kinds", "slang", "--noise", "0.1"), "no kind of noise 'slang'"),
        (("--questions", "5000"), "too few bridge-star subgraphs"),
        (("--dataset", "metaqa"), "drawn from one graph, not 2"),
    ],
)
def test_what_cannot_be_is_said_in_words(run: Any, arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert message in " ".join(result.output.split())
