"""torch and numpy are one Triple-GNN; its gradients are right; without torch an error says so."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import naive_guidance as naive
from motif.engine.guidance import SchemaQuestion, score_nodes
from motif.engine.guidance_weights import likenesses, prepare_guidance
from motif.errors import InvalidInput, MissingDependency
from motif.graphs.guidance import GuidanceModel
from motif.graphs.stamp import EncoderStamp
from motif.models.first_weights import first_weights
from motif.models.guidance_file import guidance_shapes
from motif.models.triple_gnn import GuidanceNetwork, QuestionBatch, TripleGnn, node_weights
from naive import Triple
from toygraphs import data_graph, in_order

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="pip install 'motif-graphrag[gnn]'",
)
STAMP = EncoderStamp("toy", 5)
N_NODES, N_RELATIONS = 9, 3
TOLERANCE = {"rtol": 1e-5, "atol": 1e-5}


def a_graph(seed: int) -> list[Triple]:
    """With a loop, parallel relationships and, usually, a node without any."""
    generator = np.random.default_rng(seed)
    ends = generator.integers(0, N_NODES - 1, (14, 2)).tolist()
    return in_order(
        [(a, place % N_RELATIONS, b) for place, (a, b) in enumerate(ends)] + [(0, 0, 0), (0, 0, 1)] * 2
    )


Asked = tuple[NDArray[np.float32], list[tuple[int, bool]], list[int]]
"""The vectors of a question's triples, where each stands (steps, whether it is gone along), and its entities."""


def numbered(places: list[tuple[int, bool]]) -> NDArray[np.int64]:
    return np.array([2 * steps + along for steps, along in places])


def vectors(generator: np.random.Generator, *shape: int) -> NDArray[np.float32]:
    drawn = generator.normal(size=shape)
    return (drawn / np.linalg.norm(drawn, axis=-1, keepdims=True)).astype(np.float32)


def batch_of(
    graph: list[Triple],
    questions: list[Asked],
    relations: NDArray[np.float32],
) -> QuestionBatch:
    """Each question over the whole graph; even nodes are sought."""
    blocks, count = range(len(questions)), len(questions)
    ends = np.array([(a, b) for a, _, b in graph]).T
    codes = np.array([relation for _, relation, _ in graph])
    arcs = np.concatenate([np.concatenate([ends, ends[::-1]], 1) + N_NODES * block for block in blocks], 1)
    labels = np.tile(np.arange(N_NODES) % 2 == 0, count)
    return QuestionBatch(
        triples=np.concatenate([triples for triples, _, _ in questions]),
        triple_place=np.concatenate([numbered(places) for _, places, _ in questions]),
        triple_question=np.repeat(np.arange(count), [len(triples) for triples, _, _ in questions]),
        relations=relations,
        arcs=arcs,
        arc_relation=np.tile(np.concatenate([codes, codes + N_RELATIONS]), count),
        node_question=np.repeat(np.arange(count), N_NODES),
        sources=np.concatenate(
            [np.array(rows) + N_NODES * block for block, (_, _, rows) in enumerate(questions)]
        ),
        labels=labels.astype(np.float32),
    )


def case(seed: int) -> tuple[list[Triple], list[Asked], NDArray[np.float32]]:
    """Two questions; of the second, two triples stand at one place."""
    generator = np.random.default_rng(seed)
    questions = [
        (vectors(generator, 2, 5), [(0, True), (1, False)], [0]),
        (vectors(generator, 3, 5), [(0, False), (0, False), (3, True)], [1, 4]),
    ]
    return a_graph(seed), questions, vectors(generator, N_RELATIONS, 5)


@needs_torch
@pytest.mark.parametrize("readout", ["linear", "query"])
@pytest.mark.parametrize("seed", range(4))
def test_torch_and_numpy_are_one_network(seed: int, readout: str) -> None:
    graph, questions, relations = case(seed)
    gnn = TripleGnn(STAMP, GuidanceNetwork(layers=3, dimension=8, readout=readout, device="cpu"))
    gnn.load(naive.random_model(3, 8, 5, readout=readout, seed=seed))
    model = gnn.model()
    logits = np.split(gnn.logits(batch_of(graph, questions, relations)), len(questions))
    for found, (triples, places, rows) in zip(logits, questions, strict=True):
        scores = score_nodes(
            data_graph(graph, N_NODES, N_RELATIONS),
            model,
            SchemaQuestion(triples, numbered(places)),
            np.array(rows, np.int32),
            relations,
        )
        expected = np.full(N_NODES, scores.unreached, np.float32)
        expected[scores.rows] = scores.scores
        np.testing.assert_allclose(1 / (1 + np.exp(-found)), expected, **TOLERANCE)
        np.testing.assert_allclose(found[scores.rows], scores.logits, **TOLERANCE)
        dense = naive.node_scores(graph, N_NODES, model, triples.astype(float), places, set(rows), relations)
        np.testing.assert_allclose(1 / (1 + np.exp(-found)), dense, **TOLERANCE)


