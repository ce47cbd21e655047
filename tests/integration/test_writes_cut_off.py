"""A write into Neo4j that is killed half-way is never taken for whole, and the next one completes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dying import run_and_die
from fakes import HashEncoder
from motif.catalog import Catalog, project_database, writing, writing_triples
from motif.catalog.writing import write_node_vectors
from motif.catalog.writing_triples import write_triple_vectors
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import MissingVectors
from motif.graphs.projection import NAME, TRIPLE, Projection, VectorSet
from motif.indexes.meaning import meaning_of
from motif.indexes.triples import triple_texts
from motif.models.encoder import stamp

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
    assert write_node_vectors(database, whole) == 5
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
