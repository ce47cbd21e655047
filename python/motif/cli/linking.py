"""``motif link`` and ``motif truss``: computed edges and trussness for a projection, and into Neo4j."""

from __future__ import annotations

from typing import Any

import click

from motif.catalog.writing_trussness import trussness_of
from motif.cli.console import out, print_json, progress_bar
from motif.cli.target import connect_to, database_options
from motif.engine.truss_report import TrussReport, truss_report
from motif.graphs.projection import Projection
from motif.knowledge_graph.edge_layers import ALL, EDGES

_OF_JOBS = ("percentile", "combine", "max_neighbours", "k_neighbor", "seed")
"""Options that are passed on where they are given."""


@click.command()
@click.argument("graph")
@click.option(
    "--edges",
    type=click.Choice([*EDGES, ALL]),
    default="similarity",
    show_default=True,
    help="similarity: by topic, title, content and entities; neighbours: entities near in meaning; chunks: whose"
    " entities are related; mentions: entities that a chunk names.",
)
@click.option("--percentile", type=float, help="A score above which pairs are joined. [default: 95]")
@click.option(
    "--combine", type=click.Choice(["or", "and"]), help="One metric suffices, or all. [default: or]"
)
@click.option("--max-neighbours", type=int, help="Edges that a node keeps by each metric. [default: 20]")
@click.option("--k-neighbor", type=int, help="Of --edges neighbours: how many nearest. [default: 5]")
@click.option("--seed", type=int, help="Of the sample that percentiles are taken from. [default: 0]")
@click.option(
    "--write", is_flag=True, help="Write the edges into Neo4j too; those of earlier runs are replaced."
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def link(graph: str, edges: Any, write: bool, as_json: bool, **options: Any) -> None:
    """Join the nodes of the projection GRAPH that belong together, for `expand` and `community`."""
    given = {key: options[key] for key in _OF_JOBS if options[key] is not None}
    with connect_to(options) as connection:
        opened = connection.graph(graph)
        with progress_bar(f"linking {graph}", as_json) as progress:
            opened.similarity(edges=edges, write=write, progress=progress, **given)
        layers = {name: len(layer) for name, layer in opened.projection.layers.items()}
    if as_json:
        print_json({"graphName": graph, "layers": layers, "written": write})
        return
    told = ", ".join(f"{count:,} {name}" for name, count in layers.items())
    out.print(f"'{graph}': {told}{'; written into Neo4j' if write else ''}.")


@click.command()
@click.argument("graph")
@click.option("--write", is_flag=True, help="Write it into Neo4j too, as the property motifTrussness.")
@click.option("--json", "as_json", is_flag=True)
@database_options
def truss(graph: str, write: bool, as_json: bool, **options: Any) -> None:
    """Compute how firmly triangles hold the relationships of the projection GRAPH together."""
    with connect_to(options) as connection:
        opened = connection.graph(graph)
        with progress_bar(f"trusses of {graph}", as_json) as progress:
            opened.truss(write=write, progress=progress)
        report = _report(opened.projection)
    if as_json:
        shown = {"maxTruss": report.largest, "distribution": dict(report.distribution), "written": write}
        print_json(
            {"graphName": graph, "edgeCount": report.edges, "triangleCount": report.triangles, **shown}
        )
        return
    out.print(
        f"'{graph}': {report.edges:,} edges, {report.triangles:,} triangles, largest trussness {report.largest}"
        f"{'; written into Neo4j' if write else ''}."
    )


def _report(projection: Projection) -> TrussReport:
    links = projection.relationships
    return truss_report(links.source, links.target, projection.n_nodes, trussness_of(projection))
