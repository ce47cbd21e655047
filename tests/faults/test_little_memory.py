"""Too little memory: what cannot fit is refused; a container's bound or the server's heap ends a call, and no more."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import neo4j
import pytest

from control_groups import ControlGroup, control_group
from fault_services import FILMS, FIND_DIRECTOR, ServerProcess, ServiceProcess, told, wait_until
from motif.memory import own_memory

pytestmark = pytest.mark.faults

NODES = 200_000
MANY = f"""
UNWIND range(1, {NODES}) AS i
CALL (i) {{ CREATE (:Part {{name: 'a part whose name is not short, of number ' + i, number: i}}) }}
IN TRANSACTIONS OF 20000 ROWS
"""
PROJECT = "CALL motif.graph.project('parts', 'Part', '*', {sudo: $sudo}) YIELD nodeCount RETURN nodeCount"
HEAP = "RETURN size(reduce(text = 'x', i IN range(1, 30) | text + text)) AS n"
"""A text of a billion letters, which nobody counts before it is there."""


def one(driver: neo4j.Driver, statement: str, **values: object) -> object:
    return driver.execute_query(statement, values).records[0][0]  # type: ignore[arg-type]


@pytest.fixture
def films(driver: neo4j.Driver) -> neo4j.Driver:
    driver.execute_query(FILMS)
    return driver


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    with control_group() as made:
        yield made


def test_what_cannot_fit_is_refused_with_the_figures_before_anything_is_read(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess
) -> None:
    service.start(MOTIF_MEMORY_LIMIT="1M")
    neo4j_process.point(service.url)
    films.execute_query("CALL motif.graph.project('films')")
    films.session().run(MANY).consume()
    for call in ("project('parts')", "refresh('films')"):
        said = told(lambda call=call: films.execute_query(f"CALL motif.graph.{call}"))
        assert "Projecting 200,440 nodes and 400 relationships needs at least " in said, said
        assert "1.0 MiB are free" in said and "sudo: true" in said
    assert one(films, FIND_DIRECTOR, film="a film of number 7") == "Person 7"
    assert (
        one(films, "CALL motif.graph.refresh('films', {sudo: true}) YIELD nodeCount RETURN nodeCount")
        == NODES + 440
    )
    service.kill()


def test_a_service_that_its_container_kills(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, group: ControlGroup
) -> None:
    group.bound(1 << 30)
    service.start(prelude=group.prelude, ready=True)
    neo4j_process.point(service.url)
    assert service.facts()["memory"]["limit"] == 3 << 28
    films.execute_query("CALL motif.graph.project('films')")
    films.session().run(MANY).consume()
    assert one(films, FIND_DIRECTOR, film="a film of number 7") == "Person 7"
    group.bound(own_memory(service.pid) + (32 << 20))
    said = told(lambda: one(films, PROJECT, sudo=True))
    assert "The Motif service was lost while it worked on" in said, said
    wait_until(service.has_ended)
    assert group.kills() in (1, -1)
    group.bound(1 << 30)
    service.start(prelude=group.prelude)
    assert one(films, FIND_DIRECTOR, film="a film of number 7") == "Person 7"
    assert one(films, "CALL motif.graph.exists('parts') YIELD exists RETURN exists") is False
    assert one(films, PROJECT, sudo=False) == NODES
    service.kill()


def test_the_servers_heap_is_exhausted_while_it_sends_a_graph_and_answers(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess
) -> None:
    """Whichever call the heap fails, it is made whole or not at all, and answers are right or errors."""
    service.start()
    neo4j_process.point(service.url)
    films.execute_query("CALL motif.graph.project('films')")
    films.session().run(MANY).consume()
    ended, said = threading.Event(), list[str]()

    def exhaust() -> None:
        while not ended.is_set():
            said.append(told(lambda: one(films, HEAP)))

    threads = [threading.Thread(target=exhaust) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: said)
        problem = told(lambda: one(films, PROJECT, sudo=False))
        for _ in range(6):
            found = list[object]()
            if not told(
                lambda found=found: found.append(one(films, FIND_DIRECTOR, film="a film of number 7"))
            ):
                assert found == ["Person 7"]
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert all(said), "a text of a billion letters has no room in half a gigabyte"
    neo4j_process.start()  # where the heap has ended it
    wait_until(service.is_idle)
    if problem:
        assert one(films, "CALL motif.graph.exists('parts') YIELD exists RETURN exists") is False
        assert one(films, PROJECT, sudo=False) == NODES
    assert one(films, "CALL motif.graph.list('parts') YIELD nodeCount RETURN nodeCount") == NODES
    assert one(films, FIND_DIRECTOR, film="a film of number 7") == "Person 7"
    service.kill()
