"""What is asked in a clause of its own beside the things: when each began, how tall they are."""

from __future__ import annotations

from typing import Any

import pytest

from guild_graph import guild
from motif.graphs.evidence import Node, Results


def rows(found: Results) -> set[Any]:
    return {tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found}


def asked(question: str) -> Results:
    return guild().retrieve(question, planner="meaning", top_k=20)


BEGUN = {("Ilva Torn", "1990-01-01"), ("Pell Oster", "2001-05-01"), ("Wyn Hask", "2016-01-01")}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which artisans work at Red Yard and when did each start?", BEGUN),
        ("Which artisans have worked at Red Yard, and when did each of them join?", BEGUN),
        ("Who has worked at Red Yard, and since when?", BEGUN),
        (
            "Which artisans have worked at Red Yard and when did they leave?",
            {("Ilva Torn", None), ("Pell Oster", "2009-03-01"), ("Wyn Hask", None)},
        ),
        (
            "Which workshops did Pell Oster work at, from when to when?",
            {("Red Yard", "2001-05-01", "2009-03-01"), ("Dock House", "2009-04-01", None)},
        ),
        ("When did Pell Oster start at Dock House?", {("2009-04-01",)}),
        (
            "Which artisans practise glass blowing, and how tall are they?",
            {("Pell Oster", 175), ("Runa Veld", 180)},
        ),
        (
            "Which artisans practise glass blowing, and how tall is each of them?",
            {("Pell Oster", 175), ("Runa Veld", 180)},
        ),
    ],
)
def test_what_is_asked_beside_is_a_column(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert (found.status, rows(found)) == ("answered", expected)


@pytest.mark.parametrize(
    "question",
    [
        "Which artisans practise pottery, and when were they born?",
        "Which artisans practise pottery, and since when?",
        "Which artisans practise pottery, and how deep are they?",
        "Which artisans work at Red Yard, and how often?",
    ],
)
def test_what_nothing_tells_of_is_left_out(question: str) -> None:
    assert asked(question).status == "unsure"
