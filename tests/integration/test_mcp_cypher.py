"""Motif through a Cypher MCP server of others (mcp-neo4j-cypher), its read-only gate on.

What a model has there: names, signatures and descriptions of procedures, and one tool that runs a statement and gives
JSON, with lists of 128 and more left out. The graph has every vector written, and a community of 200 nodes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import mcp_sessions
from motif.embedded import ServerState

pytestmark = [pytest.mark.integration, pytest.mark.mcp]

RING = """
UNWIND range(0, 199) AS i CREATE (:McpRower {name: 'Rower ' + i, born: 1900 + i})
WITH count(*) AS made MATCH (r:McpRower) WITH r ORDER BY r.born WITH collect(r) AS rowers
UNWIND range(0, 199) AS i UNWIND [1, 2, 3] AS step WITH rowers[i] AS one, rowers[(i + step) % 200] AS other
CREATE (one)-[:ROWS_WITH]->(other)
"""
"""200 rowers on a ring, each with the next three: one community, every relationship in a triangle."""

GRAPH = "mcp-rowers"
TEXT = "{return: 'text'}"
CALLS = {
    "retrieve": ("'Who rows with Rower 17?'", "{return: 'text', method: 'search'}", 3000),
    "search": ("[['Rower 17', 'rows with', '?who']]", TEXT, 1200),
    "match": ("[['Rower 17', 'ROWS_WITH', '?who']]", TEXT, 1200),
    "trace": ("[['Rower 17', 'ROWS_WITH', '?a'], ['?a', 'ROWS_WITH', '?b']]", TEXT, 4000),
    "expand": ("'Rower 17'", "{return: 'text', topK: 5}", 3000),
    "community": ("'rowers'", "{return: 'text', minSize: 200, layers: ['graph'], reportTokens: 500}", 3500),
    "verify": ("'Rower 17 rows with Rower 18'", TEXT, 1200),
    "run": (
        "{method: 'spark', steps: [{step: 'find', as: 'rower', label: 'McpRower', where: {born: {`$gt`: 2094}}}]}",
        TEXT,
        4000,
    ),
}
"""By procedure: its second argument, its configuration, and how many characters the reply may have."""


@pytest.fixture(scope="module")
def ring(server: ServerState) -> Iterator[ServerState]:
    """A server with the ring projected, and vectors of names and of triples written into the database."""
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        _clear(driver)
        driver.execute_query(RING)
        driver.execute_query(
            "CALL motif.graph.project($graph, 'McpRower', 'ROWS_WITH', {nameProperty: 'name'})", graph=GRAPH
        )
        for kind in ("text", "triple"):
            [row] = driver.execute_query(f"CALL motif.embed.{kind}.write($graph)", graph=GRAPH).records
            assert row["nodePropertiesWritten"] == 200
        yield server
        _clear(driver)


def _clear(driver: neo4j.Driver) -> None:
    driver.execute_query("CALL motif.graph.drop($graph, false)", graph=GRAPH)
    driver.execute_query("MATCH (n:McpRower) DETACH DELETE n")


@pytest.fixture(scope="module")
def reader(ring: ServerState, tmp_path_factory: pytest.TempPathFactory) -> Iterator[mcp_sessions.Session]:
    environment = {
        "NEO4J_URI": ring.bolt,
        "NEO4J_USERNAME": ring.user,
        "NEO4J_PASSWORD": ring.password,
        "NEO4J_DATABASE": "neo4j",
        "NEO4J_READ_ONLY": "true",
    }
    log = tmp_path_factory.mktemp("mcp") / "cypher-server.log"
    command = mcp_sessions.cypher_server()
    with mcp_sessions.session(command, ["--transport", "stdio"], environment, log, mode="legacy") as session:
        yield session


def _rows(reader: mcp_sessions.Session, statement: str) -> list[dict[str, Any]]:
    reply = reader.call("read_neo4j_cypher", query=statement)
    assert not reply.is_error, reply.text
    return list(json.loads(reply.text))


def _vectors(value: Any) -> list[Any]:
    """Every list of numbers, at any depth, that is too long for anything but a vector."""
    if isinstance(value, dict):
        return [found for item in value.values() for found in _vectors(item)]
    if not isinstance(value, list):
        return []
    if len(value) > 16 and all(isinstance(item, float) for item in value):
        return [value]
    return [found for item in value for found in _vectors(item)]


def test_its_read_gate_lets_what_reads_pass_and_nothing_that_writes(reader: mcp_sessions.Session) -> None:
    assert "write_neo4j_cypher" not in reader.tools()
    assert _rows(reader, "CALL motif.version()")[0]["version"]
    for procedure in (
        "embed.text.write",
        "embed.triple.write",
        "truss.write",
        "similarity.write",
        "index.create",
    ):
        reply = reader.call("read_neo4j_cypher", query=f"CALL motif.{procedure}('{GRAPH}')")
        assert reply.is_error and "Only MATCH queries are allowed" in reply.text


def test_a_model_finds_its_way_by_what_it_is_told(reader: mcp_sessions.Session) -> None:
    shown = _rows(
        reader,
        "SHOW PROCEDURES YIELD name, signature, description WHERE name STARTS WITH 'motif.'"
        " AND NOT name STARTS WITH 'motif.internal.' RETURN name, signature, description",
    )
    start = [row for row in shown if "Start here." in row["description"]]
    assert [row["name"] for row in start] == ["motif.retrieve"]
    [graph] = [
        row["graphName"] for row in _rows(reader, "CALL motif.graph.list()") if row["graphName"] == GRAPH
    ]
    [told] = _rows(reader, "CALL motif.help('motif.retrieve')")
    assert "return ('graph'; 'ids'; 'text'" in told["arguments"]
    example = told["description"].partition("Example: ")[2]
    asked = example.replace("'world'", f"'{graph}'").replace(
        "Which countries border France?", "Who rows with Rower 17?"
    )
    assert asked != example and "return: 'text'" in asked
    answers = {answer for row in _rows(reader, asked) for answer in row["answers"]}
    assert answers <= {f"Rower {number}" for number in (14, 15, 16, 18, 19, 20)} and len(answers) >= 3


@pytest.mark.parametrize("procedure", CALLS)
def test_rows_for_a_model_are_small_and_whole(reader: mcp_sessions.Session, procedure: str) -> None:
    argument, configuration, characters = CALLS[procedure]
    reply = reader.call(
        "read_neo4j_cypher", query=f"CALL motif.{procedure}('{GRAPH}', {argument}, {configuration})"
    )
    assert not reply.is_error, reply.text
    assert len(reply.text) < characters, len(reply.text)
    rows = json.loads(reply.text)
    assert rows and not _vectors(rows)
    for row in rows:
        assert row.keys() == {
            *("rank", "score", "answers", "nodes", "relationships", "bindings", "text", "method"),
            *("complete", "metadata"),
        }
        assert "Rower" in row["text"] and row["nodes"] == row["relationships"] == []


def test_a_question_gets_a_plan_that_can_be_sent_back(reader: mcp_sessions.Session) -> None:
    [planned] = _rows(reader, f"CALL motif.plan('{GRAPH}', 'Who rows with Rower 17?', {{topK: 1}})")
    rows = reader.call(
        "read_neo4j_cypher",
        query=f"CALL motif.run('{GRAPH}', $plan, {TEXT}) YIELD answers",
        params={"plan": planned["plan"]},
    )
    assert not rows.is_error and "Rower 18" in rows.text


def test_nodes_lose_their_lists_and_rows_for_a_model_do_not(reader: mcp_sessions.Session) -> None:
    """Why descriptions advise ``return: 'text'``: 200 nodes of a row are left out without a word."""
    call = f"CALL motif.community('{GRAPH}', 'rowers', {{minSize: 200, layers: ['graph'], return: '%s'}})"
    [graph], [text] = (_rows(reader, call % carry) for carry in ("graph", "text"))
    assert "nodes" not in graph and "relationships" not in graph
    assert graph["metadata"]["size"] == text["metadata"]["size"] == 200
    assert graph["text"] == text["text"] and text["answers"] == []


def test_many_rows_stay_many(reader: mcp_sessions.Session) -> None:
    pattern = "[[{unknown: 'one', label: 'McpRower'}, 'ROWS_WITH', {unknown: 'other', label: 'McpRower'}]]"
    rows = _rows(
        reader, f"CALL motif.match('{GRAPH}', {pattern}, {{limit: 300, return: 'text'}}) YIELD bindings"
    )
    assert len(rows) == 300 and all(row["bindings"].keys() == {"one", "other"} for row in rows)


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CALL motif.retrieve('mcp-rower', 'Who rows?')", "Did you mean 'mcp-rowers'?"),
        (f"CALL motif.search('{GRAPH}', [['?a', 'b', 'c']], {{retrun: 'text'}})", "Did you mean 'return'?"),
        (f"CALL motif.retrieve('{GRAPH}', '')", "The question is empty."),
    ],
)
def test_what_is_wrong_is_told_as_motif_words_it(
    reader: mcp_sessions.Session, statement: str, told: str
) -> None:
    reply = reader.call("read_neo4j_cypher", query=statement)
    assert reply.is_error and told in reply.text


@pytest.mark.parametrize("procedure", CALLS)
def test_the_page_says_how_large_replies_are(reader: mcp_sessions.Session, procedure: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "mcp.md").read_text(encoding="utf-8")
    [line] = [line for line in page.splitlines() if line.startswith(f"| `motif.{procedure}` | ")]
    said = [int(figure.replace(",", "")) for figure in line.strip("|").split("|")[1:]]
    argument, configuration, _ = CALLS[procedure]
    for carry, characters in zip(("graph", "ids", "text"), said, strict=True):
        asked = configuration.replace("'text'", f"'{carry}'")
        reply = reader.call(
            "read_neo4j_cypher", query=f"CALL motif.{procedure}('{GRAPH}', {argument}, {asked})"
        )
        assert characters == pytest.approx(len(reply.text), rel=0.15), carry
