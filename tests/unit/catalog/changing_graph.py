"""A small graph that changes, with a log of what did: what a database and the freshness jar tell of it, as chunks."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from motif.catalog.plan import Plan
from motif.catalog.reading_vectors import content_hash
from motif.graphs.columns import ChangedIds, Chunk, End, NodeChunk, PropertyChunk, RelationshipChunk
from motif.graphs.packing import pack_values
from motif.indexes.triples import triple_text

LABELS = ("Film", "Hidden", "Person")
TYPES = ("MADE", "NEVER", "SAW")
VALUES = st.one_of(st.none(), st.integers(-3, 3), st.floats(-1, 1), st.booleans(), st.text("aé", max_size=3))
TEXTS = st.one_of(st.none(), st.text("abß", max_size=4))
HIGHEST = 12
KINDS = ("node", "node", "property", "delete", "link", "link", "link", "cut", "weight")
KINDS += ("embed", "vector", "embed links")
NOT_A_NUMBER = float("nan")
VECTORS = st.sampled_from([None, [1.0, 0.0], [3.0, 4.0], [0.1, 0.7], [0.0, 0.0], [NOT_A_NUMBER, 1.0], "none"])
STAMPS = st.sampled_from([None, "one@1", "one@1", "two@1", 5])
STARS = ("constructed", "constructed", "gat@77")

_IDS = st.integers(0, HIGHEST)


@cache
def _one_of(*options: object) -> st.SearchStrategy[Any]:
    """Made once: hypothesis looks into each strategy that is new before it draws from it, which takes longer."""
    return st.sampled_from(options)


@dataclass
class Node:
    labels: tuple[str, ...]
    properties: dict[str, Any]


@dataclass
class Link:
    source: int
    target: int
    type: str
    properties: dict[str, Any]


@dataclass
class ChangingGraph:
    """Nodes and relationships by id, and the ids of what changed since `told` was called."""

    nodes: dict[int, Node] = field(default_factory=dict)
    links: dict[int, Link] = field(default_factory=dict)
    changed: set[int] = field(default_factory=set)
    labelled: set[int] = field(default_factory=set)
    changed_links: set[int] = field(default_factory=set)
    transaction: int = 1

    def put(self, identity: int, node: Node) -> None:
        """Creates a node, or changes the properties and labels of the one with that id."""
        before = self.nodes.get(identity)
        if before is not None and before.labels != node.labels:
            self.labelled.add(identity)
        self.nodes[identity] = node
        self.changed.add(identity)

    def delete(self, identity: int) -> None:
        """Deletes a node with its relationships."""
        for link, content in list(self.links.items()):
            if identity in (content.source, content.target):
                self.cut(link)
        self.changed.add(identity)
        del self.nodes[identity]

    def join(self, identity: int, link: Link) -> None:
        """Creates a relationship, in place of one of that id: ids are used again."""
        self.links[identity] = link
        self.changed_links.add(identity)

    def cut(self, identity: int) -> None:
        """Deletes a relationship."""
        del self.links[identity]
        self.changed_links.add(identity)

    def forget(self) -> None:
        """Begins the log anew, after what was read."""
        self.changed, self.labelled, self.changed_links = set(), set(), set()
        self.transaction += 1

    def everything(self, plan: Plan, size: int = 3) -> list[Chunk]:
        """What an export of everything gives."""
        return self._chunks(plan, self.nodes, self.links, size)

    def changes(self, plan: Plan, size: int = 3) -> list[Chunk]:
        """What an export of what has changed gives: `motif.ExportSources.Changed`."""
        ids = ChangedIds(
            True, "", np.array(sorted(self.changed), np.int64), np.array(sorted(self.changed_links), np.int64)
        )
        around = {
            identity
            for identity, link in self.links.items()
            if plan.labels is not None and {link.source, link.target} & self.labelled
        }
        nodes = [identity for identity in self.changed if identity in self.nodes]
        links = [identity for identity in self.changed_links | around if identity in self.links]
        return [ids, *self._chunks(plan, nodes, links, size)]

    def _chunks(self, plan: Plan, nodes: Iterable[int], links: Iterable[int], size: int) -> list[Chunk]:
        chosen = [identity for identity in nodes if self._is_selected(identity, plan)]
        types = TYPES if plan.types is None else plan.types
        joined = [
            identity
            for identity in links
            if self.links[identity].type in types
            and self._is_selected(self.links[identity].source, plan)
            and self._is_selected(self.links[identity].target, plan)
        ]
        label_sets = tuple(dict.fromkeys(self.nodes[identity].labels for identity in chosen))
        seen = tuple(dict.fromkeys(self.links[identity].type for identity in joined))
        chunks: list[Chunk] = []
        for start in range(0, len(chosen), size):
            part = chosen[start : start + size]
            sets = [label_sets.index(self.nodes[identity].labels) for identity in part]
            found = [self.nodes[identity].properties for identity in part]
            columns = _packed(plan.all_node_columns, found, plan.vector_columns)
            chunks.append(NodeChunk(np.array(part, np.int64), np.array(sets, np.int32), columns))
        for start in range(0, len(joined), size):
            part = joined[start : start + size]
            links = [self.links[identity] for identity in part]
            ends = (
                np.array([link.source for link in links], np.int64),
                np.array([link.target for link in links], np.int64),
            )
            kinds = np.array([seen.index(link.type) for link in links], np.int32)
            found = [link.properties for link in links]
            columns = _packed(plan.relationship_columns, found, plan.vector_columns)
            chunks.append(RelationshipChunk(np.array(part, np.int64), *ends, kinds, columns))
        prefixes = "4:x:" if chosen else "", "5:x:" if joined else ""
        return [*chunks, End(label_sets, seen, *prefixes, self.transaction, "log")]

    def _is_selected(self, identity: int, plan: Plan) -> bool:
        return plan.labels is None or bool(set(plan.labels) & set(self.nodes[identity].labels))


def _packed(
    names: Iterable[str], properties: list[dict[str, Any]], vectors: Collection[str]
) -> dict[str, PropertyChunk]:
    return {
        name: pack_values([values.get(name) for values in properties], vector=name in vectors)
        for name in names
    }


@cache
def nodes() -> st.SearchStrategy[Node]:
    labels = st.lists(st.sampled_from(LABELS), unique=True, max_size=2).map(lambda some: tuple(sorted(some)))
    properties = st.fixed_dictionaries(
        {"name": TEXTS, "title": TEXTS, "text": TEXTS, "x": VALUES, "y": VALUES}
    )
    return st.builds(Node, labels, properties)


def change(draw: st.DrawFn, graph: ChangingGraph) -> None:
    """Changes the graph in one of all ways that there are."""
    ids, kind = _IDS, draw(_one_of(*KINDS))
    if kind == "node":
        graph.put(draw(ids), draw(nodes()))
    elif kind == "property" and graph.nodes:
        identity = draw(_one_of(*sorted(graph.nodes)))
        before = graph.nodes[identity]
        name = draw(_one_of("name", "x", "text"))
        value = draw(VALUES if name == "x" else TEXTS)
        graph.put(identity, Node(before.labels, {**before.properties, name: value}))
    elif kind == "embed":
        embed(graph, draw(_one_of("name", "text")), draw(_one_of("one@1", "two@1")))
    elif kind == "embed links":
        embed_links(graph, draw(_one_of("one@1", "one@1", "two@1")))
    elif kind == "vector" and graph.nodes:
        identity = draw(_one_of(*sorted(graph.nodes)))
        before = graph.nodes[identity]
        star = draw(_one_of(None, *STARS))
        told = {"vector": draw(VECTORS), "model": draw(STAMPS), "star": [1.0, 2.0], "starModel": star}
        graph.put(identity, Node(before.labels, {**before.properties, **told}))
    elif kind == "delete" and graph.nodes:
        graph.delete(draw(_one_of(*sorted(graph.nodes))))
    elif kind == "link" and graph.nodes:
        ends = _one_of(*sorted(graph.nodes))
        mark = draw(_one_of(None, None, "model@1"))
        properties = {"weight": draw(VALUES), "says": draw(TEXTS), "motifSettings": mark, **triple(draw)}
        graph.join(draw(ids), Link(draw(ends), draw(ends), draw(_one_of(*TYPES)), properties))
    elif kind == "cut" and graph.links:
        graph.cut(draw(_one_of(*sorted(graph.links))))
    elif kind == "weight" and graph.links:
        identity = draw(_one_of(*sorted(graph.links)))
        link = graph.links[identity]
        properties = {**link.properties, "weight": draw(VALUES)}
        graph.join(identity, Link(link.source, link.target, link.type, properties))


def triple(draw: st.DrawFn) -> dict[str, Any]:
    """What a relationship may hold as its vector, which depends on what it was made of alone."""
    content = draw(_one_of(None, 1, 2, 3))
    vector = draw(st.sampled_from([None, [1.0, float(content or 0)]]))
    return {"vector": vector, "model": draw(STAMPS), "content": content}


def embed_links(graph: ChangingGraph, stamp: str) -> None:
    """Gives every relationship the vector of its text, as ``motif embed --triples --write`` does."""
    for identity, link in list(graph.links.items()):
        head, tail = (graph.nodes[end].properties.get("name") or "" for end in (link.source, link.target))
        text = triple_text(head, link.type, tail)
        told = {"vector": [1.0, float(len(text))], "model": stamp, "content": content_hash(text)}
        graph.join(identity, Link(link.source, link.target, link.type, {**link.properties, **told}))


def embed(graph: ChangingGraph, key: str, stamp: str) -> None:
    """Gives every node the vector of one of its texts, as ``motif embed --write`` does."""
    for identity, node in list(graph.nodes.items()):
        text = node.properties.get(key) or ""
        told = {"vector": [1.0, float(len(text))], "model": stamp, "content": content_hash(text)}
        graph.put(identity, Node(node.labels, {**node.properties, **told}))
