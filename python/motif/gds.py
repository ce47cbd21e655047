"""Graph Data Science: its graphs as projections, evidence as its graphs. Needs ``motif-graphrag[gds]``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

try:
    from graphdatascience import Graph as GdsGraph
    from graphdatascience import GraphDataScience
    from graphdatascience.error.unable_to_connect import UnableToConnectError
    from graphdatascience.graph.graph_info import GraphInfo
except ImportError as error:
    from motif.errors import MissingDependency

    raise MissingDependency(
        "motif.gds needs graphdatascience.", hint='pip install "motif-graphrag[gds]"'
    ) from error

import numpy as np
from neo4j import exceptions

from motif.catalog.parts import NO_INTEGER, DatabasePart, Pairs
from motif.database.failures import translated
from motif.errors import DatabaseUnavailable, GraphExists, GraphNotFound, InvalidInput
from motif.graphs.evidence import Evidence, Node
from motif.knowledge_graph import Connection, Graph, connect
from motif_cypher import template

_ALL = "__ALL__"
"""GDS's label and type of what was projected without one."""

# A statement of GDS's own language for projecting, sent by its client: not one of `motif_cypher`, which need no GDS.
_PROJECT = """
CALL () {
  MATCH (source) WHERE elementId(source) IN $nodes
  RETURN source, null AS relationship, null AS target
  UNION ALL
  MATCH (source)-[relationship]->(target) WHERE elementId(relationship) IN $relationships
  RETURN source, relationship, target
}
RETURN gds.graph.project($graphName, source, target, {
  sourceNodeLabels: labels(source), targetNodeLabels: labels(target), relationshipType: type(relationship)
}, $configuration)
"""


def project(
    gds: GraphDataScience,
    G: GdsGraph | str,  # noqa: N803, as in every call of GDS's client
    name: str | None = None,
    *,
    db: Connection | None = None,
    overwrite: bool = False,
    **configuration: Any,
) -> Graph:
    """A graph of GDS's catalog as a projection: its nodes, relationships and numbers, with the database's names.

    Names, texts, labels and element ids are read from the database, so that what is found are real nodes; numbers of
    nodes that GDS has (``pagerank``, ``louvain`` …) are properties to filter by. GDS keeps no ids of relationships: all
    of one type from one node to another belong, and such as GDS has computed (``knn``) are left out and counted in
    ``kg.projection.configuration["part"]``. Lists, as embeddings are, stay in GDS.

    Parameters
    ----------
    G
        The graph, or its name.
    name
        The projection's; GDS's by default.
    db
        Where it is kept, with its encoder and model; by default a connection over the driver and database of ``gds``.
    overwrite
        Put it in place of the projection of that name; vectors of texts that stay are kept.
    configuration
        As of `Connection.project`: ``name_property``, ``text_properties`` … are properties of the database.

    Raises
    ------
    GraphNotFound
        GDS has no such graph (any more).
    GraphExists
        A projection has the name.
    InvalidInput
        The graph was not projected from this database, or no node has a name.
    """
    with _translated():
        connection = db or connect(driver=gds.db_driver(), database=gds.database())
        info = _info(gds, G, connection)
        part = _part(gds, gds.graph.get(info.graph_name), info)
    return connection.project_part(name or info.graph_name, part, overwrite=overwrite, **configuration)


