"""A projection of nodes and relationships with properties, without a database: for tests, evaluations, notebooks."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from motif.catalog.name_properties import PASSAGE
from motif.catalog.ordering import adjacency, sorted_rows
from motif.errors import InvalidInput
from motif.graphs.column import compact, shared_rows
from motif.graphs.corpus import CHUNK
from motif.graphs.projection import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    MISSING,
    OTHER,
    STRING,
    Column,
    NodeTable,
    Projection,
    RelationshipTable,
)
from motif.graphs.rare_values import other_text
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable

_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)
"""Made once: ``json.dumps`` with options makes one for each value, which takes longer than the value."""

NodeRow = tuple[str, Sequence[str], Mapping[str, Any]]
"""A node's id, labels and properties."""

RelationshipRow = tuple[str, str, str, Mapping[str, Any]]
"""A relationship's source id, type, target id and properties."""


def from_rows(
    nodes: Iterable[NodeRow],
    relationships: Iterable[RelationshipRow] = (),
    *,
    name_properties: Sequence[str] = ("name", "title"),
    text_properties: Sequence[str] = ("text", "description"),
    name: str = "rows",
) -> Projection:
    """The projection of ``nodes``, in their order, and ``relationships``; element ids are ``row:0`` and so on.

    Parameters
    ----------
    name_properties
        The first of them that a node has names it; its id does where it has none.
    text_properties
        Those that a node has, joined by a line break, are its text.

    Raises `InvalidInput` for an id that is given twice, or a relationship with an end that is no node.

    >>> graph = from_rows([("c1", ["Chunk"], {"title": "Heat", "text": "A film."}), ("e1", ["Film"], {"name": "Heat"})],
    ...                   [("e1", "FROM_CHUNK", "c1", {})])
    >>> graph.nodes.names[0], graph.nodes.texts[0], graph.relationships.types
    ('Heat', 'A film.', ('FROM_CHUNK',))
    """
    rows: dict[str, int] = {}
    labels: list[tuple[str, ...]] = []
    properties: list[Mapping[str, Any]] = []
    for identity, of_node, values in nodes:
        if rows.setdefault(identity, len(rows)) != len(labels):
            raise InvalidInput(
                f"Two nodes have the id {identity!r}.", hint="Give each node an id of its own."
            )
        labels.append(tuple(sorted(set(of_node))))
        properties.append(values)
    table = _node_table(list(rows), labels, properties, tuple(name_properties), tuple(text_properties))
    links, sources, targets = _relationship_table(rows, list(relationships))
    outgoing, incoming = adjacency(sources, targets, len(rows))
    return Projection(name, "", 1, table, links, outgoing, incoming)


def _node_table(
    ids: list[str],
    labels: list[tuple[str, ...]],
    properties: list[Mapping[str, Any]],
    name_properties: tuple[str, ...],
    text_properties: tuple[str, ...],
) -> NodeTable:
    label_sets = tuple(sorted(set(labels)))
    numbers = {of_set: number for number, of_set in enumerate(label_sets)}
    naming = [
        next((place for place, key in enumerate(name_properties) if key in of), -1) for of in properties
    ]
    names = [
        str(of[name_properties[place]]) if place >= 0 else identity
        for identity, of, place in zip(ids, properties, naming, strict=True)
    ]
    texts = ["\n".join(str(of[key]) for key in text_properties if of.get(key)) for of in properties]
    passages = {key for key in text_properties if _is_passage(key, labels, properties)}
    others = sorted({key for of in properties for key in of} - passages)
    return NodeTable(
        ids=np.arange(len(ids), dtype=np.int64),
        id_prefix="row:",
        names=StringTable.from_strings(names),
        name_property=np.array(naming, dtype=np.int32),
        name_properties=name_properties,
        label_set=np.array([numbers[of_node] for of_node in labels], dtype=np.int32),
        label_sets=label_sets,
        texts=StringTable.from_strings(texts) if any(texts) else None,
        properties=shared_rows({key: column_of([of.get(key) for of in properties]) for key in others}),
    )


def _is_passage(key: str, labels: Sequence[tuple[str, ...]], properties: Sequence[Mapping[str, Any]]) -> bool:
    held = [
        (of_node, len(str(of[key]))) for of_node, of in zip(labels, properties, strict=True) if of.get(key)
    ]
    is_of_chunk = any(CHUNK in of_node for of_node, _ in held)
    return is_of_chunk or sum(length for _, length in held) >= PASSAGE * max(len(held), 1)


def _relationship_table(
    rows: Mapping[str, int], given: list[RelationshipRow]
) -> tuple[RelationshipTable, Any, Any]:
    for source, kind, target, _ in given:
        for end in (source, target):
            if end not in rows:
                raise InvalidInput(
                    f"The relationship {source} {kind} {target} ends at {end!r}, which is no node."
                )
    types = sorted({kind for _, kind, _, _ in given})
    numbers = {kind: number for number, kind in enumerate(types)}
    sources = np.array([rows[one[0]] for one in given], dtype=np.int32)
    targets = np.array([rows[one[2]] for one in given], dtype=np.int32)
    relation = np.array([numbers[one[1]] for one in given], dtype=np.int32)
    order = sorted_rows(sources, targets, relation, (len(rows), len(types)))
    sources, targets, relation = sources[order], targets[order], relation[order]
    keys = sorted({key for *_, values in given for key in values})
    properties = shared_rows(
        {key: column_of([given[row][3].get(key) for row in order.tolist()]) for key in keys}
    )
    table = RelationshipTable(
        ids=np.arange(len(given), dtype=np.int64),
        id_prefix="relationship:",
        sources=Sources.of(sources),
        target=targets,
        relation=relation,
        relations=tuple(types),
        type=relation,
        types=tuple(types),
        properties=properties,
    )
    return table, sources, targets


def column_of(values: Sequence[Any]) -> Column:
    """The column of plain values, None for none; lists become JSON, times ISO 8601.

    >>> from datetime import date
    >>> column = column_of([1, None, "a", ["b"], date(1953, 5, 26)])
    >>> [column.value(row) for row in range(5)]
    [1, None, 'a', '["b"]', '1953-05-26']
    """
    kinds = np.array([_kind(value) for value in values], dtype=np.uint8)
    numbers = np.array([_number(value) for value in values], dtype=np.int64)
    texts = [
        value if kind == STRING else _text(value) if kind == OTHER else ""
        for kind, value in zip(kinds, values, strict=True)
    ]
    has_text = bool(((kinds == STRING) | (kinds == OTHER)).any())
    return compact(Column(kinds, numbers, StringTable.from_strings(texts) if has_text else None))


def _kind(value: Any) -> int:
    if value is None:
        return MISSING
    for kind, of_type in ((BOOLEAN, bool), (INTEGER, int), (FLOAT, float), (STRING, str)):
        if isinstance(value, of_type):
            return kind
    return OTHER


def _number(value: Any) -> int:
    if isinstance(value, float):
        return int(struct.unpack("<q", struct.pack("<d", value))[0])
    return int(value) if isinstance(value, int) else 0


def _text(value: Any) -> str:
    """As a database's values come: times as ISO 8601, whatever else as JSON."""
    is_time = hasattr(value, "isoformat") or hasattr(value, "iso_format")
    return other_text(value) if is_time else _ENCODER.encode(value)
