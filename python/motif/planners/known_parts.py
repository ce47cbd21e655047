"""What of a plan a graph has to the letter: nodes, relations, and properties to filter by."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.filtering import node_filter_mask, relationship_filter_mask
from motif.errors import InvalidInput
from motif.graphs.narrow import place_of_id
from motif.graphs.pattern import PatternNode, parse_part
from motif.graphs.projection import Column, NodeTable, Projection, RelationshipTable
from motif.graphs.strings import StringTable
from motif.indexes.names import NameIndex, readable

_NO_TEXT = StringTable.from_strings([])


def rows_of(node: PatternNode, projection: Projection, names: NameIndex) -> NDArray[np.int32]:
    """The nodes that a known part means: of its id, else of its name to the letter, else of the same words.

    int32, ascending; none where the graph has no such node.
    """
    if node.id is not None:
        return _row_of_id(node.id, projection.nodes, names)
    text = node.name or ""
    equal = names.equal(text)
    return equal if len(equal) else names.exact(text)


def known_part(name: str, conditions: Any = None) -> Any:
    """A name as a part of a pattern; as a mapping where it would be read as an unknown, or has conditions.

    >>> known_part("Heat"), known_part("?"), known_part("Heat", {"released": 1995})
    ('Heat', {'name': '?'}, {'name': 'Heat', 'filter': {'released': 1995}})
    """
    if conditions:
        return {"name": name, "filter": conditions}
    return name if parse_part(name).is_known else {"name": name}


def relations_of(text: str, projection: Projection) -> list[int]:
    """Places in ``projection.relationships.relations`` of those that read as ``text``.

    >>> from motif.catalog import from_triples
    >>> relations_of("directed by", from_triples([("Heat", "DIRECTED_BY", "Mann"), ("Heat", "YEAR", "1995")]))
    [0]
    """
    spoken = readable(text)
    relations = projection.relationships.relations
    return [place for place, known in enumerate(relations) if known == text or readable(known) == spoken]


def filter_problem(filter: Any, table: NodeTable | RelationshipTable) -> str:
    """Why ``filter`` cannot be used on such nodes or relationships; "" when it can."""
    try:
        if isinstance(table, NodeTable):
            node_filter_mask(_without_nodes(table), filter)
        else:
            relationship_filter_mask(_without_relationships(table), filter)
    except InvalidInput as error:
        return str(error)
    return ""


def _row_of_id(element_id: str, nodes: NodeTable, names: NameIndex) -> NDArray[np.int32]:
    if nodes.id_prefix is None:
        return names.equal(element_id)
    number = element_id.removeprefix(nodes.id_prefix)
    if number == element_id or not number.isdecimal():
        return np.zeros(0, np.int32)
    row = place_of_id(nodes.ids, int(number))
    return np.array([] if row < 0 else [row], dtype=np.int32)


def _without_nodes(table: NodeTable) -> NodeTable:
    return dataclasses.replace(
        table,
        ids=table.ids[:0],
        names=_NO_TEXT,
        name_property=table.name_property[:0],
        label_set=table.label_set[:0],
        texts=None,
        properties=_emptied(table.properties),
    )


def _without_relationships(table: RelationshipTable) -> RelationshipTable:
    return dataclasses.replace(table, ids=table.ids[:0], properties=_emptied(table.properties))


def _emptied(columns: Mapping[str, Column]) -> dict[str, Column]:
    return {name: Column(np.zeros(0, np.uint8), np.zeros(0, np.int64), _NO_TEXT) for name in columns}
