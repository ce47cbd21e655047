"""Awkward data and bad calls against the real server; each is answered, or refused with what to do."""

from __future__ import annotations

from collections.abc import Iterator

import neo4j
import pytest

from motif.embedded import ServerState

pytestmark = pytest.mark.integration
MEGABYTE = "m" + "é𝔸東🔥 " * 75_000
"""A name of a million bytes, from every kind of plane."""


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query("CALL motif.graph.drop('awkward', false)")
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query("CALL motif.graph.drop('awkward', false)")


def test_a_name_of_a_megabyte_is_found_and_resolved(driver: neo4j.Driver) -> None:
    assert len(MEGABYTE.encode()) > 1_000_000
    driver.execute_query("CREATE (:Thing {name: $name})-[:R]->(:Thing {name: 'small'})", name=MEGABYTE)
    driver.execute_query("CALL motif.graph.project('awkward')")
    call = (
        "CALL motif.search('awkward', [[$name, 'R', '?x']], {topK: 1}) YIELD score, nodes RETURN score, nodes"
    )
    [row] = driver.execute_query(call, name=MEGABYTE).records
    assert row["score"] == 0.0
    assert {node["name"] for node in row["nodes"]} == {MEGABYTE, "small"}


def test_a_body_over_the_limit_is_refused_in_words(driver: neo4j.Driver) -> None:
    driver.execute_query("CREATE (:Thing {name: 'a'})-[:R]->(:Thing {name: 'b'})")
    driver.execute_query("CALL motif.graph.project('awkward')")
    with pytest.raises(neo4j.exceptions.Neo4jError, match=r"larger than 16,777,216 bytes\. Send less"):
        driver.execute_query(
            "CALL motif.search('awkward', [[$name, 'R', '?x']])", name="x" * (17 * 1024 * 1024)
        )


def test_a_node_that_is_renamed_after_projecting_is_dropped_and_counted(driver: neo4j.Driver) -> None:
    driver.execute_query(
        "CREATE (a:Thing {name: 'a'}) CREATE (a)-[:R]->(:Thing {name: 'b'}) CREATE (a)-[:R]->(:Thing {name: 'c'})"
    )
    driver.execute_query("CALL motif.graph.project('awkward')")
    driver.execute_query("MATCH (n {name: 'b'}) SET n.name = 'renamed'")
    call = (
        "CALL motif.search('awkward', [['a', 'R', '?x']], {topK: 2}) YIELD answers, metadata "
        "RETURN answers[0].name AS name, metadata.dropped AS dropped"
    )
    assert [record.data() for record in driver.execute_query(call).records] == [{"name": "c", "dropped": 1}]
    driver.execute_query("MATCH (n {name: 'c'}) DETACH DELETE n")
    with pytest.raises(neo4j.exceptions.Neo4jError, match=r"refresh"):
        driver.execute_query(call)


def test_own_writes_do_not_make_a_projection_stale_and_others_do(driver: neo4j.Driver) -> None:
    driver.execute_query("CREATE (:Thing {name: 'a'})-[:R]->(:Thing {name: 'b'})")
    driver.execute_query("CALL motif.graph.project('awkward')")
    stale = "CALL motif.graph.list('awkward') YIELD stale RETURN stale"
    assert driver.execute_query(stale).records[0]["stale"] is False
    driver.execute_query("CALL motif.embed.text.write('awkward')")
    assert driver.execute_query(stale).records[0]["stale"] is False
    driver.execute_query("CREATE (:Thing {name: 'c'})")
    assert driver.execute_query(stale).records[0]["stale"] is True
    driver.execute_query("CALL motif.graph.refresh('awkward')")
    assert driver.execute_query(stale).records[0]["stale"] is False
