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
from interpreted import examples
from motif.engine.control import Control
from motif.engine.guidance import (
    NodeScores,
    SchemaQuestion,
    guidance_rows,
    prepare_guidance,
    schema_places,
    score_nodes,
    warm_guidance,
)
from motif.engine.guidance_inference import multiply
from motif.engine.guidance_weights import likenesses, question_gates
from motif.engine.match_query import DataGraph
from motif.errors import InvalidInput
from motif.graphs.guidance import GuidanceModel
from motif.kernels.guidance_layers import add_rectified, gather_greatest
from motif.kernels.guidance_reach import arcs_into, reach
from naive import Triple
from toygraphs import data_graph, in_order

EXAMPLES = examples(300, 60)
DIMENSION = 5


def numbered(places: list[tuple[int, bool]]) -> np.ndarray:
    """Steps and ways as `schema_places` numbers them."""
    return np.array([2 * steps + along for steps, along in places])


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
    relations, triples = texts(generator, n_relations), texts(generator, 3)
    places = data.draw(st.lists(st.tuples(st.integers(0, 3), st.booleans()), min_size=3, max_size=3))
    sources = data.draw(st.sets(st.integers(0, n_nodes - 1), min_size=1, max_size=3))
    within = data.draw(st.none() | st.sets(st.integers(0, n_nodes - 1)))
    given_within = None if within is None else np.array(sorted(within), np.int32)
    if given_within is not None and data.draw(st.booleans()):
        given_within = np.isin(np.arange(n_nodes), given_within)
    rows = np.array(data.draw(st.permutations(sorted(sources))), np.int32)
    question = SchemaQuestion(triples, numbered(places))

    found = score_nodes(
        data_graph(graph, n_nodes, n_relations), model, question, rows, relations, within=given_within
    )

    expected = naive.node_scores(graph, n_nodes, model, triples, places, sources, relations, within)
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
    triples, relations = texts(generator, 1), texts(generator, 2)
    sources = set(range(1, 3000, 2))
    found = score_nodes(
        data_graph(graph, 3000, 2),
        model,
        SchemaQuestion(triples, numbered([(0, True)])),
        np.array(sorted(sources), np.int32),
        relations,
    )
    expected = naive.node_scores(graph, 3000, model, triples, [(0, True)], sources, relations)
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
    relations, triples = texts(np.random.default_rng(1), 3), texts(np.random.default_rng(2), 4)
    places = [(0, True), (1, False), (1, False), (2, True)]
    signs = likenesses(prepare_guidance(model, relations), SchemaQuestion(triples, numbered(places)))
    for row in range(6):
        expected = naive.likenesses(model, triples, places, relations, row // 2, row % 2 == 0)
        np.testing.assert_allclose(signs[row], expected, atol=1e-5)
        for layer in range(2):
            gates = question_gates(model, layer, signs)
            np.testing.assert_allclose(gates[row], naive.gate(model, layer, expected), atol=1e-5)


@pytest.mark.parametrize(
    ("edges", "known", "places"),
    [
        ([(0, 1)], [0], [(0, True)]),
        ([(0, 1)], [1], [(0, False)]),
        ([(0, 1)], [0, 1], [(0, True)]),
        ([(3, 2), (2, 1), (1, 0)], [0], [(2, False), (1, False), (0, False)]),
        (
            [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)],
            [0],
            [(0, True), (1, True), (2, True), (3, True), (3, True)],
        ),
        ([(0, 1), (1, 2), (2, 3)], [0, 3], [(0, True), (1, True), (0, False)]),
        ([(0, 1), (2, 3)], [0], [(0, True), (3, True)]),
        ([(0, 1), (1, 2), (2, 0)], [0], [(0, True), (1, True), (0, False)]),
    ],
)
def test_triples_stand_where_the_question_comes_to_them(
    edges: list[tuple[int, int]], known: list[int], places: list[tuple[int, bool]]
) -> None:
    assert schema_places(edges, known).tolist() == numbered(places).tolist()


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
        "motif.engine.guidance_inference.gather_greatest", lambda *_: control.cancel(), raising=True
    )
    found = score_nodes(graph, model, question, sources, relations, control=control)
    assert (found.rows.tolist(), found.complete) == ([], False)


def example(n_nodes: int = 40) -> tuple[DataGraph, GuidanceModel, SchemaQuestion, np.ndarray, np.ndarray]:
    """A random graph, a model, a question, two sources and the relations' vectors."""
    generator = np.random.default_rng(3)
    drawn = generator.integers(0, n_nodes, (3 * n_nodes, 2)).tolist()
    graph: list[Triple] = in_order((one, place % 3, other) for place, (one, other) in enumerate(drawn))
    model = naive.random_model(3, 8, DIMENSION)
    question = SchemaQuestion(texts(generator, 2), numbered([(0, True), (1, False)]))
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
        (
            {"question": SchemaQuestion(np.zeros((1, 3), np.float32), np.zeros(1, np.int64))},
            r"relations must be \(rows, 5\), as those that the model was trained on, not \(1, 3\)",
        ),
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


def test_a_question_is_triples_with_their_places() -> None:
    for n_relations, n_places in ((0, 0), (1, 2)):
        with pytest.raises(InvalidInput, match=f"not {n_relations} relations and {n_places} places"):
            SchemaQuestion(np.zeros((n_relations, DIMENSION), np.float32), np.zeros(n_places, np.int64))
    row, one = np.zeros(1, np.int32), np.zeros(1, np.float32)
    with pytest.raises(InvalidInput, match="1 node or more, not 0"):
        guidance_rows(NodeScores(row, one, one, row, 0.5), 0)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_after_warming_nothing_is_left_to_compile() -> None:
    """Also not for a graph and a model that are mapped from files, whose arrays are read-only."""
    warm_guidance()
    kernels: list[Any] = [reach, arcs_into, gather_greatest, add_rectified]
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
