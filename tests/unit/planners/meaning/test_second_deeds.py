"""What the same things do and do not do, of whom more is said that is had, and who holds an office."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

PLAYS = {
    "Ebb": ("Ada Voss", ("Bo Wren", "Cy Lund")),
    "Slack": ("Bo Wren", ("Cy Lund",)),
    "Tide": ("Ada Voss", ()),
}
WRITERS = {"Ebb": "Ada Voss", "Slack": "Di Marsh"}
BORN = {"Ada Voss": 1950, "Bo Wren": 1962, "Cy Lund": 1981, "Di Marsh": 1940, "El Pike": 1971}


@cache
def stage() -> motif.Graph:
    """Plays, who directed and wrote them and acted in them, and an office with who held it."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Play",), {"name": name}) for name in PLAYS),
        *((("Person",), {"name": name, "born": year}) for name, year in BORN.items()),
        (("Position",), {"name": "Mayor of Orbury"}), (("City",), {"name": "Orbury"}),
    ]  # fmt: skip
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = []
    for play, (director, actors) in PLAYS.items():
        links.append((at[director], "DIRECTED", at[play], {}))
        links += [(at[actor], "ACTED_IN", at[play], {}) for actor in actors]
    links += [(at[writer], "WROTE", at[play], {}) for play, writer in WRITERS.items()]
    office = at["Mayor of Orbury"]
    links += [
        (at["Di Marsh"], "HOLDS_POSITION", office, {"start_year": 1980, "end_year": 1990}),
        (at["El Pike"], "HOLDS_POSITION", office, {"start_year": 1990}),
        (office, "OF_PLACE", at["Orbury"], {}),
    ]
    return small_graph("stage", nodes, links, ("start_year", "end_year"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("people who have directed but never acted", {"Ada Voss"}),
        ("people who directed but didn't act in anything", {"Ada Voss"}),
        ("who directed but didn't write", {"Bo Wren"}),
        ("people who acted but never directed anything", {"Cy Lund"}),
        ("people who acted and directed", {"Bo Wren"}),
        ("Who wrote but did not direct any plays?", {"Di Marsh"}),
        ("Who has directed plays but never written one?", {"Bo Wren"}),
        ("Who has acted and directed but never written?", {"Bo Wren"}),
        ("How many people acted but never wrote?", {2}),
    ],
)
def test_what_the_same_do_and_do_not_do(question: str, expected: set[Any]) -> None:
    status, rows = told(stage(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which people directed a play but did not write it?",
        "Who wrote but did not direct a play?",
        "Who wrote and directed a play?",
    ],
)
def test_of_one_play_it_is_not_read_whether_it_may_be_any(question: str) -> None:
    found = stage().retrieve(question)
    assert found.status != "answered" or "the same" in found.readings[0]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("plays with actors born after 1970", {"Ebb", "Slack"}),
        ("plays with an actor born before 1970", {"Ebb"}),
        ("plays starring actors younger than Bo Wren", {"Ebb", "Slack"}),
        ("plays with a director older than Bo Wren", {"Ebb", "Tide"}),
        ("How many plays have an actor born in 1962?", {1}),
        ("Which plays have had more than one actor?", {"Ebb"}),
    ],
)
def test_of_whom_more_is_said_that_is_had(question: str, expected: set[Any]) -> None:
    status, rows = told(stage(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who was Mayor of Orbury?", {"Di Marsh", "El Pike"}),
        ("Who has been the Mayor of Orbury?", {"Di Marsh", "El Pike"}),
        ("Who is Mayor of Orbury?", {"El Pike"}),
        ("Who is Ada Voss?", {"Ada Voss"}),
    ],
)
def test_who_holds_an_office_is_no_office(question: str, expected: set[str]) -> None:
    status, rows = told(stage(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@cache
def cabinet() -> motif.Graph:
    """Who held which office of a country, by what the relationship says."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Politician",), {"name": name}) for name in ("Ada Quill", "Ben Marl", "Dov Reed")),
        *((("Country",), {"name": name}) for name in ("Arland", "Borland")),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "HELD_OFFICE", 3, {"title": "Prime Minister", "from": 1990, "to": 1994}),
        (1, "HELD_OFFICE", 3, {"title": "Prime Minister", "from": 1994, "to": 2001}),
        (1, "HELD_OFFICE", 3, {"title": "President", "from": 2002, "to": 2006}),
        (2, "HELD_OFFICE", 4, {"title": "President", "from": 1995, "to": 2000}),
        (0, "BORN_IN", 4, {}), (1, "BORN_IN", 3, {}), (2, "BORN_IN", 3, {}),
    ]  # fmt: skip
    return small_graph("cabinet", nodes, links, ("title", "from", "to"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who was Prime Minister of Arland?", {"Ada Quill", "Ben Marl"}),
        ("Who was the Prime Minister of Arland in 1992?", {"Ada Quill"}),
        ("Who was President of Borland?", {"Dov Reed"}),
    ],
)
def test_an_office_that_a_relationship_says(question: str, expected: set[str]) -> None:
    status, rows = told(cabinet(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)
