"""Graphs in files, put into an embedded server of their own one after another: some answers need a database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from motif.embedded import StartOptions, start, stop
from motif.knowledge_graph import Connection, connect
from motif.settings import Settings, load_settings
from motif_cypher import quote
from motif_procedures.cypher_questions.graph_files import PlainGraph, PlainLink

SERVER = "cypher-questions"
_BATCH = 1000


@contextmanager
def own_server(settings: Settings | None = None, model: object | None = None) -> Iterator[Connection]:
    """An embedded server that holds nothing which is wanted, stopped at the end; ``model`` as of `motif.connect`.

    Raises as `motif.embedded.start`.
    """
    known = settings or load_settings()
    options = StartOptions(name=SERVER, heap="512m", page_cache="64m", service=False, short_lived=True)
    state = start(options, known)
    try:
        with connect(state.bolt, (state.user, state.password), model=model, settings=known) as connection:
            yield connection
    finally:
        stop(SERVER, known)


def put(graph: PlainGraph, connection: Connection) -> None:
    """Puts ``graph`` in place of all that the database holds."""
    run = connection.database.driver.execute_query
    for info in connection.graphs():
        connection.graph(info.name).drop()
    while run(_STATEMENTS["clear"]).records[0]["n"]:
        pass
    ids: dict[int, str] = {}
    for labels, rows in _by_labels(graph).items():
        statement = _STATEMENTS["nodes"].replace("$(labels)", "".join(f":{quote(name)}" for name in labels))
        for batch in _batches(rows):
            found = run(statement, rows=[graph.nodes[row].properties for row in batch]).records
            ids |= {batch[record["i"]]: record["id"] for record in found}
    for kind, links in _by_type(graph).items():
        statement = _STATEMENTS["links"].replace("$(type)", quote(kind))
        for some in _batches(links):
            run(statement, rows=[[ids[one.source], ids[one.target], dict(one.properties)] for one in some])


_STATEMENTS = {
    "clear": "MATCH (n) WITH n LIMIT 5000 DETACH DELETE n RETURN count(*) AS n",
    "nodes": "UNWIND range(0, size($rows) - 1) AS i CREATE (n$(labels)) SET n = $rows[i] RETURN i, elementId(n) AS id",
    "links": "UNWIND $rows AS row MATCH (a) WHERE elementId(a) = row[0] MATCH (b) WHERE elementId(b) = row[1] "
    "CREATE (a)-[r:$(type)]->(b) SET r = row[2]",
}


def _by_labels(graph: PlainGraph) -> dict[tuple[str, ...], list[int]]:
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for row, node in enumerate(graph.nodes):
        found[node.labels].append(row)
    return found


def _by_type(graph: PlainGraph) -> dict[str, list[PlainLink]]:
    found: dict[str, list[PlainLink]] = defaultdict(list)
    for link in graph.links:
        found[link.type].append(link)
    return found


def _batches(rows: Sequence[Any]) -> Iterator[Sequence[Any]]:
    return (rows[begun : begun + _BATCH] for begun in range(0, len(rows), _BATCH))
