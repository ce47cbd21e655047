"""The job makes both kinds, reports, and stops when told."""

from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from motif.catalog.triples import from_triples
from motif.engine.control import Control
from motif.engine.data_graph import data_graph
from motif.engine.dominance import construct_dominance
from motif.engine.star_attention_certificates import certify
from motif.engine.star_attention_features import name_features
from motif.engine.star_attention_report import training_report
from motif.engine.star_attention_weights import StarAttention
from motif.errors import Cancelled, InvalidInput
from motif.graphs.projection import Projection
from motif.jobs import find_job
from motif_procedures import embed_dominance as module
from motif_procedures.embed_dominance import embed_dominance

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
SMALL: dict[str, Any] = {"kind": "gat", "epochs": 200, "device": "cpu"}


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NODES_AT_ONCE", 4)


@pytest.fixture(scope="module")
def graph() -> Projection:
    generator = np.random.default_rng(2)
    ends = generator.integers(0, 12, (24, 2)).tolist()
    return from_triples([(f"node {head}", "knows", f"node {tail}") for head, tail in ends])


def test_the_constructed_kind_is_the_default(graph: Projection) -> None:
    seen: list[tuple[int, int]] = []
    embedding = embed_dominance(graph, progress=lambda *done: seen.append(done))
    expected = construct_dominance(data_graph(graph))
    np.testing.assert_array_equal(embedding.vectors, expected.vectors)
    assert embedding.kind == "constructed" and seen[-1] == (graph.n_nodes, graph.n_nodes)
    assert embed_dominance(graph, dimension=3).dimension == 3


def test_the_job_is_found_by_its_name() -> None:
    assert find_job("dominance_embeddings") is embed_dominance


@needs_torch
def test_a_trained_embedding_carries_its_weights_certificates_and_report(graph: Projection) -> None:
    seen: list[tuple[int, int]] = []
    embedding = embed_dominance(graph, dimension=3, seed=5, progress=lambda *done: seen.append(done), **SMALL)
    report = training_report(embedding)
    assert report.loss == 0 and 0 < report.epochs <= 200
    assert embedding.features is not None and embedding.dimension == 3
    np.testing.assert_array_equal(embedding.features, name_features(graph, seed=5))
    weights = StarAttention.from_parameters(embedding.parameters)
    vectors, certificate = certify(weights, embedding.features, data_graph(graph))
    np.testing.assert_array_equal(embedding.vectors, vectors)
    np.testing.assert_array_equal(embedding.certificate, certificate)
    assert seen[0][0] == 0 and seen[-1] == (203, 203)
    assert embedding.stamp.name == "gat-3" and len(embedding.stamp.hash) == 32


@needs_torch
@pytest.mark.parametrize("stop_after", [0, 1, 201])
def test_a_run_stops_when_it_is_told(graph: Projection, stop_after: int) -> None:
    control = Control()

    def progress(done: int, total: int) -> None:
        if done == stop_after:
            control.cancel()

    with pytest.raises(Cancelled, match=f"cancelled after {stop_after} of 203 steps"):
        embed_dominance(graph, progress=progress, control=control, **SMALL)


def test_a_graph_without_nodes() -> None:
    pytest.importorskip("torch_geometric")
    embedding = embed_dominance(from_triples([]), **SMALL)
    assert embedding.vectors.shape == (0, 2) and training_report(embedding).loss == 0


def test_bad_input_is_named(graph: Projection) -> None:
    with pytest.raises(InvalidInput, match="no dominance embedding of the kind 'gnn'"):
        embed_dominance(graph, kind="gnn")
    with pytest.raises(InvalidInput, match="is not trained: epochs is for kind='gat'"):
        embed_dominance(graph, epochs=3)
    with pytest.raises(InvalidInput, match="1 to 16 dimensions, not 17"):
        embed_dominance(graph, kind="gat", dimension=17)
    for given, match in (
        ({"epoch": 3}, "Did you mean 'epochs'"),
        ({"epochs": "many"}, "epochs must be int, not 'many'"),
        ({"epochs": True}, "epochs must be int, not True"),
    ):
        with pytest.raises(InvalidInput, match=match):
            embed_dominance(graph, kind="gat", **given)
