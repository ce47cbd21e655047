"""Verbs in other words and other forms than the relation's: irregular ones, those in -ay and -oy, and much the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph


@cache
def troupes() -> motif.Graph:
    """Players of troupes, one of which works for the other; one player kills the other."""
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Player",), {"name": "Edda Marl"}),
        (("Player",), {"name": "Jon Fisk"}),
        (("Troupe",), {"name": "Red Lantern"}),
        (("Troupe",), {"name": "Owl House"}),
        (("Role",), {"name": "jester"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "playsFor", 2, {}),
        (1, "playsFor", 3, {}),
        (0, "playsPart", 4, {}),
        (0, "killed", 1, {}),
        (2, "worksFor", 3, {}),
    ]
    return small_graph("troupes", nodes, links, is_encoded=True)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who slew Jon Fisk?", {"Edda Marl"}),
        ("By whom was Jon Fisk slain?", {"Edda Marl"}),
        ("Which players played for Red Lantern?", {"Edda Marl"}),
        ("Which players either play for Red Lantern or play for Owl House?", {"Edda Marl", "Jon Fisk"}),
        ("By whom was Jon Fisk killed?", {"Edda Marl"}),
        ("By which player was Jon Fisk slain?", {"Edda Marl"}),
        ("Whom did Edda Marl kill?", {"Jon Fisk"}),
        ("Who hired Red Lantern?", {"Owl House"}),
        ("By whom is Red Lantern employed?", {"Owl House"}),
        ("Who employs Red Lantern?", {"Owl House"}),
        ("Which troupe employed Red Lantern?", {"Owl House"}),
    ],
)
def test_verbs_in_other_forms_say_the_relation(question: str, expected: set[str]) -> None:
    found = troupes().retrieve(question, planner="meaning")
    names = {node.name for piece in found for node in piece.answers if isinstance(node, Node)}
    assert (names, found.metadata.get("omitted")) == (expected, None), found.metadata


def test_a_verb_is_no_label_of_who_does_it() -> None:
    [reading, *_] = (
        troupes().retrieve("What are the names of players who either play the jester or sing?").readings
    )
    assert "player (plays for" not in reading


def test_a_verb_of_its_own_is_no_other_that_says_much_the_same() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        *((("Side",), {"name": name}) for name in ("Herons", "Otters", "Badgers")),
        (("Game",), {"name": "Opening Game"}),
        (("Cup",), {"name": "River Cup"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (0, "PLAYED_IN", 3, {}), (1, "PLAYED_IN", 3, {}), (0, "PARTICIPATED_IN", 4, {}), (2, "PARTICIPATED_IN", 4, {}),
    ]  # fmt: skip
    found = small_graph("cups", nodes, links, is_encoded=True).retrieve(
        "Against whom have the Herons played?"
    )
    assert [node.name for piece in found for node in piece.answers] == ["Otters"]
