"""An order that is said twice leaves nothing out: the adjective says which way, and "by" says by what."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph


@cache
def lamps() -> motif.Graph:
    rows = zip("ABCDEF", (10, 40, 20, 30, 60, 50), (1990, 1980, 2000, 1970, 1995, 1985), strict=True)
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Lamp",), {"name": name, "unitPrice": price, "released": year}) for name, price, year in rows
    ]
    return small_graph("lamps", nodes, [], is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What are the top 3 most costly lamps in terms of unit price?", ["E", "F", "B"]),
        ("the top 3 oldest lamps by release year", ["D", "B", "F"]),
        ("Show the top 2 newest lamps by release year.", ["C", "E"]),
    ],
)
def test_by_what_they_are_the_oldest(question: str, expected: list[str]) -> None:
    found = lamps().retrieve(question, planner="meaning")
    shown = [piece.answers[0].name for piece in found]
    assert (found.status, shown) == ("answered", expected)


@pytest.mark.parametrize(
    "question", ["the most expensive lamps sorted by unit price", "the top 3 brightest lamps by release year"]
)
def test_what_is_not_said_to_be_so_many_or_by_something_else_stays_left_out(question: str) -> None:
    assert lamps().retrieve(question, planner="meaning").status != "answered"
