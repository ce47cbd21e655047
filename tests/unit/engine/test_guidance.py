"""Sparse inference of a Triple-GNN agrees with the dense one of `naive_guidance` in every node."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_guidance as naive
import strategies
from motif.engine.control import Control
from motif.engine.guidance import (
    NodeScores,
    guidance_rows,
    prepare_guidance,
    question_vector,
    relation_gates,
    score_nodes,
    warm_guidance,
)
from motif.engine.guidance_inference import multiply
from motif.engine.match_query import DataGraph
from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.kernels.guidance_layers import add_rectified, gather_means
from motif.kernels.guidance_reach import arcs_into, count_arcs, reach
from naive import Triple
from toygraphs import data_graph, in_order

EXAMPLES = 60 if os.environ.get("NUMBA_DISABLE_JIT") == "1" else 300
DIMENSION = 5


def texts(generator: np.random.Generator, count: int) -> np.ndarray:
    vectors = generator.normal(size=(count, DIMENSION))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_sparse_inference_equals_dense(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(strategies.multigraphs(max_nodes=12, max_relationships=24))
    model = naive.random_model(
        data.draw(st.integers(1, 4)),
        data.draw(st.sampled_from([1, 2, 8, 33])),
        DIMENSION,
        readout=data.draw(st.sampled_from(["linear", "query"])),
        seed=data.draw(st.integers(0, 999)),
    )
    generator = np.random.default_rng(data.draw(st.integers(0, 999)))
    relations, parts = texts(generator, n_relations), [texts(generator, 3) for _ in range(3)]
    sources = data.draw(st.sets(st.integers(0, n_nodes - 1), min_size=1, max_size=3))
    within = data.draw(st.none() | st.sets(st.integers(0, n_nodes - 1)))
    given_within = None if within is None else np.array(sorted(within), np.int32)
    if given_within is not None and data.draw(st.booleans()):
        given_within = np.isin(np.arange(n_nodes), given_within)
    rows = np.array(data.draw(st.permutations(sorted(sources))), np.int32)
    question = question_vector(model, *parts)

    found = score_nodes(
        data_graph(graph, n_nodes, n_relations), model, question, rows, relations, within=given_within
    )

    expected = naive.node_scores(graph, n_nodes, model, tuple(parts), sources, relations, within)
    inside = set(range(n_nodes)) if within is None else within | sources
    steps = naive.distances(graph, sources, inside)
    assert found.complete
    assert found.rows.tolist() == sorted(row for row, step in steps.items() if step <= model.n_layers)
    assert found.steps.tolist() == [steps[row] for row in found.rows.tolist()]
    everywhere = np.full(n_nodes, found.unreached)
    everywhere[found.rows] = found.scores
    # float32 against float64: a layer whose numbers nearly agree is normalised by next to nothing, which widens errors.
    np.testing.assert_allclose(everywhere, expected, atol=1e-4)


def test_a_hub_with_thousands_of_messages_is_as_exact() -> None:
    generator = np.random.default_rng(0)
    graph = in_order([(node, node % 2, 0) for node in range(1, 3000)] + [(0, 0, 0)])
    model = naive.random_model(2, 16, DIMENSION)
    parts = tuple(texts(generator, 1) for _ in range(3))
    relations = texts(generator, 2)
    sources = set(range(1, 3000, 2))
    found = score_nodes(
        data_graph(graph, 3000, 2),
        model,
        question_vector(model, *parts),
        np.array(sorted(sources), np.int32),
        relations,
    )
    expected = naive.node_scores(graph, 3000, model, parts, sources, relations)
    np.testing.assert_allclose(found.scores, expected[found.rows], atol=1e-5)


@pytest.mark.parametrize("width", [8, 48, 512])
@pytest.mark.parametrize("rows", [0, 1, 37, 3000])
def test_products_by_parts_are_the_product(width: int, rows: int) -> None:
    generator = np.random.default_rng(0)
    left = generator.normal(size=(rows, 2 * width)).astype(np.float32)
    right = generator.normal(size=(2 * width, width)).astype(np.float32)
    np.testing.assert_allclose(multiply(left, right), left.astype(float) @ right, rtol=1e-3, atol=1e-3)


def test_many_blocks_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, model, question, sources, relations = example(n_nodes=300)
    whole = score_nodes(graph, model, question, sources, relations)
    monkeypatch.setattr("motif.engine.guidance_inference._rows_at_a_time", lambda width: 7)
    parts = score_nodes(graph, model, question, sources, relations)
    assert parts.rows.tolist() == whole.rows.tolist()
    np.testing.assert_allclose(parts.logits, whole.logits, atol=1e-5)


def test_the_same_call_gives_the_same_bits_and_a_prepared_model_too() -> None:
    graph, model, question, sources, relations = example(n_nodes=200)
    one = score_nodes(graph, model, question, sources, relations)
    other = score_nodes(graph, prepare_guidance(model, relations), question, sources)
    assert one.logits.tobytes() == other.logits.tobytes()


def test_gates_are_those_of_each_relation_along_and_against() -> None:
    model = naive.random_model(2, 4, DIMENSION)
    relations = texts(np.random.default_rng(1), 3)
    gates = relation_gates(model, relations)
    assert gates.shape == (2, 6, 4)
    for layer in range(2):
        for relation, vector in enumerate(relations):
            for way, row in (("relation", 2 * relation), ("inverse", 2 * relation + 1)):
                np.testing.assert_allclose(
                    gates[layer, row], naive.gate(model, layer, way, vector), atol=1e-5
                )


@given(st.lists(st.sampled_from([-1.0, 0.0, 2.0, 30.0]), min_size=1, max_size=9), st.integers(1, 10))
def test_the_best_nodes_are_taken_and_sources_first_among_equals(logits: list[float], count: int) -> None:
    rows = np.arange(len(logits), dtype=np.int32) * 2
    values = np.array(logits, np.float32)
    sources = rows[::3]
    order = sorted(range(len(rows)), key=lambda at: (-values[at], rows[at] not in sources, rows[at]))
    found = guidance_rows(NodeScores(rows, values, values, rows, 0.0), count, sources)
    assert found.tolist() == sorted(rows[at] for at in order[:count])


def test_what_is_stopped_has_no_rows() -> None:
    graph, model, question, sources, relations = example()
    control = Control()
    control.cancel()
    found = score_nodes(graph, model, question, sources, relations, control=control)
    assert (found.rows.tolist(), found.complete) == ([], False)


def test_a_stop_between_layers_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    graph, model, question, sources, relations = example()
    control = Control()
    monkeypatch.setattr(
        "motif.engine.guidance_inference.gather_means", lambda *_: control.cancel(), raising=True
    )
    found = score_nodes(graph, model, question, sources, relations, control=control)
    assert (found.rows.tolist(), found.complete) == ([], False)


def example(n_nodes: int = 40) -> tuple[DataGraph, GuidanceModel, np.ndarray, np.ndarray, np.ndarray]:
    """A random graph, a model, a question, two sources and the relations' vectors."""
    generator = np.random.default_rng(3)
    drawn = generator.integers(0, n_nodes, (3 * n_nodes, 2)).tolist()
    graph: list[Triple] = in_order((one, place % 3, other) for place, (one, other) in enumerate(drawn))
    model = naive.random_model(3, 8, DIMENSION)
    question = generator.normal(size=8).astype(np.float32)
    return (
        data_graph(graph, n_nodes, 3),
        model,
        question,
        np.array([4, 2], np.int32),
        texts(generator, 3),
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"sources": np.array([], np.int32)}, "there is none"),
        ({"sources": np.array([40], np.int32)}, "sources must be rows from 0 to 39"),
        ({"question": np.zeros(3, np.float32)}, r"must be \(8,\), as the model's states are, not \(3,\)"),
        ({"relation_vectors": None}, "needs the vectors of the graph's relations"),
        (
            {"relation_vectors": np.zeros((2, DIMENSION), np.float32)},
            "has 3 relations, the vectors given are of 2",
        ),
        ({"relation_vectors": np.zeros((3, 4), np.float32)}, r"must be \(rows, 5\)"),
        ({"within": np.zeros(3, np.bool_)}, r"mask of nodes must be \(40,\), not \(3,\)"),
        ({"within": np.array([-1], np.int32)}, "within must be rows from 0 to 39"),
        ({"most_bytes": 1000}, 'more than 15 nodes in 3 steps.* subgraph="pagerank"'),
    ],
)
def test_what_does_not_fit_is_said(changes: dict[str, object], message: str) -> None:
    graph, model, question, sources, relations = example()
    arguments = {"question": question, "sources": sources, "relation_vectors": relations} | changes
    with pytest.raises(InvalidInput, match=message):
        score_nodes(graph, model, **arguments)


