"""``motif demo``: a server, the sample graphs, and questions answered by ``CALL``. What ``make run`` runs."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import click

from motif.cli.console import out, progress_bar
from motif.cli.plugin import plugin_jars
from motif.cli.server import print_server, told
from motif.database import Database
from motif.embedded import ServerState, StartOptions, start, status
from motif.knowledge_graph import connect
from motif.settings import load_settings
from motif_cypher import template

SAMPLES = ("world", "registry")


@click.command()
@click.option("--name", default="default", show_default=True)
@click.option("--neo4j-version", default="lts", show_default=True)
def demo(name: str, neo4j_version: str) -> None:
    """Start a server, load the sample graphs, ask them questions, and leave it running."""
    settings = load_settings()
    running = status(name, settings)
    options = StartOptions(name=name, version=neo4j_version, plugin_jars=plugin_jars())
    state = start(options, settings, progress=told)
    print_server(state, already=running is not None and running.running)
    with connect(server=state.name, settings=settings) as connection:
        for sample in SAMPLES:
            _load(connection.database, sample)
        for sample in SAMPLES:  # when all is loaded, so that none is out of date at the first question
            _project(connection.database, sample)
        for sample in SAMPLES:
            _ask_questions(connection.database, sample)
            _match_patterns(connection.database, sample)
        for sample in SAMPLES:
            _ask_in_words(connection.database, sample)
            _expand(connection.database, sample)
            _find_communities(connection.database, sample)
            _trace(connection.database, sample)
            _plan_steps(connection.database, sample)
            _verify_claims(connection.database, sample)
    _farewell(state)


def _load(database: Database, sample: str) -> None:
    [loader] = entry_points(group="motif.loaders", name=sample)
    [writer] = entry_points(group="motif.writers", name="neo4j")
    with progress_bar(f"loading {sample}") as progress:
        counts = writer.load()(database, loader.load()(Path(sample)), progress=progress)
    out.print(
        f"Sample graph [bold]{sample}[/]: {counts.nodes:,} nodes, {counts.relationships:,} relationships "
        f"({counts.nodes_created:,} and {counts.relationships_created:,} of them new)."
    )


def _project(database: Database, sample: str) -> None:
    """Project the labels of one sample and embed its names, by CALL as a Cypher user would."""
    [labels] = entry_points(group="motif.samples", name=f"{sample}.labels")
    if not database.run(template("call_graph_exists"), graph=sample)[0]["exists"]:
        database.run(
            template("call_graph_project"), graph=sample, labels=list(labels.load()), relationships="*"
        )
    with progress_bar(f"embedding {sample}"):
        [row] = database.run(template("call_embed_text_mutate"), graph=sample)
    out.print(f"  projected as '{sample}', {row['nodeCount']:,} nodes with vectors.")


def _ask_questions(database: Database, sample: str) -> None:
    [questions] = entry_points(group="motif.samples", name=f"{sample}.questions")
    for question in questions.load():
        out.print(f"\n[bold]{question.text}[/]")
        out.print(
            f"  {_cypher('search', sample, question, question.configuration)}", markup=False, style="dim"
        )
        rows = database.run(
            template("call_search"),
            graph=sample,
            pattern=question.pattern,
            configuration=question.configuration,
        )
        for row in rows:
            for line in row["text"].splitlines():
                out.print(f"    {line}", markup=False)
            out.print(f"    score {row['score']:.4f}; {_shape(row)}", style="dim")


def _match_patterns(database: Database, sample: str) -> None:
    for question in _sample(sample, "matches"):
        configuration = {"limit": question.top_k, "directed": False}
        out.print(f"\n[bold]{question.text}[/]")
        out.print(f"  {_cypher('match', sample, question, configuration)}", markup=False, style="dim")
        rows = database.run(
            template("call_match_names"),
            graph=sample,
            pattern=question.pattern,
            properties=["name"],
            configuration=configuration,
        )
        for row in rows:
            _print_match(row)


def _print_match(row: dict[str, Any]) -> None:
    if row["metadata"].get("fallback"):
        lines = row["text"].splitlines()
        out.print(
            f"    nothing matches; around what is named: {lines[0]} … ({len(lines)} lines)", markup=False
        )
        return
    out.print(f"    {', '.join(map(str, row['answers']))}", markup=False, style="bold green")
    for said, meant in row["metadata"].get("normalised", {}).items():
        out.print(f"      {said} read as {', '.join(meant)}", markup=False, style="dim")


def _ask_in_words(database: Database, sample: str) -> None:
    for question in _sample(sample, "words"):
        configuration = {"topK": 3, "planner": "paths"}
        _print_call("retrieve", sample, question, configuration)
        rows = database.run(
            template("call_retrieve_names"),
            graph=sample,
            question=question,
            properties=["name"],
            configuration=configuration,
        )
        for row in rows:
            answers = ", ".join(str(answer) for answer in row["answers"])
            out.print(f"    {answers}", markup=False, style="bold green")
            for line in row["text"].splitlines():
                out.print(f"      {line}", markup=False)


def _expand(database: Database, sample: str) -> None:
    for question, configuration in _sample(sample, "chunks"):
        _print_call("expand", sample, question, configuration)
        rows = database.run(
            template("call_expand"), graph=sample, question=question, configuration=configuration
        )
        for row in rows:
            out.print(f"    {row['name']}", markup=False, style="bold green")
            out.print(f"      {row['metadata']['role']}, score {row['score']:.4f}", style="dim")
            out.print(f"      {row['text'].splitlines()[0][:120]}", markup=False)


def _find_communities(database: Database, sample: str) -> None:
    for question, configuration in _sample(sample, "communities"):
        _print_call("community", sample, question, configuration)
        rows = database.run(
            template("call_community"), graph=sample, question=question, configuration=configuration
        )
        for row in rows:
            said = row["metadata"]
            out.print(f"    {', '.join(row['names'])}", markup=False, style="bold green")
            out.print(
                f"      trussness {said['trussness']}, QRScore {said['qr_score']:.3f}, density {said['density']:.2f}, "
                f"{row['relationships']} relationships of the database",
                style="dim",
            )


def _trace(database: Database, sample: str) -> None:
    """Schema triples in other words than the graph's, traced in a projection of the relations they are about."""
    for traced in _sample(sample, "traces"):
        [labels] = entry_points(group="motif.samples", name=f"{sample}.labels")
        if not database.run(template("call_graph_exists"), graph=traced.graph)[0]["exists"]:
            types = list(traced.relationship_types)
            database.run(
                template("call_graph_project"),
                graph=traced.graph,
                labels=list(labels.load()),
                relationships=types,
            )
        with progress_bar(f"embedding triples of {traced.graph}"):
            database.run(template("call_embed_text_mutate"), graph=traced.graph)
            database.run(template("call_embed_triple_mutate"), graph=traced.graph)
        _print_call("trace", traced.graph, traced.text, traced.configuration, traced.triples)
        rows = database.run(
            template("call_trace"),
            graph=traced.graph,
            triples=traced.triples,
            configuration=traced.configuration,
        )
        for row in rows:
            out.print(f"    {', '.join(row['answers'])}", markup=False, style="bold green")
            for line in row["text"].splitlines():
                out.print(f"      {line}", markup=False)


