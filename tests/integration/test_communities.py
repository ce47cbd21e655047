"""`community` over a corpus in a real server of either version: what it gives is what the database holds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

import motif
from community_graphs import FILMS, QUESTION, corpus_rows, names
from fakes import HashEncoder
from motif.embedded import ServerState
from motif.graphs.evidence import Evidence
from motif.settings import Settings

pytestmark = pytest.mark.integration

PROJECTED = {
    "name_property": {"Document": "title", "Chunk": "title", "__Entity__": "name"},
    "text_properties": ["text", "description"],
    "relationship_properties": ["relation", "description"],
    "exist_ok": True,
}
EXISTING = """
MATCH (one)-[link]->(other) WHERE elementId(link) IN $links
RETURN count(DISTINCT link) AS links, collect(DISTINCT elementId(one)) + collect(DISTINCT elementId(other)) AS ends
"""


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        nodes, links = corpus_rows()
        for key, labels, values in nodes:
            marks = "".join(f":`{label}`" for label in labels)
            driver.execute_query(
                f"CREATE (n{marks}) SET n = $values, n.id = $key", key=key, values=dict(values)
            )
        for one, kind, other, said in links:
            driver.execute_query(
                f"MATCH (a {{id: $one}}), (b {{id: $other}}) CREATE (a)-[r:`{kind}`]->(b) SET r = $said",
                one=one,
                other=other,
                said=dict(said),
            )
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture
def corpus(driver: neo4j.Driver, tmp_path: Path) -> Iterator[motif.Graph]:
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
        options: dict[str, Any] = PROJECTED
        yield connection.project("corpus", **options).embed()


def test_communities_are_nodes_and_relationships_of_the_database(
    driver: neo4j.Driver, corpus: motif.Graph
) -> None:
    found = corpus.community(QUESTION, trussness=3)
    pieces: dict[str, Evidence] = {piece.metadata["layer"]: piece for piece in found}
    assert set(pieces) == {"chunk", "knowledge", "similarity"}
    assert names(pieces["knowledge"].nodes) <= set(FILMS)
    for piece in found:
        ids = [node.id for node in piece.nodes]
        known = driver.execute_query("MATCH (n) WHERE elementId(n) IN $ids RETURN count(n) AS n", ids=ids)
        assert known.records[0]["n"] == len(ids) == piece.metadata["size"]
        links = [link.id for link in piece.relationships]
        [row] = driver.execute_query(EXISTING, links=links).records
        assert row["links"] == len(links)
        assert set(row["ends"]) <= set(ids)
    knowledge = pieces["knowledge"]
    assert len(knowledge.relationships) == knowledge.metadata["edges"] == 3
    assert " | goes with | " in knowledge.text
    assert "Al Pacino met Robert De Niro in Heat." in pieces["chunk"].text


def test_edges_written_to_the_database_are_given(driver: neo4j.Driver, corpus: motif.Graph) -> None:
    before = corpus.community(QUESTION, layers=["chunk"], trussness=3)
    assert before[0].metadata["computed_edges"] == 1
    corpus.similarity(edges="chunks", write=True)
    after = corpus.refresh().community(QUESTION, layers=["chunk"], trussness=3)
    assert names(after[0].nodes) == names(before[0].nodes)
    assert after[0].metadata["computed_edges"] == 0
    assert {link.type for link in after[0].relationships} == {"NEXT_CHUNK", "SHARES_RELATION"}
