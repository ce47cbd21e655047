"""The simple view has each pair once, whatever relationships there are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import naive_truss
import strategies
from motif.engine.simple_view import edges_of, simple_graph
from motif.errors import InvalidInput


@given(strategies.multigraphs())
def test_the_view_has_each_pair_of_distinct_nodes_once(
    drawn: tuple[list[tuple[int, int, int]], int, int],
) -> None:
    triples, n_nodes, _ = drawn
    source, target = (np.array([triple[end] for triple in triples], np.int32) for end in (0, 2))
    graph = simple_graph(source, target, n_nodes)
    edges = naive_truss.edge_set(source.tolist(), target.tolist())

    assert list(zip(graph.low.tolist(), graph.high.tolist(), strict=True)) == edges
    for node in range(n_nodes):
        span = slice(graph.indptr[node], graph.indptr[node + 1])
        assert graph.indices[span].tolist() == sorted(naive_truss.neighbours(set(edges), node))
        ends = [tuple(sorted((node, other))) for other in graph.indices[span].tolist()]
        assert [edges[edge] for edge in graph.edges[span].tolist()] == ends
    found = edges_of(graph, source, target).tolist()
    ends = [tuple(sorted(pair)) for pair in zip(source.tolist(), target.tolist(), strict=True)]
    assert found == [edges.index(pair) if pair in edges else -1 for pair in ends]


@given(st.data())
def test_pairs_that_are_no_edge_are_told(data: st.DataObject) -> None:
    triples, n_nodes, _ = data.draw(strategies.multigraphs())
    source, target = (np.array([triple[end] for triple in triples], np.int32) for end in (0, 2))
    graph = simple_graph(source, target, n_nodes)
    one, other = np.divmod(np.arange(n_nodes * n_nodes, dtype=np.int32), np.int32(n_nodes))
    found = edges_of(graph, one, other).reshape(n_nodes, n_nodes)
    expected = np.full((n_nodes, n_nodes), -1)
    expected[graph.low, graph.high] = expected[graph.high, graph.low] = np.arange(graph.n_edges)
    assert np.array_equal(found, expected)


def test_rows_that_the_graph_does_not_have_are_refused() -> None:
    with pytest.raises(InvalidInput, match="rows from 0 to 1, not from 2 to 2"):
        simple_graph(np.array([0], np.int32), np.array([2], np.int32), 2)
    with pytest.raises(InvalidInput, match="1 sources and 2 targets"):
        simple_graph(np.array([0], np.int32), np.array([1, 1], np.int32), 2)
