"""Spanning forests cover every node, and steps follow the pattern's order where they can."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from motif.engine.matching_order import matching_steps, span
from motif.kernels.extension import CLOSING, ROOT, TREE

EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=10)


@given(EDGES, st.lists(st.integers(0, 9), min_size=7, max_size=7))
@settings(deadline=None)
def test_steps_map_each_node_once_after_its_parent_and_take_each_edge_once(
    edges: list[tuple[int, int]], weights: list[int]
) -> None:
    heads, tails = [head for head, _ in edges], [tail for _, tail in edges]
    forest = span(heads, tails, weights)
    mapped: set[int] = set()
    taken = []
    for kind, node, parent, edge, parent_is_head in matching_steps(forest, heads, tails).tolist():
        if kind == CLOSING:
            assert {heads[edge], tails[edge]} <= mapped
        else:
            assert node not in mapped
            assert (kind == ROOT) == (parent not in mapped)
            mapped.add(node)
        if kind == TREE:
            assert {parent, node} == {heads[edge], tails[edge]}
            assert (parent_is_head == 1) == (heads[edge] == parent)
        if kind != ROOT:
            taken.append(edge)
    assert mapped == set(range(7))
    assert sorted(taken) == list(range(len(edges)))


def test_a_tree_begins_at_its_lowest_node_and_goes_on_in_order() -> None:
    forest = span([2, 0, 0], [1, 2, 3], [1, 1, 1, 1])
    assert forest.order == (0, 2, 1, 3)
    assert forest.roots == (0,)


def test_heavy_edges_are_the_ones_left_to_close() -> None:
    assert span([0, 1, 2], [1, 2, 0], [9, 1, 9]).edges == (0, 1)
