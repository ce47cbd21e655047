"""Two things by how many of others they have: the question for one is asked for the other too."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from bridge_graph import bridges
from motif.graphs.evidence import Node
from orchard_graph import orchards
from question_graphs import small_graph


def told(answers: tuple[object, ...]) -> object:
    one = answers[0]
    return one.name if isinstance(one, Node) else one


@pytest.mark.parametrize(
    ("question", "expected", "beside"),
    [
        ("Does Ash Vale have more orchards than Brook Vale?", [True], {"Ash Vale": 2, "Brook Vale": 1}),
        ("Does Ash Vale have fewer orchards than Brook Vale?", [False], {"Ash Vale": 2, "Brook Vale": 1}),
        (
            "Are there more orchards in Brook Vale than in Ash Vale?",
            [False],
            {"Brook Vale": 1, "Ash Vale": 2},
        ),
        (
            "Are there more orchards in Brook Vale or in Ash Vale?",
            ["Ash Vale"],
            {"Brook Vale": 1, "Ash Vale": 2},
        ),
        (
            "Which valley has more orchards, Ash Vale or Brook Vale?",
            ["Ash Vale"],
            {"Ash Vale": 2, "Brook Vale": 1},
        ),
        (
            "Which of Ash Vale and Brook Vale has fewer orchards?",
            ["Brook Vale"],
            {"Ash Vale": 2, "Brook Vale": 1},
        ),
        (
            "Between Ines Park and Otto Reed, who tends more orchards?",
            ["Ines Park"],
            {"Ines Park": 2, "Otto Reed": 1},
        ),
        ("Who tends more orchards: Otto Reed or Ines Park?", ["Ines Park"], {"Otto Reed": 1, "Ines Park": 2}),
        ("Did Hollow Field fill more crates than Long Acre?", [True], {"Hollow Field": 2, "Long Acre": 1}),
        (
            "Who filled more crates, Mill Slope or Long Acre?",
            ["Long Acre"],
            {"Mill Slope": 0, "Long Acre": 1},
        ),
        ("How many more orchards does Ines Park tend than Otto Reed?", [1], {"Ines Park": 2, "Otto Reed": 1}),
        (
            "Do Hollow Field and Mill Slope have the same number of rootstocks?",
            [True],
            {"Hollow Field": 1, "Mill Slope": 1},
        ),
        (
            "Did Ash Vale have more orchards than Brook Vale planted after 1990?",
            [True],
            {"Ash Vale": 1, "Brook Vale": 0},
        ),
        ("Are there more orchards than valleys?", [True], {"orchards": 3, "valleys": 2}),
        ("Are there more valleys than growers?", [False], {"valleys": 2, "growers": 3}),
        ("How many more orchards than valleys are there?", [1], {"orchards": 3, "valleys": 2}),
    ],
)
def test_two_are_compared_by_how_many_they_have(
    question: str, expected: list[object], beside: dict[str, int]
) -> None:
    found = orchards().retrieve(question, top_k=5)
    assert [told(piece.answers) for piece in found] == expected, found.readings
    assert found[0].metadata["besides"] == beside
    assert found.status == "answered"


def test_both_are_told_where_they_have_as_many() -> None:
    found = orchards().retrieve("Which has more rootstocks, Hollow Field or Long Acre?")
    assert [told(piece.answers) for piece in found] == ["Hollow Field", "Long Acre"]
    assert {piece.text for piece in found} == {
        "answer: Hollow Field, Hollow Field: 1, Long Acre: 1",
        "answer: Long Acre, Hollow Field: 1, Long Acre: 1",
    }


def test_a_property_that_is_said_is_compared_as_before() -> None:
    found = orchards().retrieve("Which has more trees, Hollow Field or Long Acre?")
    assert [told(piece.answers) for piece in found] == ["Long Acre"]
    assert found[0].metadata["besides"] == {"Hollow Field": 400, "Long Acre": 900}
    assert found.readings[0] == "more trees: Hollow Field and Long Acre"


@pytest.mark.parametrize(
    "question",
    [
        "Does Ash Vale have as many orchards as Brook Vale?",
        "Are there more orchards or valleys?",
        "Does Ash Vale have more orchards than Brook Vale and Cold Vale?",
    ],
)
def test_what_is_compared_otherwise_is_never_sure(question: str) -> None:
    found = orchards().retrieve(question)
    assert found.status in ("unsure", "not held"), found.readings


def test_a_bound_is_no_comparison_of_two() -> None:
    found = bridges().retrieve("Which bridges have more than 1 engineer from Harrow or Velden?")
    assert "more:" not in " ".join(found.readings)


@cache
def ferries() -> motif.Graph:
    """Two ferries with an encoder, by which every word is a little like some property."""
    common = {"class": "open deck", "home_port": "Harrow"}
    nodes = [
        (("Ferry",), {"name": "Ailsa", "stars": 5, "launched_year": 1998, "cabins": 40, **common}),
        (("Ferry",), {"name": "Brodick", "stars": 3, "launched_year": 2006, "cabins": 12, **common}),
    ]
    return small_graph("ferries", nodes, [], is_encoded=True)


@pytest.mark.parametrize(
    "said", ["cheaper", "taller", "busier", "louder", "richer", "more luxurious", "more famous"]
)
def test_what_no_property_tells_is_not_compared_by_the_next_best(said: str) -> None:
    assert ferries().retrieve(f"Is Ailsa {said} than Brodick?").status != "answered"


@pytest.mark.parametrize(
    "said", ["Is Ailsa older than Brodick?", "Does Ailsa have more cabins than Brodick?"]
)
def test_what_a_property_tells_is_compared_by_it(said: str) -> None:
    found = ferries().retrieve(said)
    assert found.status == "answered" and [told(piece.answers) for piece in found] == [True]


def test_what_is_not_held_is_neither_so_nor_not_so() -> None:
    for planner in ("auto", "meaning"):
        found = ferries().retrieve("Is Ailsa cheaper than Brodick?", planner=planner)
        assert found.status == "not held" and not found, planner
