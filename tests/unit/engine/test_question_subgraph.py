"""What is near question entities agrees with plain breadth-first search and with networkx's PageRank."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive_guidance as naive
import strategies
from interpreted import examples
from motif.engine.control import Control
from motif.engine.question_subgraph import (
    personalized_pagerank,
    sampled_neighbourhood,
    warm,
    within_hops,
)
from motif.errors import InvalidInput
from naive import Triple
from toygraphs import data_graph, in_order

EXAMPLES = examples(200, 40)

drawn_graphs = strategies.multigraphs(max_nodes=12, max_relationships=24)


def some_rows(data: st.DataObject, n_nodes: int) -> np.ndarray:
    rows = data.draw(st.lists(st.integers(0, n_nodes - 1), min_size=1, max_size=3))
    return np.array(rows, np.int32)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_hops_are_those_of_breadth_first_search(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(drawn_graphs)
    sources, hops = some_rows(data, n_nodes), data.draw(st.integers(0, 4))
    most = data.draw(st.none() | st.integers(1, n_nodes))
    found = within_hops(data_graph(graph, n_nodes, n_relations), sources, hops, most=most)
    steps = naive.distances(graph, set(sources.tolist()), set(range(n_nodes)))
    near = sorted(row for row, step in steps.items() if step <= hops)
    if most is None:
        assert found.tolist() == near
    else:
        taken = sorted(steps[row] for row in near)[: max(most, len(set(sources.tolist())))]
        assert sorted(steps[row] for row in found.tolist()) == taken
        assert found.tolist() == sorted(set(found.tolist()))


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_pagerank_is_within_its_tolerance(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(drawn_graphs)
    sources, damping = some_rows(data, n_nodes), data.draw(st.sampled_from([0.5, 0.85]))
    tolerance = data.draw(st.sampled_from([1e-2, 1e-4, 1e-9]))
    rows, scores = personalized_pagerank(
        data_graph(graph, n_nodes, n_relations), sources, count=n_nodes, damping=damping, tolerance=tolerance
    )
    expected, degrees = by_networkx(graph, n_nodes, set(sources.tolist()), damping)
    assert rows.tolist() == sorted(set(rows.tolist()))
    everywhere = np.zeros(n_nodes)
    everywhere[rows] = scores
    assert set(sources.tolist()) <= set(rows.tolist())
    assert np.all(everywhere <= expected + 1e-9)
    assert np.all(everywhere >= expected - tolerance * (degrees + len(sources)) - 1e-9)


def by_networkx(
    graph: list[Triple], n_nodes: int, sources: set[int], damping: float
) -> tuple[np.ndarray, np.ndarray]:
    """PageRank and the number of relationships of each node, a loop as two."""
    ends: Counter[tuple[int, int]] = Counter()
    for source, _, target in graph:
        ends[source, target] += 1
        ends[target, source] += 1
    directed = nx.DiGraph()
    directed.add_nodes_from(range(n_nodes))
    directed.add_weighted_edges_from((one, other, count) for (one, other), count in ends.items())
    personalization = dict.fromkeys(sources, 1.0)
    ranks = nx.pagerank(directed, damping, personalization, tol=1e-12, max_iter=1000)
    degrees = [degree for _, degree in directed.out_degree(weight="weight")]
    return np.array([ranks[node] for node in range(n_nodes)]), np.array(degrees)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_best_of_pagerank_are_taken_and_the_sources_always(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(drawn_graphs)
    sources, count = some_rows(data, n_nodes), data.draw(st.integers(1, n_nodes))
    searched = data_graph(graph, n_nodes, n_relations)
    rows, scores = personalized_pagerank(searched, sources, count=n_nodes, tolerance=1e-9)
    best = sorted(range(len(rows)), key=lambda at: (rows[at] not in sources, -scores[at], rows[at]))
    kept = sorted(best[: max(count, len(set(sources.tolist())))])
    some, some_scores = personalized_pagerank(searched, sources, count=count, tolerance=1e-9)
    assert some.tolist() == rows[kept].tolist()
    assert some_scores.tolist() == scores[kept].tolist()


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_neighbours_are_drawn_among_those_there_are(data: st.DataObject) -> None:
    graph, n_nodes, n_relations = data.draw(drawn_graphs)
    sources = some_rows(data, n_nodes)
    fanouts = data.draw(st.lists(st.integers(1, 4), max_size=3))
    searched = data_graph(graph, n_nodes, n_relations)
    seed = data.draw(st.integers(0, 99))
    found = sampled_neighbourhood(searched, sources, fanouts, np.random.default_rng(seed))
    again = sampled_neighbourhood(searched, sources, fanouts, np.random.default_rng(seed))
    assert found.tolist() == again.tolist() == sorted(set(found.tolist()))
    near = within_hops(searched, sources, len(fanouts))
    start = set(sources.tolist())
    assert start <= set(found.tolist()) <= set(near.tolist())
    most = total = len(start)
    for fanout in fanouts:
        most *= fanout
        total += most
    assert len(found) <= total
    everything = sampled_neighbourhood(searched, sources, [99] * len(fanouts), np.random.default_rng(seed))
    assert everything.tolist() == near.tolist()
    inside = naive.distances(graph, start, set(found.tolist()))
    assert sorted(inside) == found.tolist()


def test_each_neighbour_is_drawn_as_often() -> None:
    star = data_graph(in_order([(0, 0, leaf) for leaf in range(1, 11)]), 11, 1)
    generator = np.random.default_rng(0)
    centre = np.zeros(1, np.int32)
    drawn = Counter[int]()
    for _ in range(2000):
        drawn.update(sampled_neighbourhood(star, centre, [3], generator).tolist())
    assert drawn[0] == 2000
    assert all(abs(drawn[leaf] - 600) < 100 for leaf in range(1, 11))


def test_what_is_stopped_gives_what_was_found() -> None:
    path = data_graph(in_order([(node, 0, node + 1) for node in range(2000)]), 2001, 1)
    first, control = np.zeros(1, np.int32), Control()
    control.cancel()
    assert within_hops(path, first, 9, control=control).tolist() == [0]
    rows, _ = personalized_pagerank(path, first, count=2000, tolerance=1e-12, control=control)
    assert 0 < len(rows) < 2000
    generator = np.random.default_rng(0)
    assert sampled_neighbourhood(path, first, [1, 1], generator, control=control).tolist() == [0]


def test_what_cannot_be_used_is_said() -> None:
    graph, one = data_graph(in_order([(0, 0, 1)]), 2, 1), np.zeros(1, np.int32)
    with pytest.raises(InvalidInput, match="hops must be 0 or more, not -1"):
        within_hops(graph, one, -1)
    with pytest.raises(InvalidInput, match="most must be 1 or more, not 0"):
        within_hops(graph, one, 1, most=0)
    with pytest.raises(InvalidInput, match="sources must be rows from 0 to 1"):
        within_hops(graph, one + 2, 1)
    with pytest.raises(InvalidInput, match="count must be 1 or more, not 0"):
        personalized_pagerank(graph, one, count=0)
    with pytest.raises(InvalidInput, match=r"lie between 0 and 1, unlike 1\.0"):
        personalized_pagerank(graph, one, count=1, damping=1.0)
    with pytest.raises(InvalidInput, match="a fanout must be 1 or more, not 0"):
        sampled_neighbourhood(graph, one, [2, 0], np.random.default_rng(0))
    for sources in (one[:0], one - 1):
        with pytest.raises(InvalidInput):
            personalized_pagerank(graph, sources, count=1)


def test_warming_runs_the_kernels() -> None:
    warm()
