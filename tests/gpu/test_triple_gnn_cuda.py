"""A Triple-GNN on a GPU is that of the CPU, of the paper's size too, and a step there learns."""

from __future__ import annotations

import numpy as np
import pytest

from motif.graphs.stamp import EncoderStamp
from motif.models.triple_gnn import GuidanceNetwork, QuestionBatch, TripleGnn

pytestmark = pytest.mark.cuda
TOLERANCE = {"rtol": 1e-3, "atol": 1e-4}
"""A GPU sums float32 in no fixed order, over six layers."""

N_NODES, N_RELATIONSHIPS, N_RELATIONS, DIMENSION = 40_000, 130_000, 9, 384


@pytest.fixture(autouse=True)
def _needs_a_gpu() -> None:
    torch = pytest.importorskip("torch", reason="pip install 'motif-graphrag[gnn]'")
    pytest.importorskip("torch_geometric", reason="pip install 'motif-graphrag[gnn]'")
    if not torch.cuda.is_available():
        pytest.skip("this trains on a CUDA device, and torch sees none: run it on a machine with a GPU")


def generated(n_nodes: int, n_relationships: int) -> QuestionBatch:
    """A question of two triples from one node of a graph with hubs; the nodes that they lead to are sought."""
    generator = np.random.default_rng(5)
    ends = (n_nodes * generator.random((2, n_relationships)) ** 2).astype(np.int64)
    codes = generator.integers(0, N_RELATIONS, n_relationships)
    vectors = generator.normal(size=(N_RELATIONS, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    first = ends[1][(codes == 0) & (ends[0] == 0)]
    second = ends[1][(codes == 1) & np.isin(ends[0], first)]
    return QuestionBatch(
        triples=vectors[:2],
        triple_place=np.array([1, 3]),
        triple_question=np.zeros(2, np.int64),
        relations=vectors,
        arcs=np.concatenate([ends, ends[::-1]], axis=1),
        arc_relation=np.concatenate([codes, codes + N_RELATIONS]),
        node_question=np.zeros(n_nodes, np.int64),
        sources=np.array([0]),
        labels=np.isin(np.arange(n_nodes), [0, *first, *second]).astype(np.float32),
    )


@pytest.mark.parametrize(("layers", "dimension", "n_nodes"), [(3, 64, 2_000), (6, 512, 2_000)])
def test_cpu_and_gpu_agree(layers: int, dimension: int, n_nodes: int) -> None:
    batch = generated(n_nodes, 3 * n_nodes)
    one, other = (
        TripleGnn(EncoderStamp("drawn", DIMENSION), GuidanceNetwork(layers, dimension, device=device), seed=1)
        for device in ("cpu", "cuda")
    )
    np.testing.assert_allclose(one.logits(batch), other.logits(batch), **TOLERANCE)
    assert one.step(batch, 1e-3) == pytest.approx(other.step(batch, 1e-3), rel=1e-3)


def test_the_papers_size_learns_on_a_graph_of_metaqas_size() -> None:
    batch = generated(N_NODES, N_RELATIONSHIPS)
    gnn = TripleGnn(EncoderStamp("drawn", DIMENSION), GuidanceNetwork(device="cuda"), seed=1)
    before = gnn.loss(batch)
    for _ in range(30):
        gnn.step(batch, 1e-4)
    assert gnn.loss(batch) < before / 2
