"""The join finds every exact match: it equals its naive twin, whatever graph and pattern."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine import exact_matching
from motif.engine.control import Control
from motif.engine.exact_matching import count_subgraphs, match_subgraphs, warm
from motif.engine.match_query import DataGraph, Matches, MatchQuery
from motif.errors import InvalidInput, InvalidPattern

EXAMPLES = examples(600, 40)
MANY = 1_000_000


def rows_of(found: Matches) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    pairs = zip(found.nodes.tolist(), found.relationships.tolist(), strict=True)
    return [(tuple(nodes), tuple(relationships)) for nodes, relationships in pairs]


def query_of(
    ends: list[tuple[int, int]], known: dict[int, list[int]] | None = None, **changes: Any
) -> MatchQuery:
    """A query whose relations are unknown."""
    n_nodes = max(max(pair) for pair in ends) + 1
    rows = {node: np.array(part, np.int32) for node, part in (known or {}).items()}
    parts: dict[str, Any] = {
        "heads": np.array([head for head, _ in ends], np.int32),
        "tails": np.array([tail for _, tail in ends], np.int32),
        "node_rows": tuple(rows.get(node) for node in range(n_nodes)),
        "node_masks": (None,) * n_nodes,
        "edge_relations": (None,) * len(ends),
        "relationship_masks": (None,) * len(ends),
    }
    return MatchQuery(**{**parts, **changes})


def graph_of(*triples: tuple[int, int, int]) -> DataGraph:
    n_nodes = max(max(source, target) for source, _, target in triples) + 1
    return toygraphs.data_graph(
        toygraphs.in_order(triples), n_nodes, max(relation for _, relation, _ in triples) + 1
    )


@pytest.fixture(params=["as it is", "as on large graphs"])
def economy(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run also with the filtering that small graphs do not reach by themselves."""
    if request.param == "as on large graphs":
        monkeypatch.setattr(exact_matching, "_PATIENCE", -1000)


