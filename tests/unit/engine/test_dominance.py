"""No match is ever dismissed, no part of a star exceeds it, and a wrong embedding costs nothing but time."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, composite

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine.dominance import admits, construct_dominance, lower_bound, star_size, warm
from motif.engine.match_query import DataGraph, Injectivity, MatchQuery
from motif.errors import InvalidInput
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.kernels.stars import neighbour_places, not_dominated, relation_spread, shared_part, star_vectors

EXAMPLES = examples(150, 25)
SLOW = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
DIMENSIONS = st.sampled_from([1, 2, 3, 4, 5, 8, 16, 64])

Drawn = tuple[list[naive.Triple], DataGraph, list[int]]


@composite
def data_graphs(draw: DrawFn) -> Drawn:
    """``(triples, graph, label set of each node)``."""
    triples, n_nodes, n_relations = draw(strategies.multigraphs())
    labels = draw(st.lists(st.integers(0, 2), min_size=n_nodes, max_size=n_nodes))
    return triples, toygraphs.data_graph(triples, n_nodes, n_relations, labels), labels


def all_rows(graph: DataGraph) -> np.ndarray:
    return np.arange(graph.n_nodes, dtype=np.int32)


def dismissed_match(embedding: DominanceEmbedding, drawn: Drawn, query: MatchQuery) -> str:
    """The first match of which a row is not admitted or not above the bound; "" when there is none."""
    triples, graph, _ = drawn
    matches = naive.exact_matches(triples, query)
    for node in range(query.n_nodes):
        rows = query.node_rows[node]
        rows = all_rows(graph) if rows is None else rows
        admitted = set(rows[admits(embedding, graph, query, node, rows)].tolist())
        bound = lower_bound(embedding, graph, query, node, rows)
        for nodes, relationships in matches:
            above = (embedding.vectors[nodes[node]] >= bound).all()
            if nodes[node] not in admitted or not above:
                return f"node {node} of {nodes}, {relationships}"
    return ""


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("injective", [True, "known", False])
@given(st.data())
@SLOW
def test_no_match_is_ever_dismissed(directed: bool, injective: Injectivity, data: st.DataObject) -> None:
    drawn = data.draw(data_graphs())
    graph = drawn[1]
    query = data.draw(
        strategies.match_queries(
            graph.n_nodes,
            graph.n_relations,
            graph.n_relationships,
            directed=directed,
            injective=injective,
        )
    )
    embedding = construct_dominance(graph, dimension=data.draw(DIMENSIONS))
    assert dismissed_match(embedding, drawn, query) == ""


@given(data_graphs(), DIMENSIONS)
@SLOW
def test_vectors_equal_the_naive_twin_and_no_part_exceeds_its_star(drawn: Drawn, dimension: int) -> None:
    triples, graph, labels = drawn
    embedding = construct_dominance(graph, dimension=dimension)
    assert embedding.vectors.dtype == np.float32
    assert (embedding.certificate == ANY_SIZE).all()
    for node in range(graph.n_nodes):
        star = [triple for triple in triples if node in (triple.source, triple.target)]

        def vector(part: list[naive.Triple], node: int = node) -> np.ndarray:
            parameters = embedding.parameters
            return np.array(naive.constructed_star_vector(part, node, labels, parameters, dimension))

        assert embedding.vectors[node].tolist() == vector(star).tolist()
        for size in range(min(len(star), 3)):
            for part in combinations(star, size):
                assert (embedding.vectors[node] >= vector(list(part))).all()


@given(st.data())
@SLOW
def test_a_wrong_embedding_without_certificate_dismisses_nothing(data: st.DataObject) -> None:
    drawn = data.draw(data_graphs())
    graph = drawn[1]
    query = data.draw(strategies.match_queries(graph.n_nodes, graph.n_relations, graph.n_relationships))
    right = construct_dominance(graph, dimension=8)
    noise = np.random.default_rng(data.draw(st.integers(0, 99))).normal(size=right.vectors.shape) - 5
    wrong = replace(
        right,
        vectors=noise.astype(np.float32),
        certificate=np.full(graph.n_nodes, NO_CERTIFICATE, np.int16),
    )
    for node in range(query.n_nodes):
        assert admits(wrong, graph, query, node, all_rows(graph)).all()


def test_comparisons_with_nan_infinity_and_small_certificates_dismiss_nothing() -> None:
    vectors = np.array([[np.nan, 9], [np.inf, np.inf], [0, 0], [0, 0], [3, 3]], np.float32)
    certificate = np.array([ANY_SIZE, NO_CERTIFICATE, 1, 2, ANY_SIZE], np.int16)
    rows = np.array([4, 3, 2, 1, 0, 3], np.int32)
    graph = toygraphs.data_graph([], 5, 1)
    made = replace(construct_dominance(graph, dimension=2), vectors=vectors, certificate=certificate)
    query = star([[0], [0]], 1)
    assert lower_bound(made, graph, query, 0, None).tolist() == [2, 0]
    assert admits(made, graph, query, 0, rows).tolist() == [True, False, True, True, True, False]


def films() -> DataGraph:
    (outgoing, incoming, relation), names, relations = toygraphs.films()
    return DataGraph(outgoing, incoming, relation, np.zeros(len(names), np.int32), len(relations))


def star(relations: list[list[int]], n_relations: int, **changes: object) -> MatchQuery:
    """A centre from which edges leave, each of one of the relations given; no relations: of any."""
    masks = tuple(np.isin(np.arange(n_relations), allowed) if allowed else None for allowed in relations)
    n_nodes, none = len(relations) + 1, (None,) * len(relations)
    query = MatchQuery(
        heads=np.zeros(len(relations), np.int32),
        tails=np.arange(1, n_nodes, dtype=np.int32),
        node_rows=(None,) * n_nodes,
        node_masks=(None,) * n_nodes,
        edge_relations=masks,
        relationship_masks=none,
    )
    return replace(query, **changes)  # type: ignore[arg-type]


def test_what_is_pruned_on_the_films() -> None:
    graph, names = films(), toygraphs.films()[1]
    embedding = construct_dominance(graph, dimension=8)
    two_stars_and_a_year = star([[2], [2], [1]], 3)
    admitted = admits(embedding, graph, two_stars_and_a_year, 0, all_rows(graph))
    assert [names[row] for row in np.flatnonzero(admitted)] == ["Heat"]
    assert star_size(two_stars_and_a_year, 0) == 3
    assert lower_bound(embedding, graph, star([[]], 3), 0, None).tolist()[:3] == [1, 0, 1]
    undirected = star([[]], 3, directed=False)
    assert lower_bound(embedding, graph, undirected, 0, None).tolist()[:3] == [0, 0, 1]


def test_labels_of_known_leaves_prune() -> None:
    triples = toygraphs.in_order([(0, 0, 2), (1, 0, 3)])
    graph = toygraphs.data_graph(triples, 4, 1, [0, 0, 0, 1])
    embedding = construct_dominance(graph, dimension=8)
    known = star([[0]], 1, node_rows=(None, np.array([3], np.int32)))
    assert admits(embedding, graph, known, 0, all_rows(graph))[:2].tolist() == [False, True]
    masked = star([[0]], 1, node_masks=(None, np.array([False, False, True, False])))
    assert admits(embedding, graph, masked, 0, all_rows(graph))[:2].tolist() == [True, False]


def test_a_loop_is_one_relationship_that_leaves_and_enters() -> None:
    triples = toygraphs.in_order([(0, 0, 0), (1, 0, 2), (2, 0, 1)])
    graph = toygraphs.data_graph(triples, 3, 1)
    embedding = construct_dominance(graph, dimension=3)
    assert embedding.vectors.tolist() == [[1, 1, 1], [1, 1, 2], [1, 1, 2]]


def test_the_stamp_tells_different_layouts_apart() -> None:
    graph = films()
    stamps = {construct_dominance(graph, dimension=dimension).stamp for dimension in (2, 8, 8, 16)}
    assert len(stamps) == 3
    assert {stamp.name for stamp in stamps} == {"constructed"}


def test_a_graph_without_nodes_or_relationships_has_an_embedding() -> None:
    assert construct_dominance(toygraphs.data_graph([], 0, 0)).vectors.shape == (0, 8)
    assert construct_dominance(toygraphs.data_graph([], 2, 0)).vectors.sum() == 0


@pytest.mark.parametrize("dimension", [0, 65, 2.0, None])
def test_an_impossible_dimension_is_told(dimension: object) -> None:
    with pytest.raises(InvalidInput, match="has 1 to 64"):
        construct_dominance(films(), dimension=dimension)  # type: ignore[arg-type]


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_arrays_of_a_snapshot_are_compiled_for_once() -> None:
    """Mapped arrays are read-only and others are not: a kernel must not be compiled again for either."""
    warm()
    kernels = (not_dominated, shared_part, star_vectors, neighbour_places, relation_spread)
    before = [len(kernel.signatures) for kernel in kernels]  # type: ignore[attr-defined]
    graph = toygraphs.data_graph(toygraphs.in_order([(0, 0, 2), (1, 0, 3)]), 4, 1, [0, 0, 0, 1])
    embedding = construct_dominance(graph)
    for array in (embedding.vectors, embedding.certificate, *embedding.parameters.values(), graph.label_set):
        array.flags.writeable = False
    mask = np.array([False, False, True, False])
    mask.flags.writeable = False
    admits(embedding, graph, star([[0]], 1, node_masks=(None, mask)), 0, all_rows(graph))
    assert [len(kernel.signatures) for kernel in kernels] == before  # type: ignore[attr-defined]
    assert before == [1] * len(kernels)
