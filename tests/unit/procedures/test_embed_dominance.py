"""The job makes both kinds, reports, stops when told, and goes on where it stopped."""

from __future__ import annotations

import importlib.util
from pathlib import Path
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
from motif.errors import Cancelled, InvalidInput, JobFailed
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.projection import Projection
from motif.jobs import find_job
from motif_procedures import embed_dominance as module
from motif_procedures.embed_dominance import embed_dominance, gat_options
from motif_procedures.embed_dominance_checkpoint import DominanceCheckpoint

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
SMALL: dict[str, Any] = {"kind": "gat", "channels": 4, "features": 4, "budget": 200, "device": "cpu"}
UNTRAINABLE = {**SMALL, "learning_rate": 1e-6, "epochs": 4}
"""No network gets there in four steps so small."""


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NODES_AT_ONCE", 4)


@pytest.fixture(scope="module")
def graph() -> Projection:
    generator = np.random.default_rng(2)
    ends = generator.integers(0, 12, (24, 2)).tolist()
    return from_triples([(f"node {head}", "knows", f"node {tail}") for head, tail in ends])


def same(one: DominanceEmbedding, other: DominanceEmbedding) -> bool:
    return one.stamp == other.stamp and all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("vectors", "certificate", "features")
    )


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
    embedding = embed_dominance(
        graph, dimension=3, seed=5, epochs=200, progress=lambda *done: seen.append(done), **SMALL
    )
    report = training_report(embedding)
    assert report.loss == 0 and 0 < report.epochs <= 200
    assert embedding.features is not None and embedding.dimension == 3
    np.testing.assert_array_equal(embedding.features, name_features(graph, n_features=4, seed=5))
    weights = StarAttention.from_parameters(embedding.parameters)
    vectors, certificate = certify(weights, embedding.features, data_graph(graph), budget=200)
    np.testing.assert_array_equal(embedding.vectors, vectors)
    np.testing.assert_array_equal(embedding.certificate, certificate)
    assert seen[0][0] == 0 and seen[-1] == (203, 203)
    assert embedding.stamp.name == "gat-4-1x4-3" and len(embedding.stamp.hash) == 32


@needs_torch
@pytest.mark.parametrize("stop_after", [2, 5])
def test_a_cancelled_run_continues_where_it_stopped(
    graph: Projection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop_after: int
) -> None:
    control = Control()

    def progress(done: int, total: int) -> None:
        if done == stop_after:
            control.cancel()

    with pytest.raises(Cancelled, match=f"cancelled after {stop_after} of 7 steps"):
        embed_dominance(graph, progress=progress, control=control, checkpoint=tmp_path, **UNTRAINABLE)
    epochs = []
    monkeypatch.setattr(module.DominanceGnn, "run_epoch", _recording(module.DominanceGnn.run_epoch, epochs))
    resumed = embed_dominance(graph, checkpoint=tmp_path, **UNTRAINABLE)
    assert epochs == list(range(min(stop_after, 4), 4))
    assert not list(tmp_path.iterdir())
    assert same(resumed, embed_dominance(graph, **UNTRAINABLE))


def _recording(run_epoch: Any, epochs: list[int]) -> Any:
    def recorded(self: Any, stars: Any, parts: Any, epoch: int) -> float:
        epochs.append(epoch)
        return float(run_epoch(self, stars, parts, epoch))

    return recorded


@needs_torch
def test_what_progress_raises_stops_the_run(graph: Projection) -> None:
    def progress(done: int, total: int) -> None:
        if done == 5:
            raise Cancelled("stopped")

    with pytest.raises(Cancelled, match="stopped"):
        embed_dominance(graph, progress=progress, **UNTRAINABLE)


def test_a_graph_without_nodes(tmp_path: Path) -> None:
    pytest.importorskip("torch_geometric")
    embedding = embed_dominance(from_triples([]), checkpoint=tmp_path, **SMALL)
    assert embedding.vectors.shape == (0, 2) and training_report(embedding).loss == 0


def test_processes_that_train_the_same_do_not_stop_each_other(tmp_path: Path) -> None:
    vectors, certificate = np.zeros((2, 3), np.float32), np.zeros(2, np.int16)
    one, other = DominanceCheckpoint(tmp_path, "a"), DominanceCheckpoint(tmp_path, "a")
    one.save_block(0, vectors, certificate)
    one.remove()
    other.save_block(2, vectors, certificate)
    assert other.block(0) is None and other.block(2) is not None
    other.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_keeps_whole_files_only(tmp_path: Path) -> None:
    kept = DominanceCheckpoint(tmp_path, "a")
    assert kept.training() is None and kept.block(0) is None
    kept.save_block(0, np.ones((1, 2), np.float32), np.ones(1, np.int16))
    file = tmp_path / "training-a" / "block-0.npz"
    assert kept.block(0) is not None and DominanceCheckpoint(tmp_path, "b").block(0) is None
    file.write_bytes(file.read_bytes()[:40])
    assert kept.block(0) is None
    (tmp_path / "file").touch()
    with pytest.raises(JobFailed, match="cannot be written"):
        DominanceCheckpoint(tmp_path / "file", "a")


def test_bad_input_is_named(graph: Projection) -> None:
    with pytest.raises(InvalidInput, match="no dominance embedding of the kind 'gnn'"):
        embed_dominance(graph, kind="gnn")
    with pytest.raises(InvalidInput, match="is not trained: epochs is for kind='gat'"):
        embed_dominance(graph, epochs=3)
    with pytest.raises(InvalidInput, match="1 to 16 dimensions, not 17"):
        embed_dominance(graph, kind="gat", dimension=17)
    with pytest.raises(InvalidInput, match="Did you mean 'epochs'"):
        gat_options({"epoch": 3})
    with pytest.raises(InvalidInput, match="epochs must be int, not 'many'"):
        gat_options({"epochs": "many"})
    with pytest.raises(InvalidInput, match="epochs must be int, not True"):
        gat_options({"epochs": True})
    assert gat_options({"learning_rate": 1, "budget": 5}).budget == 5
