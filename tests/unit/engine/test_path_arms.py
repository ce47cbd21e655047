"""Arms are every relationship from either end, in order, with what each relation reaches."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies
import toygraphs
from motif.engine.path_arms import KEPT, build_arms, saved_arms
from motif.engine.subgraph_query import frozen
from motif.kernels import path_retrieval


@settings(deadline=None)
@given(strategies.multigraphs())
def test_arms_are_every_relationship_from_either_end(graph: Any) -> None:
    triples, n_nodes, n_relations = graph
    data = toygraphs.data_graph(triples, n_nodes, n_relations)
    arms = build_arms(data)
    for node in range(n_nodes):
        expected = sorted(
            (triple.relation, triple.target if triple.source == node else triple.source, row)
            for row, triple in enumerate(triples)
            if node in (triple.source, triple.target)
        )
        span = slice(arms.indptr[node], arms.indptr[node + 1])
        found = zip(arms.relationships[span].tolist(), arms.ends[span].tolist(), strict=True)
        found_rows = [(triples[row].relation, end, row) for row, end in found]
        assert sorted(found_rows) == expected
        assert [row[:2] for row in found_rows] == [row[:2] for row in expected]
    kept = saved_arms(data, {name: getattr(arms, name) for name in KEPT})
    assert all(np.array_equal(getattr(kept, name), getattr(arms, name)) for name in KEPT)


@settings(deadline=None)
@given(strategies.multigraphs())
def test_each_relation_is_counted_by_arms_and_by_nodes(graph: Any) -> None:
    triples, n_nodes, n_relations = graph
    arms = build_arms(toygraphs.data_graph(triples, n_nodes, n_relations))
    for relation in range(n_relations):
        ends = [{t.source, t.target} for t in triples if t.relation == relation]
        assert arms.arms_per_relation[relation] == sum(len(pair) for pair in ends)
        assert arms.centres_per_relation[relation] == len(set().union(*ends))


@settings(deadline=None)
@given(st.data())
def test_arms_of_some_rows_and_relations_are_counted(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    arms = build_arms(toygraphs.data_graph(triples, n_nodes, n_relations))
    rows = data.draw(st.lists(st.integers(0, n_nodes - 1), unique=True, max_size=4).map(sorted))
    relations = data.draw(st.lists(st.integers(0, n_relations - 1), unique=True).map(sorted))
    chosen = (frozen(np.array(part, np.int32), np.int32) for part in (rows, relations))
    counted = path_retrieval.count_arms(arms.arrays, *chosen)
    assert counted == sum(
        row in (triple.source, triple.target) and (not relations or triple.relation in relations)
        for row in rows
        for triple in triples
    )
