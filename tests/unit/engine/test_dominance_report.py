"""What the report says of pruning is what was dismissed, and never more than is no match."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from motif.engine.dominance import construct_dominance
from motif.engine.dominance_report import dismissed_share, prune_report
from motif.engine.match_query import MatchQuery
from motif.graphs.dominance import NO_CERTIFICATE


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_no_more_is_dismissed_than_is_no_match(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    graph = toygraphs.data_graph(triples, n_nodes, n_relations)
    generator = np.random.default_rng(data.draw(st.integers(0, 9)))
    report = prune_report(construct_dominance(graph), graph, n_stars=3, sizes=(1, 2), generator=generator)
    assert [(entry.relationships, entry.known) for entry in report.by_star] == [
        (1, True),
        (1, False),
        (2, True),
        (2, False),
    ]
    for entry in report.by_star:
        assert 0 <= entry.dismissed <= entry.dismissible <= 1
        assert entry.stars == 3 or not triples or entry.relationships == 2


def test_a_star_is_counted_by_hand() -> None:
    """Of three films one has two actors: two of three rows of that label cannot be it, and are dismissed."""
    triples = toygraphs.in_order([(0, 0, 3), (0, 0, 4), (1, 0, 3), (2, 0, 4)])
    graph = toygraphs.data_graph(triples, 5, 1, [0, 0, 0, 1, 1])
    report = prune_report(construct_dominance(graph), graph, sizes=(2,), n_stars=30)
    assert (report.kind, report.dimension, report.certified, report.whole) == ("constructed", 8, 1, 1)
    known, unknown = report.by_star
    assert known.stars == unknown.stars == 30
    # Centres are the film with two actors, or one of two actors with two films, whose label has two rows.
    assert unknown.dismissed == unknown.dismissible <= 2 / 3
    assert report.pruned == pytest.approx((known.dismissed + unknown.dismissed) / 2)


def test_without_a_certificate_nothing_is_pruned() -> None:
    triples = toygraphs.in_order([(0, 0, 1), (0, 0, 2)])
    graph = toygraphs.data_graph(triples, 3, 1)
    embedding = construct_dominance(graph)
    wrong = replace(embedding, certificate=np.full(3, NO_CERTIFICATE, np.int16))
    assert prune_report(embedding, graph).pruned > 0 == prune_report(wrong, graph).pruned
    assert prune_report(wrong, graph).certified == 0


def test_a_graph_without_relationships_has_no_stars() -> None:
    graph = toygraphs.data_graph([], 2, 0)
    report = prune_report(construct_dominance(graph), graph)
    assert report.pruned == 0 and all(entry.stars == 0 for entry in report.by_star)


def test_the_share_of_a_pattern_node_is_of_the_rows_that_it_may_take() -> None:
    triples = toygraphs.in_order([(0, 0, 3), (1, 0, 3), (1, 0, 4)])
    graph = toygraphs.data_graph(triples, 5, 1)
    query = MatchQuery(
        heads=np.array([0, 0], np.int32),
        tails=np.array([1, 2], np.int32),
        node_rows=(np.array([0, 1, 2], np.int32), None, None),
        node_masks=(np.array([True, True, False, True, True]), None, None),
        edge_relations=(None, None),
        relationship_masks=(None, None),
    )
    assert {nodes[0] for nodes, _ in naive.exact_matches(triples, query)} == {1}
    assert dismissed_share(construct_dominance(graph), graph, query, 0) == 0.5


def test_of_many_rows_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path of 30 nodes: only its ends lack a relationship, so that of ten rows none or one is dismissed."""
    monkeypatch.setattr("motif.engine.dominance_report._MOST_ROWS", 10)
    triples = toygraphs.in_order((row, 0, row + 1) for row in range(29))
    graph = toygraphs.data_graph(triples, 30, 1)
    embedding = construct_dominance(graph)
    found = {
        round(entry.dismissed, 6)
        for seed in range(20)
        for entry in prune_report(
            embedding, graph, generator=np.random.default_rng(seed), sizes=(1,), n_stars=1
        ).by_star
    }
    assert found == {0.0, 0.1}
