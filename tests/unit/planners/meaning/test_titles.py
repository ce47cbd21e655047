"""Things called by what names them, and what is told of them beside, on a graph of songs."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Song",), {"title": "Grey Water", "releasedOn": "2004-05-01", "genres": ["ballad", "folk"]}),
    (("Song",), {"title": "Tin Lantern", "releasedOn": "1999-02-11", "genres": ["march"]}),
    (
        ("Song",),
        {"title": "Nine Fathoms", "releasedOn": "2001-08-30", "genres": ["ballad"], "runtimeSec": 210},
    ),
    (("Singer",), {"name": "Mara Dell", "date_of_birth": "1970-02-03"}),
    (("Singer",), {"name": "Jon Arrow", "date_of_birth": "1981-09-30"}),
    (("Theme",), {"name": "Harbours"}),
    (("Theme",), {"name": "Winter"}),
    (("Port",), {"name": "Sunhaven", "population": 1200}),
    (("Port",), {"name": "Coldquay", "population": 400}),
    (("County",), {"name": "Ostrey"}),
    (("County",), {"name": "Westrey"}),
    (("Tour",), {"name": "Long Way Round"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "SUNG_BY", 3, {}),
    (1, "SUNG_BY", 3, {}),
    (2, "SUNG_BY", 4, {}),
    (0, "ABOUT", 5, {}),
    (2, "ABOUT", 5, {}),
    (1, "ABOUT", 6, {}),
    (3, "BORN_IN", 7, {}),
    (4, "BORN_IN", 8, {}),
    (7, "LIES_IN", 9, {}),
    (8, "LIES_IN", 10, {}),
    (3, "TOURED", 11, {}),
    (11, "VISITED", 10, {}),
]


@cache
def songs() -> motif.Graph:
    return small_graph("songs", _NODES, _LINKS)


def rows(found: Results) -> list[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in named]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which titles did Mara Dell sing?", ["Grey Water", "Tin Lantern"]),
        ("How many titles did Mara Dell sing?", [2]),
        ("theme with the most titles", ["Harbours"]),
        ("What are the titles of the songs that Mara Dell sang?", ["Grey Water", "Tin Lantern"]),
        ("Which ballads did Mara Dell sing?", ["Grey Water"]),
        ("How many ballads are there?", [2]),
        ("What is the running time of Nine Fathoms?", [210]),
        ("What was the first song that Mara Dell sang?", ["Tin Lantern"]),
        ("What is the last song by Mara Dell?", ["Grey Water"]),
        ("Which song did Mara Dell sing last?", ["Grey Water"]),
        ("Where was Jon Arrow born?", ["Coldquay"]),
        ("In which port was Mara Dell born?", ["Sunhaven"]),
        ("Who was born in Sunhaven?", ["Mara Dell"]),
        ("In which county was Mara Dell born?", ["Ostrey"]),
        ("Which county was Jon Arrow born in?", ["Westrey"]),
        ("Which singers were born in Ostrey?", ["Mara Dell"]),
        ("When was Jon Arrow born?", ["1981-09-30"]),
        ("Which singers were born before 1975?", ["Mara Dell"]),
        ("Which singers were born in 1981?", ["Jon Arrow"]),
        ("What is the date of birth of Mara Dell?", ["1970-02-03"]),
        ("Who is the youngest singer?", ["Jon Arrow"]),
        ("How many people live in Sunhaven?", [1200]),
        ("How many inhabitants does Coldquay have?", [400]),
        ("Which port has the most residents?", ["Sunhaven"]),
        ("How many people live in the port where Jon Arrow was born?", [400]),
        (
            "In which ports were the singers born, and how many people live there?",
            [("Sunhaven", 1200), ("Coldquay", 400)],
        ),
        ("songs by Jon Arrow and the year they were released", [("Nine Fathoms", "2001-08-30")]),
    ],
)
def test_what_is_meant_by_a_title(question: str, expected: list[Any]) -> None:
    found = songs().retrieve(question, planner="meaning", top_k=20)
    assert sorted(rows(found), key=str) == sorted(expected, key=str), found.metadata


@pytest.mark.parametrize(
    "question",
    [
        "List the songs that Mara Dell sang in the order in which they were released",
        "Which songs did Mara Dell sing, in order of their release?",
        "Show all of the songs of Mara Dell in the order they were released.",
    ],
)
def test_an_order_by_what_was_done(question: str) -> None:
    found = songs().retrieve(question, planner="meaning", top_k=20)
    assert rows(found) == ["Tin Lantern", "Grey Water"], found.metadata
