"""A small graph of artisans, their crafts, workshops and teachers that no word table was written for."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Artisan",), {"name": "Ilva Torn", "rank": "Master", "certified": True, "wage": 90, "height_cm": 160}),
    (
        ("Artisan",),
        {"name": "Pell Oster", "rank": "Master", "certified": False, "wage": 70, "height_cm": 175},
    ),
    (
        ("Artisan",),
        {"name": "Runa Veld", "rank": "Journeyman", "certified": True, "wage": 40, "height_cm": 180},
    ),
    (
        ("Artisan",),
        {"name": "Sten Marl", "rank": "Apprentice", "certified": False, "wage": 20, "height_cm": 170},
    ),
    (
        ("Artisan",),
        {"name": "Wyn Hask", "rank": "Apprentice", "certified": False, "wage": 25, "height_cm": 190},
    ),
    (("Craft",), {"name": "pottery"}),
    (("Craft",), {"name": "glass blowing"}),
    (("Craft",), {"name": "weaving"}),
    (("Workshop",), {"name": "Red Yard", "fuel": "wood", "kilns": 4, "workshopID": 3}),
    (("Workshop",), {"name": "Dock House", "fuel": "gas", "kilns": 2, "workshopID": 4}),
    (("Workshop",), {"name": "Long Barn", "fuel": "wood", "kilns": 1, "workshopID": 5}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (2, "HAS_TEACHER", 0, {}),
    (3, "HAS_TEACHER", 2, {}),
    (4, "HAS_TEACHER", 2, {}),
    (1, "HAS_TEACHER", 0, {}),
    (0, "ADMIRES", 2, {}),
    (1, "ADMIRES", 0, {}),
    (3, "ADMIRES", 1, {}),
    (4, "ADMIRES", 0, {}),
    (8, "CONNECTED_TO", 9, {}),
    (10, "CONNECTED_TO", 8, {}),
    (0, "PARENT_OF", 1, {}),
    (1, "PARENT_OF", 4, {}),
    (1, "PARENT_OF", 3, {}),
    (0, "PRACTISES", 5, {}),
    (1, "PRACTISES", 6, {}),
    (2, "PRACTISES", 5, {}),
    (2, "PRACTISES", 6, {}),
    (3, "PRACTISES", 5, {}),
    (4, "PRACTISES", 7, {}),
    (0, "WORKS_AT", 8, {"start": "1990-01-01", "hours": 30}),
    (1, "WORKS_AT", 8, {"start": "2001-05-01", "end": "2009-03-01", "hours": 35}),
    (1, "WORKS_AT", 9, {"start": "2009-04-01", "hours": 25}),
    (2, "WORKS_AT", 9, {"start": "2012-01-01", "hours": 40}),
    (3, "WORKS_AT", 10, {"start": "2015-01-01", "hours": 20}),
    (4, "WORKS_AT", 8, {"start": "2016-01-01", "hours": 10}),
]


@cache
def guild() -> motif.Graph:
    """The graph as a user holds it, made once."""
    return small_graph("guild", _NODES, _LINKS, ("start", "end", "hours"))
