"""Expansion in a real server of either version: by the database's own indexes, and as over a projection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from fakes import HashEncoder
from foreign_graphs import build_with_graphrag
from motif.embedded import ServerState
from motif.errors import InvalidConfiguration, InvalidInput, MissingVectors
from motif.knowledge_graph.expanding import ExpandedGraph
from motif.settings import Settings

pytestmark = pytest.mark.integration

ENCODER = HashEncoder()
CHUNKS = [
    ("t0", "Crime films", "Film | Director\nHeat | Michael Mann\nRonin | Frankenheimer"),
    ("p0", "Heat", "Two men meet over coffee in Los Angeles."),
    ("p1", "Ronin", "A briefcase is chased through Nice."),
    ("p2", "Michael Mann", "He was born in Chicago in 1943."),
    ("p3", "Chicago", "A city on a lake."),
    ("p4", "Crime of passion", "An offence."),
]
LINKS = """
MATCH (t:Chunk {id: 't0'}), (heat:Chunk {id: 'p0'}), (ronin:Chunk {id: 'p1'}), (mann:Chunk {id: 'p2'}),
  (chicago:Chunk {id: 'p3'}), (passion:Chunk {id: 'p4'})
CREATE (t)-[:IS_SIMILAR {metric: ['title-cell'], evidence: 'Heat | Michael Mann'}]->(heat),
  (ronin)-[:IS_SIMILAR {metric: ['title-cell', 'topic-topic'], evidence: 'Ronin | Frankenheimer'}]->(t),
  (t)-[:IS_SIMILAR {metric: ['content-content']}]->(passion),
  (entity:__Entity__ {name: 'Chicago'})-[:FROM_CHUNK]->(mann), (entity)-[:FROM_CHUNK]->(chicago)
