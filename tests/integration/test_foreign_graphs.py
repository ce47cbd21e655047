"""Graphs that neo4j-graphrag, LangChain and the LLM graph builder made are retrieved from as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import neo4j
import pytest

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
def graph(driver: neo4j.Driver, build: Build, tmp_path: Path) -> Iterator[motif.Graph]:
    build(driver, HashEncoder())
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
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


def test_documents_are_named_by_their_file(graph: motif.Graph, build: Build) -> None:
    if build is write_as_langchain:
        pytest.skip("there a document is the chunk")
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


def test_the_vectors_that_chunks_have_are_used(driver: neo4j.Driver, build: Build, tmp_path: Path) -> None:
    build(driver, HashEncoder())
    settings = Settings(home=tmp_path / "home", cache=tmp_path / "cache")
    with motif.connect(driver=driver, encoder=HashEncoder(), settings=settings) as connection:
        graph = connection.project("foreign", embedding_property="embedding")
        vectors = graph.projection.vectors[TEXT]
        assert int((vectors.index >= 0).sum()) == len(PASSAGES)
        graph.embed()
        embedded = graph.projection
        corpus = corpus_of(embedded)
        assert corpus is not None
        assert (embedded.vectors[TEXT].index[corpus.chunks] >= 0).all()
