"""``motif evaluate``: a data set's gold patterns, asked through Cypher or in memory."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, print_json, progress_bar
from motif.cli.target import connect_to, database_options
from motif.errors import InvalidInput
from motif.jobs import find_job
from motif.knowledge_graph import Connection
from motif_cypher import template


@click.command()
@click.argument("dataset")
@click.option("--graph", "graph_name", required=True, help="The projection to ask.")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The data set's folder. [default: in MOTIF_DATA]"
)
@click.option(
    "--hop", "hops", multiple=True, default=("1",), help="Hops, where the data set has them; repeatable."
)
@click.option(
    "--sample", type=int, help="Ask a random sample of so many questions per hop (seed 0). [default: all]"
)
@click.option("--via", type=click.Choice(["bolt", "memory"]), default="memory", show_default=True)
@click.option(
    "--injective", type=click.Choice(["true", "false", "known"]), default="known", show_default=True
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def evaluate(dataset: str, graph_name: str, hops: Sequence[str], **options: Any) -> None:
    """Ask the gold patterns of DATASET (metaqa, pathquestion) and count gold answers that come first."""
    points = {point.name: point for point in entry_points(group="motif.datasets")}
    if dataset not in points:
        raise InvalidInput(
            f"There is no data set '{dataset}'.", hint=f"Data sets: {', '.join(sorted(points))}."
        )
    run = find_job("evaluation")
    injective = {"true": True, "false": False}.get(options["injective"], options["injective"])
    reports: dict[str, Any] = {}
    with connect_to(options["uri"], options["user"], options["password"], options["database"]) as connection:
        ask = _asker(connection, graph_name, options["via"], injective)
        for hop in hops:
            keywords = {"hop": hop} if dataset == "metaqa" else {}
            questions = list(points[dataset].load()(options["folder"], **keywords))
            if options["sample"] and options["sample"] < len(questions):
                questions = random.Random(0).sample(questions, options["sample"])
            with progress_bar(f"{dataset} {hop}", options["as_json"]) as progress:
                total = len(questions)
                reports[hop] = run(
                    questions, ask, progress=lambda done, _, n=total: progress(done, n)
                ).as_dict()
    if options["as_json"]:
        print_json(reports)
        return
    for hop, report in reports.items():
        out.print(
            f"{dataset}, {hop} hop, via {options['via']}: a gold answer first for {100 * report['hitsAt1']:.2f} % of "
            f"{report['questions']:,}; median {report['medianMillis']} ms, 99th percentile {report['p99Millis']} ms"
        )


def _asker(connection: Connection, graph_name: str, via: str, injective: Any) -> Callable[[Any], list[str]]:
    if via == "memory":
        graph = connection.graph(graph_name)

        def in_memory(question: Any) -> list[str]:
            found = graph.search(
                question.pattern, top_k=1, injective=_rule(injective, question), answer="?answer"
            )
            return [getattr(answer, "name", "") for piece in found for answer in piece.answers]

        return in_memory
    name_property = connection.graph(graph_name).projection.nodes.name_properties[0]
    statement = template("call_search_names")

    def over_bolt(question: Any) -> list[str]:
        rows = connection.database.run(
            statement,
            graph=graph_name,
            pattern=[list(triple) for triple in question.pattern],
            property=name_property,
            configuration={"topK": 1, "injective": _rule(injective, question), "answer": "?answer"},
        )
        return [name for row in rows for name in row["names"]]

    return over_bolt


def _rule(asked: Any, question: Any) -> Any:
    return question.injective if asked is None else asked
