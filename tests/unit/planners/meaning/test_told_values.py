"""Values beside the property that they are of, those that differ in a mark, and what is commonest among them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph


@cache
def flats() -> motif.Graph:
    nodes = [
        (("Listing",), {"name": "Mill Loft", "heating": "gas boiler", "rate": 90, "instant_book": True}),
        (("Listing",), {"name": "Old Barn", "heating": "heat pump", "rate": 50, "instant_book": False}),
        (("Listing",), {"name": "Quay Room", "heating": "gas boiler", "rate": 40, "instant_book": True}),
        (("Listing",), {"name": "Hill House", "rate": 70, "instant_book": False}),
        (("Listing",), {"name": "Sea Hut", "rate": 60, "instant_book": True}),
        (("Listing",), {"name": "Yard Flat", "rate": 65, "instant_book": True}),
        (("Guest",), {"name": "Ann Roe", "blood": "O+", "year": 1990}),
        (("Guest",), {"name": "Bo Lark", "blood": "O-", "year": 1995}),
        (("Guest",), {"name": "Cy Marsh", "blood": "A+", "year": 2001}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (6, "BOOKED", 0, {}),
        (7, "BOOKED", 1, {}),
        (8, "BOOKED", 0, {}),
    ]
    return small_graph("flats", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which listings have the heating gas boiler?", {"Mill Loft", "Quay Room"}),
        ("listings whose heating is gas boiler", {"Mill Loft", "Quay Room"}),
        ("listings with a heating of gas boiler", {"Mill Loft", "Quay Room"}),
        ("How many listings have gas boiler as their heating?", {2}),
        ("Which guests have the blood O+?", {"Ann Roe"}),
        ("guests whose blood is O-", {"Bo Lark"}),
        ("What is the most common heating of listings?", {"gas boiler"}),
        ("What is the heating of Old Barn?", {"heat pump"}),
        ("List the 2 listings with the lowest rate.", {"Quay Room", "Old Barn"}),
        ("Which listings are instant book?", {"Mill Loft", "Quay Room", "Sea Hut", "Yard Flat"}),
        ("How many guests have a year of at least 1995?", {2}),
    ],
)
def test_a_value_is_of_the_property_beside_it(question: str, expected: set[Any]) -> None:
    found = flats().retrieve(question, planner="meaning", top_k=20)
    rows = [piece.answers[0] for piece in found]
    assert ({one.name if isinstance(one, Node) else one for one in rows}, found.status) == (
        expected,
        "answered",
    )
