"""A small graph of sailors with given name and surname, their boats and regattas; no word table was written for it."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Sailor",), {"name": "Ada", "surname": "Quill", "rank": "mate", "age": 30, "dob": "1990-02-01"}),
    (("Sailor",), {"name": "Bo", "surname": "Larch", "rank": "master", "age": 50, "dob": "1970-07-09"}),
    (("Sailor",), {"name": "Cy", "surname": "Quill", "rank": "mate", "age": 22, "dob": "1998-11-30"}),
    (("Sailor",), {"name": "Dot", "surname": "Moss", "rank": "cook", "age": 64, "dob": "1956-01-17"}),
    (("Boat",), {"name": "Heron", "length_m": 12, "berth": "East Mole", "sail_no": "K12", "built": "1987"}),
    (("Boat",), {"name": "Tern", "length_m": 8, "berth": "West Mole", "sail_no": "K7", "built": "2004"}),
    (("Boat",), {"name": "Gannet", "length_m": 15, "berth": "East Mole", "sail_no": "K31"}),
    (("Regatta",), {"name": "Spring Cup", "heldOn": "2019-05-02", "class": "open", "year": 2019}),
    (("Regatta",), {"name": "Autumn Cup", "heldOn": "2020-09-13", "class": "coastal", "year": 2020}),
    (("Regatta",), {"name": "Night Race", "heldOn": "2021-06-20", "class": "coastal", "year": 2021}),
    (("Harbour",), {"name": "Old Quay"}),
    (("Harbour",), {"name": "Salt Quay"}),
    (("Trophy",), {"name": "Silver Bell"}),
    (("Trophy",), {"name": "Brass Lamp"}),
    (("House",), {"name": "3 Mole Street"}),
    (("House",), {"name": "30 Mole Street"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "CREWED", 4, {}),
    (1, "CREWED", 4, {}),
    (2, "CREWED", 5, {}),
    (1, "CREWED", 5, {}),
    (4, "ENTERED", 7, {}),
    (4, "ENTERED", 8, {}),
    (5, "ENTERED", 8, {}),
    (5, "ENTERED", 9, {}),
    (4, "ENTERED", 9, {}),
    (7, "STARTED_FROM", 10, {}),
    (8, "STARTED_FROM", 11, {}),
    (9, "STARTED_FROM", 10, {}),
    (0, "FILED_PROTEST", 7, {"minute": 12}),
    (0, "FILED_PROTEST", 7, {"minute": 40}),
    (0, "FILED_PROTEST", 8, {"minute": 3}),
    (1, "FILED_PROTEST", 9, {"minute": 25}),
    (2, "FILED_PROTEST", 8, {"minute": 55}),
    (2, "FILED_PROTEST", 8, {"minute": 9}),
    (0, "WON", 12, {"year": 2019}),
    (1, "WON", 13, {"year": 2021}),
    (2, "WON", 13, {"year": 2020}),
    (0, "SIBLING_OF", 2, {}),
    (7, "HAS_SQUAD_MEMBER", 0, {}),
    (7, "HAS_SQUAD_MEMBER", 3, {}),
    (8, "HAS_SQUAD_MEMBER", 2, {}),
    (0, "HOME_ADDRESS", 14, {}),
    (2, "HOME_ADDRESS", 14, {}),
    (1, "HOME_ADDRESS", 15, {}),
]


@cache
def harbour() -> motif.Graph:
    """The graph as a user holds it, made once; without an encoder."""
    return small_graph("harbour", _NODES, _LINKS, ("minute", "year"))
