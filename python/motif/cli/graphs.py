"""``motif load``, ``project``, ``graphs``, ``drop``: data in, projections made and removed."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, print_json, print_table, progress_bar
from motif.cli.target import connect_to, database_options
from motif.embedded import StartOptions
from motif.errors import InvalidInput
from motif.settings import load_settings


@click.command()
@click.argument("source")
@click.option("--format", "format_name", help="Loader to use. [default: by name or extension]")
@click.option("-o", "--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the loader.")
@click.option(
    "--bulk", metavar="NAME", help="Import into the empty, stopped embedded server NAME: 5 times as fast."
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def load(source: str, format_name: str | None, pairs: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Load SOURCE into the database: a sample graph (world, registry), a data set's folder, or a file.

    Loading twice changes nothing.
    """
    records = _records(source, format_name, pairs)
    with progress_bar(f"loading {source}", as_json) as progress:
        if options["bulk"]:
            server = StartOptions(name=options["bulk"])
            counts = _writer("bulk")(server, load_settings(), records, progress=progress).loaded
        else:
            with connect_to(
                options["uri"], options["user"], options["password"], options["database"]
            ) as connection:
                counts = _writer("neo4j")(connection.database, records, progress=progress)
    if as_json:
        print_json(asdict(counts))
    else:
        out.print(
            f"{counts.nodes:,} nodes ({counts.nodes_created:,} new), "
            f"{counts.relationships:,} relationships ({counts.relationships_created:,} new)."
        )


def _records(source: str, format_name: str | None, pairs: tuple[str, ...]) -> Any:
    """The records of a source, by the loader that is named or that its name or extension tells."""
    loaders = {point.name: point for point in entry_points(group="motif.loaders")}
    name = format_name or _loader_for(source, loaders)
    if name not in loaders:
        raise InvalidInput(f"There is no loader '{name}'.", hint=f"Loaders: {', '.join(sorted(loaders))}.")
    loader = loaders[name].load()
    options = dict(pair.partition("=")[::2] for pair in pairs)
    known = [key for key in inspect.signature(loader).parameters if key != "source"]
    for key in options:
        if key not in known:
            raise InvalidInput(
                f"The loader '{name}' has no option '{key}'.",
                hint=f"Its options: {', '.join(known) or 'none'}.",
            )
    return loader(Path(source), **options)


@click.command()
@click.argument("name")
@click.option("--label", "labels", multiple=True, help="Only these labels.")
@click.option("--type", "types", multiple=True, help="Only these relationship types.")
@click.option("--name-property", multiple=True, help="Property that names a node; several are tried in turn.")
@click.option("--text-property", "text_properties", multiple=True)
@click.option("--replace", is_flag=True, help="Read again when it is there.")
@click.option("--json", "as_json", is_flag=True)
@database_options
def project(name: str, labels: tuple[str, ...], types: tuple[str, ...], **options: Any) -> None:
    """Read (part of) the database into a projection called NAME."""
    configuration: dict[str, Any] = {}
    if options["name_property"]:
        configuration["name_property"] = list(options["name_property"])
    if options["text_properties"]:
        configuration["text_properties"] = list(options["text_properties"])
    with connect_to(options["uri"], options["user"], options["password"], options["database"]) as connection:
        if options["replace"]:
            connection.catalog.drop(connection.database.id, name, fail_if_missing=False)
        with progress_bar(f"reading {name}", options["as_json"]) as progress:
            graph = connection.project(
                name, list(labels) or "*", list(types) or "*", progress=progress, **configuration
            )
        projection = graph.projection
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


@click.command()
@click.option("--json", "as_json", is_flag=True)
@database_options
def graphs(as_json: bool, **login: Any) -> None:
    """List the projections of the database."""
    with connect_to(login["uri"], login["user"], login["password"], login["database"]) as connection:
        rows = [info.as_row() for info in connection.graphs()]
    if as_json:
        print_json(rows)
        return
    shown = ("graphName", "nodeCount", "relationshipCount", "epoch", "stale", "sizeInBytes")
    lines = [[*(row.get(key, "") for key in shown), _vectors(row["vectors"])] for row in rows]
    print_table("", [*shown, "vectors"], lines)


def _vectors(vectors: Mapping[str, Mapping[str, Any]]) -> str:
    """Kinds of vectors, with the lengths of the paths that are indexed by those of stars."""
    told = []
    for kind, facts in vectors.items():
        lengths = ", ".join(map(str, facts.get("pathLengths", ())))
        told.append(f"{kind} (paths of {lengths})" if lengths else kind)
    return ", ".join(told)


@click.command()
@click.argument("name")
@database_options
def drop(name: str, **login: Any) -> None:
    """Remove the projection NAME; the database keeps its data."""
    with connect_to(login["uri"], login["user"], login["password"], login["database"]) as connection:
        connection.graph(name).drop()
    out.print(f"Dropped '{name}'.")


def _writer(name: str) -> Any:
    [point] = entry_points(group="motif.writers", name=name)
    return point.load()


def _loader_for(source: str, loaders: dict[str, Any]) -> str:
    if source in loaders:
        return source
    [choose] = entry_points(group="motif.writers", name="format")
    return str(choose.load()(Path(source)))
