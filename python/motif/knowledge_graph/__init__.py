"""What a user holds: a connection to Neo4j, and graphs that answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motif.first_use import on_first_use

if TYPE_CHECKING:
    from motif.knowledge_graph.connection import Connection, connect
    from motif.knowledge_graph.graph import Graph

__all__ = ["Connection", "Graph", "connect"]

_HOMES = {"Connection": "connection", "Graph": "graph", "connect": "connection"}

__getattr__ = on_first_use(__name__, _HOMES)
