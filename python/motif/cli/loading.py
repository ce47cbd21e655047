"""``motif load``: data in, and where asked the projection with everything that retrieval needs."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import asdict
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from motif.catalog import ProjectionRequest, project_database
from motif.cli.console import err, out, print_json, progress_bar
from motif.cli.dump_loading import is_dump, load_dump_file
from motif.cli.loaded_sources import LoadedSources, source_name
from motif.cli.server import told
from motif.cli.target import connect_to, database_options
from motif.embedded import StartOptions
from motif.errors import InvalidInput, MotifError
from motif.graphs.load_report import LoadReport
from motif.graphs.projection import Projection
from motif.knowledge_graph import Connection, Graph
from motif.knowledge_graph.held import Progress
from motif.knowledge_graph.sources import encoder_source
from motif.settings import load_settings

_SHOWN = 20
"""Problems that are printed; --json has all."""


@click.command()
@click.argument("source")
@click.option("--format", "format_name", help="Loader to use. [default: by name or extension]")
@click.option("-o", "--option", "pairs", multiple=True, metavar="KEY=VALUE", help="An option of the loader.")
@click.option(
    "--extract",
    metavar="MODEL",
    help="Of documents: what finds entities and relations: cooccurrence, none, or a chat model (provider:model), "
    "which is sent their texts. [default: cooccurrence]",
)
@click.option(
    "--chunker",
    type=click.Choice(["semantic", "semchunk", "fixed", "none"]),
    help="Of documents: where chunks end. [default: semantic if there is a text encoder]",
)
@click.option(
    "--graph", metavar="NAME", help="Then project it as NAME, with vectors, computed edges and trussness."
)
@click.option(
    "--bulk", metavar="NAME", help="Import into the empty, stopped embedded server NAME: 5 times as fast."
)
@click.option(
    "--into", metavar="DATABASE", help="Merge SOURCE with what was loaded into DATABASE from another source."
)
@click.option("--json", "as_json", is_flag=True)
@database_options
def load(source: str, format_name: str | None, pairs: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Load SOURCE into the database: a sample graph (world, registry), a data set's folder, a folder of documents,
    a file, or a dump (FILE.dump) of a Neo4j database.

    Loading twice changes nothing; a second source asks for --into. What cannot be read of a folder of
    documents is told and skipped. A dump goes into an
    embedded server that is empty (--server NAME), which is stopped for it and runs afterwards.
    """
    if is_dump(source):
        _load_dump(source, {**options, "format": format_name, "option": pairs}, as_json)
        return
    if options["bulk"] and options["graph"]:
        raise InvalidInput(
            "--graph needs a running server, and --bulk a stopped one.", hint="Leave out one of them."
        )
    given = {key: options[key] for key in ("extract", "chunker") if options[key] is not None}
    report = LoadReport()
    records = _records(source, format_name, dict(pair.partition("=")[::2] for pair in pairs) | given, report)
    try:
        counts, projection = _load(source, records, as_json, options)
    except MotifError:
        _tell_problems(report)
        raise
    _tell(counts, report, projection, as_json)


def _load(source: str, records: Any, quiet: bool, options: dict[str, Any]) -> tuple[Any, Projection | None]:
    """What loading did, and the projection where one was asked for."""
    if options["bulk"]:
        with progress_bar(f"loading {source}", quiet) as progress:
            server = StartOptions(name=options["bulk"])
            return _writer("bulk")(server, load_settings(), records, progress=progress).loaded, None
    with connect_to(options) as connection:
        sources, name = LoadedSources(load_settings().home, connection.database), source_name(source)
        sources.begin(name, options["into"])
        with progress_bar(f"loading {source}", quiet) as progress:
            counts = _writer("neo4j")(connection.database, records, progress=progress)
        sources.finish(name, counts.labels)
        if not options["graph"]:
            return counts, None
        return counts, _linked(connection, options["graph"], counts.labels, quiet).projection


def _load_dump(source: str, options: dict[str, Any], as_json: bool) -> None:
    loaded = load_dump_file(source, options, (lambda _: None) if as_json else told)
    projection = None
    if options["graph"]:
        with connect_to({**options, "server": loaded.server.name}) as connection:
            projection = _linked(connection, options["graph"], (), as_json).projection
    if as_json:
        print_json({**loaded.as_dict(), **_graph_as_json(projection)})
        return
    out.print(str(loaded), markup=False)
    _tell_projection(projection)


def _records(source: str, format_name: str | None, options: dict[str, Any], report: LoadReport) -> Any:
    """The records of a source, by the loader that is named or that its name or extension tells."""
    loaders = {point.name: point for point in entry_points(group="motif.loaders")}
    name = format_name or _loader_for(source, loaders)
    if name not in loaders:
        raise InvalidInput(f"There is no loader '{name}'.", hint=f"Loaders: {', '.join(sorted(loaders))}.")
    loader = loaders[name].load()
    parameters = inspect.signature(loader).parameters
    known = [key for key in parameters if key not in ("source", "report", "encoder")]
    for key in options:
        if key not in known:
            raise InvalidInput(
                f"The loader '{name}' has no option '{key}'.",
                hint=f"Its options: {', '.join(known) or 'none'}.",
            )
    return loader(Path(source), **options, **({"report": report} if "report" in parameters else {}))


