"""The trussness of every edge is the one of its definition, of networkx and of the published graphs."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive_truss
from interpreted import examples
from motif.engine.control import Control
from motif.engine.simple_view import simple_graph
from motif.engine.truss import (
    connected_trusses,
    decompose_truss,
    largest_k,
    relationship_trussness,
    warm,
)
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput

EXAMPLES = examples(200, 40)
PUBLISHED = ("karate", "polbooks", "ca-GrQc", "email-Enron")

Ends = tuple[NDArray[np.int32], NDArray[np.int32], int]


@st.composite
def dense_multigraphs(draw: st.DrawFn) -> Ends:
    """Sources, targets and how many nodes: loops, parallels both ways, isolated nodes, and many triangles."""
    n_nodes = draw(st.integers(1, 12))
    node = st.integers(0, n_nodes - 1)
    pairs = draw(st.lists(st.tuples(node, node), max_size=60))
    source, target = (np.array([pair[end] for pair in pairs], np.int32) for end in (0, 1))
    return source, target, n_nodes


@given(dense_multigraphs())
@settings(max_examples=EXAMPLES)
def test_trussness_is_the_one_of_the_definition(ends: Ends) -> None:
    graph = simple_graph(*ends)
    edges = naive_truss.edge_set(ends[0].tolist(), ends[1].tolist())
    expected = naive_truss.trussness(edges)
    trussness = decompose_truss(graph)
    assert trussness.dtype == np.int32
    assert trussness.tolist() == expected
    assert largest_k(trussness) == max(expected, default=0)


@given(dense_multigraphs(), st.integers(2, 6))
@settings(max_examples=EXAMPLES)
def test_trusses_are_those_of_networkx(ends: Ends, k: int) -> None:
    graph = simple_graph(*ends)
    trussness = decompose_truss(graph)
    peer = nx.Graph(zip(graph.low.tolist(), graph.high.tolist(), strict=True))
    expected = nx.k_truss(peer, k)
    kept = trussness >= k
    pairs = set(zip(graph.low[kept].tolist(), graph.high[kept].tolist(), strict=True))
    assert pairs == {(min(edge), max(edge)) for edge in expected.edges}
    found = [set(rows.tolist()) for rows in connected_trusses(graph, trussness, k)]
    assert found == naive_truss.components(pairs)


@given(dense_multigraphs())
@settings(max_examples=EXAMPLES)
def test_each_relationship_has_the_trussness_of_its_edge_and_loops_none(ends: Ends) -> None:
    edges = naive_truss.edge_set(ends[0].tolist(), ends[1].tolist())
    expected = dict(zip(edges, naive_truss.trussness(edges), strict=True))
    pairs = zip(ends[0].tolist(), ends[1].tolist(), strict=True)
    found = relationship_trussness(*ends).tolist()
    assert found == [expected.get((min(pair), max(pair)), 0) for pair in pairs]


@pytest.mark.parametrize("size", [2, 3, 7, 30])
def test_a_clique_of_k_nodes_is_a_k_truss(size: int) -> None:
    low, high = (part.astype(np.int32) for part in np.triu_indices(size, 1))
    assert set(decompose_truss(simple_graph(low, high, size)).tolist()) == {size}


def test_larger_graphs_are_ranked_anew_as_they_shrink() -> None:
    rng = np.random.default_rng(7)
    peer = nx.powerlaw_cluster_graph(600 if EXAMPLES < 100 else 3000, 6, 0.5, seed=3)
    ends = np.array(peer.edges, np.int32)[rng.permutation(peer.number_of_edges())]
    graph = simple_graph(ends[:, 0].copy(), ends[:, 1].copy(), peer.number_of_nodes())
    trussness = decompose_truss(graph)
    for k in range(3, largest_k(trussness) + 2):
        assert int((trussness >= k).sum()) == nx.k_truss(peer, k).number_of_edges()


def test_a_graph_without_edges_has_no_truss() -> None:
    none = np.zeros(0, np.int32)
    graph = simple_graph(none, none, 3)
    assert len(decompose_truss(graph)) == 0
    assert connected_trusses(graph, none, 2) == []
    assert largest_k(none) == 0
    assert len(relationship_trussness(none, none, 0)) == 0


def test_k_below_2_is_refused() -> None:
    none = np.zeros(0, np.int32)
    with pytest.raises(InvalidInput, match="k of 2 or more, not 1"):
        connected_trusses(simple_graph(none, none, 3), none, 1)


def test_a_stopped_decomposition_has_no_result() -> None:
    ends = np.array([0, 1, 2], np.int32), np.array([1, 2, 0], np.int32)
    with Control(timeout=0) as control, pytest.raises(DeadlineExceeded, match="not done in time"):
        decompose_truss(simple_graph(*ends, 3), control=control)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled, match="cancelled"):
        relationship_trussness(*ends, 3, control=control)


def test_it_can_be_warmed() -> None:
    warm()


@pytest.mark.data
@pytest.mark.skipif("MOTIF_DATA" not in os.environ, reason="MOTIF_DATA names no folder of data sets")
@pytest.mark.parametrize("name", PUBLISHED)
def test_trussness_is_the_published_one(name: str) -> None:
    if EXAMPLES < 100 and name not in ("karate", "polbooks"):
        pytest.skip("too large without the JIT")
    folder = Path(os.environ["MOTIF_DATA"]) / "truss"
    with gzip.open(folder / f"{name}.tsv.gz", "rt") as lines:
        rows = np.array([line.split() for line in lines if line[0].isdigit()], np.int32)
    one, other, expected = rows.T
    graphs = json.loads((folder / "reference.json").read_text())
    reference = next(graph for graph in graphs if graph["graph"] == name)
    found = relationship_trussness(one.copy(), other.copy(), int(rows[:, :2].max()) + 1)
    assert np.array_equal(found, expected)
    assert largest_k(found) == reference["max_truss"]
