"""Graphs that neo4j-graphrag, LangChain and the LLM graph builder made are retrieved from as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import neo4j
import numpy as np
import pytest
from neo4j_graphrag.indexes import create_fulltext_index, create_vector_index
from numpy.typing import NDArray

import motif
from fakes import HashEncoder
from foreign_graphs import PASSAGES, TITLE, build_with_graphrag, write_as_graph_builder, write_as_langchain
from motif.embedded import ServerState
from motif.graphs.corpus import corpus_of
from motif.graphs.projection import TEXT
from motif.settings import Settings

pytestmark = pytest.mark.integration

BEGINNINGS = [
    "Ada Lovelace wrote the first program. It was meant for the…",
    "Charles Babbage built the Difference Engine before. The…",
    "Luigi Menabrea described the Analytical Engine in French.…",
]

Build = Callable[[neo4j.Driver, HashEncoder], None]


@pytest.fixture
def driver(server: ServerState) -> Iterator[neo4j.Driver]:
    with neo4j.GraphDatabase.driver(server.bolt, auth=(server.user, server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        yield driver
        driver.execute_query("MATCH (n) DETACH DELETE n")
        driver.execute_query("DROP INDEX __entity__tmp_internal_id IF EXISTS")


@pytest.fixture(params=[build_with_graphrag, write_as_langchain, write_as_graph_builder])
def build(request: pytest.FixtureRequest) -> Build:
    chosen: Build = request.param
    return chosen


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache")


@pytest.fixture
def graph(driver: neo4j.Driver, build: Build, settings: Settings) -> Iterator[motif.Graph]:
    build(driver, HashEncoder())
    with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
        yield connection.project("foreign")


def test_a_corpus_is_recognised(graph: motif.Graph) -> None:
    projection = graph.projection
    corpus = corpus_of(projection)
    assert corpus is not None and projection.nodes.texts is not None
    assert sorted(projection.nodes.names.take(corpus.chunks)) == BEGINNINGS
    texts = projection.nodes.texts.take(corpus.chunks)
    assert sorted(texts) == sorted(passage.text for passage in PASSAGES)
    assert sorted(projection.nodes.names.take(corpus.entities)) == [
        "Ada Lovelace",
        "Analytical Engine",
        "British government",
        "Charles Babbage",
        "Difference Engine",
        "Luigi Menabrea",
    ]
    assert len(corpus.mention_chunk) == 9
    assert len(corpus.relations) == 8


@pytest.mark.parametrize("build", [build_with_graphrag, write_as_graph_builder], indirect=True)
def test_documents_are_named_by_their_file(graph: motif.Graph) -> None:
    """LangChain's form is left out: it has no documents beside its chunks."""
    assert TITLE in list(graph.projection.nodes.names)


def test_relations_between_entities_are_searched_and_matched(graph: motif.Graph) -> None:
    [best] = graph.search([("Ada Lovelace", "wrote program for", "?machine")], top_k=1)
    assert best.text == "Ada Lovelace | WROTE_PROGRAM_FOR | Analytical Engine"
    found = graph.match(
        [("?who", "INVENTED", "Difference Engine"), ("?who", "INVENTED", "Analytical Engine")]
    )
    assert [node.name for piece in found for node in piece.answers] == ["Charles Babbage"]


def test_a_chunk_can_be_matched_by_what_it_mentions(graph: motif.Graph) -> None:
    chunk = {"unknown": "chunk", "label": "Chunk" if "Chunk" in graph.projection.labels else "Document"}
    pattern = [("British government", None, chunk)]
    found = graph.match(pattern, directed=False)
    assert [piece.bindings["chunk"].name for piece in found] == [BEGINNINGS[1]]


class LocalEncoder(HashEncoder):
    """An encoder that tells which weights it has, so it runs on this machine."""

    hash = "0123456789abcdef"


def vectors_of_chunks(graph: motif.Graph) -> int:
    projection = graph.projection
    corpus = corpus_of(projection)
    assert corpus is not None
    stored = projection.vectors.get(TEXT)
    return 0 if stored is None else int((stored.index[corpus.chunks] >= 0).sum())


