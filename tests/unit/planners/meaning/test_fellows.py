"""Nouns for what shares a thing with its like, and for either end of what holds both ways."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from guild_graph import guild
from motif.graphs.evidence import Node, Results
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Writer",), {"name": "Ute Rand"}),
    (("Writer",), {"name": "Paz Olmo"}),
    (("Writer",), {"name": "Kit Vane"}),
    (("Essay",), {"name": "On Moss"}),
    (("Essay",), {"name": "On Tin"}),
    (("Essay",), {"name": "On Fog"}),
    (("Club",), {"name": "Larks"}),
    (("Club",), {"name": "Rooks"}),
    (("Rower",), {"name": "Ned Cole"}),
    (("Rower",), {"name": "Amy Tross"}),
    (("Rower",), {"name": "Lou Finch"}),
    (("Town",), {"name": "Arle"}),
    (("Town",), {"name": "Brent"}),
    (("Town",), {"name": "Corve"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "AUTHORED", 3, {}),
    (1, "AUTHORED", 3, {}),
    (1, "AUTHORED", 4, {}),
    (2, "AUTHORED", 4, {}),
    (2, "AUTHORED", 5, {}),
    (8, "ROWS_FOR", 6, {}),
    (9, "ROWS_FOR", 6, {}),
    (10, "ROWS_FOR", 7, {}),
    (11, "BORDERS", 12, {}),
    (13, "BORDERS", 11, {}),
]


@cache
def writers() -> motif.Graph:
    return small_graph("writers", _NODES, _LINKS)


def rows(found: Results) -> set[Any]:
    named = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return {row[0] if len(row) == 1 else row for row in named}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("co-authors of Ute Rand", {"Paz Olmo"}),
        ("Who are Paz Olmo's co-authors?", {"Ute Rand", "Kit Vane"}),
        ("How many coauthors does Paz Olmo have?", {2}),
        ("Which writer has the most co-authors?", {"Paz Olmo"}),
        ("Who are the authors of On Tin?", {"Paz Olmo", "Kit Vane"}),
        ("the team-mates of Ned Cole", {"Amy Tross"}),
        ("Who are Amy Tross's teammates?", {"Ned Cole"}),
        ("Which towns are neighbours of Arle?", {"Brent", "Corve"}),
        ("Which town has the most neighbours?", {"Arle"}),
        ("How many neighbors does each town have?", {("Arle", 2), ("Brent", 1), ("Corve", 1)}),
        ("Which towns have at least 2 neighbours?", {"Arle"}),
    ],
)
def test_fellows_are_found_over_what_they_share(question: str, expected: set[Any]) -> None:
    found = writers().retrieve(question, planner="meaning", top_k=20)
    assert (found.status, rows(found)) == ("answered", expected)


def test_siblings_are_found_behind_a_name() -> None:
    found = guild().retrieve("Who are Sten Marl's siblings?", planner="meaning")
    assert (found.status, rows(found)) == ("answered", {"Wyn Hask"})


@pytest.mark.parametrize(
    "question",
    [
        "colleagues of Ilva Torn",  # of which years is not said
        "Which artisans have at least 2 siblings?",
        "Which artisans have more than 1 colleague?",
        "roommates of Ilva Torn",
        "co-signatories of Ilva Torn",
    ],
)
def test_fellows_of_which_the_graph_does_not_tell_are_no_others(question: str) -> None:
    assert guild().retrieve(question, planner="meaning").status in ("unsure", "not held")
