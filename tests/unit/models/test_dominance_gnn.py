"""torch and numpy are one network; training ends at loss 0 and costs no match; without torch an error says so."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.engine.star_attention import Stars, embed_stars, gat_admits, stars_of
from motif.engine.star_attention_certificates import certify
from motif.engine.star_attention_parts import StarParts, sample_parts
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.stamp import EncoderStamp
from motif.models.dominance_gnn import DominanceGnn, GnnTraining, train
from naive import Triple, exact_matches
from strategies import match_queries
from toygraphs import data_graph, in_order

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}
"""torch sums in float32 and in another order than numpy, which sums in float64."""


def random_graph(seed: int, n_nodes: int = 8, n_relationships: int = 16) -> tuple[list[Triple], DataGraph]:
    """With loops, parallel relationships and, usually, a node without any."""
    generator = np.random.default_rng(seed)
    ends = generator.integers(0, n_nodes - 1, (n_relationships, 2)).tolist()
    triples = in_order([(head, place % 2, tail) for place, (head, tail) in enumerate(ends)] + [(0, 0, 0)] * 2)
    return triples, data_graph(triples, n_nodes, 2)


def features_of(n_nodes: int, seed: int = 0) -> NDArray[np.float32]:
    return np.random.default_rng(seed).uniform(-1, 1, (n_nodes, 4)).astype(np.float32)


def to_train_on(graph: DataGraph) -> tuple[Stars, StarParts]:
    stars = stars_of(graph)
    return stars, sample_parts(stars, 64, np.random.default_rng(1))


@needs_torch
def test_torch_and_numpy_are_one_network() -> None:
    _, graph = random_graph(3)
    features, stars = features_of(8), stars_of(graph)
    gnn = DominanceGnn(features, GnnTraining(), dimension=3, seed=4)
    centres = np.arange(8, dtype=np.int32)
    np.testing.assert_allclose(
        gnn.embed(centres, stars.indptr, stars.leaves),
        embed_stars(gnn.weights, features, centres, stars.indptr, stars.leaves),
        **TOLERANCE,
    )


@needs_torch
@pytest.mark.parametrize("seed", range(12))
def test_a_trained_network_has_loss_0_and_dismisses_no_match(seed: int) -> None:
    triples, graph = random_graph(seed)
    features = features_of(8, seed)
    stars, parts = to_train_on(graph)
    gnn = DominanceGnn(features, GnnTraining(), dimension=2, seed=seed)
    state = train(gnn, stars, parts, epochs=300)
    assert state.loss == 0
    weights = gnn.weights
    vectors, certificate = certify(weights, features, graph)
    assert (certificate >= 3).all()
    embedding = DominanceEmbedding(
        "gat", EncoderStamp("gat", 2), vectors, certificate, weights.parameters, features
    )
    check_random_patterns(triples, graph, embedding)


def check_random_patterns(triples: list[Triple], graph: DataGraph, embedding: DominanceEmbedding) -> None:
    from hypothesis import given, settings

    rows = np.arange(graph.n_nodes, dtype=np.int32)

    @given(match_queries(graph.n_nodes, 2, len(triples), max_edges=3))
    @settings(max_examples=15)
    def holds(query: Any) -> None:
        admitted = [gat_admits(embedding, graph, query, node, rows) for node in range(query.n_nodes)]
        for nodes, _ in exact_matches(triples, query):
            assert all(admitted[node][row] for node, row in enumerate(nodes))

    holds()


@needs_torch
def test_a_trained_network_dismisses_rows() -> None:
    _, graph = random_graph(5)
    features = features_of(8)
    stars, parts = to_train_on(graph)
    gnn = DominanceGnn(features, GnnTraining(), dimension=2)
    train(gnn, stars, parts, epochs=300)
    vectors, certificate = certify(gnn.weights, features, graph)
    smallest, largest = vectors.min(axis=0), vectors.max(axis=0)
    assert (certificate >= 0).all() and (largest > smallest + 0.1).all()


@needs_torch
def test_the_same_seed_trains_the_same_weights() -> None:
    _, graph = random_graph(6)
    stars, parts = to_train_on(graph)
    one, other = (
        DominanceGnn(features_of(8), GnnTraining(nodes_at_once=20), dimension=2, seed=9) for _ in range(2)
    )
    done: list[int] = []
    train(one, stars, parts, epochs=3, after_epoch=done.append)
    train(other, stars, parts, epochs=3)
    assert done == list(range(1, len(done) + 1))
    for name, array in one.weights.parameters.items():
        np.testing.assert_array_equal(array, other.weights.parameters[name])


@needs_torch
def test_what_cannot_be_trained_is_named() -> None:
    with pytest.raises(InvalidInput, match="torch cannot use the device 'cuda:99'"):
        DominanceGnn(features_of(3), GnnTraining(device="cuda:99"), dimension=2)
    with pytest.raises(InvalidInput, match="epochs must be 1 or more, not 0"):
        GnnTraining(epochs=0)


def test_without_torch_an_error_names_the_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingDependency, match="needs torch and torch-geometric") as caught:
        DominanceGnn(features_of(3), GnnTraining(), dimension=2)
    assert 'pip install "motif-graphrag[gnn]"' in caught.value.hint


def test_neither_motif_nor_this_module_imports_torch() -> None:
    code = "import sys, motif, motif.models.dominance_gnn, motif.engine.star_attention; print('torch' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
