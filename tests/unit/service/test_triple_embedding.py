"""``motif.embed.triple.*`` over a small graph in a catalog, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from fakes import CountingEncoder, HashEncoder
from motif.catalog import from_rows
from motif.catalog.reading_vectors import content_hash
from motif.errors import CatalogLocked, InvalidInput, MissingVectors
from motif.graphs.frames import Frame, FrameReader
from motif.graphs.projection import NAME, TRIPLE, Projection
from motif.knowledge_graph.completing import Completing
from motif.service import triple_embedding
from motif.service.calls import Call, read_call
from motif.service.configuration import INDEX, TRIPLE_WRITE
from motif.service.embedding import mutate as mutate_texts
from motif.service.embedding import stats as text_stats
from motif.service.state import Service
from motif.service.vector_indexes import plan_indexes

LINKS: list[Any] = [
    *(("ann", "KNOWS", "bob", {}), ("bob", "KNOWS", "ann", {}), ("bob", "LIKES", "cy", {})),
    ("ann", "KNOWS", "bob", {}),
]
TEXTS = ["ann knows bob", "ann knows bob", "bob knows ann", "bob likes cy"]
"""Of `LINKS` in the order of a projection; two relationships have one text."""


def people(links: list[Any] = LINKS) -> Projection:
    nodes: list[Any] = [(name, ["Person"], {"name": name}) for name in ("ann", "bob", "cy", "dee")]
    return from_rows(nodes, links)


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    made = make_service()
    made.catalog.create("C6B4", "people", people)
    return made


def call(keys: Any = TRIPLE_WRITE, **configuration: Any) -> Call:
    payload = {
        "database": {"id": "C6B4", "name": "neo4j"},
        "arguments": {"graphName": "people", "configuration": configuration},
    }
    return read_call("motif.embed.triple.write", payload, keys, ("graphName", "configuration"), None)


def kept(service: Service) -> Projection:
    return service.catalog.open("C6B4", "people")


def frames(service: Service, **configuration: Any) -> list[Frame]:
    content = b"".join(triple_embedding.write_frames(service, call(**configuration)))
    return list(FrameReader().feed(content))


def test_a_stream_has_every_relationship_and_keeps_nothing(service: Service) -> None:
    rows = list(triple_embedding.stream(service, call()))
    assert rows[3]["relationship"] == {
        "$relationship": "relationship:3",
        "type": "LIKES",
        "source": "row:1",
        "target": "row:2",
    }
    np.testing.assert_allclose([row["embedding"] for row in rows], HashEncoder().encode(TEXTS))
    assert TRIPLE not in kept(service).vectors


def test_stats_tell_what_is_there_and_make_nothing(service: Service) -> None:
    [row] = triple_embedding.stats(service, call())
    assert (row["nodeCount"], row["relationshipCount"], row["distinctTexts"]) == (4, 4, 3)
    assert (row["embedded"], row["reused"], row["model"], row["dimension"]) == (0, 0, None, None)
    list(triple_embedding.mutate(service, call()))
    [row] = triple_embedding.stats(service, call())
    assert (row["embedded"], row["reused"], row["model"], row["dimension"]) == (0, 3, "fake-hash", 64)
    [texts] = text_stats(service, call())
    assert (texts["reused"], texts["model"]) == (0, None), "they are no vectors of texts"


def test_mutate_keeps_them_and_what_is_kept_is_not_made_again(service: Service) -> None:
    [row] = triple_embedding.mutate(service, call(jobId="mine"))
    assert (row["embedded"], row["reused"], row["relationshipPropertiesWritten"]) == (3, 0, 4)
    epoch = kept(service).epoch
    [again] = triple_embedding.mutate(service, call())
    assert (again["embedded"], again["reused"], kept(service).epoch) == (0, 3, epoch)


def test_frames_hold_relationships_by_their_ends_then_the_means_of_nodes(service: Service) -> None:
    target, links, nodes, end = frames(service)
    assert target.header == {
        "property": "motifTripleEmbedding",
        "stampProperty": "motifTripleEmbeddingModel",
        "stamp": "fake-hash",
        "contentProperty": "motifTripleEmbeddingContent",
    }
    assert (links.header["entity"], links.header["types"]) == ("relationship", ["KNOWS", "LIKES"])
    assert (links.header["idPrefix"], links.header["nodeIdPrefix"]) == ("relationship:", "row:")
    assert links.column("source", np.int64).tolist() == [0, 0, 1, 1]
    assert links.column("target", np.int64).tolist() == [1, 1, 0, 2]
    assert links.column("type", np.int32).tolist() == [0, 0, 0, 1]
    assert links.column("content", np.int64).tolist() == [content_hash(text) for text in TEXTS]
    of_texts = HashEncoder().encode(TEXTS)
    np.testing.assert_array_equal(links.column("vector", np.float32, 4 * 64).reshape(4, 64), of_texts)
    assert nodes.header["entity"] == "node" and nodes.column("id", np.int64).tolist() == [0, 1, 2]
    means = nodes.column("vector", np.float32, 3 * 64).reshape(3, 64)
    expected = of_texts[:3].sum(axis=0)
    np.testing.assert_allclose(means[0], expected / np.linalg.norm(expected), atol=1e-6)
    np.testing.assert_allclose(means[2], of_texts[3], atol=1e-6)
    assert end.header["row"]["distinctTexts"] == 3 and TRIPLE in kept(service).vectors


def test_many_are_sent_in_several_frames(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.service.computing._FRAME_BYTES", 3 * 64 * 4)
    monkeypatch.setattr(triple_embedding, "_NODES", 2)
    target, *vectors, _ = frames(service, writeProperty="mine")
    assert target.header["contentProperty"] == "mineContent"
    assert [(frame.header["entity"], frame.count) for frame in vectors] == [
        ("relationship", 3),
        ("relationship", 1),
        ("node", 2),
        ("node", 1),
    ]


def test_a_locked_catalog_takes_nothing_and_still_gives(service: Service) -> None:
    service.catalog.locked = True
    with pytest.raises(CatalogLocked, match="vectors cannot be added"):
        list(triple_embedding.mutate(service, call()))
    assert len(frames(service)) == 4 and TRIPLE not in kept(service).vectors


def test_the_estimate_and_a_write_without_the_plugin(service: Service) -> None:
    [row] = triple_embedding.estimate_write(service, call())
    assert (row["relationshipCount"], row["distinctTexts"]) == (4, 3)
    assert 3 * 64 * 4 <= row["bytesMin"] < row["bytesMax"]
    with pytest.raises(InvalidInput, match="written by the plugin") as caught:
        triple_embedding.write(service, call())
    assert "kg.embed_triples(write=True)" in str(caught.value.hint)


def test_after_a_refresh_only_what_is_new_is_embedded(service: Service) -> None:
    list(triple_embedding.mutate(service, call()))
    renewed, encoder = [*LINKS, ("dee", "LIKES", "cy", {})], CountingEncoder()
    complete = Completing(lambda: encoder, service.settings.cache / "vectors")
    again = service.catalog.renew("C6B4", "people", lambda old: people(renewed), complete=complete)
    assert encoder.texts == ["dee likes cy"]
    assert len(again.vectors[TRIPLE].index) == 5 and (again.vectors[TRIPLE].index >= 0).all()


def names(service: Service, **configuration: Any) -> list[str]:
    return [row["name"] for row in plan_indexes(service, call(INDEX, **configuration))]


def test_indexes_are_planned_of_what_the_projection_has(service: Service) -> None:
    with pytest.raises(MissingVectors, match=r"names of .* have no vectors"):
        names(service)
    list(triple_embedding.mutate(service, call()))
    of_triples = [
        "motifTripleEmbedding_node_Person",
        "motifTripleEmbedding_KNOWS",
        "motifTripleEmbedding_LIKES",
    ]
    assert names(service) == of_triples
    rows = list(plan_indexes(service, call(INDEX, relationshipTypes=["LIKES"])))
    assert [(row["label"], row["relationshipType"]) for row in rows] == [("Person", None), (None, "LIKES")]
    assert {row["dimension"] for row in rows} == {64}
    list(mutate_texts(service, call({})))
    assert NAME in kept(service).vectors
    assert names(service) == ["motifTextEmbedding_Person", *of_triples]
    assert names(service, vectors="text") == ["motifTextEmbedding_Person"]
    assert names(service, writeProperty="mine") == ["mine_Person"]
    assert names(service, writeProperty="mine", vectors="triple")[0] == "mine_node_Person"


def test_an_index_of_what_is_not_there_is_refused(service: Service) -> None:
    with pytest.raises(MissingVectors, match="no vectors of their triples"):
        names(service, vectors="triple")
    list(triple_embedding.mutate(service, call()))
    with pytest.raises(InvalidInput, match="no relationship type 'HATES'"):
        names(service, relationshipTypes=["HATES"])
    with pytest.raises(InvalidInput, match="no label 'Film'"):
        names(service, labels=["Film"])
