"""More calls of one login through Cypher than the service takes: each ends in words, in good time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import neo4j
import pytest

from motif.embedded import ServerState

pytestmark = pytest.mark.integration

BIPARTITE = """
UNWIND range(0, 59) AS i CREATE (:Left {name: 'l' + i}) CREATE (:Right {name: 'r' + i})
WITH count(*) AS _ MATCH (l:Left), (r:Right) CREATE (l)-[:R]->(r)
"""
ODD_CYCLE = [[f"?x{i}", "R", f"?x{(i + 1) % 9}"] for i in range(9)]
"""Never there in a bipartite graph, and that takes long to find out."""
TOLD = ("is busy: 64 calls", "was not begun", "Nothing was found before the deadline")


@pytest.fixture
def driver(server_526: ServerState) -> Iterator[neo4j.Driver]:
    login = (server_526.user, server_526.password)
    with neo4j.GraphDatabase.driver(server_526.bolt, auth=login) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(BIPARTITE)
        driver.execute_query("CALL motif.graph.drop('crowded', false)")
        driver.execute_query("CALL motif.graph.project('crowded')")
        yield driver
        driver.execute_query("CALL motif.graph.drop('crowded', false)")


def search(driver: neo4j.Driver, timeout: float) -> str:
    """How a search that finds nothing ended: the sentence of `TOLD`, or the whole error."""
    with driver.session() as session:
        try:
            session.run(
                "CALL motif.search('crowded', $pattern, {timeout: $timeout})",
                pattern=ODD_CYCLE,
                timeout=timeout,
            ).consume()
        except neo4j.exceptions.Neo4jError as error:
            message = str(error.message)
            return next((told for told in TOLD if told in message), message)
    return ""


QUESTIONS = [
    ("How many Right are there?", {"method": "spark"}),
    ("What does l7 R?", {}),
    ("Which Left R r3?", {"topK": 3}),
    ("What does l8 R?", {"method": "search", "topK": 2}),
    ("How many Left R r5?", {"method": "spark"}),
]


def asked(driver: neo4j.Driver, number: int) -> tuple[str, list[tuple[object, ...]]]:
    """What a question and a pattern give, asked in one transaction of its own."""
    question, options = QUESTIONS[number % len(QUESTIONS)]
    found = driver.execute_query(
        "CALL motif.retrieve('crowded', $question, $options) YIELD score, text, nodes "
        "RETURN score, text, [n IN nodes | elementId(n)] AS ids",
        question=question,
        options=options,
    ).records
    return question, [tuple(map(str, row.values())) for row in found]


def test_calls_that_overlap_give_what_each_gives_alone(driver: neo4j.Driver) -> None:
    alone = dict(asked(driver, number) for number in range(len(QUESTIONS)))
    assert all(alone.values())
    deadline = time.monotonic() + 120
    with ThreadPoolExecutor(8) as threads:
        while True:
            for question, found in threads.map(lambda number: asked(driver, number), range(20)):
                assert found == alone[question]
            workers = facts(driver)["workers"]
            assert isinstance(workers, dict)
            if workers["running"] == workers["processes"]:  # the last round was theirs, or there are none
                break
            assert time.monotonic() < deadline
        for question, found in threads.map(lambda number: asked(driver, number), range(20)):
            assert found == alone[question]
    assert facts(driver)["workers"] == {**workers, "atWork": 0, "lost": 0}


def facts(driver: neo4j.Driver) -> dict[str, object]:
    return {row["key"]: row["value"] for row in driver.execute_query("CALL motif.sysInfo()").records}


def test_eighty_calls_at_once_end_in_words_and_the_service_goes_on(driver: neo4j.Driver) -> None:
    with ThreadPoolExecutor(80) as threads:
        ended = Counter(threads.map(lambda _: search(driver, 15), range(80)))
    assert set(ended) == set(TOLD), ended
    queues = facts(driver)["queues"]
    assert isinstance(queues, dict)
    figures = queues["retrieval"]
    assert (figures["waiting"], figures["places"]) == (0, 64)
    assert figures["turnedAway"] >= ended[TOLD[0]] and figures["notBegun"] >= ended[TOLD[1]]
    found = driver.execute_query("CALL motif.search('crowded', [['l0', 'R', '?x']], {topK: 2})").records
    assert len(found) == 2


def test_a_timeout_of_a_day_is_refused_with_the_bound(driver: neo4j.Driver) -> None:
    assert "timeout must be at most 300 seconds" in search(driver, 86_400)
    assert facts(driver)["longestTimeout"] == 300
