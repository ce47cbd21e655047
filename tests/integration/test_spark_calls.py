"""Plans of steps by CALL: in the caller's transaction, equal to Python's, and harmless."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from motif.embedded import ServerState
from motif.settings import load_settings

pytestmark = pytest.mark.integration

NAME = "spark-calls"
GRAPH = """
CREATE (mann:Person {name: 'Michael Mann', born: date('1943-02-05')}),
       (heat:Film {title: 'Heat', released: 1995, price: '$11.80'}),
       (ali:Film {title: 'Ali', released: 2001, price: '$7.50'}),
       (insider:Film {title: 'The Insider', released: 1999, price: '$9.00'}),
       (heat)-[:DIRECTED_BY]->(mann), (ali)-[:DIRECTED_BY]->(mann), (insider)-[:DIRECTED_BY]->(mann),
       (:Person {name: 'Al Pacino', born: date('1940-04-25')})-[:ACTED_IN]->(heat)
"""
LATE_FILMS: dict[str, Any] = {
    "steps": [
        {"step": "find", "as": "film", "label": "Film", "where": {"released": {"$gte": 1999}}},
        {"step": "traverse", "as": "who", "from": "film", "relationship": "DIRECTED_BY", "direction": "out"},
    ]
}
LONG = """
MATCH (a:Grain), (b:Grain), (c:Grain), (d:Grain), (e:Grain), (f:Grain)
WHERE a.size + b.size + c.size + d.size + e.size + f.size = 0
RETURN a
"""
"""Never true, and accepted: its limit might be reached at once."""
QUESTIONS = (
    "Which films were released after 1996?",
    "films that cost less than 10 dollars",
    "Who was born before 1942?",
)
RUN = """CALL motif.run($graph, $plan, $configuration) YIELD rank, score, answers, nodes, relationships, text, metadata
RETURN *
"""


@pytest.fixture(scope="module")
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(GRAPH)
        driver.execute_query("UNWIND range(1, 100) AS size CREATE (:Grain {name: 'g' + size, size: size})")
        driver.execute_query("CALL motif.graph.drop($graph, false)", graph=NAME)
        driver.execute_query("CALL motif.graph.project($graph)", graph=NAME)
        yield driver
        driver.execute_query("CALL motif.graph.drop($graph, false)", graph=NAME)
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture(scope="module")
def graph(
    server: ServerState, driver: neo4j.Driver, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[motif.Graph]:
    """The same graph from Python, projected by itself."""
    settings = dataclasses.replace(load_settings(), home=tmp_path_factory.mktemp("home"))
    with motif.connect(server.bolt, (server.user, server.password), settings=settings) as connection:
        yield connection.project(NAME)


def in_steps(*cypher: str) -> dict[str, Any]:
    return {"steps": [{"step": "cypher", "as": f"a{i}", "cypher": text} for i, text in enumerate(cypher)]}


def run(where: Any, plan: Any, **configuration: Any) -> list[dict[str, Any]]:
    return [
        row.data() | {"answers": row["answers"]}
        for row in where.run(RUN, graph=NAME, plan=plan, configuration=configuration)
    ]


def counts(driver: neo4j.Driver) -> Any:
    return driver.execute_query("MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS k").records[0].values()


def running(driver: neo4j.Driver) -> list[str]:
    """Ids of all other transactions but the server's: a statement of a plan that runs stands in place of the CALL."""
    listing = """
    SHOW TRANSACTIONS YIELD transactionId, currentQuery, database
    WHERE database <> 'system' AND NOT currentQuery CONTAINS 'SHOW TRANSACTIONS'
    RETURN transactionId
    """
    return [row["transactionId"] for row in driver.execute_query(listing).records]


def ids(parts: Any) -> list[str]:
    return [getattr(part, "element_id", None) or getattr(part, "id", part) for part in parts]


