"""What was done to things before or after something else was done to them."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

LOANS = {
    "L-1": ("2020-01-01", "2020-01-01", "2020-02-01"), "L-2": ("2020-01-10", "2020-01-12", "2020-01-11"),
    "L-3": ("2020-03-01", "2020-03-20", "2020-04-01"), "L-4": ("2020-05-01", None, "2020-06-01"),
}  # fmt: skip
READERS = {"Ada Finch": (1900, 1944), "Ben Marl": (1910, 1995), "Cleo Dunn": (1950, None)}


@cache
def loans() -> motif.Graph:
    """Loans that were asked for, granted and due on some day, and who asked for them."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    for name, days in LOANS.items():
        held = zip(("requestedOn", "grantedOn", "dueOn"), days, strict=True)
        nodes.append((("Loan",), {"name": name} | {key: date.fromisoformat(day) for key, day in held if day}))
    for name, (born, died) in READERS.items():
        nodes.append(
            (("Reader",), {"name": name, "birth_year": born} | ({"death_year": died} if died else {}))
        )
    links = [(4 + place % 3, "TOOK", place, {}) for place in range(4)]
    return small_graph("loans", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("loans granted after they were due", {"L-2"}),
        ("loans that were granted after the due date", {"L-2"}),
        ("loans granted before they were due", {"L-1", "L-3"}),
        ("loans granted on the day they were requested", {"L-1"}),
        ("loans granted within 2 days of being requested", {"L-1", "L-2"}),
        ("loans granted more than a week after they were requested", {"L-3"}),
        ("How many loans were granted later than requested?", {2}),
        ("readers who died before they were 50", {"Ada Finch"}),
        ("readers who died before the age of 50", {"Ada Finch"}),
        ("readers who died after turning 80", {"Ben Marl"}),
    ],
)
def test_two_times_of_a_thing_are_compared(question: str, expected: set[Any]) -> None:
    status, rows = told(loans(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    "question", ["loans granted after they were shipped", "loans signed before they were due"]
)
def test_a_time_that_things_do_not_have_is_compared_with_nothing(question: str) -> None:
    assert loans().retrieve(question).status != "answered"


@pytest.mark.parametrize(
    "question", ["ungranted loans", "loans that have not been granted", "How many ungranted loans are there?"]
)
def test_what_has_no_day_of_it_was_not_done(question: str) -> None:
    status, rows = told(loans(), question)
    assert (status, {row[0] for row in rows} <= {"L-4", 1}) == ("answered", True)
