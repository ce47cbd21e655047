"""``motif project``, ``graphs``, ``drop``: projections made, listed and removed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from motif.catalog import ProjectionRequest, project_database
from motif.catalog import estimate as estimate_projection
from motif.catalog.information import readable_size
from motif.catalog.name_doubts import name_doubts, option_that_settles
from motif.cli.console import err, out, print_json, print_table, progress_bar
from motif.cli.target import connect_to, database_options
from motif.errors import SnapshotCorrupt
from motif.graphs.age import age_in_words
from motif.graphs.projection import Projection
from motif.knowledge_graph import Connection
from motif.knowledge_graph.held import Progress
from motif.knowledge_graph.sources import encoder_source
from motif.memory import free_memory
from motif.settings import load_settings

_DOUBTS = 5
"""Labels whose names are in doubt that are told at most."""


def _selection(command: Callable[..., None]) -> Callable[..., None]:
    """Options that say what is projected; `_asked` reads them."""
    for option in reversed(
        (
            click.option("--label", "labels", multiple=True, help="Only these labels."),
            click.option("--type", "types", multiple=True, help="Only these relationship types."),
            click.option(
                "--name-property",
                multiple=True,
                help="Property that names a node, or LABEL=PROPERTY for those of a label; several are tried in turn.",
            ),
            click.option("--text-property", "text_properties", multiple=True),
        )
    ):
        command = option(command)
    return command


@click.command()
@click.argument("name")
@_selection
@click.option("--sudo", is_flag=True, help="Begin even where it needs more memory than is free.")
@click.option(
    "--replace",
    is_flag=True,
    help="Read it again when it is there: as it was made, or as the other options say. What was learnt stays.",
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def project(name: str, **options: Any) -> None:
    """Read (part of) the database into a projection called NAME."""
    asked = _asked(**options)
    with connect_to(options) as connection, progress_bar(f"reading {name}", options["as_json"]) as progress:
        projection = _projected(connection, name, asked, options["replace"], progress)
        doubts = name_doubts(projection, connection.catalog.info(connection.database.id, name).request)
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
        for doubt in doubts[:_DOUBTS]:
            told = str(doubt)
            err.print(f"{told[0].upper()}{told[1:]}: {option_that_settles(doubt, name)}", markup=False)


@click.command()
@_selection
@click.option("--json", "as_json", is_flag=True)
@database_options
def estimate(as_json: bool, **options: Any) -> None:
    """Tell how much memory a projection of (part of) the database would take, without reading it."""
    with connect_to(options) as connection:
        found = estimate_projection(connection.database, ProjectionRequest.from_arguments(_asked(**options)))
    row = found.as_row()
    if as_json:
        print_json(row)
        return
    out.print(f"{found.n_nodes:,} nodes, {found.n_relationships:,} relationships.")
    out.print(f"The projection: {row['requiredMemory'][1:-1].replace(' ... ', ' to ')}.", markup=False)
    out.print(
        f"Making it: at least {readable_size(found.making)} of memory; {readable_size(free_memory())} are free here."
    )


def _asked(
    labels: Sequence[str],
    types: Sequence[str],
    name_property: Sequence[str],
    text_properties: Sequence[str],
    sudo: bool = False,
    **_: Any,
) -> dict[str, Any]:
    """What the options ask for, as `ProjectionRequest.from_arguments` reads it; nothing where nothing was said."""
    configuration: dict[str, Any] = {
        "nameProperty": _name_property(name_property) if name_property else None,
        "textProperties": list(text_properties) or None,
        "sudo": sudo or None,
    }
    asked: dict[str, Any] = {
        "nodeProjection": list(labels),
        "relationshipProjection": list(types),
        "configuration": {key: value for key, value in configuration.items() if value is not None},
    }
    return {key: value for key, value in asked.items() if value}


def _name_property(given: Sequence[str]) -> list[str] | dict[str, list[str]]:
    """Properties for all labels, or for some: ``["Zone=ip", "Zone=zone"]``."""
    of_label = [one.partition("=") for one in given if "=" in one]
    if not of_label:
        return list(given)
    if len(of_label) < len(given):
        raise click.UsageError("--name-property is either PROPERTY, for all labels, or LABEL=PROPERTY.")
    found: dict[str, list[str]] = {}
    for label, _, property in of_label:
        found.setdefault(label, []).append(property)
    return found


def _projected(
    connection: Connection, name: str, asked: Mapping[str, Any], replace: bool, progress: Progress
) -> Projection:
    """The projection of what is ``asked``; read again as it was made where ``replace`` is all that was said."""
    insists = asked == {"configuration": {"sudo": True}}
    if replace and (not asked or insists) and connection.catalog.exists(connection.database.id, name):
        with contextlib.suppress(SnapshotCorrupt):  # then nobody knows how it was made
            return connection.graph(name).refresh(progress, sudo=insists).projection
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
    print_table("", list(_HEADINGS), [_line(row) for row in rows])
    for row in rows:
        for note in _notes(row):
            err.print(f"'{row['graphName']}': {note}", markup=False)


def _notes(row: Mapping[str, Any]) -> list[str]:
    """What is wrong with a projection or its last refresh, and which vectors that the graph holds were left out."""
    configuration, failure = row["configuration"], row["refreshFailure"]
    notes = [str(configuration["problem"])] if "problem" in configuration else []
    if failure is not None:
        notes.append(f"not refreshed in the background at {failure['time']}: {failure['problem']}")
    for key in ("textEmbeddings", "tripleEmbeddings", "dominance"):
        if "left out" in str(configuration.get(key, "")):
            notes.append(f"{key}: {configuration[key]}.")
    return notes


_HEADINGS = ("graph", "nodes", "relations", "epoch", "size", "age", "with")


def _line(row: Mapping[str, Any]) -> list[str]:
    """A projection as the table for people has it; ``--json`` has the columns of ``motif.graph.list``."""
    counts = f"{row['nodeCount']:,}", f"{row['relationshipCount']:,}", f"{row['epoch']}"
    return [row["graphName"], *counts, row["memoryUsage"], _age(row), _extras(row)]


def _age(row: Mapping[str, Any]) -> str:
    """How far it is behind, as far as that is known, and whether it refreshes itself."""
    stale = "stale, " if row["stale"] and "transactions" not in row["behind"] else ""
    return "\n".join(
        filter(None, (stale + age_in_words(row), "refreshes itself" * (row["refresh"] == "auto")))
    )


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
