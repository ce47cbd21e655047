"""What things are joined to as a column, orders that say their way first, and groups that a pronoun stands for."""

from __future__ import annotations

from typing import Any

import pytest

from motif.graphs.evidence import Node, Results
from smithy_graph import smithy


def asked(question: str) -> Results:
    return smithy().retrieve(question, planner="meaning", top_k=20)


def rows(found: Results) -> list[set[Any]]:
    """The rows in their order, columns in any."""
    return [{one.name if isinstance(one, Node) else one for one in piece.answers} for piece in found]


def in_any_order(some: list[set[Any]]) -> list[list[str]]:
    return sorted(sorted(map(str, row)) for row in some)


@pytest.mark.parametrize(
    "question",
    [
        "Show each metal work with its smith",
        "List the metal works with their smiths",
        "List the metal works along with their smiths.",
    ],
)
def test_what_things_are_joined_to_is_shown_beside_them(question: str) -> None:
    found = asked(question)
    assert found.status == "answered"
    expected = [{"Gate", "Ada"}, {"Bell", "Bo"}, {"Weathercock", "Ada"}]
    assert in_any_order(rows(found)) == in_any_order(expected)


@pytest.mark.parametrize(
    "question",
    [
        "Show each metal work with its smith and material",
        "metal works with their material and smith",
        "List every metal work with its smith and its material.",
    ],
)
def test_properties_and_what_is_joined_stand_in_one_list(question: str) -> None:
    found = asked(question)
    assert found.status == "answered"
    expected = [{"Gate", "Ada", "iron"}, {"Bell", "Bo", "bronze"}, {"Weathercock", "Ada", "iron"}]
    assert in_any_order(rows(found)) == in_any_order(expected)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("metal works in descending order of length", ["Gate", "Bell", "Weathercock"]),
        ("List the metal works in ascending order of length", ["Weathercock", "Bell", "Gate"]),
        ("names of smiths in decreasing order of birth", ["Cy", "Bo", "Ada"]),
    ],
)
def test_an_order_may_say_its_way_first(question: str, expected: list[str]) -> None:
    found = asked(question)
    assert found.status == "answered"
    assert [row & {*expected} for row in rows(found)] == [{one} for one in expected]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("For each smith, how many metal works has she cast?", [{"Ada", 2}, {"Bo", 1}]),
        ("For every smith, how many has he cast?", [{"Ada", 2}, {"Bo", 1}]),
        ("For every smith, tell me the number of metal works he or she cast.", [{"Ada", 2}, {"Bo", 1}]),
        ("How many books has each publisher brought out?", [{"Anvil Press", 2}]),
        ("For each publisher, how many books has it put out?", [{"Anvil Press", 2}]),
        ("Break down the metal works by material.", [{"iron", 2}, {"bronze", 1}]),
        ("a breakdown of metal works by material", [{"iron", 2}, {"bronze", 1}]),
    ],
)
def test_groups_are_told_by_pronouns_and_breakdowns(question: str, expected: list[set[Any]]) -> None:
    assert in_any_order(rows(asked(question))) == in_any_order(expected)
