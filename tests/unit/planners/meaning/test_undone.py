"""What was not done to things, in one word before them; the first of each, by "per"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph


@cache
def desk() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Ticket",), {"name": "Broken lamp"}),
        (("Ticket",), {"name": "Lost key"}),
        (("Ticket",), {"name": "Wet floor"}),
        (("Clerk",), {"name": "Ada", "birth_date": "1980-01-01"}),
        (("Clerk",), {"name": "Bo", "birth_date": "1990-01-01"}),
        (("Clerk",), {"name": "Cy", "birth_date": "1970-01-01"}),
        (("Office",), {"name": "North"}),
        (("Office",), {"name": "South"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "ASSIGNED_TO", 3, {}),
        (4, "SOLVED", 0, {}),
        (4, "SOLVED", 1, {}),
        (0, "REPORTED_BY", 5, {}),
        (1, "REPORTED_BY", 5, {}),
        (2, "REPORTED_BY", 3, {}),
        (3, "WORKS_IN", 6, {}),
        (4, "WORKS_IN", 6, {}),
        (5, "WORKS_IN", 7, {}),
    ]
    return small_graph("desk", nodes, links)


def rows(found: Results) -> set[tuple[Any, ...]]:
    return {tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("unsolved tickets", {("Wet floor",)}),
        ("How many unsolved tickets are there?", {(1,)}),
        ("unsolved tickets reported by Ada", {("Wet floor",)}),
        ("How many unsolved tickets were reported by Cy?", {(0,)}),
        ("Who reported unsolved tickets?", {("Ada",)}),
        ("youngest clerk per office", {("North", "Bo"), ("South", "Cy")}),
    ],
)
def test_read(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = desk().retrieve(question, planner="meaning")
    assert rows(found) == expected, found.readings


def test_a_word_that_no_relation_says_is_left_out() -> None:
    meaning = plan_meanings("unpainted tickets", desk().view, 1)[0]
    assert [one.text for one in meaning.omissions] == ["unpainted"]
