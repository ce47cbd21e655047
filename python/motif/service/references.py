"""What rows refer to: each node and relationship is described once in an answer, as it must still be for the caller."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.evidence import Evidence, Node, Relationship
from motif.graphs.narrow import place_of_id
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, MISSING, STRING, Column, Projection

DIGITS = 16
"""Hexadecimal digits of a hash of what was projected."""

_KINDS = {INTEGER: "integer", FLOAT: "float", BOOLEAN: "boolean", STRING: "text"}
_BLOCK = 1024


def content_hash(values: Mapping[str, tuple[str, str]]) -> str:
    """The hash of properties, each a kind and a value as text; one that the plugin makes of a node's own values.

    >>> content_hash({"year": ("integer", "1995"), "title": ("text", "Heat")})
    'c82cd406a222764e'
    """
    parts = [part for name in sorted(values) for part in (name, *values[name])]
    return _hash(parts)


def text_hash(text: str) -> str:
    """The hash of the texts of a node, joined by line breaks."""
    return _hash([text])


def _hash(parts: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        content = part.encode()
        digest.update(b"%d:" % len(content))
        digest.update(content)
    return digest.hexdigest()[:DIGITS]


def described_nodes(projection: Projection, rows: NDArray[np.integer[Any]]) -> list[dict[str, Any]]:
    """The references to the nodes at ``rows``: labels, name and properties that the caller must find there.

    A node that no property names is known by the hash of what was projected of it.
    """
    nodes = projection.nodes
    names, texts = nodes.names.take(rows), [""] * len(rows)
    if nodes.texts is not None:
        texts = nodes.texts.take(rows)
    described = []
    of_text = tuple(projection.configuration.get("textProperties") or ())
    present = _present(nodes.properties, rows)
    naming, sets = nodes.name_property[rows].tolist(), nodes.label_set[rows].tolist()
    for place, row in enumerate(rows.tolist()):
        property_ = nodes.name_properties[naming[place]] if naming[place] >= 0 else None
        found: dict[str, Any] = {
            "$node": nodes.element_id(row),
            "labels": list(nodes.label_sets[sets[place]]),
        }
        if property_ is not None:
            found.update(property=property_, name=names[place])
        reads = [name for name in present[place] if name != property_]
        if property_ is None:
            found["content"] = content_hash(_said(nodes.properties, reads, row))
        if texts[place] and (property_ is None or len(of_text) > 1):
            found.update(texts=list(of_text), text=text_hash(texts[place]))
        elif texts[place]:
            reads += [name for name in of_text if name not in (property_, *reads)]
        if reads:
            found["reads"] = reads
        described.append(found)
    return described


def _present(columns: Mapping[str, Column], rows: NDArray[np.integer[Any]]) -> list[list[str]]:
    """Which of the properties each row has."""
    found: list[list[str]] = [[] for _ in range(len(rows))]
    for name, column in columns.items():
        for place in np.flatnonzero(column.known_at(rows)).tolist():
            found[place].append(name)
    return found


def _said(columns: Mapping[str, Column], names: Sequence[str], row: int) -> dict[str, tuple[str, str]]:
    """Kind and value of the properties that are compared: numbers, truth values and texts."""
    found = {}
    for name in names:
        column = columns[name]
        kind = column.kind_at(row)
        if kind not in _KINDS:
            continue
        if kind == BOOLEAN:
            value = "true" if column.value(row) else "false"
        else:
            value = str(column.value(row) if kind == STRING else int(column.numbers_at(np.array([row]))[0]))
        found[name] = (_KINDS[kind], value)
    return found


def described_relationship(projection: Projection, row: int, source: Any, target: Any) -> dict[str, Any]:
    """The reference to the relationship at ``row``, between ``source`` and ``target`` as the answer refers to them."""
    links = projection.relationships
    kind = links.types[links.type[row]]
    found: dict[str, Any] = {
        "$relationship": links.element_id(row),
        "type": kind,
        "source": source,
        "target": target,
    }
    relation = links.relations[links.relation[row]]
    property_ = projection.configuration.get("relationTypeProperty")
    if property_ and relation != kind:
        found.update(property=property_, name=relation)
    reads = [name for name, column in links.properties.items() if column.kind_at(row) != MISSING]
    if reads:
        found["reads"] = reads
    return found


def node_references(projection: Projection, rows: NDArray[np.integer[Any]]) -> Iterator[dict[str, Any]]:
    """The references to the nodes at ``rows``, one after another, for streams; maps of a graph without a database."""
    nodes = projection.nodes
    for start in range(0, len(rows), _BLOCK):
        distinct, places = np.unique(rows[start : start + _BLOCK], return_inverse=True)
        if nodes.id_prefix is None:
            found = [_map_of(nodes.names[row], nodes.labels(row)) for row in distinct.tolist()]
        else:
            found = described_nodes(projection, distinct)
        yield from (found[place] for place in places.tolist())


def _map_of(name: str, labels: Sequence[str]) -> dict[str, Any]:
    return {"id": name, "name": name, "labels": list(labels)}


def node_row(projection: Projection, element_id: str) -> int:
    """The row of the node with that element id; -1 when the projection has none."""
    number = _number(projection.nodes.id_prefix or "", element_id)
    return place_of_id(projection.nodes.ids, number)


def _number(prefix: str, element_id: str) -> int:
    number = element_id.removeprefix(prefix)
    return int(number) if element_id.startswith(prefix) and number.isdecimal() else -1


def relationship_row(projection: Projection, relationship: Relationship) -> int:
    """The row of a relationship, among those that leave its source; -1 when the projection has none."""
    source = node_row(projection, relationship.source)
    number = _number(projection.relationships.id_prefix or "", relationship.id)
    if source < 0 or number < 0:
        return -1
    start, end = projection.outgoing.indptr[source : source + 2].tolist()
    found = np.flatnonzero(projection.relationships.ids[start:end] == number)
    return start + int(found[0]) if len(found) else -1


class References:
    """The nodes and relationships of one answer, numbered in the order in which its rows name them.

    Parameters
    ----------
    pieces
        All that is to be referred to, so that what must hold of it is looked up at once.
    """

    def __init__(self, projection: Projection, pieces: Iterable[Evidence] = ()) -> None:
        self._projection = projection
        self._stored = projection.nodes.id_prefix is not None
        self._numbers: dict[str, int] = {}
        self._new: list[dict[str, Any]] = []
        self._described: dict[str, dict[str, Any]] = {}
        if self._stored:
            self._load({node.id for piece in pieces for node in _nodes_of(piece)})

    def _load(self, identities: Iterable[str]) -> None:
        rows = np.array([node_row(self._projection, one) for one in identities], dtype=np.int64)
        for found in described_nodes(self._projection, distinct(rows[rows >= 0])):
            self._described[found["$node"]] = found

    def node(self, identity: str) -> int | None:
        """The number of a node; None for what is no node of the database, such as a value.

        One that is newer than the projection was read by the caller, so that nothing must hold of it.
        """
        if not self._stored or not identity.startswith(str(self._projection.nodes.id_prefix)):
            return None
        if identity not in self._numbers:
            if identity not in self._described:
                self._load([identity])
            self._add(identity, self._described.get(identity, {"$node": identity}))
        return self._numbers[identity]

    def relationship(self, one: Relationship) -> int | None:
        """The number of a relationship; None without a database."""
        if not self._stored:
            return None
        if one.id not in self._numbers:
            source, target = self.node(one.source), self.node(one.target)
            self._add(one.id, self._relationship(one, source, target))
        return self._numbers[one.id]

    def _relationship(self, one: Relationship, source: Any, target: Any) -> dict[str, Any]:
        links = self._projection.relationships
        plain = not links.properties and links.relation is links.type
        row = -1 if plain else relationship_row(self._projection, one)
        if row >= 0:
            return described_relationship(self._projection, row, source, target)
        return {"$relationship": one.id, "type": one.type, "source": source, "target": target}

    def _add(self, identity: str, described: dict[str, Any]) -> None:
        self._numbers[identity] = len(self._numbers)
        self._new.append(described)

    def number(self, part: Node | Relationship) -> int | None:
        """The number of a node or relationship."""
        return self.node(part.id) if isinstance(part, Node) else self.relationship(part)

    def rests(self, piece: Evidence, besides: Iterable[Node | Relationship] = ()) -> list[int]:
        """Numbers of all that a piece of evidence tells of, and of what is given ``besides``, ascending."""
        numbers = {self.number(one) for one in (*_parts_of(piece), *besides)}
        numbers |= {self.node(identity) for identity in _ids_in(piece.metadata)}
        return sorted(number for number in numbers if number is not None)

    def take_new(self) -> list[dict[str, Any]]:
        """What was numbered since the last time, in the order of the numbers."""
        new, self._new = self._new, []
        return new


def _nodes_of(piece: Evidence) -> Iterator[Node]:
    for one in _parts_of(piece):
        if isinstance(one, Node):
            yield one


def _parts_of(piece: Evidence) -> Iterator[Node | Relationship]:
    yield from piece.nodes
    yield from piece.relationships
    yield from _parts_in(piece.bindings)
    yield from _parts_in(piece.answers)
    yield from _parts_in(piece.metadata)


def _ids_in(metadata: Mapping[str, Any]) -> Iterator[str]:
    """Ids that stand in metadata beside their names."""
    for key, value in metadata.items():
        if f"{key}_names" in metadata:
            yield from value


def _parts_in(value: Any) -> Iterator[Node | Relationship]:
    if isinstance(value, (Node, Relationship)):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _parts_in(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _parts_in(item)
