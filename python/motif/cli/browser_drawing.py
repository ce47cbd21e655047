"""What `motif open` puts into Neo4j Browser's editor: a CALL, or without the plugin the ids of what was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from motif.catalog.request import camel_case
from motif.cli.browser_link import with_values
from motif.cli.console import progress_bar
from motif.cli.passages import read_options
from motif.cli.projected_graph import projected_graph
from motif.database import Database
from motif.errors import InvalidInput
from motif.faults import plugin_missing
from motif.graphs.pattern_text import is_pattern_text, read_pattern
from motif.knowledge_graph import Connection
from motif_cypher import template

Found = list[tuple[list[Any], list[Any]]]
"""Of each piece of evidence, its nodes and its relationships, by id."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A query that Browser draws, and how much it draws."""

    cypher: str
    pieces: int
    nodes: int
    relationships: int
    notes: tuple[str, ...] = ()


def drawn_by_call(database: Database, question: str, options: dict[str, Any]) -> Drawing:
    """The question as ``CALL motif.retrieve``, which is run once to see what it gives."""
    graph = options["graph_name"] or str(database.info["name"])
    _project(database, graph, options)
    chosen = {camel_case(key): value for key, value in read_options(options["pairs"]).items()}
    configuration = {"method": options["method"], "topK": options["top_k"], **chosen}
    values: dict[str, Any] = {"graph": graph, "question": question, "configuration": configuration}
    rows = database.run(template("draw_retrieve"), **values)
    found = [(row["nodes"], row["relationships"]) for row in rows]
    return _drawing(with_values(template("draw_retrieve"), **values), found)


def _project(database: Database, graph: str, options: dict[str, Any]) -> None:
    """Make the plugin's projection where there is none; read it again where it is old."""
    states = database.run(template("call_graph_stale"), graph=graph)
    if not states:
        with progress_bar(f"reading {graph}", options["as_json"]):
            database.run(template("call_graph_project_all"), graph=graph)
    elif options["refresh"] or states[0]["stale"]:
        with progress_bar(f"reading {graph} again", options["as_json"]):
            database.run(template("call_graph_refresh"), graph=graph)


def drawn_by_id(
    connection: Connection, question: str, options: dict[str, Any], fits: Callable[[str], bool]
) -> Drawing:
    """What is found now, as a query for its nodes and relationships; of its pieces as many as ``fits`` allows."""
    graph = projected_graph(
        connection, options["graph_name"], refresh=options["refresh"], quiet=options["as_json"]
    )
    asked = read_pattern(question) if is_pattern_text(question) else question
    results = graph.retrieve(
        asked, method=options["method"], top_k=options["top_k"], **read_options(options["pairs"])
    )
    found: Found = [
        ([node.id for node in piece.nodes], [one.id for one in piece.relationships]) for piece in results
    ]
    kept = next((n for n in range(len(found), 0, -1) if fits(_elements(found[:n]))), 0)
    if found and not kept:
        raise _too_many(*found[0])
    notes = [] if options["by_id"] else [_instead()]
    if kept < len(found):
        notes.append(f"The address holds {kept} of {len(found)} pieces; the best are drawn.")
    return _drawing(_elements(found[:kept]), found[:kept], tuple(notes))


def _instead() -> str:
    missing = plugin_missing("motif.retrieve")
    return f"{missing.message} What was found is drawn by its ids instead. {missing.hint}"


def _too_many(nodes: list[Any], relationships: list[Any]) -> InvalidInput:
    return InvalidInput(
        f"The best piece has {len(nodes)} nodes and {len(relationships)} relationships: too many ids for an address.",
        hint="Ask for a smaller one (-o trussness=…), or add the plugin, which draws any: motif plugin install DIR",
    )


def _elements(found: Found) -> str:
    nodes = list(dict.fromkeys(id for ids, _ in found for id in ids))
    relationships = list(dict.fromkeys(id for _, ids in found for id in ids))
    return with_values(template("draw_elements"), nodes=nodes, relationships=relationships)


def _drawing(cypher: str, found: Found, notes: tuple[str, ...] = ()) -> Drawing:
    """The query with its counts; raises `InvalidInput` when there is nothing to draw."""
    nodes = {id for ids, _ in found for id in ids}
    if not nodes:
        what = "The answer has no nodes" if found else "Nothing was found"
        raise InvalidInput(
            f"{what}, so that there is nothing to draw.", hint="motif ask prints what there is."
        )
    return Drawing(cypher, len(found), len(nodes), len({id for _, ids in found for id in ids}), notes)
