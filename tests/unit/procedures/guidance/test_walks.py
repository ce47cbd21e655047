"""Walks: each a tree of relationships that exist, over distinct nodes, not all through one hub."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motif.catalog.triples import from_triples
from motif.graphs.projection import Projection
from motif_procedures.guidance.walks import Walker
from strategies import multigraphs


def projection_of(triples: list[tuple[int, int, int]]) -> Projection:
    return from_triples([(f"n{head}", f"r{relation}", f"n{tail}") for head, relation, tail in triples])


@settings(max_examples=60, deadline=None)
@given(multigraphs(max_nodes=7, max_relationships=12), st.integers(1, 4), st.integers(0, 3))
def test_walks_are_trees_of_relationships(graph: tuple[list, int, int], n_steps: int, seed: int) -> None:
    projection = projection_of([(triple.source, triple.relation, triple.target) for triple in graph[0]])
    walker = Walker(projection)
    starts = np.arange(projection.n_nodes, dtype=np.int32)
    walks = walker.walks(starts, n_steps, np.random.default_rng(seed))
    links = projection.relationships
    for nodes, parents, relationships in zip(
        walks.nodes.tolist(), walks.parents.tolist(), walks.relationships.tolist(), strict=True
    ):
        assert len(set(nodes)) == n_steps + 1
        for step, (parent, link) in enumerate(zip(parents, relationships, strict=True)):
            ends = {int(links.source[link]), int(links.target[link])}
            assert parent <= step and ends == {nodes[parent], nodes[step + 1]}


def test_nodes_without_another_are_no_starts() -> None:
    projection = from_triples([("a", "r", "a"), ("b", "r", "c")], {"d": ()})
    walker = Walker(projection)
    assert walker.starts.tolist() == [False, True, True, False]
    assert len(walker.walks(np.arange(4, dtype=np.int32), 1, np.random.default_rng(0))) == 2


def test_a_graph_without_relationships_has_no_walks() -> None:
    walker = Walker(from_triples([], {"a": (), "b": ()}))
    assert len(walker.walks(np.array([0, 1], np.int32), 2, np.random.default_rng(0))) == 0


def test_the_same_seed_gives_the_same_walks() -> None:
    walker = Walker(projection_of([(row % 20, row % 3, row % 7 + 20) for row in range(100)]))
    starts = np.arange(20, dtype=np.int32)
    one, two = (walker.walks(starts, 3, np.random.default_rng(5)) for _ in range(2))
    assert np.array_equal(one.relationships, two.relationships) and np.array_equal(one.nodes, two.nodes)


def test_a_rare_relation_is_walked_as_often_as_a_frequent_one() -> None:
    facts = [("film", "actor", f"actor {number}") for number in range(99)] + [("film", "director", "Mann")]
    projection = from_triples(facts)
    walks = Walker(projection).walks(np.zeros(400, np.int32), 1, np.random.default_rng(0))
    relations = projection.relationships.relation[walks.relationships[:, 0]]
    assert 0.4 < float(np.mean(relations == projection.relationships.relations.index("director"))) < 0.6


def test_walks_go_on_from_a_hub_less_often_than_from_another_node() -> None:
    facts = [(f"film {number}", "by", f"person {number}") for number in range(200)]
    facts += [(f"person {number}", "born in", "the hub") for number in range(200)]
    facts += [(f"person {number}", "knows", f"friend {number}") for number in range(200)]
    facts += [(f"friend {number}", "likes", f"thing {number}") for number in range(200)]
    projection = from_triples(facts)
    names = list(projection.nodes.names)
    films = np.array([names.index(f"film {number}") for number in range(200)], np.int32)
    walks = Walker(projection).walks(np.repeat(films, 10), 3, np.random.default_rng(0))
    hub = names.index("the hub")
    assert 0 < float(np.mean(walks.nodes[:, 2] == hub)) < 0.3


def test_some_walks_of_three_steps_branch() -> None:
    facts = [(f"a{row % 30}", f"r{row % 4}", f"b{(7 * row) % 50}") for row in range(300)]
    walker = Walker(from_triples(facts))
    walks = walker.walks(np.zeros(1000, np.int32), 3, np.random.default_rng(0))
    branching = walks.parents[:, 2] == 1
    assert 0.1 < float(branching.mean()) < 0.3
    assert np.array_equal(walks.parents[~branching], np.tile([0, 1, 2], (int((~branching).sum()), 1)))
