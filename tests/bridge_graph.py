"""A small graph of bridges that no word table was written for."""

from __future__ import annotations

from functools import cache
from typing import Any

import motif
from question_graphs import small_graph

_NODES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("Bridge",), {"name": "Old Span", "length_m": 120, "built_year": 1850, "motto": "Built to last"}),
    (("Bridge",), {"name": "New Span", "length_m": 480, "built_year": 1960, "motto": "Higher, further"}),
    (("Bridge",), {"name": "Iron Gate", "length_m": 300, "built_year": 1932, "motto": "Iron lasts"}),
    (("River",), {"name": "Lumen", "depth": 12}),
    (("River",), {"name": "Tarn", "depth": 30}),
    (("Engineer",), {"name": "Ada Quill", "birth_year": 1810}),
    (("Engineer",), {"name": "Bo Larch", "birth_year": 1901}),
    (("Engineer",), {"name": "Cy Moss", "birth_year": 1870}),
    (("Town",), {"name": "Harrow", "population": 5000}),
    (("Town",), {"name": "Velden", "population": 90000}),
]
_LINKS: list[tuple[int, str, int, dict[str, Any]]] = [
    (0, "SPANS", 3, {}),
    (1, "SPANS", 4, {}),
    (2, "SPANS", 4, {}),
    (0, "DESIGNED_BY", 5, {}),
    (1, "DESIGNED_BY", 6, {}),
    (2, "DESIGNED_BY", 6, {}),
    (2, "DESIGNED_BY", 7, {}),
    (6, "INSPECTED", 0, {"start_year": 1930, "end_year": 1940, "fee": 100}),
    (7, "INSPECTED", 0, {"start_year": 1935, "fee": 40}),
    (0, "IN_TOWN", 8, {}),
    (1, "IN_TOWN", 9, {}),
    (2, "IN_TOWN", 9, {}),
]


@cache
def bridges() -> motif.Graph:
    """The graph as a user holds it, made once."""
    return small_graph("bridges", _NODES, _LINKS, ("start_year", "end_year", "fee"))
