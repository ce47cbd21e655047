"""Edges, triangles and trussnesses counted, beside networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreted import examples
from motif.engine.truss import relationship_trussness
from motif.engine.truss_report import TrussReport, truss_report

EXAMPLES = examples(100, 10)

LINKS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=40)


def report(links: list[tuple[int, int]], n_nodes: int) -> TrussReport:
    source, target = (np.array([link[side] for link in links], np.int32) for side in (0, 1))
    return truss_report(source, target, n_nodes, relationship_trussness(source, target, n_nodes))


@settings(max_examples=EXAMPLES)
@given(LINKS)
def test_counts_are_those_of_networkx(links: list[tuple[int, int]]) -> None:
    graph = nx.Graph((one, other) for one, other in links if one != other)
    found = report(links, 8)
    assert found.edges == graph.number_of_edges()
    assert found.triangles == sum(nx.triangles(graph).values()) // 3
    remaining = {k: nx.k_truss(graph, k).number_of_edges() for k in range(2, found.largest + 2)}
    expected = {k: remaining[k] - remaining[k + 1] for k in range(2, found.largest + 1)}
    assert found.distribution == {k: count for k, count in expected.items() if count}
    assert remaining.get(found.largest + 1, 0) == 0


def test_a_graph_without_edges_has_nothing_to_count() -> None:
    assert report([(1, 1)], 3) == TrussReport(0, 0, 0, {})
    assert report([], 0) == TrussReport(0, 0, 0, {})
