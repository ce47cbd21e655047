"""Corpora as the three builders write them, and graphs that are none."""

from __future__ import annotations

import dataclasses

import numpy as np

from motif.catalog.rows import NodeRow, RelationshipRow, from_rows
from motif.graphs.corpus import Corpus, corpus_of
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection


def _mentions(projection: Projection, corpus: Corpus) -> set[tuple[str, str]]:
    names = projection.nodes.names
    return {
        (names[chunk], names[entity])
        for chunk, entity in zip(corpus.mention_chunk, corpus.mention_entity, strict=True)
    }


def _graphrag() -> Projection:
    """As neo4j-graphrag writes it, with its extra label on everything."""
    return from_rows(
        [
            ("d", ["Document", "__KGBuilder__"], {}),
            ("c1", ["Chunk", "__KGBuilder__"], {}),
            ("c2", ["Chunk", "__KGBuilder__"], {}),
            ("mann", ["Person", "__Entity__", "__KGBuilder__"], {}),
            ("heat", ["Film", "__Entity__", "__KGBuilder__"], {}),
        ],
        [
            ("c1", "FROM_DOCUMENT", "d", {}),
            ("c2", "FROM_DOCUMENT", "d", {}),
            ("c1", "NEXT_CHUNK", "c2", {}),
            ("mann", "FROM_CHUNK", "c1", {}),
            ("heat", "FROM_CHUNK", "c1", {}),
            ("heat", "FROM_CHUNK", "c2", {}),
            ("mann", "DIRECTED", "heat", {}),
            ("mann", "KNOWS", "mann", {}),
            ("mann", "IS_NEAR", "heat", {}),
        ],
    )


def test_neo4j_graphrag() -> None:
    graph = _graphrag()
    corpus = corpus_of(graph)
    assert corpus is not None
    assert (corpus.chunks.tolist(), corpus.entities.tolist()) == ([1, 2], [3, 4])
    assert _mentions(graph, corpus) == {("c1", "mann"), ("c1", "heat"), ("c2", "heat")}
    types = graph.relationships
    assert [types.types[types.type[row]] for row in corpus.relations] == ["DIRECTED"]
    assert corpus.entities_of(np.array([2], np.int32)).tolist() == [4]
    assert corpus.chunks_of(np.array([4], np.int32)).tolist() == [1, 2]


def test_graph_builder_points_the_other_way_and_has_communities() -> None:
    graph = from_rows(
        [
            ("d", ["Document"], {}),
            ("c", ["Chunk"], {}),
            ("e", ["Person", "__Entity__"], {}),
            ("f", ["Film"], {}),
            ("community", ["__Community__"], {}),
        ],
        [
            ("c", "PART_OF", "d", {}),
            ("d", "FIRST_CHUNK", "c", {}),
            ("c", "HAS_ENTITY", "e", {}),
            ("c", "HAS_ENTITY", "f", {}),
            ("e", "IN_COMMUNITY", "community", {}),
            ("e", "DIRECTED", "f", {}),
        ],
    )
    corpus = corpus_of(graph)
    assert corpus is not None
    assert (corpus.chunks.tolist(), corpus.entities.tolist(), len(corpus.relations)) == ([1], [2, 3], 1)


def test_langchain_documents_are_the_chunks() -> None:
    nodes: list[NodeRow] = [
        ("d1", ["Document"], {"text": "x"}),
        ("d2", ["Document"], {}),
        ("e", ["Person"], {}),
        ("f", ["Film"], {}),
    ]
    links: list[RelationshipRow] = [
        ("d1", "MENTIONS", "e", {}),
        ("d1", "MENTIONS", "f", {}),
        ("e", "DIRECTED", "f", {}),
    ]
    corpus = corpus_of(from_rows(nodes, links))
    assert corpus is not None
    assert (corpus.chunks.tolist(), corpus.entities.tolist()) == ([0, 1], [2, 3])
    assert len(corpus.mention_chunk) == 2


def test_what_has_no_chunks_is_no_corpus() -> None:
    assert corpus_of(from_rows([])) is None
    assert (
        corpus_of(from_rows([("a", ["Document"], {}), ("b", ["Person"], {})], [("b", "WROTE", "a", {})]))
        is None
    )
    tweets = from_rows([("t", ["Tweet"], {}), ("u", ["User"], {})], [("t", "MENTIONS", "u", {})])
    assert corpus_of(tweets) is None


def test_chunks_without_entities_are_a_corpus() -> None:
    corpus = corpus_of(
        from_rows([("c", ["Chunk"], {}), ("d", ["Chunk"], {})], [("c", "NEXT_CHUNK", "d", {})])
    )
    assert corpus is not None
    assert (len(corpus.chunks), len(corpus.entities), len(corpus.relations)) == (2, 0, 0)


def test_labels_and_types_of_ones_own() -> None:
    nodes: list[NodeRow] = [("p", ["Passage"], {}), ("t", ["Topic"], {}), ("u", ["Topic"], {})]
    links: list[RelationshipRow] = [
        ("p", "ABOUT", "t", {}),
        ("p", "CITES", "u", {}),
        ("t", "NEAR", "u", {}),
        ("t", "NOT", "u", {}),
    ]
    graph = from_rows(nodes, links)
    assert corpus_of(graph) is None
    by_label = corpus_of(graph, chunk_labels=["Passage"], entity_labels=["Topic"])
    assert by_label is not None
    assert (len(by_label.mention_chunk), len(by_label.relations)) == (2, 2)
    by_type = corpus_of(graph, chunk_labels=["Passage"], mention_types=["ABOUT"], relation_types=["NEAR"])
    assert by_type is not None
    assert (by_type.entities.tolist(), by_type.mention_entity.tolist(), len(by_type.relations)) == (
        [1],
        [1],
        0,
    )


def test_pairs_of_the_computed_layer_are_mentions() -> None:
    graph = _graphrag()
    pairs = np.array([2], np.int32), np.array([3], np.int32)
    layer = EdgeLayer("MENTIONS", "{}", *pairs, np.ones(1, np.float32))
    corpus = corpus_of(dataclasses.replace(graph, layers={"MENTIONS": layer}))
    assert corpus is not None
    assert ("c2", "mann") in _mentions(graph, corpus)
    assert len(corpus.mention_chunk) == 4
