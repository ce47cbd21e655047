"""What a user holds: a connection to Neo4j, and graphs that answer."""

from motif.knowledge_graph.connection import Connection, connect
from motif.knowledge_graph.graph import Graph

__all__ = ["Connection", "Graph", "connect"]
