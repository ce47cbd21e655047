"""Two logins on a real server: whose projections are, and what a row must still mean for who calls.

Community has no roles: what a login may not see, the tests delete, or put something else in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from motif import connect
from motif.embedded import ServerState
from motif.errors import NotOwner
from motif.settings import Settings

pytestmark = pytest.mark.integration

FILMS = """
CREATE (heat:Movie {title: 'Heat', released: 1995})-[:DIRECTED_BY]->(mann:Person {name: 'Michael Mann'}),
       (:Movie {title: 'The Insider', released: 1999})-[:DIRECTED_BY]->(mann),
       (heat)-[:HAS]->(:Scene {place: 'diner', minute: 87}), (heat)-[:HAS]->(:Scene {place: 'bank', minute: 104})
"""
MATCH = "CALL motif.match('films', [['?film', 'DIRECTED_BY', 'Michael Mann']], {return: $return})"
SCENES = "CALL motif.match('films', [['Heat', 'HAS', {unknown: 'scene', label: 'Scene'}]], {return: $return})"
PASSWORD = "another-secret-1"


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query(FILMS)
        driver.execute_query("CALL motif.graph.drop('films', false)")
        driver.execute_query(
            "CALL motif.graph.project('films', '*', '*', {nodeProperties: ['place', 'minute']})"
        )
        yield driver
        driver.execute_query("CALL motif.graph.drop('films', false)")
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture
def other(server: ServerState, driver: neo4j.Driver) -> Iterator[neo4j.Driver]:
    """A second login."""
    create = "CREATE OR REPLACE USER alice SET PASSWORD $password CHANGE NOT REQUIRED"
    driver.execute_query(create, password=PASSWORD, database_="system")
    with neo4j.GraphDatabase.driver(server.bolt, auth=("alice", PASSWORD)) as other:
        yield other
    driver.execute_query("DROP USER alice", database_="system")


def rows(driver: neo4j.Driver, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    return [record.data() for record in driver.execute_query(statement, parameters).records]


def texts(driver: neo4j.Driver, statement: str = MATCH, carry: str = "text") -> list[str]:
    return [row["text"] for row in rows(driver, f"{statement} YIELD text", **{"return": carry})]


def refused(driver: neo4j.Driver, statement: str, **parameters: Any) -> str:
    with pytest.raises(neo4j.exceptions.Neo4jError) as error:
        driver.execute_query(statement, parameters)
    return str(error.value.message).partition("Caused by: ")[2]


def test_a_projection_belongs_to_the_login_that_made_it(driver: neo4j.Driver, other: neo4j.Driver) -> None:
    listed = "CALL motif.graph.list() YIELD graphName, configuration RETURN graphName, configuration.owner AS owner"
    assert rows(driver, listed) == [{"graphName": "films", "owner": "neo4j"}]
    assert rows(other, listed) == []
    assert rows(other, "RETURN motif.graph.exists('films') AS there") == [{"there": False}]
    for call in (
        "CALL motif.match('{0}', [['?a', 'HAS', '?b']])",
        "CALL motif.retrieve('{0}', 'Who directed Heat?')",
        "CALL motif.graph.refresh('{0}')",
        "CALL motif.graph.drop('{0}')",
        "CALL motif.truss.mutate('{0}')",
    ):
        hidden, none = (refused(other, call.format(name)).replace(name, "…") for name in ("films", "zzzzz"))
        assert hidden == none and "No projection named '…'" in hidden
    assert len(texts(driver)) == 2


def test_what_is_shared_is_read_by_others_and_changed_by_its_owner(
    driver: neo4j.Driver, other: neo4j.Driver
) -> None:
    driver.execute_query("CALL motif.graph.drop('films')")
    driver.execute_query("CALL motif.graph.project('films', '*', '*', {shared: true})")
    assert len(texts(other)) == 2
    for call in ("graph.refresh", "graph.drop", "truss.mutate", "truss.write"):
        assert "belongs to another login" in refused(other, f"CALL motif.{call}('films')")
    driver.execute_query("CALL motif.graph.refresh('films')")
    listed = (
        "CALL motif.graph.list('films') YIELD epoch, configuration RETURN epoch, configuration.owner AS owner"
    )
    assert rows(other, listed) == [{"epoch": 2, "owner": "neo4j"}]


@pytest.mark.parametrize("carry", ["graph", "ids", "text", "json"])
def test_text_and_ids_of_what_is_gone_are_told_nobody(driver: neo4j.Driver, carry: str) -> None:
    driver.execute_query("MATCH (m:Movie {title: 'Heat'}) DETACH DELETE m")
    told = rows(driver, f"{MATCH} YIELD rank, text, metadata", **{"return": carry})
    assert [row["rank"] for row in told] == [1]
    assert "The Insider | DIRECTED_BY | Michael Mann" in told[0]["text"]
    assert not any("Heat" in row["text"] for row in told)
    assert told[0]["metadata"]["dropped"] == 1


def test_what_the_calling_transaction_has_deleted_is_not_told(driver: neo4j.Driver) -> None:
    with driver.session() as session, session.begin_transaction() as tx:
        tx.run("MATCH (m:Movie {title: 'Heat'}) DETACH DELETE m").consume()
        found = [record["text"] for record in tx.run(f"{MATCH} YIELD text", {"return": "text"})]
        tx.rollback()
    assert found == ["The Insider | DIRECTED_BY | Michael Mann"]
    assert len(texts(driver)) == 2


@pytest.mark.parametrize("carry", ["graph", "text"])
def test_a_reused_id_is_not_the_old_node_where_nothing_names_it(driver: neo4j.Driver, carry: str) -> None:
    assert len(texts(driver, SCENES, carry)) == 2
    # As if another scene had got the id: to the projection, a node is what was projected of it.
    driver.execute_query("MATCH (s:Scene {place: 'bank'}) SET s.place = 'airport', s.minute = 160")
    assert len(texts(driver, SCENES, carry)) == 1
    driver.execute_query("MATCH (s:Scene {place: 'diner'}) REMOVE s:Scene SET s:Prop")
    assert "still as it was" in refused(driver, SCENES, **{"return": carry})


def test_a_job_of_another_login_is_not_listed(driver: neo4j.Driver, other: neo4j.Driver) -> None:
    driver.execute_query("CALL motif.truss.mutate('films', {jobId: 'nightly'})")
    listed = "CALL motif.listProgress('nightly') YIELD jobId"
    assert rows(driver, listed) == [{"jobId": "nightly"}]
    assert rows(other, listed) == []


def test_in_python_too_a_refresh_is_its_owners(
    server: ServerState, server_settings: Settings, driver: neo4j.Driver, other: neo4j.Driver
) -> None:
    with connect(driver=other, settings=server_settings) as theirs:
        mine = theirs.project("hers")
        try:
            assert theirs.catalog.ownership(theirs.database.id, "hers").owner == "alice"
            with pytest.raises(NotOwner, match="belongs to another login"):
                theirs.graph("films").refresh()
            with pytest.raises(NotOwner, match="belongs to another login"):
                theirs.graph("films").drop()
            assert "No projection named 'hers'" in refused(
                driver, MATCH.replace("films", "hers"), **{"return": "ids"}
            )
        finally:
            mine.drop()
