"""Chains hold every relationship once, and equal those of the plain recursion."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import composite

from motif.engine.reasoning_chains import reasoning_chains
from motif.graphs.projection import RelationshipTable
from motif.graphs.sources import Sources
from naive import Triple
from strategies import multigraphs


def table(graph: list[Triple]) -> RelationshipTable:
    source, relation, target = np.array(graph, np.int32).reshape(-1, 3).T
    rows = np.arange(len(graph))
    return RelationshipTable(
        rows, None, Sources.of(source), target, relation, ("a", "b", "c"), relation, ("a", "b", "c")
    )


def plain_chains(graph: list[Triple], rows: list[int], starts: list[int]) -> list[list[int]]:
    """By recursion: a call goes through one node, and begins a new chain whenever it comes back there."""
    chains: list[list[int]] = [[]]
    used: set[int] = set()

    def visit(node: int) -> None:
        for row in rows:
            source, _, target = graph[row]
            if row in used or node not in (source, target):
                continue
            used.add(row)
            chains[-1].append(row)
            visit(target if node == source else source)
            if chains[-1]:
                chains.append([])

    for node in [*starts, *(graph[row].source for row in rows)]:
        visit(node)
    return chains[:-1]


@composite
def evidence(draw: Any) -> tuple[list[Triple], list[int], list[int]]:
    graph, n_nodes, _ = draw(multigraphs(6, 9))
    rows = draw(st.permutations(range(len(graph))))[: draw(st.integers(0, len(graph)))]
    return graph, rows, draw(st.lists(st.integers(0, n_nodes - 1), max_size=3))


@given(evidence())
def test_chains_equal_those_of_the_plain_recursion(drawn: tuple[list[Triple], list[int], list[int]]) -> None:
    graph, rows, starts = drawn
    chains = reasoning_chains(table(graph), rows, starts)
    assert chains == plain_chains(graph, rows, starts)
    assert sorted(row for chain in chains for row in chain) == sorted(rows)
    for chain in chains:
        for one, other in pairwise(chain):
            assert {graph[one].source, graph[one].target} & {graph[other].source, graph[other].target}


def test_repetitions_and_what_was_not_traced_count_for_nothing() -> None:
    graph = table([Triple(0, 0, 1), Triple(1, 0, 2)])
    assert reasoning_chains(graph, [1, -1, 1, 0], [0]) == [[0, 1]]
    assert reasoning_chains(graph, [-1], [0]) == []
