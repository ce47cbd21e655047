"""``motif mcp`` as a client starts it: a process, over standard input and output, with Bolt alone behind it."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import mcp_sessions
import motif
from motif.embedded import ServerState
from motif.errors import DatabaseUnavailable
from motif.settings import Settings, load_settings

pytestmark = [pytest.mark.integration, pytest.mark.mcp]

FILMS = """
CREATE (mann:Person {name: 'Michael Mann'}), (pacino:Person {name: 'Al Pacino'}),
  (niro:Person {name: 'Robert De Niro'}),
  (heat:Film {title: 'Heat', released: 1995, plot: 'A thief and a policeman meet over coffee before the last robbery'}),
  (thief:Film {title: 'Thief', released: 1981, plot: 'A thief who cracks safes wants one last robbery and a family'}),
  (ali:Film {title: 'Ali', released: 2001, plot: 'A boxer refuses to fight in a war and loses the title'}),
  (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(thief), (mann)-[:DIRECTED]->(ali),
  (pacino)-[:ACTED_IN]->(heat), (niro)-[:ACTED_IN]->(heat), (pacino)-[:KNOWS]->(niro)
"""
ENDLESS = """
import asyncio, pathlib, sys
from motif.knowledge_graph import Graph
from motif.mcp import create_server

graph = Graph.from_triples([("Heat", "directed_by", "Michael Mann")])

async def endless(question, **options):
    pathlib.Path(sys.argv[1]).write_text("begun")
    try:
        await asyncio.sleep(600)
    except asyncio.CancelledError:
        pathlib.Path(sys.argv[1]).write_text("cancelled")
        raise

graph.aretrieve = endless
create_server(lambda: graph, "a graph").run("stdio")
"""
"""The server over standard input and output, with a question that never ends and says in a file what became of it."""

HOLDS = """MATCH (n) WITH count(n) AS nodes, sum(size(keys(n))) AS properties
OPTIONAL MATCH ()-[r]->() RETURN nodes, properties, count(r) AS relationships"""


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(FILMS)
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture(scope="module")
def home(server: ServerState, driver: neo4j.Driver, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of this module's own; the projection in it has vectors, those of names are in the database too."""
    home = tmp_path_factory.mktemp("motif-mcp")
    settings = Settings(home=home, cache=load_settings().cache)
    with motif.connect(server.bolt, (server.user, server.password), settings=settings) as connection:
        connection.project("neo4j").embed(write=True).embed_triples()
    return home


def _environment(server: ServerState, home: Path) -> dict[str, str]:
    told = {name: value for name, value in os.environ.items() if name == "MOTIF_CACHE"}
    login = {"NEO4J_URI": server.bolt, "NEO4J_USERNAME": server.user, "NEO4J_PASSWORD": server.password}
    return {**told, **login, "MOTIF_HOME": str(home)}


@pytest.fixture(scope="module")
def tools(server: ServerState, home: Path) -> Iterator[mcp_sessions.Session]:
    with mcp_sessions.session(
        mcp_sessions.BESIDE_PYTHON / "motif", ["mcp"], _environment(server, home), home / "mcp.log"
    ) as session:
        yield session


def _answered(tools: mcp_sessions.Session, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = tools.call(tool, **arguments)
    assert not reply.is_error, reply.text
    assert len(reply.text) < 4000 and "motifTextEmbedding" not in reply.text
    return dict(json.loads(reply.text))


def _answers(found: dict[str, Any]) -> set[Any]:
    return {answer for piece in found["found"] for answer in piece.get("answers", ())}


@pytest.mark.parametrize(
    ("tool", "arguments", "answers"),
    [
        ("retrieve", {"question": "Who directed Heat?"}, {"Michael Mann"}),
        ("retrieve", {"question": "Who directed Heat?", "method": "search"}, {"Michael Mann"}),
        ("retrieve", {"question": "Who directed Heat?", "method": "match"}, {"Michael Mann"}),
        ("retrieve", {"question": "Who directed Heat?", "method": "trace"}, {"Michael Mann"}),
        (
            "retrieve",
            {"question": "Which films were released after 1990?", "method": "spark"},
            {"Heat", "Ali"},
        ),
        ("search", {"pattern": "?film | directed by | Michael Mann"}, {"Heat", "Thief", "Ali"}),
        ("match", {"pattern": "Michael Mann | DIRECTED | ?film"}, {"Heat", "Thief", "Ali"}),
        ("trace", {"question": "Who directed Heat?"}, {"Michael Mann"}),
    ],
)
def test_a_question_is_answered_by_each_method(
    tools: mcp_sessions.Session, tool: str, arguments: dict[str, Any], answers: set[str]
) -> None:
    assert _answers(_answered(tools, tool, **arguments)) == answers


def test_passages_and_reports_come_as_text(tools: mcp_sessions.Session) -> None:
    best = _answered(tools, "expand", question="a thief who wants one last robbery", top_k=3)["found"]
    assert {"Thief", "Heat"} <= {answer for piece in best for answer in piece["answers"]}
    assert any("robbery" in piece["text"] for piece in best)
    [report, *_] = _answered(tools, "community", question="Who acted with Robert De Niro?")["found"]
    assert "Al Pacino" in report["text"]


def test_a_claim_gets_its_verdict(tools: mcp_sessions.Session) -> None:
    assert (
        _answered(tools, "verify", claim="Michael Mann directed Heat")["metadata"]["verdict"] == "supported"
    )


def test_a_plan_is_shown_edited_and_run(tools: mcp_sessions.Session) -> None:
    [plan] = _answered(tools, "plan", question="Who directed Heat?", top_k=1)["plans"]
    assert _answers(_answered(tools, "run", plan=plan)) == {"Michael Mann"}
    plan = json.loads(json.dumps(plan).replace("Heat", "Ali"))
    assert "Ali" in _answered(tools, "run", plan=plan)["found"][0]["text"]


def test_the_schema_names_what_can_be_asked(tools: mcp_sessions.Session) -> None:
    told = tools.call("schema").text
    assert told.startswith("6 nodes, 6 relationships.")
    assert (
        "- Film: properties:" in told
        and "released (integer)" in told
        and "- DIRECTED: (Person) to (Film)" in told
    )
    assert "motifTextEmbedding" not in told


def test_nothing_was_written(tools: mcp_sessions.Session, driver: neo4j.Driver) -> None:
    before = driver.execute_query(HOLDS).records
    assert not tools.call("retrieve", question="Who acted in Heat?").is_error
    assert driver.execute_query(HOLDS).records == before


def test_what_cannot_be_used_is_told_with_what_to_do(tools: mcp_sessions.Session) -> None:
    reply = tools.call("retrieve", question="Who directed Heat?", method="cypher")
    assert reply.is_error and "There is no method 'cypher'" in reply.text
    reply = tools.call("search", pattern="nonsense")
    assert reply.is_error and "names nothing of the graph" in reply.text
    assert tools.call("retrieve", question="Who directed Heat?").is_error is False


def test_a_graph_that_no_projection_is_of_is_read_at_the_first_question(
    server: ServerState, home: Path
) -> None:
    with mcp_sessions.session(
        mcp_sessions.BESIDE_PYTHON / "motif",
        ["mcp", "--graph", "mcp-made"],
        _environment(server, home),
        home / "made.log",
    ) as session:
        assert session.call("schema").text.startswith("6 nodes, 6 relationships.")


def test_a_database_that_is_away_is_told_as_everywhere(tmp_path: Path) -> None:
    away = "bolt://127.0.0.1:1"
    with (
        pytest.raises(DatabaseUnavailable) as told,
        motif.connect(away, ("neo4j", "a-password")) as connection,
    ):
        connection.graphs()
    environment = {"NEO4J_URI": away, "NEO4J_PASSWORD": "a-password", "MOTIF_HOME": str(tmp_path)}
    command = mcp_sessions.BESIDE_PYTHON / "motif"
    with mcp_sessions.session(command, ["mcp"], environment, tmp_path / "mcp.log") as session:
        assert "retrieve" in session.tools(), "a client lists tools before it needs the database"
        reply = session.call("schema")
    assert reply.is_error and str(told.value) in reply.text
    assert "a-password" not in reply.text + (tmp_path / "mcp.log").read_text(encoding="utf-8")


def test_a_call_that_the_client_cancels_stops_in_the_process(tmp_path: Path) -> None:
    became = tmp_path / "became"
    python = mcp_sessions.BESIDE_PYTHON / "python"
    with mcp_sessions.session(python, ["-c", ENDLESS, str(became)], {}, tmp_path / "mcp.log") as session:
        session.tools()
        waited = 1.0
        while not became.exists():  # cancelled before the tool began: again, more patiently
            assert waited < 100 and session.call_off("retrieve", waited, question="Who?")
            waited *= 2
        for _ in range(300):
            if became.read_text() == "cancelled":
                break
            time.sleep(0.1)
        assert became.read_text() == "cancelled", "while the process still runs"
        assert not session.call("schema").is_error
