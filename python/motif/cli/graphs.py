"""``motif project``, ``graphs``, ``drop``: projections made, listed and removed."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

import click

from motif.catalog import ProjectionRequest, project_database
from motif.cli.console import err, out, print_json, print_table, progress_bar
from motif.cli.target import connect_to, database_options
from motif.errors import SnapshotCorrupt
from motif.graphs.projection import Projection
from motif.knowledge_graph import Connection
from motif.knowledge_graph.held import Progress
from motif.knowledge_graph.sources import encoder_source
from motif.settings import load_settings


@click.command()
@click.argument("name")
@click.option("--label", "labels", multiple=True, help="Only these labels.")
@click.option("--type", "types", multiple=True, help="Only these relationship types.")
@click.option("--name-property", multiple=True, help="Property that names a node; several are tried in turn.")
@click.option("--text-property", "text_properties", multiple=True)
@click.option(
    "--replace",
    is_flag=True,
    help="Read it again when it is there: as it was made, or as the other options say. What was learnt stays.",
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def project(name: str, labels: tuple[str, ...], types: tuple[str, ...], **options: Any) -> None:
    """Read (part of) the database into a projection called NAME."""
    asked: dict[str, Any] = {}
    if labels:
        asked["nodeProjection"] = list(labels)
    if types:
        asked["relationshipProjection"] = list(types)
    properties = {"nameProperty": options["name_property"], "textProperties": options["text_properties"]}
    if any(properties.values()):
        asked["configuration"] = {key: list(names) for key, names in properties.items() if names}
    with connect_to(options) as connection, progress_bar(f"reading {name}", options["as_json"]) as progress:
        projection = _projected(connection, name, asked, options["replace"], progress)
    if options["as_json"]:
        print_json(
            {
                "graphName": name,
                "nodeCount": projection.n_nodes,
                "relationshipCount": projection.n_relationships,
            }
        )
    else:
        out.print(f"'{name}': {projection.n_nodes:,} nodes, {projection.n_relationships:,} relationships.")


def _projected(
    connection: Connection, name: str, asked: Mapping[str, Any], replace: bool, progress: Progress
) -> Projection:
    """The projection of what is ``asked``; read again as it was made where ``replace`` is all that was said."""
    if replace and not asked and connection.catalog.exists(connection.database.id, name):
        with contextlib.suppress(SnapshotCorrupt):  # then nobody knows how it was made
            return connection.graph(name).refresh(progress).projection
    project_database(
        connection.database,
        connection.catalog,
        name,
        ProjectionRequest.from_arguments(asked),
        existing="replace" if replace else "fail",
        progress=progress,
        encoder=encoder_source(None, load_settings()),
    )
    return connection.graph(name).projection


@click.command()
@click.option("--json", "as_json", is_flag=True)
@database_options
def graphs(as_json: bool, **login: Any) -> None:
    """List the projections of the database."""
    with connect_to(login) as connection:
        rows = [info.as_row() for info in connection.graphs()]
    if as_json:
        print_json(rows)
        return
    shown = ("graphName", "nodeCount", "relationshipCount", "epoch", "stale", "sizeInBytes")
    lines = [[*(row.get(key, "") for key in shown), _extras(row)] for row in rows]
    print_table("", [*shown, "with"], lines)
    for row in rows:
        for note in _notes(row["configuration"]):
            err.print(f"'{row['graphName']}': {note}", markup=False)


def _notes(configuration: Mapping[str, Any]) -> list[str]:
    """What is wrong with a projection's files, and which vectors that nodes or relationships hold were left out."""
    notes = [str(configuration["problem"])] if "problem" in configuration else []
    for key in ("textEmbeddings", "tripleEmbeddings", "dominance"):
        if "left out" in str(configuration.get(key, "")):
            notes.append(f"{key}: {configuration[key]}.")
    return notes


def _extras(row: Mapping[str, Any]) -> str:
    """What a projection has beside nodes and relationships, a line each: vectors, computed edges, trussness."""
    return "\n".join(filter(None, (_vectors(row["vectors"]), _structure(row["structure"]))))


def _vectors(vectors: Mapping[str, Mapping[str, Any]]) -> str:
    """Kinds of vectors, with the lengths of the paths that are indexed by those of stars."""
    told = []
    for kind, facts in vectors.items():
        lengths = ", ".join(map(str, facts.get("pathLengths", ())))
        told.append(f"{kind} (paths of {lengths})" if lengths else kind)
    return ", ".join(told)


def _structure(structure: Mapping[str, Any]) -> str:
    """The largest trussness, and how many edges Motif has computed of each type."""
    edges = [f"{count:,} {name}" for name, count in structure["layers"].items()]
    largest = structure["largestTrussness"]
    return "\n".join([*edges, *([] if largest is None else [f"trussness ≤ {largest}"])])


@click.command()
@click.argument("name")
@database_options
def drop(name: str, **login: Any) -> None:
    """Remove the projection NAME; the database keeps its data."""
    with connect_to(login) as connection:
        connection.catalog.drop(connection.database.id, name)  # also one whose files are broken
    out.print(f"Dropped '{name}'.")
