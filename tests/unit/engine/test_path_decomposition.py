"""Every pattern edge is covered by connected walks of the length asked for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
from motif.engine.match_query import MatchQuery
from motif.engine.path_decomposition import QueryPath, decompose
from motif.errors import InvalidInput


def paths(
    ends: list[tuple[int, int]], length: int = 2, weights: list[float] | None = None
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    heads, tails = (np.array(part, np.int32) for part in zip(*ends, strict=True))
    n_nodes = max(max(pair) for pair in ends) + 1
    return [(path.nodes, path.edges) for path in decompose(heads, tails, n_nodes, length, weights)]


@settings(deadline=None)
@given(strategies.match_queries(3, 1, 3, max_edges=7), st.sampled_from([1, 2]))
def test_every_edge_is_covered_by_walks_over_it(query: MatchQuery, length: int) -> None:
    found = decompose(query.heads, query.tails, query.n_nodes, length)
    assert {edge for path in found for edge in path.edges} == set(range(query.n_edges))
    for path in found:
        assert 1 <= len(path.edges) == len(set(path.edges)) <= length
        for edge, here, there in zip(path.edges, path.nodes, path.nodes[1:], strict=False):
            assert {int(query.heads[edge]), int(query.tails[edge])} == {here, there}


@settings(deadline=None)
@given(strategies.match_queries(3, 1, 3, max_edges=6))
def test_a_shorter_path_only_where_the_edge_touches_no_other(query: MatchQuery) -> None:
    ends = [{int(h), int(t)} for h, t in zip(query.heads, query.tails, strict=True)]
    for path in decompose(query.heads, query.tails, query.n_nodes, 2):
        if len(path.edges) == 1:
            edge = path.edges[0]
            assert all(not ends[edge] & other for place, other in enumerate(ends) if place != edge)


def test_a_cycle_a_loop_and_parallel_edges() -> None:
    assert paths([(0, 1), (1, 2), (2, 3), (3, 0)]) == [((0, 1, 2), (0, 1)), ((2, 3, 0), (2, 3))]
    assert paths([(0, 1), (0, 1)]) == [((0, 1, 0), (0, 1))]
    assert paths([(0, 0), (0, 1)]) == [((0, 0, 1), (0, 1))]
    assert paths([(0, 0), (0, 0)]) == [((0, 0, 0), (0, 1))]
    assert paths([(0, 1)]) == [((0, 1), (0,))]


def test_parts_that_share_no_node_are_covered_one_after_the_other() -> None:
    assert paths([(0, 1), (2, 3), (3, 4)]) == [((2, 3, 4), (1, 2)), ((0, 1), (0,))]


def test_the_heaviest_paths_are_preferred() -> None:
    chain = [(0, 1), (1, 2), (2, 3)]
    assert paths(chain)[0] == ((0, 1, 2), (0, 1))
    assert {edges for _, edges in paths([*chain, (1, 4)], weights=[0, 1, 0, 0, 9])} == {(0, 3), (1, 2)}


def test_a_star_of_32_edges_takes_half_as_many_paths() -> None:
    assert len(paths([(0, leaf) for leaf in range(1, 33)])) == 16


def test_a_path_falls_into_its_edges() -> None:
    assert QueryPath((1, 0, 2), (4, 7)).single_edges() == (QueryPath((1, 0), (4,)), QueryPath((0, 2), (7,)))


def test_another_length_is_refused() -> None:
    with pytest.raises(InvalidInput, match="a length of 1 or 2 relationships, not 3"):
        paths([(0, 1)], length=3)
