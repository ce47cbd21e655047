"""Tables with all that is asked for, what several named things have, rates for a time, both ends of two."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node, Results
from motif.planners.meaning.planner import plan_meanings
from question_graphs import small_graph

BOATS = {
    "Gull": ("oak", "QM", 12, 60.5, 30, date(1990, 4, 2), date(1999, 1, 1), "new"),
    "Heron": ("elm", "RT", 30, 20.0, 45, date(1985, 7, 9), date(2001, 5, 5), "worn"),
    "Teal": ("oak", "RT", 24, 35.0, 20, date(2001, 2, 3), date(2009, 9, 9), "new"),
}


@cache
def boats() -> motif.Graph:
    """Boats with a timber and a sail plan ("sp"), lent to crews; a crew may have a home quay."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = []
    for name, (timber, plan, berths, rent, rig, launched, refitted, state) in BOATS.items():
        told = {"name": name, "timber": timber, "sp": plan, "berths": berths, "weekly_rent": rent}
        nodes.append(
            (
                ("Boat",),
                {
                    **told,
                    "riggingMinutes": rig,
                    "launched_on": launched,
                    "refitted_on": refitted,
                    "state": state,
                },
            )
        )
    nodes += [(("Crew",), {"name": name}) for name in ("Reds", "Blues", "Greens")]
    nodes += [(("Quay",), {"name": name}) for name in ("East Quay", "West Quay")]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "LENT_TO", 3, {"deposit": 5}),
        (1, "LENT_TO", 4, {"deposit": 7}),
        (3, "HAS_HOME_QUAY", 6, {}),
        (4, "HAS_HOME_QUAY", 7, {}),
    ]
    return small_graph("boats", nodes, links, ("deposit",))


def rows(found: Results) -> set[tuple[Any, ...]]:
    return {
        tuple(
            one.name if isinstance(one, Node) else one
            for one in (*piece.answers, *piece.metadata.get("besides", {}).values())
        )
        for piece in found
        if piece.answers
    }


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "List each boat with its sail plan and timber",
            {(name, one[1], one[0]) for name, one in BOATS.items()},
        ),
        (
            "all boats with their timber and number of berths",
            {(name, one[0], one[2]) for name, one in BOATS.items()},
        ),
        (
            "Which boats were lent to which crews and for what deposit?",
            {("Gull", 5, "Reds"), ("Heron", 7, "Blues")},
        ),
        ("timber and berths of all boats", {(name, one[0], one[2]) for name, one in BOATS.items()}),
        ("timber and berths of Gull and Teal", {("Gull", "oak", 12), ("Teal", "oak", 24)}),
        ("Gull, Heron: timber, berths", {("Gull", "oak", 12), ("Heron", "elm", 30)}),
        ("Compare the berths of Heron and Teal", {("Heron", 30), ("Teal", 24)}),
        ("total berths of Gull, Heron and Teal", {(66,)}),
        ("What is the sum of the berths of Gull and Teal?", {(36,)}),
        ("What do the oak boats rent for per week altogether?", {(95.5,)}),
        ("crews without a home quay", {("Greens",)}),
        ("Which crew has no home quay?", {("Greens",)}),
        ("quickest boat", {("Teal", 20)}),
        ("two quickest boats by rigging minutes", {("Teal", 20), ("Gull", 30)}),
        ("Which was launched earlier, Gull or Teal?", {("Gull", "1990-04-02", "2001-02-03")}),
        ("difference in berths between Gull and Heron", {(18, 12, 30)}),
        ("Which boats have 24 berths or more and aren't oak?", {("Heron", 30)}),
        ("boats with state and timber", {(name, one[7], one[0]) for name, one in BOATS.items()}),
    ],
)
def test_read(question: str, expected: set[tuple[Any, ...]]) -> None:
    found = boats().retrieve(question, planner="meaning")
    assert found.status == "answered", (found.readings, found.metadata)
    assert rows(found) == expected, found.readings


def test_a_column_that_is_not_held_is_said_to_be_left_out() -> None:
    found = boats().retrieve("List each boat with its skipper and timber", planner="meaning")
    assert found.metadata["omitted"] == ["skipper"]


@pytest.mark.parametrize(
    ("question", "unheeded"),
    [("When was Gull last refloated?", "last"), ("Which tailor insures Gull?", "tailor")],
)
def test_what_the_graph_does_not_hold_is_not_answered_surely(question: str, unheeded: str) -> None:
    found = boats().retrieve(question, planner="meaning")
    assert found.status != "answered", found.readings
    assert unheeded in {
        one.text for meaning in plan_meanings(question, boats().view, 1) for one in meaning.omissions
    }
