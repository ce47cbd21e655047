"""A star's hash changes with what is in the star, and with nothing else."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
import strategies
import toygraphs
from interpreted import examples
from motif.engine.dominance_content import star_hashes, vector_hashes


def content(triples: list[naive.Triple], node: int) -> tuple[int, list[tuple[str, int, int]]]:
    """What a star holds, spelled out: the node, and its relationships by side, relation and other end."""
    out = [("out", triple.relation, triple.target) for triple in triples if triple.source == node]
    into = [("in", triple.relation, triple.source) for triple in triples if triple.target == node]
    return node, sorted(out + into)


def hashes(triples: list[naive.Triple], names: list[int], n_relations: int) -> list[int]:
    graph = toygraphs.data_graph(triples, len(names), n_relations)
    return star_hashes(graph, np.array(names, np.int64)).tolist()


@given(st.data())
@settings(deadline=None, max_examples=examples(200, 60))
def test_hashes_are_equal_where_stars_are(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    names = list(range(100, 100 + n_nodes))
    changed = toygraphs.in_order(triple for triple in triples if data.draw(st.integers(0, 4)))
    before, after = hashes(triples, names, n_relations), hashes(changed, names, n_relations)
    for node in range(n_nodes):
        assert (before[node] == after[node]) == (content(triples, node) == content(changed, node))


@given(st.data())
@settings(deadline=None, max_examples=examples(100, 30))
def test_rows_do_not_matter(data: st.DataObject) -> None:
    triples, n_nodes, n_relations = data.draw(strategies.multigraphs())
    order = data.draw(st.permutations(range(n_nodes)))
    moved = toygraphs.in_order((order[source], kind, order[target]) for source, kind, target in triples)
    names = np.arange(100, 100 + n_nodes)
    before = hashes(triples, names.tolist(), n_relations)
    after = hashes(moved, names[np.argsort(order)].tolist(), n_relations)
    assert before == [after[order[node]] for node in range(n_nodes)]


def test_names_and_relations_count() -> None:
    triples = toygraphs.in_order([(0, 0, 1)])
    graph = toygraphs.data_graph(triples, 2, 1)
    names = np.array([1, 2], np.int64)
    original = star_hashes(graph, names, np.array([7], np.int64))
    assert (original != star_hashes(graph, names, np.array([8], np.int64))).all()
    assert (original != star_hashes(graph, np.array([1, 3], np.int64), np.array([7], np.int64))).all()


def test_a_changed_vector_shows() -> None:
    contents = np.array([5, 5, 6], np.int64)
    matrix = np.array([[1, 2], [1, 2], [1, 2]], np.float32)
    found = vector_hashes(contents, matrix)
    assert found[0] == found[1] != found[2]
    assert vector_hashes(contents, matrix[:, ::-1])[0] != found[0]
    assert contents.tolist() == [5, 5, 6]
