"""Names that are misspelt or said in part, and those that are near to a name and none."""

from __future__ import annotations

from typing import Any

import pytest

from guild_graph import guild
from motif import Graph
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

NEAR = [
    ("What is the wage of Oster?", {70}),
    ("What is the wage of Pell Ostar?", {70}),
    ("Which crafts does Runa Velde practise?", {"pottery", "glass blowing"}),
    ("Which artisans work at Dok House?", {"Pell Oster", "Runa Veld"}),
    ("Who admires Torn?", {"Pell Oster", "Wyn Hask"}),
    ("How many kilns does Red Yrad have?", {4}),
]
NONE = [
    "What is the wage of Anna Oster?",
    "What is the wage of Ilva Oster?",
    "Which artisans work at Stone House?",
    "What is the wage of Peter Smith?",
    "Which artisans work at Deutsche Workshop?",
    "Which crafts does Ruben Veldhoven practise?",
]


def asked(question: str) -> Results:
    return guild().retrieve(question, planner="meaning", top_k=20)


def rows(found: Results) -> set[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


@pytest.mark.parametrize(("question", "expected"), NEAR)
def test_a_name_is_known_by_most_of_it(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert (rows(found), found.status) == (expected, "answered")


def test_how_a_name_is_read_is_told() -> None:
    for found in (
        asked("What is the wage of Pell Ostar?"),
        guild().retrieve("What is the wage of Pell Ostar?"),
    ):
        assert rows(found) == {70}
        assert "'Pell Ostar' is read as 'Pell Oster'." in found.metadata["notes"]
    assert "notes" not in asked("What is the wage of Pell Oster?").metadata


@pytest.mark.parametrize("question", NONE)
def test_what_is_only_near_to_a_name_is_not_answered_surely(question: str) -> None:
    assert asked(question).status != "answered"


def test_of_two_that_are_called_so_none_is_taken() -> None:
    graph = small_graph(
        "two",
        [
            (("Pilot",), {"name": "Otto Brask", "age": 40}),
            (("Pilot",), {"name": "Runi Brask", "age": 50}),
            (("Ship",), {"name": "Heron"}),
        ],
        [(0, "STEERS", 2, {})],
    )
    assert graph.retrieve("What is the age of Brask?", planner="meaning").status != "answered"
    assert rows(graph.retrieve("What is the age of Runi Brask?", planner="meaning")) == {50}


def foundries() -> Graph:
    return small_graph(
        "foundries",
        [
            (("Foundry",), {"name": "Hale Bells", "trade": "bells", "headquarters": "Orrin", "opened": 1911}),
            (("Foundry",), {"name": "Brass & Sons", "trade": "taps", "headquarters": "Velk", "opened": 1950}),
            (("Smith",), {"name": "Tove Rand"}),
        ],
        [(2, "WORKS_AT", 0, {})],
    )


def test_where_they_are_is_a_place() -> None:
    found = foundries().retrieve("foundries with their trade and where they are based", planner="meaning")
    assert rows(found) == {("Hale Bells", "bells", "Orrin"), ("Brass & Sons", "taps", "Velk")}
    assert found.status == "answered"
    found = foundries().retrieve("foundries by trade, how many of each", planner="meaning")
    assert (rows(found), found.status) == ({("bells", 1), ("taps", 1)}, "answered")


def test_a_place_that_nothing_tells_of_is_left_out_and_said_to_be() -> None:
    found = guild().retrieve("artisans with their rank and where they live", planner="meaning")
    assert found.status == "unsure"


LISTED = [
    (
        "Artisans at Dock House: rank and wage",
        {("Pell Oster", "Master", 70), ("Runa Veld", "Journeyman", 40)},
    ),
    ("wood workshops, kilns and workshop id", {("Red Yard", 4, 3), ("Long Barn", 1, 5)}),
    ("artisans who practise weaving: wage", {("Wyn Hask", 25)}),
    ("Artisans broken down by rank", {("Master", 2), ("Journeyman", 1), ("Apprentice", 2)}),
]


@pytest.mark.parametrize(("question", "expected"), LISTED)
def test_properties_that_end_a_question_are_columns(question: str, expected: set[Any]) -> None:
    found = asked(question)
    assert (rows(found), found.status) == (expected, "answered")
