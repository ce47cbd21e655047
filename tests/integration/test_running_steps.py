"""Plans of steps in a real server of either version: round trips, deadlines, cancelling, READ access, fallback."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from fakes import HashEncoder
from motif.catalog.graph_schema import read_graph_schema
from motif.embedded import ServerState
from motif.engine.control import Control
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput, QueryFailed
from motif.graphs.evidence import Results
from motif.graphs.graph_schema import GraphSchema
from motif.graphs.plan import Plan
from motif.graphs.statements import Explained, ReadSession
from motif.retrievers.steps.running import StepsWanted, run_steps
from motif.settings import Settings

pytestmark = pytest.mark.integration

ENCODER = HashEncoder()
DATA = """
CREATE (mann:Person {name: 'Michael Mann', born: date('1943-02-05')}), (pacino:Person {name: 'Al Pacino'}),
  (heat:Movie {title: 'Heat', released: 1995, price: '$11.80', plot: 'A thief and a policeman meet over coffee'}),
  (thief:Movie {title: 'Thief', released: 1981, price: '$4.50', plot: 'A safe cracker wants out'}),
  (ali:Movie {title: 'Ali', released: 2001, price: '$9.00', plot: 'A boxer refuses to fight a war'}),
  (mann)-[:DIRECTED]->(heat), (mann)-[:DIRECTED]->(thief), (mann)-[:DIRECTED]->(ali),
  (insomnia:Movie {title: 'Insomnia', released: 2002, price: '$7.00', plot: 'A policeman cannot sleep in Alaska'}),
  (pacino)-[:ACTED_IN]->(heat), (pacino)-[:ACTED_IN]->(insomnia)
"""
ENDLESS = "MATCH (a), (b), (c), (d), (e), (f), (g), (h) MATCH (i), (j), (k), (l), (m), (n) RETURN count(a.x + n.x) AS n"


class Counted:
    """A session that counts what it sends."""

    def __init__(self, session: ReadSession) -> None:
        self._session = session
        self.statements: list[str] = []
        self.version = session.version

    def run(
        self, statement: str, parameters: Mapping[str, Any], *, seconds: float | None, limit: int
    ) -> list[dict[str, Any]]:
        self.statements.append(statement)
        return self._session.run(statement, parameters, seconds=seconds, limit=limit)

    def explain(self, statement: str, parameters: Mapping[str, Any]) -> Explained:
        return self._session.explain(statement, parameters)


class Films:
    """The graph, its schema, and a session of the user's."""

    def __init__(self, graph: motif.Graph, connection: motif.Connection) -> None:
        self.graph, self.connection = graph, connection
        self.schema: GraphSchema = read_graph_schema(
            connection.database.reading(), labels=graph.projection.labels, name_properties=("name", "title")
        )

    def run(
        self, *steps: Mapping[str, Any], options: Mapping[str, Any] | None = None, **wanted: Any
    ) -> Results:
        plan = Plan.from_value({"method": "spark", "steps": list(steps), **(options or {})})
        self.session = Counted(self.connection.database.reading())
        with Control(20) as control:
            return run_steps(self.graph.view, plan, self.schema, self.session, StepsWanted(**wanted), control)


@pytest.fixture
def connection(server: ServerState, tmp_path: Path) -> Iterator[motif.Connection]:
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with (
        neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver,
        motif.connect(driver=driver, encoder=ENCODER, settings=settings) as connection,
    ):
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(DATA)
        yield connection
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture
def films(connection: motif.Connection) -> Films:
    graph = connection.project(
        "films", name_property=["name", "title"], text_properties=["plot"], node_properties=["released"]
    ).embed()
    return Films(graph, connection)


def names(found: Results) -> list[Any]:
    return [
        answer if isinstance(answer, (str, int)) else answer.name for one in found for answer in one.answers
    ]


FIND_MANN = {"step": "find", "as": "mann", "label": "Person", "where": {"name": "Michael Mann"}}
HIS_FILMS = {
    "step": "traverse",
    "as": "films",
    "from": "mann",
    "relationship": "DIRECTED",
    "direction": "out",
    "label": "Movie",
}


