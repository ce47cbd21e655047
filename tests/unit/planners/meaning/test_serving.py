"""Who did something for the longest time, on a graph that tells from when to when."""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_LED = [
    ("Ada", "North Pier", 1990, 1999),
    ("Bo", "North Pier", 1999, 2003),
    ("Ada", "North Pier", 2003, 2006),
    ("Cy", "South Pier", 1980, 2020),
    ("Dee", "South Pier", 2020, None),
]
_HELD = [("Ada", "Harbour Master", 1970, 1980), ("Bo", "Harbour Master", 1980, 1983)]


@cache
def piers() -> motif.Graph:
    """Wardens who lived from when to when, the piers that they worked at, and an office that they held."""
    lives = {"Ada": (1940, 2010), "Bo": (1930, 2020), "Cy": (1950, 2022), "Dee": (1980, 2024)}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Warden",), {"name": name, "birth_year": born, "death_year": died})
            for name, (born, died) in lives.items()
        ),
        *(
            (("Pier",), {"name": name, "length": size})
            for name, size in (("North Pier", 90), ("South Pier", 70))
        ),
        (("Office",), {"name": "Harbour Master"}),
        (("Ferry",), {"name": "Gull", "berths": 20}),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}

    def when(begun: int, ended: int | None) -> dict[str, Any]:
        return {"start_year": begun} if ended is None else {"start_year": begun, "end_year": ended}

    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[who], "WORKS_AT", at[pier], when(begun, ended)) for who, pier, begun, ended in _LED),
        *((at[who], "HOLDS_OFFICE", at[office], when(begun, ended)) for who, office, begun, ended in _HELD),
        (at["Gull"], "DOCKS_AT", at["North Pier"], {}),
    ]
    return small_graph("piers", nodes, links, ("start_year", "end_year"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("the longest-serving warden of North Pier", {"Ada"}),
        ("Who was the longest serving warden at North Pier?", {"Ada"}),
        ("the shortest-serving warden at North Pier", {"Bo"}),
        ("longest serving Harbour Master", {"Ada"}),
        ("Which wardens worked at North Pier the longest?", {"Ada"}),
        ("Which pier is the longest?", {"North Pier"}),
    ],
)
def test_who_served_longest(question: str, expected: set[str]) -> None:
    status, rows = told(piers(), question)
    assert (status, {str(row[0]) for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    "question",
    [
        "the longest-serving warden of South Pier",  # one still serves
        "the longest serving warden",  # at a pier, or in office
        "the longest-serving ferry",
    ],
)
def test_who_served_longest_is_unsure_where_nothing_tells_it(question: str) -> None:
    found = piers().retrieve(question, planner="meaning")
    assert found.status == "unsure"
    assert found.metadata["omitted"] == [re.search("longest.serving", question)[0]]  # type: ignore[index]


@cache
def bakeries() -> motif.Graph:
    """Bakers with the day on which they were hired, and drivers who may have left."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Baker",), {"name": "Ada", "hired_on": date(2015, 3, 1)}),
        (("Baker",), {"name": "Bo", "hired_on": date(2011, 9, 1)}),
        (("Baker",), {"name": "Cy", "hired_on": date(2020, 1, 5)}),
        (("Driver",), {"name": "Dee", "joined": date(2009, 1, 1), "left_on": date(2010, 1, 1)}),
        (("Driver",), {"name": "Eli", "joined": date(2012, 1, 1), "left_on": date(2023, 1, 1)}),
        (("Shop",), {"name": "Corner Shop"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [(0, "WORKS_AT", 5, {}), (2, "WORKS_AT", 5, {})]
    return small_graph("bakeries", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is our longest-serving baker?", "Bo"),
        ("the longest serving baker at the Corner Shop", "Ada"),
        ("the shortest-serving baker", "Cy"),
    ],
)
def test_who_was_hired_first_has_served_longest(question: str, expected: str) -> None:
    status, rows = told(bakeries(), question)
    assert (status, [row[0] for row in rows]) == ("answered", [expected])


def test_who_was_hired_first_may_have_left() -> None:
    assert bakeries().retrieve("the longest-serving driver", planner="meaning").status == "unsure"
