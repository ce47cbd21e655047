"""What is counted beside a property is shown with it, and 'names' of what has a second name are its names."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph


@cache
def kennels() -> motif.Graph:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Dog",), {"name": "Rex", "dog_name": "Rexford of Ely", "height_cm": 60}),
        (("Dog",), {"name": "Fly", "dog_name": "Fly of Bray", "height_cm": 41}),
        (("Dog",), {"name": "Moss", "dog_name": "Moss of Ayr", "height_cm": 52}),
        (("Kennel",), {"name": "Hill Farm"}),
        (("Prize",), {"name": "Best in Show"}),
        (("Prize",), {"name": "Best Herder"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "LIVES_AT", 3, {}),
        (1, "LIVES_AT", 3, {}),
        (0, "WON", 4, {}),
        (0, "WON", 5, {}),
        (2, "WON", 5, {}),
    ]
    return small_graph("kennels", nodes, links)


def rows(question: str) -> tuple[list[tuple[Any, ...]], str | None]:
    found = kennels().retrieve(question, planner="meaning", top_k=20)
    told = [(*piece.answers, *piece.metadata.get("besides", ())) for piece in found]
    return [tuple(one.name if isinstance(one, Node) else one for one in row) for row in told], found.status


def test_a_property_and_a_count_of_each() -> None:
    found, status = rows(
        "What are the heights of the dogs that live at Hill Farm, and how many prizes has each won?"
    )
    assert (sorted(found), status) == ([("Fly", 41, 0), ("Rex", 60, 2)], "answered")


def test_names_are_what_things_are_called() -> None:
    found, status = rows(
        "What are the names of the dogs that live at Hill Farm, and how many prizes has each won?"
    )
    assert (sorted(found), status) == ([("Fly", 0), ("Rex", 2)], "answered")


def test_things_that_are_asked_for_besides_are_shown() -> None:
    found, status = rows("Which dogs live at Hill Farm and what prizes did they win?")
    assert (sorted(found), status) == ([("Rex", "Best Herder"), ("Rex", "Best in Show")], "answered")


@pytest.mark.parametrize(
    "question",
    [
        "How many dogs and how many prizes are there?",
        "What is the average height of dogs and the number of prizes that they won?",
        "For each kennel, the number of dogs and their average height.",
        "Which dogs are taller than 50 cm, and who owns them?",
        "How many dogs are taller than 50 cm, and at which kennels do they live?",
    ],
)
def test_what_is_asked_for_besides_and_not_shown_is_left_out(question: str) -> None:
    found, status = rows(question)
    shown = max((len(row) for row in found), default=0)
    assert status != "answered" or shown >= 2 + question.startswith("For"), found
