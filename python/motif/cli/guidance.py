"""``motif train-guidance``: the model that guides tracing in a graph."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, print_json, progress_bar
from motif.cli.target import OPTIONS, connect_to, database_options
from motif.graphs.guidance import GuidanceModel
from motif.knowledge_graph.guiding import MODEL_FILE

_TRAINING = ("layers", "dimension", "epochs", "learning_rate", "subgraph", "subgraph_nodes", "hops")


@click.command("train-guidance")
@click.argument("graph")
@click.option(
    "--examples",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Learn from this file of motif guidance-data. [default: examples made out of the graph]",
)
@click.option("--count", default=10_000, show_default=True, help="Most examples that are made.")
@click.option("--layers", type=click.IntRange(1), help="[default: 6 on a GPU, 5 on a CPU]")
@click.option("--dimension", type=click.IntRange(1), help="[default: 512 on a GPU, 32 on a CPU]")
@click.option("--epochs", type=click.IntRange(1), help="[default: 2 on a GPU, 1 on a CPU]")
@click.option("--learning-rate", type=float, help="[default: 0.001 on a GPU, 0.003 on a CPU]")
@click.option(
    "--subgraph",
    type=click.Choice(["pagerank", "hops", "sampled", "none"]),
    help="What of the graph each question looks at. [default: pagerank]",
)
@click.option("--subgraph-nodes", type=click.IntRange(1), help="[default: 1000 on a GPU, 300 on a CPU]")
@click.option("--hops", type=click.IntRange(1), help="With --subgraph hops. [default: 3]")
@click.option("--device", default="auto", show_default=True, help="auto, cpu or cuda.")
@click.option("--seed", default=0, show_default=True)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the model to this file. [default: the graph's own, which kg.trace and motif.trace take]",
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def train_guidance(graph: str, as_json: bool, output: Path | None, **options: Any) -> None:
    """Train the model that guides tracing in the projection GRAPH. Killed, and run again, it goes on where it was.

    \b
    motif train-guidance movies
    motif train-guidance movies --examples data/examples.jsonl --layers 6 --dimension 512 --device cuda
    """
    login = {key: options.pop(key) for key in OPTIONS}
    training = {key: value for key in _TRAINING if (value := options.pop(key)) is not None}
    if training.get("subgraph") == "none":
        training["subgraph"] = None
    started = time.monotonic()
    with connect_to(login) as connection:
        with progress_bar(f"training {graph}", as_json) as progress:
            model = connection.graph(graph).train_guidance(
                output=output, progress=progress, **options, **training
            )
        folder = connection.catalog.learned_folder(connection.database.id, graph)
    seconds = time.monotonic() - started
    kept = output or folder / MODEL_FILE
    if as_json:
        print_json({"graph": graph, "file": str(kept), "seconds": round(seconds, 1), **_facts(model)})
        return
    out.print(_told(graph, model, seconds), markup=False)
    out.print(f"Kept in {kept}.", markup=False)


def _facts(model: GuidanceModel) -> dict[str, Any]:
    return {key: value for key, value in model.facts.items() if key != "relations"}


def _told(graph: str, model: GuidanceModel, seconds: float) -> str:
    facts = model.facts
    told = (
        f"Trained on {facts['examples']:,} examples of '{graph}' ({facts['relationships']:,} relationships): "
        f"{model.n_layers} layers of {model.dimension} dimensions, {facts['epochs']} epochs on {facts['device']}, "
        f"{seconds:,.0f} seconds."
    )
    if facts["recall"] is None:
        return f"{told} Nothing was kept back to tell how well it does."
    return (
        f"{told} Of the nodes that questions from unseen nodes seek, {100 * facts['recall']:.1f} % are among the "
        f"likeliest, four for each triple."
    )
