"""The graphs that blind questions are put to, in memory: films, the two sample graphs, two small ones.

A `PropertyGraph` is plain Python, read from a loader's records or from a file of Cypher with one CREATE;
`as_projection` makes of it the projection that Motif would read from Neo4j, names and properties detected alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import motif
from motif.catalog import ProjectionRequest, Schema, detect
from motif.catalog.building import build_projection
from motif.catalog.name_properties import letters_of
from motif.catalog.sampling import SAMPLE
from motif.catalog.schema import Group, PropertyFacts
from motif.errors import MissingDependency
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.evidence import Node
from motif.graphs.packing import pack_values
from motif.graphs.projection import Projection
from motif.models.encoder import TextEncoder, load_encoder
from motif.settings import load_settings
from motif_loaders.records import Key, NodeRecord, Record, RelationshipRecord
from motif_procedures.cypher_questions.graph_files import map_of_cypher

HERE = Path(__file__).parent
FILES = {
    "films": HERE / "golden" / "films.cypher",
    "company": HERE / "questions" / "company.cypher",
    "festival": HERE / "questions" / "festival.cypher",
    "hospital": HERE / "questions" / "hospital.cypher",
    "supply": HERE / "questions" / "supply.cypher",
    "court": HERE / "questions" / "court.cypher",
    "grid": HERE / "questions" / "grid.cypher",
}
SAMPLES = ("world", "registry")

_NODE = re.compile(r"\((?P<id>\w+):(?P<labels>[\w:]+)(?:\s+(?P<properties>\{.*\}))?\)")
_LINK = re.compile(
    r"\((?P<source>\w+)\)-\[:(?P<type>\w+)(?:\s+(?P<properties>\{.*\}))?\]->\((?P<target>\w+)\)"
)


@dataclass(frozen=True)
class PlainNode:
    """A node: its labels and properties."""

    labels: tuple[str, ...]
    properties: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What people call it."""
        return str(self.properties.get("name", self.properties.get("title", "")))


@dataclass(frozen=True)
class PlainLink:
    """A relationship between two nodes, by their places in `PropertyGraph.nodes`."""

    source: int
    type: str
    target: int
    properties: Mapping[str, Any]


@dataclass(frozen=True)
class PropertyGraph:
    """Nodes and relationships as lists."""

    nodes: tuple[PlainNode, ...]
    links: tuple[PlainLink, ...]