@pytest.mark.usefixtures("economy")
@given(st.data())
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_join_equals_its_naive_twin(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    graph = toygraphs.data_graph(triples, n_nodes, n_relations)
    expected = naive.exact_matches(triples, query)

    assert count_subgraphs(graph, query).count == len(expected)
    try:
        found = match_subgraphs(graph, query, limit=MANY)
    except InvalidPattern as error:
        assert "parts that share no node" in str(error)
        return
    assert found.complete
    assert rows_of(found) == expected


@pytest.mark.usefixtures("economy")
@pytest.mark.parametrize("length", [62, 63, 70, 124])
@given(st.data())
@settings(
    max_examples=EXAMPLES // 20,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_a_pattern_of_more_than_a_hundred_edges_equals_its_small_part(
    length: int, data: st.DataObject
) -> None:
    """Beside a chain that has one match, a small pattern has as many as its naive twin finds of it alone."""
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    chain = [(n_nodes + place, n_relations, n_nodes + place + 1) for place in range(length)]
    graph = toygraphs.data_graph(toygraphs.in_order(triples + chain), n_nodes + length + 1, n_relations + 1)
    expected = naive.exact_matches(triples, query)

    beside = _beside_a_chain(query, length, n_nodes, n_relations, len(triples))
    assert count_subgraphs(graph, beside).count == len(expected)
    found = match_subgraphs(graph, beside, limit=MANY)
    assert found.complete
    small = zip(found.nodes[:, length + 1 :].tolist(), found.relationships[:, length:].tolist(), strict=True)
    assert sorted((tuple(nodes), tuple(relationships)) for nodes, relationships in small) == expected


def _beside_a_chain(
    query: MatchQuery, length: int, n_nodes: int, n_relations: int, n_relationships: int
) -> MatchQuery:
    """The chain's nodes and edges, then those of ``query``, which may take no row of the chain."""
    own = np.arange(n_nodes + length + 1) < n_nodes
    masks = [
        own if mask is None else np.concatenate([mask, np.zeros(length + 1, bool)])
        for mask in query.node_masks
    ]
    relations = [None if part is None else np.append(part, False) for part in query.edge_relations]
    relationships = [
        None if part is None else np.concatenate([part, np.zeros(length, bool)])
        for part in query.relationship_masks
    ]
    first, of_chain = np.array([n_nodes], np.int32), np.arange(n_relations + 1) == n_relations
    places = np.arange(length, dtype=np.int32)
    return MatchQuery(
        heads=np.concatenate([places, query.heads + length + 1]).astype(np.int32),
        tails=np.concatenate([places + 1, query.tails + length + 1]).astype(np.int32),
        node_rows=(first, *(None,) * length, *query.node_rows),
        node_masks=(*(None,) * (length + 1), *masks),
        edge_relations=(*(of_chain,) * length, *relations),
        relationship_masks=(*(None,) * length, *relationships),
        directed=query.directed,
        injective=query.injective,
    )


def test_a_star_of_128_edges_is_matched_and_one_of_129_is_refused() -> None:
    graph = graph_of(*((0, 0, leaf) for leaf in range(1, 130)))
    known = {0: [0], **{leaf: [leaf] for leaf in range(1, 129)}}
    star = query_of([(0, leaf) for leaf in range(1, 129)], known)
    assert len(match_subgraphs(graph, star, limit=9)) == count_subgraphs(graph, star).count == 1
    with pytest.raises(InvalidInput, match="1 to 128 edges, not 129"):
        count_subgraphs(graph, query_of([(0, leaf) for leaf in range(1, 130)], {0: [0]}))


def test_a_limit_keeps_as_many_and_says_that_there_are_more() -> None:
    graph = graph_of((0, 0, 1), (0, 0, 2), (0, 0, 3))
    star = query_of([(0, 1)], {0: [0]})

    found = match_subgraphs(graph, star, limit=2)
    assert (len(found), found.complete) == (2, False)
    found = match_subgraphs(graph, star, limit=3)
    assert (found.nodes.tolist(), found.complete) == ([[0, 1], [0, 2], [0, 3]], True)
    assert count_subgraphs(graph, star, limit=2) == count_subgraphs(graph, star, limit=2)
    assert count_subgraphs(graph, star, limit=2).complete is False


def test_a_search_that_is_stopped_says_so() -> None:
    control = Control(timeout=0)
    graph = graph_of((0, 0, 1), (1, 0, 2))
    with control:
        assert match_subgraphs(graph, query_of([(0, 1)]), limit=9, control=control).complete is False
        assert count_subgraphs(graph, query_of([(0, 1)]), control=control).complete is False


def test_parts_that_share_no_node_are_joined_only_under_the_limit() -> None:
    graph = graph_of((0, 0, 1), (2, 0, 3), (2, 0, 4))
    two_parts = query_of([(0, 1), (2, 3)])

    assert len(match_subgraphs(graph, two_parts, limit=9)) == 4
    with pytest.raises(InvalidPattern) as raised:
        match_subgraphs(graph, two_parts, limit=8)
    assert str(raised.value) == (
        "The pattern falls into 2 parts that share no node, with at least 3 and 3 matches; "
        "joined they are more than the limit of 8. Connect them, or raise the limit."
    )
    nothing = query_of([(0, 1), (2, 2)])
    assert match_subgraphs(graph, nothing, limit=1).complete


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tails": np.zeros(2, np.int32)}, "tails must have one entry for each of 1 pattern edges, not 2."),
        ({"node_masks": (None,)}, "node_masks must have one entry for each of 2 pattern nodes, not 1."),
        (
            {"node_rows": (None,) * 3, "node_masks": (None,) * 3},
            "Each of 3 pattern nodes must be an end of a pattern edge, and no other may.",
        ),
        ({"node_masks": (np.ones(2, bool), None)}, "A mask has 2 entries; the graph has 3 nodes."),
        ({"relationship_masks": (np.ones(3, bool),)}, "A mask has 3 entries; the graph has 2 relationships."),
        ({"edge_relations": (np.ones(3, bool),)}, "A mask has 3 entries; the graph has 1 relations."),
        (
            {"node_rows": (np.array([2, 1], np.int32), None)},
            "Rows of pattern node 0 must be distinct and ascend.",
        ),
        (
            {"node_rows": (None, np.array([1, 3], np.int32))},
            "Pattern node 1 may take row 3; the graph has rows 0 to 2.",
        ),
        ({"injective": "all"}, "injective must be True, False or 'known', not 'all'."),
        (
            {"heads": np.zeros(0, np.int32), "tails": np.zeros(0, np.int32)},
            "A pattern must have 1 to 128 edges, not 0.",
        ),
    ],
)
def test_a_query_that_does_not_fit_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        match_subgraphs(graph_of((0, 0, 1), (1, 0, 2)), query_of([(0, 1)], **changes), limit=1)
    assert str(raised.value) == message


def test_a_limit_below_one_is_refused() -> None:
    graph = graph_of((0, 0, 1))
    with pytest.raises(InvalidInput, match="limit must be 1 or more, not 0"):
        match_subgraphs(graph, query_of([(0, 1)]), limit=0)
    with pytest.raises(InvalidInput, match="limit must be 1 or more, or None, not 0"):
        count_subgraphs(graph, query_of([(0, 1)]), limit=0)


def test_what_is_known_besides_narrows_known_rows() -> None:
    graph = graph_of((0, 0, 1), (2, 0, 1))
    query = query_of([(0, 1)], {0: [0, 2]})
    found = match_subgraphs(graph, query, limit=9, dominance=lambda node, rows: rows > 0)
    assert found.nodes.tolist() == [[2, 1]]


def test_all_compiles() -> None:
    warm()
