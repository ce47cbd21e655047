"""What a user holds: a connection to Neo4j, and graphs that answer."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motif.knowledge_graph.connection import Connection, connect
    from motif.knowledge_graph.graph import Graph

__all__ = ["Connection", "Graph", "connect"]

_HOMES = {"Connection": "connection", "Graph": "graph", "connect": "connection"}


def __getattr__(name: str) -> Any:
    """They are imported when first used: which database is meant (`target`) is known without them."""
    if name not in _HOMES:
        raise AttributeError(f"module 'motif.knowledge_graph' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"motif.knowledge_graph.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
