"""``motif learn``: what questions mean, from a file of examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from motif.cli.console import err, out
from motif.cli.projected_graph import projected_graph
from motif.cli.target import connect_to, database_options


@click.command()
@click.argument("examples", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@click.option("--replace", is_flag=True, help="Forget the examples that were taught earlier.")
@database_options
def learn(
    examples: Path,
    graph_name: str | None,
    replace: bool,
    **options: Any,
) -> None:
    """Teach a graph what questions mean, from a YAML file of EXAMPLES; nothing is written to the database.

    \b
    - question: who is behind [Heat]?
      pattern: [["?who", "DIRECTED", "Heat"]]
    - question: how old is [Alien]?
      answers: [1979]
    """
    with connect_to(options) as connection:
        graph = projected_graph(connection, graph_name, refresh=False, quiet=True, is_made=False)
        learnt = graph.learn(examples, replace=replace)
        plural = "" if learnt.examples == 1 else "s"
        out.print(f"{graph.name} knows {learnt.examples} example{plural}.", markup=False)
        for reason in learnt.unused:
            err.print(reason, style="yellow", markup=False)
