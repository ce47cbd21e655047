"""``motif erqa``: questions of several constraints over a graph, with every right answer, as a file."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, print_json, progress_bar
from motif.cli.target import OPTIONS, connect_to, database_options
from motif.errors import InvalidInput
from motif.jobs import find_job
from motif.models.language import load_chat_model
from motif.settings import load_settings


@click.command()
@click.argument("graph", required=False)
@click.option("--dataset", help="The graph of this loader, in memory: metaqa, fb15k237, world, …")
@click.option(
    "--folder", type=click.Path(path_type=Path), help="The data set's folder. [default: in MOTIF_DATA]"
)
@click.option("--triples", type=click.Path(path_type=Path), help="The graph of this file of triples.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The file, one question a line.")
@click.option("--questions", default=200, show_default=True, help="How many in all.")
@click.option("--constraints", default="4,5,6", show_default=True, help="Facts that a question names.")
@click.option("--most-answers", default=20, show_default=True, help="Turn down questions with more.")
@click.option("--noise", default=0.0, show_default=True, help="Share of the constraints' names to change.")
@click.option("--kinds", default="alias,typo", show_default=True, help="How names are changed.")
@click.option("--wrong", default=0.0, show_default=True, help="Share of the questions to make impossible.")
@click.option("--seed", default=0, show_default=True)
@click.option("--polish", is_flag=True, help="The configured model puts the questions into better words.")
@click.option("--json", "as_json", is_flag=True)
@database_options
def erqa(graph: str | None, as_json: bool, polish: bool, **options: Any) -> None:
    """Write questions with 4 to 6 constraints over the projection GRAPH, or over a data set in memory.

    \b
    motif erqa movies --questions 100 --out questions.jsonl
    motif erqa --dataset metaqa --noise 0.2 --seed 1 --out questions.jsonl
    motif evaluate questions.jsonl --source metaqa --method match --method baselines
    """
    login = {key: options.pop(key) for key in OPTIONS}
    request = {
        **options,
        "graph": graph,
        "constraints": _numbers(options["constraints"]),
        "kinds": tuple(part.strip() for part in options["kinds"].split(",") if part.strip()),
    }
    job = find_job("erqa")
    connecting: Any = nullcontext() if graph is None else connect_to(login)
    with connecting as connection, progress_bar("questions", as_json) as progress:
        model = load_chat_model(load_settings().model) if polish else None
        written = job(request, connection=connection, model=model, progress=progress)
    if as_json:
        print_json(written)
    else:
        changed = ", ".join(f"{count} {kind}" for kind, count in written["changed"].items()) or "nothing"
        out.print(
            f"{written['file']}: {written['questions']:,} questions of {written['constraints']:,} constraints, "
            f"{written['answers']:,} answers; changed: {changed}.",
            markup=False,
        )


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise InvalidInput(
            f"'{text}' are no numbers of constraints.", hint="For example: --constraints 4,5,6"
        ) from None