def test_a_structural_plan_is_one_statement_with_its_way(films: Films) -> None:
    found = films.run(FIND_MANN, {**HIS_FILMS, "where": {"released": {"$lt": 2000}}})
    assert sorted(names(found)) == ["Heat", "Thief"]
    assert len(films.session.statements) == found.metadata["round_trips"] == 1
    assert {piece.score for piece in found} == {1.0}
    [heat] = [piece for piece in found if "Heat" in piece.text]
    assert heat.text.splitlines()[:2] == ["Michael Mann | DIRECTED | Heat", "Heat | released | 1995"]
    assert heat.relationships[0].source == heat.nodes[0].id
    assert "DIRECTED" in found.metadata["cypher"]["text"]


SEARCH = {
    "step": "vector_search",
    "as": "a",
    "label": "Movie",
    "text": "A thief and a policeman meet over coffee",
    "where": {"price": {"$lt": 10}},
    "limit": 2,
}
"""Prices are texts, and are not projected; Heat is nearest, and too dear."""


def test_a_search_under_a_condition_that_only_the_database_can_judge(films: Films) -> None:
    found = films.run(SEARCH)
    assert len(found) == 2
    assert set(names(found)) < {"Ali", "Thief", "Insomnia"}
    assert found[0].score >= found[1].score
    assert found[0].text.startswith(f"{found[0].answers[0].name} | price | $")
    assert found.metadata["round_trips"] == 1
    assert [names(films.run({**SEARCH, "limit": 4}))[:2], len(films.run({**SEARCH, "limit": 4}))] == [
        names(found),
        3,
    ]
    walked = films.run(
        SEARCH, {"step": "traverse", "as": "b", "from": "a", "relationship": "DIRECTED", "direction": "in"}
    )
    assert walked.metadata["round_trips"] == 2  # of two steps
    counted = films.run(SEARCH, options={"count": True}, top_k=1)
    assert (names(counted), counted.metadata["round_trips"]) == ([2], 1)


@pytest.mark.parametrize("kind", ["vector_search", "fulltext_search"])
def test_a_search_is_answered_from_memory_and_walked_on_in_one_statement(films: Films, kind: str) -> None:
    found = films.run(
        {"step": kind, "as": "a", "label": "Movie", "text": "policeman over coffee", "limit": 1},
        {"step": "traverse", "as": "b", "from": "a", "relationship": "ACTED_IN", "direction": "in"},
    )
    assert names(found) == ["Al Pacino"]
    assert found.metadata["round_trips"] == 1
    assert 0 < found[0].score <= 1.0001


def test_ranking_by_text_between_two_statements(films: Films) -> None:
    found = films.run(
        FIND_MANN,
        HIS_FILMS,
        {"step": "rank", "as": "best", "from": "films", "by": {"text": "boxer"}, "limit": 1},
    )
    assert names(found) == ["Ali"]
    assert found.metadata["round_trips"] == 2 <= 3


def test_counts_and_properties(films: Films) -> None:
    assert names(films.run(FIND_MANN, HIS_FILMS, options={"count": True}, top_k=1)) == [3]
    given = films.run(
        FIND_MANN,
        HIS_FILMS,
        {"step": "rank", "as": "oldest", "from": "films", "by": "released", "descending": False, "limit": 1},
        options={"give": "released"},
    )
    assert names(given) == [1981]


def test_what_was_written_since_is_found_and_said(films: Films) -> None:
    films.connection.database.write(
        "MATCH (p:Person {name: 'Michael Mann'}) CREATE (p)-[:DIRECTED]->(:Movie {title: 'New'})"
    )
    found = films.run(FIND_MANN, HIS_FILMS, expansion="sage+edge")
    newer = {piece.answers[0].name for piece in found if piece.metadata.get("newer")}
    assert newer == {"New"}


def test_expansion_policies(films: Films) -> None:
    mann = (FIND_MANN,)
    assert names(films.run(*mann, expansion="sage-edge"))[0] == "Michael Mann"
    expanded = films.run(*mann, expansion="sage-edge", top_k=10)
    assert {piece.metadata["role"] for piece in expanded[1:]} == {"neighbour"}
    assert {"Heat", "Thief", "Ali"} <= set(names(expanded))
    assert len(films.run(FIND_MANN, HIS_FILMS, expansion="sage-edge", top_k=10)) == 3
    always = films.run(FIND_MANN, HIS_FILMS, expansion="sage+edge", top_k=10)
    assert [(piece.answers[0].name, piece.metadata["role"]) for piece in always][3:] == [
        ("Insomnia", "neighbour")
    ]
    assert always[3].metadata["from_names"] == ["Heat"]  # by way of Al Pacino


