"""What becomes of refreshing and writing where the log in memory overflows, and where the server is killed.

A server of its own, with room for a few changes in its log; the last test kills it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import neo4j
import pytest
from tests.integration.test_refreshing_changes import CREATED, REQUEST, contents, read_anew

from conftest import plugin_jars
from motif.catalog import Catalog, project_database, refresh
from motif.database import Database
from motif.embedded import ServerState, StartOptions, start, status, stop
from motif.settings import Settings

pytestmark = pytest.mark.integration

KEPT = 100
"""Ids that the server's log keeps: the graph has 60 nodes and 119 relationships."""

NUMBERED = "MATCH (n:Delta) SET n.number = n.number + 1"
NEXT = replace(REQUEST, relationship_projection="NEXT")
SPOTS = 30_000
TRUSSNESS = "MATCH ()-[r:WAY]->() RETURN count(r.motifTrussness) AS some, count(r) AS all"


@pytest.fixture(scope="module")
def options(wanted_version: str) -> StartOptions:
    return StartOptions(
        name="short-memory",
        version=wanted_version,
        heap="640m",
        page_cache="64m",
        plugin_jars=plugin_jars(),
        class_archive=False,
        short_lived=True,
    )


@pytest.fixture(scope="module")
def own(options: StartOptions, server_settings: Settings) -> Iterator[ServerState]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("JAVA_TOOL_OPTIONS", f"-Dmotif.changes.limit={KEPT}")
        state = start(options, server_settings)
        with (state.home / "conf" / "motif.conf").open("a", encoding="utf-8") as settings:
            settings.write("write.timeout=120\n")  # a machine with other work is not at fault
        yield state
        if status(options.name, server_settings) is not None:
            stop(options.name, server_settings)


@pytest.fixture
def database(own: ServerState) -> Iterator[Database]:
    with Database.connect(own.bolt, (own.user, own.password)) as opened:
        opened.write("MATCH (n) DETACH DELETE n")
        opened.write(CREATED, marked=False)
        yield opened


def call(state: ServerState, statement: str) -> dict[str, Any]:
    """The one row of a statement, which is tried once."""
    login = state.user, state.password
    with neo4j.GraphDatabase.driver(state.bolt, auth=login) as driver, driver.session() as session:
        return session.run(statement).single(strict=True).data()


def inodes(catalog: Catalog, database: Database, epoch: int) -> dict[str, int]:
    folder = catalog.learned_folder(database.id, "changing").parent / str(epoch)
    return {file.stem: file.stat().st_ino for file in folder.glob("*.npy")}


@pytest.mark.parametrize("packed", [True, False], ids=["by the plugin", "by plain Cypher"])
def test_where_the_log_overflows_everything_is_read_compared_and_told(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    if not packed:  # as on a server that has the freshness jar alone
        monkeypatch.setattr(Database, "has_plugin", False)
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "changing", REQUEST)

    def told() -> dict[str, Any]:
        return dict(catalog.info(database.id, "changing").refreshed)

    database.write("MATCH (n:Delta) WHERE n.number < 4 SET n.name = 'renamed'", marked=False)
    database.write("MATCH (a:Delta {number: 1}), (b:Delta {number: 5}) CREATE (a)-[:NEXT]->(b)", marked=False)
    refreshed = refresh(database, catalog, "changing")
    assert told() == {"refreshed": "changes"}
    assert contents(refreshed) == read_anew(database, tmp_path / "first")
    before = inodes(catalog, database, refreshed.epoch)
    for _ in range(2):
        database.write(NUMBERED, marked=False)
    refreshed = refresh(database, catalog, "changing")
    because = {"refreshedBecause": "more has changed than the log in memory holds"}
    assert told() == {"refreshed": "all", **because, "nodesChanged": 60, "relationshipsChanged": 0}
    assert contents(refreshed) == read_anew(database, tmp_path / "second")
    after = inodes(catalog, database, refreshed.epoch)
    written = {name for name in after if after[name] != before.get(name)}
    assert written - {"relationship.relations.data", "relationship.relations.offsets"} == {
        "node.property.1.number"
    }
    database.write("MATCH (n:Delta {name: 'renamed'}) DETACH DELETE n", marked=False)
    refreshed = refresh(database, catalog, "changing")
    assert told() == {"refreshed": "changes"}, "the log goes on from there"
    assert contents(refreshed) == read_anew(database, tmp_path / "third")


