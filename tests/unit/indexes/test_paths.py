"""A path index finds what a naive scan of all paths finds, in either layout."""

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
from motif.engine.dominance import construct_dominance
from motif.engine.match_query import DataGraph
from motif.engine.path_completion import first_candidates, path_problem
from motif.engine.path_decomposition import QueryPath, decompose
from motif.engine.path_query import PathQuery, Place, Step
from motif.errors import InvalidInput, MissingVectors
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.indexes import paths
from motif.indexes.paths import PathIndex, build_path_table, estimate_path_table, open_path_index

FLAG = np.zeros(1, np.int64)
MANY = 1_000_000


@pytest.fixture(autouse=True, scope="module")
def trees_are_asked() -> Iterator[None]:
    """Also where a scan would look at little, as it does in small graphs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paths, "TREE_FROM", 0)
        yield


def star(n_leaves: int) -> DataGraph:
    return toygraphs.data_graph(
        toygraphs.in_order((0, 0, leaf) for leaf in range(1, n_leaves + 1)), n_leaves + 1, 1
    )


def opened(graph: DataGraph, embedding: DominanceEmbedding, length: int, layout: Any) -> PathIndex:
    return open_path_index(build_path_table(graph, embedding, length, layout=layout), graph, embedding)


@pytest.mark.parametrize("length", [1, 2])
@pytest.mark.parametrize("layout", ["columns", "boxes"])
@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_one_path_is_found_as_by_a_naive_scan(length: int, layout: str, data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    labels = data.draw(st.lists(st.integers(0, 2), min_size=n_nodes, max_size=n_nodes))
    graph = toygraphs.data_graph(triples, n_nodes, n_relations, labels)
    embedding = construct_dominance(graph, dimension=data.draw(st.sampled_from([1, 2, 6])))
    unproved = np.array(data.draw(st.lists(st.booleans(), min_size=n_nodes, max_size=n_nodes)), np.bool_)
    certificate = np.where(unproved, NO_CERTIFICATE, embedding.certificate)
    embedding = replace(embedding, certificate=certificate)
    query = data.draw(strategies.match_queries(n_nodes, n_relations, len(triples), max_edges=2))
    index = opened(graph, embedding, length, layout)
    problem = path_problem(graph, query, embedding)
    candidates = first_candidates(problem)
    for path in decompose(query.heads, query.tails, query.n_nodes, length):
        asked = problem.path_query(path, candidates)
        found = index.find(asked, budget=MANY, flag=FLAG)
        assert found is not None
        entries = zip(found.nodes.tolist(), found.relationships.tolist(), strict=True)
        assert sorted((tuple(nodes), tuple(taken)) for nodes, taken in entries) == naive.found_paths(
            triples, asked, embedding
        )


@settings(deadline=None)
@given(graph=strategies.multigraphs(), length=st.sampled_from([1, 2]))
def test_the_estimate_counts_all_paths(graph: Any, length: int) -> None:
    triples, n_nodes, n_relations = graph
    data = toygraphs.data_graph(triples, n_nodes, n_relations)
    estimate = estimate_path_table(data, 2, length)
    assert estimate.paths == len(naive.paths_of_length(triples, length))
    index = opened(data, construct_dominance(data, dimension=2), length, "columns")
    assert index.n_paths == estimate.paths


def test_the_estimate_names_the_hub_and_the_bytes_that_are_built() -> None:
    graph = star(40)
    estimate = estimate_path_table(graph, 8, 2)
    assert (estimate.paths, estimate.hub, estimate.degree) == (780, 0, 40)
    assert estimate.layout == "columns"
    table = build_path_table(graph, construct_dominance(graph), 2)
    assert estimate.bytes == sum(array.nbytes for array in table.arrays.values())


def test_too_many_paths_are_refused_by_name_of_the_hub() -> None:
    graph = star(40)
    with pytest.raises(
        InvalidInput, match="780 paths of 2 relationships, more than max_paths=700"
    ) as refused:
        build_path_table(graph, construct_dominance(graph), 2, layout="boxes", max_paths=700)
    assert "Row 0 alone has 40 relationships, 780 pairs of them." in refused.value.message
    assert refused.value.hint.startswith("Take the layout 'columns', which stores no path, paths of length 1")
    for layout, length in (("boxes", 1), ("columns", 2), ("auto", 2)):
        assert build_path_table(graph, construct_dominance(graph), length, layout=layout, max_paths=700)


def test_auto_takes_boxes_where_they_pay(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = star(4)
    low, high = construct_dominance(graph, dimension=2), construct_dominance(graph, dimension=8)
    assert build_path_table(graph, low, 1).layout == "columns"
    monkeypatch.setattr(paths, "BOX_RELATIONSHIPS", 4)
    assert build_path_table(graph, low, 1).layout == "boxes"
    assert build_path_table(graph, high, 1).layout == "columns"
    monkeypatch.setattr(paths, "BOX_BYTES", 4 * paths.path_bytes(1, 2) - 1)
    assert build_path_table(graph, low, 1).layout == "columns"


def test_a_tree_is_asked_only_where_a_scan_would_look_at_much(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = star(40)
    embedding = construct_dominance(graph, dimension=2)
    index = opened(graph, embedding, 1, "boxes")
    path = QueryPath((0, 1), (0,))
    leaf = Place(np.array([7], np.int32), None, np.zeros(0, np.float32), 0)
    query = PathQuery(path, (Place(None, None, leaf.bound, 0), leaf), (Step(None, None, 1),), frozenset())
    steps = []
    for least in (0, 100):
        monkeypatch.setattr(paths, "TREE_FROM", least)
        found = index.find(query, budget=MANY, flag=FLAG)
        assert found is not None and found.nodes.tolist() == [[0, 7]]
        steps.append(found.steps)
    assert steps == [1, 2]


def test_a_path_index_without_paths_finds_nothing() -> None:
    graph = toygraphs.data_graph([], 3, 1)
    embedding = construct_dominance(graph, dimension=2)
    index = opened(graph, embedding, 1, "boxes")
    anywhere = Place(None, None, np.zeros(0, np.float32), 0)
    query = PathQuery(QueryPath((0, 1), (0,)), (anywhere, anywhere), (Step(None, None, 0),), frozenset())
    found = index.find(query, budget=MANY, flag=FLAG)
    assert index.n_paths == 0 and found is not None and not len(found)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"length": 3}, "1 or 2 relationships, not 3"), ({"length": 1, "layout": "tree"}, "not 'tree'")],
)
def test_what_cannot_be_built_is_refused(arguments: Any, message: str) -> None:
    graph = star(3)
    with pytest.raises(InvalidInput, match=message):
        build_path_table(graph, construct_dominance(graph), **arguments)


def test_an_index_of_another_embedding_or_graph_is_refused() -> None:
    graph, larger = star(3), star(4)
    two, eight = construct_dominance(graph, dimension=2), construct_dominance(graph)
    table = build_path_table(graph, two, 1)
    with pytest.raises(MissingVectors, match="was made with the dominance embedding constructed@"):
        open_path_index(table, graph, eight)
    with pytest.raises(MissingVectors, match="has 4 vectors, the graph 5 nodes"):
        open_path_index(table, larger, two)
    other = replace(construct_dominance(larger, dimension=2), stamp=two.stamp)
    with pytest.raises(MissingVectors, match="of a graph of 4 nodes, this one has 5"):
        open_path_index(table, larger, other)


def test_kernels_are_compiled_ahead() -> None:
    paths.warm()
