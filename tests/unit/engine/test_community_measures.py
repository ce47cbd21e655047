"""Measures of communities are those of networkx, and of every pair of vectors looked at."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import examples
from motif.engine import community_measures
from motif.engine.community_measures import mean_similarity, measure_community
from motif.engine.simple_view import simple_graph
from motif.errors import InvalidInput

EXAMPLES = examples(200, 40)


@given(st.data())
@settings(max_examples=EXAMPLES)
def test_measures_are_those_of_networkx(data: st.DataObject) -> None:
    n_nodes = data.draw(st.integers(2, 14))
    node = st.integers(0, n_nodes - 1)
    pairs = data.draw(st.lists(st.tuples(node, node), min_size=1, max_size=40))
    graph = simple_graph(*(np.array([pair[end] for pair in pairs], np.int32) for end in (0, 1)), n_nodes)
    peer = nx.Graph(zip(graph.low.tolist(), graph.high.tolist(), strict=True))
    peer.add_nodes_from(range(n_nodes))
    rows = data.draw(st.lists(node, min_size=1, unique=True))
    among = np.isin(graph.low, rows) & np.isin(graph.high, rows)
    edges = np.flatnonzero(
        among & np.array(data.draw(st.lists(st.booleans(), min_size=40, max_size=40)))[: graph.n_edges]
    )
    found = measure_community(graph, np.array(rows, np.int32), edges.astype(np.int32), None)

    inside = nx.Graph(zip(graph.low[edges].tolist(), graph.high[edges].tolist(), strict=True))
    inside.add_nodes_from(rows)
    assert found.diameter == (nx.diameter(inside) if nx.is_connected(inside) else None)
    apart = dict(nx.all_pairs_shortest_path_length(peer))
    distances = [apart[one].get(other) for one in rows for other in rows]
    assert found.diameter_in_graph == (None if None in distances else max(distances))
    assert found.density == pytest.approx(nx.density(inside))
    assert found.paper_density == found.density / 2
    assert found.exact


@given(st.integers(0, 6), st.integers(0, 2**32 - 1))
@settings(max_examples=EXAMPLES)
def test_similarity_is_the_mean_over_all_pairs_that_have_vectors(count: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(count, 3)).astype(np.float32)
    vectors[::3] = 0
    kept = [row for row in vectors if row.any()]
    pairs = [float(one.astype(float) @ other.astype(float)) for one, other in combinations(kept, 2)]
    expected = sum(pairs) / len(pairs) if pairs else None
    assert mean_similarity(vectors) == pytest.approx(expected)


def test_a_diameter_that_is_cut_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(community_measures, "BUDGET", 0)
    ring = np.arange(30, dtype=np.int32)
    graph = simple_graph(ring, np.roll(ring, 1), 30)
    found = measure_community(graph, ring, ring, None)
    assert not found.exact
    assert found.diameter == 15
    assert found.diameter_in_graph == 15


def test_one_node_is_a_community_without_pairs() -> None:
    graph = simple_graph(np.array([0], np.int32), np.array([1], np.int32), 2)
    one, none = np.array([1], np.int32), np.zeros(0, np.int32)
    found = measure_community(graph, one, none, np.ones((1, 1), np.float32))
    assert (found.density, found.diameter, found.diameter_in_graph, found.similarity) == (0.0, 0, 0, None)


def test_edges_and_vectors_must_fit_the_nodes() -> None:
    graph = simple_graph(np.array([0, 1], np.int32), np.array([1, 2], np.int32), 3)
    one, edge = np.array([1], np.int32), np.array([0], np.int32)
    with pytest.raises(InvalidInput, match="not all in the community"):
        measure_community(graph, one, edge, None)
    with pytest.raises(InvalidInput, match="1 nodes and 2 vectors"):
        measure_community(graph, one, edge, np.ones((2, 1), np.float32))
