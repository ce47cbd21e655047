"""A small graph of ferries that sail to the same harbours again and again, for which no word table was written."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Ferry",), {"name": "Gannet", "tonnage": 900}),
    (("Ferry",), {"name": "Petrel", "tonnage": 1400}),
    (("Ferry",), {"name": "Tern", "tonnage": 600}),
    (("Ferry",), {"name": "Auk", "tonnage": 800}),
    (("Harbour",), {"name": "Skarn", "berths": 4}),
    (("Harbour",), {"name": "Holm", "berths": 9}),
    (("Harbour",), {"name": "Vik", "berths": 2}),
    (("Line",), {"name": "North Line"}),
    (("Line",), {"name": "Sound Line"}),
    (("Mate",), {"name": "Ada Rusk"}),
    (("Mate",), {"name": "Bo Thorne"}),
    (("Mate",), {"name": "Cy Vale"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "DOCKED_AT", 4, {"cargo": 40}),
    (0, "DOCKED_AT", 4, {"cargo": 60}),
    (0, "DOCKED_AT", 4, {"cargo": 10}),
    (1, "DOCKED_AT", 4, {"cargo": 30}),
    (1, "DOCKED_AT", 5, {"cargo": 90}),
    (2, "DOCKED_AT", 5, {"cargo": 20}),
    (0, "RUNS_FOR", 7, {}),
    (1, "RUNS_FOR", 7, {}),
    (2, "RUNS_FOR", 8, {}),
    (3, "RUNS_FOR", 8, {}),
    (4, "NEAR", 5, {}),
    (5, "NEAR", 6, {}),
    (9, "REPORTED_LEAK", 0, {"deck": 1}),
    (9, "REPORTED_LEAK", 0, {"deck": 2}),
    (9, "REPORTED_LEAK", 1, {"deck": 1}),
    (10, "REPORTED_LEAK", 2, {"deck": 3}),
    (9, "SERVED_ON", 0, {}),
    (9, "SERVED_ON", 1, {}),
    (10, "SERVED_ON", 0, {}),
    (10, "SERVED_ON", 1, {}),
    (10, "SERVED_ON", 2, {}),
    (11, "SERVED_ON", 2, {}),
]


@cache
def ferries() -> motif.Graph:
    """Ferries with their lines, the harbours where they docked, and mates who served and reported leaks."""
    return small_graph("ferries", _NODES, _LINKS, ("cargo", "deck"))
