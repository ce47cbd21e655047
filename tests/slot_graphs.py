"""Graphs that plans of steps are made for and run over in memory: `question_graphs` with a schema of each."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import motif
import naive_steps
from motif.graphs.graph_schema import Ends, GraphSchema, LabelProfile, PropertyProfile, RelationProfile
from motif.models.encoder import TextEncoder
from question_graphs import PlainNode, PropertyGraph, plain_graph, question_graph

_TYPES = {bool: "BOOLEAN", int: "INTEGER", float: "FLOAT", str: "STRING"}


@cache
def asked_graph(name: str, encoder: TextEncoder | None = None) -> tuple[motif.Graph, GraphSchema]:
    """The graph called ``name`` in memory, and its schema."""
    return question_graph(name, encoder), schema_of(plain_graph(name))


def schema_of(graph: PropertyGraph) -> GraphSchema:
    """The schema of a plain graph, from all of its nodes and relationships."""
    labels = sorted({label for node in graph.nodes for label in node.labels})
    types = sorted({link.type for link in graph.links})
    return GraphSchema(
        {label: _label(graph, label) for label in labels},
        {kind: _relation(graph, kind) for kind in types},
        n_nodes=len(graph.nodes),
        n_relationships=len(graph.links),
        version="5.26.0",
    )


def _label(graph: PropertyGraph, label: str) -> LabelProfile:
    nodes = [node for node in graph.nodes if label in node.labels]
    names = dict.fromkeys(name for node in nodes for name in node.properties)
    properties = {name: _profile(name, [node.properties.get(name) for node in nodes]) for name in names}
    named = next((name for name in ("name", "title") if name in properties), None)
    return LabelProfile(label, len(nodes), properties, named)


def _profile(name: str, values: list[Any]) -> PropertyProfile:
    known = [value for value in values if value is not None]
    kind = _TYPES.get(type(known[0]), "LIST")
    distinct = list(dict.fromkeys(map(str, known)))
    numbers = kind in ("INTEGER", "FLOAT")
    return PropertyProfile(
        name,
        kind,
        present=len(known) / len(values),
        distinct=len(distinct) / len(known),
        minimum=min(known) if numbers else None,
        maximum=max(known) if numbers else None,
        examples=tuple(known[:3]),
        length=sum(map(len, known)) / len(known) if kind == "STRING" else None,
        values=tuple(dict.fromkeys(known)) if len(distinct) <= 50 and kind == "STRING" else (),
    )


def _relation(graph: PropertyGraph, kind: str) -> RelationProfile:
    links = [link for link in graph.links if link.type == kind]
    ends = Counter((_first(graph.nodes[link.source]), _first(graph.nodes[link.target])) for link in links)
    return RelationProfile(
        kind, len(links), tuple(Ends(*pair, n / len(links)) for pair, n in ends.most_common())
    )


def _first(node: PlainNode) -> str:
    return node.labels[0] if node.labels else ""


@cache
def graph_to_run(name: str) -> naive_steps.Graph:
    """The plain graph as `naive_steps` takes it."""
    graph = plain_graph(name)
    nodes = {
        str(row): naive_steps.Thing(str(row), node.labels, dict(node.properties))
        for row, node in enumerate(graph.nodes)
    }
    links = [
        naive_steps.Link(str(row), str(link.source), link.type, str(link.target), dict(link.properties))
        for row, link in enumerate(graph.links)
    ]
    schema = schema_of(graph)
    names = {label: one.name_property or "name" for label, one in schema.labels.items()}
    return naive_steps.Graph(nodes, links, names)
