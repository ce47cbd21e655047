"""Property values as nodes: what a question says of a film's year is then a path like any other.

People do not know which facts of a graph are relationships and which are properties. Planners therefore look at a graph
in which each distinct value of a property is a node, joined to the nodes that have it by a relation called as the
property. `fold_values` writes what they plan in terms of the real graph again.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.catalog.building import MAXIMUM_ROWS
from motif.catalog.ordering import adjacency
from motif.engine.preparing import advance
from motif.engine.string_arrays import joined, read_only
from motif.graphs.narrow import Codes, narrow_codes
from motif.graphs.projection import NAME, NodeTable, Projection, RelationshipTable, VectorSet
from motif.graphs.sources import Sources
from motif.kernels.building import count_keys, place_links, place_own
from motif.planners.value_columns import LONGEST, Held, as_text, held_values

__all__ = ["LONGEST", "as_text", "vectors_of_names", "with_values"]

_Number = TypeVar("_Number", bound=np.signedinteger[Any])


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
    left out, and so are the properties of most values where nodes or relationships would be more than int32 numbers.
    Nodes have no properties any more, and relationships no ids (0): none is handed out from here. The same
    projection when there is no such property.

    O(n) for each property, a Python step for each distinct number only (`motif.planners.value_columns`).
    """
    nodes = projection.nodes
    links = []
    for place, name in enumerate(sorted(nodes.properties), start=1):
        if (found := _links(nodes, name)) is not None:
            links.append(found)
        advance(0.5 * place / len(nodes.properties))
    links = _fitting(links, projection)
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
    rows = column.holding
    if name in nodes.name_properties:
        # what a node is called by is its name, not a fact about it
        rows = rows[nodes.name_property[rows] != nodes.name_properties.index(name)]
    held = held_values(column, rows)
    return _Links(name, held) if len(held.rows) else None


def _fitting(links: list[_Links], projection: Projection) -> list[_Links]:
    """Those of ``links`` that fit beside the graph, in their order: of too many those with most values are left out."""
    n_nodes, n_relationships, kept = projection.n_nodes, projection.n_relationships, []
    for link in sorted(links, key=lambda one: (len(one.held.values), one.property)):
        n_nodes, n_relationships = n_nodes + len(link.held.values), n_relationships + len(link.held.rows)
        if max(n_nodes, n_relationships) > MAXIMUM_ROWS:
            break
        kept.append(link)
    names = {link.property for link in kept}
    return [link for link in links if link.property in names]


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
    """The relationships of the graph and those to values, sorted; ``links`` are let go, one after another.

    Those of the graph are sorted, and every value stands behind every node: a node's values follow its relationships,
    property by property. So each is put where it belongs at once.
    """
    table, n_nodes = projection.relationships, projection.n_nodes
    n_relations, names = len(table.relations), tuple(link.property for link in links)
    added = np.zeros(n_nodes, np.int64)
    for link in links:
        count_keys(read_only(link.held.rows), added)
    own = read_only(projection.outgoing.indptr)
    ends = np.cumsum(np.diff(own) + added)

    def placed(column: NDArray[_Number]) -> NDArray[_Number]:
        found = np.empty(int(ends[-1]), column.dtype)
        place_own(own, added, read_only(column), found)
        return found

    target, relation = placed(table.target), placed(narrow_codes(table.relation, n_relations + len(links)))
    free, value = ends - added, n_nodes
    for code in range(n_relations, n_relations + len(links)):
        held = _by_value(links.pop(0).held)
        place_links(read_only(held.rows), read_only(held.places), free, (value, code), (target, relation))
        value += len(held.values)
    is_one = table.type is table.relation and len(table.types) == n_relations
    return RelationshipTable(
        ids=np.zeros(len(target), np.int64),
        id_prefix=table.id_prefix,
        sources=Sources(np.concatenate([np.zeros(1, np.int64), ends]).astype(np.int32)),
        target=target,
        relation=relation,
        relations=(*table.relations, *names),
        type=relation if is_one else _types(placed(table.type), relation, (n_relations, len(table.types))),
        types=(*table.types, *names),
    )


def _types(own: Codes, relation: Codes, sizes: tuple[int, int]) -> Codes:
    """The types of the graph's own relationships, and of those to values one for each property."""
    n_relations, n_types = sizes
    return np.where(relation >= n_relations, relation + np.int32(n_types - n_relations), own)


def _by_value(held: Held) -> Held:
    """What rows have of a property, by row, then by value: as it comes, but for the elements of lists."""
    rows = held.rows
    if not bool((rows[1:] == rows[:-1]).any()):
        return held
    order = np.lexsort((held.places, rows))
    return Held(rows[order], held.places[order], held.values)


def vectors_of_names(projection: Projection, n_nodes: int) -> dict[str, VectorSet]:
    """The names' vectors; values have none, and relations and labels are others now."""
    found = projection.vectors.get(NAME)
    if found is None:
        return {}
    index = np.full(n_nodes, -1, dtype=np.int32)
    index[: len(found.index)] = found.index
    return {NAME: dataclasses.replace(found, index=index)}
