"""Exact matching as a user meets it: answers, order, fallbacks, and what bad input says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import fakes
from motif.engine.control import Control
from motif.errors import DeadlineExceeded, InvalidInput, InvalidPattern
from motif.graphs.evidence import Results
from motif.knowledge_graph import Graph

FILMS = [
    ("Heat", "directed_by", "Michael Mann"),
    ("The Insider", "directed_by", "Michael Mann"),
    ("The Godfather", "directed_by", "Francis Ford Coppola"),
    ("Heat", "starred_actors", "Al Pacino"),
    ("The Insider", "starred_actors", "Al Pacino"),
    ("The Godfather", "starred_actors", "Al Pacino"),
    ("Heat", "release_year", "1995"),
    ("The Insider", "release_year", "1999"),
]
LABELS = {
    "Heat": "Film",
    "The Insider": "Film",
    "The Godfather": "Film",
    "Michael Mann": "Person",
    "Francis Ford Coppola": "Person",
    "Al Pacino": ("Person", "Actor"),
}


@pytest.fixture
def films() -> Graph:
    return Graph.from_triples(FILMS, labels=LABELS)


def bound(results: Results, unknown: str) -> list[Any]:
    return [piece.bindings[unknown].name for piece in results]  # type: ignore[union-attr]


@pytest.mark.parametrize("algorithm", ["auto", "join", "paths"])
def test_every_constraint_holds_and_none_is_missing(films: Graph, algorithm: Any) -> None:
    pattern = [
        ("?film", "directed_by", "Michael Mann"),
        ("?film", "starred_actors", "Al Pacino"),
        ("?film", "release_year", "1995"),
    ]
    found = films.match(pattern, algorithm=algorithm)
    assert bound(found, "film") == ["Heat"] and found.complete
    assert [answer.name for answer in found[0].answers] == ["Heat"]
    assert found[0].score == 1.0 and found[0].method == "match"
    assert found[0].text.splitlines() == [
        "Heat | directed_by | Michael Mann",
        "Heat | starred_actors | Al Pacino",
        "Heat | release_year | 1995",
    ]
    assert found.metadata["directed"] is True and "fallback" not in found.metadata
    assert found.metadata["algorithm"] == ("paths" if algorithm == "paths" else "join")


def test_all_bindings_are_given_and_automorphic_ones_apart(films: Graph) -> None:
    pattern = [("?one", "directed_by", "Michael Mann"), ("?other", "directed_by", "Michael Mann")]
    pairs = set(zip(bound(films.match(pattern), "one"), bound(films.match(pattern), "other"), strict=True))
    assert pairs == {("Heat", "The Insider"), ("The Insider", "Heat")}


def test_the_limit_cuts_and_says_so(films: Graph) -> None:
    pattern = [("?film", "starred_actors", "Al Pacino")]
    cut = films.match(pattern, limit=2)
    assert len(cut) == 2 and not cut.complete
    whole = films.match(pattern, limit=3)
    assert len(whole) == 3 and whole.complete


def test_a_label_alone_is_known_enough(films: Graph) -> None:
    found = films.match([({"unknown": "who", "label": "Actor"}, None, "?film")], directed=False)
    assert set(bound(found, "who")) == {"Al Pacino"} and len(found) == 3
    typed = films.match([("UNKNOWN Film 1", "release_year", "UNKNOWN year")])
    assert sorted(bound(typed, "UNKNOWN Film 1")) == ["Heat", "The Insider"]


def test_an_arrow_the_wrong_way_round_is_tried_both_ways(films: Graph) -> None:
    found = films.match([("Michael Mann", "directed_by", "?film")])
    assert sorted(bound(found, "film")) == ["Heat", "The Insider"]
    assert found.metadata["directed"] is False and found[0].metadata["directed"] is False


def test_nothing_that_matches_falls_back_to_what_lies_around(films: Graph) -> None:
    found = films.match([("The Godfather", "directed_by", "Michael Mann")])
    assert found.metadata["fallback"] is True and found.complete
    assert [piece.nodes[0].name for piece in found] == ["The Godfather", "Michael Mann"]
    assert all(piece.metadata["fallback"] and piece.score == 0.0 and not piece.answers for piece in found)
    assert "The Godfather | directed_by | Francis Ford Coppola" in found[0].text


def test_a_triple_that_cannot_hold_is_said_with_names_alike_that_could() -> None:
    films = Graph.from_triples(
        [*FILMS, ("Al Pacino (song)", "sung_by", "Someone"), ("Heat", "starred_actors", "Al")]
    )
    found = films.match([("?film", "starred_actors", "Al Pacino (song)"), ("?film", "release_year", "1995")])
    assert found.metadata["fallback"] is True
    assert found.metadata["hopeless"] == [{"triple": 1, "name": "Al Pacino (song)", "near": ["Al Pacino"]}]


def test_names_in_other_letters_are_read_and_said(films: Graph) -> None:
    found = films.match([("?film", "directed_by", "michael mann")])
    assert sorted(bound(found, "film")) == ["Heat", "The Insider"]
    assert found.metadata["normalised"] == {"michael mann": ["Michael Mann"]}


def test_a_name_like_none_is_said_and_what_else_is_named_is_shown(films: Graph) -> None:
    found = films.match([("?film", "directed_by", "Zzyzx Qwrt"), ("?film", "starred_actors", "Al Pacino")])
    assert found.metadata["unmatched"] == ["Zzyzx Qwrt"] and found.metadata["fallback"] is True
    assert [piece.nodes[0].name for piece in found] == ["Al Pacino"]


def test_relations_are_those_named_or_so_many_nearest() -> None:
    films = Graph.from_triples(FILMS, encoder=fakes.HashEncoder(), labels=LABELS)
    pattern = [("?film", "directed by", "Michael Mann")]
    assert len(films.match(pattern)) == 2
    near = films.match([("Heat", "directed_by", "?what")], relation_candidates=3)
    assert len(near) == 3 and near[0].score == 1.0 and near[-1].score < 1.0


def test_filters_hold_before_matching(films: Graph) -> None:
    pattern = [("?film", "directed_by", "Michael Mann")]
    assert not [piece for piece in films.match(pattern, labels=["Person"]) if piece.answers]
    found = films.match([("Heat", None, "?x")], relationship_types=["release_year"])
    assert bound(found, "x") == ["1995"]


def test_parallel_relationships_and_loops_count_apart() -> None:
    graph = Graph.from_triples([("a", "r", "b"), ("a", "s", "b"), ("a", "loops", "a")])
    assert len(graph.match([("a", None, "b")])) == 2
    assert len(graph.match([("a", "?one", "b"), ("a", "?other", "b")])) == 2
    assert len(graph.match([("a", None, "a")])) == 1


def test_nodes_may_coincide_where_that_is_wanted() -> None:
    graph = Graph.from_triples([("x", "knows", "y"), ("y", "knows", "x")])
    pattern = [("x", "knows", "?a"), ("?a", "knows", "?b")]
    assert [piece for piece in graph.match(pattern) if piece.answers or piece.bindings] == []
    assert len(graph.match(pattern, injective=False)) == 1


def test_retrieve_takes_a_pattern_or_words_by_the_same_method(films: Graph) -> None:
    by_pattern = films.retrieve(
        "?film | directed_by | Michael Mann; ?film | release_year | 1995", method="match"
    )
    assert bound(by_pattern, "film") == ["Heat"] and by_pattern[0].method == "match"
    by_words = films.retrieve("Who directed [Heat]?", method="sg-rag")
    assert by_words[0].answers[0].name == "Michael Mann" and by_words[0].method == "match"
    plan = films.plan("Who directed [Heat]?", method="match")[0]
    assert plan.method == "match" and films.run(plan)[0].answers[0].name == "Michael Mann"


def test_a_plan_that_counts_counts_all_matches(films: Graph) -> None:
    plan = {"method": "match", "pattern": [["?film", "starred_actors", "Al Pacino"]], "count": True}
    assert films.run(plan)[0].answers == (3,)


def test_match_can_be_awaited(films: Graph) -> None:
    found = asyncio.run(films.amatch([("?film", "directed_by", "Michael Mann")]))
    assert len(found) == 2


@pytest.mark.parametrize(
    "pattern",
    [
        [("?film", "directed_by", "Michael Mann")],
        [("Michael Mann", "directed_by", "?film")],  # against the arrow: counted the other way round
        [("?film", "directed_by", "Micheal Man")],  # misspelt
        [("?film", "directed_by", "Micheal Man"), ("?film", "starred_actors", "Al Paccino")],
        [("?film", "release_year", "1987")],
        [("?film", "directed_by", "Nobody At All")],
        [("?one", "directed_by", "?who"), ("?other", "directed_by", "?who"), ("?who", None, "Heat")],
    ],
)
@pytest.mark.parametrize("injective", [True, False, "known"])
def test_as_many_are_counted_as_are_listed(films: Graph, pattern: Any, injective: Any) -> None:
    listed = films.match(pattern, injective=injective)
    n_listed = 0 if listed.metadata.get("fallback") else len(listed)
    assert films.count(pattern, injective=injective) == n_listed
    assert asyncio.run(films.acount(pattern, injective=injective)) == n_listed


def test_more_are_counted_than_a_list_would_hold() -> None:
    likes = [(f"a {one}", "likes", f"b {two}") for one in range(60) for two in range(60)]
    graph = Graph.from_triples(likes, labels={f"a {n}": "A" for n in range(60)})
    pattern = [({"unknown": "one", "label": "A"}, "likes", "?x"), ("?two", "likes", "?x")]
    assert graph.count(pattern) == 60 * 60 * 59
    assert len(graph.match(pattern)) == 1000
    assert graph.count([*pattern, ("a 3", "likes", "?x")]) == 60 * 59 * 58


def test_a_count_that_is_cut_says_how_far_it_came(films: Graph) -> None:
    with pytest.raises(DeadlineExceeded, match="at least 0 matches"):
        films.count([("?film", "directed_by", "Michael Mann")], control=Control(0))


@pytest.mark.parametrize(
    ("pattern", "options", "said"),
    [
        ([("?a", "directed_by", "?b")], {}, r"no known node: \?a, \?b are all unknown.*label"),
        (
            [(f"?{n}", "directed_by", f"?{n + 1}") for n in range(7)],
            {},
            r"\?3, \?4 and 3 others are all unknown",
        ),
        ([("?a", "directd_by", "Heat")], {}, r"no relation 'directd_by'. Nearest: directed_by"),
        ([({"unknown": "a", "label": "Flim"}, None, "?b")], {}, r"label 'Flim'. Nearest: Film"),
        ([("Heat", None, f"?{n}") for n in range(129)], {}, "129 triples; at most 128"),
        ([("Heat", None, "?x")], {"limit": 0}, "limit must be a whole number from 1"),
        (
            [("Heat", None, "?x")],
            {"algorithm": "vf2"},
            "algorithm must be 'auto', 'join' or 'paths', not 'vf2'",
        ),
        ([("Heat", None, "?x")], {"directed": "yes"}, "directed must be true or false, not 'yes'"),
        ([("Heat", None, "?x")], {"injective": "none"}, "injective must be true, false or 'known'"),
        ([("Heat", None, "?x")], {"answer": "?y"}, r"no unknown '\?y'"),
        ([], {}, "pattern is empty"),
    ],
)
def test_bad_input_is_named(films: Graph, pattern: Any, options: Any, said: str) -> None:
    with pytest.raises((InvalidPattern, InvalidInput), match=said):
        films.match(pattern, **options)


def test_parts_that_share_no_node_are_joined_only_while_few() -> None:
    triples = [(f"film {n}", "directed_by", "Mann") for n in range(30)]
    graph = Graph.from_triples([*triples, *((f"film {n}", "starring", "Pacino") for n in range(30, 60))])
    pattern = [("?one", "directed_by", "Mann"), ("?other", "starring", "Pacino")]
    assert len(graph.match(pattern)) == 900
    with pytest.raises(InvalidPattern, match="2 parts that share no node, with at least 30 and 30 matches"):
        graph.match(pattern, limit=100)


def test_a_deadline_that_is_over_says_so(films: Graph) -> None:
    pattern = [("?film", "directed_by", "Michael Mann")]
    with pytest.raises(DeadlineExceeded):
        films.match(pattern, control=Control(0), on_timeout="fail")
