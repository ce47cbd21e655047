"""``motif calibrate``: from which similarity on tracing takes a relationship for what was meant."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from motif.catalog.thresholds import save_threshold
from motif.cli.console import out, print_json, progress_bar
from motif.cli.evaluation_tables import print_table
from motif.cli.target import connect_to, database_options
from motif.errors import InvalidInput, MissingVectors
from motif.jobs import find_job
from motif.knowledge_graph import Graph
from motif.models.encoder import stamp
from motif.settings import load_settings


@click.command()
@click.argument("graph")
@click.option("--count", default=500, show_default=True, help="Examples that are made to calibrate with.")
@click.option(
    "--questions",
    default=200,
    show_default=True,
    help="Questions that guidance is measured on; 0: it is not.",
)
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@database_options
def calibrate(graph: str, count: int, questions: int, seed: int, as_json: bool, **login: Any) -> None:
    """Find the threshold of tracing in the projection GRAPH for its encoder, and keep it for kg.trace and motif.trace.

    Examples are made out of the graph: of a node's relationships those that a reworded triple means are told from the
    others. The best threshold is the one of the highest F1.

    Then questions are traced without guidance and under each model that fits, and what each gains is kept too: tracing
    is guided by itself only where that gains.
    """
    with connect_to(login) as connection:
        held = connection.graph(graph)
        encoder = held.view.encoder
        with progress_bar(f"calibrating {graph}", as_json) as progress:
            found = find_job("threshold")(
                held.projection,
                encoder,
                count=count,
                seed=seed,
                checkpoint=load_settings().cache / "vectors",
                progress=progress,
            )
        folder = connection.catalog.learned_folder(connection.database.id, graph)
        save_threshold(folder, found.threshold, stamp(encoder), found.as_dict())
        told = _measured(held, questions, seed, as_json)
    if as_json:
        print_json({"graph": graph, "encoder": stamp(encoder).text, **found.as_dict(), "guidance": told})
        return
    rows = [[f"{at:.2f}", *(f"{100 * value:.1f}" for value in values)] for at, *values in found.curve]
    print_table(f"{graph}: %", ["threshold", "precision", "recall", "F1"], rows)
    out.print(
        f"The threshold of '{graph}' is {found.threshold:.4f} (F1 {100 * found.f1:.1f} %, {found.triples:,} triples, "
        f"{found.relationships:,} relationships; encoder {encoder.name}).",
        markup=False,
    )
    out.print(_said(told), markup=False)


def _measured(held: Graph, questions: int, seed: int, quiet: bool) -> dict[str, Any]:
    """What each model's guidance gains by name, or under "why" the reason for which that is not known."""
    if questions < 1:
        return {"why": "it was not asked for"}
    try:
        with progress_bar(f"measuring guidance in {held.name}", quiet) as progress:
            gains = held.measure_guidance(count=questions, seed=seed, progress=progress)
    except (InvalidInput, MissingVectors) as error:
        return {"why": str(error)}
    return {name: asdict(gain) for name, gain in gains.items()}


def _said(told: dict[str, Any]) -> str:
    if "why" in told:
        return f"What guidance gains was not measured: {told['why']}"
    return "\n".join(
        f"Guidance by the {name} model: {gain['gain']:+.1f} points of coverage on {gain['questions']} questions; it is "
        f"{'used' if gain['helps'] else 'not used, but where it is named'}."
        for name, gain in told.items()
    )
