"""Who has the most of something, who did something once and no more, and who manages whom, on a graph made for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph


@cache
def staff() -> motif.Graph:
    """Employees of two offices, one of whom left; what they earn, and whom they report to."""
    earns = {"Mara Fenn": 41000, "Tom Ode": 52000, "Xenia Roth": 83000}
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Employee",), {"name": name, "salary": salary}) for name, salary in earns.items()),
        (("Office",), {"name": "North Wing", "rent": 900}),
        (("Office",), {"name": "Old Mill", "rent": 700}),
        (("City",), {"name": "Bergen"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "WORKED_IN", 3, {"start_year": 2010, "end_year": 2015}),
        (0, "WORKED_IN", 4, {"start_year": 2015}),
        (1, "WORKED_IN", 3, {"start_year": 2008}),
        (1, "REPORTS_TO", 2, {}),
        *((at, "LIVES_IN", 5, {}) for at in range(3)),
    ]
    return small_graph("staff", nodes, links, ("start_year", "end_year"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who has the highest salary?", {"Xenia Roth"}),
        ("Who has the lowest salary?", {"Mara Fenn"}),
        ("Who currently works in North Wing?", {"Tom Ode"}),
        ("Who used to work in North Wing?", {"Mara Fenn"}),
        ("Who formerly worked in North Wing?", {"Mara Fenn"}),
        ("Who has worked in North Wing?", {"Mara Fenn", "Tom Ode"}),
        ("Who manages Tom Ode?", {"Xenia Roth"}),
        ("Who is Tom Ode managed by?", {"Xenia Roth"}),
        ("Whom does Xenia Roth manage?", {"Tom Ode"}),
        ("Who reports to Xenia Roth?", {"Tom Ode"}),
    ],
)
def test_who_it_is(question: str, expected: set[str]) -> None:
    found = staff().retrieve(question, top_k=20)
    names = {piece.answers[0].name for piece in found if isinstance(piece.answers[0], Node)}
    assert (names, found.status) == (expected, "answered"), found.readings


def test_what_is_not_known_to_have_ended_is_not_said_to_have() -> None:
    assert staff().retrieve("Who used to live in Bergen?").status != "answered"


def led() -> motif.Graph:
    """Firms with those who lead them, and did; Bolt Works is led by nobody any more."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Person",), {"name": name}) for name in ("Ada Lund", "Bo Reyes", "Cy Marsh")),
        *((("Firm",), {"name": name}) for name in ("Acme Mills", "Bolt Works")),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "CEO_OF", 3, {"from_year": 1999, "to_year": 2011}),
        (1, "CEO_OF", 3, {"from_year": 2011}),
        (2, "CEO_OF", 4, {"from_year": 2001, "to_year": 2005}),
        (2, "FOUNDER_OF", 3, {}),
    ]
    return small_graph("led", nodes, links, ("from_year", "to_year"), is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the CEO of Acme Mills?", {"Bo Reyes"}),
        ("Who's the CEO of Acme Mills?", {"Bo Reyes"}),
        ("Who was the CEO of Acme Mills?", {"Ada Lund", "Bo Reyes"}),
        ("Who was the CEO of Acme Mills in 2005?", {"Ada Lund"}),
        ("Who is the founder of Acme Mills?", {"Cy Marsh"}),
    ],
)
def test_who_is_it_is_who_is_it_now(question: str, expected: set[str]) -> None:
    found = led().retrieve(question, top_k=20)
    names = {piece.answers[0].name for piece in found if isinstance(piece.answers[0], Node)}
    assert (names, found.status) == (expected, "answered"), found.readings


def test_where_nobody_is_it_any_more_nobody_is_said_to_be() -> None:
    found = led().retrieve("Who is the CEO of Bolt Works?")
    assert found.status != "answered" or not found
