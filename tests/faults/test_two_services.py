"""Two services over one folder: calls go around one that is down, jobs are safe, each is started anew in turn."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import neo4j
import pytest

from fault_services import FILMS, FIND_DIRECTOR, ServerProcess, ServiceProcess, told, wait_until

pytestmark = pytest.mark.faults

SERVICES = "CALL motif.sysInfo() YIELD key, value WITH * WHERE key = 'services' RETURN value"
CALLERS = 8


class Callers:
    """Eight at once, who ask until they are told to stop: what they were told, and what was wrong."""

    def __init__(self, driver: neo4j.Driver) -> None:
        self._driver = driver
        self._over = threading.Event()
        self._pool = ThreadPoolExecutor(CALLERS)
        self.wrong: list[str] = []
        self.answered = Counter[int]()

    def __enter__(self) -> Callers:
        self._ended = [self._pool.submit(self._ask, n) for n in range(CALLERS)]
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for each in self._ended:
            each.result(120)
        self._pool.shutdown()

    def wait_for(self, count: int) -> None:
        """Until each has been answered so often from now on."""
        before = Counter(self.answered)
        wait_until(lambda: self.wrong or all(self.answered[n] >= before[n] + count for n in range(CALLERS)))

    def _ask(self, caller: int) -> None:
        n = caller
        while not self._over.is_set():
            n += CALLERS
            film = f"a film of number {n % 400}"
            statement = (
                FIND_DIRECTOR
                if n % 3
                else "CALL motif.graph.list('films') YIELD nodeCount RETURN nodeCount AS who"
            )
            try:
                who = self._driver.execute_query(statement, film=film).records[0]["who"]
            except Exception as error:
                self.wrong.append(str(error))
                return
            if who not in (f"Person {n % 40}", 440, 441, 442):
                self.wrong.append(f"{film}: {who}")
                return
            self.answered[caller] += 1


@pytest.fixture
def second(service: ServiceProcess, tmp_path: Path) -> Iterator[ServiceProcess]:
    """Beside ``service``, over its folder."""
    made = ServiceProcess(service.home, service.cache, service.token_file, tmp_path / "second.log")
    yield made
    made.kill()


@pytest.fixture
def films(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, second: ServiceProcess
) -> neo4j.Driver:
    service.start()
    second.start()
    neo4j_process.point(f"{service.url},{second.url}")
    driver.execute_query(FILMS)
    driver.execute_query("CALL motif.graph.project('films')")
    return driver


def states(driver: neo4j.Driver) -> dict[str, dict[str, Any]]:
    """What ``motif.sysInfo`` says of each, by address."""
    return {each["url"]: each for each in driver.execute_query(SERVICES).records[0][0]}


def n_requests(service: ServiceProcess) -> int:
    return sum(line.get("event") == "request" and line.get("path") == "/v1/match" for line in service.lines())


def test_one_is_killed_while_eight_ask(
    films: neo4j.Driver, service: ServiceProcess, second: ServiceProcess
) -> None:
    with Callers(films) as callers:
        callers.wait_for(5)
        assert n_requests(service) and n_requests(second)
        service.kill()
        callers.wait_for(10)
        found = states(films)
        assert found[service.url]["state"] == "down"
        assert "cannot be reached (connection refused)" in found[service.url]["problem"]
        assert found[second.url]["state"] == "up"
        before = n_requests(service)
        service.start()
        wait_until(lambda: callers.wrong or n_requests(service) > before + 10)
        assert states(films)[service.url]["state"] == "up"
    assert callers.wrong == []


def test_each_is_stopped_and_started_anew_without_a_gap(
    films: neo4j.Driver, service: ServiceProcess, second: ServiceProcess
) -> None:
    with Callers(films) as callers:
        callers.wait_for(3)
        for one in (service, second):
            assert one.stop() == 0
            films.execute_query("MATCH (f:Film {name: 'a film of number 3'}) SET f.seen = timestamp()")
            films.execute_query("CALL motif.graph.refresh('films')")
            one.start()
            before = n_requests(one)
            wait_until(lambda one=one, before=before: callers.wrong or n_requests(one) > before)
    assert callers.wrong == []


def test_what_one_changes_the_other_answers_from(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, second: ServiceProcess
) -> None:
    """Projected, refreshed, dropped by one, asked of the other, with no call to either between."""
    both = f"{service.url},{second.url}"
    for n, (one, other) in enumerate([(service, second), (second, service)]):
        neo4j_process.point(other.url)
        assert films.execute_query(FIND_DIRECTOR, film="a film of number 7").records[0]["who"] == "Person 7"
        neo4j_process.point(one.url)
        films.execute_query(
            "MATCH (p:Person {name: $name}) CREATE (:Film {name: $film})-[:DIRECTED_BY]->(p)",
            name=f"Person {n}",
            film=f"another {n}",
        )
        films.execute_query("CALL motif.graph.refresh('films')")
        neo4j_process.point(other.url)
        assert films.execute_query(FIND_DIRECTOR, film=f"another {n}").records[0]["who"] == f"Person {n}"
    neo4j_process.point(service.url)
    films.execute_query("CALL motif.graph.drop('films')")
    neo4j_process.point(second.url)
    assert "No projection named 'films'" in told(lambda: films.execute_query(FIND_DIRECTOR, film="another 0"))
    neo4j_process.point(both)


def test_jobs_at_both_at_once_lose_nothing(
    films: neo4j.Driver, service: ServiceProcess, second: ServiceProcess
) -> None:
    """Refreshed, embedded and counted by trusses from both: each adds to what the others did."""
    jobs = [
        "CALL motif.graph.refresh('films')",
        "CALL motif.embed.text.mutate('films')",
        "CALL motif.embed.dominance.mutate('films')",
        "CALL motif.graph.refresh('films')",
    ]
    with ThreadPoolExecutor(len(jobs)) as pool:
        said = list(pool.map(lambda job: told(lambda: films.execute_query(job)), jobs))
    assert [each for each in said if each] == []
    found = films.execute_query(
        "CALL motif.graph.list('films') YIELD nodeCount, configuration RETURN *"
    ).records[0]
    assert found["nodeCount"] == 440
    assert films.execute_query("CALL motif.search('films', [['?film', 'directed by', 'Person 9']])").records
    assert films.execute_query("CALL motif.embed.dominance.stats('films')").records


def test_a_job_at_one_that_is_killed_is_told_and_not_begun_at_the_other(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, second: ServiceProcess
) -> None:
    service.kill()
    second.kill()
    service.start(dies_at="embed.batch 1")
    second.start(dies_at="embed.batch 1")
    assert "was lost while it worked on motif.embed.text.mutate" in told(
        lambda: films.execute_query("CALL motif.embed.text.mutate('films')")
    )
    wait_until(lambda: service.has_ended() or second.has_ended())
    assert service.has_ended() != second.has_ended(), "the other one was not asked"
