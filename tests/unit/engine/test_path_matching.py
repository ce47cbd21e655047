"""Matching by a path index equals the naive twin: same matches, same order, whatever the index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine import path_completion
from motif.engine.control import Control
from motif.engine.dominance import construct_dominance
from motif.engine.exact_matching import match_subgraphs
from motif.engine.match_query import DataGraph, Matches, MatchQuery
from motif.engine.path_matching import estimate_paths, match_by_paths
from motif.errors import InvalidInput, InvalidPattern
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.indexes import paths
from motif.indexes.paths import PathIndex, build_path_table, open_path_index

EXAMPLES = examples(120, 25)
LENGTHS, LAYOUTS = (1, 2), ("columns", "boxes")


@pytest.fixture(autouse=True, scope="module")
def trees_are_asked() -> Iterator[None]:
    """Also where a scan would look at little, as it does in small graphs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "TREE_FROM", 0)
        yield


def index_of(
    graph: DataGraph, embedding: DominanceEmbedding, length: int, layout: Any = "columns"
) -> PathIndex:
    return open_path_index(build_path_table(graph, embedding, length, layout=layout), graph, embedding)


def rows_of(found: Matches) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    rows = zip(found.nodes.tolist(), found.relationships.tolist(), strict=True)
    return [(tuple(nodes), tuple(relationships)) for nodes, relationships in rows]


def pattern(ends: list[tuple[int, int]], known: dict[int, list[int]], **changes: Any) -> MatchQuery:
    n_nodes = max(max(pair) for pair in ends) + 1
    parts: dict[str, Any] = {
        "heads": np.array([head for head, _ in ends], np.int32),
        "tails": np.array([tail for _, tail in ends], np.int32),
        "node_rows": tuple(
            np.array(known[node], np.int32) if node in known else None for node in range(n_nodes)
        ),
        "node_masks": (None,) * n_nodes,
        "edge_relations": (None,) * len(ends),
        "relationship_masks": (None,) * len(ends),
    }
    return MatchQuery(**{**parts, **changes})


def ladder(n_nodes: int) -> DataGraph:
    """Each node leads to the next and to the one after it."""
    steps = [(node, 0, node + jump) for jump in (1, 2) for node in range(n_nodes - jump)]
    return toygraphs.data_graph(toygraphs.in_order(steps), n_nodes, 1)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(data=st.data())
def test_equals_the_naive_twin(length: int, layout: str, data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    labels = data.draw(st.lists(st.integers(0, 2), min_size=n_nodes, max_size=n_nodes))
    graph = toygraphs.data_graph(triples, n_nodes, n_relations, labels)
    embedding = construct_dominance(graph, dimension=data.draw(st.sampled_from([1, 2, 5, 8])))
    index = index_of(graph, embedding, length, layout)
    found = match_by_paths(graph, query, index, embedding, limit=1_000_000)
    assert found.complete
    assert rows_of(found) == naive.exact_matches(triples, query)
    assert estimate_paths(graph, query, index) >= 0


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(data=st.data())
def test_wrong_vectors_without_certificate_cost_no_match(layout: str, data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    graph = toygraphs.data_graph(triples, n_nodes, n_relations)
    right = construct_dominance(graph, dimension=4)
    wrong = data.draw(st.lists(st.booleans(), min_size=n_nodes, max_size=n_nodes).map(np.array))
    embedding = replace(
        right,
        vectors=np.where(wrong[:, None], -right.vectors - 1, right.vectors),
        certificate=np.where(wrong, NO_CERTIFICATE, right.certificate),
    )
    index = index_of(graph, embedding, 2, layout)
    found = match_by_paths(graph, query, index, embedding, limit=1_000_000)
    assert rows_of(found) == naive.exact_matches(triples, query)


@settings(max_examples=EXAMPLES // 2, deadline=None)
@given(data=st.data())
def test_a_path_that_is_too_many_is_looked_up_edge_by_edge(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples)))
    graph = toygraphs.data_graph(triples, n_nodes, n_relations)
    embedding = construct_dominance(graph)
    index = index_of(graph, embedding, 2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(path_completion, "PATHS_AT_ONCE", 2)
        found = match_by_paths(graph, query, index, embedding, limit=1_000_000)
    assert rows_of(found) == naive.exact_matches(triples, query)


@pytest.mark.parametrize("length", LENGTHS)
def test_the_limit_is_held_and_said(length: int) -> None:
    graph = ladder(30)
    embedding = construct_dominance(graph)
    index = index_of(graph, embedding, length)
    query = pattern([(0, 1), (1, 2), (0, 2)], {})
    everything = match_by_paths(graph, query, index, embedding, limit=28)
    assert everything.complete and len(everything) == 28
    some = match_by_paths(graph, query, index, embedding, limit=5)
    assert not some.complete and len(some) == 5
    assert set(rows_of(some)) <= set(rows_of(everything)) and rows_of(some) == sorted(rows_of(some))


def test_a_deadline_ends_it_incomplete() -> None:
    graph = ladder(30)
    embedding = construct_dominance(graph)
    with Control(timeout=0) as control:
        found = match_by_paths(
            graph,
            pattern([(0, 1), (1, 2)], {}),
            index_of(graph, embedding, 2),
            embedding,
            limit=10,
            control=control,
        )
    assert not found.complete and not len(found)


@pytest.mark.parametrize("length", LENGTHS)
def test_parts_that_share_no_node_are_joined_only_within_the_limit(length: int) -> None:
    graph = ladder(8)
    embedding = construct_dominance(graph)
    index = index_of(graph, embedding, length)
    query = pattern([(0, 1), (2, 3)], {0: [0], 2: [4]})
    assert len(match_by_paths(graph, query, index, embedding, limit=4)) == 4
    with pytest.raises(
        InvalidPattern, match="2 parts that share no node, with at least 2 and 2 matches"
    ) as ours:
        match_by_paths(graph, query, index, embedding, limit=3)
    with pytest.raises(InvalidPattern) as theirs:
        match_subgraphs(graph, query, limit=3)
    assert ours.value.as_dict() == theirs.value.as_dict()


def test_fewer_steps_where_the_rare_part_is_known() -> None:
    graph = ladder(200)
    embedding = construct_dominance(graph)
    index = index_of(graph, embedding, 1)
    known, unknown = pattern([(0, 1), (1, 2)], {1: [50]}), pattern([(0, 1), (1, 2)], {})
    steps = [match_by_paths(graph, query, index, embedding, limit=1000).steps for query in (known, unknown)]
    costs = [estimate_paths(graph, query, index) for query in (known, unknown)]
    assert steps[0] < 50 < 1000 < steps[1]
    assert costs[0] + 1000 < costs[1]


@pytest.mark.parametrize(
    ("query", "limit", "message"),
    [
        (pattern([(0, 1)], {}), 0, "limit must be 1 or more, not 0"),
        (pattern([(0, 1)] * 33, {}), 1, "1 to 32 edges, not 33"),
        (pattern([(0, 1)], {0: [9]}), 1, "may take row 9; the graph has rows 0 to 3"),
        (
            pattern([(0, 1)], {}, node_masks=(np.ones(5, np.bool_), None)),
            1,
            "5 entries; the graph has 4 nodes",
        ),
    ],
)
def test_what_does_not_fit_is_refused(query: MatchQuery, limit: int, message: str) -> None:
    graph = ladder(4)
    embedding = construct_dominance(graph)
    with pytest.raises(InvalidInput, match=message):
        match_by_paths(graph, query, index_of(graph, embedding, 1), embedding, limit=limit)
