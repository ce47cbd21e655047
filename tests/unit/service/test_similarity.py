"""``motif.similarity.*`` over a small graph in a catalog, without a server; jobs that remember what they were given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from motif.catalog import from_rows
from motif.catalog.layer_values import layer_stamp
from motif.catalog.rows import column_of
from motif.errors import CatalogLocked, GraphNotFound, InvalidConfiguration, InvalidInput
from motif.graphs.frames import Frame, FrameReader
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.knowledge_graph import edge_layers
from motif.service import similarity
from motif.service.calls import Call, read_call
from motif.service.configuration import SIMILARITY_WRITE
from motif.service.state import Service


class Jobs:
    """Jobs whose edges are known beforehand."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []

    def similarity_edges(
        self,
        projection: Projection,
        encoder: Any,
        *,
        percentile: float = 95.0,
        max_neighbours: int = 20,
        labels: Any = None,
        progress: Any = None,
        control: Any = None,
        checkpoint: Any = None,
    ) -> EdgeLayer:
        given = {"percentile": percentile, "max_neighbours": max_neighbours, "labels": labels}
        self.calls.append({**given, "encoder": encoder.name, "timed": control is not None})
        progress(1, 2)
        values = {
            "metric": column_of(["topic", "title"]),
            "sharedEntities": column_of([["Heat", "Mann"], None]),
        }
        ends = np.array([0, 1], np.int32), np.array([2, 2], np.int32)
        return EdgeLayer("IS_SIMILAR", '{"job": "s"}', *ends, np.array([0.5, 1], np.float32), values)

    def neighbour_edges(
        self, projection: Projection, *, k_neighbor: int = 5, progress: Any = None
    ) -> EdgeLayer:
        self.calls.append({"k_neighbor": k_neighbor})
        ends = np.array([0], np.int32), np.array([1], np.int32)
        return EdgeLayer("IS_NEAR", "{}", *ends, np.array([0.25], np.float32))

    def chunk_edges(self, projection: Projection, *, progress: Any = None) -> EdgeLayer:
        return self._empty("SHARES_RELATION")

    def inter_layer_edges(self, projection: Projection, *, progress: Any = None) -> EdgeLayer:
        return self._empty("MENTIONS")

    def _empty(self, name: str) -> EdgeLayer:
        rows = np.empty(0, np.int32)
        return EdgeLayer(name, "{}", rows, rows, np.empty(0, np.float32))


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    made = Jobs()
    monkeypatch.setattr("motif.jobs.find_job", lambda name: getattr(made, name))
    for module in (edge_layers, similarity):
        monkeypatch.setattr(module, "find_job", lambda name: getattr(made, name))
    return made


@pytest.fixture
def service(make_service: Callable[..., Service], jobs: Jobs) -> Service:
    made = make_service()
    chunks: list[Any] = [(f"c{i}", ["Chunk"], {"title": f"t{i}", "text": f"text {i}"}) for i in range(3)]
    made.catalog.create("C6B4", "docs", lambda: from_rows(chunks, [("c0", "NEXT", "c1", {})]))
    return made


def call(name: str = "docs", **configuration: Any) -> Call:
    payload = {
        "database": {"id": "C6B4", "name": "neo4j"},
        "arguments": {"graphName": name, "configuration": configuration},
    }
    arguments = ("graphName", "configuration")
    return read_call("motif.similarity.write", payload, SIMILARITY_WRITE, arguments, None)


def kept(service: Service) -> Projection:
    return service.catalog.open("C6B4", "docs")


def frames(service: Service, **configuration: Any) -> list[Frame]:
    content = b"".join(similarity.write_frames(service, call(**configuration)))
    return list(FrameReader().feed(content))


def test_a_stream_has_both_nodes_and_what_explains_them(service: Service) -> None:
    first, second = similarity.stream(service, call())
    assert (first["node1"]["name"], first["node2"]["name"], first["similarity"]) == ("t0", "t2", 0.5)
    assert (first["type"], first["properties"]) == (
        "IS_SIMILAR",
        {"metric": "topic", "sharedEntities": ["Heat", "Mann"]},
    )
    assert second["properties"] == {"metric": "title"}
    assert not kept(service).layers


def test_keys_become_the_options_of_the_job(service: Service, jobs: Jobs) -> None:
    list(
        similarity.stats(
            service, call(percentile=90, maxNeighbours=7, nodeLabels="Chunk", jobId="x", concurrency=2)
        )
    )
    assert jobs.calls == [
        {"percentile": 90.0, "max_neighbours": 7, "labels": ["Chunk"], "encoder": "fake-hash", "timed": True}
    ]


