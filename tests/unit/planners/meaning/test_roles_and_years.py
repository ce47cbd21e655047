"""What an end of a relation is called: counted ("more than 2 followers"), asked for ("which inventors"); and years."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    *(
        (("Member",), {"name": name, "joined": year})
        for name, year in (("Ada", 2001), ("Ben", 2012), ("Cleo", 2015), ("Dan", 2005))
    ),
    *((("Recipe",), {"name": name}) for name in ("Stew", "Pie", "Broth")),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "FOLLOWS", 1, {}),
    (2, "FOLLOWS", 1, {}),
    (3, "FOLLOWS", 1, {}),
    (1, "FOLLOWS", 0, {}),
    (1, "FOLLOWS", 2, {}),
    (0, "REVIEWED", 4, {"stars": 4}),
    (1, "REVIEWED", 4, {"stars": 2}),
    (2, "REVIEWED", 5, {"stars": 5}),
    (3, "INVENTED", 4, {}),
    (3, "INVENTED", 5, {}),
    (0, "INVENTED", 6, {}),
    (2, "INVENTED", 6, {}),
]


@cache
def kitchen() -> motif.Graph:
    return small_graph("kitchen", _NODES, _LINKS, ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which members have more than 2 followers?", {"Ben"}),
        ("Which members have exactly 1 follower?", {"Ada", "Cleo"}),
        ("Which recipes have at least two reviewers?", {"Stew"}),
        ("Which recipes have at least two reviews?", {"Stew"}),
        ("Which recipes have more than one inventor?", {"Broth"}),
        ("Which member has the most followers?", {"Ben"}),
        ("Which recipe has the most reviews?", {"Stew"}),
        ("Which recipe has the largest number of inventors?", {"Broth"}),
        ("Which recipes have multiple reviews?", {"Stew"}),
        ("List the members with several followers.", {"Ben"}),
        ("Who has the most followers?", {"Ben"}),
    ],
)
def test_what_an_end_of_a_relation_is_called_is_counted(question: str, expected: set[str]) -> None:
    found = kitchen().retrieve(question, planner="meaning")
    assert found.table is not None, found.readings
    assert {getattr(row[0], "name", row[0]) for row in found.table.rows} == expected


def test_a_number_that_is_wanted_counts_nothing() -> None:
    found = kitchen().retrieve("Name the top 2 inventors of recipes.", planner="meaning")
    assert found.status == "unsure" or len(found) <= 2


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which inventors joined before 2010?", {"Ada", "Dan"}),
        ("Who are the inventors that joined after 2003?", {"Dan", "Cleo"}),
        ("How many reviewers are there?", {3}),
        ("Who are the reviewers that joined before 2014?", {"Ada", "Ben"}),
    ],
)
def test_things_do_what_they_are_called_by(question: str, expected: set[object]) -> None:
    found = kitchen().retrieve(question, planner="meaning")
    assert found.table is not None
    assert {getattr(row[0], "name", row[0]) for row in found.table.rows} == expected


def test_in_the_year_is_when_what_was_said_last_held() -> None:
    nodes = [
        (("Tenant",), {"name": "Ida"}),
        (("Tenant",), {"name": "Jon"}),
        (("Flat",), {"name": "Attic"}),
        (("Prize",), {"name": "Tidy"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "RENTS", 2, {"start_year": 2001, "end_year": 2008}),
        (1, "RENTS", 2, {"start_year": 2009}),
        (0, "WON", 3, {"year": 2010}),
        (1, "WON", 3, {"year": 2003}),
    ]
    flats = small_graph("flats", nodes, links, ("start_year", "end_year", "year"))
    for question, name in (
        ("Which tenants rented the Attic in the year 2003?", "Ida"),
        ("Who rented the Attic during the year 2010?", "Jon"),
        ("Which tenants won the Tidy prize in the year 2003?", "Jon"),
    ):
        found = flats.retrieve(question, planner="meaning")
        assert found.table is not None
        assert [getattr(row[0], "name", row[0]) for row in found.table.rows] == [name], question


def test_names_are_shown_with_what_is_asked_along_with_them() -> None:
    question = "Who are the cooks, along with their joined year, who invented the Pie?"
    found = kitchen().retrieve(question, planner="meaning")
    assert found.table is not None
    assert [(getattr(one, "name", one), year) for one, year in found.table.rows] == [("Dan", 2005)]


def lending() -> motif.Graph:
    """Readers who borrow books and bring most of them back; ``joined`` is a year too."""
    nodes = [
        (("Reader",), {"name": "Ida", "joined": 2015}),
        (("Reader",), {"name": "Jon", "joined": 1998}),
        (("Book",), {"name": "Tides"}),
        (("Book",), {"name": "Moss"}),
        (("Book",), {"name": "Flint"}),
    ]
    links = [
        (0, "BORROWED", 2, {"day": "2016-02-01", "returnedOn": "2016-03-01"}),
        (0, "BORROWED", 3, {"day": "2024-02-01"}),
        (1, "BORROWED", 3, {"day": "2001-05-05", "returnedOn": "2001-06-05"}),
        (1, "BORROWED", 4, {"day": "2024-01-09"}),
    ]
    return small_graph("lending", nodes, links, ("day", "returnedOn"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which books has Ida currently borrowed?", {"Moss"}),
        ("Which books are currently borrowed by Jon?", {"Flint"}),
        ("Which books did Ida borrow?", {"Tides", "Moss"}),
        ("Which readers borrowed Moss before 2010?", {"Jon"}),
        ("Who borrowed Moss after 2010?", {"Ida"}),
        ("Which readers who joined before 2000 borrowed Moss?", {"Jon"}),
    ],
)
def test_what_ends_is_held_until_then(question: str, expected: set[str]) -> None:
    found = lending().retrieve(question, planner="meaning", top_k=20)
    assert {piece.answers[0].name for piece in found} == expected, found.readings


@pytest.mark.parametrize(
    "question",
    [
        "How many recipes are there per inventor?",
        "number of recipes per inventor",
        "For every inventor, state the number of recipes they have invented.",
        "How many recipes has each inventor invented?",
    ],
)
def test_a_count_is_for_each_end_of_a_relation_that_is_called_so(question: str) -> None:
    found = kitchen().retrieve(question, planner="meaning", top_k=20)
    counted = {getattr(row[0], "name", row[0]): row[-1] for row in (piece.answers for piece in found)}
    assert counted == {"Dan": 2, "Ada": 1, "Cleo": 1}, found.readings


def council() -> motif.Graph:
    """Politicians, their parties and offices; numbers that are no counts of them."""
    nodes = [
        *(
            (("Politician",), {"name": name, "birthYear": year})
            for name, year in (("Ada", 1950), ("Ben", 1960), ("Cleo", 1970))
        ),
        (("Party",), {"name": "Moor", "seatCount": 40}),
        (("Party",), {"name": "Fen", "seatCount": 3}),
        (("Office",), {"name": "Mayor", "termYears": 5}),
        (("Office",), {"name": "Clerk", "termYears": 2}),
        (("Election",), {"name": "Spring", "ballots": 900}),
        (("Election",), {"name": "Autumn", "ballots": 700}),
    ]
    links = [
        *((row, "memberOfParty", 3, {}) for row in (0, 1)),
        (2, "memberOfParty", 4, {}),
        *((row, "holdsOffice", 5, {}) for row in (0, 1, 2)),
        (0, "holdsOffice", 6, {}),
        *((row, "candidateIn", 7, {}) for row in (0, 2)),
        (1, "candidateIn", 8, {}),
    ]
    return small_graph("council", nodes, links, ())


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which parties have more than 1 member?", {"Moor"}),
        ("Which parties have at least two members?", {"Moor"}),
        ("Which offices have been held by more than 2 people?", {"Mayor"}),
        ("Which elections had at least 2 candidates?", {"Spring"}),
        ("Which party has the most members?", {"Moor"}),
        ("Which parties have more than 10 seats?", {"Moor"}),
        ("Which elections had more than 800 ballots?", {"Spring"}),
    ],
)
def test_a_number_counts_what_stands_behind_it(question: str, expected: set[str]) -> None:
    found = council().retrieve(question, planner="meaning", top_k=20)
    assert {piece.answers[0].name for piece in found} == expected, found.readings


@pytest.mark.parametrize(
    "question",
    [
        "Which parties have more than 2 donors?",
        "Which parties have more than 1 outgoing politician?",
    ],
)
def test_what_nothing_holds_is_compared_by_no_other_number(question: str) -> None:
    found = council().retrieve(question, planner="meaning")
    assert found.status != "answered" or found.readings[0].startswith("the party (member"), found.readings


def test_how_many_more_is_the_difference_of_two_counts() -> None:
    found = council().retrieve("How many more offices did Ada hold than Cleo?", planner="meaning")
    assert found[0].answers == (1,) and found[0].metadata["besides"] == {"Ada": 2, "Cleo": 1}
