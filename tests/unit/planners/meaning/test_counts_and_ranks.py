"""Counts and ranks over several relations, and what is shown beside: on a graph that no word table was written for."""

from __future__ import annotations

from typing import Any

import pytest

from canteen_graph import canteen
from motif.graphs.evidence import Node, Results


def rows(found: Results) -> list[tuple[Any, ...]]:
    """Each row as it is shown, with what stands beside; nodes by name."""
    return [
        tuple(
            one.name if isinstance(one, Node) else one
            for one in (*piece.answers, *piece.metadata.get("besides", {}).values())
        )
        for piece in found
    ]


def asked(question: str) -> list[tuple[Any, ...]]:
    return rows(canteen().retrieve(question, planner="meaning", top_k=20))


DONE_TO = [
    ("Which guests have ordered the Leek Pie?", {("Ada Brook",), ("Bo Lind",)}),
    ("What are the meals ordered by guests from Orsk?", {("Bean Stew",)}),
    ("Which cooks cook the Oat Bread?", {("Eva Rusk",)}),
    ("Which meals are most frequently ordered?", {("Leek Pie", 2), ("Bean Stew", 2)}),
]
COUNTED = [
    ("Which guests placed more than one order?", {("Ada Brook", 2)}),
    ("Which guests have ordered more than 2 different meals?", {("Ada Brook", 3)}),
    ("Which cooks cook meals of more than one kind?", {("Dag Holm", 2)}),
    ("Which guest has ordered meals of the most kinds?", {("Ada Brook", 3)}),
    ("Which cook has the most diverse range of meal kinds?", {("Dag Holm", 2)}),
    ("Which meal has the most different remarks?", {("Leek Pie", 2)}),
    ("Top 1 cook by number of meals cooked", {("Dag Holm", 3)}),
    ("Who are the top 2 cooks of meals?", {("Dag Holm", 3), ("Eva Rusk", 1)}),
    ("What is the most common remark in meals priced above 5?", {("fine", 2)}),
]
OF_VALUES = [
    ("Which town has the most guests?", {("Velm", 2)}),
    ("List the top 2 served towns by number of meals", {("Velm", 2), ("Orsk", 2)}),
    ("Which served town has the highest total price?", {("Velm", 12)}),
]
DONE_MOST = [
    ("What are the 2 most ordered meals?", {("Leek Pie", 2), ("Bean Stew", 2)}),
    ("What is the most stocked meal?", {("Plum Cake", 7)}),
]
THERE = [
    ("Which meals are out of stock?", {("Leek Pie",)}),
    ("Which warm meals are still in stock?", {("Bean Stew", 4)}),
    ("Which guests are from outside of 'Velm' and 'Rusk'?", {("Cy Marsh",)}),
]
RANKED = [
    ("What are the top 2 kinds by average price?", {("warm", 7.5), ("sweet", 4)}),
    ("What is the top 1 kind based on the total price of its meals?", {("warm", 15)}),
    ("Name the 1 cook with the highest average price of meals cooked", {("Dag Holm", 6.33)}),
    ("Which 2 meals have the highest average stars?", {("Plum Cake", 5), ("Leek Pie", 3)}),
]
RANKED += [
    ("Which 2 kinds have meals with the highest price?", {("warm", 9), ("sweet", 4)}),
]
BESIDE = [
    ("Which cooks cooked and tasted the same meal?", {("Dag Holm", "Leek Pie")}),
    ("Which meals were rated with stars below 4?", {("Leek Pie", 2), ("Bean Stew", 3)}),
    (
        "What are the remarks of guests on the Leek Pie?",
        {("too salty", "Ada Brook"), ("fine", "Bo Lind")},
    ),
]
TEXTS = [
    ("Which cooks have a nick name starting with 'Da'?", {("Dag Holm", "Dagger")}),
    ("Which cooks have a nick name ending in 'er'?", {("Dag Holm", "Dagger")}),
    ("Which kinds have a cover text description containing 'bread'?", {("baked", "bread and rolls")}),
    ("Which meals were served in 'Velm'?", {("Leek Pie",), ("Oat Bread",)}),
]
SAID_OTHERWISE = [
    ("Which cooks have a name that starts with 'Da'?", {("Dag Holm", "Dag Holm")}),
    ("Which meals have a price of at least 6?", {("Leek Pie", 9), ("Bean Stew", 6)}),
    ("How many purchases are there?", {(4,)}),
    ("Which meal has been stocked most often?", {("Plum Cake", 7)}),
]
TIMES = [
    (
        "Which orders have an order date in the years 2020 to 2021?",
        {("O-2", "2020-06-01"), ("O-3", "2020-02-01"), ("O-4", "2021-07-01")},
    ),
    ("Count the orders by the year of their needed date", {(2020, 2), (2021, 2)}),
    ("Which orders were placed in 2020?", {("O-2", "2020-06-01"), ("O-3", "2020-02-01")}),
    ("Which orders were made before '2020-01-01'?", {("O-1", "2019-03-01")}),
    ("Which orders are needed in '2020'?", {("O-1", "2020-01-05"), ("O-3", "2020-02-05")}),
]


@pytest.mark.parametrize(
    ("question", "expected"),
    [*DONE_TO, *COUNTED, *OF_VALUES, *DONE_MOST, *THERE, *RANKED, *BESIDE, *TEXTS, *SAID_OTHERWISE, *TIMES],
)
def test_a_shape_is_understood(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = {
        tuple(round(one, 2) if isinstance(one, float) else one for one in row) for row in asked(question)
    }
    assert found == expected


def test_the_first_few_of_a_year_are_its_earliest() -> None:
    assert asked("What are the first 1 orders placed in 2020?") == [("O-3", "2020-02-01")]