def to_graph(
    gds: GraphDataScience,
    evidence: Evidence | Iterable[Evidence],
    graph_name: str,
    *,
    undirected_relationship_types: list[str] | None = None,
    overwrite: bool = False,
) -> GdsGraph:
    """The nodes and relationships of a piece of evidence, or of all of several, as a graph of GDS's catalog.

    Its nodes are the database's, so that algorithms of GDS run on it in all modes; as a context manager it is dropped
    at the end.

    Parameters
    ----------
    undirected_relationship_types
        Types that count both ways, ``["*"]`` for all: ``gds.triangle_count`` and ``gds.kcore`` need it.
    overwrite
        Drop the graph of that name first.

    Raises
    ------
    GraphExists
        GDS has a graph of that name.
    InvalidInput
        The evidence is empty, or not of the database that ``gds`` is connected to.
    """
    pieces = [evidence] if isinstance(evidence, Evidence) else list(evidence)
    node_ids(pieces)  # says it where the evidence is of no database
    nodes = list(dict.fromkeys(node.id for piece in pieces for node in piece.nodes))
    links = list(dict.fromkeys(one.id for piece in pieces for one in piece.relationships))
    if not nodes:
        raise InvalidInput(
            "The evidence has no nodes, and GDS has no empty graphs.", hint="Ask for something else."
        )
    with _translated():
        if overwrite:
            gds.graph.drop(graph_name, fail_if_missing=False)
        elif gds.graph.exists(graph_name):
            raise GraphExists(
                f"GDS has a graph named '{graph_name}' already.",
                hint=f"Pass overwrite=True, or drop it: gds.graph.drop({graph_name!r}).",
            )
        return _projected(gds, graph_name, nodes, links, undirected_relationship_types or [])


def node_ids(evidence: Evidence | Node | Iterable[Evidence | Node]) -> list[int]:
    """The ids by which GDS knows the nodes of evidence: its ``nodeId`` columns, and what ``source_nodes`` takes.

    Raises `InvalidInput` for evidence that is of no database.

    >>> node_ids([Node("4:0b6c:17", "Heat"), Node("4:0b6c:3", "Ronin")])
    [17, 3]
    """
    if isinstance(evidence, Node):
        return [_node_id(evidence.id)]
    if isinstance(evidence, Evidence):
        evidence = evidence.nodes
    return list(dict.fromkeys(number for one in evidence for number in node_ids(one)))


def _info(gds: GraphDataScience, graph: GdsGraph | str, connection: Connection) -> GraphInfo:
    """What GDS knows of the graph, if it is of the connection's database."""
    if not isinstance(graph, (GdsGraph, str)):
        raise InvalidInput(
            f"G must be a Graph of graphdatascience or the name of one, not {type(graph).__name__}.",
            hint="A projection gives two: G, result = gds.graph.project.native(…).",
        )
    _check_same_database(gds, connection)
    name = graph if isinstance(graph, str) else graph.name()
    database = str(connection.database.info["name"])
    # An empty name lists all; an administrator is shown the graphs of other users too, and cannot read them.
    known = [info for info in gds.graph.list(name) if info.graph_name == name]
    here = [info for info in known if info.database == database]
    if here and gds.graph.exists(name):
        return here[0]
    if known and not here:
        raise InvalidInput(
            f"The GDS graph '{name}' was projected from the database '{known[0].database}', "
            f"and this connection is to '{database}'.",
            hint=f"Say which: gds.set_database({known[0].database!r}).",
        )
    raise GraphNotFound(
        f"GDS has no graph named '{name}' in the database '{database}'.",
        hint="Graphs are gone when they are dropped or the server restarts: project it again. "
        "gds.graph.list() shows those there are.",
    )


def _check_same_database(gds: GraphDataScience, connection: Connection) -> None:
    # First through our own door: the client would try for ten minutes to reach a server that is down.
    own = connection.database.info
    theirs = gds.run_cypher(template("database_info").text, mode="READ").iloc[0]
    if own["id"] != theirs["id"]:
        raise InvalidInput(
            f"gds is connected to another database ('{theirs['name']}') than db ('{own['name']}').",
            hint="Leave out db, or connect both to one server and database.",
        )


def _part(gds: GraphDataScience, graph: GdsGraph, info: GraphInfo) -> DatabasePart:
    # Degrees are the cheapest that GDS tells of every node: a graph without properties has nothing else to stream.
    nodes = gds.degree.stream(graph, log_progress=False)["nodeId"].to_numpy(np.int64)
    return DatabasePart(
        origin=f"the GDS graph '{info.graph_name}'",
        nodes=nodes,
        relationships=list(_pairs(gds, graph, info)),
        properties=_numbers(gds, graph, info, nodes),
        labels=_labels(info),
    )