def of_cypher(path: Path) -> PropertyGraph:
    """The graph of a file with one CREATE, a node or a relationship a line."""
    nodes: dict[str, PlainNode] = {}
    links: list[tuple[str, str, str, dict[str, Any]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.strip().rstrip(",;")
        if match := _NODE.fullmatch(text):
            nodes[match["id"]] = PlainNode(
                tuple(match["labels"].split(":")), map_of_cypher(match["properties"])
            )
        elif match := _LINK.fullmatch(text):
            links.append(
                (match["source"], match["type"], match["target"], map_of_cypher(match["properties"]))
            )
        elif text and not text.startswith("//") and text != "CREATE":
            raise ValueError(f"{path.name}: neither a node nor a relationship: {text}")
    place = {name: row for row, name in enumerate(nodes)}
    return PropertyGraph(
        tuple(nodes.values()),
        tuple(PlainLink(place[source], kind, place[target], more) for source, kind, target, more in links),
    )


def of_records(records: Iterable[Record]) -> PropertyGraph:
    """The graph that a loader writes: a node for each key, which is a property too."""
    place: dict[Key, int] = {}
    labels: list[tuple[str, ...]] = []
    properties: list[dict[str, Any]] = []
    links: dict[tuple[Key, str, Key], PlainLink] = {}
    for record in records:
        if isinstance(record, NodeRecord):
            if record.key not in place:
                place[record.key] = len(labels)
                labels.append(())
                properties.append({record.key.property: record.key.value})
            row = place[record.key]
            labels[row] = tuple(dict.fromkeys((*labels[row], *record.all_labels)))
            properties[row] |= record.properties
        elif isinstance(record, RelationshipRecord):
            ends = (record.source, record.type, record.target)
            links[ends] = PlainLink(
                place[record.source], record.type, place[record.target], record.properties
            )
    nodes = (PlainNode(*pair) for pair in zip(labels, properties, strict=True))
    return PropertyGraph(tuple(nodes), tuple(links.values()))


@cache
def plain_graph(name: str) -> PropertyGraph:
    """The graph called ``name``: one of `FILES` or `SAMPLES`; `MissingDependency` without the extra ``sample``."""
    if name in FILES:
        return of_cypher(FILES[name])
    from motif_loaders import registry, world

    return of_records({"world": world, "registry": registry}[name].load())


def question_graph(name: str, encoder: TextEncoder | None = None) -> motif.Graph:
    """What a user holds after ``db.project(name)``; ``encoder`` is the configured one by default."""
    projection = _projection(name)
    settings = load_settings()
    source = (
        (lambda: encoder) if encoder is not None else (lambda: loaded_once(settings.encoder, settings.cache))
    )
    return motif.Graph(lambda: projection, encoder=cache(source), settings=settings)


@cache
def _projection(name: str) -> Projection:
    """That of a graph, the same for all who ask it: what is built of it is built once."""
    return as_projection(plain_graph(name), name)


loaded_once = cache(load_encoder)
"""The encoder of these settings, the same for every graph."""


def small_graph(
    name: str,
    nodes: Sequence[tuple[tuple[str, ...], Mapping[str, Any]]],
    links: Sequence[tuple[int, str, int, Mapping[str, Any]]],
    relationship_properties: tuple[str, ...] = (),
    *,
    is_encoded: bool = False,
) -> motif.Graph:
    """A graph of plain lists as a user holds it, by default without an encoder: words alone must do."""
    plain = PropertyGraph(
        tuple(PlainNode(labels, properties) for labels, properties in nodes),
        tuple(PlainLink(*link) for link in links),
    )
    request = ProjectionRequest(relationship_properties=relationship_properties)
    projection = as_projection(plain, name, request)
    settings = load_settings()
    source = (lambda: loaded_once(settings.encoder, settings.cache)) if is_encoded else _no_encoder
    return motif.Graph(lambda: projection, encoder=source, settings=settings)


def told(graph: motif.Graph, question: str) -> tuple[str, list[tuple[Any, ...]]]:
    """The status of what a graph answers, and its rows, nodes by name."""
    found = graph.retrieve(question, top_k=50)
    rows = [tuple(one.name if isinstance(one, Node) else one for one in piece.answers) for piece in found]
    return found.status, rows


def answered(graph: motif.Graph, question: str) -> list[tuple[Any, ...]]:
    """The rows of what a graph answers surely, sorted; fails where it is not sure."""
    status, rows = told(graph, question)
    assert status == "answered", (question, status, rows)
    return sorted(rows, key=str)


def _no_encoder() -> TextEncoder:
    raise MissingDependency("There is no encoder.")


def as_projection(
    graph: PropertyGraph, name: str = "plain", request: ProjectionRequest | None = None
) -> Projection:
    """The projection of ``graph``, what ``request`` leaves open detected as for a database."""
    plan = detect(schema_of(graph), request or ProjectionRequest())
    chunks = _chunks(graph, plan.node_columns, plan.relationship_columns)
    return build_projection(chunks, plan, name=name)


def _chunks(graph: PropertyGraph, of_nodes: Sequence[str], of_links: Sequence[str]) -> Iterator[Chunk]:
    label_sets = tuple(sorted({node.labels for node in graph.nodes}))
    types = tuple(sorted({link.type for link in graph.links}))
    yield NodeChunk(
        np.arange(len(graph.nodes), dtype=np.int64),
        np.array([label_sets.index(node.labels) for node in graph.nodes], dtype=np.int32),
        {key: pack_values([node.properties.get(key) for node in graph.nodes]) for key in of_nodes},
    )
    yield RelationshipChunk(
        np.arange(len(graph.links), dtype=np.int64),
        np.array([link.source for link in graph.links], dtype=np.int64),
        np.array([link.target for link in graph.links], dtype=np.int64),
        np.array([types.index(link.type) for link in graph.links], dtype=np.int32),
        {key: pack_values([link.properties.get(key) for link in graph.links]) for key in of_links},
    )
    yield End(label_sets, types, "4:questions:", "5:questions:")


def schema_of(graph: PropertyGraph) -> Schema:
    """What the statements of `motif.catalog.sampling` would say of the graph in Neo4j."""
    labels = sorted({label for node in graph.nodes for label in node.labels})
    types = sorted({link.type for link in graph.links})
    return Schema(
        tuple(_group(label, [n.properties for n in graph.nodes if label in n.labels]) for label in labels),
        tuple(_group(kind, [link.properties for link in graph.links if link.type == kind]) for kind in types),
        len(graph.nodes),
    )


def _group(name: str, rows: Sequence[Mapping[str, Any]]) -> Group:
    sample = rows[:SAMPLE]
    keys = sorted({key for row in sample for key in row})
    return Group(
        name,
        len(rows),
        {key: _facts([row[key] for row in sample if key in row], len(sample)) for key in keys},
    )


_TYPES = {
    str: "STRING",
    bool: "BOOLEAN",
    int: "INTEGER",
    float: "FLOAT",
    list: "LIST",
    date: "DATE",
    datetime: "ZONED DATETIME",
}


def _facts(values: Sequence[Any], seen: int) -> PropertyFacts:
    strings = [value for value in values if isinstance(value, str)]
    lengths = [len(value) for value in strings]
    return PropertyFacts(
        types=tuple(dict.fromkeys(_TYPES[type(value)] for value in values)),
        present=len(values) / seen,
        distinct=len({str(value) for value in values}) / len(values),
        length=sum(lengths) / len(lengths) if lengths else None,
        letters=letters_of(strings),
    )
