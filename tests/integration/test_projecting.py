"""Projecting from a real server: both ways give one projection, and every statement is understood."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import neo4j
import numpy as np
import pytest
from click.testing import CliRunner

import motif
from motif.catalog import (
    Catalog,
    ProjectionRequest,
    detect,
    estimate,
    project_database,
    read_database_schema,
    refresh,
)
from motif.catalog.building import build_projection
from motif.catalog.projecting import read_chunks
from motif.cli.main import main
from motif.database import Database
from motif.embedded import ServerState
from motif.errors import DatabaseUnavailable, DeadlineExceeded, InvalidInput, QueryFailed
from motif.graphs.projection import Projection
from motif.snapshot.arrays import take_apart
from motif_cypher import names, template

pytestmark = pytest.mark.integration

UGLY = [
    "CREATE (:`Fil``m`:Späß {title: 'Heat', released: 1995, score: 8.3, tags: ['crime', 'é\"\\\\'], ok: true})",
    "CREATE (:`Fil``m` {title: 'Ran', released: 'unknown', score: 1.5e-7, made: date('1985-06-01'), "
    "big: 12345678.0})",
    "CREATE (:Person {name: '黒澤明 🎬', at: datetime('2020-01-02T03:04:05.120+02:00'), dur: duration('P1Y2M3DT4H')})",
    "CREATE (:Person {name: 7, t: localtime('10:15'), ld: localdatetime('2020-01-02T03:04')})",
    "CREATE (:Person {name: '', nan: 0.0/0.0, inf: [1.0/0.0, 2.5]}), (:Person), ({name: 'no label'}), ()",
    "CREATE (:Chunk {id: 'c1', text: 'A long story. ' + reduce(s = '', i IN range(1, 60) | s + 'words '), "
    "embedding: [0.5, -0.25, 1e-3], summary: 'short'})",
    "CREATE (:Chunk {id: 'c2', text: 'Another', embedding: [1, 2, 3]})",
    "CREATE (:Chunk {id: 'c3', embedding: [0.0, 0.0, 0.0]}), (:Chunk {id: 'c4', embedding: [1, 2, 3]})",
    "CREATE (:Person {name: reduce(s = 'x', i IN range(1, 20) | s + s)})",
    "MATCH (f:`Fil``m` {title: 'Heat'}), (g:`Fil``m` {title: 'Ran'}) "
    "CREATE (f)-[:`be``fore` {n: 1}]->(g), (f)-[:`be``fore` {n: 2.5}]->(g), (g)-[:AFTER {text: 'comes after'}]->(f), "
    "(f)-[:AFTER]->(f)",
    "MATCH (p:Person), (f:`Fil``m`) CREATE (p)-[:SAW {since: date('2001-02-03')}]->(f)",
    "MATCH (a:Chunk {id: 'c1'}), (b) CREATE (a)-[:MENTIONS]->(b)",
    # Holes in the ids: nodes and relationships that are gone.
    "MATCH (b:Chunk {id: 'c2'}) DETACH DELETE b",
]


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    with Database.connect(server.bolt, (server.user, server.password), "neo4j") as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        yield opened
        opened.write("MATCH (n) DETACH DELETE n")


@pytest.fixture
def ugly(database: Database) -> Database:
    for statement in UGLY:
        database.write(statement)
    return database


def read(database: Database, request: ProjectionRequest, *, packed: bool) -> Projection:
    schema = read_database_schema(database)
    plan = detect(schema, request)
    return build_projection(read_chunks(database, plan, schema, packed=packed), plan)


def assert_equal(one: Projection, other: Projection) -> None:
    one, other = (replace(projection, transaction=None) for projection in (one, other))
    arrays, description = take_apart(one)
    others, other_description = take_apart(other)
    assert description == other_description
    assert set(arrays) == set(others)
    for name, array in arrays.items():
        assert array.dtype == others[name].dtype, name
        np.testing.assert_array_equal(array, others[name], name)


@pytest.mark.parametrize(
    "request_",
    [
        ProjectionRequest(),
        ProjectionRequest(node_projection=["Person", "Fil`m"], relationship_projection="be`fore"),
        ProjectionRequest(node_projection="Späß"),
        ProjectionRequest(
            name_property={"Fil`m": "title", "Person": ["name", "nan"]}, node_properties=["released"]
        ),
        ProjectionRequest(relation_type_property="text", embedding_property="embedding", encoder="mine"),
    ],
    ids=["everything", "selected", "one label", "named", "relations and vectors"],
)
def test_both_ways_give_one_projection(ugly: Database, request_: ProjectionRequest) -> None:
    plain = read(ugly, request_, packed=False)
    packed = read(ugly, request_, packed=True)
    assert plain.n_nodes
    assert_equal(plain, packed)


def test_what_is_read_is_what_is_there(ugly: Database) -> None:
    projection = read(ugly, ProjectionRequest(), packed=False)
    rows = ugly.run(
        "MATCH (n) RETURN elementId(n) AS id, labels(n) AS labels, coalesce(n.title, n.name) AS name"
    )
    seen = {projection.nodes.element_id(row): row for row in range(projection.n_nodes)}
    assert set(seen) == {row["id"] for row in rows}
    for row in rows:
        at = seen[row["id"]]
        assert projection.nodes.labels(at) == tuple(sorted(row["labels"]))
        if row["name"] is not None:
            assert projection.nodes.names[at] == str(row["name"])
    links = ugly.run(
        "MATCH (s)-[r]->(t) RETURN elementId(s) AS s, type(r) AS type, elementId(t) AS t, elementId(r) AS r"
    )
    table = projection.relationships
    found = {
        (
            projection.nodes.element_id(table.source[row]),
            table.types[table.type[row]],
            projection.nodes.element_id(table.target[row]),
            table.element_id(row),
        )
        for row in range(len(table))
    }
    assert found == {(row["s"], row["type"], row["t"], row["r"]) for row in links}


def test_a_point_reads_the_same_both_ways(database: Database) -> None:
    database.write("CREATE (:Place {name: 'here', at: point({x: 1.5, y: 2.0})})")
    for packed in (False, True):
        value = read(database, ProjectionRequest(), packed=packed).nodes.properties["at"].value(0)
        assert json.loads(value) == {"srid": 7203, "coordinates": [1.5, 2.0]}


def test_an_empty_database_is_not_projected(database: Database, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="The database is empty"):
        project_database(database, Catalog(tmp_path), "nothing")
    assert_equal(
        read(database, ProjectionRequest(), packed=False), read(database, ProjectionRequest(), packed=True)
    )


def test_nothing_is_written_by_projecting(ugly: Database, tmp_path: Path) -> None:
    count = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n) AS n, count(r) AS r, sum(size(keys(n))) AS k"
    schema = "CALL db.labels() YIELD label RETURN collect(label) AS labels"
    before = ugly.run(count), ugly.run(schema), ugly.run("SHOW INDEXES YIELD name")
    project_database(ugly, Catalog(tmp_path), "read only")
    assert (ugly.run(count), ugly.run(schema), ugly.run("SHOW INDEXES YIELD name")) == before


def test_refreshing_reads_what_came_since(ugly: Database, tmp_path: Path) -> None:
    catalog = Catalog(tmp_path)
    first = project_database(ugly, catalog, "films", ProjectionRequest(node_projection=["Person", "Fil`m"]))
    ugly.write("CREATE (:Person {name: 'new'})")
    second = refresh(ugly, catalog, "films")
    assert (second.epoch, second.n_nodes) == (2, first.n_nodes + 1)
    assert "Chunk" not in second.labels


def test_an_estimate_holds_what_the_projection_takes(ugly: Database, tmp_path: Path) -> None:
    found = estimate(ugly)
    projection = project_database(ugly, Catalog(tmp_path), "films")
    assert found.n_relationships == projection.n_relationships
    assert found.bytes_min <= found.bytes_max


def test_a_selection_that_is_not_there_names_the_nearest(ugly: Database, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'Person'"):
        project_database(ugly, Catalog(tmp_path), "x", ProjectionRequest(node_projection="Persn"))


@pytest.mark.parametrize("name", names())
def test_every_statement_is_understood_by_the_server(database: Database, name: str) -> None:
    statement = template(name)
    statement = statement.fill(**dict.fromkeys(statement.identifiers, "A `strange` näme"))
    if statement.text.startswith("SHOW"):
        database.run(statement, **dict.fromkeys(statement.parameters))
        return
    versions = ["CYPHER 5"] if database.version.startswith("5.") else ["CYPHER 5", "CYPHER 25"]
    for version in versions:
        text = f"{version} EXPLAIN {statement.text}"
        database.run(text, **dict.fromkeys(statement.parameters))


def test_a_name_cannot_leave_its_quotes(database: Database) -> None:
    name = "A`) DETACH DELETE n //\\u0060) CREATE (:Broken) //"
    statement = template("read_labelled_nodes").fill(labels=[name, "Person"])
    assert database.run(statement, chunk=10, properties=[]) == []
    assert database.run("MATCH (b:Broken) RETURN b") == []


def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(QueryFailed):
        database.run("CREATE (:Sneaked)")


def test_a_wrong_password_is_told_at_once(server: ServerState) -> None:
    with (
        Database.connect(server.bolt, ("neo4j", "wrong-password")) as database,
        pytest.raises(DatabaseUnavailable, match="refused the login"),
    ):
        database.run("RETURN 1")


def test_an_unknown_database_is_told(server: ServerState) -> None:
    with (
        Database.connect(server.bolt, (server.user, server.password), "nowhere") as database,
        pytest.raises(DatabaseUnavailable, match="nowhere"),
    ):
        database.run("RETURN 1 AS one")


def test_a_statement_ends_at_its_timeout(database: Database) -> None:
    with pytest.raises(DeadlineExceeded):
        database.run(
            "UNWIND range(1, 1000000000) AS i WITH i WHERE i % 7 = 8 RETURN count(i) AS n", timeout=0.5
        )


def test_the_driver_given_stays_open(server: ServerState) -> None:
    import neo4j

    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        with Database.connect(driver=driver) as database:
            assert database.run("MATCH (n) WITH n LIMIT 0 RETURN n") == []
        driver.verify_connectivity()


def test_every_door_estimates(ugly: Database, server: ServerState) -> None:
    login = {"--uri": server.bolt, "--user": server.user, "--password": server.password}
    options = [part for pair in login.items() for part in pair]
    asked = ["estimate", "--label", "Person", "--type", "SAW", *options]
    with motif.connect(server.bolt, (server.user, server.password)) as db:
        found = db.estimate("Person", "SAW", name_property="name")
        told = json.loads(CliRunner().invoke(main, [*asked, "--name-property", "name", "--json"]).output)
        assert told == found.as_row()
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        said = driver.execute_query(
            "CALL motif.graph.project.estimate('Person', 'SAW', {nameProperty: 'name'})"
        ).records[0]
    assert [said[key] for key in ("nodeCount", "relationshipCount")] == [5, found.n_relationships]
    assert said["bytesMin"] <= found.bytes_min, "a text of a million letters is only seen by sampling"
    assert (found.n_nodes, found.making) == (5, int(1.5 * found.bytes_min))
    shown = CliRunner().invoke(main, asked).output.splitlines()
    assert shown[0] == f"5 nodes, {found.n_relationships} relationships."
    assert shown[1].startswith("The projection: ") and " to " in shown[1]
    assert shown[2].startswith("Making it: at least ") and shown[2].endswith(" are free here.")