def test_stats_sum_up_all_kinds(service: Service) -> None:
    [row] = similarity.stats(service, call(edges="all", kNeighbor=3))
    assert (row["nodeCount"], row["similarityPairs"]) == (3, 3)
    assert row["types"] == {"IS_SIMILAR": 2, "IS_NEAR": 1, "SHARES_RELATION": 0, "MENTIONS": 0}
    told = row["similarityDistribution"]
    assert (told["min"], told["p50"], told["max"], told["p100"]) == (0.25, 0.5, 1.0, 1.0)
    assert told["mean"] == pytest.approx(1.75 / 3)
    assert row["configuration"] == {"edges": "all", "kNeighbor": 3}
    [empty] = similarity.stats(service, call(edges="chunks"))
    assert (empty["similarityPairs"], empty["similarityDistribution"]) == (0, {})


def test_mutate_keeps_the_edges_with_the_projection(service: Service) -> None:
    [row] = similarity.mutate(service, call(edges="all"))
    assert row["relationshipsWritten"] == 3 and row["mutateMillis"] >= 0
    assert {name: len(layer) for name, layer in kept(service).layers.items()} == row["types"]


def test_frames_hold_the_scope_then_each_kind_with_its_edges(service: Service) -> None:
    scope, target, edges, end = frames(service)
    assert scope.kind == "scope" and scope.column("id", np.int64).tolist() == [0, 1, 2]
    layer = kept(service).layers["IS_SIMILAR"]
    assert target.header == {
        "relationshipType": "IS_SIMILAR",
        "property": "score",
        "stampProperty": "motifSettings",
        "stamp": layer_stamp(layer),
    }
    assert edges.header["idPrefix"] == "row:"
    assert edges.column("source", np.int64).tolist() == [0, 1]
    assert edges.column("target", np.int64).tolist() == [2, 2]
    assert edges.column("score", np.float64).tolist() == [0.5, 1.0]
    assert bytes(edges.columns["sharedEntities.bytes"]) == b'["Heat", "Mann"]'
    assert edges.column("sharedEntities.offsets", np.int32, 3).tolist() == [0, 16, 16]
    assert edges.column("metric.kind", np.uint8).tolist() == [4, 4]
    assert end.header["row"]["similarityPairs"] == 2


def test_edges_of_several_frames_are_all_there(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motif.service.relationship_frames.ROWS", 1)
    monkeypatch.setattr("motif.service.relationship_frames._IDS", 2)
    found = frames(service, edges="all", writeProperty="weight")
    assert [frame.kind for frame in found] == [
        *("scope", "scope", "write", "edges", "edges", "write", "edges", "write", "write", "end")
    ]
    assert bytes(found[4].columns["metric.bytes"]) == b"title"
    assert found[4].column("sharedEntities.offsets", np.int32, 2).tolist() == [0, 0]
    assert {frame.header["property"] for frame in found if frame.kind == "write"} == {"weight"}


def test_a_type_of_ones_own_is_for_one_kind_of_edges(service: Service, jobs: Jobs) -> None:
    assert frames(service, writeRelationshipType="LIKE")[1].header["relationshipType"] == "LIKE"
    jobs.calls.clear()
    with pytest.raises(InvalidInput, match="writeRelationshipType names one type"):
        frames(service, edges="all", writeRelationshipType="LIKE")
    assert not jobs.calls


def test_a_locked_catalog_takes_nothing_and_still_gives(service: Service) -> None:
    service.catalog.locked = True
    with pytest.raises(CatalogLocked, match="edges cannot be added"):
        list(similarity.mutate(service, call()))
    assert len(frames(service)) == 4 and not kept(service).layers


def test_a_key_that_these_edges_do_not_have_is_refused_in_the_callers_spelling(service: Service) -> None:
    with pytest.raises(InvalidInput, match="'neighbours' have no option 'maxNeighbours'") as caught:
        list(similarity.stats(service, call(edges="neighbours", maxNeighbours=3)))
    assert "kNeighbor" in str(caught.value.hint)


@pytest.mark.parametrize(
    "configuration",
    [
        {"percentile": 100},
        {"percentile": 0},
        {"percentile": "95"},
        {"edges": "neighbors"},
        {"combine": "xor"},
        {"kNeighbor": 0},
        {"maxNeighbors": 3},
    ],
)
def test_bad_configurations_are_refused(configuration: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfiguration):
        call(**configuration)


def test_the_estimate_is_bounded_by_the_cap(service: Service) -> None:
    [free] = similarity.estimate_write(service, call(percentile=10))
    [capped] = similarity.estimate_write(service, call(percentile=10, maxNeighbours=1))
    [single] = similarity.estimate_write(service, call(percentile=10, maxNeighbours=1, metrics="title-title"))
    assert free["nodeCount"] == 3 and free["bytesMin"] <= single["bytesMax"]
    assert single["bytesMax"] < capped["bytesMax"] < free["bytesMax"]


def test_a_write_without_the_plugin_says_what_to_call(service: Service) -> None:
    with pytest.raises(InvalidInput, match="written by the plugin") as caught:
        similarity.write(service, call())
    assert "kg.similarity(write=True)" in str(caught.value.hint)


def test_a_graph_that_is_not_there_is_named(service: Service) -> None:
    with pytest.raises(GraphNotFound, match="'dogs'"):
        list(similarity.stats(service, call("dogs")))