def test_from_cypher_an_overflow_is_told_too(own: ServerState, database: Database) -> None:
    call(own, "CALL motif.graph.project('called', 'Delta', '*') YIELD graphName RETURN graphName")
    for _ in range(2):
        database.write(NUMBERED, marked=False)
    row = call(own, "CALL motif.graph.refresh('called') YIELD nodeCount, configuration, stale RETURN *")
    call(own, "CALL motif.graph.drop('called') YIELD graphName RETURN graphName")
    told = row["configuration"]
    assert (told["refreshed"], told["nodesChanged"], told["relationshipsChanged"]) == ("all", 60, 0)
    assert "more has changed" in told["refreshedBecause"]
    assert row["nodeCount"] == 60 and row["stale"] is False


def test_a_server_that_is_killed_while_it_writes(
    own: ServerState, database: Database, options: StartOptions, server_settings: Settings, tmp_path: Path
) -> None:
    """Half of what it wrote is never taken for whole; the next start reads everything, says why, and goes on."""
    catalog = Catalog(tmp_path)
    project_database(database, catalog, "changing", NEXT)
    database.write(f"UNWIND range(1, {SPOTS}) AS i CREATE (:Spot {{name: 'spot ' + i, place: i}})")
    database.write("CREATE INDEX FOR (s:Spot) ON s.place")
    database.write("CALL db.awaitIndexes()")
    ways = "MATCH (a:Spot), (b:Spot) WHERE b.place = a.place + {} CREATE (a)-[:WAY]->(b)"
    for step in (1, 2):
        database.write(ways.format(step))
    call(own, "CALL motif.graph.project('spots', 'Spot', 'WAY') YIELD graphName RETURN graphName")
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(call, own, "CALL motif.truss.write('spots') YIELD nodeCount RETURN nodeCount")
        while not call(own, TRUSSNESS)["some"]:
            assert not writing.done(), writing.result()
            time.sleep(0.01)
        os.kill(own.processes["neo4j"].pid, signal.SIGKILL)
        assert writing.exception() is not None
    until = time.monotonic() + 60
    while status(options.name, server_settings) is not None and time.monotonic() < until:
        time.sleep(0.1)
    again = start(options, server_settings)
    row = call(again, TRUSSNESS)
    assert 0 < row["some"] < row["all"] == 2 * SPOTS - 3, "a part was written"
    listed = "CALL motif.graph.list('{}') YIELD nodeCount, structure RETURN nodeCount, structure"
    largest = {"largestTrussness": 3, "layers": {}}
    assert call(again, listed.format("spots")) == {"nodeCount": SPOTS, "structure": largest}
    call(again, "CALL motif.graph.project('anew', 'Spot', 'WAY') YIELD graphName RETURN graphName")
    distribution = "CALL motif.truss.stats('{}') YIELD distribution RETURN distribution"
    assert call(again, distribution.format("anew")) == call(again, distribution.format("spots"))
    done = call(again, "CALL motif.truss.write('spots') YIELD relationshipPropertiesWritten AS n RETURN n")
    assert done["n"] == row["all"] - row["some"], "what stands is not written again"
    assert call(again, TRUSSNESS)["some"] == row["all"]
    with Database.connect(again.bolt, (again.user, again.password)) as opened:
        refreshed = refresh(opened, catalog, "changing")
        told = catalog.info(opened.id, "changing").refreshed
        assert told["refreshedBecause"] == "the database was started anew"
        assert (told["nodesChanged"], told["relationshipsChanged"]) == (0, 0)
        anew = project_database(opened, Catalog(tmp_path / "anew"), "changing", NEXT)
        assert contents(refreshed) == contents(anew)
