"""The verifier of communities agrees with the definition."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_truss
from interpreted import examples
from motif.engine.community_check import is_connected_truss
from motif.engine.simple_view import simple_graph
from motif.errors import InvalidInput

EXAMPLES = examples(300, 40)


@given(st.data())
@settings(max_examples=EXAMPLES)
def test_it_agrees_with_the_definition(data: st.DataObject) -> None:
    n_nodes = data.draw(st.integers(2, 7))
    node = st.integers(0, n_nodes - 1)
    pairs = data.draw(st.lists(st.tuples(node, node), max_size=25))
    graph = simple_graph(*(np.array([pair[end] for pair in pairs], np.int32) for end in (0, 1)), n_nodes)
    k = data.draw(st.integers(2, 5))
    rows = (
        data.draw(st.lists(st.integers(0, max(graph.n_edges - 1, 0)), unique=True)) if graph.n_edges else []
    )
    edges = {(int(graph.low[row]), int(graph.high[row])) for row in rows}
    parts = naive_truss.components(edges)
    nodes = sorted(set().union(*parts))
    expected = len(parts) == 1 and all(naive_truss.support(edges, edge) >= k - 2 for edge in edges)
    assert is_connected_truss(graph, np.array(nodes, np.int32), np.array(rows, np.int32), k) == expected


def test_nodes_must_be_the_ends_of_the_edges_and_nothing_be_given_twice() -> None:
    peer = nx.complete_graph(4)
    ends = np.array(peer.edges, np.int32)
    graph = simple_graph(ends[:, 0].copy(), ends[:, 1].copy(), 5)
    nodes, edges = np.arange(4, dtype=np.int32), np.arange(6, dtype=np.int32)
    assert is_connected_truss(graph, nodes, edges, 4)
    assert not is_connected_truss(graph, nodes, edges, 5)
    assert not is_connected_truss(graph, np.arange(5, dtype=np.int32), edges, 4)
    assert not is_connected_truss(graph, nodes[:3], edges, 4)
    assert not is_connected_truss(graph, nodes, np.append(edges, np.int32(0)), 4)
    assert not is_connected_truss(graph, nodes[:0], edges[:0], 2)


def test_k_below_2_is_refused() -> None:
    none = np.zeros(0, np.int32)
    with pytest.raises(InvalidInput, match="k of 2 or more, not 0"):
        is_connected_truss(simple_graph(none, none, 1), none, none, 0)
