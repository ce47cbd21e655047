"""The jar in a real server of either version: what it shows, exports, drops, and takes for fresh."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import neo4j
import numpy as np
import pytest

from motif.embedded import ServerState

pytestmark = pytest.mark.integration

FILMS = """
CREATE (heat:Movie {title: 'Heat'})-[:DIRECTED_BY]->(mann:Person {name: 'Michael Mann'}),
       (:Movie {title: 'The Insider'})-[:DIRECTED_BY]->(mann)
"""
SEARCH = "CALL motif.search('plugin', [['?film', 'DIRECTED_BY', 'Michael Mann']])"


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(FILMS)
        driver.execute_query("CALL motif.graph.drop('plugin', false)")
        driver.execute_query("CALL motif.graph.project('plugin')")
        yield driver
        driver.execute_query("CALL motif.graph.drop('plugin', false)")
        driver.execute_query("MATCH (n) DETACH DELETE n")


def rows(driver: neo4j.Driver, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    return [record.data() for record in driver.execute_query(statement, parameters).records]


def is_stale(driver: neo4j.Driver) -> bool | None:
    stale: bool | None = rows(driver, "CALL motif.graph.list('plugin') YIELD stale")[0]["stale"]
    return stale


def test_every_procedure_argument_and_column_is_described(driver: neo4j.Driver) -> None:
    shown = rows(
        driver,
        "SHOW PROCEDURES YIELD name, description, argumentDescription, returnDescription "
        "WHERE name STARTS WITH 'motif.'",
    )
    assert {"motif.search", "motif.graph.project", "motif.help", "motif.internal.export"} <= {
        r["name"] for r in shown
    }
    for procedure in shown:
        parts = [*procedure["argumentDescription"], *procedure["returnDescription"]]
        texts = [procedure["description"], *(part["description"] for part in parts)]
        # Neo4j puts the signature where a description is missing.
        assert all(text and "::" not in text for text in texts), procedure["name"]


def test_plugin_service_and_server_fit(driver: neo4j.Driver) -> None:
    facts = {row["key"]: row["value"] for row in rows(driver, "CALL motif.sysInfo()")}
    assert facts["fits"] is True, facts.get("problem")
    assert facts["refreshFailures"] == {}
    assert facts["pluginVersion"] == rows(driver, "RETURN motif.version() AS version")[0]["version"]


def test_the_export_holds_every_relationship_once(driver: neo4j.Driver) -> None:
    driver.execute_query(
        "UNWIND range(1, 500) AS i CREATE (:N {i: i}) WITH count(*) AS _ "
        "UNWIND range(1, 5000) AS k MATCH (a:N {i: 1 + k % 500}), (b:N {i: 1 + k * k % 500}) CREATE (a)-[:R]->(b)"
    )
    exported = []
    for frame in rows(driver, "CALL motif.internal.export({chunk: 700})"):
        header = json.loads(frame["header"])
        if header["kind"] == "relationships":
            numbers = np.frombuffer(frame["data"], "<i8", count=3 * header["count"])
            exported.append(numbers.reshape(3, -1).T)
    expected = driver.execute_query("MATCH (a)-[r]->(b) RETURN id(r) AS r, id(a) AS a, id(b) AS b ORDER BY r")
    found = np.concatenate(exported)
    assert found[np.argsort(found[:, 0])].tolist() == [list(record.values()) for record in expected.records]


def test_a_node_renamed_since_is_dropped_and_counted(driver: neo4j.Driver) -> None:
    driver.execute_query("MATCH (m:Movie {title: 'Heat'}) SET m.title = 'Cold'")
    found = rows(
        driver,
        SEARCH + " YIELD answers, metadata RETURN answers[0].title AS film, metadata.dropped AS dropped",
    )
    assert [(row["film"], row["dropped"]) for row in found if row["film"]] == [("The Insider", 1)]


def test_a_graph_that_is_gone_ends_in_words(driver: neo4j.Driver) -> None:
    driver.execute_query("MATCH (n) DETACH DELETE n")
    with pytest.raises(
        neo4j.exceptions.ClientError, match=r"changed since .* CALL motif.graph.refresh\('plugin'\)"
    ):
        rows(driver, SEARCH)


def test_a_change_makes_a_projection_stale_and_motifs_own_write_does_not(driver: neo4j.Driver) -> None:
    assert is_stale(driver) is False
    written = rows(driver, "CALL motif.embed.text.write('plugin')")[0]
    assert written["nodePropertiesWritten"] == 3
    assert is_stale(driver) is False
    driver.execute_query("MATCH (m:Movie {title: 'Heat'}) SET m.released = 1995")
    assert is_stale(driver) is True
    driver.execute_query("CALL motif.graph.refresh('plugin')")
    assert is_stale(driver) is False