@pytest.mark.parametrize("question", QUESTIONS)
def test_plans_are_those_of_python(driver: neo4j.Driver, graph: motif.Graph, question: str) -> None:
    asked = "CALL motif.plan($graph, $question, {method: 'spark', planner: 'slots', topK: 2})"
    called = [row.data() for row in driver.execute_query(asked, graph=NAME, question=question).records]
    plans = graph.plan(question, method="spark", planner="slots", top_k=2)
    assert called == [graph.show_plan(rank, plan) for rank, plan in enumerate(plans, start=1)]
    assert called[0]["valid"] and "MATCH" in called[0]["cypher"]


@pytest.mark.parametrize("configuration", [{}, {"top_k": 1}, {"expansion": "sage+edge", "neighbours": 2}])
def test_evidence_is_that_of_python(
    driver: neo4j.Driver, graph: motif.Graph, configuration: dict[str, Any]
) -> None:
    keys = {"top_k": "topK"}
    with driver.session() as session:
        called = run(
            session, LATE_FILMS, **{keys.get(key, key): value for key, value in configuration.items()}
        )
    found = graph.run(LATE_FILMS, **configuration)
    assert len(called) == len(found) > 0
    for row, piece in zip(called, found, strict=True):
        assert (row["score"], row["text"]) == (piece.score, piece.text)
        assert ids(row["answers"]) == ids(piece.answers)
    assert called[0]["metadata"]["cypher"] == found.metadata["cypher"]
    assert called[0]["metadata"]["round_trips"] == found.metadata["round_trips"] == 1


@pytest.mark.parametrize("question", QUESTIONS)
def test_documents_of_langchain_are_the_same_answers(
    driver: neo4j.Driver, graph: motif.Graph, question: str
) -> None:
    pytest.importorskip("langchain_core", reason="the extra 'langchain' is not installed")
    from motif.langchain import MotifRetriever

    asked = """CALL motif.retrieve($graph, $question, {method: 'spark', planner: 'slots', return: 'text'})
    YIELD rank, answers, text, score RETURN answers, text, score ORDER BY rank"""
    called = [row.data() for row in driver.execute_query(asked, graph=NAME, question=question).records]
    retriever = MotifRetriever(graph=graph, method="spark", options={"planner": "slots"})
    documents = retriever.invoke(question)
    assert called and called == [
        {"answers": one.metadata["answers"], "text": one.page_content, "score": one.metadata["score"]}
        for one in documents
    ]


def test_a_question_is_planned_and_run_in_the_callers_transaction(
    driver: neo4j.Driver, graph: motif.Graph
) -> None:
    asked = """
    CALL motif.retrieve($graph, $question, {method: 'spark', planner: 'slots'}) YIELD answers, method
    RETURN answers, method
    """
    called = driver.execute_query(asked, graph=NAME, question=QUESTIONS[0]).records
    found = graph.retrieve(QUESTIONS[0], method="spark", planner="slots")
    assert [ids(row["answers"]) for row in called] == [ids(piece.answers) for piece in found]
    assert {node["title"] for row in called for node in row["answers"]} == {"Ali", "The Insider"}


def test_changes_that_are_not_committed_are_seen_by_who_made_them_alone(
    driver: neo4j.Driver, graph: motif.Graph
) -> None:
    plan = {"steps": [{"step": "find", "as": "film", "label": "Film", "where": {"released": 2077}}]}
    with driver.session() as session, session.begin_transaction() as tx:
        tx.run("CREATE (:Film {title: 'Fresh', released: 2077})").consume()
        [row] = run(tx, plan, fallback=False)
        assert row["answers"][0]["title"] == "Fresh"
        assert not graph.run(plan, fallback=False)
        tx.rollback()
    with driver.session() as session:
        assert run(session, plan, fallback=False) == []


def test_a_session_for_reading_is_enough(driver: neo4j.Driver) -> None:
    with driver.session(default_access_mode=neo4j.READ_ACCESS) as session:
        assert len(run(session, LATE_FILMS)) == 1


