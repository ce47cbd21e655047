"""What holds of all, of only some, of both and of the first, and tables of each, on a graph made for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph

BAKERIES = {
    "Crusty Corner": ("Lund", 4.5, ("Brioche", "Ciabatta", "Focaccia")),
    "Golden Loaf": ("Malmo", 4.1, ("Ciabatta", "Challah", "Brioche")),
    "Old Oven": ("Lund", 4.8, ("Pumpernickel", "Brioche", "Stollen", "Ciabatta")),
    "Rye House": ("Ystad", 3.9, ("Pumpernickel", "Brioche")),
}
BREADS = {
    "Brioche": (6.5, True), "Ciabatta": (4.0, True), "Pumpernickel": (5.5, True), "Focaccia": (5.0, True),
    "Challah": (7.0, False), "Stollen": (12.0, False), "Lavash": (3.0, True),
}  # fmt: skip
BAKERS = {
    "Ada Brandt": (34, "Danish", "Crusty Corner", 2015), "Bo Lindh": (51, "Swedish", "Crusty Corner", 1999),
    "Cleo Marr": (28, "French", "Golden Loaf", 2020), "Dag Holm": (45, "Swedish", "Old Oven", 2001),
    "Eva Koss": (62, "Danish", "Old Oven", 1985), "Gro Tveit": (45, "Polish", "Rye House", 2021),
}  # fmt: skip


@cache
def bakeries() -> motif.Graph:
    """Bakeries in towns, the breads that they sell, and who works there since when."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Bakery",), {"name": name, "rating": rating}) for name, (_, rating, _) in BAKERIES.items()),
        *((("Town",), {"name": name}) for name in ("Lund", "Malmo", "Ystad", "Visby")),
        *((("Bread",), {"name": name, "price": price, "is_vegan": vegan}) for name, (price, vegan) in BREADS.items()),
        *((("Baker",), {"name": name, "age": age, "nationality": of}) for name, (age, of, _, _) in BAKERS.items()),
    ]  # fmt: skip
    at = {properties["name"]: place for place, (_, properties) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        *((at[name], "LOCATED_IN", at[town], {}) for name, (town, _, _) in BAKERIES.items()),
        *((at[name], "SELLS", at[bread], {}) for name, (_, _, breads) in BAKERIES.items() for bread in breads),
        *((at[name], "WORKS_AT", at[where], {"since": year}) for name, (_, _, where, year) in BAKERS.items()),
    ]  # fmt: skip
    return small_graph("bakeries", nodes, links, ("since",), is_encoded=True)


def rows(found: motif.Results) -> set[Any]:
    """The answers, one value as itself, several as a tuple."""
    told = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {one[0] if len(one) == 1 else one for one in told}


YES = [
    "Are all bakers older than 20?", "Are all bakers at Old Oven older than 40?", "Does every bakery sell Brioche?",
    "Is Brioche sold by every bakery?", "Do all bakeries have a rating above 3?",
    "Is Eva Koss the oldest baker?", "Is Old Oven the best rated bakery?", "Does Old Oven sell the most breads?",
    "Is Bo Lindh one of the two oldest bakers?", "Is Bo Lindh the second oldest baker?",
    "Is Cleo Marr the youngest baker in Malmo?", "Are Ada Brandt and Eva Koss both Danish?",
    "Do Crusty Corner and Golden Loaf both sell Ciabatta?", "Do Dag Holm and Eva Koss work at the same bakery?",
    "Are there at least two bakeries in Lund?", "Are there exactly two bakeries in Lund?", "Is Lavash sold nowhere?",
    "Is there a bread that every bakery sells?", "Does Rye House sell only vegan breads?",
]  # fmt: skip
NO = [
    "Are all breads vegan?", "Are all bakers older than 30?", "Does every bakery sell Ciabatta?",
    "Is every bread sold by Old Oven?",
    "Does Old Oven sell all breads?", "Have all bakers worked at Old Oven?", "Is Gro Tveit the oldest baker?",
    "Is Old Oven the worst rated bakery?", "Does Rye House have the most bakers?",
    "Is Dag Holm one of the two oldest bakers?",
    "Is Eva Koss the youngest baker in Malmo?", "Are Ada Brandt and Bo Lindh both Danish?",
    "Do Rye House and Old Oven both sell Stollen?", "Do Dag Holm and Gro Tveit work at the same bakery?",
    "Are there more than two bakeries in Lund?", "Is Brioche sold nowhere?", "Does Old Oven sell only vegan breads?",
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "is_so"), [*((one, True) for one in YES), *((one, False) for one in NO)]
)
def test_yes_or_no_of_all_of_both_and_of_the_first(question: str, is_so: bool) -> None:
    found = bakeries().retrieve(question)
    assert (found.status, rows(found)) == ("answered", {is_so})


