"""How old answers say that they are, at every door of a real server; projections that refresh themselves."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
from click.testing import CliRunner

import motif
from motif.cli.main import main
from motif.database.changes import KEPT
from motif.embedded import ServerState
from motif.langchain import MotifRetriever
from motif.mcp import Tools
from motif.settings import load_settings
from page_blocks import blocks

pytestmark = pytest.mark.integration

FILMS = """
CREATE (:Movie {title: 'Heat'})-[:DIRECTED_BY]->(mann:Person {name: 'Michael Mann'}),
       (:Movie {title: 'The Insider'})-[:DIRECTED_BY]->(mann)
"""
ANOTHER = "MATCH (p:Person) CREATE (:Movie {title: 'Collateral'})-[:DIRECTED_BY]->(p)"
PATTERN = [["?film", "DIRECTED_BY", "Michael Mann"]]
MATCH = (
    f"CALL motif.match('aged', {PATTERN}) YIELD answers, metadata RETURN answers[0].title AS film, metadata"
)
OTHER = {"username": "motif_reader", "password": "a password of its own"}


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(FILMS)
        driver.execute_query("CALL motif.graph.drop('aged', false)")
        yield driver
        driver.execute_query("CALL motif.graph.drop('aged', false)")
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture
def db(server: ServerState, driver: neo4j.Driver, tmp_path: Path) -> Iterator[motif.Connection]:
    settings = dataclasses.replace(load_settings(), home=tmp_path)
    with motif.connect(server.bolt, (server.user, server.password), settings=settings) as db:
        yield db


def told(driver: neo4j.Driver) -> list[dict[str, Any]]:
    return [record["metadata"] for record in driver.execute_query(MATCH).records]


def films(driver: neo4j.Driver) -> set[str]:
    return {record["film"] for record in driver.execute_query(MATCH).records}


def waited_for(what: Callable[[], bool]) -> bool:
    end = time.monotonic() + 60
    while not what() and time.monotonic() < end:
        time.sleep(0.2)
    return what()


def listed(driver: neo4j.Driver) -> dict[str, Any]:
    statement = (
        "CALL motif.graph.list('aged') YIELD stale, behind, readTime, refresh, refreshFailure RETURN *"
    )
    return driver.execute_query(statement).records[0].data()


def test_cypher_says_how_far_an_answer_is_behind(driver: neo4j.Driver) -> None:
    driver.execute_query("CALL motif.graph.project('aged')")
    assert [(one["stale"], one["behind"]) for one in told(driver)] == [(False, {"transactions": 0})] * 2
    driver.execute_query(ANOTHER)
    assert [(one["stale"], one["behind"]) for one in told(driver)] == [(True, {"transactions": 1})] * 2
    driver.execute_query("MATCH (m:Movie) SET m.seen = 1")
    assert {one["behind"]["transactions"] for one in told(driver)} == {2}
    row = listed(driver)
    assert (row["stale"], row["behind"], row["refresh"]) == (True, {"transactions": 2}, "manual")
    assert row["refreshFailure"] is None and row["readTime"] is not None
    driver.execute_query("CALL motif.embed.text.write('aged')")
    assert {one["behind"]["transactions"] for one in told(driver)} == {2}, "Motif's own write is none"
    driver.execute_query("CALL motif.graph.refresh('aged')")
    assert [one["stale"] for one in told(driver)] == [False] * 3


def test_python_langchain_mcp_and_the_shell_say_the_same(
    driver: neo4j.Driver,
    server: ServerState,
    db: motif.Connection,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    kg = db.project("aged")
    retriever, tools = MotifRetriever(graph=kg, method="match"), Tools(lambda: kg)
    pattern = "?film | DIRECTED_BY | Michael Mann"

    def ages() -> list[tuple[bool | None, Any]]:
        found = kg.match(PATTERN)
        documents = retriever.invoke(pattern)
        brief = json.loads(asyncio.run(tools.match(pattern)))
        every = [found.metadata, found[0].metadata, documents[0].metadata, brief["metadata"]]
        return [(one["stale"], one["behind"]) for one in every]

    assert ages() == [(False, {"transactions": 0})] * 4
    driver.execute_query(ANOTHER)
    time.sleep(KEPT)
    assert ages() == [(True, {"transactions": 1})] * 4
    [info] = db.graphs()
    assert (info.stale, info.behind) == (True, {"transactions": 1})
    monkeypatch.setenv("MOTIF_HOME", str(tmp_path))
    monkeypatch.setenv("MOTIF_CATALOG_LOCKED", "true")
    login = ["--uri", server.bolt, "--user", server.user, "--password", server.password]
    asked = ["ask", "--graph", "aged", "--method", "match", "--pattern", pattern, "--no-background", *login]
    shown = CliRunner().invoke(main, asked)
    assert shown.exit_code == 0, shown.output
    assert "The data has changed since: 1 transaction behind." in shown.output
    pieces = json.loads(CliRunner().invoke(main, [*asked, "--json"]).output)
    assert {(one["metadata"]["stale"], one["metadata"]["behind"]["transactions"]) for one in pieces} == {
        (True, 1)
    }
    assert "1 transaction behind" in CliRunner().invoke(main, ["graphs", *login]).output
    kg.refresh()
    assert ages() == [(False, {"transactions": 0})] * 4


def test_python_asks_the_server_once_a_second(db: motif.Connection) -> None:
    kg = db.project("aged")
    asked: list[Any] = []
    ask = db.database.changes_since
    db.database.changes._ask = lambda wanted: (asked.append(wanted), ask(wanted))[1]
    began = time.monotonic()
    for _ in range(30):
        kg.match(PATTERN)
    assert len(asked) <= 1 + (time.monotonic() - began) / KEPT


def test_a_call_that_began_on_the_old_epoch_says_the_age_of_that_one(
    driver: neo4j.Driver, db: motif.Connection
) -> None:
    kg = db.project("aged")
    driver.execute_query(ANOTHER)
    with kg.held() as projection:
        db.graph("aged").refresh()
        found = kg.match(PATTERN)
        assert (len(found), found.metadata["epoch"]) == (2, projection.epoch)
        assert kg.age(projection)["stale"] is True
    assert (len(kg.match(PATTERN)), kg.match(PATTERN).metadata["stale"]) == (3, False)


def test_python_refreshes_one_that_refreshes_itself(driver: neo4j.Driver, db: motif.Connection) -> None:
    kg = db.project("aged", refresh="auto")
    driver.execute_query(ANOTHER)
    time.sleep(KEPT)
    found = kg.match(PATTERN)
    assert (len(found), found.metadata["stale"], found.metadata["refreshing"]) == (2, True, True)
    assert waited_for(lambda: len(kg.match(PATTERN)) == 3)
    time.sleep(KEPT)
    assert kg.match(PATTERN).metadata["stale"] is False
    assert kg.projection.configuration["refresh"] == "auto", "the next one too"


def test_a_question_that_fails_begins_a_refresh_too(driver: neo4j.Driver, db: motif.Connection) -> None:
    kg = db.project("aged", refresh="auto")
    driver.execute_query("MATCH (m:Movie) CREATE (m)-[:STARS]->(:Person {name: 'Jamie Foxx'})")
    time.sleep(KEPT)
    with pytest.raises(motif.MotifError):
        kg.match([["?film", "STARS", "Jamie Foxx"]])
    assert waited_for(lambda: "STARS" in kg.projection.relationships.types)


def test_a_refresh_that_fails_leaves_answers_as_they_are(driver: neo4j.Driver, db: motif.Connection) -> None:
    kg = db.project("aged", refresh="auto")
    driver.execute_query("MATCH (n) DETACH DELETE n")
    time.sleep(KEPT)
    assert len(kg.match(PATTERN)) == 2
    assert waited_for(lambda: "refresh_failed" in kg.match(PATTERN).metadata)
    found = kg.match(PATTERN)
    assert len(found) == 2 and "nothing to project" in found.metadata["refresh_failed"]
    [info] = db.graphs()
    assert info.failure is not None and "nothing to project" in info.failure.problem


def test_cypher_refreshes_one_that_refreshes_itself_in_its_owners_name(
    driver: neo4j.Driver, server: ServerState
) -> None:
    driver.execute_query("CALL motif.graph.project('aged', '*', '*', {refresh: 'auto', shared: true})")
    system = {"database_": "system"}
    driver.execute_query("DROP USER motif_reader IF EXISTS", **system)
    driver.execute_query(
        "CREATE USER $username SET PASSWORD $password CHANGE NOT REQUIRED", {**OTHER}, **system
    )
    try:
        with neo4j.GraphDatabase.driver(server.bolt, auth=tuple(OTHER.values())) as other:
            driver.execute_query(ANOTHER)
            # Another login may read what is shared; only its owner has it read again.
            assert [(one["stale"], "refreshing" in one) for one in told(other)] == [(True, False)] * 2
            assert [(one["stale"], one["refreshing"]) for one in told(driver)] == [(True, True)] * 2
            assert waited_for(lambda: len(films(other)) == 3)
            assert told(other)[0]["stale"] is False
            progress = "CALL motif.listProgress() YIELD taskName RETURN collect(taskName) AS tasks"
            assert "motif.graph.refresh" in driver.execute_query(progress).records[0]["tasks"]
            assert "motif.graph.refresh" not in other.execute_query(progress).records[0]["tasks"]
    finally:
        driver.execute_query("DROP USER motif_reader IF EXISTS", **system)


def test_the_page_of_ones_own_graph_asks_for_an_age_that_is_told(driver: neo4j.Driver) -> None:
    driver.execute_query(
        "CREATE (:Person {name: 'Babbage'})-[:INVENTED]->(:Engine {name: 'Difference Engine'})"
    )
    driver.execute_query("CALL motif.graph.drop('engines', false)")
    driver.execute_query("CALL motif.graph.project('engines')")
    [statement] = [one for one in blocks("docs/your-graph.md", "cypher") if "behind" in one]
    fresh = {"text": "Babbage | INVENTED | Difference Engine", "stale": False, "behind": {"transactions": 0}}
    try:
        assert [record.data() for record in driver.execute_query(statement).records] == [fresh]
        driver.execute_query(ANOTHER)
        old = {**fresh, "stale": True, "behind": {"transactions": 1}}
        assert [record.data() for record in driver.execute_query(statement).records] == [old]
    finally:
        driver.execute_query("CALL motif.graph.drop('engines')")


def test_a_question_in_cypher_that_fails_begins_a_refresh_too(driver: neo4j.Driver) -> None:
    driver.execute_query("CALL motif.graph.project('aged', '*', '*', {refresh: 'auto'})")
    driver.execute_query("MATCH (m:Movie) CREATE (m)-[:STARS]->(:Person {name: 'Jamie Foxx'})")
    call = "CALL motif.match('aged', [['?film', 'STARS', 'Jamie Foxx']]) YIELD answers RETURN answers"

    with pytest.raises(neo4j.exceptions.ClientError):
        driver.execute_query(call)
    # The one question that failed began it; nothing else is asked until it has come.
    assert waited_for(lambda: listed(driver)["stale"] is False)
    assert len(driver.execute_query(call).records) == 2
