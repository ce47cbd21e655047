"""Several functions in one question, each of its own; and what is true or false of people and things."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph, told

_WARDS = (("East", 10), ("West", 20))
_NURSES = (
    ("Ada", "East", 30.0, True, True, "day"),
    ("Bo", "East", 20.0, False, True, "night"),
    ("Cy", "West", 26.0, False, False, "night"),
)


@cache
def wards() -> motif.Graph:
    """Nurses with what they earn and whether they smoke, have a pager that is enabled, and freelance; and wards."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Ward",), {"name": name, "beds": beds}) for name, beds in _WARDS),
        *(
            (
                ("Nurse",),
                {
                    "name": name,
                    "wage": wage,
                    "smoker": smokes,
                    "pagerEnabled": pager,
                    "shift": shift,
                    "freelance": not smokes,
                },
            )
            for name, _, wage, smokes, pager, shift in _NURSES
        ),
        (("Alarm",), {"name": "A1", "enabled": True}),
        (("Alarm",), {"name": "A2", "enabled": False}),
    ]
    at = {held["name"]: place for place, (_, held) in enumerate(nodes)}
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (at[name], "WORKS_ON", at[ward], {}) for name, ward, *_ in _NURSES
    ]
    return small_graph("wards", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average wage and number of nurses by shift", {("day", 30.0, 1), ("night", 23.0, 2)}),
        ("number of nurses and average wage per shift", {("day", 1, 30.0), ("night", 2, 23.0)}),
        (
            "For each shift show the number of nurses and their average wage",
            {("day", 1, 30.0), ("night", 2, 23.0)},
        ),
        (
            "How many nurses are there per shift and what is their average wage?",
            {("day", 1, 30.0), ("night", 2, 23.0)},
        ),
        (
            "For each ward, the number of nurses and their average wage",
            {("East", 2, 25.0), ("West", 1, 26.0)},
        ),
        ("number of nurses and highest wage on each ward", {("East", 2, 30.0), ("West", 1, 26.0)}),
        ("What is the number of nurses and the average wage?", {(3, 76 / 3)}),
        ("for each shift show the average wage", {("day", 30.0), ("night", 23.0)}),
        ("per shift, give the total wage", {("day", 30.0), ("night", 46.0)}),
    ],
)
def test_each_function_has_a_column(question: str, expected: set[tuple[Any, ...]]) -> None:
    status, rows = told(wards(), question)
    assert (status, set(rows)) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("list the smokers", {"Ada"}),
        ("How many smokers are there?", {1}),
        ("average wage of smokers", {30.0}),
        ("freelancers", {"Bo", "Cy"}),
        ("smokers on the East ward", {"Ada"}),
        ("disabled alarms", {"A2"}),
        ("How many alarms are disabled?", {1}),
        ("alarms that are not disabled", {"A1"}),
        ("Which nurses have their pager disabled?", {"Cy"}),
        ("nurses whose pager is disabled", {"Cy"}),
        ("nurses with a disabled pager", {"Cy"}),
        ("nurses whose pager is enabled", {"Ada", "Bo"}),
    ],
)
def test_what_is_true_or_false(question: str, expected: set[Any]) -> None:
    status, rows = told(wards(), question)
    assert (status, {row[0] for row in rows}) == ("answered", expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Is the pager enabled for Ada?", True),
        ("is pager enabled for Cy", False),
        ("Is the pager disabled for Cy?", True),
        ("is the pager disabled for nurse Bo", False),
    ],
)
def test_what_is_so_for_whom(question: str, expected: bool) -> None:
    status, rows = told(wards(), question)
    assert (status, rows) == ("answered", [(expected,)])
