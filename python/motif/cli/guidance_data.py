"""``motif guidance-data``: questions with their schema triples out of a graph, to train guidance and models on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, print_json, progress_bar
from motif.cli.target import OPTIONS, connect_to, database_options
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.jobs import find_job
from motif.models.language import load_chat_model
from motif.settings import load_settings


@click.command("guidance-data")
@click.argument("graph", required=False)
@click.option("--dataset", help="The graph of this loader, in memory: metaqa, fb15k237, world, …")
@click.option(
    "--source", type=click.Path(path_type=Path), help="The data set's folder. [default: in MOTIF_DATA]"
)
@click.option("--triples", type=click.Path(path_type=Path), help="The graph of this file of triples.")
@click.option(
    "--output",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder for examples.jsonl, and for the chats.",
)
@click.option("--count", default=10_000, show_default=True, help="Most examples.")
@click.option("--hops", default="1,2,3,4", show_default=True, help="Triples of an example.")
@click.option("--noise", default=0.3, show_default=True, help="Share of the relations in other words.")
@click.option("--seed", default=0, show_default=True)
@click.option("--chats", is_flag=True, help="Write sgda.jsonl and sagb.jsonl too, to fine-tune models on.")
@click.option(
    "--split", type=float, help="With --chats: share of the entities to keep for validation. [default: 0]"
)
@click.option("--model", is_flag=True, help="The configured model writes the words. [default: templates]")
@click.option("--json", "as_json", is_flag=True)
@database_options
def guidance_data(graph: str | None, as_json: bool, model: bool, **options: Any) -> None:
    """Write examples of the projection GRAPH, or of a data set in memory: questions, schema triples, answers.

    \b
    motif guidance-data movies --output data
    motif guidance-data --dataset metaqa --count 2000 --chats --split 0.1 --output data
    """
    login = {key: options.pop(key) for key in OPTIONS}
    if options["split"] is not None and not options["chats"]:
        raise InvalidInput("--split is for --chats.", hint="motif guidance-data GRAPH --chats --split 0.1 …")
    request = {**options, "hops": _numbers(options["hops"])}
    job = find_job("guidance_data")
    writing = load_chat_model(load_settings().model) if model else None
    projection = None if graph is None else _projection(graph, login)
    with progress_bar("examples", as_json) as progress:
        written = job(request, projection=projection, model=writing, progress=progress)
    if as_json:
        print_json(written)
    else:
        out.print(_told(written), markup=False)


def _projection(graph: str, login: dict[str, Any]) -> Projection:
    with connect_to(login) as connection:
        return connection.graph(graph).projection


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InvalidInput(f"'{text}' are no numbers of triples.", hint="For example: --hops 1,2,3") from None


def _told(written: dict[str, Any]) -> str:
    by_triples = ", ".join(f"{count:,} of {triples}" for triples, count in written["byTriples"].items())
    by_strategy = ", ".join(f"{count:,} {strategy}" for strategy, count in written["byStrategy"].items())
    lines = [f"{written['folder']}: {written['examples']:,} examples ({by_triples} triples; {by_strategy})."]
    if "words" in written:
        words = written["words"]
        lines.append(
            f"Written by the model: {words['written']:,}; by templates: {words['templates']:,}; no question: "
            f"{words['dropped']:,}.{' ' + words['problem'] if words['problem'] else ''}"
        )
    if "chats" in written:
        lines.append(
            ", ".join(f"{name}.jsonl: {count:,}" for name, count in written["chats"].items()) + " chats."
        )
    return "\n".join(lines)
