"""``motif open``: the query, the address, and what is said where nothing can be drawn or opened."""

from __future__ import annotations

import itertools
import json
import webbrowser
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

import motif.cli.browser_drawing as browser_drawing
import motif.cli.opening as opening
from motif.cli.browser_link import LONGEST, browser_link, with_values
from motif.cli.main import main
from motif.errors import DatabaseUnavailable, QueryFailed
from motif.graphs.evidence import Evidence, Node, Relationship, Results
from motif_cypher import template

CONNECTORS = {
    "server.http.enabled": "true",
    "server.http.advertised_address": "localhost:7474",
    "server.https.enabled": "false",
    "server.https.advertised_address": "localhost:7473",
}


def piece(*nodes: str) -> Evidence:
    relationships = [Relationship(f"r{a}{b}", a, "R", b) for a, b in itertools.pairwise(nodes)]
    return Evidence(
        score=0.0,
        nodes=tuple(Node(name, name, ("N",)) for name in nodes),
        relationships=tuple(relationships),
        bindings={},
        answers=(),
        text="",
        method="search",
        complete=True,
        metadata={},
    )


class Told:
    """A connection, its database and a graph at once: rows by statement, and evidence, as told."""

    def __init__(self) -> None:
        self.address = "bolt://db.example:7687"
        self.info = {"name": "movies"}
        self.has_plugin = True
        self.found: list[Evidence] = [piece("a", "b"), piece("b", "c")]
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.rows: dict[str, Any] = {
            "show_web_addresses": [{"name": key, "value": value} for key, value in CONNECTORS.items()],
            "show_current_user": [{"user": "ada"}],
            "call_graph_stale": [{"stale": False}],
        }

    @property
    def database(self) -> Told:
        return self

    def __enter__(self) -> Told:
        return self

    def __exit__(self, *error: object) -> None: ...

    def run(self, statement: Any, **values: Any) -> list[dict[str, Any]]:
        self.asked.append((statement.name, values))
        if statement.name == "draw_retrieve":
            return [
                {"nodes": [n.id for n in one.nodes], "relationships": [r.id for r in one.relationships]}
                for one in self.found
            ]
        rows = self.rows.get(statement.name, [])
        if isinstance(rows, Exception):
            raise rows
        return list(rows)

    def retrieve(self, question: Any, **options: Any) -> Results:
        self.asked.append(("retrieve", {"question": question, **options}))
        return Results(self.found)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    told_by: Any = SimpleNamespace(neo4j=SimpleNamespace(browser=None))
    monkeypatch.setattr(opening, "connect_to", lambda *target: told)
    monkeypatch.setattr(opening, "load_settings", lambda: told_by)
    monkeypatch.setattr(browser_drawing, "projected_graph", lambda connection, name, **options: told)
    return told


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    addresses: list[str] = []

    def opener(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", opener)
    return addresses


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["open", *arguments])


def editor(address: str) -> str:
    """What Browser 5 puts into its editor: the whole address decoded, then cut at & and #."""
    decoded = unquote(address.replace("+", " "))
    return decoded.partition("&arg=")[2].partition("&")[0].partition("#")[0]


def test_the_question_is_opened_as_a_call(told: Told, opened: list[str]) -> None:
    result = invoke(
        "Who's in Heat?", "--graph", "films", "--method", "match", "-k", "3", "-o", "max-tokens=9"
    )
    assert result.exit_code == 0, result.output
    assert result.output == (
        "Opened Neo4j Browser with 2 pieces, 3 nodes, 2 relationships. "
        "Log in where it asks, then press Run (Ctrl+Enter).\n"
    )
    [address] = opened
    given = parse_qs(urlsplit(address).query)
    assert address.startswith("http://db.example:7474/browser/?")
    assert given["dbms"] == ["bolt://ada@db.example:7687"] and given["cmd"] == ["edit"]
    assert "db" not in given
    assert editor(address) == (
        "CALL motif.retrieve('films', 'Who\\'s in Heat?', {method: 'match', topK: 3, maxTokens: 9})\n"
        "YIELD nodes, relationships\nRETURN nodes, relationships"
    )


def test_without_the_plugin_what_was_found_is_drawn_by_its_ids(told: Told, opened: list[str]) -> None:
    told.has_plugin = False
    result = invoke("Who?", "--database", "movies", "--json")
    assert result.exit_code == 0, result.output
    printed = json.loads(result.output)
    assert [printed[key] for key in ("pieces", "nodes", "relationships", "opened")] == [2, 3, 2, True]
    assert "IN ['a', 'b', 'c']" in printed["cypher"] and "IN ['rab', 'rbc']" in printed["cypher"]
    assert "CALL" not in printed["cypher"] and "motif plugin install" in printed["notes"][0]
    assert opened == [printed["url"]] and "&db=movies&" in printed["url"]


def test_by_id_is_a_choice_and_a_pattern_is_read(told: Told, opened: list[str]) -> None:
    result = invoke("?film | DIRECTED_BY | Mann", "--by-id", "--print-url")
    assert result.exit_code == 0 and opened == []
    assert result.output.startswith("http://db.example:7474/browser/?dbms=")
    [(_, asked)] = [call for call in told.asked if call[0] == "retrieve"]
    assert len(asked["question"]) == 1 and asked["top_k"] == 5


