"""``motif calibrate``: from which similarity on tracing takes a relationship for what was meant."""

from __future__ import annotations

from typing import Any

import click

from motif.catalog.thresholds import save_threshold
from motif.cli.console import out, print_json, progress_bar
from motif.cli.evaluation_tables import print_table
from motif.cli.target import connect_to, database_options
from motif.jobs import find_job
from motif.models.encoder import stamp
from motif.settings import load_settings


@click.command()
@click.argument("graph")
@click.option("--count", default=500, show_default=True, help="Examples that are made to calibrate with.")
@click.option("--seed", default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True)
@database_options
def calibrate(graph: str, count: int, seed: int, as_json: bool, **login: Any) -> None:
    """Find the threshold of tracing in the projection GRAPH for its encoder, and keep it for kg.trace and motif.trace.

    Examples are made out of the graph: of a node's relationships those that a reworded triple means are told from the
    others. The best threshold is the one of the highest F1.
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
    if as_json:
        print_json({"graph": graph, "encoder": stamp(encoder).text, **found.as_dict()})
        return
    rows = [[f"{at:.2f}", *(f"{100 * value:.1f}" for value in values)] for at, *values in found.curve]
    print_table(f"{graph}: %", ["threshold", "precision", "recall", "F1"], rows)
    out.print(
        f"The threshold of '{graph}' is {found.threshold:.4f} (F1 {100 * found.f1:.1f} %, {found.triples:,} triples, "
        f"{found.relationships:,} relationships; encoder {encoder.name}).",
        markup=False,
    )