def _plan_steps(database: Database, sample: str) -> None:
    """Questions with numbers: planned over the schema, checked, and run as the Cypher that is shown."""
    for question in _sample(sample, "steps"):
        configuration = {"method": "spark", "planner": "slots", "topK": 3}
        _print_call("retrieve", sample, question, configuration)
        rows = database.run(
            template("call_retrieve_names"),
            graph=sample,
            question=question,
            properties=["name"],
            configuration=configuration,
        )
        statement = rows[0]["metadata"].get("cypher", {}).get("text", "") if rows else ""
        for line in statement.splitlines():
            out.print(f"      {line}", markup=False, style="dim")
        for row in rows:
            out.print(f"    {', '.join(map(str, row['answers']))}", markup=False, style="bold green")
            for line in row["text"].splitlines():
                out.print(f"      {line}", markup=False)


def _print_call(
    verb: str, sample: str, question: str, configuration: dict[str, Any], asked: Any = None
) -> None:
    given = f"'{question}'" if asked is None else asked
    out.print(f"\n[bold]{question}[/]")
    out.print(f"  CALL motif.{verb}('{sample}', {given}, {_map(configuration)})", markup=False, style="dim")


def _verify_claims(database: Database, sample: str) -> None:
    for claim in _sample(sample, "claims"):
        out.print(f"\n[bold]{claim}[/]")
        out.print(f"  CALL motif.verify('{sample}', '{claim}')", markup=False, style="dim")
        row = database.run(
            template("call_verify"), graph=sample, question=claim, configuration={"planner": "paths"}
        )[0]
        out.print(f"    {row['metadata']['verdict']}: {row['metadata']['reason']}", markup=False)


def _sample(sample: str, what: str) -> tuple[Any, ...]:
    points = entry_points(group="motif.samples", name=f"{sample}.{what}")
    return tuple(text for point in points for text in point.load())


def _cypher(verb: str, sample: str, question: Any, configuration: dict[str, Any]) -> str:
    pattern = str(question.pattern).replace("None", "null")
    return f"CALL motif.{verb}('{sample}', {pattern}, {_map(configuration)})"


def _map(configuration: dict[str, Any]) -> str:
    return (
        "{"
        + ", ".join(
            f"{key}: {str(value).lower() if isinstance(value, bool) else repr(value)}"
            for key, value in configuration.items()
        )
        + "}"
    )


def _shape(row: dict[str, Any]) -> str:
    return f"{len(row['nodes'])} nodes, {len(row['relationships'])} relationships of the database"


def _farewell(state: ServerState) -> None:
    out.print()
    for what, how in (
        ("See a subgraph drawn", f"{state.http}/browser/ (paste one of the CALLs above), or:"),
        ("", "motif open --graph world 'Which countries border both France and Germany?'"),
        ("Password of neo4j", str(state.password_file)),
        ("Ask from the shell", "motif ask --graph world 'Which countries border both France and Germany?'"),
        ("Stop", "make stop"),
    ):
        out.print(f"{what:22}{how}", markup=False)
