"""Connections between plugin and service that are cut, or look alive and are not: both sides notice and go on."""

from __future__ import annotations

import socket
import threading

import neo4j
import pytest

from cut_connections import Between
from fault_services import ServerProcess, ServiceProcess, told, wait_until

pytestmark = pytest.mark.faults

GRAPH = """
UNWIND range(0, 1999) AS i CREATE (:Left {name: 'l' + i})
WITH count(*) AS _ MATCH (l:Left) CREATE (l)-[:R]->(:Right {name: 'right of ' + l.name})
"""
ALL = """
CALL motif.match('pairs', [[{unknown: 'a', label: 'Left'}, 'R', '?b']], {limit: 2000}) YIELD rank
RETURN count(rank) AS n
"""
LOST = "was lost while it worked on"


@pytest.fixture
def pairs(between: Between, driver: neo4j.Driver, neo4j_process: ServerProcess) -> neo4j.Driver:
    neo4j_process.point(
        f"http://127.0.0.1:{between.port}", **{"service.silence": "0.5", "service.timeout": "2"}
    )
    driver.execute_query(GRAPH)
    driver.execute_query("CALL motif.graph.project('pairs')")
    return driver


def n_found(driver: neo4j.Driver) -> int:
    return int(driver.execute_query(ALL).records[0]["n"])


def begun(driver: neo4j.Driver, statement: str) -> tuple[threading.Thread, list[str]]:
    ended: list[str] = []
    thread = threading.Thread(target=lambda: ended.append(told(lambda: driver.execute_query(statement))))
    thread.start()
    return thread, ended


def test_an_answer_that_is_cut_in_the_middle_is_no_answer(pairs: neo4j.Driver, between: Between) -> None:
    assert n_found(pairs) == 2000
    between.hold("answers", after=100_000)
    thread, ended = begun(pairs, ALL)
    between.wait_until_held("answers")
    between.reset()
    thread.join(60)
    assert ended and f"{LOST} motif.match" in ended[0]
    assert n_found(pairs) == 2000


@pytest.mark.parametrize("after", [0, 100_000], ids=["before the answer", "in its middle"])
def test_a_connection_that_only_looks_alive_is_not_waited_for(
    pairs: neo4j.Driver, between: Between, service: ServiceProcess, after: int
) -> None:
    """Nothing arrives and nobody is told: as behind a router that forgot the connection."""
    n_found(pairs)
    between.hold("answers", after=after)
    thread, ended = begun(pairs, ALL)
    thread.join(60)
    assert ended and f"{LOST} motif.match" in ended[0]
    between.reset()
    assert n_found(pairs) == 2000
    wait_until(service.is_idle)


def test_a_service_that_was_started_again_behind_a_silent_connection_does_not_know_the_call(
    pairs: neo4j.Driver, between: Between, service: ServiceProcess
) -> None:
    n_found(pairs)
    between.hold("answers", after=100_000)
    thread, ended = begun(pairs, ALL)
    between.wait_until_held("answers")
    service.kill()
    service.start()
    between.pass_on()
    thread.join(60)
    assert ended and LOST in ended[0]
    assert n_found(pairs) == 2000


def test_a_projection_that_nobody_receives_any_more_ends(
    pairs: neo4j.Driver, between: Between, service: ServiceProcess
) -> None:
    pairs.execute_query(
        "UNWIND range(0, 39999) AS i CREATE (:Left {name: 'a longer name for the stream ' + i})"
    )
    between.hold("requests", after=100_000)
    thread, ended = begun(pairs, "CALL motif.graph.project('more')")
    thread.join(60)
    assert ended and f"{LOST} motif.graph.project" in ended[0]
    between.reset()
    wait_until(service.is_idle)
    assert pairs.execute_query("CALL motif.graph.project('more')").records[0]["nodeCount"] == 44_000


def test_a_service_that_thinks_for_longer_than_the_silence_is_waited_for(
    pairs: neo4j.Driver, between: Between
) -> None:
    odd = [
        [{"unknown": f"x{i}", "label": "Left"} if not i else f"?x{i}", "R", f"?x{(i + 1) % 9}"]
        for i in range(9)
    ]
    pairs.execute_query(
        "MATCH (l:Left), (r:Right) WHERE l.name < 'l104' AND r.name < 'right of l104' MERGE (l)-[:R]->(r)"
    )
    pairs.execute_query("CALL motif.graph.refresh('pairs')")
    search = "CALL motif.search('pairs', $odd, {timeout: 4})"
    assert "Nothing was found before the deadline" in told(lambda: pairs.execute_query(search, odd=odd))


def test_deaf_callers_and_those_that_leave_hold_nothing(
    pairs: neo4j.Driver, between: Between, service: ServiceProcess
) -> None:
    """They ask for much and take nothing, or leave in the middle of what they say."""
    n_found(pairs)
    whole = service.client().build_request("POST", "/v1/match", json={"arguments": {}})
    head = "\r\n".join(f"{key}: {value}" for key, value in whole.headers.items() if key != "content-length")
    sockets = []
    for n in (5, 40, 400, 4000):
        message = (
            f"POST /v1/match HTTP/1.1\r\n{head}\r\nContent-Length: 100000\r\n\r\n".encode() + b"{" * 4000
        )
        sockets += [socket.create_connection(("127.0.0.1", service.port), 10) for _ in range(8)]
        for one in sockets[-8:]:
            one.sendall(message[:n])
    ports = {one.getsockname()[1] for one in sockets}
    wait_until(lambda: service.callers() >= ports, what="not all connections are taken")
    assert n_found(pairs) == 2000
    for one in sockets:
        one.close()
    wait_until(lambda: not service.callers() & ports, what="connections of those who left are open")
    wait_until(service.is_idle)
