"""``motif mcp``: the methods as tools of a model, over standard input and output."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Lock
from typing import Any

import click

from motif.cli.projected_graph import projected_graph
from motif.cli.target import connect_to, database_options
from motif.knowledge_graph import Graph


@click.command()
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@database_options
def mcp(graph_name: str | None, **options: Any) -> None:
    """Serve the methods to a language model as MCP tools, over standard input and output. Reads only.

    Needs no plugin. The database is connected to, and read if no projection is there yet, when a tool is first called.

    \b
    {"mcpServers": {"motif": {"command": "motif", "args": ["mcp", "--graph", "movies"],
                              "env": {"NEO4J_URI": "bolt://localhost:7687", "NEO4J_PASSWORD": "…"}}}}
    """
    from motif.mcp import create_server

    with ExitStack() as stack:
        graph = _LateGraph(stack, graph_name, options)
        told = f"the knowledge graph '{graph_name}'" if graph_name else "a knowledge graph"
        create_server(graph, told).run("stdio")


class _LateGraph:
    """The graph, connected to at the first call that can: a client that starts before the database is told so."""

    def __init__(self, stack: ExitStack, name: str | None, options: dict[str, Any]) -> None:
        self._stack, self._name, self._options = stack, name, options
        self._graph: Graph | None = None
        self._lock = Lock()

    def __call__(self) -> Graph:
        with self._lock:
            if self._graph is None:
                self._graph = self._opened()
            return self._graph

    def _opened(self) -> Graph:
        connection = self._stack.enter_context(connect_to(self._options))
        return projected_graph(connection, self._name, refresh=False, quiet=True)