THINGS = {
    "Which bread is sold by every bakery?": {"Brioche"},
    "Which breads do all bakeries sell?": {"Brioche"},
    "bakeries that sell only vegan breads": {"Rye House", "Crusty Corner"},
    "Which bakeries have only bakers older than 40?": {"Old Oven", "Rye House"},
    "At which bakeries are all bakers older than 40?": {"Old Oven", "Rye House"},
    "Which bakers only work at Old Oven?": {"Dag Holm", "Eva Koss"},
    "Which breads are sold nowhere?": {"Lavash"},
    "Which breads does Old Oven sell but Crusty Corner does not?": {"Pumpernickel", "Stollen"},
    "What does Golden Loaf sell that Old Oven doesn't?": {"Challah"},
    "bakeries of Lund and Malmo": {"Crusty Corner", "Golden Loaf", "Old Oven"},
    "all bakeries in Lund and Ystad": {"Crusty Corner", "Old Oven", "Rye House"},
    "Who works with Dag Holm?": {"Eva Koss"},
    "Who is older than Dag Holm?": {"Bo Lindh", "Eva Koss"},
    "Who has the same age as Dag Holm?": {"Gro Tveit"},
    "Which bakers have the same nationality as Bo Lindh?": {"Dag Holm"},
    "Which breads have a price below that of Focaccia?": {"Ciabatta", "Lavash"},
    "Which bakers are younger than 30 or older than 60?": {"Cleo Marr", "Eva Koss"},
    "bakers aged under 30 or over 60": {"Cleo Marr", "Eva Koss"},
}
TABLES = {
    "What is the rating of each bakery?": {(name, rating) for name, (_, rating, _) in BAKERIES.items()},
    "How old is each baker?": {(name, age) for name, (age, *_) in BAKERS.items()},
    "List each baker's age": {(name, age) for name, (age, *_) in BAKERS.items()},
    "Give the age and nationality of every baker": {
        (name, age, of) for name, (age, of, *_) in BAKERS.items()
    },
    "List the bakers and the bakery where they work": {(name, where) for name, (_, _, where, _) in BAKERS.items()},
    "Which baker works at which bakery?": {(name, where) for name, (_, _, where, _) in BAKERS.items()},
    "Count bakers by nationality": {("Danish", 2), ("Swedish", 2), ("French", 1), ("Polish", 1)},
    "What is the highest price of the breads at each bakery?": {
        (name, max(BREADS[bread][0] for bread in breads)) for name, (_, _, breads) in BAKERIES.items()
    },
}  # fmt: skip


@pytest.mark.parametrize("question", [*THINGS, *TABLES])
def test_only_such_and_what_one_has_and_each_with_its_own(question: str) -> None:
    assert rows(bakeries().retrieve(question, top_k=20)) == {**THINGS, **TABLES}[question]


@pytest.mark.parametrize(
    "question",
    [
        "What are all the breads sold by Rye House?",
        "Show only bakeries in Lund",
        "Which towns have only one bakery?",
        "List all bakers",
    ],
)
def test_all_and_only_that_limit_nothing_leave_nothing_out(question: str) -> None:
    assert bakeries().retrieve(question).status == "answered"


def test_a_number_of_all_rows_is_asked_in_cypher_too() -> None:
    found = bakeries().retrieve("Are there at least two bakeries in Lund?")
    assert "RETURN count(DISTINCT bakery) >= $count AS answer" in found.metadata["cypher"]["text"]
