"""A disk that is really full, and two services on one folder: told, and nothing is broken."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import neo4j
import pytest

from fault_services import ServerProcess, ServiceProcess, told

pytestmark = pytest.mark.faults

GRAPH = "UNWIND range(0, 999) AS i CREATE (:Film {name: 'film ' + i})-[:DIRECTED_BY]->(:Person {name: 'person ' + i})"
FIND = "CALL motif.match('films', [['film 7', 'DIRECTED_BY', '?who']]) YIELD answers RETURN answers[0].name"
LIST = "CALL motif.graph.list('films') YIELD nodeCount RETURN nodeCount"


def value(driver: neo4j.Driver, statement: str) -> object:
    return driver.execute_query(statement).records[0][0]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of three megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(folder)]
    if os.name != "posix" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a file system of its own needs the right to mount one (root)")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, small_disk: Path
) -> None:
    service.home = small_disk / "home"
    service.start()
    neo4j_process.point(service.url)
    driver.execute_query(GRAPH)
    driver.execute_query("CALL motif.graph.project('films')")
    driver.execute_query(
        "UNWIND range(1000, 79999) AS i CREATE (:Film {name: 'a film with a longer name ' + i})"
    )
    assert value(driver, FIND) == "person 7"  # keeps what it joins by
    before = sum(path.stat().st_size for path in service.home.rglob("*") if path.is_file())
    for call in ("refresh('films')", "project('more')"):
        said = told(lambda call=call: driver.execute_query(f"CALL motif.graph.{call}"))
        assert "No space left on device" in said and "Free some space" in said
        assert (value(driver, FIND), value(driver, LIST)) == ("person 7", 2000)
    after = sum(path.stat().st_size for path in service.home.rglob("*") if path.is_file())
    assert after <= before + 10_000, "what was begun has given its room back"
    driver.execute_query("MATCH (f:Film) WHERE f.name STARTS WITH 'a film' DETACH DELETE f")
    driver.execute_query("CREATE (:Film {name: 'one'})")
    driver.execute_query("CALL motif.graph.refresh('films')")
    assert (value(driver, FIND), value(driver, LIST)) == ("person 7", 2001)
    service.kill()


def test_two_services_on_one_folder(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, tmp_path: Path
) -> None:
    """Each answers of what the other has made, and of two that write at once neither loses what the other wrote."""
    other = ServiceProcess(service.home, service.cache, service.token_file, tmp_path / "other.log")
    driver.execute_query(GRAPH)
    service.start()
    try:
        other.start()
        neo4j_process.point(service.url)
        driver.execute_query("CALL motif.graph.project('films')")
        assert value(driver, FIND) == "person 7"
        neo4j_process.point(other.url)
        assert value(driver, FIND) == "person 7"
        driver.execute_query("CREATE (:Film {name: 'one more'})")
        driver.execute_query("CALL motif.graph.refresh('films')")
        neo4j_process.point(service.url)
        assert value(driver, LIST) == 2001
        database = str(value(driver, "CALL db.info() YIELD id RETURN id"))
        jobs = [
            (one, path) for path in ("truss/mutate", "embed/dominance/mutate") for one in (service, other)
        ]
        with ThreadPoolExecutor(4) as threads:
            made = list(threads.map(lambda job: job[0].ask(job[1], database, graphName="films"), jobs))
        assert [answer.status_code for answer in made] == [200] * 4, [answer.text for answer in made]
        for one in (other, service):
            neo4j_process.point(one.url)
            assert value(driver, FIND) == "person 7"
        driver.execute_query("CALL motif.graph.drop('films')")
        neo4j_process.point(other.url)
        assert "No projection named 'films'" in told(lambda: value(driver, FIND))
    finally:
        other.kill()
