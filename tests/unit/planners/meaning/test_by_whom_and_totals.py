"""Things by somebody, and totals of what relationships have, within bounds, on a graph made for them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_MADE = [
    ("Ada Finch", "DIRECTED", "Low Tide"),
    ("Ada Finch", "ACTED_IN", "Slack"),
    ("Ben Marl", "WROTE", "Slack"),
    ("Ben Marl", "DIRECTED", "Ebb"),
    ("Cleo Dunn", "ACTED_IN", "Ebb"),
    ("Cleo Dunn", "ACTED_IN", "Low Tide"),
]
_SOLD = [
    ("Mill", "Tea", 12, 9.0),
    ("Mill", "Jam", 4, 30.0),
    ("Ford", "Tea", 30, 18.0),
    ("Ford", "Oil", 8, 22.0),
]


@cache
def plays() -> motif.Graph:
    """Plays with who made them; shops with what they sold, for a price that need not be the thing's own."""
    goods = {"Tea": 10.0, "Jam": 15.0, "Oil": 40.0}
    names = {"Person": ("Ada Finch", "Ben Marl", "Cleo Dunn"), "Play": ("Low Tide", "Slack", "Ebb")}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(((label,), {"name": name}) for label, called in names.items() for name in called),
        *((("Item",), {"name": name, "price": price}) for name, price in goods.items()),
        *((("Shop",), {"name": name, "patron": "Ben Marl"}) for name in ("Mill", "Ford")),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[who], kind, at[play], {}) for who, kind, play in _MADE),
        *(
            (at[shop], "SOLD", at[item], {"quantity": many, "price": paid})
            for shop, item, many, paid in _SOLD
        ),
    ]
    return small_graph("plays", nodes, links, ("quantity", "price"))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("plays by Ada Finch", {"Low Tide"}),
        ("sum of quantities", {"54"}),
        ("sum of quantities over 10", {"42"}),
        ("What is the average quantity?", {"13.5"}),
        ("the sum of quantities between 5 and 15", {"20"}),
        ("total quantity sold of items cheaper than 12", {"42"}),
    ],
)
def test_by_whom_and_how_much(question: str, expected: set[str]) -> None:
    status, rows = told(plays(), question)
    assert (status, {str(row[0]) for row in rows}) == ("answered", expected)


def test_who_did_several_things_with_it_leaves_it_unsure() -> None:
    assert plays().retrieve("plays by Ben Marl").status == "unsure"


def test_a_number_that_others_have_too_is_no_total_of_relationships() -> None:
    assert plays().retrieve("sum of prices over 10", planner="meaning").status != "answered"
