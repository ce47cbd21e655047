"""Dominance vectors into a real server and back, by plain Cypher and by the packed export."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from motif.catalog import Catalog, ProjectionRequest, detect, project_database, read_database_schema
from motif.catalog.building import build_projection
from motif.catalog.dominance import dominance_rows
from motif.catalog.projecting import read_chunks
from motif.catalog.writing_dominance import write_dominance
from motif.database import Database
from motif.embedded import ServerState
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp

pytestmark = pytest.mark.integration

N_NODES = 40


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        opened.write(f"UNWIND range(1, {N_NODES}) AS i CREATE (:Film {{title: 'film ' + i, number: i}})")
        opened.write(
            "MATCH (a:Film), (b:Film) WHERE a.number % 7 = b.number % 5 "
            "CREATE (a)-[:AFTER]->(b) CREATE (b)-[:LIKE]->(a)"
        )
        yield opened
        opened.write("MATCH (n) DETACH DELETE n")


def trained(projection: Projection) -> DominanceEmbedding:
    """A trained embedding as far as writing and reading go, with what floats must survive."""
    generator = np.random.default_rng(3)
    certificate = generator.integers(NO_CERTIFICATE, 3, projection.n_nodes).astype(np.int16)
    certificate[:2] = ANY_SIZE
    vectors = generator.random((projection.n_nodes, 2)).astype(np.float32) / 3
    return DominanceEmbedding(
        "gat",
        EncoderStamp("gat-toy", 2, "5a"),
        np.where(certificate[:, None] > NO_CERTIFICATE, vectors, np.float32(np.inf)),
        certificate,
        {"head": np.eye(2, dtype=np.float32)},
        generator.random((projection.n_nodes, 3)).astype(np.float32),
    )


def read_again(database: Database, catalog: Catalog, packed: bool) -> Projection:
    schema = read_database_schema(database)
    plan = detect(schema, ProjectionRequest())
    chunks = read_chunks(database, plan, schema, packed=packed)
    return build_projection(chunks, plan, weights=catalog.dominance_folder)


def test_vectors_are_written_once_and_read_as_they_were(database: Database, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "films")
    embedding = trained(catalog.open(database.id, "films"))
    projection = catalog.add_dominance(database.id, "films", embedding)
    assert write_dominance(database, projection) == N_NODES
    assert write_dominance(database, projection) == 0
    database.write("MATCH (f:Film {number: 5}) REMOVE f.motifDominance")
    assert write_dominance(database, projection) == 1, "what is missing is written, nothing else"
    for packed in (False, *([True] if database.has_plugin else [])):
        found = read_again(database, catalog, packed).dominance
        assert found is not None and found.stamp == embedding.stamp
        assert found.certificate.tolist() == embedding.certificate.tolist()
        assert found.vectors.tolist() == embedding.vectors.tolist()
        assert found.features is not None and found.features.tolist() == trained(projection).features.tolist()  # type: ignore[union-attr]


def test_a_star_that_has_changed_is_not_pruned_and_others_still_are(
    database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "films")
    every = replace(trained(catalog.open(database.id, "films")), certificate=np.full(N_NODES, 2, np.int16))
    whole = replace(every, vectors=np.ones((N_NODES, 2), np.float32))
    write_dominance(database, catalog.add_dominance(database.id, "films", whole))
    database.write("MATCH (a:Film {number: 1}), (b:Film {number: 2}) CREATE (a)-[:LIKE]->(b)")
    found = read_again(database, catalog, database.has_plugin)
    assert found.dominance is not None
    changed = [
        name for name, size in zip(found.nodes.names, found.dominance.certificate, strict=True) if size < 0
    ]
    assert changed == ["film 1", "film 2"]
    again = project_database(database, catalog, "films", existing="replace").dominance
    assert again is not None and (again.certificate < 0).sum() == 2


def test_a_constructed_embedding_comes_back_right(database: Database, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    projection = project_database(database, catalog, "films")
    made = construct_dominance(data_graph(projection), dimension=6)
    write_dominance(database, catalog.add_dominance(database.id, "films", made))
    [row] = database.run(
        "MATCH (f:Film {number: 3}) RETURN f.motifDominance AS v, f.motifDominanceModel AS m"
    )
    place = list(projection.nodes.names).index("film 3")
    assert row["v"] == [*made.vectors[place].tolist(), float(ANY_SIZE)]
    assert row["m"] == f"constructed@{made.stamp.hash}"
    database.write("MATCH (f:Film {number: 3}) CREATE (f)-[:LIKE]->(:Film {title: 'new'})")
    found = read_again(database, catalog, False)
    assert found.dominance is not None
    assert (
        found.dominance.vectors.tolist()
        == construct_dominance(data_graph(found), dimension=6).vectors.tolist()
    )
    assert dominance_rows(replace(found, dominance=found.dominance))[2].shape == (N_NODES + 1, 7)
