"""``motif mcp``: the methods as tools of a model, over standard input and output."""

from __future__ import annotations

from functools import cache
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

    \b
    {"mcpServers": {"motif": {"command": "motif", "args": ["mcp", "--graph", "movies"],
                              "env": {"NEO4J_URI": "bolt://localhost:7687", "NEO4J_PASSWORD": "…"}}}}
    """
    from motif.mcp import create_server

    with connect_to(options["uri"], options["user"], options["password"], options["database"]) as connection:

        @cache
        def graph() -> Graph:
            return projected_graph(connection, graph_name, refresh=False, quiet=True)

        create_server(graph, graph_name or str(connection.database.info["name"])).run("stdio")
