"""A service with a folder of its own that follows another: both answer the same, one changes, and either may die."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from fault_services import FILMS, FIND_DIRECTOR, ServerProcess, ServiceProcess, told, wait_until
from own_certificates import Authority

pytestmark = pytest.mark.faults

FACTS = "CALL motif.sysInfo() YIELD key, value WITH * WHERE key = $key RETURN value"
ADD = "MATCH (p:Person {name: $name}) CREATE (:Film {name: $film})-[:DIRECTED_BY]->(p)"
REFRESH = "CALL motif.graph.refresh('films')"


@pytest.fixture
def follower(service: ServiceProcess, tmp_path: Path) -> Iterator[ServiceProcess]:
    """It has its own folder and follows ``service``, which has to be started first."""
    made = ServiceProcess(
        tmp_path / "second-home", tmp_path / "second-cache", service.token_file, tmp_path / "second.log"
    )
    yield made
    made.kill()


@pytest.fixture
def films(
    driver: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, follower: ServiceProcess
) -> neo4j.Driver:
    service.start()
    follower.start(MOTIF_SERVICE_FOLLOW=service.url)
    neo4j_process.point(f"{follower.url},{service.url}")
    driver.execute_query(FILMS)
    driver.execute_query("CALL motif.graph.project('films')")
    return driver


def who(driver: neo4j.Driver, film: str) -> Any:
    return driver.execute_query(FIND_DIRECTOR, film=film).records[0]["who"]


def at_each(
    driver: neo4j.Driver, server: ServerProcess, services: list[ServiceProcess], film: str
) -> list[Any]:
    """What each says that is asked alone."""
    found = []
    for one in services:
        server.point(one.url)
        found.append(who(driver, film))
    server.point(",".join(one.url for one in reversed(services)))
    return found


def follows(driver: neo4j.Driver, service: ServiceProcess) -> dict[str, Any]:
    """What ``motif.sysInfo`` says of whom it follows."""
    services = driver.execute_query(FACTS, key="services").records[0]["value"]
    return dict(next(one for one in services if one["url"] == service.url)["follows"] or {})


def n_requests(service: ServiceProcess, path: str) -> int:
    return sum(line.get("event") == "request" and line.get("path") == path for line in service.lines())


def test_both_answer_the_same_and_what_changes_goes_to_the_first(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, follower: ServiceProcess
) -> None:
    both = [service, follower]
    assert at_each(films, neo4j_process, both, "a film of number 7") == ["Person 7", "Person 7"]
    for n in range(3):
        films.execute_query(ADD, name=f"Person {n}", film=f"another {n}")
        films.execute_query(REFRESH)
        assert at_each(films, neo4j_process, both, f"another {n}") == [f"Person {n}"] * 2
    films.execute_query("CALL motif.embed.text.mutate('films')")
    for n in range(20):
        assert who(films, f"a film of number {n}") == f"Person {n}"
    assert n_requests(service, "/v1/match") > 5 and n_requests(follower, "/v1/match") > 5
    assert n_requests(follower, "/v1/embed/text/mutate") == 0, "it is remembered which one follows"
    assert follows(films, follower)["url"] == service.url and not follows(films, service)
    assert follows(films, follower)["state"] == "following"
    neo4j_process.point(follower.url)
    refused = told(lambda: films.execute_query(REFRESH))
    assert f"follows {service.url}" in refused and "was not begun" in refused
    neo4j_process.point(f"{follower.url},{service.url}")
    films.execute_query("CALL motif.graph.drop('films')")
    neo4j_process.point(follower.url)
    wait_until(lambda: "No projection named 'films'" in told(lambda: who(films, "another 0")))


def test_the_first_one_dies_and_the_follower_answers(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, follower: ServiceProcess
) -> None:
    service.kill()
    for n in range(10):
        assert who(films, f"a film of number {n}") == f"Person {n}"
    wait_until(lambda: follows(films, follower)["state"] == "unreachable")
    assert "cannot be reached" in follows(films, follower)["problem"]
    refused = told(lambda: films.execute_query(REFRESH))
    assert "cannot be reached" in refused and f"follows {service.url}" in refused
    follower.stop()
    follower.start(MOTIF_SERVICE_FOLLOW=service.url)
    assert who(films, "a film of number 3") == "Person 3", "it starts without the first one"
    service.start()
    films.execute_query(ADD, name="Person 5", film="a late one")
    films.execute_query(REFRESH)
    neo4j_process.point(follower.url)
    wait_until(lambda: not told(lambda: who(films, "a late one")) and who(films, "a late one") == "Person 5")


@pytest.mark.parametrize("point", ["follow.part 3", "follow.synced", "follow.placed", "current.flipped"])
def test_a_follower_that_is_killed_goes_on_where_it_was(
    films: neo4j.Driver,
    neo4j_process: ServerProcess,
    service: ServiceProcess,
    follower: ServiceProcess,
    point: str,
) -> None:
    follower.stop()
    follower.start(dies_at=point, MOTIF_SERVICE_FOLLOW=service.url)
    films.execute_query(ADD, name="Person 1", film="the newest")
    films.execute_query(REFRESH)
    wait_until(follower.has_ended)
    assert who(films, "the newest") == "Person 1"
    follower.start(MOTIF_SERVICE_FOLLOW=service.url)
    neo4j_process.point(follower.url)
    assert who(films, "a film of number 9") == "Person 9"
    wait_until(lambda: not told(lambda: films.execute_query(FIND_DIRECTOR, film="the newest").records[0]))


def test_a_follower_whose_files_are_broken_is_whole_again_by_itself(
    films: neo4j.Driver, neo4j_process: ServerProcess, service: ServiceProcess, follower: ServiceProcess
) -> None:
    """A byte is flipped in one file and another is removed, under a follower that has both mapped."""
    [folder], [first] = ((one.home / "graphs").glob("*/films") for one in (follower, service))
    wait_until(lambda: (folder / "1" / "manifest.json").is_file())
    assert at_each(films, neo4j_process, [service, follower], "a film of number 7") == ["Person 7"] * 2
    flipped, removed = folder / "1" / "relationship.ids.npy", folder / "1" / "node.ids.npy"
    with flipped.open("r+b") as file:
        file.seek(-1, 2)
        last = file.read(1)[0]
        file.seek(-1, 2)
        file.write(bytes([last ^ 1]))
    removed.unlink()
    wait_until(lambda: any(line.get("event") == "broken" for line in follower.lines()))
    for n in range(20):
        assert who(films, f"a film of number {n}") == f"Person {n}", "whoever is whole is asked"
    wait_until(lambda: any(line.get("event") == "mended" for line in follower.lines()))
    for path in (flipped, removed):
        assert path.read_bytes() == (first / "1" / path.name).read_bytes()
    service.kill()
    neo4j_process.point(follower.url)
    for n in range(20):
        assert who(films, f"a film of number {n}") == f"Person {n}"


def test_over_https_the_certificate_is_checked(
    films: neo4j.Driver, service: ServiceProcess, follower: ServiceProcess, certificates: Authority
) -> None:
    follower.stop()
    service.stop()
    pem, key = str(certificates.signed(days=7)), str(certificates.key)
    service.start(MOTIF_SERVICE_CERTIFICATE=pem, MOTIF_SERVICE_PRIVATE_KEY=key)
    secure = f"https://127.0.0.1:{service.port}"
    follower.start(MOTIF_SERVICE_FOLLOW=secure)
    wait_until(lambda: "certificate" in str(follower.facts()["follows"]["problem"]))
    follower.stop()
    trusted = str(certificates.folder / "authority.pem")
    follower.start(MOTIF_SERVICE_FOLLOW=secure, SSL_CERT_FILE=trusted)
    wait_until(lambda: follower.facts()["follows"]["state"] == "following")
