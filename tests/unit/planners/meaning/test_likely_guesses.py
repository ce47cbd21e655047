"""What is as likely as something else, or is answered by what could not be meant, is not presented as an answer."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph


@cache
def lenders() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Customer",), {"name": "Ada Quill", "birthDate": "1950-01-01"}),
        (("Customer",), {"name": "Bo Larch", "birthDate": "1980-01-01"}),
        (("Loan",), {"name": "LN-1", "amount": 100, "category": "garden shed"}),
        (("Loan",), {"name": "LN-2", "amount": 900, "category": "car"}),
        (("Payment",), {"name": "PY-1", "amount": 5}),
        (("Shop",), {"name": "Corner Stall", "employeeCount": 3}),
        (("Company",), {"name": "Acme", "employees": 5000}),
        (("Shop",), {"name": "Big Mall", "employeeCount": 300}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "BACKS", 2, {}),
        (1, "SIGNED", 2, {}),
        (1, "SIGNED", 3, {}),
        (0, "BACKS", 3, {}),
        (4, "PAID_TO", 5, {}),
        (1, "MADE", 4, {}),
    ]
    return small_graph("lenders", nodes, links)


def told(found: Results) -> list[Any]:
    rows = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return [row[0] if len(row) == 1 else row for row in rows]


def test_of_two_relations_that_would_do_as_well_none_is_sure() -> None:
    found = lenders().retrieve("Which customers have loan LN-2?")
    assert found.status == "unsure", found.readings


def test_who_is_no_payment_but_who_made_it() -> None:
    found = lenders().retrieve("Who paid Corner Stall?")
    assert (found.status, told(found)) == ("answered", ["Bo Larch"]), found.readings


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("loans in the garden shed category", ["LN-1"]),
        ("shops with fewer than 10 employees", ["Corner Stall"]),
        ("companies with more than 10 employees", ["Acme"]),
        ("List the loans and their amounts, highest first", [("LN-2", 900), ("LN-1", 100)]),
        ("List the loans and their amounts, lowest first", [("LN-1", 100), ("LN-2", 900)]),
        ("Is the amount of LN-2 above 500?", [True]),
        ("Is LN-1's amount above 500?", [False]),
    ],
)
def test_words_that_say_it_are_heeded(question: str, expected: list[Any]) -> None:
    found = lenders().retrieve(question, top_k=5)
    assert told(found) == expected, found.readings
    assert found.status == "answered"


@pytest.mark.parametrize("question", ["average mood of the customers", "What is the average karma of loans?"])
def test_an_average_of_what_nothing_has_is_no_error(question: str) -> None:
    found = lenders().retrieve(question)
    assert found.status in ("unsure", "not held"), found.readings