def test_vectors_that_chunks_have_are_taken_over_by_the_same_encoder(
    driver: neo4j.Driver, build: Build, settings: Settings
) -> None:
    build(driver, HashEncoder())
    with motif.connect(driver=driver, encoder=LocalEncoder(), settings=settings) as connection:
        graph = connection.project("foreign")
        assert vectors_of_chunks(graph) == len(PASSAGES)
        assert graph.projection.configuration["embeddingProperty"] == "embedding"
        [best] = graph.search([("Ada Lovelace", "wrote program for", "?machine")], top_k=1)
        assert best.text == "Ada Lovelace | WROTE_PROGRAM_FOR | Analytical Engine"
        graph.refresh()
        assert vectors_of_chunks(graph) == len(PASSAGES)


@pytest.mark.parametrize("encoder", [HashEncoder(), LocalEncoder(32), LocalEncoder(64, "other")])
def test_vectors_of_another_encoder_stay_unread(
    driver: neo4j.Driver, settings: Settings, encoder: HashEncoder
) -> None:
    write_as_langchain(driver, _Backwards() if encoder.name == "other" else HashEncoder())
    with motif.connect(driver=driver, encoder=encoder, settings=settings) as connection:
        assert vectors_of_chunks(connection.project("foreign")) == 0


class _Backwards(HashEncoder):
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.ascontiguousarray(super().encode(texts)[:, ::-1])


def test_vectors_that_are_asked_for_are_taken(driver: neo4j.Driver, build: Build, settings: Settings) -> None:
    build(driver, HashEncoder())
    with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
        graph = connection.project("foreign", embedding_property="embedding")
        assert vectors_of_chunks(graph) == len(PASSAGES)


QUESTION = "Who paid for the Difference Engine?"


def test_expand_begins_at_chunks_and_follows_what_the_graph_has(graph: motif.Graph) -> None:
    graph.embed()
    found = graph.expand(QUESTION, seeds=1, neighbours=2)
    assert found[0].text == PASSAGES[1].text and found[0].metadata["role"] == "seed"
    neighbours = [piece for piece in found if piece.metadata["role"] == "neighbour"]
    assert {piece.text for piece in neighbours} <= {passage.text for passage in PASSAGES}
    assert neighbours and all(piece.relationships for piece in neighbours)


def test_expand_by_the_indexes_that_neo4j_graphrag_makes(
    driver: neo4j.Driver, build: Build, settings: Settings
) -> None:
    build(driver, HashEncoder())
    label = "Document" if build is write_as_langchain else "Chunk"
    create_vector_index(driver, "foreignVectors", label, "embedding", 64, "cosine")
    create_fulltext_index(driver, "foreignWords", label, ["text"])
    try:
        driver.execute_query("CALL db.awaitIndexes(60)")
        with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
            found = connection.expand(QUESTION, seeds=1, neighbours=2)
            assert not connection.graphs()
    finally:
        driver.execute_query("DROP INDEX foreignVectors")
        driver.execute_query("DROP INDEX foreignWords")
    assert found[0].text == PASSAGES[1].text
    # LangChain writes no order and no file: there only what mentions the same entity is a step away.
    reached = PASSAGES[:2] if build is write_as_langchain else PASSAGES
    assert {piece.text for piece in found} == {passage.text for passage in reached}


def test_communities_are_found_in_all_layers(graph: motif.Graph) -> None:
    found = graph.embed().community(QUESTION)
    best = {piece.metadata["layer"]: piece for piece in reversed(found)}
    assert set(best) == {"chunk", "knowledge", "similarity"}
    assert sorted(node.name for node in best["chunk"].nodes) == BEGINNINGS
    entities = {name for passage in PASSAGES for name, _, _ in passage.entities}
    relations = {kind for passage in PASSAGES for _, kind, _, _ in passage.relations}
    for layer in ("knowledge", "similarity"):
        assert best[layer].metadata["trussness"] >= 3
        assert {node.name for node in best[layer].nodes} <= entities
        assert {one.type for one in best[layer].relationships} <= relations
    assert len(best["knowledge"].relationships) >= 3


@pytest.mark.slow
def test_edges_by_likeness_are_computed(graph: motif.Graph) -> None:
    graph.embed().similarity(edges="all").truss()
    assert {"IS_NEAR", "SHARES_RELATION"} <= set(graph.projection.layers)
    chunks = corpus_of(graph.projection)
    assert chunks is not None
    assert set(graph.projection.layers["SHARES_RELATION"].source) <= set(chunks.chunks)
    assert graph.projection.trussness is not None and int(graph.projection.trussness.max()) == 4


def test_a_question_in_words_is_answered(graph: motif.Graph) -> None:
    [best] = graph.retrieve("Who invented the Difference Engine?", top_k=1)
    assert [node.name for node in best.answers] == ["Charles Babbage"]
