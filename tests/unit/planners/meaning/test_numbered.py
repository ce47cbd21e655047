"""Things told by their number, and what is ranked by nothing, each on a graph that no word table was written for."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Pier",), {"name": "North", "pier": 1}),
    (("Pier",), {"name": "South", "pier": 2}),
    (("Berth",), {"name": "N-a", "berthNumber": 7, "water": 4}),
    (("Berth",), {"name": "S-a", "berthNumber": 8, "water": 9}),
    (("Berth",), {"name": "S-b", "berthNumber": 9, "water": 6}),
    (
        ("Boat",),
        {"name": "Heron", "hull": 12, "crewID": "h1", "launched": 1606100000000, "needs": ["Tern", "Gull"]},
    ),
    (("Boat",), {"name": "Tern", "hull": 30, "crewID": "t1", "launched": 1606300000000, "needs": ["Gull"]}),
    (("Boat",), {"name": "Gull", "hull": 21, "crewID": "g1", "launched": 1606200000000}),
    (("Rig",), {"name": "sloop-1", "rig": "sloop"}),
    (("Rig",), {"name": "ketch-4", "rig": "ketch"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (2, "PART_OF", 0, {}),
    (3, "PART_OF", 1, {}),
    (4, "PART_OF", 1, {}),
    (5, "MOORED_AT", 2, {}),
    (6, "MOORED_AT", 3, {}),
    (7, "MOORED_AT", 4, {}),
    (5, "NEEDS", 6, {}),
    (5, "NEEDS", 7, {}),
    (6, "NEEDS", 7, {}),
    (5, "HAS_RIG", 8, {}),
    (6, "HAS_RIG", 9, {}),
    (7, "HAS_RIG", 8, {}),
]


@cache
def harbour() -> motif.Graph:
    """Boats at the berths of two piers; without an encoder."""
    return small_graph("harbour", _NODES, _LINKS, ())


def rows(found: Results) -> list[Any]:
    """The answers of each piece; nodes by name, one answer by itself."""
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in named]


def asked(question: str) -> Results:
    return harbour().retrieve(question, planner="meaning", top_k=20)


NUMBERED = [
    ("Which boats are moored at berth 8?", ["Tern"]),
    ("Which boats are moored at berth number 8?", ["Tern"]),
    ("How many boats are moored at berths of pier 2?", [2]),
    ("Which berths are part of pier 1?", ["N-a"]),
    ("What is the water of berth 9?", [6]),
]
HEADS = [
    ("What is the hull size of Heron?", [12]),
    ("Which boats have a hull size over 20?", ["Tern", "Gull"]),
    ("What are the crew IDs of boats moored at berth 7?", ["h1"]),
    ("Which boats were launched after timestamp 1606250000000?", ["Tern"]),
]
ORDERED = [
    ("List the first 2 boats by hull in ascending order", ["Heron", "Gull"]),
    ("List the first 2 boats by hull in descending order", ["Tern", "Gull"]),
    ("What are the top 2 boats with a hull above 11?", ["Tern", "Gull"]),
    ("List the first 2 boats launched after 1606000000000", ["Heron", "Gull"]),
    ("Which boat has the most needs?", ["Heron"]),
]


@pytest.mark.parametrize(("question", "expected"), NUMBERED)
def test_a_number_tells_a_thing_from_others(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.metadata


@pytest.mark.parametrize(("question", "expected"), HEADS)
def test_a_noun_behind_a_property_says_no_more(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.metadata


@pytest.mark.parametrize(("question", "expected"), ORDERED)
def test_an_order_is_heeded(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert rows(found) == expected, found.metadata


def test_the_top_of_nothing_is_unsure() -> None:
    found = asked("What are the top 2 boats?")
    assert found.status == "unsure" and found.metadata["omitted"] == ["top"], found.metadata


def test_what_is_called_as_its_label_is_shown_beside_it() -> None:
    found = asked("Which rigs do boats have?")
    assert found.table is not None and [row[1] for row in found.table.rows] == ["sloop", "ketch"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which boats are at pier 2?", ["Tern", "Gull"]),
        ("boats at the pier North", ["Heron"]),
        ("Are there boats at pier 1?", [True]),
        ("Is berth 8 part of pier 2?", [True]),
        ("Is berth 7 part of pier 2?", [False]),
        ("How many boats are on each pier?", [("North", 1), ("South", 2)]),
        ("What rig is 'Heron'?", ["sloop-1"]),
    ],
)
def test_what_stands_between_two_things_need_not_be_said(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert sorted(map(str, rows(found))) == sorted(map(str, expected)), found.metadata
