"""Properties whose words also say a label, an order, a name or next to nothing: "area", "first ascent year", "has"."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import motif
from motif.graphs.evidence import Node
from question_graphs import small_graph


@cache
def parks() -> motif.Graph:
    nodes = [
        (("Region",), {"name": "Ostmark", "area_km2": 900, "has_coast": False, "term_years": 4}),
        (("Region",), {"name": "Vell", "area_km2": 1200, "has_coast": True, "term_years": 5}),
        (("Region",), {"name": "Tarn", "area_km2": 300, "has_coast": True, "term_years": 6}),
        (("ProtectedArea",), {"name": "Grey Fen", "area_km2": 40, "founded_year": 1950}),
        (("ProtectedArea",), {"name": "Long Moor", "area_km2": 70, "founded_year": 1980}),
        (("Mountain",), {"name": "Skarn", "first_ascent_year": 1901, "height_m": 900}),
        (("Mountain",), {"name": "Orsk", "first_ascent_year": 1850, "height_m": 1200}),
        (("Mountain",), {"name": "Ulf", "first_ascent_year": 1888, "height_m": 300}),
        (("LaunchSite",), {"name": "Point Lorne", "latitude": 28.0}),
        (("LaunchSite",), {"name": "Skerry", "latitude": 69.0}),
        (("LaunchSite",), {"name": "Kess", "latitude": 1.0}),
        (("Warden",), {"name": "Ida Falk", "title": "Head of Fens"}),
        (("Warden",), {"name": "Bo Larch", "title": "Ranger"}),
        (("Agency",), {"name": "Norvel"}),
    ]
    links: list[tuple[int, str, int, dict[str, Any]]] = [
        (3, "LOCATED_IN", 0, {}),
        (4, "LOCATED_IN", 1, {}),
        (8, "LOCATED_IN", 0, {}),
        (9, "LOCATED_IN", 1, {}),
        (10, "LOCATED_IN", 2, {}),
        (13, "BASED_IN", 0, {}),
        (11, "GUARDS", 3, {}),
        (12, "GUARDS", 4, {}),
    ]
    return small_graph("parks", nodes, links)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What is the area of Vell?", {1200}),
        ("What is the average area of regions?", {800}),
        ("Which region has the highest area?", {"Vell"}),
        ("Name the two largest regions by area.", {"Vell", "Ostmark"}),
        ("regions larger than 500 square kilometres", {"Vell", "Ostmark"}),
        ("Which regions have an area of more than 50,000 hectares?", {"Vell", "Ostmark"}),
        ("Which protected area has the highest area?", {"Long Moor"}),
        ("Which areas are located in Vell?", {"Long Moor"}),
        ("Which region has the highest term?", {"Tarn"}),
        ("What is the average term of regions?", {5}),
        ("Which regions have a term of more than 4 years?", {"Vell", "Tarn"}),
        ("Which regions have a coast?", {"Vell", "Tarn"}),
        ("Which mountain has the highest first ascent year?", {"Skarn"}),
        ("Which launch site has the highest latitude?", {"Skerry"}),
        ("What is the title of Ida Falk?", {"Head of Fens"}),
        ("titles of wardens", {"Head of Fens", "Ranger"}),
    ],
)
def test_a_property_is_read_for_what_it_is(question: str, expected: set[Any]) -> None:
    found = parks().retrieve(question, planner="meaning", top_k=20)
    rows = [piece.answers[0] for piece in found]
    assert ({one.name if isinstance(one, Node) else one for one in rows}, found.status) == (
        expected,
        "answered",
    )