def test_a_question_is_triples_of_the_models_dimension() -> None:
    model = naive.random_model(1, 4, DIMENSION)
    one, none = np.zeros((1, DIMENSION), np.float32), np.zeros((0, DIMENSION), np.float32)
    with pytest.raises(InvalidInput, match="not 0 heads, 0 relations and 0 tails"):
        question_vector(model, none, none, none)
    with pytest.raises(InvalidInput, match="not 1 heads, 1 relations and 0 tails"):
        question_vector(model, one, one, none)
    with pytest.raises(InvalidInput, match="The tails' vectors must be"):
        question_vector(model, one, one, np.zeros((1, 2), np.float32))
    row = np.zeros(1, np.int32)
    with pytest.raises(InvalidInput, match="1 node or more, not 0"):
        guidance_rows(NodeScores(row, one[0, :1], one[0, :1], row, 0.5), 0)


def test_the_vector_of_a_question_is_the_mean_of_its_triples() -> None:
    model = naive.random_model(1, 6, DIMENSION)
    parts = [texts(np.random.default_rng(seed), 4) for seed in range(3)]
    expected = naive.question_vector(model, *[part.astype(float) for part in parts])
    np.testing.assert_allclose(question_vector(model, *parts), expected, atol=1e-6)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_after_warming_nothing_is_left_to_compile() -> None:
    """Also not for a graph and a model that are mapped from files, whose arrays are read-only."""
    warm_guidance()
    kernels: list[Any] = [reach, count_arcs, arcs_into, gather_means, add_rectified]
    before = [len(kernel.signatures) for kernel in kernels]
    graph, model, question, sources, relations = example()
    for csr in (graph.outgoing, graph.incoming):
        for array in (csr.indptr, csr.indices, csr.data):
            array.flags.writeable = False
    for array in (graph.relation, *model.arrays.values()):
        array.flags.writeable = False
    score_nodes(graph, model, question, sources, relations)
    score_nodes(graph, model, question, sources, relations, within=sources)
    assert [len(kernel.signatures) for kernel in kernels] == before