def _labels(info: GraphInfo) -> tuple[str, ...] | None:
    """The database's labels that a native projection read; None for all, or where GDS does not tell."""
    read = [entry["label"] for entry in info.configuration.get("nodeProjection", {}).values()]
    return tuple(read) if read and "*" not in read else None


def _pairs(gds: GraphDataScience, graph: GdsGraph, info: GraphInfo) -> Iterator[Pairs]:
    frame = gds.graph.relationships.stream(graph, log_progress=False)
    read = info.configuration.get("relationshipProjection", {})
    for name, rows in frame.groupby("relationshipType"):
        # A native projection may have given a type another name, or turned it around.
        original = read.get(name, {"type": name, "orientation": "NATURAL"})
        ends = [rows[column].to_numpy(np.int64) for column in ("sourceNodeId", "targetNodeId")]
        source, target = reversed(ends) if original["orientation"] == "REVERSE" else ends
        kind = None if original["type"] in ("*", _ALL) else original["type"]
        directed = info.graph_schema["relationships"][name]["direction"] != "UNDIRECTED"
        yield Pairs(kind, source, target, directed)


def _numbers(gds: GraphDataScience, graph: GdsGraph, info: GraphInfo, nodes: Any) -> dict[str, Any]:
    """The integers and floats that GDS has of nodes, each by a statement: together they would all become floats."""
    labels: dict[str, list[str]] = {}
    for label, properties in info.graph_schema["nodes"].items():
        for name, kind in properties.items():
            if not kind.startswith("List"):
                labels.setdefault(name, []).append(label)
    found = {}
    for name, of_labels in labels.items():
        frame = gds.graph.node_properties.stream(graph, [name], node_labels=of_labels, log_progress=False)
        column = frame.set_index("nodeId")[name]
        missing = NO_INTEGER if column.dtype.kind == "i" else np.nan
        found[name] = column.reindex(nodes, fill_value=missing).to_numpy()
    return found


def _projected(
    gds: GraphDataScience, graph_name: str, nodes: list[str], links: list[str], undirected: list[str]
) -> GdsGraph:
    parameters: dict[str, Any] = {
        "graphName": graph_name,
        "nodes": nodes,
        "relationships": links,
        "configuration": {"undirectedRelationshipTypes": undirected},
    }
    try:
        graph, result = gds.graph.project.cypher(_PROJECT, **parameters)
    except ValueError as error:  # no row, no graph
        raise _lost(0, len(nodes)) from error
    if result.node_count < len(nodes):
        graph.drop()
        raise _lost(result.node_count, len(nodes))
    return graph


def _lost(found: int, wanted: int) -> InvalidInput:
    return InvalidInput(
        f"The database of gds has {found:,} of the evidence's {wanted:,} nodes.",
        hint="Evidence must come from a projection of that database; if nodes were deleted since, "
        "refresh the projection and ask again.",
    )


def _node_id(element_id: str) -> int:
    number = element_id.rpartition(":")[2]
    if element_id.count(":") != 2 or not number.isdigit():
        raise InvalidInput(
            f"'{element_id}' is no node of a database, so that GDS does not know it.",
            hint="Ask a graph of db.project(…) or motif.gds.project(…), not one made of triples.",
        )
    return int(number)


@contextmanager
def _translated() -> Iterator[None]:
    """The driver's and the client's errors in Motif's words."""
    try:
        yield
    except UnableToConnectError as error:
        raise DatabaseUnavailable(
            f"GDS's client cannot reach Neo4j: {error}.", hint="Is it running? gds.server_version() tells."
        ) from error
    except (exceptions.Neo4jError, exceptions.DriverError) as error:
        raise translated(error, "", None) from error
