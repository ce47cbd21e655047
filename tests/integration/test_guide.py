"""Every query of the guide for Neo4j Browser gives rows, in the guide's order, on both servers.

The sample graphs are cut to what the guide asks about, so that few names have to be embedded: countries, their capitals
and what joins them; resources about RNA; of every other kind the first few.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from motif.database import Database
from motif.embedded import ServerState
from motif_loaders import registry, world
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_loaders.writer import write_records

pytestmark = pytest.mark.integration
DOCS = Path(__file__).parents[2] / "docs"
GRAPHS = ("world", "registry", "atlas")
WHOLE = {"Country", "Subregion", "Continent", "Language", "Currency"}
FEW = 12


def guide() -> dict[str, Any]:
    specification = importlib.util.spec_from_file_location("guide_pages", DOCS / "guide_pages.py")
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    slides: dict[str, Any] = module.read_guide()
    return slides


def asked_about(records: Iterable[Record]) -> Iterator[Record]:
    """The nodes that the guide asks about, and the relationships among them."""
    everything = list(records)
    capitals = {
        record.target
        for record in everything
        if isinstance(record, RelationshipRecord) and record.type == "HAS_CAPITAL"
    }
    counts: Counter[str] = Counter()
    kept: set[Key] = set()
    for record in everything:
        if isinstance(record, NodeRecord):
            label = record.key.label
            counts[label] += 1
            about = label in WHOLE or record.key in capitals or " RNA" in str(record.properties)
            if about or counts[label] <= FEW:
                kept.add(record.key)
                yield record
        elif isinstance(record, RelationshipRecord) and {record.source, record.target} <= kept:
            yield record


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    """The server with the sample graphs and none of the guide's projections; empty again afterwards."""
    login = (server.user, server.password)
    with neo4j.GraphDatabase.driver(server.bolt, auth=login) as driver:
        clear(driver)
        with Database.connect(server.bolt, login) as database:
            for records in (world.load(), registry.load()):
                write_records(database, asked_about(records))
        yield driver
        clear(driver)


def clear(driver: neo4j.Driver) -> None:
    for name in GRAPHS:
        driver.execute_query("CALL motif.graph.drop($name, false)", name=name)
    driver.execute_query("MATCH (n) DETACH DELETE n")
    for record in driver.execute_query("SHOW CONSTRAINTS YIELD name").records:
        driver.execute_query(f"DROP CONSTRAINT `{record['name']}`")


def test_every_query_of_the_guide_gives_rows(driver: neo4j.Driver) -> None:
    asked = [query for slide in guide()["slides"] for query in slide["queries"]]
    without: list[str] = []
    for query in asked:
        rows = driver.execute_query(query["query"]).records
        nodes = [node for row in rows for node in row["nodes"]] if query.get("draws") else rows
        if not nodes:
            without.append(query["says"])
    assert len(asked) > 20
    assert without == []
    again = driver.execute_query(asked[0]["query"]).records
    assert again == [], "a graph that is there is not projected again"
