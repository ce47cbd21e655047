"""Groups in the order of what is told of them: "the average height per team, tallest first"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from question_graphs import small_graph


@cache
def crews() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Crew",), {"name": "Red"}),
        (("Crew",), {"name": "Blue"}),
        (("Rower",), {"name": "Ada", "height_cm": 180}),
        (("Rower",), {"name": "Bo", "height_cm": 190}),
        (("Rower",), {"name": "Cy", "height_cm": 170}),
    ]
    return small_graph(
        "crews", nodes, [(2, "ROWS_FOR", 0, {}), (3, "ROWS_FOR", 1, {}), (4, "ROWS_FOR", 0, {})]
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("average height of rowers in each crew, tallest first", [("Blue", 190), ("Red", 175)]),
        ("average height of rowers per crew, lowest first", [("Red", 175), ("Blue", 190)]),
        ("number of rowers per crew, highest first", [("Red", 2), ("Blue", 1)]),
        ("number of rowers per crew, lowest first", [("Blue", 1), ("Red", 2)]),
    ],
)
def test_in_their_order(question: str, expected: list[tuple[str, int]]) -> None:
    found = crews().retrieve(question, planner="meaning")
    assert [(piece.answers[0].name, piece.answers[1]) for piece in found] == expected, found.readings
