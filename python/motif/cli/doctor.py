"""``motif doctor``: what is here, what is wrong, and the command that mends it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from urllib.parse import urlsplit

import click
from rich.text import Text

from motif.cli.cluster_findings import cluster_findings
from motif.cli.console import out, print_json
from motif.cli.database_findings import database_findings, unreachable
from motif.cli.findings import Finding
from motif.cli.following_findings import following_findings
from motif.cli.machine_findings import machine_findings
from motif.cli.service_findings import service_finding, service_url, token_file_of
from motif.embedded import ServerState, last_state, servers
from motif.errors import MotifError
from motif.knowledge_graph import connect
from motif.settings import Settings, load_settings

COLOURS = {"ok": "green", "missing": "yellow", "wrong": "red"}
PLUGIN = "plugin in database"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="A list of subject, verdict, found, remedy.")
def doctor(as_json: bool) -> None:
    """Check Java, Neo4j, plugin, service, who follows it, cluster, indexes, projections, models, packages.

    "missing" is what one can do without. Exit code 1 when something that is needed is wrong.
    """
    findings = []
    for finding in examine(load_settings()):
        findings.append(finding)
        if not as_json:
            _print(finding)
    if as_json:
        print_json([asdict(finding) for finding in findings])
    if any(finding.verdict == "wrong" for finding in findings):
        raise SystemExit(1)


def examine(settings: Settings) -> Iterator[Finding]:
    """Every finding, in the order of the set-up."""
    yield from machine_findings(settings)
    yield from cluster_findings(settings.cluster)
    running = servers(settings)
    for state in running:
        yield Finding(f"server '{state.name}'", "ok", f"Neo4j {state.version} at {state.bolt}")
    if not running:
        yield from ended_server(settings)
    with_plugin = False
    for finding in _database(settings):
        with_plugin |= finding.subject == PLUGIN and finding.verdict != "missing"
        yield finding
    yield from _services(settings, [state for state in running if state.running], with_plugin)
    yield from following_findings(settings)


def ended_server(settings: Settings) -> Iterator[Finding]:
    """Why the embedded server ended, where it did so by itself and no other database is named."""
    state = last_state("default", settings)
    if settings.neo4j.uri is None and state is not None and state.problem:
        yield Finding("server 'default'", "wrong", f"ended: {state.problem}", state.hint or "motif start")


def _database(settings: Settings) -> Iterator[Finding]:
    try:
        with connect(settings=settings) as connection:
            yield from database_findings(connection)
    except MotifError as error:
        yield unreachable(error, named=settings.neo4j.uri is not None)


def _services(settings: Settings, running: Sequence[ServerState], needed: bool) -> Iterator[Finding]:
    """Of each embedded server that runs; that of the settings too where the database is none of theirs."""
    own = [state for state in running if state.service]
    yield from map(_embedded_service, own)
    if settings.neo4j.uri is None and own:
        return
    if settings.neo4j.uri is not None and any(_is_at(state, settings.neo4j.uri) for state in own):
        return
    yield service_finding(
        service_url(settings),
        token_file_of(settings),
        needed=needed,
        certificate=settings.service.certificate,
    )


def _embedded_service(state: ServerState) -> Finding:
    """The service that an embedded server has beside it: restarted with the server, not by ``motif serve``."""
    found = service_finding(str(state.service), state.token_file, needed=True, certificate=None)
    named = dataclasses.replace(found, subject=f"service of '{state.name}'")
    if found.verdict == "ok":
        return named
    name = "" if state.name == "default" else f" --name {state.name}"
    log = f"; its log: {state.logs['service']}" if "service" in state.logs else ""
    return dataclasses.replace(named, remedy=f"motif stop{name}, then: motif start{name}{log}")


def _is_at(state: ServerState, uri: str) -> bool:
    """Whether ``uri`` is an embedded server's address, by whichever scheme and name of this machine."""
    ours, theirs = urlsplit(state.bolt), urlsplit(uri)
    return ours.port == theirs.port and theirs.hostname in {ours.hostname, "localhost", "127.0.0.1", "::1"}


def _print(finding: Finding) -> None:
    line = Text(f"{finding.verdict:8}", style=COLOURS[finding.verdict])
    line.append(f"{finding.subject:22} {' '.join(finding.found.split())}", style="default")
    out.print(line)
    if finding.remedy:
        out.print(f"{'':30} → {finding.remedy}", markup=False)
