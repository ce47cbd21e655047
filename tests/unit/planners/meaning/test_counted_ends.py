"""How many of what a relation's noun stands for: "more than 2 followers", "the most judges", "at least two reviews"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    *((("Member",), {"name": name}) for name in ("Ada", "Ben", "Cleo", "Dan")),
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
    assert found.table is not None and found.status == "answered", found.readings
    assert {getattr(row[0], "name", row[0]) for row in found.table.rows} == expected


def test_a_number_that_is_wanted_counts_nothing() -> None:
    found = kitchen().retrieve("Name the top 2 inventors of recipes.", planner="meaning")
    assert found.status == "unsure" or len(found) <= 2
