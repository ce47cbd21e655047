"""``motif embed``: vectors of a projection's texts, of its relationships, or of its nodes' stars."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import click
from filelock import FileLock, Timeout

from motif.cli.console import out, progress_bar
from motif.cli.target import connect_to, database_options
from motif.errors import InvalidInput
from motif.graphs.projection import Projection
from motif.knowledge_graph import Graph
from motif.settings import load_settings

_OF_STARS = {"kind": "--kind", "dimension": "--dimension", "path_length": "--path-length"}


@click.command()
@click.argument("name")
@click.option(
    "--write",
    is_flag=True,
    help="Write the vectors into Neo4j too; those of texts and triples with vector indexes.",
)
@click.option(
    "--triples",
    is_flag=True,
    help='Embed the relationships as "head relation tail", for tracing, in place of texts.',
)
@click.option(
    "--dominance", is_flag=True, help="Embed the nodes' stars, for exact matching, in place of texts."
)
@click.option(
    "--kind",
    type=click.Choice(["constructed", "gat"]),
    help="With --dominance: exact by construction, or trained. [default: constructed]",
)
@click.option("--dimension", type=int, help="With --dominance: numbers in a vector.")
@click.option(
    "--path-length",
    type=click.IntRange(1, 2),
    help="With --dominance: index the paths of so many relationships.",
)
@click.option("--quiet", is_flag=True)
@click.option(
    "--background", is_flag=True, help="Quiet, at low priority, and not at all if another one is at work."
)
@database_options
def embed(name: str, quiet: bool, background: bool, **options: Any) -> None:
    """Embed the names and texts of the projection NAME, its relationships, or its nodes' stars. Again costs nothing."""
    _check(options)
    if not background:
        _embed(name, quiet, options)
        return
    os.nice(10)
    home = load_settings().home
    home.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(Timeout), FileLock(home / "embedding.lock", timeout=0):
        _embed(name, True, options)


def _check(options: dict[str, Any]) -> None:
    if options["triples"] and options["dominance"]:
        raise InvalidInput(
            "--triples and --dominance embed different things.", hint="Call motif embed twice."
        )
    for key, option in _OF_STARS.items():
        if options[key] is not None and not options["dominance"]:
            raise InvalidInput(f"{option} is for --dominance.", hint="motif embed NAME --dominance …")


def _embed(name: str, quiet: bool, options: dict[str, Any]) -> None:
    with connect_to(options) as connection:
        graph = connection.graph(name)
        with progress_bar(f"embedding {name}", quiet) as progress:
            if options["dominance"]:
                _embed_stars(graph, options, progress)
            elif options["triples"]:
                graph.embed_triples(write=options["write"], progress=progress)
            else:
                graph.embed(write=options["write"], progress=progress)
        if not quiet:
            done = _told_of_stars if options["dominance"] else _told_of_texts
            out.print(f"'{name}': {done(graph.projection)}")


def _embed_stars(graph: Graph, options: dict[str, Any], progress: Any) -> None:
    graph.embed_dominance(
        kind=options["kind"] or "constructed",
        dimension=options["dimension"],
        path_length=options["path_length"],
        write=options["write"],
        progress=progress,
    )


def _told_of_texts(projection: Projection) -> str:
    return ", ".join(f"{len(v.matrix):,} {kind} vectors" for kind, v in projection.vectors.items())


def _told_of_stars(projection: Projection) -> str:
    stars = projection.dominance
    assert stars is not None
    certified = int((stars.certificate > 0).sum())
    told = f"{len(stars.vectors):,} stars in {stars.dimension} dimensions ({stars.kind}), {certified:,} certified"
    lengths = " and ".join(map(str, sorted(projection.paths)))
    return f"{told}; paths of length {lengths} indexed" if lengths else told
