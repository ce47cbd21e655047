"""Communities are what Q-Peel's definition says: connected k-trusses, no less relevant than what they come from."""

from __future__ import annotations

from fractions import Fraction

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import naive_truss
from interpreted import examples
from motif.engine.community_check import is_connected_truss
from motif.engine.community_peeling import RULES, Community, Rule, peel_all, peel_community, warm
from motif.engine.control import Control
from motif.engine.simple_view import simple_graph
from motif.engine.truss import decompose_truss
from motif.errors import Cancelled, DeadlineExceeded, InvalidInput
from motif.graphs.simple_graph import SimpleGraph

EXAMPLES = examples(300, 40)

Case = tuple[SimpleGraph, NDArray[np.int32], NDArray[np.float32]]


def case_of(pairs: list[tuple[int, int]], relevance: list[float]) -> Case:
    source, target = (np.array([pair[end] for pair in pairs], np.int32) for end in (0, 1))
    graph = simple_graph(source, target, len(relevance))
    return graph, decompose_truss(graph), np.array(relevance, np.float32)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Overlapping cliques, some bridged, and stray edges; relevance with ties, negative values and none at all."""
    n_nodes = draw(st.integers(2, 14))
    node = st.integers(0, n_nodes - 1)
    cliques = draw(st.lists(st.lists(node, min_size=2, max_size=6, unique=True), max_size=5))
    pairs = [(one, other) for clique in cliques for one in clique for other in clique]
    pairs += draw(st.lists(st.tuples(node, node), max_size=20))
    value = st.sampled_from([-0.5, 0.0, 0.1, 0.1, 0.3, 0.7, 1.0]) | st.floats(-1, 1, width=32)
    values = value | st.just(float("nan")) if draw(st.booleans()) else value
    return case_of(pairs, draw(st.lists(values, min_size=n_nodes, max_size=n_nodes)))


def edges_of(case: Case, rows: NDArray[np.int32]) -> set[tuple[int, int]]:
    graph = case[0]
    return set(zip(graph.low[rows].tolist(), graph.high[rows].tolist(), strict=True))


@given(
    cases(),
    st.integers(2, 5),
    st.sampled_from(RULES),
    st.none() | st.integers(0, 9),
    st.booleans(),
    st.data(),
)
@settings(max_examples=EXAMPLES)
def test_peeling_equals_its_naive_twin(
    case: Case, k: int, rule: Rule, min_size: int | None, everywhere: bool, data: st.DataObject
) -> None:
    graph, trussness, relevance = case
    masks = st.lists(st.booleans(), min_size=graph.n_nodes, max_size=graph.n_nodes)
    within = None if everywhere else np.array(data.draw(masks))
    found = peel_all(graph, trussness, relevance, k, rule=rule, min_size=min_size, within=within)

    allowed = ~np.isnan(relevance) & (True if within is None else within)
    edges = [
        edge for edge in edges_of(case, np.arange(graph.n_edges, dtype=np.int32)) if allowed[list(edge)].all()
    ]
    weights = [Fraction(round(Fraction(0 if v != v else v) * 2**24), 2**24) for v in relevance.tolist()]
    expected = naive_truss.peel(edges, weights, k, rule, min_size or 0)
    assert [edges_of(case, one.edges) for one in found] == [one.edges for one in expected]
    assert [one.qr_score for one in found] == [float(one.score) for one in expected]
    assert [one.component_score for one in found] == [float(one.component_score) for one in expected]
    for one in found:
        check(case, one, k, min_size or 0)
    best = peel_community(graph, trussness, relevance, k, rule=rule, min_size=min_size, within=within)
    assert (best is None) == (not found)
    if best is not None:
        assert best.qr_score == found[0].qr_score
        assert best.nodes.tolist() == found[0].nodes.tolist()


def check(case: Case, one: Community, k: int, min_size: int) -> None:
    assert one.complete
    assert one.k == k
    assert one.nodes.dtype == one.edges.dtype == np.int32
    assert one.nodes.tolist() == sorted(one.nodes.tolist())
    assert one.edges.tolist() == sorted(one.edges.tolist())
    assert is_connected_truss(case[0], one.nodes, one.edges, k)
    assert one.qr_score >= one.component_score
    assert len(one.nodes) >= max(k, min_size)
    assert one.qr_score == pytest.approx(float(np.mean(case[2][one.nodes], dtype=float)), abs=2**-23)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("min_size", [None, 40])
def test_communities_of_larger_graphs_are_verified(rule: Rule, min_size: int | None) -> None:
    peer = nx.powerlaw_cluster_graph(200 if EXAMPLES < 100 else 3000, 6, 0.7, seed=5)
    relevance = np.random.default_rng(3).uniform(-0.2, 0.9, peer.number_of_nodes())
    case = case_of(list(peer.edges), relevance.tolist())
    for k in (2, 3, 4, 5):
        communities = peel_all(*case, k, rule=rule, min_size=min_size)
        for found in communities:
            check(case, found, k, min_size or 0)
        largest = min(communities, key=lambda one: one.component_score)
        assert k > 3 or largest.qr_score > largest.component_score


def test_the_cascade_goes_on_where_the_strict_rule_is_stuck() -> None:
    clique = [(one, other) for one in range(4) for other in range(one)]
    tail = [(3, 4), (2, 4), (4, 5), (3, 5)]
    case = case_of(clique + tail, [0.9, 0.9, 0.9, 0.9, 0.1, 0.2])
    graph, trussness, relevance = case
    strict = peel_community(graph, trussness, relevance, 3, rule="strict", min_size=4)
    cascade = peel_community(graph, trussness, relevance, 3, rule="cascade", min_size=4)
    assert strict is not None and cascade is not None
    assert cascade.nodes.tolist() == [0, 1, 2, 3]
    assert strict.qr_score <= cascade.qr_score


@pytest.mark.parametrize("rule", RULES)
def test_two_parts_that_meet_in_one_node_are_not_torn_apart(rule: Rule) -> None:
    pairs = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]
    found = peel_community(*case_of(pairs, [1, 1, 0, 1, 1]), 3, rule=rule)
    assert found is not None
    assert found.nodes.tolist() == [0, 1, 2, 3, 4]


def test_there_is_no_community_above_the_largest_k() -> None:
    case = case_of([(0, 1), (1, 2), (2, 0)], [1, 1, 1])
    assert peel_community(*case, 4) is None
    assert peel_all(*case, 4) == []
    assert peel_community(*case, 3, min_size=4) is None
    assert peel_community(*case, 3, within=np.array([True, True, False])) is None
    assert peel_community(*case_of([], [1, 1]), 2) is None


def test_a_stopped_search_gives_what_it_has_or_an_error() -> None:
    case = case_of([(0, 1), (1, 2), (2, 0)], [1, 1, 1])
    with Control(timeout=0) as control, pytest.raises(DeadlineExceeded, match="not done in time"):
        peel_community(*case, 3, control=control)
    control = Control()
    control.cancel()
    with pytest.raises(Cancelled, match="cancelled"):
        peel_all(*case, 3, control=control)


def test_what_does_not_fit_is_refused() -> None:
    graph, trussness, relevance = case_of([(0, 1)], [1, 1])
    with pytest.raises(InvalidInput, match="k of 2 or more, not 1"):
        peel_community(graph, trussness, relevance, 1)
    with pytest.raises(InvalidInput, match="no rule 'loose' of peeling"):
        peel_community(graph, trussness, relevance, 2, rule="loose")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="1 edges, trussness 0 numbers"):
        peel_community(graph, trussness[:0], relevance, 2)
    with pytest.raises(InvalidInput, match="2 nodes, relevance 1"):
        peel_community(graph, trussness, relevance[:1], 2)
    with pytest.raises(InvalidInput, match="2 nodes, within 3"):
        peel_community(graph, trussness, relevance, 2, within=np.ones(3, np.bool_))


def test_it_can_be_warmed() -> None:
    warm()
