"""Compared with what is usual: the average or the median of all that have the label, as a number."""

from __future__ import annotations

from typing import Any

import pytest

from motif.graphs.evidence import Node, Results
from orchard_graph import orchards


def told(found: Results) -> set[Any]:
    return {one.name if isinstance(one, Node) else one for piece in found for one in piece.answers}


@pytest.mark.parametrize(
    ("question", "expected", "said"),
    [
        ("Which orchards have more trees than average?", {"Long Acre"}, "trees > the average, 483.3333333"),
        (
            "Which orchards have a larger number of trees than the average?",
            {"Long Acre"},
            "trees > the average",
        ),
        ("Which orchards have more trees than the median?", {"Long Acre"}, "trees > the median, 400"),
        ("orchards whose trees exceed the average", {"Long Acre"}, "trees > the average"),
        ("orchards with an above-average harvest min", {"Long Acre"}, "harvest min > the average, 145"),
        ("How many orchards have fewer trees than the average orchard?", {2}, "trees < the average"),
        ("Which growers have a turnover below average?", {"Ines Park"}, "turnover musd < the average, 7.75"),
        ("Does Hollow Field have more trees than the average orchard?", {False}, "trees > the average"),
        ("Is the turnover of Otto Reed above the average?", {True}, "turnover musd > the average"),
        ("Which growers tend more orchards than average?", {"Ines Park"}, "count of orchard > 1.5"),
    ],
)
def test_what_is_usual_is_a_number(question: str, expected: set[Any], said: str) -> None:
    found = orchards().retrieve(question, top_k=20)
    assert told(found) == expected, found.readings
    assert said in found.readings[0] and found.status == "answered"


def test_of_some_it_is_not_sure_whether_all_are_meant() -> None:
    one = orchards().retrieve("Which orchards have more trees than average?")
    some = orchards().retrieve("Which orchards in Ash Vale have more trees than average?")
    assert (
        some.confidence is not None and one.confidence is not None and some.confidence < 0.9 * one.confidence
    )


@pytest.mark.parametrize(
    "question",
    [
        "Which orchards have more trees than the average in their valley?",
        "Which orchards are planted later than the average?",
        "Which orchards are better than the average?",
    ],
)
def test_what_is_usual_of_something_else_is_not_guessed(question: str) -> None:
    found = orchards().retrieve(question)
    assert found.status != "answered", found.readings


def test_what_is_compared_with_a_name_says_so() -> None:
    found = orchards().retrieve("Which orchards have more trees than Hollow Field?")
    assert told(found) == {"Long Acre"}
    assert "trees > that of Hollow Field, 400" in found.readings[0]
