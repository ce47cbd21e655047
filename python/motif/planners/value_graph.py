"""Property values as nodes: what a question says of a film's year is then a path like any other.

People do not know which facts of a graph are relationships and which are properties. Planners therefore look at a graph
in which each distinct value of a property is a node, joined to the nodes that have it by a relation called as the
property. `fold_values` writes what they plan in terms of the real graph again.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.ordering import adjacency, sorted_rows
from motif.graphs.projection import (
    MISSING,
    NAME,
    OTHER,
    Column,
    NodeTable,
    Projection,
    RelationshipTable,
    VectorSet,
)
from motif.graphs.strings import StringTable

LONGEST = 200
"""Characters of a value that is still a name; longer ones are texts, which no question names or asks for."""


@dataclass(frozen=True, slots=True)
class _Links:
    """The values of one property: which row has which value, by place in ``values``."""

    property: str
    rows: NDArray[np.int32]
    places: NDArray[np.int32]
    values: list[str]


def with_values(projection: Projection) -> Projection:
    """The projection with its nodes' property values as further nodes and relationships.

    Rows of nodes and numbers of relations keep their meaning; those from ``projection.n_nodes`` and
    ``len(projection.relationships.relations)`` on are values and properties. A value's name is how it is written, its
    label the property. Lists count as several values; texts beyond `LONGEST` characters, and what names its node, are
    left out. Nodes have no properties any more. The same projection when there is no such property.

    O(n) Python steps for each property that holds text.
    """
    nodes = projection.nodes
    links = [found for name in sorted(nodes.properties) if (found := _links(nodes, name))]
    if not links:
        return projection
    nodes = _nodes(nodes, links)
    relationships = _relationships(projection, links)
    table, outgoing, incoming = _sorted(relationships, len(nodes))
    return dataclasses.replace(
        projection,
        nodes=nodes,
        relationships=table,
        outgoing=outgoing,
        incoming=incoming,
        vectors=_vectors(projection, len(nodes)),
    )


def _links(nodes: NodeTable, name: str) -> _Links | None:
    rows, places, values = [], [], {}  # type: ignore[var-annotated]
    names = nodes.name_properties.index(name) if name in nodes.name_properties else None
    for row, text in _written(nodes.properties[name]):
        if names is not None and int(nodes.name_property[row]) == names:
            continue  # what a node is called by is its name, not a fact about it
        rows.append(row)
        places.append(values.setdefault(text, len(values)))
    if not rows:
        return None
    return _Links(name, np.array(rows, dtype=np.int32), np.array(places, dtype=np.int32), list(values))


def _written(column: Column) -> Iterator[tuple[int, str]]:
    """(row, value as text) of each value that is short enough."""
    for row in np.flatnonzero(column.kind != MISSING).tolist():
        value = column.value(row)
        several = _elements(value) if column.kind[row] == OTHER else [value]
        for one in several:
            text = as_text(one)
            if 0 < len(text) <= LONGEST:
                yield row, text


def _elements(value: str) -> list[Any]:
    """The elements of a list, which a column holds as JSON; any other value by itself."""
    try:
        found = json.loads(value)
    except json.JSONDecodeError:
        return [value]
    return found if isinstance(found, list) else [value]


def as_text(value: Any) -> str:
    """How a value is written as a name.

    >>> as_text(1995), as_text(2.0), as_text(True), as_text(" grey ")
    ('1995', '2', 'true', 'grey')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.strip() if isinstance(value, str) else str(value)


def _nodes(nodes: NodeTable, links: list[_Links]) -> NodeTable:
    known = {labels: number for number, labels in enumerate(nodes.label_sets)}
    label_sets = list(nodes.label_sets)
    sets = []
    for link in links:
        labels = (link.property,)
        if labels not in known:
            known[labels] = len(label_sets)
            label_sets.append(labels)
        sets.append(np.full(len(link.values), known[labels], dtype=np.int32))
    n_values = sum(len(link.values) for link in links)
    names = [*nodes.names, *(value for link in links for value in link.values)]
    first = int(nodes.ids[-1]) + 1 if len(nodes) else 0
    return NodeTable(
        ids=np.concatenate([nodes.ids, np.arange(first, first + n_values, dtype=np.int64)]),
        id_prefix=nodes.id_prefix,
        names=StringTable.from_strings(names),
        name_property=np.concatenate([nodes.name_property, np.full(n_values, -1, dtype=np.int32)]),
        name_properties=nodes.name_properties,
        label_set=np.concatenate([nodes.label_set, *sets]),
        label_sets=tuple(label_sets),
    )


def _relationships(projection: Projection, links: list[_Links]) -> RelationshipTable:
    """The relationships of the graph, then those to values; not yet sorted."""
    table, n_nodes = projection.relationships, projection.n_nodes
    starts = n_nodes + np.cumsum([0, *(len(link.values) for link in links)])
    n_more = sum(len(link.rows) for link in links)
    relations, types = len(table.relations), len(table.types)
    more = [np.full(len(link.rows), number, dtype=np.int32) for number, link in enumerate(links)]
    names = tuple(link.property for link in links)
    first = int(table.ids.max()) + 1 if len(table) else 0
    return RelationshipTable(
        ids=np.concatenate([table.ids, np.arange(first, first + n_more, dtype=np.int64)]),
        id_prefix=table.id_prefix,
        source=np.concatenate([table.source, *(link.rows for link in links)]),
        target=np.concatenate(
            [
                table.target,
                *((link.places + start).astype(np.int32) for link, start in zip(links, starts, strict=False)),
            ]
        ),
        relation=np.concatenate([table.relation, *(codes + relations for codes in more)]).astype(np.int32),
        relations=(*table.relations, *names),
        type=np.concatenate([table.type, *(codes + types for codes in more)]).astype(np.int32),
        types=(*table.types, *names),
    )


def _sorted(table: RelationshipTable, n_nodes: int) -> tuple[RelationshipTable, Any, Any]:
    rows = sorted_rows(table.source, table.target, table.relation, (n_nodes, len(table.relations)))
    sorted_table = dataclasses.replace(
        table,
        ids=table.ids[rows],
        source=table.source[rows],
        target=table.target[rows],
        relation=table.relation[rows],
        type=table.type[rows],
    )
    return sorted_table, *adjacency(sorted_table.source, sorted_table.target, n_nodes)


def _vectors(projection: Projection, n_nodes: int) -> dict[str, VectorSet]:
    """The names' vectors; values have none, and relations and labels are others now."""
    found = projection.vectors.get(NAME)
    if found is None:
        return {}
    index = np.full(n_nodes, -1, dtype=np.int32)
    index[: len(found.index)] = found.index
    return {NAME: dataclasses.replace(found, index=index)}
