"""The trained dominance embedding on a GPU is that of the CPU, and training there reaches loss 0 too."""

from __future__ import annotations

import numpy as np
import pytest

from motif.engine.star_attention import embed_stars, stars_of
from motif.engine.star_attention_certificates import certify
from motif.engine.star_attention_parts import sample_parts
from motif.models.dominance_gnn import DominanceGnn, GnnTraining, train
from toygraphs import data_graph, in_order

pytestmark = pytest.mark.cuda
TOLERANCE = {"rtol": 1e-4, "atol": 1e-5}
"""A GPU sums float32 in no fixed order; numpy sums float64."""


@pytest.fixture(autouse=True)
def _needs_a_gpu() -> None:
    torch = pytest.importorskip("torch", reason="pip install 'motif-graphrag[gnn]'")
    pytest.importorskip("torch_geometric", reason="pip install 'motif-graphrag[gnn]'")
    if not torch.cuda.is_available():
        pytest.skip("this trains on a CUDA device, and torch sees none: run it on a machine with a GPU")


def test_cpu_and_gpu_agree_and_training_ends_at_loss_0() -> None:
    generator = np.random.default_rng(4)
    triples = in_order([(int(head), 0, int(tail)) for head, tail in generator.integers(0, 60, (200, 2))])
    graph = data_graph(triples, 60, 1)
    features = generator.uniform(-1, 1, (60, 8)).astype(np.float32)
    stars, centres = stars_of(graph), np.arange(60, dtype=np.int32)
    networks = [
        DominanceGnn(features, GnnTraining(device=device), dimension=2, seed=3) for device in ("cpu", "cuda")
    ]
    one, other = (network.embed(centres, stars.indptr, stars.leaves) for network in networks)
    np.testing.assert_allclose(one, other, **TOLERANCE)
    gnn = networks[1]
    state = train(gnn, stars, sample_parts(stars, 16, generator), epochs=300)
    assert state.loss == 0
    trained = gnn.embed(centres, stars.indptr, stars.leaves)
    vectors = embed_stars(gnn.weights, features, centres, stars.indptr, stars.leaves)
    np.testing.assert_allclose(trained, vectors, **TOLERANCE)
    assert (certify(gnn.weights, features, graph)[1] >= 1).mean() > 0.9
