"""A small graph of orchards that no word table was written for."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (
        ("Orchard",),
        {"name": "Hollow Field", "trees": 400, "plantedOn": "2001-03-04", "harvestMin": 90},
    ),
    (
        ("Orchard",),
        {"name": "Long Acre", "trees": 900, "plantedOn": "1988-10-20", "harvestMin": 300},
    ),
    (("Orchard",), {"name": "Mill Slope", "trees": 150, "harvestMin": 45}),
    (("Valley",), {"name": "Ash Vale"}),
    (("Valley",), {"name": "Brook Vale"}),
    (("County",), {"name": "Ostrey"}),
    (("Grower",), {"fullName": "Ines Park", "birthYear": 1970, "turnoverMusd": 3.5}),
    (("Grower",), {"fullName": "Otto Reed", "birthYear": 1985, "turnoverMusd": 12.0}),
    (("Crate",), {"code": "C-1", "grade": 2}),
    (("Crate",), {"code": "C-2", "grade": 1}),
    (("Rootstock",), {"name": "Dwarf", "vendor": "Halden"}),
    (("Rootstock",), {"name": "Giant", "vendor": "Mirov"}),
    (("Crate",), {"code": "C-3", "grade": 3}),
    (("Grower",), {"fullName": "Una Holt", "birthYear": 1991}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "LOCATED_IN", 3, {}),
    (1, "LOCATED_IN", 4, {}),
    (2, "LOCATED_IN", 3, {}),
    (3, "PART_OF", 5, {}),
    (4, "PART_OF", 5, {}),
    (0, "PRIDE_OF", 5, {}),
    (6, "TENDS", 0, {"rented": True, "weekday": "Monday"}),
    (6, "TENDS", 1, {"rented": False, "weekday": "Friday"}),
    (7, "TENDS", 2, {"rented": True, "weekday": "Friday"}),
    (0, "FILLED", 8, {"kilos": 20}),
    (0, "FILLED", 9, {"kilos": 35}),
    (1, "FILLED", 9, {"kilos": 10}),
    (0, "GROWN_ON", 10, {}),
    (1, "GROWN_ON", 11, {}),
    (2, "GROWN_ON", 10, {}),
]


@cache
def orchards() -> motif.Graph:
    """Orchards with what grows there, who tends them and where they are; without an encoder."""
    return small_graph("orchards", _NODES, _LINKS, ("rented", "weekday", "kilos"))
