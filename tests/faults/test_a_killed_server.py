"""Neo4j killed in the middle: the service lets go of its part, nothing half-made is taken for whole, work goes on."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

import neo4j
import pytest

from cut_connections import Between, Way
from fault_services import ServerProcess, ServiceProcess, told, wait_until

pytestmark = pytest.mark.faults

NODES = 18_000
GRAPH = f"""
UNWIND range(0, {NODES - 1}) AS i CREATE (:Part {{name: 'part ' + i, number: i}})
WITH count(*) AS _ MATCH (a:Part), (b:Part {{number: (a.number + 1) % {NODES}}}) CREATE (a)-[:NEXT]->(b)
"""
WRITE = "CALL motif.embed.dominance.write('parts', {dimension: 64}) YIELD nodePropertiesWritten AS n RETURN n"
WRITTEN = "MATCH (p:Part) RETURN count(p.motifDominance) AS n"
FIND = "CALL motif.match('parts', [['part 7', 'NEXT', '?next']]) YIELD answers RETURN answers[0].name AS name"


@pytest.fixture
def parts(between: Between, driver: neo4j.Driver) -> neo4j.Driver:
    driver.execute_query("CREATE INDEX parts IF NOT EXISTS FOR (p:Part) ON (p.number)")
    driver.execute_query("CALL db.awaitIndexes()")
    driver.execute_query(GRAPH)
    return driver


def one(driver: neo4j.Driver, statement: str) -> object:
    return driver.execute_query(statement).records[0][0]


@contextlib.contextmanager
def running(driver: neo4j.Driver, statement: str) -> Iterator[list[str]]:
    """Runs the statement beside; how it ended stands in the list afterwards."""
    ended: list[str] = []
    thread = threading.Thread(target=lambda: ended.append(told(lambda: driver.execute_query(statement))))
    thread.start()
    yield ended
    thread.join(120)
    assert not thread.is_alive() and ended and ended[0]


def kill_while(
    statement: str,
    way: Way,
    after: int,
    server: ServerProcess,
    between: Between,
    *,
    once: Callable[[], object] = lambda: True,
) -> None:
    """Kills Neo4j when so many bytes of the statement's traffic have passed and ``once`` is so; starts it again."""
    between.hold(way, after=after)
    with server.driver() as driver, running(driver, statement):
        between.wait_until_held(way)
        wait_until(once)
        server.kill()
    between.pass_on()
    server.start()


def is_let_go(service: ServiceProcess) -> None:
    """Nothing of the call is left in the service."""
    wait_until(service.is_idle)
    peers = [one for one in service.own.net_connections("tcp") if one.status not in ("LISTEN", "TIME_WAIT")]
    assert len(peers) <= 2, peers


def test_in_the_middle_of_a_write(
    parts: neo4j.Driver, between: Between, service: ServiceProcess, neo4j_process: ServerProcess
) -> None:
    parts.execute_query("CALL motif.graph.project('parts')")
    found = one(parts, FIND)
    kill_while(WRITE, "answers", 4_600_000, neo4j_process, between, once=lambda: one(parts, WRITTEN))
    written = one(parts, WRITTEN)
    assert isinstance(written, int) and 0 < written < NODES, "killed with a part of it there"
    is_let_go(service)
    assert one(parts, FIND) == found
    assert one(parts, WRITE) == NODES - written, "what stands is not written again"
    assert one(parts, WRITTEN) == NODES
    parts.execute_query("CALL motif.graph.refresh('parts')")
    assert one(parts, FIND) == found


def test_in_the_middle_of_a_first_projection(
    parts: neo4j.Driver, between: Between, service: ServiceProcess, neo4j_process: ServerProcess
) -> None:
    kill_while("CALL motif.graph.project('parts')", "requests", 100_000, neo4j_process, between)
    is_let_go(service)
    assert one(parts, "CALL motif.graph.exists('parts') YIELD exists RETURN exists") is False
    made = parts.execute_query("CALL motif.graph.project('parts')").records[0]
    assert (made["nodeCount"], made["relationshipCount"]) == (NODES, NODES)
    assert one(parts, FIND) == "part 8"


def test_in_the_middle_of_a_refresh(
    parts: neo4j.Driver, between: Between, service: ServiceProcess, neo4j_process: ServerProcess
) -> None:
    parts.execute_query("CALL motif.graph.project('parts')")
    parts.execute_query("MATCH (p:Part) SET p.name = p.name + ' of it'")
    kill_while("CALL motif.graph.refresh('parts')", "requests", 100_000, neo4j_process, between)
    is_let_go(service)
    renamed = FIND.replace("'part 7'", "'part 7 of it'")
    assert told(lambda: one(parts, FIND)).startswith("Failed to invoke"), (
        "no row that is another by now is given"
    )
    parts.execute_query("CALL motif.graph.refresh('parts')")
    assert one(parts, renamed) == "part 8 of it"


def test_while_the_service_asks_for_statements(
    parts: neo4j.Driver, between: Between, service: ServiceProcess, neo4j_process: ServerProcess
) -> None:
    parts.execute_query("CALL motif.graph.project('parts')")
    steps = "[{step: 'find', label: 'Part', where: {number: 7}, as: 'p'}]"
    run = f"CALL motif.run('parts', {{steps: {steps}}}) YIELD answers RETURN answers[0].name AS name"
    assert one(parts, run) == "part 7"
    kill_while(run, "answers", 0, neo4j_process, between)
    is_let_go(service)
    assert one(parts, run) == "part 7"
