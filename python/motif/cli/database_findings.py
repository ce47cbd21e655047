"""What ``motif doctor`` finds in a database: version, plugin, indexes, projections."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

from motif.catalog import ProjectionInfo
from motif.catalog.name_doubts import name_doubts, option_that_settles
from motif.cli.findings import Finding
from motif.database import Database
from motif.errors import MotifError
from motif.faults import INSTALL_PLUGIN
from motif.knowledge_graph import Connection
from motif.service.information import package_version
from motif_cypher import template

_DOUBTS = 3
"""Labels whose names are in doubt that are told at most."""

OLDEST = (5, 26)
"""The oldest Neo4j that Motif's statements run on."""


def database_findings(connection: Connection) -> Iterator[Finding]:
    """Every finding of a database that answers; raises a `MotifError` when it does not."""
    database = connection.database
    yield version_finding(database.version, database.info["name"])
    yield plugin_finding(database)
    yield index_finding(database)
    graphs = connection.graphs()
    if not graphs:
        yield Finding("graphs", "missing", "nothing is projected of this database", "motif project NAME")
    for graph in graphs:
        yield graph_finding(graph)
        yield from name_findings(connection, graph)


def version_finding(version: str, name: str) -> Finding:
    """Whether Motif runs on that version of Neo4j.

    >>> version_finding("5.25.1", "neo4j").verdict, version_finding("2026.09.0", "neo4j").verdict
    ('wrong', 'ok')
    """
    numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:2])
    if numbers < OLDEST:
        return Finding(
            "database",
            "wrong",
            f"Neo4j {version}, '{name}': too old",
            "Upgrade to Neo4j 5.26 LTS or later; or a server of Motif's own: motif start",
        )
    return Finding("database", "ok", f"Neo4j {version}, '{name}'")


def plugin_finding(database: Database) -> Finding:
    """Whether the plugin is there, of this version, and reaches its service."""
    if "aura" in database.version:
        return Finding("Aura", "ok", "takes no plugins; all but CALL motif.* works")
    if not database.has_plugin:
        return Finding(
            "plugin in database",
            "missing",
            "works without; projecting is slower and Cypher has no motif.*",
            INSTALL_PLUGIN,
        )
    facts: dict[str, Any] = {row["key"]: row["value"] for row in database.run(template("call_sys_info"))}
    version = facts.get("pluginVersion")
    if version != package_version():
        return Finding(
            "plugin in database",
            "wrong",
            f"version {version}, while {package_version()} is installed here",
            INSTALL_PLUGIN,
        )
    if not facts.get("fits"):
        return _unfit(facts)
    services = facts.get("services") or []
    if away := [each for each in services if each["state"] != "up"]:
        problem, _, hint = str(away[0]["problem"]).partition(". ")
        found = (
            f"{len(services) - len(away)} of {len(services)} services answer; {away[0]['url']}: {problem}."
        )
        return Finding("plugin in database", "missing", found, hint)
    return Finding(
        "plugin in database", "ok", f"{version}, protocol {facts.get('pluginProtocol')}, and its service"
    )


def _unfit(facts: dict[str, Any]) -> Finding:
    """A plugin that cannot use its service: the plugin's sentence, and what it says to run."""
    if "problem" not in facts:
        found = f"its service is of version {facts.get('serviceVersion')}"
        return Finding("plugin in database", "wrong", found, "Stop the service, then: motif serve")
    message, _, hint = str(facts["problem"]).partition(". ")
    return Finding("plugin in database", "wrong", f"{message}.", hint)


def index_finding(database: Database) -> Finding:
    """Whether the vector and full-text indexes of the database are ready; projections need none of them."""
    rows = database.run(template("show_search_index_states"))
    failed = [row["name"] for row in rows if row["state"] == "FAILED"]
    building = [row["name"] for row in rows if row["state"] not in ("ONLINE", "FAILED")]
    if failed:
        return Finding(
            "indexes",
            "wrong",
            f"failed: {', '.join(failed)}",
            f"DROP INDEX {failed[0]}, then: motif embed NAME --write",
        )
    if building:
        return Finding(
            "indexes", "missing", f"still filling: {', '.join(building)}", "CALL db.awaitIndexes()"
        )
    kinds = [row["type"] for row in rows]
    return Finding(
        "indexes",
        "ok",
        f"{kinds.count('VECTOR')} vector, {kinds.count('FULLTEXT')} full-text; projections need none",
    )


def graph_finding(graph: ProjectionInfo) -> Finding:
    """One projection: its size, and whether its files are whole, it is current and has vectors."""
    subject = f"graph '{graph.name}'"
    found = f"{graph.n_nodes:,} nodes, {graph.n_relationships:,} relationships, epoch {graph.epoch}"
    again = f"motif project --replace {shlex.quote(graph.name)}"
    if graph.problem:
        return Finding(subject, "wrong", graph.problem, again)
    if graph.failure is not None:
        told = f"{found}; not refreshed in the background: {graph.failure.problem}"
        return Finding(subject, "wrong", told, again)
    if graph.stale:
        return Finding(subject, "missing", f"{found}; the data has changed since", again)
    if not graph.vectors:
        return Finding(
            subject,
            "missing",
            f"{found}; without vectors, so that names are found by spelling",
            f"motif embed {shlex.quote(graph.name)}",
        )
    kinds = ", ".join(f"{kind} ({stamp.name})" for kind, stamp in graph.vectors.items())
    return Finding(subject, "ok", f"{found}; vectors: {kinds}")


def name_findings(connection: Connection, graph: ProjectionInfo) -> Iterator[Finding]:
    """Which labels are probably not called by their names; nothing where the files of the projection are broken."""
    try:
        projection = connection.catalog.open(connection.database.id, graph.name)
    except MotifError:
        return
    doubts = name_doubts(projection, graph.request)
    if doubts:
        told = "; ".join(map(str, doubts[:_DOUBTS])) + (
            f"; and {len(doubts) - _DOUBTS} more" if len(doubts) > _DOUBTS else ""
        )
        remedy = option_that_settles(doubts[0], shlex.quote(graph.name))
        yield Finding(f"names in '{graph.name}'", "missing", told, remedy)


def unreachable(error: MotifError, named: bool) -> Finding:
    """A database that does not answer; wrong where one is ``named``."""
    return Finding("database", "wrong" if named else "missing", error.message, error.hint)
