"""Vectors of relationships into a real server and back, searched there by its own indexes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog import Catalog, project_database
from motif.catalog.building import build_projection
from motif.catalog.detection import detect
from motif.catalog.projecting import read_chunks
from motif.catalog.request import ProjectionRequest
from motif.catalog.sampling import read_database_schema
from motif.catalog.writing_triples import TriplesWritten, write_triple_vectors
from motif.database import Database
from motif.embedded import ServerState
from motif.graphs.projection import TRIPLE, Projection
from motif.indexes.triples import triple_texts
from motif_procedures.embed_triple import embed_triples

pytestmark = pytest.mark.integration

ENCODER = HashEncoder()
TRIPLES = [
    ("Heat", "DIRECTED_BY", "Michael Mann"),
    ("Heat", "STARRED", "Al Pacino"),
    ("Ali", "DIRECTED_BY", "Michael Mann"),
]


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        for head, kind, tail in TRIPLES:
            opened.write(
                f"MERGE (a:Thing {{name: '{head}'}}) MERGE (b:Thing {{name: '{tail}'}}) CREATE (a)-[:{kind}]->(b)"
            )
        yield opened
        for row in opened.run("SHOW INDEXES YIELD name WHERE name STARTS WITH 'motifTriple' RETURN name"):
            opened.write(f"DROP INDEX `{row['name']}`")
        opened.write("MATCH (n) DETACH DELETE n")


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog(tmp_path)


@pytest.fixture
def projection(database: Database, catalog: Catalog) -> Projection:
    made = project_database(database, catalog, "films")
    return catalog.add_vectors(database.id, "films", {TRIPLE: embed_triples(made, ENCODER)})


def test_they_are_written_once_and_only_where_a_relationship_is_the_same(
    database: Database, projection: Projection
) -> None:
    assert write_triple_vectors(database, projection) == TriplesWritten(3, 4)
    assert write_triple_vectors(database, projection) == TriplesWritten(0, 0)
    database.write("MATCH ()-[r:STARRED]->() REMOVE r.motifTripleEmbedding")
    database.write("MATCH (:Thing {name: 'Ali'})-[r]->() DELETE r")
    database.write("MATCH (n:Thing {name: 'Heat'}) SET n.motifTripleEmbeddingContent = 0")
    assert write_triple_vectors(database, projection) == TriplesWritten(1, 1)


def test_the_database_searches_relationships_and_nodes_by_them(
    database: Database, projection: Projection
) -> None:
    write_triple_vectors(database, projection)
    database.run("CALL db.awaitIndexes(60)")
    [row] = database.run(
        "CALL db.index.vector.queryRelationships('motifTripleEmbedding_DIRECTED_BY', 1, $vector) "
        "YIELD relationship RETURN startNode(relationship).name AS name",
        vector=ENCODER.encode(["Ali directed by Michael Mann"])[0].tolist(),
    )
    assert row["name"] == "Ali"
    mean = ENCODER.encode(["Heat directed by Michael Mann", "Heat starred Al Pacino"]).sum(axis=0)
    [row] = database.run(
        "CALL db.index.vector.queryNodes('motifTripleEmbedding_node_Thing', 1, $vector) YIELD node, score "
        "RETURN node.name AS name, score",
        vector=mean.tolist(),
    )
    assert row["name"] == "Heat" and row["score"] == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("packed", [True, False])
def test_a_later_projection_reads_them_without_encoding(
    database: Database, projection: Projection, packed: bool
) -> None:
    write_triple_vectors(database, projection)
    schema = read_database_schema(database)
    plan = detect(schema, ProjectionRequest())
    assert plan.relationship_properties == () and plan.node_properties == ()
    again = build_projection(read_chunks(database, plan, schema, packed=packed), plan)
    found, texts = again.vectors[TRIPLE], list(triple_texts(again))
    np.testing.assert_allclose(found.matrix[found.index], ENCODER.encode(texts), atol=1e-6)
    assert found.encoder.name == ENCODER.name
    part = build_projection(
        read_chunks(database, replace(plan, types=("STARRED",)), schema, packed=packed), plan
    )
    assert part.vectors[TRIPLE].index.tolist() == [0]


def test_one_that_lacks_its_vector_or_was_renamed_leaves_all_out(
    database: Database, catalog: Catalog, projection: Projection
) -> None:
    write_triple_vectors(database, projection)
    database.write("MATCH (n:Thing {name: 'Ali'}) SET n.name = 'Ali (2001)'")
    again = project_database(database, catalog, "again")
    assert TRIPLE not in again.vectors
    assert again.configuration["tripleEmbeddings"].startswith("left out: 1 of 3 relationships")
    refreshed = project_database(database, catalog, "films", existing="replace")
    assert TRIPLE not in refreshed.vectors, "a text is new"


@pytest.fixture
def called(server: ServerState, database: Database) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("CALL motif.graph.drop('films', false)")
        driver.execute_query("CALL motif.graph.project('films')")
        yield driver
        driver.execute_query("CALL motif.graph.drop('films', false)")


def test_cypher_embeds_writes_indexes_and_searches(called: neo4j.Driver) -> None:
    def rows(statement: str) -> list[dict[str, Any]]:
        return [record.data() for record in called.execute_query(statement).records]

    [made] = rows("CALL motif.embed.triple.mutate('films')")
    assert (made["relationshipCount"], made["distinctTexts"], made["embedded"] + made["reused"]) == (3, 3, 3)
    [size] = rows(
        "CALL motif.embed.triple.stream('films') YIELD embedding RETURN collect(size(embedding)) AS of"
    )
    assert size["of"] == [made["dimension"]] * 3
    first, again = (
        rows(
            "CALL motif.embed.triple.write('films') YIELD relationshipPropertiesWritten AS links, "
            "nodePropertiesWritten AS nodes, dropped"
        )
        for _ in range(2)
    )
    assert first == [{"links": 3, "nodes": 4, "dropped": 0}]
    assert again == [{"links": 0, "nodes": 0, "dropped": 0}]
    names = rows(
        "CALL motif.index.create('films', {vectors: 'triple'}) YIELD name RETURN collect(name) AS of"
    )
    assert names[0]["of"] == [
        f"motifTripleEmbedding_{name}" for name in ("node_Thing", "DIRECTED_BY", "STARRED")
    ]
    rows("CALL db.awaitIndexes(60)")
    [found] = rows(
        "CALL db.index.vector.queryRelationships('motifTripleEmbedding_DIRECTED_BY', 1, "
        "motif.embed.query('who directed Heat?')) YIELD relationship RETURN startNode(relationship).name AS name"
    )
    assert found["name"] == "Heat"
    assert rows("CALL motif.graph.refresh('films') YIELD relationshipCount") == [{"relationshipCount": 3}]
    [listed] = rows("CALL motif.graph.list('films') YIELD vectors")
    assert listed["vectors"]["triple"]["count"] == 3
