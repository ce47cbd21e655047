"""The trained embedding online: the network is the paper's, certificates are true, no match is ever dismissed."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject, DrawFn, composite
from numpy.typing import NDArray

from interpreted import examples
from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.star_attention import embed_stars, gat_admits, gat_lower_bound, stars_of, warm
from motif.engine.star_attention_certificates import Certification, certify
from motif.engine.star_attention_weights import StarAttention
from motif.errors import InvalidInput
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.stamp import EncoderStamp
from naive import Triple, exact_matches, largest_certificate, star_leaves, star_vector
from strategies import match_queries, multigraphs
from toygraphs import data_graph, in_order

EXAMPLES = examples(80, 15)


@composite
def networks(draw: DrawFn, n_inputs: int = 3) -> StarAttention:
    """Weights at random; with a head that is not negative, which many parts stay below, more often than not."""
    generator = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights = StarAttention.random(
        generator,
        n_inputs=n_inputs,
        n_heads=draw(st.integers(1, 2)),
        n_channels=draw(st.integers(1, 3)),
        dimension=draw(st.integers(1, 3)),
    )
    if draw(st.integers(0, 3)):
        shift = np.float32(draw(st.sampled_from([0.0, -0.1])))
        weights = dataclasses.replace(weights, head=np.abs(weights.head) + shift)
    return weights


def features_of(draw: DataObject, n_nodes: int, n_inputs: int = 3) -> NDArray[np.float32]:
    """Features at random, some nodes alike."""
    generator = np.random.default_rng(draw.draw(st.integers(0, 2**32 - 1)))
    distinct = generator.normal(size=(max(1, n_nodes - 1), n_inputs)).astype(np.float32)
    return distinct[generator.integers(0, len(distinct), n_nodes)]


def embedding_of(
    weights: StarAttention, features: NDArray[np.float32], graph: DataGraph, budget: int = 10_000
) -> DominanceEmbedding:
    vectors, certificate = certify(weights, features, graph, budget=budget)
    stamp = EncoderStamp("gat", weights.dimension)
    return DominanceEmbedding("gat", stamp, vectors, certificate, weights.parameters, features)


def vector_of(
    weights: StarAttention, features: NDArray[np.float32], centre: int, leaves: list[int]
) -> NDArray[np.float32]:
    indptr = np.array([0, len(leaves)])
    return embed_stars(weights, features, np.array([centre], np.int32), indptr, np.array(leaves, np.int32))[0]


@given(multigraphs())
@settings(max_examples=EXAMPLES)
def test_stars_list_the_other_end_of_each_relationship(drawn: tuple[list[Triple], int, int]) -> None:
    triples, n_nodes, n_relations = drawn
    stars = stars_of(data_graph(triples, n_nodes, n_relations))
    for node in range(n_nodes):
        leaves = stars.leaves[stars.indptr[node] : stars.indptr[node + 1]]
        assert leaves.tolist() == star_leaves(triples, node)


@given(networks(), st.lists(st.integers(0, 4), max_size=6), st.integers(0, 4), st.data())
@settings(max_examples=EXAMPLES)
def test_the_network_is_that_of_the_equations(
    weights: StarAttention, leaves: list[int], centre: int, draw: DataObject
) -> None:
    features = features_of(draw, 5)
    expected = star_vector(weights, features, centre, leaves)
    np.testing.assert_allclose(vector_of(weights, features, centre, leaves), expected, rtol=1e-6, atol=1e-7)


@given(networks(), st.lists(st.lists(st.integers(0, 4), max_size=5), min_size=1, max_size=5), st.data())
@settings(max_examples=EXAMPLES)
def test_a_vector_does_not_depend_on_its_batch_nor_on_the_order_of_leaves(
    weights: StarAttention, stars: list[list[int]], draw: DataObject
) -> None:
    features = features_of(draw, 5)
    centres = np.arange(len(stars), dtype=np.int32) % 5
    indptr = np.concatenate([[0], np.cumsum([len(star) for star in stars])])
    leaves = np.array([leaf for star in stars for leaf in star], np.int32)
    together = embed_stars(weights, features, centres, indptr, leaves)
    for place, star in enumerate(stars):
        shuffled = draw.draw(st.permutations(star))
        np.testing.assert_array_equal(
            together[place], vector_of(weights, features, int(centres[place]), shuffled)
        )


@given(networks(), multigraphs(max_nodes=4, max_relationships=8), st.data())
@settings(max_examples=EXAMPLES)
def test_with_budget_enough_a_certificate_is_the_largest_that_is_true(
    weights: StarAttention, drawn: tuple[list[Triple], int, int], draw: DataObject
) -> None:
    triples, n_nodes, n_relations = drawn
    features = features_of(draw, n_nodes)
    vectors, certificate = certify(weights, features, data_graph(triples, n_nodes, n_relations))
    for node in range(n_nodes):
        leaves = star_leaves(triples, node)
        largest = largest_certificate(
            lambda part, node=node: vector_of(weights, features, node, part), leaves
        )
        if largest < 0:
            assert certificate[node] == NO_CERTIFICATE and np.isposinf(vectors[node]).all()
            continue
        assert certificate[node] == (ANY_SIZE if largest == len(leaves) else largest)
        np.testing.assert_array_equal(vectors[node], vector_of(weights, features, node, leaves))


@given(networks(), multigraphs(max_nodes=4, max_relationships=8), st.integers(1, 12), st.data())
@settings(max_examples=EXAMPLES)
def test_with_a_small_budget_a_certificate_claims_no_more_than_is_true(
    weights: StarAttention, drawn: tuple[list[Triple], int, int], budget: int, draw: DataObject
) -> None:
    triples, n_nodes, n_relations = drawn
    features = features_of(draw, n_nodes)
    graph = data_graph(triples, n_nodes, n_relations)
    _, certificate = certify(weights, features, graph, budget=budget)
    for node in range(n_nodes):
        leaves = star_leaves(triples, node)
        largest = largest_certificate(
            lambda part, node=node: vector_of(weights, features, node, part), leaves
        )
        assert certificate[node] <= (ANY_SIZE if largest == len(leaves) else largest)


def test_a_bound_certifies_a_hub_that_no_budget_could() -> None:
    hub = [Triple(0, 0, leaf) for leaf in range(1, 201)]
    graph = data_graph(in_order(hub), 201, 1)
    generator = np.random.default_rng(3)
    weights = StarAttention.random(generator, n_inputs=3, n_heads=1, n_channels=4, dimension=2)
    weights = dataclasses.replace(weights, head=np.abs(weights.head), bias=np.abs(weights.bias))
    features = generator.normal(size=(201, 3)).astype(np.float32)
    _, certificate = certify(weights, features, graph, budget=1)
    size = min(int(certificate[0]), 200)
    assert size >= 100
    whole = vector_of(weights, features, 0, list(range(1, 201)))
    for _ in range(200):
        part = generator.choice(np.arange(1, 201), generator.integers(0, size + 1), replace=False)
        assert (vector_of(weights, features, 0, part.tolist()) <= whole).all()


def test_equal_leaves_are_counted_once() -> None:
    triples = in_order([(0, 0, 1)] * 30)
    weights = StarAttention.random(np.random.default_rng(5), n_inputs=2, n_heads=1, n_channels=2, dimension=1)
    weights = dataclasses.replace(weights, head=np.abs(weights.head), bias=np.abs(weights.bias))
    features = np.ones((2, 2), np.float32)
    _, certificate = certify(weights, features, data_graph(triples, 2, 1), budget=31)
    assert certificate.tolist() == [ANY_SIZE, ANY_SIZE]


def test_not_a_number_certifies_nobody() -> None:
    weights = StarAttention.random(np.random.default_rng(5), n_inputs=2, n_heads=1, n_channels=2, dimension=1)
    features = np.array([[0, np.nan], [1, 1], [1, 2]], np.float32)
    vectors, certificate = certify(weights, features, data_graph([Triple(0, 0, 1)], 3, 1))
    assert certificate[:2].tolist() == [NO_CERTIFICATE] * 2 and certificate[2] == ANY_SIZE
    assert np.isposinf(vectors[:2]).all()


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("injective", [True, "known", False])
def test_no_match_is_ever_dismissed(directed: bool, injective: bool | str) -> None:
    @given(networks(), multigraphs(max_nodes=5, max_relationships=8), st.integers(1, 50), st.data())
    @settings(max_examples=EXAMPLES)
    def holds(
        weights: StarAttention, drawn: tuple[list[Triple], int, int], budget: int, draw: DataObject
    ) -> None:
        triples, n_nodes, n_relations = drawn
        graph = data_graph(triples, n_nodes, n_relations)
        embedding = embedding_of(weights, features_of(draw, n_nodes), graph, budget)
        query = draw.draw(
            match_queries(n_nodes, n_relations, len(triples), directed=directed, injective=injective)
        )
        check_no_match_is_dismissed(triples, graph, query, embedding)

    holds()


def check_no_match_is_dismissed(
    triples: list[Triple], graph: DataGraph, query: MatchQuery, embedding: DominanceEmbedding
) -> None:
    rows = np.arange(graph.n_nodes, dtype=np.int32)
    admitted = [gat_admits(embedding, graph, query, node, rows) for node in range(query.n_nodes)]
    bounds = [
        gat_lower_bound(embedding, graph, query, node, rows if known is None else known)
        for node, known in enumerate(query.node_rows)
    ]
    for nodes, _ in exact_matches(triples, query):
        for node, row in enumerate(nodes):
            assert admitted[node][row]
            assert (bounds[node] <= embedding.vectors[row]).all()


def star_query(leaves: list[int | None]) -> MatchQuery:
    """An unknown node 0 with an edge to each of ``leaves``, None for unknown; a negative one is a loop at 0."""
    tails = [0 if leaf is not None and leaf < 0 else place + 1 for place, leaf in enumerate(leaves)]
    tails = [
        0 if tail == 0 else sum(1 for other in tails[:place] if other) + 1 for place, tail in enumerate(tails)
    ]
    ends = [leaf for leaf in leaves if leaf is None or leaf >= 0]
    rows = tuple(None if leaf is None else np.array([leaf], np.int32) for leaf in ends)
    return MatchQuery(
        np.zeros(len(leaves), np.int32),
        np.array(tails, np.int32),
        (None, *rows),
        (None,) * (1 + len(rows)),
        (None,) * len(leaves),
        (None,) * len(leaves),
    )


def counting_network() -> StarAttention:
    """One that counts: each node of a star with feature (1,) adds 1, so a star's vector is softplus(1 + leaves)."""
    one, zero = np.ones((1, 1), np.float32), np.zeros((1, 1), np.float32)
    return StarAttention(one, zero, zero, zero[0], one, zero[0])


