"""The command ``motif ask``: its options, read before what answers is imported."""

from __future__ import annotations

import gc
from typing import Any

import click

from motif.cli.target import database_options
from motif.errors import InvalidInput

_COLLECTED = 50_000
"""New objects after which garbage is looked for: a command that imports makes many, and nearly all of them stay."""

GENERATE = "\0generate"
"""What ``--answer`` without a value is read as."""


@click.command()
@click.argument("question", required=False)
@click.option(
    "--pattern",
    help="Triples 'head | relation | tail', separated by ';'. '?film' is an unknown. Or a JSON list of triples.",
)
@click.option(
    "--answer",
    is_flag=False,
    flag_value=GENERATE,
    help="With a QUESTION: let the language model (MOTIF_MODEL) answer from the evidence. "
    "With --pattern: the unknown that is asked for, for example '?film'.",
)
@click.option(
    "--stream/--no-stream",
    default=None,
    help="With --answer: print the model's sentence as it is written. [default: where a terminal reads it]",
)
@click.option("--verify", is_flag=True, help="QUESTION is a claim: is it supported or refuted?")
@click.option(
    "--planner",
    type=click.Choice(["auto", "meaning", "patterns", "paths", "model"]),
    default="auto",
    show_default=True,
    help="'paths' and 'meaning' need no language model; 'model' asks the one in MOTIF_MODEL.",
)
@click.option("--graph", "graph_name", help="Name of the projection. [default: the database's name]")
@click.option(
    "--method",
    default="auto",
    show_default=True,
    help="search, match, trace, expand, community, spark, or a paper's name; auto tries those that may answer.",
)
@click.option(
    "-o",
    "--option",
    "pairs",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the method, for example strategy=breadth, seeds=5 or trussness=4; may be repeated.",
)
@click.option("-k", "--top-k", default=5, show_default=True)
@click.option(
    "--injective",
    type=click.Choice(["true", "false", "known"]),
    help="Which nodes of a --pattern may coincide. [default: true]",
)
@click.option("--undirected", is_flag=True, help="A --pattern's arrows may run either way (--method match).")
@click.option("--count", is_flag=True, help="Only say how many exact matches a --pattern has, all of them.")
@click.option("--label", "labels", multiple=True, help="Only nodes with this label; may be repeated.")
@click.option("--type", "types", multiple=True, help="Only relationships of this type; may be repeated.")
@click.option("--filter", "filters", help='JSON, for example \'{"released": {"$gte": 1999}}\'.')
@click.option("--timeout", type=float, help="Seconds. [default: 30]")
@click.option("--refresh", is_flag=True, help="Read the graph again first.")
@click.option(
    "--background/--no-background", default=True, help="Embed names in the background after answering."
)
@click.option(
    "--here", is_flag=True, help="Answer in this process, also where a service runs for the database."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@database_options
def ask(question: str | None, pattern: str | None, **options: Any) -> None:
    """Ask a graph. Reads it once into Motif's own memory, answers, and writes nothing to the database.

    \b
    motif ask "who directed the films starring Tom Hanks?"
    motif ask --verify "Tom Hanks acted in Cast Away"
    motif ask --pattern '?film | DIRECTED | ?who; Tom Hanks | ACTED_IN | ?film' --answer '?who'
    motif ask --method match --pattern 'Tom Hanks | ACTED_IN | ?film; Meg Ryan | ACTED_IN | ?film'
    motif ask --method trace --pattern '?film | directed by | Michael Mann; ?film | with | ?who' --answer '?who'
    motif ask --graph docs --method expand "how is a projection refreshed?" -o seeds=5 -o neighbours=5
    """
    if question is None and pattern is None and options["answer"] not in (None, GENERATE):
        question, options["answer"] = options["answer"], GENERATE  # --answer "who directed …?"
    if options["stream"] is not None and options["answer"] != GENERATE:
        raise InvalidInput(
            "--stream and --no-stream are for a sentence of the language model, and none is asked for.",
            hint='Ask for one: motif ask --answer --stream "who directed Heat?"',
        )
    if options["stream"] and options["as_json"]:
        raise InvalidInput("--json prints one whole object, --stream words as they come: give one of them.")
    if (question is None) == (pattern is None):
        raise InvalidInput("Give either a QUESTION or --pattern.", hint="motif ask --help shows an example.")
    gc.set_threshold(_COLLECTED)
    from motif.cli.asked_service import answered_by_service  # neither help nor a slip should wait for these
    from motif.cli.driver import import_driver

    if answered_by_service(question, pattern, options):
        return
    import_driver()
    from motif.cli.asking import answer_question

    answer_question(question, pattern, options)