@pytest.mark.parametrize(
    ("states", "options", "statement"),
    [
        ([], [], "call_graph_project_all"),
        ([{"stale": True}], [], "call_graph_refresh"),
        ([{"stale": None}], ["--refresh"], "call_graph_refresh"),
        ([{"stale": None}], [], None),
    ],
)
def test_a_projection_is_made_or_read_again_where_it_must(
    told: Told, opened: list[str], states: list[Any], options: list[str], statement: str | None
) -> None:
    told.rows["call_graph_stale"] = states
    assert invoke("Who?", *options).exit_code == 0
    done = [name for name, _ in told.asked if name in ("call_graph_project_all", "call_graph_refresh")]
    assert done == ([] if statement is None else [statement])


def test_a_machine_without_a_web_browser_gets_the_address(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    result = invoke("Who?")
    assert result.exit_code == 3
    assert "No web browser could be opened" in result.stderr
    assert result.stdout.startswith("http://db.example:7474/browser/?")


@pytest.mark.parametrize("found", [[], [piece()]])
def test_nothing_to_draw_is_said_and_nothing_opened(
    told: Told, opened: list[str], found: list[Evidence]
) -> None:
    told.found = found
    for options in ([], ["--by-id"]):
        result = invoke("Who?", *options)
        assert result.exit_code == 1 and opened == []
        assert "so that there is nothing to draw" in result.output and "motif ask" in result.output


def test_an_address_holds_the_best_pieces_that_fit(told: Told, opened: list[str]) -> None:
    told.found = [piece("a", "b"), piece(*(f"{number:050}" for number in range(200)))]
    result = invoke("Who?", "--by-id")
    assert result.exit_code == 0 and len(opened[0]) < LONGEST
    assert "holds 1 of 2 pieces" in result.output and "1 piece, 2 nodes, 1 relationship" in result.output
    told.found.reverse()
    result = invoke("Who?", "--by-id")
    assert result.exit_code == 1 and "200 nodes and 199 relationships: too many ids" in result.output
    assert "motif plugin install" in result.output


def test_a_question_longer_than_an_address_is_refused(told: Told, opened: list[str]) -> None:
    result = invoke("Who? " * 2000)
    assert result.exit_code == 1 and opened == []
    assert "too long for an address" in result.output and "8,000" in result.output


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [{"name": "server.http.enabled", "value": "false"}],
        QueryFailed("SHOW SETTINGS is not allowed."),
    ],
)
def test_where_browser_is_can_be_said_where_the_server_does_not_tell(
    told: Told, opened: list[str], rows: Any
) -> None:
    told.rows["show_web_addresses"] = rows
    result = invoke("Who?")
    assert result.exit_code == 1 and opened == []
    assert "Where Neo4j Browser is" in result.output and "NEO4J_BROWSER" in result.output
    assert invoke("Who?", "--browser", "https://tools.example/browser/").exit_code == 0
    assert opened[0].startswith("https://tools.example/browser/?dbms=")


def test_a_database_that_cannot_be_reached_is_told_as_such(told: Told, opened: list[str]) -> None:
    told.rows["show_web_addresses"] = DatabaseUnavailable(
        "Neo4j at bolt://db.example:7687 cannot be reached."
    )
    result = invoke("Who?")
    assert result.exit_code == 1 and opened == []
    assert "cannot be reached" in result.output and "Browser" not in result.output


def test_https_is_taken_where_http_is_off(told: Told, opened: list[str]) -> None:
    connectors = {**CONNECTORS, "server.http.enabled": "false", "server.https.enabled": "true"}
    told.rows["show_web_addresses"] = [{"name": key, "value": value} for key, value in connectors.items()]
    assert invoke("Who?").exit_code == 0
    assert opened[0].startswith("https://db.example:7473/browser/?")


def test_without_authentication_nobody_is_named(told: Told, opened: list[str]) -> None:
    told.rows["show_current_user"] = [{"user": None}]
    assert invoke("Who?").exit_code == 0
    assert "dbms=bolt://db.example:7687&" in opened[0]


def test_an_unknown_method_is_told_before_anything_is_asked(told: Told, opened: list[str]) -> None:
    result = invoke("Who?", "--method", "serch")
    assert result.exit_code == 1 and "There is no method 'serch'" in result.output
    assert told.asked == [] and opened == []


@given(st.text(st.characters(blacklist_categories=["Cs"]), max_size=60))
def test_any_question_arrives_in_the_editor_as_it_was_asked(question: str) -> None:
    cypher = with_values(template("draw_retrieve"), graph="g", question=question, configuration={})
    address = browser_link("http://h/browser/", cypher, dbms="bolt://h:1", user="a b@c")
    received = editor(address)
    assert received.replace("\\u0026", "&").replace("\\u0023", "#") == cypher
    assert "&" not in received and "#" not in received
    assert address.isascii() and " " not in address
