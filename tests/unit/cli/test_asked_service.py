"""``motif ask`` where a service answers: what is printed, and when the command answers by itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from click.testing import CliRunner

import motif.cli.asked_service as asked_service
import motif.cli.asking as asking
from motif.cli.main import main
from motif.errors import DatabaseUnavailable
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif.graphs.evidence_values import evidence_values
from motif.graphs.whole_evidence import written_results

QUESTION = "which languages are spoken in the country whose capital is Nairobi?"
PATTERN = "?country | HAS_CAPITAL | Nairobi; ?country | HAS_LANGUAGE | ?language"
PLAN = {
    "method": "search",
    "pattern": [["?country", "HAS_CAPITAL", "Nairobi"], ["?country", "HAS_LANGUAGE", "?language"]],
    "answer": "?language",
}
METADATA = {
    "answers": 2,
    "plan": PLAN,
    "choice": {"method": "search", "reason": "It is in the graph.", "tried": []},
    "stale": False,
}
FOUND = Results(
    [
        Evidence(
            0.0,
            (Node("4:x:1", "Kenya", ("Country",)),),
            (Relationship("5:x:1", "4:x:1", "HAS_LANGUAGE", "4:x:2"),),
            {"language": Node("4:x:2", "English"), "country": Node("4:x:1", "Kenya", ("Country",))},
            (Node("4:x:2", "English"),),
            "Kenya | HAS_LANGUAGE | English",
            "search",
        )
    ],
    metadata=METADATA,
)
LINES = [
    "English … (2 in all)",
    "1. score 0.0000  answer: English  (?language = English, ?country = Kenya)",
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
        return [{"kinds": list(self.kinds)}] if statement.name == "call_graph_vectors" else the_rows()


def the_rows(results: Results = FOUND, **metadata: Any) -> list[dict[str, Any]]:
    """Rows as the plugin yields them."""
    told = {"stale": False, **metadata}
    return [{"text": text, "metadata": told} for text in written_results(results)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the service is asked; it has one piece. The command says `HERE` where it answers by itself."""
    seen: list[Any] = []

    def rows(question: Any, options: Mapping[str, Any], settings: object) -> list[dict[str, Any]]:
        seen.append((question, options))
        return the_rows()

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


def test_its_answer_is_printed(asked: list[Any]) -> None:
    assert ask(QUESTION) == LINES
    assert [question for question, _ in asked] == [QUESTION]


def test_it_is_printed_as_json_with_ids_and_all_keys_in_order(asked: list[Any]) -> None:
    printed = json.loads("\n".join(ask("--json", QUESTION)))
    assert printed == [{"rank": 1, **evidence_values(FOUND[0])}]
    assert list(printed[0]["bindings"]) == ["language", "country"]


@pytest.mark.parametrize("arguments", [(PATTERN,), ("--pattern", PATTERN, "--answer", "?language")])
def test_a_pattern_is_asked_as_triples(asked: list[Any], arguments: tuple[str, ...]) -> None:
    assert ask(*arguments) == LINES[1:3]
    assert [question for question, _ in asked] == [PLAN["pattern"]]


def test_the_verdict_on_a_claim_is_printed(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = {"verdict": "refuted", "confidence": 0.5, "reason": "It is not there."}
    monkeypatch.setattr(asked_service, "_rows", lambda *given: the_rows(Results(metadata=verdict)))
    assert ask("--verify", "Nairobi is in Chad") == ["refuted (0.50): It is not there."]


def test_that_nothing_was_found_is_told_too(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked_service, "_rows", lambda *given: the_rows(Results()))
    assert ask("--pattern", PATTERN) == ["No match."]
    assert ask("--method", "expand", QUESTION) == ["Nothing was found."]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--here", QUESTION),
        ("--refresh", QUESTION),
        ("--planner", "model", QUESTION),
        ("-o", "seeds=5", QUESTION),
        ("--answer", "--", QUESTION),
        ("--count", "--pattern", PATTERN),
        ("--injective", "true", QUESTION),
        ("--verify", PATTERN),
    ],
)
def test_what_a_service_is_not_asked_is_answered_here(asked: list[Any], arguments: tuple[str, ...]) -> None:
    assert ask(*arguments) == [HERE] and not asked


@pytest.mark.parametrize("name", ["MOTIF_MODEL", "MOTIF_ENCODER", "MOTIF_ENCODER_FOLDER"])
def test_who_has_a_model_of_their_own_is_answered_by_it(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "openai:any")
    assert ask(QUESTION) == [HERE] and not asked


@pytest.mark.parametrize(
    "rows",
    [[], the_rows(dropped=1), the_rows(stale=True), the_rows(stale=None)],
)
def test_what_may_be_old_or_not_all_is_answered_here(
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


def asked_server(
    server: Server, monkeypatch: pytest.MonkeyPatch, *arguments: str, asked: str = QUESTION
) -> list[str]:
    """What is printed where that server runs, and a package with an encoder is installed."""
    monkeypatch.setattr(asked_service, "_rows", ASK_THE_SERVICE)
    monkeypatch.setattr("motif.cli.asked_service.find_spec", lambda name: object())
    monkeypatch.setattr("motif.database.Database.connect", lambda uri, auth, database: server)
    return ask("--uri", "bolt://localhost:7687", *arguments, asked)


def test_it_is_asked_with_the_options_of_the_command(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server("name")
    assert asked_server(server, monkeypatch, "-k", "2", "--label", "Country", "--timeout", "5") == LINES
    configuration = {
        "topK": 2,
        "timeout": 5.0,
        "return": "json",
        "planner": "auto",
        "method": "auto",
        "nodeLabels": ["Country"],
    }
    assert server.sent == [
        ("call_graph_vectors", {"graph": "neo4j"}),
        ("call_retrieve_whole", {"graph": "neo4j", "question": QUESTION, "configuration": configuration}),
        ("closed", {}),
    ]


def test_names_without_vectors_are_embedded_by_who_answers(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_server(Server(), monkeypatch) == [HERE]
    assert asked_server(Server(), monkeypatch, "--no-background") == LINES


def test_a_pattern_is_asked_for_with_its_own_options(
    asked: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server("name")
    options = ("--injective", "false", "--undirected", "--filter", '{"name": "Kenya"}')
    asked_server(server, monkeypatch, "--no-background", *options, "--method", "match", asked=PATTERN)
    assert server.sent[0][1]["question"] == PLAN["pattern"]
    assert server.sent[0][1]["configuration"] == {
        "topK": 5,
        "return": "json",
        "method": "match",
        "filter": {"name": "Kenya"},
        "directed": False,
        "injective": False,
    }


def test_a_claim_is_verified_by_its_own_procedure(asked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    server = Server("name")
    with pytest.raises(AssertionError):  # rows without a verdict
        asked_server(server, monkeypatch, "--no-background", "--verify")
    assert server.sent[0][0] == "call_verify"
    assert server.sent[0][1]["configuration"] == {"topK": 5, "planner": "auto", "return": "json"}
