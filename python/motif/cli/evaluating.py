"""``motif evaluate``: how well questions are answered, by Motif and beside it by others, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from motif.cli.console import print_json, progress_bar
from motif.cli.evaluation_tables import print_report
from motif.cli.target import connect_to, database_options
from motif.jobs import find_job
from motif.models.language import load_chat_model
from motif.settings import load_settings


@click.command()
@click.argument("dataset")
@click.option(
    "--method",
    "methods",
    multiple=True,
    default=("auto",),
    help="One of Motif's (auto, search, match, …) or a baseline: vector-triples, bm25-triples, one-hop, two-hops, "
    "pagerank, steiner-tree, exact-cypher, vector-cypher, hybrid-cypher; 'baselines' for all that need neither a "
    "database nor a pattern. Repeatable.",
)
@click.option(
    "--planner",
    default="auto",
    show_default=True,
    help="'gold' runs the data set's own patterns, 'given' those that come with the questions.",
)
@click.option("--graph", help="The projection to ask. [default: the data set's own graph, in memory]")
@click.option("--in-memory", is_flag=True, help="Ask the data set's own graph in memory; the default.")
@click.option(
    "--triples", type=click.Path(path_type=Path), help="Ask the graph of this file of triples, in memory."
)
@click.option("--source", help="Ask the graph of this loader, in memory: metaqa, fb15k237, world, …")
@click.option("--via", type=click.Choice(["bolt", "memory"]), default="memory", show_default=True)
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The data set's folder. [default: in MOTIF_DATA]"
)
@click.option(
    "--hop", "hops", multiple=True, help="Hops, where the data set has them; repeatable. [default: all]"
)
@click.option("--split", help="dev, test or all. [default: test where the data set is divided]")
@click.option("--sample", type=int, help="Ask so many questions per group. [default: all]")
@click.option("--seed", default=0, show_default=True, help="Draws the sample and the examples.")
@click.option("--noise", type=float, help="erqa: the share of the constraints' names to change.")
@click.option("--wrong", type=float, help="erqa: the share of the questions to make impossible.")
@click.option("--option", "options", multiple=True, help="An option of the methods, for example top_k=5.")
@click.option(
    "--grid", multiple=True, help="Values to try in turn, for example candidates=4,16,64. Repeatable."
)
@click.option(
    "--examples", help="Taught first: a YAML file, or dev:12 for 12 development questions per group."
)
@click.option("--answers-only", is_flag=True, help="Teach the examples without their patterns.")
@click.option("--judge", is_flag=True, help="The configured model compares the first method with each other.")
@click.option("--failures", default=20, show_default=True, help="How many lost questions of each are listed.")
@click.option("--page", type=click.Path(path_type=Path), help="Write the figures into this page of Markdown.")
@click.option("--restart", is_flag=True, help="Do not go on with an interrupted run.")
@click.option("--json", "as_json", is_flag=True)
@database_options
def evaluate(dataset: str, as_json: bool, in_memory: bool, **options: Any) -> None:
    """Ask the questions of DATASET (metaqa, pathquestion, erqa, or a file .jsonl) and measure the answers.

    \b
    motif evaluate erqa --source metaqa --noise 0.2 --method match --grid planner=given,paths --method exact-cypher
    motif evaluate metaqa --sample 200 --method auto --method baselines
    motif evaluate metaqa --examples dev:12 --grid shots=0,12 --grid top_k=1,5
    """
    if in_memory and options["graph"]:
        raise click.UsageError("--in-memory and --graph exclude each other.")
    job = find_job("evaluation")
    with _connection(options) as connection, _progress(dataset, as_json) as progress:
        report = job(
            _request(dataset, options),
            connection=connection,
            model=load_chat_model(load_settings().model) if options["judge"] else None,
            progress=progress,
        )
    if as_json:
        print_json(report)
    else:
        print_report(report)


def _request(dataset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as the job takes them."""
    plain = {
        key: value for key, value in options.items() if key not in ("uri", "user", "password", "database")
    }
    return {"dataset": dataset, **plain}


def _connection(options: Mapping[str, Any]) -> Any:
    """A connection where a projection is named, else nothing."""
    if options["graph"] is None:
        return nullcontext()
    return connect_to(options["uri"], options["user"], options["password"], options["database"])


@contextmanager
def _progress(title: str, quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    with progress_bar(title, quiet) as tell:
        yield lambda what, done, total: tell(done, total)
