"""``motif ask`` and ``motif learn``: what is printed, and how the options are read."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import motif.cli.asking as asking
import motif.cli.learning as learning
from motif import Graph
from motif.cli.main import main
from motif.models.language import ChatModel, adapt_chat_model
from motif.settings import ModelSettings
from question_graphs import question_graph
from scripted_models import StatusError, scripted


@pytest.fixture
def films(monkeypatch: pytest.MonkeyPatch) -> Graph:
    graph = question_graph("films")
    for module in (asking, learning):
        monkeypatch.setattr(module, "connect_to", lambda *target: nullcontext())
        monkeypatch.setattr(module, "projected_graph", lambda connection, name, **options: graph)
    return graph


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def ask(*arguments: str) -> Result:
    return run("ask", "--no-background", *arguments)


def test_answers_first_then_evidence_then_how_it_was_read(films: Graph) -> None:
    result = ask("who directed Heat?")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "Michael Mann",
        "1. score 0.9461  answer: Michael Mann",
        "     Michael Mann | DIRECTED | Heat",
        "read as: ?person: ?person | DIRECTED | Heat",
        "by meaning: Its meaning was read whole.",
    ]


def test_nothing_is_projected_for_an_empty_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.cli.asking.connect_to", lambda *target: pytest.fail("it was connected to"))
    result = CliRunner().invoke(main, ["ask", "--no-background", "--here", " "])
    assert result.exit_code == 1 and "The question is empty." in result.stderr


def test_counts_orders_and_filters_are_told(films: Graph) -> None:
    counted = ask("how many films did Ridley Scott direct?")
    assert counted.stdout.splitlines()[0] == "4"
    assert "read as: how many ?movie: Ridley Scott | DIRECTED | ?movie" in counted.stdout
    assert ", by released" in ask("what is the oldest film?").stdout
    later = "which films came out after 2000?"
    assert "read as: the movie (released > 2000) with released" in ask(later).stdout
    assert "where ?movie released {'$gt': 2000}" in ask(later, "--planner", "patterns").stdout


def test_json_holds_plan_and_plain_values(films: Graph) -> None:
    [piece] = json.loads(ask("when was Heat released?", "--json").stdout)
    assert piece["answers"] == [1995] and piece["metadata"]["plan"]["give"] == "released"


def test_json_of_nothing_found_is_empty_and_standard_error_says_why(films: Graph) -> None:
    result = ask("--json", "which films came out after 2300?")
    assert (result.exit_code, json.loads(result.stdout)) == (0, [])
    assert result.stderr.startswith("Unsure: read as “the movie (released > 2300)")
    assert result.stderr.endswith("No match.\n")
    result = ask("--json", "--method", "match", "--pattern", "Zqzq | DIRECTED | ?film")
    assert json.loads(result.stdout) == [] and "Nothing is called 'Zqzq'." in result.stderr
    assert ask("--json", "when was Heat released?").stderr == ""


def test_a_claim_is_verified(films: Graph) -> None:
    result = ask("--verify", "Heat was directed by Ridley Scott")
    assert result.stdout.startswith("refuted (") and "Michael Mann | DIRECTED | Heat" in result.stdout
    told = json.loads(ask("--verify", "Michael Mann directed Heat", "--json").stdout)
    assert told["verdict"]["verdict"] == "supported" and told["evidence"]


def test_a_model_answers_from_the_evidence(films: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ask("--answer", "who directed Heat?")
    assert missing.exit_code == 1 and "MOTIF_MODEL" in missing.stderr
    said = {"reason": "It says so.", "answers": ["Michael Mann"], "graphs": [1], "can_tell": True}
    model = adapt_chat_model(scripted(said))
    monkeypatch.setattr(films, "_model", lambda: model)
    result = ask("--answer", "who directed Heat?", "--planner", "paths")
    assert result.stdout.splitlines()[:2] == ["Michael Mann", "It says so. [1]"]
    told = json.loads(ask("who directed Heat?", "--answer", "--planner", "paths", "--json").stdout)
    assert told["answer"]["answers"] == ["Michael Mann"] and told["answer"]["usage"]["calls"] == 1


SAID = {"reason": "It says so.", "answers": ["Michael Mann"], "graphs": [1], "can_tell": True}


def answering(films: Graph, monkeypatch: pytest.MonkeyPatch, *steps: Any) -> None:
    model = ChatModel(scripted(*steps), ModelSettings(name="m", retries=0), first_pause=0)
    monkeypatch.setattr(films, "_model", lambda: model)


def test_a_sentence_is_printed_as_it_comes(films: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(films, monkeypatch, SAID)
    told = ("--answer", "who directed Heat?", "--planner", "paths")
    streamed, whole = (ask(*told, way).stdout.splitlines() for way in ("--stream", "--no-stream"))
    assert streamed[:2] == ["It says so.", "Michael Mann [1]"]
    assert whole[:2] == ["Michael Mann", "It says so. [1]"] and streamed[2:] == whole[2:]


def test_what_was_said_beyond_the_evidence_is_taken_back(
    films: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(films, monkeypatch, {**SAID, "reason": "It was Ridley.", "answers": ["Ridley", "Michael Mann"]})
    told = ask("--answer", "who directed Heat?", "--planner", "paths", "--stream").stdout.splitlines()
    assert told[:3] == ["It was Ridley.", "Michael Mann", "Michael Mann [1]"]
    assert told[3] == "Left out, since it is not in the evidence: Ridley"


@pytest.mark.parametrize("way", ["--stream", "--no-stream"])
def test_a_model_that_fails_leaves_the_evidence_and_says_why(
    way: str, films: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(films, monkeypatch, StatusError(401))
    result = ask("--answer", "who directed Heat?", "--planner", "paths", way)
    plain = ask("who directed Heat?", "--planner", "paths")
    note, *rest = result.stdout.splitlines()
    assert result.exit_code == 0 and note.startswith("Answered without the model: ") and "401" in note
    assert rest == plain.stdout.splitlines()
    told = json.loads(ask("--answer", "who directed Heat?", "--planner", "paths", "--json").stdout)
    assert told["answer"] is None and "401" in told["notes"][0] and told["evidence"]


def test_a_pattern_still_names_its_unknown(films: Graph) -> None:
    result = ask("--pattern", "?film | DIRECTED | ?who; Tom Hanks | ACTED_IN | ?film", "--answer", "?who")
    assert result.exit_code == 0 and "answer: Robert Zemeckis" in result.stdout


def test_matches_are_counted(films: Graph) -> None:
    pattern = "Tom Hanks | ACTED_IN | ?film"
    [listed] = [
        run("ask", "--no-background", "--method", "match", "--pattern", pattern, "-k", "500", "--json")
    ]
    counted = ask("--pattern", pattern, "--count")
    assert counted.exit_code == 0 and int(counted.stdout) == len(json.loads(listed.stdout))
    assert json.loads(ask("--pattern", pattern, "--count", "--json").stdout) == {"count": int(counted.stdout)}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("who directed Heat?", "--count"), "are for --pattern"),
        ((), "Give either a QUESTION or --pattern"),
        (("who?", "--pattern", "a | b | ?c"), "Give either a QUESTION or --pattern"),
        (("who directed Heat?", "--injective", "known"), "are for --pattern"),
        (("who directed Heat?", "--answer", "?who"), "are for --pattern"),
        (("who directed Heat?", "--stream"), "none is asked for"),
        (("who directed Heat?", "--answer", "--stream", "--json"), "give one of them"),
        (("--verify", "?a | DIRECTED | Heat"), "need a QUESTION in words"),
        (("zxqv wqpz",), "names nothing of the graph"),
    ],
)
def test_options_that_do_not_fit(films: Graph, arguments: tuple[str, ...], said: str) -> None:
    result = ask(*arguments)
    assert result.exit_code == 1 and said in result.stderr


def test_learning_from_a_file(films: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    graph = Graph.from_triples([("Heat", "directed_by", "Mann"), ("Heat", "starring", "Pacino")])
    monkeypatch.setattr(learning, "projected_graph", lambda connection, name, **options: graph)
    path = tmp_path / "examples.yml"
    path.write_text('- question: who is the soul of [Heat]?\n  pattern: [[Heat, starring, "?who"]]\n')
    result = run("learn", str(path))
    assert result.stdout == "triples knows 1 example.\n"
    path.write_text("- nothing")
    failed: Any = run("learn", str(path))
    assert failed.exit_code == 1 and "Entry 1" in failed.stderr