def _loader_for(source: str, loaders: dict[str, Any]) -> str:
    if source in loaders and not Path(source).is_dir():
        return source
    [choose] = entry_points(group="motif.writers", name="format")
    return str(choose.load()(Path(source)))


def _writer(name: str) -> Any:
    [point] = entry_points(group="motif.writers", name=name)
    return point.load()


def _linked(connection: Connection, name: str, labels: tuple[str, ...], quiet: bool) -> Graph:
    """The projection of what was loaded, made or read again, with vectors, computed edges and trussness."""
    with progress_bar(f"reading {name}", quiet) as progress:
        if connection.catalog.exists(connection.database.id, name):
            graph = _read_again(connection, name, labels, progress)
        else:
            graph = connection.project(name, list(labels) or "*", "*", progress=progress)
    with progress_bar(f"embedding {name}", quiet) as progress:
        graph.embed(progress=progress)
    with progress_bar(f"linking {name}", quiet) as progress:
        try:
            graph.similarity(edges="all", progress=progress)
        except InvalidInput as nothing:
            # A graph of plain facts has no texts to compare: it is loaded all the same.
            if not quiet:
                out.print(f"No edges by likeness: {nothing.message}", markup=False, style="dim")
        graph.truss(progress=progress)
    return graph


def _read_again(connection: Connection, name: str, labels: tuple[str, ...], progress: Progress) -> Graph:
    """The projection ``name``, with the labels of what was loaded beside those that it was made of."""
    asked = connection.catalog.info(connection.database.id, name).request
    made_of = asked["nodeProjection"]
    known = [made_of] if isinstance(made_of, str) else list(made_of)
    new = [] if "*" in known else [label for label in labels if label not in known]
    if not new:
        return connection.graph(name).refresh(progress=progress)
    project_database(
        connection.database,
        connection.catalog,
        name,
        ProjectionRequest.from_arguments({**asked, "nodeProjection": [*known, *new]}),
        existing="replace",
        progress=progress,
        encoder=encoder_source(None, load_settings()),
    )
    return connection.graph(name)


def _tell(counts: Any, report: LoadReport, projection: Projection | None, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(counts, report, projection))
        return
    _tell_problems(report)
    for note in report.notes:
        out.print(note, markup=False)
    if report.usage is not None:
        out.print(_spent(report.usage()), markup=False)
    if counts.documents:
        problems = f", {_counted(len(report.problems), 'problem')}" if report.problems else ""
        out.print(
            f"{_counted(counts.documents, 'document')} ({counts.documents_written:,} written{problems})."
        )
    out.print(
        f"{counts.nodes:,} nodes ({counts.nodes_created:,} new), "
        f"{counts.relationships:,} relationships ({counts.relationships_created:,} new)."
    )
    _tell_projection(projection)


def _tell_projection(projection: Projection | None) -> None:
    if projection is not None:
        edges = ", ".join(f"{len(layer):,} {name}" for name, layer in projection.layers.items())
        out.print(
            f"'{projection.name}': {projection.n_nodes:,} nodes, {projection.n_relationships:,} relationships"
            f"{f'; computed: {edges}' if edges else ''}."
        )


def _tell_problems(report: LoadReport) -> None:
    for problem in report.problems[:_SHOWN]:
        err.print(str(problem), markup=False)
    if len(report.problems) > _SHOWN:
        err.print(f"… and {len(report.problems) - _SHOWN:,} more problems (--json lists all).")


def _as_json(counts: Any, report: LoadReport, projection: Projection | None) -> dict[str, Any]:
    told = asdict(counts)
    told["problems"] = [problem.as_dict() for problem in report.problems]
    told["notes"] = report.notes
    if report.usage is not None:
        told["usage"] = dict(report.usage())
    return told | _graph_as_json(projection)


def _graph_as_json(projection: Projection | None) -> dict[str, Any]:
    if projection is None:
        return {}
    graph = {
        "graphName": projection.name,
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "layers": {name: len(layer) for name, layer in projection.layers.items()},
    }
    return {"graph": graph}


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"


def _spent(usage: Mapping[str, Any]) -> str:
    """What a language model took, in words.

    >>> _spent({"model": "a", "calls": 3, "input_tokens": 1200, "output_tokens": 80, "cost": 0.5, "remembered": 4})
    'a: 3 calls, 1,200 tokens in, 80 out, cost 0.5; 4 answers were kept from before.'
    """
    cost = f", cost {usage['cost']:.4g}" if "cost" in usage else ""
    about = "about " if usage.get("estimated") else ""
    return (
        f"{usage['model']}: {usage['calls']:,} calls, {about}{usage['input_tokens']:,} tokens in, "
        f"{usage['output_tokens']:,} out{cost}; {usage['remembered']:,} answers were kept from before."
    )