def test_rows_with_too_small_a_star_are_dismissed_and_those_without_a_certificate_are_not() -> None:
    triples = in_order([(0, 0, 3), (0, 0, 4), (1, 0, 3), (2, 0, 2), (2, 0, 3)])
    graph = data_graph(triples, 5, 1)
    embedding = embedding_of(counting_network(), np.ones((5, 1), np.float32), graph)
    rows = np.arange(5, dtype=np.int32)
    two = star_query([3, 4])
    assert gat_admits(embedding, graph, two, 0, rows).tolist() == [True, False, True, True, False]
    assert gat_admits(embedding, graph, star_query([3, None]), 0, rows).all()
    assert gat_admits(embedding, graph, star_query([3, -1]), 0, rows).tolist() == [
        True,
        False,
        True,
        True,
        False,
    ]
    np.testing.assert_array_equal(gat_lower_bound(embedding, graph, two, 0, rows), embedding.vectors[0])
    assert np.isneginf(gat_lower_bound(embedding, graph, two, 0, None)).all()
    assert np.isposinf(gat_lower_bound(embedding, graph, two, 0, rows[1:2])).all()
    nothing = dataclasses.replace(embedding, certificate=np.full(5, NO_CERTIFICATE, np.int16))
    assert gat_admits(nothing, graph, two, 0, rows).all()
    small = dataclasses.replace(embedding, certificate=np.ones(5, np.int16))
    assert gat_admits(small, graph, two, 0, rows).all()


