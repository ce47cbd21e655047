"""``motif ask``: a question to a database that may never have seen Motif; nothing is written to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from subprocess import DEVNULL
from typing import Any

import click

from motif.cli.console import err, evidence_as_dict, print_json, print_results
from motif.cli.projected_graph import projected_graph
from motif.cli.target import connect_to, database_options
from motif.errors import InvalidInput
from motif.graphs.pattern_text import read_pattern
from motif.graphs.projection import NAME
from motif.knowledge_graph import Graph


@click.command()
@click.argument("question", required=False)
@click.option(
    "--pattern",
    help="Triples 'head | relation | tail', separated by ';'. '?film' is an unknown. Or a JSON list of triples.",
)
@click.option("--answer", help="The unknown that is asked for, for example '?film'.")
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@click.option("--method", default="auto", show_default=True)
@click.option("-k", "--top-k", default=5, show_default=True)
@click.option("--injective", type=click.Choice(["true", "false", "known"]), default="true", show_default=True)
@click.option("--label", "labels", multiple=True, help="Only nodes with this label; may be repeated.")
@click.option("--type", "types", multiple=True, help="Only relationships of this type; may be repeated.")
@click.option("--filter", "filters", help='JSON, for example \'{"released": {"$gte": 1999}}\'.')
@click.option("--timeout", type=float, help="Seconds. [default: 30]")
@click.option("--refresh", is_flag=True, help="Read the graph again first.")
@click.option(
    "--background/--no-background", default=True, help="Embed names in the background after answering."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_options
def ask(question: str | None, pattern: str | None, **options: Any) -> None:
    """Ask a graph. Reads it once into Motif's own memory, answers, and writes nothing to the database.

    \b
    motif ask --pattern '?film | DIRECTED | ?who; Tom Hanks | ACTED_IN | ?film' --answer '?who'
    """
    if (question is None) == (pattern is None):
        raise InvalidInput("Give either a QUESTION or --pattern.", hint="motif ask --help shows an example.")
    asked = question if pattern is None else read_pattern(pattern)
    with connect_to(options["uri"], options["user"], options["password"], options["database"]) as connection:
        graph = projected_graph(
            connection, options["graph_name"], refresh=options["refresh"], quiet=options["as_json"]
        )
        results = graph.retrieve(
            asked,
            method=options["method"],
            top_k=options["top_k"],
            answer=options["answer"],
            injective={"true": True, "false": False}.get(options["injective"], options["injective"]),
            labels=list(options["labels"]) or None,
            relationship_types=list(options["types"]) or None,
            filter=_read_filter(options["filters"]),
            timeout=options["timeout"],
        )
        if options["as_json"]:
            print_json(evidence_as_dict(results))
        else:
            print_results(results)
        if options["background"]:
            _embed_in_background(graph, options)


def _read_filter(text: str | None) -> dict[str, Any] | None:
    if text is None:
        return None
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidInput(f"--filter is not valid JSON: {error}.") from error
    if not isinstance(value, dict):
        raise InvalidInput(f"--filter must be a JSON object, not {text}.")
    return value


def _embed_in_background(graph: Graph, options: dict[str, Any]) -> None:
    """Start ``motif embed`` for a graph without vectors, detached, when an encoder is at hand.

    Until it is done, names are found by their words; afterwards by meaning.
    """
    projection = graph.projection
    if NAME in projection.vectors or not graph.view.has_encoder:
        return
    command = [sys.executable, "-m", "motif.cli", "embed", projection.name, "--background"]
    for key in ("uri", "user", "database"):
        if options[key]:
            command += [f"--{key}", options[key]]
    if not options["as_json"]:
        err.print(
            f"[dim]Its {projection.n_nodes:,} names are embedded in the background (--no-background: not).[/]"
        )
    # The password goes by the environment: a command line is there for all to read.
    environment = {**os.environ, **({"NEO4J_PASSWORD": options["password"]} if options["password"] else {})}
    subprocess.Popen(
        command, env=environment, start_new_session=True, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
