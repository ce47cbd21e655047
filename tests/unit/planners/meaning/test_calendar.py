"""What is asked for each year, month or decade, in which of them there is most, and the number in the middle."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Ranger",), {"name": "Odda Fell", "joined": date(2001, 3, 1), "left": date(2021, 1, 5)}),
    (("Ranger",), {"name": "Brannoch Ley", "joined": date(2001, 9, 9)}),
    (("Ranger",), {"name": "Ismay Corr", "joined": date(2015, 5, 2), "left": date(2021, 7, 30)}),
    (("Expedition",), {"name": "First Snow", "began": "2019-01-10", "cost": 30, "gear": ["rope", "stove"]}),
    (("Expedition",), {"name": "Long Thaw", "began": "2021-04-02", "cost": 10, "gear": ["rope"]}),
    (("Expedition",), {"name": "Red Ridge", "began": "2021-04-28", "cost": 20, "gear": ["axe", "rope"]}),
    (("Expedition",), {"name": "Last Light", "began": "2021-11-11", "cost": 100, "gear": ["stove"]}),
    (("Peak",), {"name": "Grimhorn", "height": 2100, "climbed": 1911}),
    (("Peak",), {"name": "Old Tooth", "height": 1800, "climbed": 1923}),
    (("Peak",), {"name": "Sallow Top", "height": 1200, "climbed": 1929}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "LED", 3, {}),
    (0, "LED", 4, {}),
    (1, "LED", 5, {}),
    (2, "LED", 6, {}),
    (3, "REACHED", 7, {"on": date(2019, 2, 1)}),
    (4, "REACHED", 7, {"on": date(2021, 4, 20)}),
    (5, "REACHED", 8, {"on": date(2021, 5, 3)}),
]


@cache
def rangers() -> motif.Graph:
    return small_graph("rangers", _NODES, _LINKS, ("on",))


def asked(question: str) -> Results:
    return rangers().retrieve(question, planner="meaning", top_k=20)


def rows(found: Results) -> list[Any]:
    """The answers in their order; nodes by name, one answer by itself."""
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in named]


IN_ORDER = [
    ("How many expeditions began each year?", [(2019, 1), (2021, 3)]),
    ("number of expeditions per year", [(2019, 1), (2021, 3)]),
    ("number of expeditions by year", [(2019, 1), (2021, 3)]),
    ("expeditions per month in 2021", [("2021-04", 2), ("2021-11", 1)]),
    ("How many peaks were climbed per decade?", [(1910, 1), (1920, 2)]),
    ("How many rangers joined each year?", [(2001, 2), (2015, 1)]),
    ("Average cost of expeditions per year", [(2019, 30.0), (2021, 130 / 3)]),
    ("What is the average expedition cost per year?", [(2019, 30.0), (2021, 130 / 3)]),
    ("total cost of the expeditions for each year", [(2019, 30), (2021, 130)]),
    ("How many peaks were reached each year?", [(2019, 1), (2021, 2)]),
    ("How many expeditions were there in each of the years?", [(2019, 1), (2021, 3)]),
    ("How many expeditions are there a year?", [(2019, 1), (2021, 3)]),
    ("Show the number of expeditions for every year since 2020", [(2021, 3)]),
    ("How many expeditions cost more than 15 per year?", [(2019, 1), (2021, 2)]),
]
SETS = [
    ("In which year did the most expeditions begin?", {2021}),
    ("Which year had the fewest expeditions?", {2019}),
    ("Which month had the most expeditions?", {"2021-04"}),
    ("In what decade were the most peaks climbed?", {1920}),
    ("Which year saw the highest number of expeditions?", {2021}),
    (
        "How many expeditions did each ranger lead?",
        {("Odda Fell", 2), ("Brannoch Ley", 1), ("Ismay Corr", 1)},
    ),
    (
        "How many expeditions did each ranger lead per year?",
        {("Odda Fell", 2019, 1), ("Odda Fell", 2021, 1), ("Brannoch Ley", 2021, 1), ("Ismay Corr", 2021, 1)},
    ),
    (
        "How many expeditions did each ranger make?",
        {("Odda Fell", 2), ("Brannoch Ley", 1), ("Ismay Corr", 1)},
    ),
    ("number of expeditions per gear", {("rope", 3), ("stove", 2), ("axe", 1)}),
    (
        "number of expeditions by gear and year",
        {("rope", 2019, 1), ("stove", 2019, 1), ("rope", 2021, 2), ("axe", 2021, 1), ("stove", 2021, 1)},
    ),
    ("How many expeditions began in April 2021?", {2}),
    ("Which expeditions began before Apr 2021?", {"First Snow"}),
    (
        "Which expeditions began between January 2019 and April of 2021?",
        {"First Snow", "Long Thaw", "Red Ridge"},
    ),
    ("How many rangers joined in September of 2001?", {1}),
    ("What is the median cost of the expeditions?", {25.0}),
    ("median height of peaks", {1800.0}),
    (
        "median cost of expeditions per ranger",
        {("Odda Fell", 20.0), ("Brannoch Ley", 20.0), ("Ismay Corr", 100.0)},
    ),
    ("average peak height", {1700.0}),
    ("What is the total expedition cost?", {160}),
]


@pytest.mark.parametrize(("question", "expected"), IN_ORDER)
def test_years_come_in_their_order(question: str, expected: list[Any]) -> None:
    found = asked(question)
    assert (
        rows(found) == pytest.approx(expected) if isinstance(expected[0], float) else rows(found) == expected
    )
    assert found.status == "answered", (found.confidence, found.readings, found.metadata.get("omitted"))


@pytest.mark.parametrize(("question", "expected"), SETS)
def test_groups_peaks_and_middles(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert set(rows(found)) == expected
    assert found.status == "answered", (found.confidence, found.readings, found.metadata.get("omitted"))


@pytest.mark.parametrize(
    "question",
    [
        "number of rangers per year",  # who joined, or who left?
        "How many peaks are there per month?",  # only their years are known
        "How much were the expeditions?",
        "How many crampons were bought per year?",
        "number of expeditions per week",
        "How many expeditions last a year?",
        "What is the average number of expeditions per year?",
        "Which peaks were climbed in May 1911?",  # only their years are known
        "How many expeditions began per quarter?",
        "On which weekday did the most expeditions begin?",
        "How many rangers are there per season?",
    ],
)
def test_what_no_day_is_known_of_is_not_said_to_be_sure(question: str) -> None:
    assert asked(question).status != "answered"


def test_a_year_has_its_cypher() -> None:
    text = asked("How many rangers joined each year?").metadata["cypher"]["text"]
    assert text.splitlines()[1:] == [
        "RETURN ranger.joined.year AS year, count(DISTINCT ranger) AS `count`",
        "ORDER BY year",
    ]
