"""A small graph of smiths, what they cast, their foundries, and the trials they lost or won; and of barges."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Smith",), {"name": "Ada", "gender": "female", "born": 1970}),
    (("Smith",), {"name": "Bo", "gender": "male", "born": 1981}),
    (("Smith",), {"name": "Cy", "gender": "female", "born": 1990}),
    (("Foundry",), {"name": "Old Foundry"}),
    (("Foundry",), {"name": "New Foundry"}),
    (("MetalWork",), {"name": "Gate", "length_cm": 210, "material": "iron"}),
    (("MetalWork",), {"name": "Bell", "length_cm": 60, "material": "bronze"}),
    (("MetalWork",), {"name": "Weathercock", "length_cm": 45, "material": "iron"}),
    (("Trial",), {"name": "Spring Trial"}),
    (("Trial",), {"name": "Autumn Trial"}),
    (("Hall",), {"name": "Long Hall", "seating_capacity": 300}),
    (("LiteraryWork",), {"name": "On Iron"}),
    (("LiteraryWork",), {"name": "On Tin"}),
    (("Publisher",), {"name": "Anvil Press"}),
    (("Barge",), {"name": "Ox", "arrived_on": "2020-03-01"}),
    (("Barge",), {"name": "Elk", "arrived_on": "2020-03-04"}),
    (("Lock",), {"name": "Mill Lock"}),
    (("Lock",), {"name": "Weir Lock"}),
    (("Monarch",), {"name": "Odo", "gender": "male"}),
    (("Monarch",), {"name": "Una", "gender": "female"}),
    (("Realm",), {"name": "Marsh"}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "WORKED_FOR", 3, {}),
    (1, "WORKED_FOR", 4, {}),
    (2, "WORKED_FOR", 4, {}),
    (5, "CAST_BY", 0, {}),
    (6, "CAST_BY", 1, {}),
    (7, "CAST_BY", 0, {}),
    (0, "COMPETED_IN", 8, {"outcome": "victor"}),
    (1, "COMPETED_IN", 8, {"outcome": "defeated"}),
    (0, "COMPETED_IN", 9, {"outcome": "defeated"}),
    (2, "COMPETED_IN", 9, {"outcome": "victor"}),
    (11, "PUBLISHED_BY", 13, {}),
    (12, "PUBLISHED_BY", 13, {}),
    (11, "WRITTEN_BY", 1, {}),
    (14, "LEFT_FROM", 16, {}),
    (15, "LEFT_FROM", 16, {}),
    (15, "ARRIVED_AT", 17, {}),
    (18, "REIGNED_OVER", 20, {"start_year": 900, "end_year": 920}),
    (19, "REIGNED_OVER", 20, {"start_year": 920, "end_year": 941}),
]


@cache
def smithy() -> motif.Graph:
    """The graph as a user holds it, made once; without an encoder."""
    return small_graph("smithy", _NODES, _LINKS, ("outcome", "start_year", "end_year"))
