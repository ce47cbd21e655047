"""``motif.embed.dominance.*`` over a small graph in a catalog, without a server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from motif.catalog import from_triples
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.errors import CatalogLocked, GraphNotFound, InvalidInput
from motif.graphs.dominance import ANY_SIZE, DominanceEmbedding
from motif.graphs.frames import FrameReader
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif.service import dominance
from motif.service.calls import Call, read_call
from motif.service.configuration import DOMINANCE_INDEXED, DOMINANCE_WRITE
from motif.service.keys import Key
from motif.service.state import Service
from toygraphs import FILMS

N_NODES = len({name for head, _, tail in FILMS for name in (head, tail)})


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    made = make_service()
    made.catalog.create("C6B4", "movies", lambda: from_triples(FILMS))
    return made


def call(keys: dict[str, Key] | Any = DOMINANCE_INDEXED, name: str = "movies", **configuration: Any) -> Call:
    arguments = {"graphName": name, "configuration": configuration}
    payload = {"database": {"id": "C6B4", "name": "neo4j"}, "arguments": arguments}
    return read_call("motif.embed.dominance.mutate", payload, keys, ("graphName", "configuration"), None)


def kept(service: Service) -> Projection:
    return service.catalog.open("C6B4", "movies")


def test_a_stream_has_the_vector_of_every_node_and_keeps_nothing(service: Service) -> None:
    rows = list(dominance.stream(service, call(dimension=5)))
    expected = construct_dominance(data_graph(kept(service)), dimension=5)
    assert [row["embedding"] for row in rows] == expected.vectors.tolist()
    assert [row["node"]["name"] for row in rows] == list(kept(service).nodes.names)
    assert kept(service).dominance is None


def test_stats_tell_what_would_be_and_then_what_is_there(service: Service) -> None:
    [row] = dominance.stats(service, call())
    assert (row["nodeCount"], row["kind"], row["dimension"], row["certified"]) == (
        N_NODES,
        "constructed",
        8,
        N_NODES,
    )
    assert 0 < row["pruned"] <= row["prunable"] <= 1
    assert (row["pathCount"], row["indexBytes"]) == (None, None)
    assert kept(service).dominance is None
    list(dominance.mutate(service, call(dimension=3, pathLength=2)))
    [row] = dominance.stats(service, call())
    assert (row["dimension"], row["computeMillis"]) == (3, 0)
    assert row["pathCount"] > len(FILMS) and row["indexBytes"] > 0


def test_the_estimate_counts_the_paths_that_are_built(service: Service) -> None:
    for length in (1, 2):
        [estimate] = dominance.estimate_write(service, call(pathLength=length))
        [row] = dominance.mutate(service, call(dimension=length + 2, pathLength=length))
        assert estimate["pathCount"] == row["pathCount"]
        assert 0 < estimate["bytesMin"] <= estimate["bytesMax"]
        assert list(kept(service).paths) == [length]
    [estimate] = dominance.estimate_write(service, call())
    assert estimate["pathCount"] is None and estimate["relationshipCount"] == len(FILMS)


def test_what_is_there_is_not_made_again(service: Service) -> None:
    [first] = dominance.mutate(service, call())
    epoch = kept(service).epoch
    [again] = dominance.mutate(service, call(kind="constructed"))
    assert (kept(service).epoch, again["computeMillis"]) == (epoch, 0)
    assert again["model"] == first["model"] and again["nodePropertiesWritten"] == N_NODES
    [other] = dominance.mutate(service, call(dimension=2))
    assert (kept(service).epoch, other["dimension"]) == (epoch + 1, 2)


def frames(service: Service, **configuration: Any) -> list[Any]:
    content = b"".join(dominance.write_frames(service, call(DOMINANCE_WRITE, **configuration)))
    return list(FrameReader().feed(content))


def test_frames_hold_vectors_with_their_certificate_last(service: Service) -> None:
    target, vectors, end = frames(service, dimension=4)
    stars = kept(service).dominance
    assert stars is not None
    assert target.header["property"] == "motifDominance"
    assert target.header["stampProperty"] == "motifDominanceModel"
    assert target.header["contentProperty"] == "motifDominanceContent"
    assert target.header["stamp"] == f"constructed@{stars.stamp.hash}"
    assert vectors.header["dimension"] == 5 and vectors.count == N_NODES
    matrix = vectors.column("vector", np.float32, 5 * N_NODES).reshape(N_NODES, 5)
    assert matrix[:, :4].tolist() == stars.vectors.tolist() and (matrix[:, 4] == ANY_SIZE).all()
    assert len(set(vectors.column("content", np.int64).tolist())) > 1
    assert end.header["row"]["certified"] == N_NODES


def test_a_property_of_ones_own_has_marks_of_its_own(service: Service) -> None:
    target, *_ = frames(service, writeProperty="stars")
    marks = [target.header[key] for key in ("property", "stampProperty", "contentProperty")]
    assert marks == ["stars", "starsModel", "starsContent"]


def trained(projection: Projection, **options: Any) -> DominanceEmbedding:
    vectors = np.zeros((projection.n_nodes, 2), np.float32)
    certificate = np.zeros(projection.n_nodes, np.int16)
    return DominanceEmbedding("gat", EncoderStamp("gat", 2, "1f2e"), vectors, certificate, {})


def test_a_locked_catalog_takes_nothing_and_still_gives_what_needs_no_weights(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.catalog.locked = True
    with pytest.raises(CatalogLocked, match="embeddings cannot be added"):
        list(dominance.mutate(service, call()))
    assert len(frames(service)) == 3 and kept(service).dominance is None
    monkeypatch.setattr(dominance, "run_job", lambda name, job, projection, **options: trained(projection))
    with pytest.raises(CatalogLocked, match="weights"):
        frames(service, kind="gat")


def test_training_is_asked_for_by_its_options_even_when_one_is_there(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def run_job(name: str, job: Any, projection: Projection, **options: Any) -> DominanceEmbedding:
        asked.append({key: value for key, value in options.items() if key not in ("control", "cluster")})
        assert name == "dominance_embeddings"
        return trained(projection)

    monkeypatch.setattr(dominance, "run_job", run_job)
    for configuration in (
        {"batchSize": 9},
        {"kind": "gat"},
        {"kind": "gat", "epochs": 5, "seed": 3, "batchSize": 32},
    ):
        list(dominance.stream(service, call(**configuration)))
    assert asked == [{}, {"kind": "gat"}, {"kind": "gat", "epochs": 5, "seed": 3, "nodes_at_once": 32}]


def test_a_write_without_the_plugin_says_what_to_call(service: Service) -> None:
    with pytest.raises(InvalidInput, match="written by the plugin") as caught:
        dominance.write(service, call(DOMINANCE_WRITE))
    assert "embed_dominance(write=True)" in str(caught.value.hint)


def test_a_graph_that_is_not_there_is_named(service: Service) -> None:
    with pytest.raises(GraphNotFound, match="'films'"):
        list(dominance.stats(service, call(name="films")))
