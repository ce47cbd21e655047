"""Relation paths lead where their naive twin's walks end."""

from __future__ import annotations

import os
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
from interpreted import examples
from motif.catalog.triples import from_triples
from motif.engine import relation_paths
from motif.engine.control import Control
from motif.engine.relation_paths import Step, enumerate_paths, follow_path
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.kernels.path_expansion import expand
from naive import Triple
from toygraphs import FILMS

EXAMPLES = examples(300, 60)


def projection_of(graph: list[Triple], n_nodes: int) -> tuple[Projection, list[Triple]]:
    """The projection of the graph, and the graph in the projection's rows."""
    labels = {f"n{node}": () for node in range(n_nodes)}
    named = [(f"n{source}", f"r{relation}", f"n{target}") for source, relation, target in graph]
    projection = from_triples(named, labels)
    links = projection.relationships
    rows = zip(links.source.tolist(), links.relation.tolist(), links.target.tolist(), strict=True)
    return projection, [Triple(*row) for row in rows]


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_paths_lead_where_walks_end(data: st.DataObject) -> None:
    graph, n_nodes, _ = data.draw(strategies.multigraphs())
    projection, graph = projection_of(graph, n_nodes)
    start = data.draw(st.sets(st.integers(0, n_nodes - 1), min_size=1, max_size=2))
    rows = np.array(sorted(start), np.int32)
    found = {path.path: path for path in enumerate_paths(projection, rows, 3)}
    steps = [
        Step(r, forward) for r in range(len(projection.relationships.relations)) for forward in (True, False)
    ]
    for length in (1, 2, 3):
        for path in product(steps, repeat=length):
            plain = [(step.relation, step.forward) for step in path]
            ends = naive.walk_ends(graph, start, plain, start)
            assert follow_path(projection, rows, path).tolist() == sorted(ends)
            assert (path in found) == bool(ends or found_back(graph, start, plain))
            if path in found:
                one = found[path]
                assert (one.n_answers, one.complete) == (len(ends), True)
                assert one.sample.tolist() == sorted(ends)
                assert one.returns == found_back(graph, start, plain)


def found_back(graph: list[Triple], start: set[int], path: list[tuple[int, bool]]) -> bool:
    """Whether the path leads back to the start with its last step, and not before."""
    states = {(row, -1) for row in start}
    for place, (relation, forward) in enumerate(path):
        last = place == len(path) - 1
        states = {
            (there, arc)
            for row, before in states
            for arc, triple in enumerate(graph)
            for here, there in [(triple.source, triple.target) if forward else (triple.target, triple.source)]
            if triple.relation == relation and here == row and arc != before and (there in start) == last
        }
    return bool(states)


@given(strategies.multigraphs())
@settings(max_examples=30, deadline=None)
def test_paths_come_short_first_and_always_the_same(drawn: tuple[list[Triple], int, int]) -> None:
    graph, n_nodes, _ = drawn
    projection, _ = projection_of(graph, n_nodes)
    rows = np.array([0], np.int32)
    paths = [found.path for found in enumerate_paths(projection, rows, 3)]
    assert paths == sorted(paths, key=lambda path: (len(path), [(s.relation, not s.forward) for s in path]))
    assert paths[:4] == [found.path for found in enumerate_paths(projection, rows, 3, limit=4)]


def test_a_hub_is_sampled_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    triples = [("hub", "likes", f"n{number}") for number in range(30)]
    projection = from_triples([*triples, *((f"n{number}", "in", "place") for number in range(30))])
    monkeypatch.setattr(relation_paths, "ARCS", 5)
    first, second, *_ = enumerate_paths(projection, np.array([0], np.int32), 2)
    assert (first.n_answers, first.complete) == (30, True)
    assert (second.n_answers, second.complete) == (1, False)


def test_only_wanted_relations_and_only_until_told_to_stop() -> None:
    projection = from_triples(FILMS)
    rows = np.array([0], np.int32)
    wanted = np.array([name == "directed_by" for name in projection.relationships.relations])
    paths = enumerate_paths(projection, rows, 2, relations=wanted)
    assert {step.relation for path in paths for step in path.path} == {wanted.argmax()}
    control = Control()
    control.cancel()
    assert list(enumerate_paths(projection, rows, 2, control=control)) == []


@given(st.integers(9, 120), st.integers(1, 40), st.integers(0, 5))
@settings(max_examples=15, deadline=None)
def test_of_many_arcs_of_one_relation_each_row_is_counted_once(width: int, n_ends: int, seed: int) -> None:
    ends = np.random.default_rng(seed).integers(n_ends, size=(width, 3)).tolist()
    links = [Triple(0, 0, 1 + place) for place in range(width)]
    links += [Triple(1 + place, 1, 1 + width + end) for place in range(width) for end in ends[place]]
    projection, graph = projection_of(links, 1 + width + n_ends)
    rows = np.array([0], np.int32)
    found = {path.path: path for path in enumerate_paths(projection, rows, 3)}
    for path in (((0, True), (1, True)), ((0, True), (1, True), (1, False))):
        walked = naive.walk_ends(graph, {0}, list(path), {0})
        steps = tuple(Step(relation, forward) for relation, forward in path)
        assert follow_path(projection, rows, steps).tolist() == sorted(walked)
        assert found[steps].n_answers == len(walked) if walked else steps not in found


def test_excluded_rows_are_not_entered_and_no_step_is_the_start() -> None:
    projection = from_triples(FILMS)
    names = list(projection.nodes.names)
    relation = projection.relationships.relations.index("directed_by")
    heat, ali = names.index("Heat"), names.index("Collateral")
    path = (Step(relation, True), Step(relation, False))
    rows = np.array([heat], np.int32)
    assert [names[row] for row in follow_path(projection, rows, path)] == ["Collateral", "The Insider"]
    without = follow_path(projection, rows, path, excluded=np.array([ali], np.int32))
    assert [names[row] for row in without] == ["The Insider"]
    assert follow_path(projection, rows, ()).tolist() == [heat]


@pytest.mark.parametrize(
    ("hops", "rows", "message"),
    [
        (0, [0], "max_hops must be from 1 to 8, not 0."),
        (9, [0], "max_hops must be from 1 to 8, not 9."),
        (2, [99], r"Rows must be from 0 to \d+, not \[99\]."),
        (2, [-1], r"Rows must be from 0 to \d+, not \[-1\]."),
    ],
)
def test_bad_input_is_named(hops: int, rows: list[int], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        enumerate_paths(from_triples(FILMS), np.array(rows, np.int32), hops)


def test_a_relation_that_is_not_there_is_named() -> None:
    with pytest.raises(InvalidInput, match="There is no relation 9: the graph has 3"):
        follow_path(from_triples(FILMS), np.array([0], np.int32), (Step(9, True),))


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_a_graph_that_is_mapped_is_walked_by_the_kernels_of_one_in_memory() -> None:
    projection = from_triples(FILMS)
    rows = np.array([0], np.int32)
    enumerate_paths(projection, rows)
    kernels: list[Any] = [expand]
    before = [len(kernel.signatures) for kernel in kernels]
    for csr in (projection.outgoing, projection.incoming):
        for array in (csr.indptr, csr.indices, csr.data):
            array.flags.writeable = False
    projection.relationships.relation.flags.writeable = False
    enumerate_paths(projection, rows)
    assert [len(kernel.signatures) for kernel in kernels] == before
