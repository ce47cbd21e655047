"""What a thing has of several kinds, asked for at once, and nouns for what is in a part of a thing."""

from __future__ import annotations

from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from orchard_graph import orchards
from question_graphs import small_graph


def clubs() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Club",), {"name": "Rovers", "founded": 1901}),
        (("Club",), {"name": "Wanderers", "founded": 1920}),
        (("Animal",), {"name": "Heron"}),
        (("Animal",), {"name": "Otter"}),
        (("Town",), {"name": "Velden", "population": 1_200_000}),
        (("Town",), {"name": "Harrow", "population": 900_000}),
        (("Person",), {"name": "Ada Quill"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "HAS_MASCOT", 2, {}),
        (1, "HAS_MASCOT", 3, {}),
        (0, "IN_TOWN", 4, {}),
        (1, "IN_TOWN", 5, {}),
        (0, "HAS_CAPTAIN", 6, {}),
    ]
    return small_graph("clubs", nodes, links)


def told(found: Results) -> list[tuple[Any, ...]]:
    return [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What are the valley and rootstock of Long Acre?", [("Brook Vale", "Giant")]),
        ("trees and rootstock of Mill Slope", [(150, "Dwarf")]),
        ("What are Hollow Field's valley, rootstock and trees?", [("Ash Vale", "Dwarf", 400)]),
    ],
)
def test_each_of_what_is_asked_for_has_a_column(question: str, expected: list[tuple[Any, ...]]) -> None:
    found = orchards().retrieve(question, top_k=5)
    assert told(found) == expected, found.readings
    assert found.status == "answered"


def test_what_a_thing_has_none_of_stays_empty() -> None:
    found = clubs().retrieve("What are the mascot and the captain of Wanderers?")
    assert told(found) == [("Otter", None)]
    assert found[0].metadata["columns"] == ["mascot", "captain"]


def test_of_things_that_no_name_tells_each_is_told_beside() -> None:
    found = clubs().retrieve("the mascots and towns of the clubs")
    assert sorted(told(found)) == [("Heron", "Velden"), ("Otter", "Harrow")]
    assert {piece.metadata["besides"]["club"].name for piece in found} == {"Rovers", "Wanderers"}


@pytest.mark.parametrize(
    "question", ["the mascot and the anthem of Rovers", "the mascot and captain of Nobody"]
)
def test_what_is_understood_in_part_is_not_sure(question: str) -> None:
    found = clubs().retrieve(question)
    assert found.status in ("unsure", "not held"), found.readings


@pytest.mark.parametrize("question", ["mascots of Velden", "Which are the mascots of Velden?"])
def test_of_a_place_is_of_what_is_in_it(question: str) -> None:
    assert told(clubs().retrieve(question)) == [("Heron",)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Does Rovers have a captain?", True),
        ("Does Wanderers have a captain?", False),
        ("Is there a captain for Rovers?", True),
        ("Does Wanderers have any mascot?", True),
    ],
)
def test_whether_a_thing_has_any(question: str, expected: bool) -> None:
    found = clubs().retrieve(question)
    assert told(found) == [(expected,)] and found.status == "answered", found.readings


def test_whether_it_has_what_the_graph_has_not_is_not_held() -> None:
    assert clubs().retrieve("Does Rovers have an anthem?").status == "not held"


def test_how_many_may_stand_behind_a_preposition() -> None:
    assert told(clubs().retrieve("In how many towns are clubs?")) == [(2,)]


@pytest.mark.parametrize(
    "question", ["towns with more than a million people", "towns with over 1 million inhabitants"]
)
def test_people_are_counted_by_a_population(question: str) -> None:
    found = clubs().retrieve(question)
    assert told(found) == [("Velden",)]
    assert "population > 1000000" in found.readings[0]


@pytest.mark.parametrize(
    "question",
    [
        "give me everything about Rovers",
        "I would like to know more about Rovers.",
        "What data do you have on Rovers?",
        "Can you give me an overview of Rovers?",
    ],
)
def test_everything_is_told_of_what_is_named_alone(question: str) -> None:
    found = clubs().retrieve(question)
    assert found.status == "answered" and found.readings[0] == "the Rovers"
    assert "HAS_MASCOT" in found[0].text
