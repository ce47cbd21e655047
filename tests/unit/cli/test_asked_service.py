"""``motif ask`` where a service answers: what is printed, and when the command answers by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner

import motif.cli.asked_service as asked_service
import motif.cli.asking as asking
from motif.cli.main import main
from motif.errors import DatabaseUnavailable

QUESTION = "which languages are spoken in the country whose capital is Nairobi?"
PLAN = {
    "method": "search",
    "pattern": [["?country", "HAS_CAPITAL", "Nairobi"], ["?country", "HAS_LANGUAGE", "?language"]],
    "answer": "?language",
}
METADATA = {
    "stale": False,
    "answers": 2,
    "plan": PLAN,
    "choice": {"method": "search", "reason": "It is in the graph.", "tried": []},
}
LINES = [
    "English … (2 in all)",
    "1. score 0.0000  answer: English  (?country = Kenya, ?language = English)",
    "     Kenya | HAS_LANGUAGE | English",
    "read as: ?language: ?country | HAS_CAPITAL | Nairobi; ?country | HAS_LANGUAGE | ?language",
    "by search: It is in the graph.",
]
HERE = "answered here"
ASK_THE_SERVICE = asked_service._rows


class Server:
    """A database with the plugin: which statements it was sent, and which vectors its projection has."""

    def __init__(self, *kinds: str) -> None:
        self.kinds, self.sent, self.info = kinds, list[tuple[str, dict[str, Any]]](), {"name": "neo4j"}

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.sent.append(("closed", {}))

    def run(self, statement: Any, **parameters: Any) -> list[dict[str, Any]]:
        self.sent.append((statement.name, parameters))
        return [{"kinds": list(self.kinds)}] if statement.name == "call_graph_vectors" else [a_row()]


def a_row(**changed: Any) -> dict[str, Any]:
    """A row as the plugin yields it: its maps in any order."""
    return {
        "score": 0.0,
        "answers": ["English"],
        "bindings": {"language": "English", "country": "Kenya"},
        "text": "Kenya | HAS_LANGUAGE | English",
        "method": "search",
        "complete": True,
        "metadata": METADATA,
        **changed,
    }


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the service is asked; it has one row. The command says `HERE` where it answers by itself."""
    seen: list[Any] = []

    def rows(question: str, options: Mapping[str, Any], settings: object) -> list[dict[str, Any]]:
        seen.append((question, options))
        return [a_row()]

    for name in ("MOTIF_MODEL", "MOTIF_ENCODER", "MOTIF_ENCODER_FOLDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MOTIF_CONFIG", "")
    monkeypatch.setattr(asked_service, "_rows", rows)
    monkeypatch.setattr(asking, "answer_question", lambda *given: print(HERE))
    return seen


def ask(*arguments: str) -> list[str]:
    result = CliRunner().invoke(main, ["ask", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()


def test_its_answer_is_printed_with_what_stands_for_what_in_the_plans_order(asked: list[Any]) -> None:
    assert ask(QUESTION) == LINES
    assert [question for question, _ in asked] == [QUESTION]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--here", QUESTION),
        ("--json", QUESTION),
        ("--verify", QUESTION),
        ("--refresh", QUESTION),
        ("--planner", "model", QUESTION),
        ("-o", "seeds=5", QUESTION),
        ("--filter", "{}", QUESTION),
        ("--answer", "--", QUESTION),
        ("?country | HAS_CAPITAL | Nairobi",),
        ("--pattern", "?country | HAS_CAPITAL | Nairobi"),
    ],
)
def test_what_rows_do_not_tell_is_answered_here(asked: list[Any], arguments: tuple[str, ...]) -> None:
    assert ask(*arguments) == [HERE] and not asked


@pytest.mark.parametrize("name", ["MOTIF_MODEL", "MOTIF_ENCODER", "MOTIF_ENCODER_FOLDER"])
def test_who_has_a_model_of_their_own_is_answered_by_it(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "openai:any")
    assert ask(QUESTION) == [HERE] and not asked


TWO_CONDITIONS = {"language": {"speakers": {"$gt": 1, "$lt": 9}}}
STEPS = [{"step": "find", "as": "one", "where": {"name": "a", "code": "b"}}]


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [a_row(complete=False)],
        [a_row(method="expand")],
        [a_row(answers=[""])],
        [a_row(answers=[{"a": 1, "b": 2}])],
        [a_row(bindings={"country": "Kenya", "another": "English"})],
        [a_row(metadata={**METADATA, "stale": True})],
        [a_row(metadata={**METADATA, "stale": None})],
        [a_row(metadata={})],
        [a_row(), a_row(metadata={"dropped": 1})],
        [a_row(metadata={**METADATA, "normalised": {"one": ["a"], "two": ["b"]}})],
        [a_row(metadata={**METADATA, "plan": {**PLAN, "filter": TWO_CONDITIONS}})],
        [a_row(bindings={}, metadata={**METADATA, "plan": {"method": "spark", "steps": STEPS}})],
    ],
)
def test_rows_that_may_not_print_alike_are_answered_here(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch, rows: list[dict[str, Any]]
) -> None:
    monkeypatch.setattr(asked_service, "_rows", lambda *given: rows)
    assert ask(QUESTION) == [HERE]


def test_where_none_can_be_asked_it_is_answered_here(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*given: object) -> list[dict[str, Any]]:
        raise DatabaseUnavailable("Nothing listens there.")

    monkeypatch.setattr(asked_service, "_rows", refused)
    assert ask(QUESTION) == [HERE]


def asked_server(server: Server, monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[str]:
    """What is printed where that server runs, and a package with an encoder is installed."""
    monkeypatch.setattr(asked_service, "_rows", ASK_THE_SERVICE)
    monkeypatch.setattr("motif.cli.asked_service.find_spec", lambda name: object())
    monkeypatch.setattr("motif.database.Database.connect", lambda uri, auth, database: server)
    return ask("--uri", "bolt://localhost:7687", *arguments, QUESTION)


def test_it_is_asked_with_the_options_of_the_command(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server("name")
    assert asked_server(server, monkeypatch, "-k", "2", "--label", "Country", "--timeout", "5") == LINES
    configuration = {
        "method": "auto",
        "planner": "auto",
        "topK": 2,
        "nodeLabels": ["Country"],
        "timeout": 5.0,
        "return": "text",
    }
    assert server.sent == [
        ("call_graph_vectors", {"graph": "neo4j"}),
        ("call_retrieve_text", {"graph": "neo4j", "question": QUESTION, "configuration": configuration}),
        ("closed", {}),
    ]


def test_names_without_vectors_are_embedded_by_who_answers(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_server(Server(), monkeypatch) == [HERE]
    assert asked_server(Server(), monkeypatch, "--no-background") == LINES
