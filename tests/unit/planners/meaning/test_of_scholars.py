"""Questions to a graph of relations called by two nouns, of a property "number" and of values behind "as"."""

from __future__ import annotations

import datetime
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

SCHOLARS = {
    "Ada": ("1900-02-03", 12),
    "Bert": ("1930-05-06", 40),
    "Cleo": ("1930-11-12", 7),
    "Dan": ("1961-01-01", 90),
}
EPISODES = {"Dust": 1, "Rain": 2, "Frost": 3}
PLACES = ("Nord", "Sund", "Vest")
INSTITUTES = {"Polar": (1890, 40), "Marine": (1950, 300)}
LINKS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("Bert", "doctoralAdvisor", "Ada", {}),
    ("Cleo", "doctoralAdvisor", "Ada", {}),
    ("Dan", "doctoralAdvisor", "Bert", {}),
    ("Ada", "LIVES_IN", "Nord", {}),
    ("Bert", "LIVES_IN", "Sund", {}),
    ("Cleo", "LIVES_IN", "Nord", {}),
    ("Dan", "LIVES_IN", "Vest", {}),
    ("Ada", "SPOKE_IN", "Dust", {"role": "co-host"}),
    ("Ada", "SPOKE_IN", "Rain", {"role": "guest"}),
    ("Bert", "SPOKE_IN", "Rain", {"role": "co-host"}),
    ("Dan", "SPOKE_IN", "Frost", {"role": "guest"}),
    ("Ada", "BORN_IN", "Vest", {}),
    ("Dan", "BORN_IN", "Sund", {}),
    ("Bert", "MEMBER_OF", "Polar", {"to": 1970}),
    ("Dan", "MEMBER_OF", "Polar", {}),
    ("Cleo", "STUDIED_UNDER", "Bert", {}),
    ("Nord", "SHARES_BORDER_WITH", "Sund", {}),
    ("Sund", "SHARES_BORDER_WITH", "Nord", {}),
]


@cache
def scholars() -> motif.Graph:
    """Scholars with their advisors, who live in places and speak in episodes."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Scholar",), {"name": name, "birth_date": datetime.date.fromisoformat(day), "papers": papers})
            for name, (day, papers) in SCHOLARS.items()
        ),
        *((("Episode",), {"name": name, "number": number}) for name, number in EPISODES.items()),
        *((("Place",), {"name": name}) for name in PLACES),
        *(
            (("Institute",), {"name": name, "founded": year, "employees": employees})
            for name, (year, employees) in INSTITUTES.items()
        ),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    return small_graph(
        "scholars", nodes, [(at[a], kind, at[b], held) for a, kind, b, held in LINKS], ("role",)
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the doctoral advisor of Dan?", {"Bert"}),
        ("Whose doctoral advisor is Ada?", {"Bert", "Cleo"}),
        ("Who advised Cleo?", {"Ada"}),
        ("Which scholars were advised by Ada?", {"Bert", "Cleo"}),
        ("Where does the doctoral advisor of Dan live?", {"Sund"}),
        ("Who studied under Bert?", {"Cleo"}),
        ("Who did Cleo study under?", {"Bert"}),
        ("In which episodes did Ada speak as a co-host?", {"Dust"}),
        ("Which scholars spoke in 'Rain' as a guest?", {"Ada"}),
        ("Which places share a border with Nord?", {"Sund"}),
        ("Were Bert and Cleo born in the same year?", {True}),
        ("Were Bert and Dan born in the same year?", {False}),
        ("What is the birthplace of Dan?", {"Sund"}),
        ("Which institutes were set up after 1900?", {"Marine"}),
        ("Which institute employs the most people?", {"Marine"}),
        ("What are the titles of the institutes?", {"Polar", "Marine"}),
        ("Which are the neighbouring places of Nord?", {"Sund"}),
        ("Who are the current and former members of Polar?", {"Bert", "Dan"}),
        ("Which episodes have a number greater than 1?", {"Rain", "Frost"}),
        ("How many scholars live in Nord?", {2}),
    ],
)
def test_read_whole(question: str, expected: set[object]) -> None:
    status, rows = told(scholars(), question)
    assert status == "answered"
    assert {row[0] for row in rows} == expected
