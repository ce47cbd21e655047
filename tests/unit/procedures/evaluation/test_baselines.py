"""Baselines retrieve what their papers say, and answer by the rule that the docs state."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fakes import HashEncoder
from motif.catalog import from_triples
from motif.errors import InvalidInput, MissingDependency, MissingVectors
from motif.knowledge_graph import Graph
from motif.planners.protocol import Mention
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines import BASELINES
from motif_procedures.evaluation.baselines.lines import Lines, best_entities, excluded
from motif_procedures.evaluation.baselines.neighbourhood import relationships_within
from motif_procedures.evaluation.baselines.pagerank import personalised_ranks, transition_matrix
from motif_procedures.evaluation.baselines.steiner_tree import best_tree, steiner_solver
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.optional import optional_module
from naive import best_subtree, walk_ranks, within
from toygraphs import FILMS

EDGES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12)


def arena_of(triples: Sequence[tuple[str, str, str]] = FILMS, *, linked: str = "") -> Arena:
    graph = Graph.from_triples(triples, encoder=HashEncoder())
    names = list(graph.projection.nodes.names)

    def link(question: str) -> list[Mention]:
        rows = [row for row, name in enumerate(names) if name == linked]
        return [Mention(0, 0, linked, np.array(rows, np.int32), 1.0, "exact")] if rows else []

    return Arena(graph, linker=link)


def ask(name: str, question: str, linked: str = "", **options: int):  # type: ignore[no-untyped-def]
    arena = arena_of(linked=linked)
    arena.graph.embed()
    return BASELINES[name](arena, **options)(Asked(question, ()))


@given(EDGES, st.sets(st.integers(0, 6), max_size=2), st.integers(1, 3))
def test_a_neighbourhood_is_that_of_a_walk_over_all_edges(
    edges: list[tuple[int, int]], seeds: set[int], hops: int
) -> None:
    projection = from_triples([(str(source), "r", str(target)) for source, target in edges])
    place = {name: row for row, name in enumerate(projection.nodes.names)}
    table = projection.relationships
    rows = {place[str(seed)] for seed in seeds if str(seed) in place}
    found, depth = relationships_within(
        projection.outgoing, projection.incoming, np.array(sorted(rows), np.int32), hops
    )
    ends = list(zip(table.source.tolist(), table.target.tolist(), strict=True))
    wanted, far = within(ends, rows, hops)
    assert found.tolist() == sorted(wanted)
    assert {row: int(step) for row, step in enumerate(depth) if step >= 0} == far


@given(EDGES, st.sets(st.integers(0, 6), max_size=2))
def test_ranks_solve_the_equations_of_the_walk(edges: list[tuple[int, int]], seeds: set[int]) -> None:
    projection = from_triples(
        [(str(source), "r", str(target)) for source, target in edges],
        {str(number): "N" for number in range(7)},
    )
    place = {name: row for row, name in enumerate(projection.nodes.names)}
    rows = {place[str(seed)] for seed in seeds}
    ranks = personalised_ranks(transition_matrix(projection), np.array(sorted(rows), np.int32))
    table = projection.relationships
    ends = list(zip(table.source.tolist(), table.target.tolist(), strict=True))
    assert ranks == pytest.approx(walk_ranks(ends, projection.n_nodes, rows, 0.85), abs=1e-6)


def test_one_hop_answers_by_the_relation_that_is_most_like_the_question() -> None:
    found = ask("one-hop", "who directed by Heat", "Heat")
    assert found.answers == ("Michael Mann",)
    assert found.known == ("Heat",)
    assert found.names == {"Heat", "Michael Mann", "Al Pacino", "Robert De Niro", "1995"}
    assert found.text.splitlines()[0] == "Heat | directed_by | Michael Mann"


def test_two_hops_prefer_the_farther_node() -> None:
    found = ask("two-hops", "release year of the films directed with Tom Cruise", "Tom Cruise")
    assert (
        found.answers == ("2004", "Collateral")
        and "Michael Mann" in found.names
        and "Heat" not in found.names
    )


def test_no_linked_entity_is_no_evidence() -> None:
    for name in ("one-hop", "two-hops", "pagerank"):
        found = ask(name, "who directed it?")
        assert (found.answers, found.text, found.known) == ((), "", ())


@pytest.mark.parametrize("name", ["vector-triples", "bm25-triples"])
def test_triples_are_found_by_the_question(name: str) -> None:
    found = ask(name, "Casino, directed by", lines=2)
    assert found.answers[0] == "Martin Scorsese" and found.known is None
    assert ("Casino", "directed_by", "Martin Scorsese") in found.triples and len(found.triples) == 2


def test_pagerank_keeps_the_nodes_nearest_in_walks() -> None:
    found = ask("pagerank", "what of Tom Cruise", "Tom Cruise", nodes=3)
    assert found.answers == ("Collateral",)
    assert found.triples == {
        ("Collateral", "starred_actors", "Tom Cruise"),
        ("Collateral", "directed_by", "Michael Mann"),
    }


def exact(edges: Any, prizes: Any, costs: Any) -> Any:
    return tuple(np.array(part, np.int32) for part in best_subtree(edges.tolist(), list(prizes), list(costs)))


def usable() -> Any:
    try:
        return steiner_solver()
    except MissingDependency as error:
        assert "pcst" in str(error)
        pytest.skip(str(error))


PATH = [("a", "r", "b"), ("b", "r", "c"), ("c", "r", "d"), ("d", "r", "e")]


@pytest.mark.parametrize("solver", [lambda: exact, usable])
def test_the_steiner_tree_joins_what_is_worth_it(solver: Any) -> None:
    projection, solve = from_triples(PATH), solver()
    prizes = np.array([3.0, 0.0, 2.0, 0.0, 0.0])
    assert best_tree(projection, prizes, np.zeros(4), 0.5, solve).tolist() == [0, 1]
    assert best_tree(projection, prizes, np.zeros(4), 5.0, solve).tolist() == []
    assert best_tree(projection, np.zeros(5), np.array([0.0, 2.0, 3.0, 0.0]), 0.5, solve).tolist() == [1, 2]
    assert best_tree(projection, prizes, np.array([0.4, 0.4, 0.4, 0.4]), 0.5, solve).tolist() == [0, 1]


def test_a_build_that_returns_nonsense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = SimpleNamespace(pcst_fast=lambda *_: (np.zeros(3, np.int32), np.ones(2, np.int32)))
    monkeypatch.setitem(sys.modules, "pcst_fast", broken)
    with pytest.raises(MissingDependency, match="pip install pcst-fast2"):
        steiner_solver()


def test_the_steiner_tree_answers_and_needs_vectors_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[BASELINES["steiner-tree"].__module__]
    monkeypatch.setattr(module, "steiner_solver", lambda: exact)
    with pytest.raises(MissingVectors, match=r"kg\.embed"):
        BASELINES["steiner-tree"](arena_of(PATH))
    arena = arena_of([("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann"), ("x", "r", "y")])
    arena.graph.embed()
    found = BASELINES["steiner-tree"](Arena(arena.graph), nodes=2)(Asked("directed by Heat Ali", ()))
    assert found.triples == {("Heat", "directed_by", "Mann"), ("Ali", "directed_by", "Mann")}
    assert found.answers == ("Mann",) and found.known is None


def test_entities_that_the_question_names_do_not_answer() -> None:
    projection = from_triples(FILMS)
    place = {name: row for row, name in enumerate(projection.nodes.names)}
    rows = np.array([place["Heat"], place["Michael Mann"], place["1995"]], np.int32)
    is_excluded = excluded(projection, "Did MICHAEL MANN direct it?", rows[:1], rows)
    assert np.flatnonzero(is_excluded).tolist() == sorted([place["Heat"], place["Michael Mann"]])


def test_answers_share_the_best_score_and_most_mentioned_come_first() -> None:
    ends = np.array([0, 0, 3, 0], np.int32), np.array([1, 2, 2, 4], np.int32)
    lines = Lines(*ends, ("r",) * 4, np.array([0.9, 0.9, 0.9, 0.1]))
    is_excluded = np.array([True, False, False, False, False])
    assert best_entities(lines, is_excluded).tolist() == [2, 1, 3]
    assert best_entities(lines, is_excluded, np.array([0, 1, 1, 2, 1], np.int32)).tolist() == [3, 2, 1]
    assert best_entities(lines, np.ones(5, np.bool_)).tolist() == []


def test_what_needs_a_database_or_a_package_says_so() -> None:
    for name in ("vector-cypher", "hybrid-cypher"):
        with pytest.raises(InvalidInput, match="searches a database's own indexes"):
            BASELINES[name](arena_of())
    with pytest.raises(MissingDependency, match="pip install 'motif-graphrag"):
        optional_module("no_such_package.part", "evaluation")
