"""``motif plan``: how a question would be answered, before anything is answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from motif.cli.console import out, print_json
from motif.cli.projected_graph import projected_graph
from motif.cli.step_words import step_lines
from motif.cli.target import connect_to, database_options
from motif.graphs.evidence import Node, Relationship
from motif.graphs.plan import Order, Plan
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


def asked(plan: Plan) -> str:
    """What a plan asks for, in words.

    >>> asked(Plan((("?film", "DIRECTED", "Mann"),), "?film", give="released", order=Order("released")))
    'released of ?film, the one with the most released'
    """
    if plan.reading is not None:
        return f"{plan.reading['words']} ({plan.reading['status']})"
    words = plan.steps[-1].name if plan.steps else "all unknowns"
    if plan.answer is not None:
        words = _part(plan.answer)
    if plan.give:
        words = f"{plan.give} of {words}"
    if plan.count:
        words = f"how many {words}"
    return words + ("" if plan.order is None else _ranking(plan.order))


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


def _ranking(order: Order) -> str:
    number = "the one" if order.limit == 1 else f"the {order.limit}"
    degree = "most" if order.descending else "least"
    of = order.property or "?" + str(order.count_of).removeprefix("?")
    return f", {number} with the {degree} {of}"


def pattern_lines(plan: Plan) -> Iterator[str]:
    """The triples of a plan, one a line, then its conditions.

    >>> list(pattern_lines(Plan((("?film", None, "Mann"),), filter={"film": {"released": 1995}})))
    ['?film | ? | Mann', 'where ?film released = 1995']
    """
    for triple in plan.pattern:
        yield " | ".join(map(_part, triple))
    for unknown, conditions in plan.filter.items():
        yield f"where ?{str(unknown).removeprefix('?')} {_conditions(conditions)}"


def _conditions(filter: Any) -> str:
    if not isinstance(filter, dict):
        return str(filter)
    return ", ".join(
        f"{key} {value}" if isinstance(value, dict) or key.startswith("$") else f"{key} = {value}"
        for key, value in filter.items()
    )


def _part(part: Any) -> str:
    if part is None:
        return "?"
    if isinstance(part, (Node, Relationship)):
        return part.name if isinstance(part, Node) else part.relation or part.type
    if not isinstance(part, dict):
        return str(part)
    name = part.get("name") or part.get("id")
    shown = str(name) if name else f"?{str(part.get('unknown') or '').removeprefix('?')}"
    shown += f" ({part['label']})" if part.get("label") else ""
    return shown + (f" with {_conditions(part['filter'])}" if part.get("filter") else "")
