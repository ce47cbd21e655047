"""Graphs in dumps of Neo4j, read once through an embedded server of their own and kept in the cache as files."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from motif.embedded import StartOptions, load_dump, start, stop
from motif.errors import InvalidSource
from motif.graphs.statements import ReadSession
from motif.knowledge_graph import connect
from motif.settings import Settings, load_settings
from motif_procedures.cypher_questions.graph_files import (
    EDGES,
    NODES,
    PlainGraph,
    PlainLink,
    PlainNode,
    read_graph,
    write_graph,
)

_NODES = "MATCH (n) RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS properties"
_LINKS = (
    "MATCH (a)-[r]->(b) RETURN elementId(a) AS source, type(r) AS type, elementId(b) AS target, "
    "properties(r) AS properties"
)
_MOST = 1_000_000
"""Rows that are read: the graphs of questions are small."""


def graph_of_dump(folder: Path, settings: Settings | None = None) -> PlainGraph:
    """The graph of the one ``*.dump`` in ``folder``; from the cache where it was read before. Times become text.

    Raises `InvalidSource` where there is none or several, and as `motif.embedded.load_dump`.
    """
    known = settings or load_settings()
    dumps = sorted(folder.glob("*.dump"))
    if len(dumps) != 1:
        raise InvalidSource(
            f"{folder} holds {len(dumps)} dumps and no graph in files.",
            hint=f"Needed: {NODES} and {EDGES}, or one file .dump.",
        )
    kept = known.cache / "graphs" / hashlib.sha256(dumps[0].read_bytes()).hexdigest()[:32]
    if not (kept / EDGES).exists():
        write_graph(_read_through_server(dumps[0], known), kept)
    return read_graph(kept)


def graph_of_database(session: ReadSession) -> PlainGraph:
    """All nodes and relationships that ``session`` sees."""
    rows = session.run(_NODES, {}, seconds=None, limit=_MOST)
    place = {row["id"]: number for number, row in enumerate(rows)}
    nodes = tuple(PlainNode(tuple(sorted(row["labels"])), row["properties"]) for row in rows)
    links = tuple(
        PlainLink(place[row["source"]], row["type"], place[row["target"]], row["properties"])
        for row in session.run(_LINKS, {}, seconds=None, limit=_MOST)
    )
    return PlainGraph(nodes, links)


def _read_through_server(dump: Path, settings: Settings) -> PlainGraph:
    options = StartOptions(name=f"dump-{dump.parent.name}", heap="512m", page_cache="64m", service=False)
    load_dump(options, settings, dump)
    state = start(options, settings)
    try:
        with connect(state.bolt, (state.user, state.password), settings=settings) as connection:
            return graph_of_database(connection.database.reading())
    finally:
        stop(options.name, settings)
        shutil.rmtree(state.home, ignore_errors=True)
