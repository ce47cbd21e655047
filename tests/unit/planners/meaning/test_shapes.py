"""Shapes of questions, each on a graph that no word table was written for."""

from __future__ import annotations

from typing import Any

import pytest

from motif.graphs.evidence import Node, Results
from orchard_graph import orchards
from question_graphs import question_graph


def rows(found: Results) -> list[Any]:
    """The answers of each piece; nodes by name, one answer by itself."""
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in named]


def asked(question: str) -> Results:
    return orchards().retrieve(question, planner="meaning", top_k=20)


RANKS = [
    ("What is the second largest orchard by trees?", ["Hollow Field"]),
    ("What is the 2nd oldest orchard?", ["Hollow Field"]),
    ("Who is the second richest grower by turnover?", ["Ines Park"]),
    ("Sort the orchards by trees, largest first", ["Long Acre", "Hollow Field", "Mill Slope"]),
    ("Which crate has been filled most often?", ["C-2"]),
    ("What is the most common rootstock?", ["Dwarf"]),
    ("Which grower tends the highest number of orchards?", ["Ines Park"]),
    ("Which rootstock has the least number of orchards?", ["Giant"]),
    ("Which orchard has filled the largest number of distinct crates?", ["Hollow Field"]),
    ("Which grower has filled the most crates?", ["Ines Park"]),
    ("Which valley has the orchards with the highest average trees?", ["Brook Vale"]),
    ("Which 2 valleys have the highest average number of trees?", ["Brook Vale", "Ash Vale"]),
    ("Which valley has the most trees?", ["Brook Vale"]),
    ("Which orchard filled the most kilos?", ["Hollow Field"]),
    ("Which valleys have the lowest total trees?", ["Ash Vale"]),
    ("the youngest 2 growers", ["Una Holt", "Otto Reed"]),
]
COMPARED = [
    ("Does Long Acre or Mill Slope have more trees?", {"Long Acre"}),
    ("Which has fewer trees, Long Acre or Mill Slope?", {"Mill Slope"}),
    ("Which was planted first, Hollow Field or Long Acre?", {"Long Acre"}),
    ("Which orchards have more trees than Hollow Field?", {"Long Acre"}),
]
FUNCTIONS = [
    ("How many trees are there altogether in the orchards of Ash Vale?", {550}),
    ("How many trees do the orchards in Ash Vale have?", {550}),
    ("For each valley, how many orchards are there?", {("Ash Vale", 2), ("Brook Vale", 1)}),
    ("newest orchard of each valley", {("Ash Vale", "Hollow Field"), ("Brook Vale", "Long Acre")}),
    ("orchards per valley", {("Ash Vale", 2), ("Brook Vale", 1)}),
    ("How many orchards are there for each vendor?", {("Halden", 2), ("Mirov", 1)}),
]
CONDITIONS = [
    ("Which orchards have a harvest longer than 2 hours?", {"Long Acre"}),
    ("Which growers have a turnover over 10 million?", {"Otto Reed"}),
    ("Which growers tend an orchard on Mondays?", {"Ines Park"}),
    ("Which orchards have not been planted yet?", {"Mill Slope"}),
    ("Which orchards are tended by a grower in a rented way?", {"Hollow Field", "Mill Slope"}),
    ("Orchards in Ostrey", {"Hollow Field", "Long Acre", "Mill Slope"}),
    ("Who tends Long Acre?", {"Ines Park"}),
    ("growers born in the 80s", {"Otto Reed"}),
    ("80s orchards", {"Long Acre"}),
]
EXISTING = [
    ("Which crates has nobody filled?", {"C-3"}),
    ("crates that no one filled", {"C-3"}),
    ("Which crates were not filled?", {"C-3"}),
    ("How many crates were filled?", {2}),
    ("Which growers tend nothing?", {"Una Holt"}),
    ("growers without orchards", {"Una Holt"}),
    ("Where is Long Acre?", {"Brook Vale"}),
    ("Where is Ash Vale?", {"Ostrey"}),
]
OWNED = [
    ("Ines Park's orchards", {"Hollow Field", "Long Acre"}),
    ("What are Ines Park's rented orchards?", {"Hollow Field"}),
    ("Which of Ines Park's orchards has the most trees?", {"Long Acre"}),
    ("What is Ines Park's oldest orchard?", {"Long Acre"}),
    ("What is Long Acre's valley?", {"Brook Vale"}),
    ("What is Long Acre's grower's birth year?", {1970}),
]
COLUMNS = [
    ("growers with their turnover", {("Ines Park", 3.5), ("Otto Reed", 12.0), ("Una Holt", None)}),
    ("Which orchards are in each valley?", {
        ("Ash Vale", "Hollow Field"), ("Ash Vale", "Mill Slope"), ("Brook Vale", "Long Acre"),
    }),
    ("List all orchards with the date they were planted", {
        ("Hollow Field", "2001-03-04"), ("Long Acre", "1988-10-20"), ("Mill Slope", None),
    }),
    ("Show the orchards in Ash Vale with the trees of each orchard", {("Hollow Field", 400), ("Mill Slope", 150)}),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected"), RANKS)
def test_a_rank_is_understood(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.metadata


@pytest.mark.parametrize(
    ("question", "expected"), [*COMPARED, *FUNCTIONS, *CONDITIONS, *EXISTING, *OWNED, *COLUMNS]
)
def test_a_shape_is_understood(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert set(rows(found)) == expected, found.metadata


def test_where_something_is_is_not_what_it_is() -> None:
    found = asked("Where are the orchards of Ines Park?")
    assert found.status == "unsure" and found.metadata["omitted"] == ["Where"]


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("list the orchards with their altitude", "altitude"),
        ("more than 5 orchards", "more than 5 orchards"),
        ("orchards planted after 2", "planted after 2"),
    ],
)
def test_what_is_not_heeded_is_said(question: str, left_out: str) -> None:
    found = asked(question)
    assert found.status == "unsure" and left_out in found.metadata["omitted"], found.metadata


def test_a_name_has_what_the_graph_holds_of_it() -> None:
    films = question_graph("films")
    directed = films.retrieve("Ridley Scott's films", planner="meaning")
    assert set(rows(directed)) >= {"Alien", "Gladiator"}
    assert {"Cast Away"} <= set(rows(films.retrieve("What are Tom Hanks's films?", planner="meaning")))
