"""A small graph of bridges that no word table was written for."""

from __future__ import annotations

from functools import cache

import motif
from motif.catalog import ProjectionRequest
from motif.errors import MissingDependency
from motif.models.encoder import TextEncoder
from motif.settings import load_settings
from question_graphs import PlainLink, PlainNode, PropertyGraph, as_projection

_NODES = [
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
_LINKS = [
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
    """The graph as a user holds it, without an encoder: words alone must do."""
    nodes = tuple(PlainNode(labels, properties) for labels, properties in _NODES)
    links = tuple(PlainLink(*link) for link in _LINKS)
    request = ProjectionRequest(relationship_properties=("start_year", "end_year", "fee"))
    projection = as_projection(PropertyGraph(nodes, links), "bridges", request)
    return motif.Graph(lambda: projection, encoder=no_encoder, settings=load_settings())


def no_encoder() -> TextEncoder:
    """As where none is installed."""
    raise MissingDependency("There is no encoder.")