@pytest.mark.parametrize(
    ("cypher", "said"),
    [
        ("MATCH (n) SET n.evil = 1 RETURN n", "SET"),
        ("MATCH (n) CALL (n) { CREATE (m:Evil) RETURN m } RETURN m", "CREATE"),
        ("MATCH (n) DETACH DELETE n RETURN n", "DETACH"),
        ("LOAD CSV FROM 'file:///etc/hostname' AS line MATCH (n) RETURN n", "LOAD"),
        ("CALL motif.graph.drop('spark-calls') YIELD graphName MATCH (n) RETURN n", "motif.graph.drop"),
        ("CALL dbms.killTransactions([]) YIELD message MATCH (n) RETURN n", "dbms.killTransactions"),
        ("MATCH (n) RETURN n; MATCH (m) DELETE m", ";"),
    ],
)
def test_a_hostile_step_is_refused_with_its_reason_and_changes_nothing(
    driver: neo4j.Driver, cypher: str, said: str
) -> None:
    before = counts(driver)
    with driver.session() as session, session.begin_transaction() as tx:
        rows = run(tx, in_steps(cypher))
        assert tx.run("RETURN 1 AS one").single(strict=True)["one"] == 1, "the transaction goes on"
        tx.commit()
    assert rows, "what stands in for the plan says why"
    told = rows[0]["metadata"]
    assert told["fallback"]["reason"] == "refused" and said in str(told["problems"])
    assert counts(driver) == before
    shown = driver.execute_query("CALL motif.graph.exists($graph) YIELD exists RETURN exists", graph=NAME)
    assert shown.records[0]["exists"] is True


def test_a_step_past_its_deadline_is_ended_and_says_so(driver: neo4j.Driver) -> None:
    begun = time.monotonic()
    with (
        driver.session() as session,
        pytest.raises(neo4j.exceptions.Neo4jError, match="its deadline") as caught,
    ):
        run(session, in_steps(LONG), timeout=3)
    assert "motif.run" in str(caught.value) and "Raise timeout" in str(caught.value)
    assert time.monotonic() - begun < 60, "ended, not waited for"
    assert not running(driver)


def test_a_step_that_fails_while_it_runs_ends_the_call_in_its_words(driver: neo4j.Driver) -> None:
    failing = in_steps("MATCH (n:Film) WHERE 1 / (n.released - n.released) > 0 RETURN n")
    with driver.session() as session, pytest.raises(neo4j.exceptions.Neo4jError, match="/ by zero") as caught:
        run(session, failing)
    assert "motif.run" in str(caught.value)


def test_a_transaction_that_is_ended_ends_its_statement(driver: neo4j.Driver) -> None:
    ended: list[str] = []

    def call() -> None:
        with driver.session() as session:
            try:
                run(session, in_steps(LONG), timeout=100)
            except neo4j.exceptions.Neo4jError as error:
                ended.append(str(error))

    thread = threading.Thread(target=call)
    thread.start()
    deadline = time.monotonic() + 30
    while not running(driver) and time.monotonic() < deadline:
        time.sleep(0.1)
    time.sleep(2)  # until the statement runs: while it is explained, that is a transaction besides
    found = running(driver)
    assert found, f"the statement did not run: {ended}"
    driver.execute_query("TERMINATE TRANSACTIONS $ids", ids=found)
    thread.join(timeout=60)
    assert not thread.is_alive()
    assert len(ended) == 1 and "terminated" in ended[0]
    assert not running(driver)


def test_logs_hold_no_statement_no_value_and_no_key(driver: neo4j.Driver, server: ServerState) -> None:
    secret = "a title nobody may read in a log"
    plan = {"steps": [{"step": "find", "as": "film", "label": "Film", "where": {"title": secret}}]}
    with driver.session() as session:
        run(session, plan)
    log = Path(server.logs["service"]).read_text(encoding="utf-8")
    assert '"/v1/reply"' in log
    assert secret not in log and "MATCH (" not in log and '"key"' not in log
