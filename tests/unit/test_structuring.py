"""`truss` and `similarity`: which job gets what, and where what it computed is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from fakes import HashEncoder
from motif.catalog import Catalog, from_rows
from motif.errors import InvalidInput
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.knowledge_graph import edge_layers
from motif.knowledge_graph.structuring import StructuredGraph
from motif.settings import Settings


class Jobs:
    """Jobs that remember what they were given."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, dict[str, Any]]] = []

    def find(self, name: str) -> Callable[..., Any]:
        job: Callable[..., Any] = getattr(self, name)
        return job

    def trussness(self, projection: Projection, *, progress: Any = None, control: Any = None) -> Any:
        self.calls.append(("trussness", {}))
        return np.arange(projection.n_relationships, dtype=np.int32)

    def similarity_edges(
        self,
        projection: Projection,
        encoder: Any,
        *,
        percentile: float = 95.0,
        seed: int = 0,
        progress: Any = None,
        control: Any = None,
        checkpoint: Path | None = None,
    ) -> EdgeLayer:
        assert encoder.name == "fake-hash" and checkpoint is not None and checkpoint.name == "vectors"
        progress(1, 1)
        return self._layer("IS_SIMILAR", "similarity_edges", percentile=percentile, seed=seed)

    def neighbour_edges(
        self, projection: Projection, *, k_neighbor: int = 5, progress: Any = None
    ) -> EdgeLayer:
        return self._layer("IS_NEAR", "neighbour_edges", k_neighbor=k_neighbor)

    def chunk_edges(self, projection: Projection, *, seed: int = 0) -> EdgeLayer:
        return self._layer("SHARES_RELATION", "chunk_edges", seed=seed)

    def inter_layer_edges(self, projection: Projection) -> EdgeLayer:
        return self._layer("MENTIONS", "inter_layer_edges")

    def _layer(self, name: str, job: str, **given: Any) -> EdgeLayer:
        self.calls.append((job, given))
        ends = np.array([0], np.int32), np.array([1], np.int32)
        return EdgeLayer(name, f'{{"job": "{job}"}}', *ends, np.ones(1, np.float32))


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Jobs:
    made = Jobs()
    monkeypatch.setattr(edge_layers, "find_job", made.find)
    monkeypatch.setattr("motif.jobs.find_job", made.find)
    return made


def projection() -> Projection:
    chunks: list[Any] = [(f"c{i}", ["Chunk"], {"text": f"text {i}"}) for i in range(3)]
    return from_rows(chunks, [("c0", "NEXT", "c1", {}), ("c1", "NEXT", "c2", {})])


def held(tmp_path: Path, owner: Any = None) -> StructuredGraph:
    graph = projection()

    def source() -> Projection:
        return graph if owner is None else owner.catalog.open("db", "docs")

    settings = Settings(home=tmp_path, cache=tmp_path / "cache")
    return StructuredGraph(source, encoder=HashEncoder, settings=settings, owner=owner)


@pytest.fixture
def graph(tmp_path: Path, jobs: Jobs) -> StructuredGraph:
    return held(tmp_path)


def test_trussness_is_kept_and_computed_once(graph: StructuredGraph, jobs: Jobs) -> None:
    assert graph.truss() is graph
    assert graph.projection.trussness is not None and graph.projection.trussness.tolist() == [0, 1]
    assert graph.projection is graph.truss().projection
    assert jobs.calls == [("trussness", {})]


def test_similarity_is_one_job_unless_others_are_asked_for(graph: StructuredGraph, jobs: Jobs) -> None:
    told: list[tuple[int, int]] = []
    graph.similarity(percentile=90, progress=lambda *of: told.append(of))
    graph.similarity(edges="neighbours", k_neighbor=3)
    assert jobs.calls == [
        ("similarity_edges", {"percentile": 90, "seed": 0}),
        ("neighbour_edges", {"k_neighbor": 3}),
    ]
    assert set(graph.projection.layers) == {"IS_SIMILAR", "IS_NEAR"} and told == [(1, 1)]