def test_hybrid_retrieval_answers_what_the_plan_does_not(films: Films) -> None:
    nothing = {"step": "find", "as": "a", "label": "Movie", "where": {"title": "Nobody"}}
    found = films.run(nothing, options={"question": "a boxer in a war"})
    assert names(found)[0] == "Ali"
    assert found.metadata["fallback"]["reason"] == "nothing found"
    refused = films.run(
        {"step": "find", "as": "a", "label": "Movei"}, options={"question": "a boxer in a war"}
    )
    assert refused.metadata["fallback"]["reason"] == "refused"
    assert "Movie" in " ".join(refused.metadata["problems"])
    assert films.session.statements == []
    with pytest.raises(InvalidInput, match="Movei"):
        films.run({"step": "find", "as": "a", "label": "Movei"}, fallback=False)


def test_reading_refuses_to_write(connection: motif.Connection) -> None:
    session = connection.database.reading()
    for statement in (
        "CREATE (n:Oops) RETURN n",
        "MATCH (n) SET n.x = 1",
        "CREATE INDEX oops FOR (n:A) ON n.b",
    ):
        with pytest.raises(QueryFailed):
            session.run(statement, {}, seconds=5, limit=10)
    assert session.run("MATCH (n:Oops) RETURN count(n) AS n", {}, seconds=5, limit=1) == [{"n": 0}]


def running(connection: motif.Connection) -> list[str]:
    rows = connection.database.run(
        "SHOW TRANSACTIONS YIELD currentQuery, status RETURN currentQuery AS query"
    )
    return [row["query"] for row in rows if "count(a.x" in row["query"]]


def test_no_statement_outlives_its_deadline(connection: motif.Connection) -> None:
    with pytest.raises(DeadlineExceeded, match="deadline"):
        connection.database.reading().run(ENDLESS, {}, seconds=0.3, limit=1)
    assert running(connection) == []


def test_cancelling_ends_the_statement_that_runs(connection: motif.Connection) -> None:
    control = Control(60)

    def cancel_when_running() -> None:
        while not running(connection):
            time.sleep(0.02)
        control.cancel()

    watcher = threading.Thread(target=cancel_when_running)
    watcher.start()
    with control, pytest.raises(Cancelled):
        connection.database.reading(control).run(ENDLESS, {}, seconds=None, limit=1)
    watcher.join()
    assert running(connection) == []


def test_rows_are_cut_and_values_are_plain(connection: motif.Connection) -> None:
    session = connection.database.reading()
    assert len(session.run("UNWIND range(1, 100000) AS n RETURN n", {}, seconds=10, limit=5)) == 5
    [row] = session.run(
        "MATCH (p:Person {name: 'Michael Mann'}) RETURN p, p.born AS born, point({x: 1, y: 2}) AS place, $x AS x",
        {"x": [1, {"a": None}]},
        seconds=10,
        limit=1,
    )
    assert row["p"].count(":") == 2
    assert (row["born"], row["x"]) == ("1943-02-05", [1, {"a": None}])
    assert row["place"] == {"srid": 7203, "coordinates": [1.0, 2.0]}


def test_explain_tells_reads_writes_calls_and_unknown_names(connection: motif.Connection) -> None:
    explain = connection.database.reading().explain
    said = explain("MATCH (n:Nope) CALL db.labels() YIELD label RETURN n, label", {})
    assert (said.kind, said.procedures) == ("r", ("db.labels",))
    assert "ProcedureCall" in said.operators
    assert any("Nope" in note for note in said.notes)
    assert explain("CREATE (n) RETURN n", {}).kind == "rw"
    assert explain("CREATE INDEX oops FOR (n:A) ON n.b", {}).kind == "s"
    assert "LoadCSV" in explain("LOAD CSV FROM 'file:///x.csv' AS row RETURN row", {}).operators
    assert explain("MATCH (a), (b) RETURN a, b", {}).rows > 5
    with pytest.raises(QueryFailed, match="Invalid input"):
        explain("MATCH (n RETURN n", {})
