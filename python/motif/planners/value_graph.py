"""Property values as nodes: what a question says of a film's year is then a path like any other.

People do not know which facts of a graph are relationships and which are properties. Planners therefore look at a graph
in which each distinct value of a property is a node, joined to the nodes that have it by a relation called as the
property. `fold_values` writes what they plan in terms of the real graph again.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.ordering import adjacency
from motif.engine.preparing import advance
from motif.engine.string_arrays import joined, read_only
from motif.graphs.projection import MISSING, NAME, NodeTable, Projection, RelationshipTable, VectorSet
from motif.kernels.building import counting_order, merge_rows
from motif.planners.value_columns import LONGEST, Held, as_text, held_values

__all__ = ["LONGEST", "as_text", "vectors_of_names", "with_values"]


@dataclass(frozen=True, slots=True)
class _Links:
    """The values of one property."""

    property: str
    held: Held


def with_values(projection: Projection) -> Projection:
    """The projection with its nodes' property values as further nodes and relationships.

    Rows of nodes and numbers of relations keep their meaning; those from ``projection.n_nodes`` and
    ``len(projection.relationships.relations)`` on are values and properties. A value's name is how it is written, its
    label the property. Lists count as several values; texts beyond `LONGEST` characters, and what names its node, are
    left out. Nodes have no properties any more. The same projection when there is no such property.

    O(n) for each property, a Python step for each distinct number only (`motif.planners.value_columns`).
    """
    nodes = projection.nodes
    links = []
    for place, name in enumerate(sorted(nodes.properties), start=1):
        if (found := _links(nodes, name)) is not None:
            links.append(found)
        advance(0.5 * place / len(nodes.properties))
    if not links:
        return projection
    nodes, table = _nodes(nodes, links), _relationships(projection, links)
    advance(0.8)
    outgoing, incoming = adjacency(table.source, table.target, len(nodes))
    return dataclasses.replace(
        projection,
        nodes=nodes,
        relationships=table,
        outgoing=outgoing,
        incoming=incoming,
        vectors=vectors_of_names(projection, len(nodes)),
    )


def _links(nodes: NodeTable, name: str) -> _Links | None:
    column = nodes.properties[name]
    has_value = column.kind != MISSING
    if name in nodes.name_properties:
        # what a node is called by is its name, not a fact about it
        has_value &= nodes.name_property != nodes.name_properties.index(name)
    held = held_values(column, np.flatnonzero(has_value))
    return _Links(name, held) if len(held.rows) else None


def _nodes(nodes: NodeTable, links: list[_Links]) -> NodeTable:
    known = {labels: number for number, labels in enumerate(nodes.label_sets)}
    label_sets = list(nodes.label_sets)
    sets = []
    for link in links:
        labels = (link.property,)
        if labels not in known:
            known[labels] = len(label_sets)
            label_sets.append(labels)
        sets.append(np.full(len(link.held.values), known[labels], dtype=np.int32))
    n_values = sum(len(link.held.values) for link in links)
    first = int(nodes.ids[-1]) + 1 if len(nodes) else 0
    return NodeTable(
        ids=np.concatenate([nodes.ids, np.arange(first, first + n_values, dtype=np.int64)]),
        id_prefix=nodes.id_prefix,
        names=joined([nodes.names, *(link.held.values for link in links)]),
        name_property=np.concatenate([nodes.name_property, np.full(n_values, -1, dtype=np.int32)]),
        name_properties=nodes.name_properties,
        label_set=np.concatenate([nodes.label_set, *sets]),
        label_sets=tuple(label_sets),
    )


def _relationships(projection: Projection, links: list[_Links]) -> RelationshipTable:
    """The relationships of the graph and those to values, sorted.

    Those of the graph are sorted, and every value stands behind every node: a node's values follow its relationships,
    property by property. So each is put where it belongs at once.
    """
    table, n_nodes = projection.relationships, projection.n_nodes
    source = np.concatenate([link.held.rows for link in links])
    starts = n_nodes + np.cumsum([0, *(len(link.held.values) for link in links)])
    target = np.concatenate(
        [(link.held.places + start).astype(np.int32) for link, start in zip(links, starts, strict=False)]
    )
    code = np.repeat(np.arange(len(links), dtype=np.int32), [len(link.held.rows) for link in links])
    order = counting_order(source, n_nodes, _by_value(links))
    added = np.zeros(n_nodes + 1, np.int64)
    np.cumsum(np.bincount(source, minlength=n_nodes), out=added[1:])
    indptr = read_only(projection.outgoing.indptr)

    def merged(old: NDArray[Any], new: NDArray[Any]) -> NDArray[Any]:
        found = np.empty(len(old) + len(new), old.dtype)
        merge_rows(indptr, read_only(old), added, order, new, found)
        return found

    relation = merged(table.relation, (code + len(table.relations)).astype(np.int32))
    is_one = table.type is table.relation and len(table.types) == len(table.relations)
    first = int(table.ids.max()) + 1 if len(table) else 0
    names = tuple(link.property for link in links)
    return RelationshipTable(
        ids=merged(table.ids, np.arange(first, first + len(source), dtype=np.int64)),
        id_prefix=table.id_prefix,
        source=merged(table.source, source.astype(np.int32)),
        target=merged(table.target, target),
        relation=relation,
        relations=(*table.relations, *names),
        type=relation if is_one else merged(table.type, (code + len(table.types)).astype(np.int32)),
        types=(*table.types, *names),
    )


def _by_value(links: list[_Links]) -> NDArray[np.int32]:
    """The links of each property by row, then by value: as they come, but for the elements of lists."""
    parts, start = [], 0
    for link in links:
        rows, order = link.held.rows, np.arange(len(link.held.rows), dtype=np.int32)
        if bool((rows[1:] == rows[:-1]).any()):
            order = np.lexsort((link.held.places, rows)).astype(np.int32)
        parts.append(order + np.int32(start))
        start += len(order)
    return np.concatenate(parts)


def vectors_of_names(projection: Projection, n_nodes: int) -> dict[str, VectorSet]:
    """The names' vectors; values have none, and relations and labels are others now."""
    found = projection.vectors.get(NAME)
    if found is None:
        return {}
    index = np.full(n_nodes, -1, dtype=np.int32)
    index[: len(found.index)] = found.index
    return {NAME: dataclasses.replace(found, index=index)}
