"""Ends that are said by what was done, groups that are said first, and the first of each."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Singer",), {"name": "Ione Vask", "salary_eur": 900, "height_cm": 171, "date_of_birth": "1980-02-03"}),
    (("Singer",), {"name": "Brun Adler", "salary_eur": 700, "height_cm": 190, "date_of_birth": "1975-02-03"}),
    (
        ("Singer",),
        {"name": "Celso Pirro", "salary_eur": 400, "height_cm": 182, "date_of_birth": "2011-05-05"},
    ),
    (("Opera",), {"name": "The Ferryman", "premiere_year": 1901, "box_office_eur": 30, "genre": "comic"}),
    (("Opera",), {"name": "Salt", "premiere_year": 1950, "box_office_eur": 80, "genre": "tragic"}),
    (("Opera",), {"name": "Nine Winters", "premiere_year": 1970, "box_office_eur": 50, "genre": "tragic"}),
    (("House",), {"name": "Old House", "capacity": 1200, "elevation_m": 40, "valuation_meur": 9}),
    (("House",), {"name": "Lagoon Stage", "capacity": 800, "elevation_m": 2, "valuation_meur": 21}),
    (("Prize",), {"name": "Ring for the Most Valuable Voice"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "SINGS_FOR", 6, {}),
    (1, "SINGS_FOR", 6, {}),
    (2, "SINGS_FOR", 7, {}),
    (0, "HIRED_BY", 7, {}),
    (1, "HIRED_BY", 6, {}),
    (2, "HIRED_BY", 6, {}),
    (6, "STAGED", 3, {}),
    (6, "STAGED", 4, {}),
    (7, "STAGED", 5, {}),
    (0, "WON", 8, {}),
]


@cache
def opera() -> motif.Graph:
    return small_graph("opera", _NODES, _LINKS)


def asked(question: str) -> Results:
    return opera().retrieve(question, planner="meaning", top_k=20)


def rows(found: Results) -> set[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


ENDS = [
    ("Who are the two best-paid singers?", {"Ione Vask", "Brun Adler"}),
    ("Who is the lowest paid singer?", {"Celso Pirro"}),
    ("What is the highest-grossing opera?", {"Salt"}),
    ("What is the most valuable house?", {"Lagoon Stage"}),
    ("How many people fit into Old House?", {1200}),
    ("How many people can fit into Old House?", {1200}),
    ("How high is Old House?", {40}),
    ("Who is the tallest singer of Old House?", {"Brun Adler"}),  # sings for it, whoever hired whom
    ("operas per musical genre", {("comic", 1), ("tragic", 2)}),
    ("For every house, count the operas that it staged.", {("Old House", 2), ("Lagoon Stage", 1)}),
    (
        "List the houses and the number of operas they staged, from most to fewest",
        {("Old House", 2), ("Lagoon Stage", 1)},
    ),
]
OF_EACH = [
    (
        "What is the oldest opera of each house?",
        {("Old House", "The Ferryman"), ("Lagoon Stage", "Nine Winters")},
    ),
    ("the tallest singer per house", {("Old House", "Brun Adler"), ("Lagoon Stage", "Celso Pirro")}),
    ("top 1 operas by box office for each house", {("Old House", "Salt"), ("Lagoon Stage", "Nine Winters")}),
]


@pytest.mark.parametrize(("question", "expected"), ENDS + OF_EACH)
def test_it_is_read_whole(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.readings
    assert "omitted" not in found.metadata


def test_from_most_to_fewest_is_an_order() -> None:
    found = asked("List the houses and the number of operas they staged, from fewest to most")
    assert [piece.answers[1] for piece in found] == [1, 2]


def test_a_year_of_what_is_not_held_is_no_birth() -> None:
    found = asked("Which singers were hired after 2010?")
    assert found.status != "answered" or "Celso Pirro" not in rows(found), found.readings


@pytest.mark.parametrize(
    ("question", "statement"), [("the tallest singer per house", "WITH house, collect(")]
)
def test_the_first_of_each_has_its_cypher(question: str, statement: str) -> None:
    assert statement in asked(question).metadata["cypher"]["text"]
