"""Amounts that a question says in other words than the graph: hours that were logged, what was spent, how well."""

from __future__ import annotations

import pytest

import motif
from question_graphs import small_graph, told


@pytest.fixture(scope="module")
def orchard() -> motif.Graph:
    nodes = [
        (("Helper",), {"name": "Ada Quill"}),
        (("Helper",), {"name": "Joost Maes"}),
        (("Field",), {"name": "Long Acre", "area_ha": 4, "visitors": 30}),
        (("Field",), {"name": "Mill Row", "area_ha": 7, "visitors": 55}),
        (("Tool",), {"name": "garden fork", "in_stock": 12}),
        (("Tool",), {"name": "grafting knife", "in_stock": 0}),
        (("Tongue",), {"name": "Welsh"}),
        (("Tongue",), {"name": "Dutch"}),
        (("Village",), {"name": "Pell"}),
        (("Shop",), {"name": "Brand and Son"}),
        (("Repair",), {"name": "R-1", "total_cost_eur": 70}),
    ]
    links = [
        (0, "HELPS_ON", 2, {"hours_logged": 8}),
        (0, "HELPS_ON", 3, {"hours_logged": 5}),
        (1, "HELPS_ON", 3, {"hours_logged": 2}),
        (0, "PURCHASED", 4, {"price_eur": 20}),
        (0, "PURCHASED", 5, {"price_eur": 7}),
        (1, "PURCHASED", 4, {"price_eur": 20}),
        (0, "SPEAKS", 6, {"proficiency": "fluent"}),
        (1, "SPEAKS", 6, {"proficiency": "basic"}),
        (1, "SPEAKS", 7, {"proficiency": "native"}),
        (2, "LIES_IN", 8, {}),
        (9, "STOCKS", 4, {"unit_price_eur": 18}),
        (10, "MENDS", 4, {}),
        (3, "LIES_IN", 8, {}),
    ]
    return small_graph(
        "orchard",
        nodes,
        links,
        ("hours_logged", "price_eur", "proficiency", "unit_price_eur"),
        is_encoded=True,
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much has Ada Quill spent on purchases?", [(27,)]),
        ("How much did Joost Maes pay in total for his purchases?", [(20,)]),
        ("How much did Ada Quill pay for the grafting knife?", [(7,)]),
        ("How much does Brand and Son charge for the garden fork?", [(18,)]),
        ("What did R-1 cost?", [(70,)]),
        ("What did the repairs of the garden fork cost altogether?", [(70,)]),
        ("How well does Joost Maes speak Welsh?", [("basic",)]),
        ("how well does Ada Quill speak Welsh", [("fluent",)]),
        ("How many garden forks do we have in stock?", [(12,)]),
        ("How many grafting knives are in stock?", [(0,)]),
        (
            "List all fields with their village and number of visitors",
            [("Long Acre", 30, "Pell"), ("Mill Row", 55, "Pell")],
        ),
    ],
)
def test_the_property_is_told(orchard: motif.Graph, question: str, expected: list[object]) -> None:
    status, rows = told(orchard, question)
    assert (status, sorted(rows, key=str)) == ("answered", expected)


@pytest.mark.parametrize(
    "question", ["How many hours did Ada Quill log in total?", "How many hours has Ada Quill logged?"]
)
def test_the_hours_are_added_up(orchard: motif.Graph, question: str) -> None:
    assert told(orchard, question)[1] == [(13,)]


def test_a_price_is_what_joins_them_and_not_of_another_thing(orchard: motif.Graph) -> None:
    """ "Their price" is the unit price at which the shop stocks them, and not the total cost of a repair."""
    assert told(orchard, "tools stocked by Brand and Son with their unit price")[1] == [("garden fork", 18)]
    assert told(orchard, "tools stocked by Brand and Son with their cost") == (
        "answered",
        [("garden fork", 18)],
    )


@pytest.mark.parametrize(
    "question",
    [
        "How much has Ada Quill spent on lessons?",
        "How well does Ada Quill dance?",
        "How many spades do we have in stock?",
    ],
)
def test_what_is_not_held_is_not_answered(orchard: motif.Graph, question: str) -> None:
    assert told(orchard, question)[0] != "answered"
