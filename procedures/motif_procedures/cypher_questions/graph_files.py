"""A small graph in files, held in memory as Motif would read it from Neo4j: names and properties detected alike.

A graph is a folder with ``nodes.jsonl`` (``id``, ``label`` or ``labels``, ``properties``) and ``edges.jsonl``
(``source``, ``type``, ``target``, ``properties``), where a value ``{"date": "2024-03-01"}`` is a date and
``{"datetime": "2024-03-01T12:00:00"}`` one with its time; or a file of Cypher with one CREATE, a node or a
relationship a line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from motif.catalog import ProjectionRequest, Schema, detect
from motif.catalog.building import build_projection
from motif.catalog.name_properties import letters_of
from motif.catalog.sampling import SAMPLE
from motif.catalog.schema import Group, PropertyFacts
from motif.errors import InvalidSource
from motif.given import DEEPEST
from motif.graphs.columns import Chunk, End, NodeChunk, RelationshipChunk
from motif.graphs.packing import pack_values
from motif.graphs.projection import Projection

NODES, EDGES = "nodes.jsonl", "edges.jsonl"

_NODE = re.compile(r"\((?P<id>\w+):(?P<labels>[\w:]+)(?:\s+(?P<properties>\{.*\}))?\)")
_LINK = re.compile(
    r"\((?P<source>\w+)\)-\[:(?P<type>\w+)(?:\s+(?P<properties>\{.*\}))?\]->\((?P<target>\w+)\)"
)
_QUOTE = re.compile(r"\\'")
_DATE = re.compile(r"(?:date|(?:local)?datetime)\('([\dT:.Z+-]+)'\)")
_TYPES = {
    str: "STRING", bool: "BOOLEAN", int: "INTEGER", float: "FLOAT", list: "LIST", date: "DATE",
    datetime: "ZONED DATETIME",
}  # fmt: skip


@dataclass(frozen=True)
class PlainNode:
    """A node: its labels, sorted, and properties."""

    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True)
class PlainLink:
    """A relationship between two nodes, by their places in `PlainGraph.nodes`."""

    source: int
    type: str
    target: int
    properties: Mapping[str, Any]


@dataclass(frozen=True)
class PlainGraph:
    """Nodes and relationships as lists."""

    nodes: tuple[PlainNode, ...]
    links: tuple[PlainLink, ...]

    @property
    def types(self) -> tuple[str, ...]:
        """Relationship types, the most frequent first."""
        counts: dict[str, int] = {}
        for link in self.links:
            counts[link.type] = counts.get(link.type, 0) + 1
        return tuple(sorted(counts, key=lambda kind: (-counts[kind], kind)))

    def without(self, types: Collection[str]) -> PlainGraph:
        """The graph with no relationship of these types."""
        return replace(self, links=tuple(link for link in self.links if link.type not in types))


def read_graph(path: Path) -> PlainGraph:
    """The graph of a folder or of a file of Cypher.

    Raises `InvalidSource` for what is missing or cannot be read.
    """
    try:
        return _of_folder(path) if path.is_dir() else _of_cypher(path)
    except (OSError, ValueError, KeyError) as error:
        raise InvalidSource(
            f"{path} holds no graph that can be read: {error}.",
            hint=f"A folder with {NODES} and {EDGES}, or a file of Cypher with one CREATE.",
        ) from error


def write_graph(graph: PlainGraph, folder: Path) -> None:
    """Writes ``graph`` as a folder that `read_graph` reads."""
    folder.mkdir(parents=True, exist_ok=True)
    nodes = (
        {"id": row, "labels": list(node.labels), "properties": node.properties}
        for row, node in enumerate(graph.nodes)
    )
    links = (
        {"source": link.source, "type": link.type, "target": link.target, "properties": link.properties}
        for link in graph.links
    )
    for name, rows in ((NODES, nodes), (EDGES, links)):
        text = "".join(json.dumps(row, ensure_ascii=False, default=_dated) + "\n" for row in rows)
        (folder / name).write_text(text, encoding="utf-8")


def projected(graph: PlainGraph, name: str = "files") -> Projection:
    """The projection of ``graph``, everything about it detected as for a database."""
    plan = detect(schema_of(graph), ProjectionRequest())
    return build_projection(_chunks(graph, plan.node_columns, plan.relationship_columns), plan, name=name)


def schema_of(graph: PlainGraph) -> Schema:
    """What the statements of `motif.catalog.sampling` would say of the graph in Neo4j."""
    labels = sorted({label for node in graph.nodes for label in node.labels})
    types = sorted({link.type for link in graph.links})
    return Schema(
        tuple(_group(label, [n.properties for n in graph.nodes if label in n.labels]) for label in labels),
        tuple(_group(kind, [link.properties for link in graph.links if link.type == kind]) for kind in types),
        len(graph.nodes),
    )


def _of_folder(folder: Path) -> PlainGraph:
    place: dict[Any, int] = {}
    nodes: list[PlainNode] = []
    for row in _lines(folder / NODES):
        place[row["id"]] = len(nodes)
        labels = row["labels"] if "labels" in row else [row["label"]]
        nodes.append(PlainNode(tuple(sorted(labels)), _values(row["properties"])))
    links = (
        PlainLink(place[row["source"]], row["type"], place[row["target"]], _values(row.get("properties", {})))
        for row in _lines(folder / EDGES)
    )
    return PlainGraph(tuple(nodes), tuple(links))


def _lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def _values(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {key: _value(value) for key, value in properties.items() if value is not None}


def _value(value: Any) -> Any:
    if isinstance(value, Mapping) and set(value) == {"date"}:
        return date.fromisoformat(value["date"])
    if isinstance(value, Mapping) and set(value) == {"datetime"}:
        return datetime.fromisoformat(value["datetime"])
    return value


def _dated(value: Any) -> Any:
    return {"datetime" if isinstance(value, datetime) else "date": value.isoformat()}


def _of_cypher(path: Path) -> PlainGraph:
    place: dict[str, int] = {}
    nodes: list[PlainNode] = []
    links: list[tuple[str, str, str, dict[str, Any]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        text = line.strip().rstrip(",;")
        if match := _NODE.fullmatch(text):
            place[match["id"]] = len(nodes)
            labels = tuple(sorted(match["labels"].split(":")))
            nodes.append(PlainNode(labels, map_of_cypher(match["properties"])))
        elif match := _LINK.fullmatch(text):
            links.append(
                (match["source"], match["type"], match["target"], map_of_cypher(match["properties"]))
            )
        elif text and not text.startswith("//") and text != "CREATE":
            raise ValueError(f"neither a node nor a relationship: {text}")
    return PlainGraph(
        tuple(nodes),
        tuple(PlainLink(place[source], kind, place[target], more) for source, kind, target, more in links),
    )


def map_of_cypher(text: str | None) -> dict[str, Any]:
    """The properties of a map in Cypher, which is one in YAML too but for dates and how a quote is written in a text.

    >>> map_of_cypher("{name: 'Mc\\\\'Neil', born: date('1990-02-03'), on: 5}")
    {'name': "Mc'Neil", 'born': datetime.date(1990, 2, 3), 'on': 5}
    >>> map_of_cypher("{at: datetime('2020-01-05T10:00:00')}")
    {'at': datetime.datetime(2020, 1, 5, 10, 0)}
    """
    if not text:
        return {}
    said = _QUOTE.sub("''", _DATE.sub(r"\1", text))
    is_flat = said.count("{") + said.count("[") <= DEEPEST
    found: dict[str, Any] = yaml.load(said, _QuickMaps if is_flat else _Maps)
    return found


def _with_own_truth(loader: Any) -> Any:
    """A loader for which only true and false are truth values: "on" and "no" are names of properties."""
    of_truth = "tag:yaml.org,2002:bool"
    resolvers = {
        letter: [(tag, words) for tag, words in known if tag != of_truth]
        for letter, known in loader.yaml_implicit_resolvers.items()
    }
    made: Any = type("Maps", (loader,), {"yaml_implicit_resolvers": resolvers})
    made.add_implicit_resolver(of_truth, re.compile("true|false"), list("tf"))
    return made


_Maps = _with_own_truth(yaml.SafeLoader)
_QuickMaps = _with_own_truth(getattr(yaml, "CSafeLoader", yaml.SafeLoader))
"""In C, where PyYAML has it: four times as quick, and no match for what is nested without end."""


def _group(name: str, rows: Sequence[Mapping[str, Any]]) -> Group:
    sample = rows[:SAMPLE]
    keys = sorted({key for row in sample for key in row})
    facts = {key: _facts([row[key] for row in sample if key in row], len(sample)) for key in keys}
    return Group(name, len(rows), facts)


def _facts(values: Sequence[Any], seen: int) -> PropertyFacts:
    strings = [value for value in values if isinstance(value, str)]
    lengths = [len(value) for value in strings]
    return PropertyFacts(
        types=tuple(dict.fromkeys(_TYPES.get(type(value), "OTHER") for value in values)),
        present=len(values) / seen,
        distinct=len({str(value) for value in values}) / len(values),
        length=sum(lengths) / len(lengths) if lengths else None,
        letters=letters_of(strings),
    )


def _chunks(graph: PlainGraph, of_nodes: Sequence[str], of_links: Sequence[str]) -> Iterator[Chunk]:
    label_sets = tuple(sorted({node.labels for node in graph.nodes}))
    number = {labels: place for place, labels in enumerate(label_sets)}
    types = tuple(sorted({link.type for link in graph.links}))
    number_of_type = {kind: place for place, kind in enumerate(types)}
    yield NodeChunk(
        np.arange(len(graph.nodes), dtype=np.int64),
        np.array([number[node.labels] for node in graph.nodes], dtype=np.int32),
        {key: pack_values([node.properties.get(key) for node in graph.nodes]) for key in of_nodes},
    )
    yield RelationshipChunk(
        np.arange(len(graph.links), dtype=np.int64),
        np.array([link.source for link in graph.links], dtype=np.int64),
        np.array([link.target for link in graph.links], dtype=np.int64),
        np.array([number_of_type[link.type] for link in graph.links], dtype=np.int32),
        {key: pack_values([link.properties.get(key) for link in graph.links]) for key in of_links},
    )
    yield End(label_sets, types, "4:files:", "5:files:")
