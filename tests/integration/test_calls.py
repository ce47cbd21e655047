"""Calls that go wrong in a real server: a killed service, a terminated transaction, a deadline."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from motif.embedded import ServerState, status
from motif.settings import Settings

pytestmark = pytest.mark.integration

BIPARTITE = """
UNWIND range(0, 59) AS i CREATE (:Left {name: 'l' + i}) CREATE (:Right {name: 'r' + i})
WITH count(*) AS _ MATCH (l:Left), (r:Right) CREATE (l)-[:R]->(r)
"""
ODD_CYCLE = [[f"?x{i}", "R", f"?x{(i + 1) % 9}"] for i in range(9)]
"""Never there in a bipartite graph, and that takes long to find out."""
SEARCH = "CALL motif.search('hard', $pattern, $configuration) YIELD score, complete RETURN score, complete"


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(BIPARTITE)
        driver.execute_query("CALL motif.graph.drop('hard', false)")
        driver.execute_query("CALL motif.graph.project('hard')")
        yield driver
        driver.execute_query("CALL motif.graph.drop('hard', false)")


def search(driver: neo4j.Driver, seconds: float, **configuration: Any) -> list[neo4j.Record]:
    with driver.session() as session:
        query = neo4j.Query(SEARCH, timeout=seconds)
        return list(session.run(query, pattern=ODD_CYCLE, configuration=configuration))


def easy(driver: neo4j.Driver) -> list[neo4j.Record]:
    records: list[neo4j.Record] = driver.execute_query(
        SEARCH, pattern=[["l0", "R", "?x"]], configuration={"topK": 2}
    ).records
    return records


def running_jobs(driver: neo4j.Driver) -> int:
    rows = driver.execute_query(
        "CALL motif.listProgress() YIELD status WHERE status = 'RUNNING' RETURN status"
    ).records
    return len(rows)


def wait_until_it_runs(driver: neo4j.Driver) -> None:
    deadline = time.monotonic() + 20
    while not running_jobs(driver):
        assert time.monotonic() < deadline, "the call has not begun"
        time.sleep(0.05)


def test_a_killed_service_is_said_in_words_and_answers_again(
    server: ServerState, server_settings: Settings, driver: neo4j.Driver
) -> None:
    caught: list[BaseException] = []

    def call() -> None:
        try:
            search(driver, 60, timeout=50)
        except neo4j.exceptions.Neo4jError as error:
            caught.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    wait_until_it_runs(driver)
    state = status(server.name, server_settings)
    assert state is not None
    os.kill(state.processes["service"].pid, signal.SIGKILL)
    thread.join(timeout=30)
    assert not thread.is_alive() and caught, "the call must end when its service is gone"
    assert "motif.search" in str(caught[0]) and "service" in str(caught[0]).lower()
    deadline = time.monotonic() + 60
    while True:
        try:
            assert len(easy(driver)) == 2
            break
        except neo4j.exceptions.Neo4jError:
            assert time.monotonic() < deadline, "the service must be back without a new projection"
            time.sleep(0.1)


def test_a_terminated_transaction_stops_the_work(driver: neo4j.Driver) -> None:
    begun = time.monotonic()
    with pytest.raises(neo4j.exceptions.Neo4jError):
        search(driver, 2, timeout=60)
    assert time.monotonic() - begun < 30
    deadline = time.monotonic() + 20
    while running_jobs(driver) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert running_jobs(driver) == 0


def test_a_deadline_before_the_first_match_is_an_error(driver: neo4j.Driver) -> None:
    with pytest.raises(neo4j.exceptions.Neo4jError, match="Nothing was found before the deadline"):
        search(driver, 60, timeout=0.5)
    with pytest.raises(neo4j.exceptions.Neo4jError, match="was cut after"):
        search(driver, 60, timeout=0.5, onTimeout="fail")


def test_a_projection_dropped_while_a_call_runs_is_finished_by_its_reader(driver: neo4j.Driver) -> None:
    ended: list[str] = []

    def call() -> None:
        try:
            search(driver, 60, timeout=4)
        except neo4j.exceptions.Neo4jError as error:
            ended.append(str(error.message))

    thread = threading.Thread(target=call)
    thread.start()
    wait_until_it_runs(driver)
    time.sleep(0.5)  # a call that runs may yet have to open its graph
    driver.execute_query("CALL motif.graph.drop('hard')")
    thread.join(timeout=60)
    assert len(ended) == 1 and "Nothing was found before the deadline" in ended[0]
    with pytest.raises(neo4j.exceptions.Neo4jError, match="No projection named 'hard'"):
        easy(driver)
