"""Trussness and computed edges into a real server and back: by plain Cypher, as the Python package writes them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from motif.catalog import Catalog, project_database
from motif.catalog.layer_values import layer_stamp
from motif.catalog.rows import column_of
from motif.catalog.writing_layers import LayerWritten, write_layer
from motif.catalog.writing_trussness import write_trussness
from motif.database import Database
from motif.embedded import ServerState
from motif.engine.truss import relationship_trussness
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection

pytestmark = pytest.mark.integration

SIDES = ["ab", "ab", "bc", "ca", "cd", "dd"]


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        opened.write("UNWIND ['a', 'b', 'c', 'd', 'e'] AS name CREATE (:Spot {name: name})")
        for one, other in SIDES:
            opened.write(
                f"MATCH (a:Spot {{name: '{one}'}}), (b:Spot {{name: '{other}'}}) CREATE (a)-[:WAY]->(b)"
            )
        yield opened
        opened.write("MATCH (n) DETACH DELETE n")


@pytest.fixture
def catalog(tmp_path: Path) -> Catalog:
    return Catalog(tmp_path)


@pytest.fixture
def projection(database: Database, catalog: Catalog) -> Projection:
    return project_database(database, catalog, "spots")


def trussed(projection: Projection) -> Projection:
    links = projection.relationships
    found = relationship_trussness(links.source, links.target, projection.n_nodes)
    return replace(projection, trussness=found)


def layer(projection: Projection, *pairs: str, settings: str = '{"job": "similarity_edges"}') -> EdgeLayer:
    names = list(projection.nodes.names)
    rows = sorted(sorted(names.index(name) for name in pair) for pair in pairs)
    source, target = (np.array([row[side] for row in rows], np.int32) for side in (0, 1))
    explained = column_of([["x", str(place)] if place else None for place in range(len(rows))])
    score = np.linspace(0.25, 1, len(rows)).astype(np.float32)
    return EdgeLayer("IS_SIMILAR", settings, source, target, score, {"shared": explained})


def pairs(database: Database) -> list[str]:
    found = database.run(
        "MATCH (a)-[r:IS_SIMILAR]->(b) WITH a.name + b.name AS pair ORDER BY pair RETURN collect(pair) AS all"
    )
    all_pairs: list[str] = found[0]["all"]
    return all_pairs


def test_trussness_is_written_once_and_only_where_a_relationship_is_the_same(
    database: Database, projection: Projection
) -> None:
    graph = trussed(projection)
    assert write_trussness(database, graph) == len(SIDES)
    assert write_trussness(database, graph) == 0
    rows = database.run("MATCH ()-[r]->() RETURN r.motifTrussness AS k ORDER BY k")
    assert [row["k"] for row in rows] == [0, 2, 3, 3, 3, 3]
    database.write("MATCH (:Spot {name: 'b'})-[r]->() DELETE r")
    database.write(
        "MATCH (a:Spot {name: 'a'}), (e:Spot {name: 'e'}) CREATE (a)-[:OTHER]->(e), (e)-[:WAY]->(a)"
    )
    database.write("MATCH ()-[r]->() REMOVE r.motifTrussness")
    assert write_trussness(database, graph) == len(SIDES) - 1
    assert database.run("MATCH ()-[r]->(:Spot {name: 'e'}) RETURN r.motifTrussness AS k") == [{"k": None}]


def test_a_later_projection_has_the_trussness_of_what_it_holds(
    database: Database, catalog: Catalog, projection: Projection
) -> None:
    write_trussness(database, trussed(projection))
    again = project_database(database, catalog, "again")
    assert again.trussness is not None and sorted(again.trussness.tolist()) == [0, 2, 3, 3, 3, 3]
    database.write("MATCH (:Spot {name: 'c'})-[r]->(:Spot {name: 'a'}) DELETE r")
    changed = project_database(database, catalog, "again", existing="replace").trussness
    assert changed is not None and sorted(changed.tolist()) == [0, 2, 2, 2, 2]


def test_edges_are_written_once_and_follow_the_layer(database: Database, projection: Projection) -> None:
    edges = layer(projection, "ab", "ae", "be")
    assert write_layer(database, projection, edges) == LayerWritten(3, 0)
    assert write_layer(database, projection, edges) == LayerWritten(0, 0)
    [row] = database.run(
        "MATCH (:Spot {name: 'b'})-[r:IS_SIMILAR]->(:Spot {name: 'e'}) RETURN properties(r) AS found"
    )
    assert row["found"] == {"score": 1.0, "shared": ["x", "2"], "motifSettings": layer_stamp(edges)}
    changed = layer(projection, "ab", "be", "de")
    assert write_layer(database, projection, changed) == LayerWritten(2, 1)
    assert pairs(database) == ["ab", "be", "de"]
    [row] = database.run(
        "MATCH (:Spot {name: 'b'})-[r:IS_SIMILAR]->(:Spot {name: 'e'}) RETURN properties(r) AS found"
    )
    assert row["found"]["shared"] == ["x", "1"]
    other = layer(projection, "ab", settings='{"job": "similarity_edges", "percentile": 90}')
    assert write_layer(database, projection, other) == LayerWritten(1, 3)
    assert pairs(database) == ["ab"]


def test_relationships_of_others_and_of_nodes_outside_stay(
    database: Database, catalog: Catalog, projection: Projection
) -> None:
    database.write("CREATE (:Other {name: 'y'})-[:IS_SIMILAR {motifSettings: 'old@1'}]->(:Other {name: 'z'})")
    database.write(
        "MATCH (a:Spot {name: 'a'}), (b:Spot {name: 'b'}) CREATE (a)-[:IS_SIMILAR {by: 'hand'}]->(b)"
    )
    database.write(
        "MATCH (a:Spot {name: 'a'}), (z:Other {name: 'z'}) CREATE (a)-[:IS_SIMILAR {motifSettings: 'old@1'}]->(z)"
    )
    assert write_layer(database, projection, layer(projection, "ab")) == LayerWritten(1, 0)
    assert write_layer(database, projection, layer(projection)) == LayerWritten(0, 1)
    assert pairs(database) == ["ab", "az", "yz"]


def test_an_edge_whose_node_is_gone_is_left_out(database: Database, projection: Projection) -> None:
    database.write("MATCH (e:Spot {name: 'e'}) DETACH DELETE e")
    write_layer(database, projection, layer(projection, "ab", "ae"))
    assert pairs(database) == ["ab"]


def test_written_edges_are_relationships_of_a_later_projection(
    database: Database, catalog: Catalog, projection: Projection
) -> None:
    catalog.add_layer(database.id, "spots", layer(projection, "ab", "ae"))
    write_layer(database, projection, layer(projection, "ab", "ae"))
    before = catalog.info(database.id, "spots", last_transaction=database.last_transaction)
    assert before.stale is not True, "Motif's own writes make nothing stale"
    again = project_database(database, catalog, "spots", existing="replace")
    assert again.relationships.types == ("IS_SIMILAR", "WAY") and not again.layers
    assert set(again.relationships.properties) == {"score", "shared"}
    kinds: dict[str, Any] = catalog.info(database.id, "spots").as_row()["schema"]["relationships"]
    assert kinds == {"IS_SIMILAR": 2, "WAY": len(SIDES)}
