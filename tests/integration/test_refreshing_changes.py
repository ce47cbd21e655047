"""A refresh reads what has changed where that is known, and gives what reading everything gives; at both doors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motif
from fakes import HashEncoder
from motif.catalog import Catalog, ProjectionRequest, project_database, refresh
from motif.database import Database
from motif.embedded import ServerState
from motif.graphs.projection import NAME, TRIPLE, Projection
from motif.indexes.triples import triple_texts
from motif.settings import Settings
from motif.snapshot.arrays import take_apart

pytestmark = pytest.mark.integration

CREATED = """
UNWIND range(1, 60) AS i
CREATE (n:Delta {name: 'node ' + i, number: i, text: 'about ' + i})
WITH collect(n) AS nodes
UNWIND range(0, 118) AS k
WITH nodes[k % 60] AS a, nodes[(7 * k + 3) % 60] AS b, k
CREATE (a)-[:NEXT {weight: k}]->(b)
"""
CHANGES = {
    "a property": "MATCH (n:Delta {number: 7}) SET n.name = 'a longer name', n.text = 'x'",
    "nodes created": "UNWIND range(61, 65) AS i CREATE (:Delta {name: 'node ' + i, number: i, text: 't'})",
    "nodes deleted": "MATCH (n:Delta) WHERE n.number IN [3, 30, 61] DETACH DELETE n",
    "relationships": "MATCH (a:Delta {number: 1}), (b:Delta {number: 5}) CREATE (a)-[:NEXT {weight: -1}]->(b)",
    "another type": "MATCH (a:Delta {number: 5}), (b:Delta {number: 1}) CREATE (a)-[:OTHER]->(b)",
    "cut": "MATCH (:Delta {number: 9})-[r]->() DELETE r",
    "left": "MATCH (n:Delta) WHERE n.number IN [11, 12] SET n:Away REMOVE n:Delta",
    "came": "MATCH (n:Away {number: 12}) SET n:Delta",
    "nothing": "RETURN 1",
}


def contents(projection: Projection) -> dict[str, Any]:
    arrays, description = take_apart(projection)
    return {"rest": description, **{name: array.tolist() for name, array in arrays.items()}}


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, ("neo4j", server.password)) as opened:
        opened.write(CREATED, marked=False)
        yield opened
        opened.write("MATCH (n) WHERE n:Delta OR n:Away DETACH DELETE n", marked=False)


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog(tmp_path)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache")


REQUEST = ProjectionRequest(
    "Delta", name_property="name", text_properties=["text"], node_properties=["number"]
)


NAMED = ProjectionRequest("Delta", name_property="name", node_properties=["number"])


def vectors(projection: Projection, kind: str) -> Any:
    found = projection.vectors[kind]
    return found.encoder, found.index.tolist(), found.matrix.tolist()


def stored(projection: Projection) -> Any:
    return {key: value for key, value in contents(projection).items() if key.startswith("stored.")}


def how(catalog: Catalog, database: Database) -> dict[str, str]:
    return dict(catalog.info(database.id, "changing").refreshed)


def read_anew(database: Database, folder: Path) -> dict[str, Any]:
    return contents(project_database(database, Catalog(folder), "changing", REQUEST))


def test_each_change_is_read_alone_and_gives_the_whole(
    database: Database, catalog: Catalog, tmp_path: Path
) -> None:
    project_database(database, catalog, "changing", REQUEST)
    for number, (name, statement) in enumerate(CHANGES.items()):
        database.write(statement, marked=False)
        refreshed = refresh(database, catalog, "changing")
        assert how(catalog, database) == {"refreshed": "changes"}, name
        assert contents(refreshed) == read_anew(database, tmp_path / str(number)), name
        assert (
            catalog.info(database.id, "changing", last_transaction=database.last_transaction).stale is False
        )


def test_vectors_that_were_written_into_the_database_are_not_read_again(
    server: ServerState, database: Database, settings: Settings, tmp_path: Path
) -> None:
    login = server.user, server.password
    encoder = HashEncoder()
    with motif.connect(server.bolt, login, "neo4j", encoder=encoder, settings=settings) as connection:
        kg = connection.project("changing", "Delta", name_property="name", node_properties=["number"])
        kg.embed(write=True).embed_triples(write=True).embed_dominance(write=True)
        kg.refresh()
        assert "have changed" in how(connection.catalog, database)["refreshedBecause"], "properties are new"
        for number, (name, statement) in enumerate(CHANGES.items()):
            database.write(statement, marked=False)
            found = kg.refresh()
            assert how(connection.catalog, database) == {"refreshed": "changes"}, name
            anew = project_database(database, Catalog(tmp_path / str(number)), "changing", NAMED)
            told = found.projection.vectors[NAME]
            names = list(found.projection.nodes.names)
            assert np.allclose(told.matrix[told.index], encoder.encode(names), atol=1e-6), name
            assert stored(found.projection) == stored(anew), name
            for kind in {NAME, TRIPLE} & set(anew.vectors):
                assert vectors(found.projection, kind) == vectors(anew, kind), name
            triples = found.projection.vectors[TRIPLE]
            texts = encoder.encode(list(triple_texts(found.projection)))
            assert np.allclose(triples.matrix[triples.index], texts, atol=1e-6), name


def test_the_mark_of_motif_hides_nothing(database: Database, catalog: Catalog) -> None:
    project_database(database, catalog, "changing", REQUEST)
    database.write("MATCH (n:Delta {number: 2}) SET n.name = 'hidden?'", marked=True)
    assert catalog.info(database.id, "changing", last_transaction=database.last_transaction).stale is True
    assert "hidden?" in list(refresh(database, catalog, "changing").nodes.names)


def test_another_schema_is_read_whole(database: Database, catalog: Catalog, tmp_path: Path) -> None:
    free = ProjectionRequest("Delta")
    project_database(database, catalog, "changing", free)
    database.write("MATCH (n:Delta) SET n.mood = 'new ' + n.number", marked=False)
    refreshed = refresh(database, catalog, "changing")
    told = how(catalog, database)
    assert told["refreshed"] == "all" and "labels, types or properties" in told["refreshedBecause"]
    assert "mood" in refreshed.nodes.properties


def test_what_is_not_committed_is_not_projected(database: Database, catalog: Catalog) -> None:
    project_database(database, catalog, "changing", REQUEST)
    with database.driver.session() as session, session.begin_transaction() as transaction:
        transaction.run("CREATE (:Delta {name: 'never', number: -1})").consume()
        assert "never" not in list(refresh(database, catalog, "changing").nodes.names)
        row = transaction.run(
            "CALL motif.graph.project('uncommitted', 'Delta') YIELD nodeCount RETURN nodeCount"
        ).single(strict=True)
        transaction.run("CALL motif.graph.drop('uncommitted') YIELD graphName RETURN graphName").consume()
        assert row["nodeCount"] == 60
        transaction.rollback()


def test_from_cypher(database: Database, server: ServerState, tmp_path: Path) -> None:
    def call(statement: str) -> dict[str, Any]:
        with database.driver.session() as session:
            return session.run(statement).single(strict=True).data()

    made = (
        "CALL motif.graph.project('changing', 'Delta', '*', {nameProperty: 'name', textProperties: ['text'],"
    )
    call(made + " nodeProperties: ['number']}) YIELD graphName RETURN graphName")
    try:
        for number, (name, statement) in enumerate(CHANGES.items()):
            database.write(statement, marked=False)
            row = call(
                "CALL motif.graph.refresh('changing') YIELD nodeCount, relationshipCount, epoch, stale,"
                " configuration RETURN *"
            )
            fresh = project_database(database, Catalog(tmp_path / str(number)), "changing", REQUEST)
            assert row["configuration"]["refreshed"] == "changes", name
            assert (row["nodeCount"], row["relationshipCount"]) == (fresh.n_nodes, fresh.n_relationships)
            assert row["epoch"] == number + 2 and row["stale"] is False
    finally:
        call("CALL motif.graph.drop('changing') YIELD graphName RETURN graphName")
