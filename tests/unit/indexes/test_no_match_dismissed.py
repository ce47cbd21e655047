"""No exact match is ever dismissed: every embedding, by every way of matching, against the naive twin.

The guarantee of SG-RAG as `methods.md` states it: {constructed, GAT with random weights and a certificate, GAT really
trained} x {join, path index} x {paths of 1, of 2} x {directed, undirected} x {injective, known, not}.
"""

from __future__ import annotations

import dataclasses
import importlib.util
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine.dominance import admits, construct_dominance
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import DataGraph, Matches, MatchQuery
from motif.engine.path_matching import match_by_paths
from motif.engine.star_attention import StarAttention, certify, stars_of
from motif.engine.star_attention_parts import sample_parts
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.stamp import EncoderStamp
from motif.indexes.paths import build_path_table, open_path_index
from motif.models.dominance_gnn import DominanceGnn, GnnTraining, train

EXAMPLES = examples(250, 12)
ALL = 1_000_000

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or importlib.util.find_spec("torch_geometric") is None,
    reason="training needs pip install 'motif-graphrag[gnn]'",
)


def rows_of(found: Matches) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    assert found.complete
    rows = zip(found.nodes.tolist(), found.relationships.tolist(), strict=True)
    return [(tuple(nodes), tuple(taken)) for nodes, taken in rows]


def trained_elsewhere(graph: DataGraph, seed: int) -> DominanceEmbedding:
    """A GAT with weights at random; two times of three with a head that keeps most parts below their star."""
    generator = np.random.default_rng(seed)
    weights = StarAttention.random(generator, n_inputs=3, n_heads=1, n_channels=3, dimension=2)
    if seed % 3:
        weights = dataclasses.replace(weights, head=np.abs(weights.head), bias=np.abs(weights.bias))
    features = generator.normal(size=(graph.n_nodes, 3)).astype(np.float32)
    return certified(graph, weights, features, budget=int(generator.integers(1, 200)))


def certified(
    graph: DataGraph, weights: StarAttention, features: Any, budget: int = 10_000
) -> DominanceEmbedding:
    vectors, certificate = certify(weights, features, graph, budget=budget)
    stamp = EncoderStamp("gat", weights.dimension)
    return DominanceEmbedding("gat", stamp, vectors, certificate, weights.parameters, features)


def check_every_way(graph: DataGraph, query: MatchQuery, embedding: DominanceEmbedding, right: Any) -> None:
    admission = partial(admits, embedding, graph, query)
    assert rows_of(match_subgraphs(graph, query, limit=ALL, dominance=admission)) == right
    for length in (1, 2):
        index = open_path_index(build_path_table(graph, embedding, length), graph, embedding)
        assert rows_of(match_by_paths(graph, query, index, embedding, limit=ALL)) == right


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("injective", [True, "known", False])
def test_every_way_finds_all_and_only_what_matches(directed: bool, injective: Any) -> None:
    @settings(max_examples=EXAMPLES, deadline=None)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
        labels = data.draw(st.lists(st.integers(0, 2), min_size=n_nodes, max_size=n_nodes))
        graph = toygraphs.data_graph(triples, n_nodes, n_relations, labels)
        query = data.draw(
            strategies.match_queries(
                n_nodes, n_relations, len(triples), directed=directed, injective=injective
            )
        )
        right = naive.exact_matches(triples, query)
        dimension = data.draw(st.sampled_from([1, 2, 8]))
        check_every_way(graph, query, construct_dominance(graph, dimension=dimension), right)
        check_every_way(graph, query, trained_elsewhere(graph, data.draw(st.integers(0, 999))), right)

    holds()


@needs_torch
@pytest.mark.parametrize("seed", range(12))
def test_a_trained_network_costs_no_match(seed: int) -> None:
    generator = np.random.default_rng(seed)
    ends = generator.integers(0, 8, (18, 2)).tolist()
    triples = toygraphs.in_order([(head, place % 2, tail) for place, (head, tail) in enumerate(ends)])
    graph = toygraphs.data_graph(triples, 8, 2)
    features = generator.uniform(-1, 1, (8, 4)).astype(np.float32)
    stars = stars_of(graph)
    gnn = DominanceGnn(features, GnnTraining(), dimension=2, seed=seed)
    train(gnn, stars, sample_parts(stars, 64, generator), epochs=200)
    embedding = certified(graph, gnn.weights, features)
    assert (embedding.certificate > 0).any()

    @settings(max_examples=12, deadline=None)
    @given(st.data())
    def holds(data: st.DataObject) -> None:
        query = data.draw(strategies.match_queries(8, 2, len(triples), max_edges=3))
        check_every_way(graph, query, embedding, naive.exact_matches(triples, query))

    holds()