@needs_torch
@pytest.mark.parametrize("readout", ["linear", "query"])
def test_gradients_are_those_of_differences(readout: str) -> None:
    import torch

    graph, questions, relations = case(7)
    gnn: Any = TripleGnn(STAMP, GuidanceNetwork(layers=2, dimension=3, readout=readout, device="cpu"), seed=2)
    gnn.load(naive.random_model(2, 3, 5, readout=readout, seed=5))
    for weight in gnn._weights.values():
        weight.data = weight.data.double()
    batch = batch_of(graph, questions, relations)
    assert torch.autograd.gradcheck(lambda *_: gnn._loss(batch), tuple(gnn._weights.values()), atol=1e-6)


@needs_torch
def test_the_loss_is_the_whole_cross_entropy_with_what_is_sought_weighted() -> None:
    batch = batch_of(*case(3))
    gnn = TripleGnn(STAMP, GuidanceNetwork(layers=2, dimension=4, positive_weight=1.0, device="cpu"))
    chance = 1 / (1 + np.exp(-gnn.logits(batch).astype(np.float64)))
    each = -np.log(np.where(batch.labels > 0, chance, 1 - chance))
    weights = np.where(batch.labels > 0, max(1.0, 4 / 5), 1.0)
    mean = np.mean([np.average(part, weights=weight) for part, weight in
                    zip(np.split(each, 2), np.split(weights, 2), strict=True)])  # fmt: skip
    assert gnn.loss(batch) == pytest.approx(mean, rel=1e-5)


def test_nodes_that_are_sought_weigh_as_much_as_the_rest_where_the_power_is_1() -> None:
    batch = batch_of(*case(3))
    batch.labels[:] = np.arange(2 * N_NODES) % N_NODES == 2
    even = node_weights(batch, 1.0)
    assert even[batch.labels > 0].tolist() == [8.0, 8.0] and even.sum() == 32
    assert node_weights(batch, 0.5).max() == pytest.approx(8**0.5)
    batch.labels[:] = 1
    assert node_weights(batch, 0.5).tolist() == [1.0] * 18


def test_the_first_likenesses_are_those_of_the_encoder() -> None:
    model = GuidanceModel(1, 4, STAMP, first_weights(guidance_shapes(1, 4, 5, "query"), 0))
    said, relations = vectors(np.random.default_rng(0), 1, 5), vectors(np.random.default_rng(1), 3, 5)
    signs = likenesses(prepare_guidance(model, relations), SchemaQuestion(said, np.array([1])))
    np.testing.assert_allclose(signs[0::2, 0], relations @ said[0], atol=1e-6)
    np.testing.assert_allclose(signs[1::2, 3], relations @ said[0], atol=1e-6)
    assert signs.shape == (6, 24) and not signs[0::2, 3:].any()
    assert signs[0::2, 1:3].max(axis=0).tolist() == [1, 1]


@needs_torch
def test_steps_go_on_from_a_state_to_the_bit() -> None:
    batch = batch_of(*case(1))
    network = GuidanceNetwork(layers=2, dimension=4, device="cpu")
    gnn = TripleGnn(STAMP, network, seed=1)
    losses = [gnn.step(batch, 0.01) for _ in range(3)]
    other = TripleGnn(STAMP, network, seed=9)
    other.resume(gnn.state())
    assert losses[0] > losses[-1]
    for _ in range(2):
        assert gnn.step(batch, 0.01) == other.step(batch, 0.01)
    for name, array in gnn.state().items():
        np.testing.assert_array_equal(array, other.state()[name])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": 0}, "layers must be a whole number, 1 or more, not 0"),
        ({"dimension": 2.5}, "dimension must be a whole number"),
        ({"readout": "loud"}, "'linear' or 'query', not 'loud'"),
        ({"positive_weight": 2}, "from 0 to 1, not 2"),
    ],
)
def test_networks_that_cannot_be_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        GuidanceNetwork(**options)


@needs_torch
def test_a_device_that_is_not_there_is_told() -> None:
    with pytest.raises(InvalidInput, match="torch cannot use the device 'abacus'"):
        TripleGnn(STAMP, GuidanceNetwork(layers=1, dimension=2, device="abacus"))


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingDependency, match=r"motif-graphrag\[gnn\]"):
        TripleGnn(STAMP, GuidanceNetwork(layers=1, dimension=2))


def test_the_module_is_imported_without_torch() -> None:
    said = "import sys, motif.models.triple_gnn; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", said], check=False).returncode == 0
