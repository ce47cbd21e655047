"""A tampered embedding is mended: afterwards it dismisses no match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from motif.engine.dominance import admits, construct_dominance
from motif.engine.dominance_check import check_dominance
from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.star_attention import StarAttention, certify
from motif.errors import InvalidInput
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.stamp import EncoderStamp


def untrained(graph: DataGraph, seed: int = 3) -> DominanceEmbedding:
    """A network of random weights with its certificates."""
    generator = np.random.default_rng(seed)
    weights = StarAttention.random(generator, n_inputs=3, n_heads=1, n_channels=2, dimension=2)
    features = generator.normal(size=(graph.n_nodes, 3)).astype(np.float32)
    vectors, certificate = certify(weights, features, graph)
    stamp = EncoderStamp("gat", 2, "0")
    return DominanceEmbedding("gat", stamp, vectors, certificate, weights.parameters, features)


MAKERS = [construct_dominance, untrained]


def dismisses_a_match(
    embedding: DominanceEmbedding, triples: list[naive.Triple], graph: DataGraph, query: MatchQuery
) -> bool:
    rows = np.arange(graph.n_nodes, dtype=np.int32)
    return any(
        not admits(embedding, graph, query, node, rows)[nodes[node]]
        for nodes, _ in naive.exact_matches(triples, query)
        for node in range(query.n_nodes)
    )


@pytest.mark.parametrize("make", MAKERS)
@given(st.data())
@settings(deadline=None, max_examples=60)
def test_vectors_that_were_changed_cost_no_match(
    make: Callable[[DataGraph], DominanceEmbedding], data: st.DataObject
) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    graph = toygraphs.data_graph(triples, n_nodes, n_relations)
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    right = make(graph)
    lost = np.array(data.draw(st.lists(st.booleans(), min_size=n_nodes, max_size=n_nodes)), np.bool_)
    tampered = replace(right, vectors=np.where(lost[:, None], np.float32(-1), right.vectors))
    mended = check_dominance(tampered, graph)
    assert not dismisses_a_match(mended, triples, graph, query)
    untouched = ~lost & (right.certificate > NO_CERTIFICATE)
    assert mended.vectors[untouched].tolist() == right.vectors[untouched].tolist()


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_right_stays_as_it_is(make: Callable[[DataGraph], DominanceEmbedding]) -> None:
    graph = toygraphs.data_graph(toygraphs.in_order([(0, 0, 1), (1, 0, 1), (2, 0, 1), (0, 0, 2)]), 4, 1)
    embedding = make(graph)
    assert check_dominance(embedding, graph) is embedding


def test_a_constructed_embedding_is_mended_whatever_was_changed() -> None:
    graph = toygraphs.data_graph(toygraphs.in_order([(0, 0, 1), (2, 1, 1)]), 3, 2)
    right = construct_dominance(graph)
    changes = (
        {"vectors": right.vectors + 1},
        {"certificate": np.full(3, NO_CERTIFICATE, np.int16)},
        {"parameters": {**right.parameters, "arcs": right.parameters["arcs"][::-1]}},
        {"parameters": {}},
    )
    for change in changes:
        mended = check_dominance(replace(right, **change), graph)  # type: ignore[arg-type]
        assert mended.vectors.tolist() == right.vectors.tolist()
        assert mended.stamp == right.stamp and set(mended.parameters) == set(right.parameters)


def test_a_row_without_certificate_gets_no_vector() -> None:
    graph = toygraphs.data_graph(toygraphs.in_order([(0, 0, 1)]), 2, 1)
    right = untrained(graph)
    bare = replace(right, certificate=np.full(2, NO_CERTIFICATE, np.int16))
    assert np.isposinf(check_dominance(bare, graph).vectors).all()


@pytest.mark.parametrize("make", MAKERS)
def test_another_graph_is_refused(make: Callable[[DataGraph], DominanceEmbedding]) -> None:
    two, three = (toygraphs.data_graph(toygraphs.in_order([(0, 0, 1)]), n, 1) for n in (2, 3))
    with pytest.raises(InvalidInput, match="of 2 nodes, the graph has 3"):
        check_dominance(make(two), three)


def test_a_trained_embedding_without_features_is_refused() -> None:
    graph = toygraphs.data_graph(toygraphs.in_order([(0, 0, 1)]), 2, 1)
    with pytest.raises(InvalidInput, match="lacks the features"):
        check_dominance(replace(untrained(graph), features=None), graph)