def test_all_is_all_four_and_an_option_goes_to_those_that_take_it(graph: StructuredGraph, jobs: Jobs) -> None:
    graph.similarity(edges="all", seed=7, k_neighbor=2, progress=lambda *of: None)
    assert dict(jobs.calls) == {
        "similarity_edges": {"percentile": 95.0, "seed": 7},
        "neighbour_edges": {"k_neighbor": 2},
        "chunk_edges": {"seed": 7},
        "inter_layer_edges": {},
    }
    assert set(graph.projection.layers) == {"IS_SIMILAR", "IS_NEAR", "SHARES_RELATION", "MENTIONS"}


def test_all_of_a_graph_without_chunks_are_those_that_need_none(tmp_path: Path, jobs: Jobs) -> None:
    graph = from_rows([("a", ["Film"], {}), ("b", ["Film"], {})], [("a", "LIKE", "b", {})])
    settings = Settings(home=tmp_path, cache=tmp_path / "cache")
    films = StructuredGraph(lambda: graph, encoder=HashEncoder, settings=settings)
    films.similarity(edges="all", progress=lambda *of: None)
    assert set(films.projection.layers) == {"IS_SIMILAR", "IS_NEAR"}


def test_edges_are_computed_of_what_motif_has_not_written(
    tmp_path: Path, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Projection] = []
    monkeypatch.setattr(
        Jobs, "chunk_edges", lambda self, projection: seen.append(projection) or self._layer("X", "x")
    )
    whole = projection()
    links = replace(whole.relationships, computed=np.array([True, False]))
    settings = Settings(home=tmp_path, cache=tmp_path / "cache")
    graph = StructuredGraph(
        lambda: replace(whole, relationships=links), encoder=HashEncoder, settings=settings
    )
    graph.similarity(edges="chunks")
    assert seen[0].n_relationships == 1 and seen[0].n_nodes == whole.n_nodes
    assert graph.projection.n_relationships == 2


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"edges": "neighbors"}, "no edges of the kind 'neighbors'", "'neighbours'"),
        ({"edges": "zzz"}, "no edges of the kind 'zzz'", "'similarity', 'neighbours'"),
        ({"percentil": 3}, "no option 'percentil'", "'percentile'"),
        ({"edges": "neighbours", "percentile": 3}, "no option 'percentile'", "k_neighbor"),
        ({"encoder": "x"}, "no option 'encoder'", "They have"),
    ],
)
def test_what_does_not_exist_is_refused_before_any_work(
    graph: StructuredGraph, jobs: Jobs, options: dict[str, Any], message: str, hint: str
) -> None:
    with pytest.raises(InvalidInput, match=message) as caught:
        graph.similarity(**options)
    assert hint in str(caught.value.hint)
    assert not jobs.calls and not graph.projection.layers


def test_writing_needs_a_database_and_says_so_before_any_work(graph: StructuredGraph, jobs: Jobs) -> None:
    for call, message in (
        (graph.truss, r"truss\(write=True\)"),
        (graph.similarity, r"similarity\(write=True\)"),
    ):
        with pytest.raises(InvalidInput, match=f"{message} needs a database"):
            call(write=True)
    assert not jobs.calls


def test_a_catalog_keeps_them_and_neo4j_gets_them(
    tmp_path: Path, jobs: Jobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = Catalog(tmp_path)
    catalog.create("db", "docs", projection)
    owner = SimpleNamespace(catalog=catalog, database=SimpleNamespace(id="db"))
    written: list[Any] = []
    monkeypatch.setattr(
        "motif.catalog.writing_trussness.write_trussness",
        lambda database, graph, progress: written.append(graph.trussness.tolist()),
    )
    monkeypatch.setattr(
        "motif.catalog.writing_layers.write_layer",
        lambda database, graph, layer, progress: written.append(layer.name),
    )
    graph = held(tmp_path, owner)
    graph.truss(write=True).similarity(edges="all", write=True, progress=lambda *of: None)
    found = Catalog(tmp_path).open("db", "docs", verify=True)
    assert found.trussness is not None and found.trussness.tolist() == [0, 1]
    assert len(found.layers) == 4 and found.epoch == 3
    assert cast(list[Any], written) == [[0, 1], *found.layers]
