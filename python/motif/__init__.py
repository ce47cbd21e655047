"""Motif answers questions from a Neo4j knowledge graph by structure.

>>> import motif
>>> graph = motif.Graph.from_triples([("Heat", "directed_by", "Michael Mann")])
>>> graph.search([("?film", "directed_by", "Michael Mann")])[0].bindings["film"].name
'Heat'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from motif.first_use import on_first_use

if TYPE_CHECKING:
    from motif.errors import MotifError
    from motif.graphs.answer_text import text_of
    from motif.graphs.evidence import Evidence, Node, Relationship, Results
    from motif.graphs.pattern import Pattern, parse_pattern
    from motif.knowledge_graph import Connection, Graph, connect
    from motif.settings import Settings, load_settings

__all__ = [
    "Connection",
    "Evidence",
    "Graph",
    "MotifError",
    "Node",
    "Pattern",
    "Relationship",
    "Results",
    "Settings",
    "__version__",
    "connect",
    "load_settings",
    "parse_pattern",
    "text_of",
]

__version__ = "0.1.0"

_HOMES = {
    "Connection": "knowledge_graph",
    "Evidence": "graphs.evidence",
    "Graph": "knowledge_graph",
    "MotifError": "errors",
    "Node": "graphs.evidence",
    "Pattern": "graphs.pattern",
    "Relationship": "graphs.evidence",
    "Results": "graphs.evidence",
    "Settings": "settings",
    "connect": "knowledge_graph",
    "load_settings": "settings",
    "parse_pattern": "graphs.pattern",
    "text_of": "graphs.answer_text",
}

__getattr__ = on_first_use(__name__, _HOMES)


def __dir__() -> list[str]:
    return sorted(__all__)
