"""The service killed at named points: the caller is told, nothing is left, and work goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import neo4j
import pytest

from cut_connections import Between
from fault_services import ServerProcess, ServiceProcess, told, wait_until

pytestmark = pytest.mark.faults

GRAPH = """
UNWIND range(0, 39) AS i CREATE (:Person {name: 'Person ' + i})
WITH count(*) AS _ UNWIND range(0, 1199) AS i CREATE (f:Film {name: 'a film of number ' + i})
WITH f, i MATCH (p:Person {name: 'Person ' + (i % 40)}) CREATE (f)-[:DIRECTED_BY]->(p)
"""
FIND = "CALL motif.match('films', [['a film of number 7', 'DIRECTED_BY', '?who']]) YIELD answers RETURN answers[0].name"
LIST = "CALL motif.graph.list('films') YIELD nodeCount, epoch RETURN nodeCount AS nodes, epoch"
LOST = "was lost while it worked on"


@pytest.fixture
def films(driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess) -> neo4j.Driver:
    service.start()
    neo4j_process.point(service.url)
    driver.execute_query(GRAPH)
    driver.execute_query("CALL motif.graph.project('films')")
    return driver


def value(driver: neo4j.Driver, statement: str) -> object:
    return driver.execute_query(statement).records[0][0]


def leftovers(service: ServiceProcess) -> list[str]:
    """Folders and files below the home that nothing will read."""
    return [str(path) for path in service.home.rglob(".*") if path.name not in (".gitignore",)]


def die_in(service: ServiceProcess, point: str, driver: neo4j.Driver, statement: str) -> None:
    """Runs the statement with a service that dies at the point, and starts one that does not."""
    service.kill()
    service.start(dies_at=point)
    assert LOST in told(lambda: driver.execute_query(statement))
    wait_until(service.has_ended)
    service.check_nothing_left()
    service.start()


@pytest.mark.parametrize("point", ["snapshot.renamed", "current.flipped"])
def test_in_a_first_projection(films: neo4j.Driver, service: ServiceProcess, point: str) -> None:
    films.execute_query("CALL motif.graph.drop('films')")
    die_in(service, point, films, "CALL motif.graph.project('films')")
    there = point == "current.flipped"
    assert value(films, "CALL motif.graph.exists('films') YIELD exists RETURN exists") is there
    films.execute_query(f"CALL motif.graph.{'refresh' if there else 'project'}('films')")
    assert (value(films, FIND), leftovers(service)) == ("Person 7", [])


@pytest.mark.parametrize("point", ["refresh.read", "current.flipped"])
def test_in_a_refresh(films: neo4j.Driver, service: ServiceProcess, point: str) -> None:
    films.execute_query("CREATE (:Film {name: 'one more'})")
    die_in(service, point, films, "CALL motif.graph.refresh('films')")
    assert value(films, FIND) == "Person 7"
    assert value(films, LIST) == (1241 if point == "current.flipped" else 1240)
    films.execute_query("CALL motif.graph.refresh('films')")
    assert (value(films, LIST), value(films, FIND), leftovers(service)) == (1241, "Person 7", [])


def test_while_texts_are_encoded_those_that_were_are_not_encoded_again(
    films: neo4j.Driver, service: ServiceProcess
) -> None:
    embed = "CALL motif.embed.text.mutate('films') YIELD embedded RETURN embedded"
    die_in(service, "embed.batch 1", films, embed)
    kept = sum(path.stat().st_size for path in (service.cache / "vectors").rglob("keys")) // 16
    assert kept >= 1000, "the first batch is on the disk"
    assert value(films, FIND) == "Person 7"
    films.execute_query(embed)
    assert sum(path.stat().st_size for path in (service.cache / "vectors").rglob("keys")) // 16 < kept + 1000
    assert films.execute_query("CALL motif.search('films', [['?film', 'directed by', 'Person 9']])").records


def test_while_it_trains(films: neo4j.Driver, service: ServiceProcess) -> None:
    pytest.importorskip("torch")
    train = "CALL motif.embed.dominance.mutate('films', {kind: 'gat', dimension: 2, epochs: 2})"
    die_in(service, "train.epoch", films, train)
    assert (value(films, FIND), leftovers(service)) == ("Person 7", [])
    films.execute_query(train)
    assert value(films, FIND) == "Person 7"


def test_while_the_plugin_writes_what_it_sent(
    films: neo4j.Driver, service: ServiceProcess, neo4j_process: ServerProcess
) -> None:
    """The service dies with a part of the frames sent: what is written is a part, and is completed."""
    films.execute_query("UNWIND range(0, 17999) AS i CREATE (:Film {name: 'another ' + i})")
    films.execute_query("CALL motif.graph.refresh('films')")
    write = (
        "CALL motif.embed.dominance.write('films', {dimension: 64}) YIELD nodePropertiesWritten AS n RETURN n"
    )
    written = "MATCH (n) RETURN count(n.motifDominance)"
    between = Between(service.port)
    neo4j_process.point(f"http://127.0.0.1:{between.port}")
    # 5.1 MB in all; the first frame ends after 4.3, in a record whose rest, up to 0.3 MB, may be of the second one.
    between.hold("answers", after=4_900_000)
    with ThreadPoolExecutor(1) as thread:
        ended = thread.submit(told, lambda: films.execute_query(write))
        between.wait_until_held("answers")
        wait_until(lambda: value(films, written), what="nothing of what was sent is written")
        service.kill()
        between.close()
        assert LOST in ended.result(60)
    service.start()
    neo4j_process.point(service.url)
    n = value(films, written)
    assert isinstance(n, int) and 0 < n < 19_240
    assert value(films, write) == 19_240 - n
    assert value(films, FIND) == "Person 7"
