"""A word for the state of things that is also what somebody did: "rejected drafts", "drafts rejected by X"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told


@cache
def journal() -> motif.Graph:
    """Drafts with their state, and editors who read, took or rejected them."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *(
            (("Draft",), {"name": name, "state": state})
            for name, state in (
                ("Tides", "rejected"),
                ("Moss", "rejected"),
                ("Loam", "accepted"),
                ("Silt", "rejected"),
            )
        ),
        *((("Editor",), {"name": name}) for name in ("Ada Rusk", "Bo Thorne")),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (4, "READ", 0, {}),
        (4, "READ", 1, {}),
        (5, "READ", 2, {}),
        (5, "READ", 3, {}),
        (5, "REJECTED", 0, {}),
        (4, "REJECTED", 3, {}),
        (4, "ACCEPTED", 2, {}),
    ]
    return small_graph("journal", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which drafts were rejected by Bo Thorne?", {"Tides"}),
        ("drafts rejected by Ada Rusk", {"Silt"}),
        ("drafts that Ada Rusk rejected", {"Silt"}),
        ("Which drafts has Bo Thorne rejected?", {"Tides"}),
        ("How many drafts has Ada Rusk rejected?", {1}),
        ("rejected drafts", {"Tides", "Moss", "Silt"}),
        ("Which drafts were rejected?", {"Tides", "Moss", "Silt"}),
        ("How many drafts are rejected?", {3}),
    ],
)
def test_what_somebody_did_is_no_state(question: str, expected: set[object]) -> None:
    status, rows = told(journal(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@cache
def offices() -> motif.Graph:
    """Clerks who report to others, and the offices that they work in under some title."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Clerk",), {"name": name}) for name in ("Ada Rusk", "Bo Thorne", "Cy Lowe")),
        *((("Office",), {"name": name}) for name in ("Pier Office", "Mill Office")),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (1, "REPORTS_TO", 0, {}),
        (2, "REPORTS_TO", 1, {}),
        (0, "IN", 3, {"title": "lead"}),
        (1, "IN", 3, {"title": "clerk"}),
        (2, "IN", 4, {"title": "manager"}),
    ]
    return small_graph("offices", nodes, links, ("title",))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the manager of Bo Thorne?", {"Ada Rusk"}),
        ("Who is Cy Lowe's manager?", {"Bo Thorne"}),
        ("Which clerks are managers?", {"Cy Lowe"}),
    ],
)
def test_the_manager_of_somebody_is_no_title(question: str, expected: set[str]) -> None:
    status, rows = told(offices(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)
