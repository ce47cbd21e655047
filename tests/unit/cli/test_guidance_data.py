"""``motif guidance-data`` from a file of triples to examples and chats; the job is what it calls."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from motif.cli import guidance_data as command
from motif.cli.group import Commands
from motif_procedures.guidance.job import write_guidance_data

FACTS = [
    (f"film {number}", relation, value)
    for number in range(12)
    for relation, value in (
        ("directed_by", f"person {number % 4}"),
        ("has_genre", ("Crime", "Drama")[number % 2]),
    )
]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    group = Commands("motif")
    group.add_command(command.guidance_data)
    monkeypatch.setattr(command, "find_job", lambda name: {"guidance_data": write_guidance_data}[name])
    source = tmp_path / "graph.tsv"
    source.write_text("".join("\t".join(fact) + "\n" for fact in FACTS), encoding="utf-8")

    def invoke(*arguments: str) -> Result:
        given = ["--triples", str(source), "--output", str(tmp_path / "data"), *arguments]
        return CliRunner().invoke(group, ["guidance-data", *given])

    return invoke


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_writes_examples_and_says_what(run: Any, tmp_path: Path) -> None:
    result = run("--count", "10", "--hops", "1,2")
    assert result.exit_code == 0, result.output
    assert "10 examples (6 of 1, 4 of 2 triples; " in result.output
    header, *rows = lines(tmp_path / "data" / "examples.jsonl")
    assert header["format"] == "motif guidance examples" and len(rows) == 10
    assert not (tmp_path / "data" / "sgda.jsonl").exists()


def test_chats_and_json_for_scripts(run: Any, tmp_path: Path) -> None:
    result = run("--count", "20", "--chats", "--split", "0.5", "--json")
    written = json.loads(result.output)
    assert written["chats"]["sgda"] + written["chats"]["sgda.validation"] == written["examples"]
    assert len(lines(tmp_path / "data" / "sagb.validation.jsonl")) == written["chats"]["sagb.validation"]
    assert "sgda.jsonl: " in run("--count", "20", "--chats").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--hops", "two"), "'two' are no numbers of triples"),
        (("--count", "0"), "1 example or more, not 0"),
        (("--split", "0.1"), "--split is for --chats"),
        (("--dataset", "metaqa"), "walks in one graph, not 2"),
        (("--model",), "No language model is configured"),
    ],
)
def test_what_cannot_be_is_said_in_words(run: Any, monkeypatch: Any, arguments: Any, message: str) -> None:
    monkeypatch.delenv("MOTIF_MODEL", raising=False)
    result = run(*arguments)
    assert result.exit_code == 1 and message in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("request_", "message"), [({}, "need a folder"), ({"folder": "x", "cuont": 3}, "have no 'cuont'")]
)
def test_the_job_refuses_what_it_does_not_know(request_: dict[str, Any], message: str) -> None:
    from motif.errors import InvalidInput

    with pytest.raises(InvalidInput, match=message):
        write_guidance_data(request_)
