"""Units that stand for the property which is measured in them."""

from __future__ import annotations

from typing import Any

import pytest

import motif
from bridge_graph import bridges
from orchard_graph import orchards
from question_graphs import small_graph


@pytest.mark.parametrize(
    ("graph", "question", "expected"),
    [
        (bridges(), "How many meters do the bridges in Velden have in total?", 780),
        (orchards(), "How many minutes do the orchards in Ash Vale have?", 135),
        (orchards(), "How many minutes has Long Acre?", 300),
    ],
)
def test_a_unit_says_its_property(graph: motif.Graph, question: str, expected: float) -> None:
    found = graph.retrieve(question, planner="meaning")
    assert (found.status, [piece.answers for piece in found]) == ("answered", [(expected,)])


def test_a_unit_of_nothing_is_left_out() -> None:
    assert (
        bridges().retrieve("How many tons do the bridges in Velden have?", planner="meaning").status
        == "unsure"
    )


def test_what_is_told_per_something_is_asked_for_without() -> None:
    nodes: list[tuple[tuple[str, ...], dict[str, Any]]] = [
        (("Cloth",), {"name": "Tweed", "pricePerMetre": 31.5}),
        (("Cloth",), {"name": "Linen", "pricePerMetre": 18.0}),
        (("Mill",), {"name": "Old Mill"}),
    ]
    mill = small_graph("mill", nodes, [(2, "WEAVES", 0, {}), (2, "WEAVES", 1, {})], (), is_encoded=True)
    for question in ("What is the price of Tweed?", "Tweed price", "price per metre of Tweed"):
        found = mill.retrieve(question)
        assert (found.status, [piece.answers for piece in found]) == ("answered", [(31.5,)])
