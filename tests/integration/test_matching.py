"""``motif.match`` and ``motif.embed.dominance.*`` in a real server of either version."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from motif.embedded import ServerState
from motif_loaders.fb15k237 import load
from motif_loaders.writer import write_records

pytestmark = pytest.mark.integration

FILMS = Path(__file__).parents[1] / "golden" / "films.cypher"
GENRE = "/film/film/genre"
ACTED = "/film/actor/film./film/performance/film"
NOMINATED = "/award/award_category/nominees./award/award_nomination/nominated_for"
CONSTRAINED = [
    ["Tom Hanks", "ACTED_IN", "?film"],
    ["?who", "DIRECTED", "?film"],
    ["?who", "DIRECTED", "?other"],
]
AS_CYPHER = """
MATCH (tom {name: 'Tom Hanks'})-[:ACTED_IN]->(film)<-[:DIRECTED]-(who)-[:DIRECTED]->(other)
WHERE tom <> film AND tom <> who AND tom <> other AND film <> who AND film <> other AND who <> other
RETURN film.title AS film, who.name AS who, other.title AS other ORDER BY film, who, other
"""
AS_MATCH = """
CALL motif.match('matched', $pattern, $configuration) YIELD bindings
RETURN bindings.film.title AS film, bindings.who.name AS who, bindings.other.title AS other ORDER BY film, who, other
"""
CHANGE = """
MATCH (film:Movie {title: 'Cast Away'})
CREATE (film)<-[:DIRECTED]-(:Person {name: 'Second Unit'})-[:DIRECTED]->(:Movie {title: 'Islands'})
"""
"""Stars grow, and with them there is one match more."""


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        for statement in FILMS.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                driver.execute_query(statement)
        project(driver)
        yield driver
        driver.execute_query("CALL motif.graph.drop('matched', false)")
        driver.execute_query("MATCH (n) DETACH DELETE n")


def project(driver: neo4j.Driver) -> None:
    driver.execute_query("CALL motif.graph.drop('matched', false)")
    driver.execute_query("CALL motif.graph.project('matched')")


def rows(driver: neo4j.Driver, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    return [record.data() for record in driver.execute_query(statement, parameters).records]


def one(driver: neo4j.Driver, statement: str, **parameters: Any) -> dict[str, Any]:
    [row] = rows(driver, statement, **parameters)
    return row


def count(driver: neo4j.Driver) -> int:
    return int(one(driver, "MATCH (n) RETURN count(n) AS n")["n"])


def matched(driver: neo4j.Driver, **configuration: Any) -> list[dict[str, Any]]:
    return rows(driver, AS_MATCH, pattern=CONSTRAINED, configuration=configuration)


def test_a_match_finds_what_cypher_finds_by_either_algorithm(driver: neo4j.Driver) -> None:
    expected = rows(driver, AS_CYPHER)
    assert len(expected) > 3
    for algorithm in ("join", "paths", "auto"):
        assert matched(driver, algorithm=algorithm) == expected, algorithm
    for length in (1, 2):
        rows(driver, "CALL motif.embed.dominance.mutate('matched', {pathLength: $length})", length=length)
        assert matched(driver, algorithm="paths") == expected, length


def test_the_nodes_of_a_match_are_nodes_that_cypher_goes_on_with(driver: neo4j.Driver) -> None:
    found = rows(
        driver,
        "CALL motif.match('matched', $pattern, {answer: '?who'}) YIELD answers, relationships "
        "UNWIND answers AS who UNWIND relationships AS r "
        "WITH DISTINCT who, r WHERE startNode(r) = who "
        "RETURN who.name AS who, count(r) AS directed, count{(who)-[:DIRECTED]->()} AS expected",
        pattern=CONSTRAINED,
    )
    assert found and all(row["directed"] == row["expected"] for row in found)


def test_nothing_found_is_said_by_what_surrounds_it(driver: neo4j.Driver) -> None:
    found = rows(
        driver,
        "CALL motif.match('matched', [['Tom Hanks', 'DIRECTED', 'Alien']]) YIELD answers, nodes, metadata "
        "RETURN answers, size(nodes) AS around, metadata.fallback AS fallback",
    )
    assert len(found) == 2
    assert all(row["fallback"] and row["answers"] == [] and row["around"] > 1 for row in found)


def test_an_embedding_is_streamed_counted_kept_and_written(driver: neo4j.Driver) -> None:
    nodes = count(driver)
    streamed = rows(
        driver,
        "CALL motif.embed.dominance.stream('matched') YIELD node, embedding RETURN node.name AS name, embedding",
    )
    assert len(streamed) == nodes and {len(row["embedding"]) for row in streamed} == {8}
    stats = one(driver, "CALL motif.embed.dominance.stats('matched', {dimension: 5})")
    assert (stats["nodeCount"], stats["certified"], stats["dimension"]) == (nodes, nodes, 5)
    assert stats["kind"] == "constructed" and stats["pathCount"] is None and 0 <= stats["pruned"] <= 1
    kept = "CALL motif.graph.list('matched') YIELD vectors RETURN vectors.dominance AS dominance"
    assert one(driver, kept) == {"dominance": None}
    relationships = one(driver, "MATCH ()-[r]->() RETURN count(r) AS n")["n"]
    estimate = one(driver, "CALL motif.embed.dominance.write.estimate('matched', {pathLength: 1})")
    assert (estimate["nodeCount"], estimate["relationshipCount"]) == (nodes, relationships)
    assert 0 < estimate["bytesMin"] <= estimate["bytesMax"]
    mutated = one(driver, "CALL motif.embed.dominance.mutate('matched', {pathLength: 1, dimension: 6})")
    assert mutated["pathCount"] == estimate["pathCount"] == relationships
    assert mutated["nodePropertiesWritten"] == nodes
    dominance = one(driver, kept)["dominance"]
    assert (dominance["dimension"], dominance["count"], dominance["pathLengths"]) == (6, nodes, [1])
    stats = one(driver, "CALL motif.embed.dominance.stats('matched')")
    assert (stats["dimension"], stats["pathCount"]) == (6, relationships)
    written = one(driver, "CALL motif.embed.dominance.write('matched')")
    assert (written["nodePropertiesWritten"], written["dropped"], written["writeProperty"]) == (
        nodes,
        0,
        "motifDominance",
    )
    found = one(
        driver,
        "MATCH (n) RETURN min(size(n.motifDominance)) AS least, max(size(n.motifDominance)) AS most, "
        "count(n.motifDominanceModel) AS stamps, count(DISTINCT n.motifDominanceContent) AS contents, "
        "collect(DISTINCT valueType(n.motifDominance)) AS types",
    )
    assert (found["least"], found["most"], found["stamps"]) == (7, 7, nodes)
    assert found["contents"] > nodes // 2 and all("LIST<FLOAT" in kind for kind in found["types"])


FACTS = "CALL motif.embed.dominance.stats('matched') YIELD kind, dimension, model, certified"


def test_written_vectors_are_read_again_and_not_written_twice(driver: neo4j.Driver) -> None:
    one(driver, "CALL motif.embed.dominance.write('matched', {dimension: 6})")
    again = one(driver, "CALL motif.embed.dominance.write('matched') YIELD nodePropertiesWritten AS n")
    assert again == {"n": 0}
    assert rows(driver, "CALL motif.graph.list('matched') YIELD stale") == [{"stale": False}]
    before = one(driver, FACTS)
    assert (before["kind"], before["dimension"], before["certified"]) == ("constructed", 6, count(driver))
    project(driver)
    assert one(driver, FACTS) == before


@pytest.mark.parametrize(
    "configuration",
    [
        pytest.param({"dimension": 6}, id="constructed"),
        pytest.param({"kind": "gat", "epochs": 30}, id="gat", marks=pytest.mark.slow),
    ],
)
def test_stars_that_changed_since_they_were_embedded_lose_no_match(
    driver: neo4j.Driver, configuration: dict[str, Any]
) -> None:
    if configuration.get("kind") == "gat":
        pytest.importorskip("torch", reason="the extra 'gnn' is not installed")
    rows(driver, "CALL motif.embed.dominance.write('matched', $configuration)", configuration=configuration)
    project(driver)
    before = one(driver, FACTS)
    assert before["kind"] == configuration.get("kind", "constructed") and before["certified"] > 0
    driver.execute_query(CHANGE)
    project(driver)
    after = one(driver, FACTS)
    assert after["kind"] == before["kind"]
    if configuration.get("kind") == "gat":
        assert after["model"] == before["model"]
        assert 0 < after["certified"] < before["certified"], "changed stars are never pruned, the others are"
    expected = rows(driver, AS_CYPHER)
    for algorithm in ("join", "paths"):
        assert matched(driver, algorithm=algorithm) == expected, algorithm


def test_a_locked_or_mistaken_call_is_said_in_words(driver: neo4j.Driver) -> None:
    for statement, said in (
        (
            "CALL motif.embed.dominance.mutate('matched', {kind: 'gnn'})",
            "kind must be 'constructed' or 'gat', not 'gnn'",
        ),
        ("CALL motif.embed.dominance.mutate('matched', {pathLength: 3})", "pathLength must be 1 or 2, not 3"),
        ("CALL motif.embed.dominance.write('matched', {pathLength: 1})", "unknown key 'pathLength'"),
        ("CALL motif.embed.dominance.stats('nothing')", "No projection named 'nothing'"),
    ):
        with pytest.raises(neo4j.exceptions.ClientError, match=said):
            rows(driver, statement)


@pytest.mark.data
@pytest.mark.slow
def test_a_slice_of_freebase_is_matched_with_all_constraints(
    server: ServerState, driver: neo4j.Driver
) -> None:
    folder = Path(os.environ.get("MOTIF_DATA", "")) / "fb15k237"
    if not os.environ.get("MOTIF_DATA") or not folder.is_dir():
        pytest.skip("this matches a slice of FB15k-237, and MOTIF_DATA names no folder that holds it")
    driver.execute_query("MATCH (n) DETACH DELETE n")
    with motif.connect(server.bolt, (server.user, server.password)) as connection:
        write_records(connection.database, load(folder, splits="valid,test"))
    project(driver)
    pattern = [
        ["UNKNOWN a", GENRE, "Comedy-GB"],
        ["UNKNOWN b", ACTED, "UNKNOWN a"],
        ["UNKNOWN c", NOMINATED, "UNKNOWN a"],
    ]
    found = rows(
        driver,
        "CALL motif.match('matched', $pattern, {limit: 10000, answer: 'UNKNOWN a'}) YIELD answers, complete "
        "RETURN answers[0].mid AS mid, complete ORDER BY mid",
        pattern=pattern,
    )
    expected = rows(
        driver,
        f"MATCH (a)-[:`{GENRE}`]->(g {{name: 'Comedy-GB'}}), (b)-[:`{ACTED}`]->(a), (c)-[:`{NOMINATED}`]->(a) "
        "WHERE b <> c AND b <> g AND c <> g AND a <> g AND a <> b AND a <> c RETURN a.mid AS mid ORDER BY mid",
    )
    assert found and [row["mid"] for row in found] == [row["mid"] for row in expected]
    assert all(row["complete"] for row in found)
    ten = "CALL motif.match('matched', $pattern, {limit: 10, answer: 'UNKNOWN a'}) YIELD rank, complete"
    assert rows(driver, ten, pattern=pattern[:2]) == [
        {"rank": rank, "complete": False} for rank in range(1, 11)
    ]
