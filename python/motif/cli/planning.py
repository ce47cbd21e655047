"""``motif plan``: how a question would be answered, before anything is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from motif.cli.console import out, print_json
from motif.cli.projected_graph import projected_graph
from motif.cli.target import connect_to, database_options
from motif.graphs.plan import Plan
from motif.graphs.plan_words import asked, pattern_lines, step_lines
from motif.knowledge_graph import Graph
from motif.planners.cypher_literals import identifier, literal


@click.command()
@click.argument("question")
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@click.option("--method", default="auto", show_default=True)
@click.option(
    "--planner",
    type=click.Choice(["auto", "meaning", "patterns", "paths", "model"]),
    default="auto",
    show_default=True,
    help="'meaning' reads the question as one tree; 'paths' needs no language model; 'model' asks the one in "
    "MOTIF_MODEL.",
)
@click.option("-k", "--top-k", default=3, show_default=True)
@click.option("--timeout", type=float, help="Seconds. [default: 30]")
@click.option("--refresh", is_flag=True, help="Read the graph again first.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_options
def plan(question: str, **options: Any) -> None:
    """Show how a question would be answered: pattern, answer, and the Cypher that means the same.

    \b
    motif plan "who directed the films starring Tom Hanks?"
    """
    with connect_to(options) as connection:
        graph = projected_graph(
            connection, options["graph_name"], refresh=options["refresh"], quiet=options["as_json"]
        )
        plans = graph.plan(
            question,
            method=options["method"],
            planner=options["planner"],
            top_k=options["top_k"],
            timeout=options["timeout"],
        )
        if options["as_json"]:
            print_json([graph.show_plan(rank, one) for rank, one in enumerate(plans, start=1)])
        else:
            print_plans(plans, graph)


def print_plans(plans: list[Plan], graph: Graph) -> None:
    """Plans one below the other: confidence and answer, pattern or steps, problems, Cypher."""
    if not plans:
        out.print("No plan: the graph has no path that fits the question.")
    for rank, one in enumerate(plans, start=1):
        out.print(f"[bold]{rank}.[/] ", end="")
        out.print(f"confidence {one.confidence:.2f}, by {one.planner}: {asked(one)}", markup=False)
        for line in (*pattern_lines(one), *step_lines(one), *one.notes):
            out.print(f"     {line}", markup=False)
        shown = graph.show_plan(rank, one)
        for problem in shown["problems"]:
            out.print(f"     ! {problem}", markup=False, style="yellow")
        for line in (*shown["cypher"].splitlines(), *parameter_lines(one)):
            out.print(f"     {line}", markup=False, style="dim")


def parameter_lines(plan: Plan) -> Iterator[str]:
    """What the statement of a reading is run with, as Neo4j Browser and cypher-shell take it, or why there is none.

    >>> reading = {"words": "", "status": "understood", "cypher": {"text": "", "parameters": {"name": "Heat"}}}
    >>> list(parameter_lines(Plan((), method="meaning", question="Heat?", reading=reading)))
    [":param {name: 'Heat'}"]
    """
    reading = plan.reading or {}
    if parameters := reading.get("cypher", {}).get("parameters"):
        told = ", ".join(f"{identifier(name)}: {literal(value)}" for name, value in parameters.items())
        yield f":param {{{told}}}"
    if "no_cypher" in reading:
        yield f"No statement: {reading['no_cypher']['what']}"