def test_blocks_give_what_the_whole_gives() -> None:
    generator = np.random.default_rng(8)
    triples = in_order([(int(a), 0, int(b)) for a, b in generator.integers(0, 9, (30, 2))])
    graph = data_graph(triples, 9, 1)
    weights = StarAttention.random(generator, n_inputs=3, n_heads=2, n_channels=2, dimension=2)
    weights = dataclasses.replace(weights, head=np.abs(weights.head))
    features = generator.normal(size=(9, 3)).astype(np.float32)
    certification = Certification(weights, features, graph, 100)
    parts = [certification.block(first, first + 3) for first in (0, 3, 6)]
    vectors, certificate = certify(weights, features, graph, budget=100)
    np.testing.assert_array_equal(np.concatenate([part[0] for part in parts]), vectors)
    np.testing.assert_array_equal(np.concatenate([part[1] for part in parts]), certificate)


def test_bad_input_is_named() -> None:
    weights = counting_network()
    graph = data_graph([Triple(0, 0, 1)], 2, 1)
    with pytest.raises(InvalidInput, match="reads 1 numbers of each node, the features are \\(2, 3\\)"):
        certify(weights, np.ones((2, 3), np.float32), graph)
    with pytest.raises(InvalidInput, match="Features of 5 nodes do not fit a graph of 2"):
        certify(weights, np.ones((5, 1), np.float32), graph)
    with pytest.raises(InvalidInput, match="budget must be 1 or more"):
        certify(weights, np.ones((2, 1), np.float32), graph, budget=0)
    with pytest.raises(InvalidInput, match="lacks its weights: head, head_bias"):
        parameters = {name: weights.parameters[name] for name in ("projection", "source", "target", "bias")}
        StarAttention.from_parameters(parameters)
    with pytest.raises(InvalidInput, match=r"no weights of a network over stars: projection \(1, 1\)"):
        dataclasses.replace(weights, head=np.ones((2, 1), np.float32))
    embedding = dataclasses.replace(embedding_of(weights, np.ones((2, 1), np.float32), graph), features=None)
    with pytest.raises(InvalidInput, match="lacks the features"):
        gat_admits(embedding, graph, star_query([1]), 0, np.array([0], np.int32))


def test_warming_runs_what_matching_needs() -> None:
    warm()
