"""A write into Neo4j that is killed half-way is never taken for whole, and the next one completes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dying import run_and_die
from fakes import HashEncoder
from motif.catalog import (
    Catalog,
    project_database,
    writing,
    writing_dominance,
    writing_layers,
    writing_triples,
    writing_trussness,
)
from motif.catalog.layer_values import layer_stamp
from motif.catalog.writing import write_node_vectors
from motif.catalog.writing_dominance import write_dominance
from motif.catalog.writing_layers import LayerWritten, write_layer
from motif.catalog.writing_triples import write_triple_vectors
from motif.catalog.writing_trussness import write_trussness
from motif.database import Database
from motif.embedded import ServerState
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.engine.truss import relationship_trussness
from motif.errors import MissingVectors
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import NAME, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.meaning import meaning_of
from motif.indexes.triples import triple_texts
from motif.models.encoder import stamp
from motif.snapshot.arrays import take_apart

pytestmark = pytest.mark.integration

ENCODER = HashEncoder()
Write = Callable[[Database, Projection], object]
NAMES = ["Heat", "Ali", "Thief", "Ran", "Kagemusha"]


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        opened.write(f"UNWIND {NAMES} AS name CREATE (:Film {{name: name}})")
        opened.write("MATCH (a:Film), (b:Film) WHERE a.name < b.name CREATE (a)-[:BEFORE]->(b)")
        yield opened
        opened.write("MATCH (n) DETACH DELETE n")
        for row in opened.run("SHOW VECTOR INDEXES YIELD name RETURN name"):
            opened.write(f"DROP INDEX `{row['name']}`")


def encoded(texts: list[str]) -> VectorSet:
    return VectorSet(stamp(ENCODER), np.arange(len(texts), dtype=np.int32), ENCODER.encode(texts))


def with_vectors(projection: Projection) -> Projection:
    vectors = {NAME: encoded(list(projection.nodes.names)), TRIPLE: encoded(list(triple_texts(projection)))}
    return replace(projection, vectors=vectors)


def killed(server: ServerState, batch: int, write: Write, whole: Projection) -> None:
    """Runs a write in a process of its own, which dies after so many batches of two."""
    login = server.bolt, (server.user, server.password), "neo4j"
    run_and_die(_write_in_twos, login, write, whole, at=f"write.batch {batch}")


def _write_in_twos(login: tuple[str, tuple[str, str], str], write: Write, whole: Projection) -> None:
    writing.BATCH = writing_triples.BATCH = 2
    writing_layers.BATCH = writing_trussness.BATCH = writing_dominance.BATCH = 2
    with Database.connect(*login) as own:
        write(own, whole)


def test_a_part_of_the_nodes_vectors_is_left_out_with_its_number_until_all_are_there(
    server: ServerState, database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    whole = with_vectors(project_database(database, catalog, "films"))
    killed(server, 2, write_node_vectors, whole)
    [row] = database.run("MATCH (n) WHERE n.motifTextEmbedding IS NOT NULL RETURN count(n) AS n")
    assert row["n"] == 4, "two batches of two"
    cut = project_database(database, catalog, "cut off")
    assert NAME not in cut.vectors
    assert cut.configuration["textEmbeddings"].startswith("left out: 4 of 5 nodes with names have theirs")
    assert "4 of 5" in catalog.list(database.id)[0].as_row()["configuration"]["textEmbeddings"]
    with pytest.raises(MissingVectors, match=r"left out: 4 of 5 nodes.*kg\.embed\(\)"):
        meaning_of(cut)
    added = catalog.add_vectors(database.id, "cut off", {NAME: encoded(NAMES)})
    assert "textEmbeddings" not in added.configuration, "what was lacking is there now"
    assert write_node_vectors(database, whole) == 1, "what lacked its own"
    assert write_node_vectors(database, whole) == 0
    again = project_database(database, catalog, "whole")
    assert (again.vectors[NAME].index >= 0).all() and "textEmbeddings" not in again.configuration


def test_a_part_that_stands_in_a_property_of_the_users_own_is_taken(
    database: Database, tmp_path: Path
) -> None:
    from motif.catalog import ProjectionRequest

    database.write("MATCH (n:Film) WHERE n.name IN ['Heat', 'Ran'] SET n.mine = [1.0, 0.0]")
    request = ProjectionRequest(embedding_property="mine", encoder="mine")
    found = project_database(database, Catalog(tmp_path), "films", request)
    assert int((found.vectors[NAME].index >= 0).sum()) == 2


def test_a_part_of_the_relationships_vectors_is_left_out_and_completed(
    server: ServerState, database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    whole = with_vectors(project_database(database, catalog, "films"))
    killed(server, 3, write_triple_vectors, whole)
    cut = project_database(database, catalog, "cut off")
    assert TRIPLE not in cut.vectors
    assert cut.configuration["tripleEmbeddings"].startswith("left out: 4 of 10 relationships have none")
    assert write_triple_vectors(database, whole).relationships == 4, "what stands is not sent again"
    assert (project_database(database, catalog, "whole").vectors[TRIPLE].index >= 0).all()


def kept(catalog: Catalog, database: Database) -> dict[str, object]:
    """All that the next process finds of the projection, each byte looked at."""
    arrays, described = take_apart(catalog.open(database.id, "films", verify=True))
    return {"rest": described, **{name: array.tolist() for name, array in arrays.items()}}


def test_a_part_of_the_trussness_is_not_taken_for_the_whole_and_is_completed(
    server: ServerState, database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    links = project_database(database, catalog, "films").relationships
    whole = catalog.add_trussness(
        database.id, "films", relationship_trussness(links.source, links.target, len(NAMES))
    )
    before = kept(catalog, database)
    killed(server, 2, write_trussness, whole)
    [row] = database.run("MATCH ()-[r]->() RETURN count(r.motifTrussness) AS some, count(r) AS all")
    assert (row["some"], row["all"]) == (4, 10)
    assert kept(catalog, database) == before
    again = project_database(database, catalog, "cut off").trussness
    assert again is not None and again.tolist() == [5] * 10, "computed of all that is projected"
    assert write_trussness(database, whole) == 6
    assert database.run("MATCH ()-[r]->() RETURN sum(r.motifTrussness) AS sum") == [{"sum": 50}]


def layer(settings: str) -> EdgeLayer:
    source, target = (np.array(rows, np.int32) for rows in ([0, 0, 1, 1, 2, 3], [1, 4, 2, 3, 3, 4]))
    return EdgeLayer("IS_SIMILAR", settings, source, target, np.linspace(0.5, 1, 6).astype(np.float32), {})


def write_similar(database: Database, projection: Projection) -> LayerWritten:
    return write_layer(database, projection, projection.layers["IS_SIMILAR"])


def test_a_part_of_the_computed_edges_is_no_layer_and_is_completed(
    server: ServerState, database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "films")
    whole = catalog.add_layer(database.id, "films", layer('{"job": "similarity_edges"}'))
    before = kept(catalog, database)
    killed(server, 2, write_similar, whole)
    assert stamps(database) == {layer_stamp(whole.layers["IS_SIMILAR"]): 4}
    assert kept(catalog, database) == before
    cut = project_database(database, catalog, "cut off")
    assert cut.layers == {} and cut.relationships.computed is not None
    assert int(cut.relationships.computed.sum()) == 4
    assert write_similar(database, whole) == LayerWritten(2, 0)
    assert write_similar(database, whole) == LayerWritten(0, 0)


def test_edges_of_other_settings_that_were_half_replaced_are_replaced_whole(
    server: ServerState, database: Database, tmp_path: Path
) -> None:
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "films")
    first = catalog.add_layer(database.id, "films", layer('{"job": "similarity_edges"}'))
    write_similar(database, first)
    second = catalog.add_layer(database.id, "films", layer('{"job": "similarity_edges", "percentile": 90}'))
    for batch, (old, new) in ((1, (6, 2)), (3, (4, 6))):  # among what is written, and among what is removed
        killed(server, batch, write_similar, second)
        mine, other = (layer_stamp(each.layers["IS_SIMILAR"]) for each in (second, first))
        assert stamps(database) == {other: old, mine: new}
    assert write_similar(database, second) == LayerWritten(0, 4)
    assert stamps(database) == {layer_stamp(second.layers["IS_SIMILAR"]): 6}


def stamps(database: Database) -> dict[str, int]:
    rows = database.run("MATCH ()-[r:IS_SIMILAR]->() RETURN r.motifSettings AS stamp, count(r) AS edges")
    return {row["stamp"]: row["edges"] for row in rows}


def trained(projection: Projection) -> DominanceEmbedding:
    """A trained embedding as far as writing and reading go: nothing but its weights tells the vectors."""
    made = np.linspace(0.1, 0.9, 2 * projection.n_nodes, dtype=np.float32).reshape(-1, 2)
    certificate = np.ones(projection.n_nodes, np.int16)
    weights = {"head": np.eye(2, dtype=np.float32)}
    features = np.zeros((projection.n_nodes, 1), np.float32)
    return DominanceEmbedding("gat", EncoderStamp("gat-toy", 2, "5a"), made, certificate, weights, features)


def constructed(projection: Projection) -> DominanceEmbedding:
    return construct_dominance(data_graph(projection), dimension=8)


@pytest.mark.parametrize("make", [constructed, trained])
def test_a_part_of_the_vectors_of_stars_dismisses_nothing_and_is_completed(
    server: ServerState,
    database: Database,
    tmp_path: Path,
    make: Callable[[Projection], DominanceEmbedding],
) -> None:
    catalog = Catalog(tmp_path)
    embedding = make(project_database(database, catalog, "films"))
    whole = catalog.add_dominance(database.id, "films", embedding)
    before = kept(catalog, database)
    killed(server, 2, write_dominance, whole)
    assert kept(catalog, database) == before
    cut = project_database(database, catalog, "cut off").dominance
    assert cut is not None
    if make is trained:
        assert (cut.certificate > NO_CERTIFICATE).tolist() == [True] * 4 + [False]
        assert (
            np.isposinf(cut.vectors[4]).all() and cut.vectors[:4].tolist() == embedding.vectors[:4].tolist()
        )
    else:
        assert cut.vectors.tolist() == embedding.vectors.tolist(), "made anew of the graph"
    assert write_dominance(database, whole) == 1
    again = project_database(database, catalog, "whole").dominance
    assert again is not None and again.vectors.tolist() == embedding.vectors.tolist()
    assert again.certificate.tolist() == embedding.certificate.tolist()