"""
FULLTEXT = "CREATE FULLTEXT INDEX chunkText FOR (n:Chunk) ON EACH [n.title, n.text]"
VECTOR = """
CREATE VECTOR INDEX chunkVectors FOR (n:Chunk) ON n.embedding
OPTIONS {indexConfig: {`vector.dimensions`: 64, `vector.similarity_function`: 'cosine'}}
"""
QUESTION = "which film by the director Frankenheimer?"


@pytest.fixture
def empty(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        _clear(driver)
        yield driver
        _clear(driver)


def _clear(driver: neo4j.Driver) -> None:
    driver.execute_query("MATCH (n) DETACH DELETE n")
    for name in ("chunkText", "chunkVectors", "__entity__tmp_internal_id"):
        driver.execute_query(f"DROP INDEX `{name}` IF EXISTS")


@pytest.fixture
def driver(empty: neo4j.Driver) -> neo4j.Driver:
    vectors = ENCODER.encode([text for *_, text in CHUNKS]).tolist()
    rows = [[*chunk, vector] for chunk, vector in zip(CHUNKS, vectors, strict=True)]
    empty.execute_query(
        "UNWIND $rows AS row CREATE (n:Chunk {id: row[0], title: row[1], text: row[2], embedding: row[3]})",
        rows=rows,
    )
    empty.execute_query(LINKS)
    return empty


@pytest.fixture
def connection(driver: neo4j.Driver, tmp_path: Path) -> Iterator[motif.Connection]:
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with motif.connect(driver=driver, encoder=ENCODER, settings=settings) as connection:
        yield connection


def _index(driver: neo4j.Driver, *statements: str) -> None:
    for statement in statements:
        driver.execute_query(statement)
    driver.execute_query("CALL db.awaitIndexes(120)")


def found(results: Any) -> list[tuple[str, str]]:
    return [(piece.nodes[0].name, piece.metadata["role"]) for piece in results]


def test_by_indexes_alone(connection: motif.Connection, driver: neo4j.Driver) -> None:
    _index(driver, FULLTEXT, VECTOR)
    results = connection.expand(QUESTION, seeds=1, neighbours=2)
    assert set(found(results)) == {("Crime films", "seed"), ("Ronin", "neighbour"), ("Heat", "neighbour")}
    ronin = next(piece for piece in results if piece.nodes[0].name == "Ronin")
    assert ronin.text == "A briefcase is chased through Nice."
    assert ronin.metadata["from_names"] == ["Crime films"]
    assert ronin.metadata["via"][0]["evidence"] == "Ronin | Frankenheimer"
    assert [(edge.type, edge.source) for edge in ronin.relationships] == [("IS_SIMILAR", ronin.nodes[0].id)]
    through = connection.expand("who was born in 1943?", seeds=1)
    assert found(through) == [("Michael Mann", "seed"), ("Chicago", "neighbour")]
    assert through[1].metadata["via"][0] == {"type": "FROM_CHUNK", "through": "Chicago"}


def test_what_is_gone_along(connection: motif.Connection, driver: neo4j.Driver) -> None:
    _index(driver, FULLTEXT, VECTOR)
    assert ("Crime of passion", "neighbour") not in found(connection.expand("films director", seeds=1))
    for along in ("IS_SIMILAR", "IS_SIMILAR:content-content"):
        assert ("Crime of passion", "neighbour") in found(
            connection.expand("films director", seeds=1, along=along)
        )
    assert found(connection.expand("films director", seeds=1, along=["FROM_CHUNK"])) == [
        ("Crime films", "seed")
    ]
    with pytest.raises(InvalidConfiguration, match="Did you mean 'FROM_CHUNK'"):
        connection.expand(QUESTION, along=["FROM_CHUNKS"])


def test_both_forms_find_the_same(connection: motif.Connection, driver: neo4j.Driver) -> None:
    _index(driver, FULLTEXT, VECTOR)
    projection = connection.project(
        "expanded",
        name_property=["title", "name"],
        text_properties=["text"],
        relationship_properties=["metric", "evidence"],
        embedding_property="embedding",
        encoder=ENCODER.name,
    ).projection
    graph = ExpandedGraph(lambda: projection, encoder=lambda: ENCODER)
    for question in (QUESTION, "who was born in 1943?", "coffee", "a lake"):
        options: Any = {"seeds": 2, "neighbours": 2}
        assert set(found(graph.expand(question, **options))) == set(
            found(connection.expand(question, **options))
        )


def test_words_alone_and_signs_of_lucene(connection: motif.Connection, driver: neo4j.Driver) -> None:
    _index(driver, FULLTEXT)
    results = connection.expand('coffee AND (title:* OR "Los" ~ \\', seeds=1, neighbours=0, bm25_weight=1)
    assert found(results) == [("Heat", "seed")]
    assert connection.expand("zzz", bm25_weight=1) == []


def test_missing_indexes_are_said(connection: motif.Connection, driver: neo4j.Driver) -> None:
    with pytest.raises(MissingVectors, match="no vector index"):
        connection.expand(QUESTION)
    _index(driver, VECTOR)
    with pytest.raises(InvalidInput, match="CREATE FULLTEXT INDEX chunkText"):
        connection.expand(QUESTION)
    _index(driver, FULLTEXT.replace(":Chunk", ":Film"))
    with pytest.raises(InvalidInput, match="no full-text index over :Chunk nodes"):
        connection.expand(QUESTION)


def test_a_graph_of_neo4j_graphrag(empty: neo4j.Driver, tmp_path: Path) -> None:
    build_with_graphrag(empty, ENCODER)
    _index(empty, FULLTEXT.replace("n.title, ", ""), VECTOR)
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with motif.connect(driver=empty, encoder=ENCODER, settings=settings) as connection:
        results = connection.expand("who translated it into French?", seeds=1)
    assert results[0].metadata["role"] == "seed" and "Menabrea" in results[0].text
    assert {piece.metadata["role"] for piece in results[1:]} == {"neighbour"}


def test_nothing_is_written(connection: motif.Connection, driver: neo4j.Driver) -> None:
    _index(driver, FULLTEXT, VECTOR)
    before = driver.execute_query("MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS p").records[0].data()
    connection.expand(QUESTION)
    assert (
        driver.execute_query("MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS p").records[0].data()
        == before
    )
