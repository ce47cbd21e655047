"""Tables of things with what is theirs, said by who did it or for each."""

from __future__ import annotations

from functools import cache

import pytest

import motif
from question_graphs import small_graph

STAGED = {("Ondine", "Mara Quill"), ("Ondine", "Tove Lind"), ("Bluebeard", "Tove Lind")}
CHECKED = {("R-17", "Jon Abara"), ("R-23", "Jon Abara"), ("R-23", "Ina Roth")}
HELD = {("Ondine", "R-17"), ("Bluebeard", "R-23"), ("Bluebeard", "R-31")}


@cache
def theatre() -> motif.Graph:
    """Plays that persons directed, and bookings of them that clerks checked."""
    nodes = [
        (("Play",), {"title": "Ondine", "year": 1939}),
        (("Play",), {"title": "Bluebeard", "year": 1911}),
        (("Person",), {"name": "Mara Quill"}),
        (("Person",), {"name": "Tove Lind"}),
        (("Booking",), {"code": "R-17"}),
        (("Booking",), {"code": "R-23"}),
        (("Booking",), {"code": "R-31"}),
        (("Clerk",), {"name": "Jon Abara"}),
        (("Clerk",), {"name": "Ina Roth"}),
        (("Clerk",), {"name": "Sol Reyes"}),
    ]
    links = [(2, "DIRECTED", 0), (3, "DIRECTED", 0), (3, "DIRECTED", 1), (2, "ACTED_IN", 1)]
    links += [(7, "CHECKED", 4), (7, "CHECKED", 5), (8, "CHECKED", 5), (9, "CANCELLED", 6)]
    links += [(4, "FOR_PLAY", 0), (5, "FOR_PLAY", 1), (6, "FOR_PLAY", 1)]
    return small_graph("theatre", nodes, [(*one, {}) for one in links])


def pairs(question: str) -> set[frozenset[str]]:
    found = theatre().retrieve(question, top_k=50)
    assert found.status == "answered" and found.table is not None, question
    return {frozenset(str(getattr(cell, "name", cell)) for cell in row) for row in found.table.rows}


@pytest.mark.parametrize(
    "question",
    [
        "list bookings along with who checked them",
        "Show every booking and who checked it",
        "bookings with who checked them",
    ],
)
def test_who_did_it_stands_beside_what_was_done(question: str) -> None:
    assert pairs(question) == set(map(frozenset, CHECKED))


@pytest.mark.parametrize(
    "question",
    [
        "list directors with their plays",
        "list all directors and the plays they directed",
        "for each director, the plays they directed",
        "For each director list the plays he directed.",
        "directors and their plays",
    ],
)
def test_what_they_did_stands_beside_those_who_are_called_by_it(question: str) -> None:
    assert pairs(question) == set(map(frozenset, STAGED))


@pytest.mark.parametrize(
    "question",
    [
        "for each play, the bookings",
        "For every play give me its bookings.",
        "for each play, list the bookings",
        "for each play show me the bookings",
    ],
)
def test_for_each_one_those_that_are_its(question: str) -> None:
    assert pairs(question) == set(map(frozenset, HELD))


def test_how_many_are_counted_still() -> None:
    found = theatre().retrieve("for each play, the number of bookings")
    assert found.table is not None
    assert {(getattr(one, "name", one), count) for one, count in found.table.rows} == {
        ("Ondine", 1),
        ("Bluebeard", 2),
    }


def test_what_makes_no_directors_is_not_passed_over() -> None:
    found = theatre().retrieve("list directors and the plays they watched")
    assert found.status != "answered"
