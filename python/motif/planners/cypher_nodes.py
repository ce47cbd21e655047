"""The nodes of a pattern as Cypher: variables, labels, and how a known node is found by what names it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.pattern import Pattern, PatternNode
from motif.graphs.projection import OTHER, NodeTable, Projection
from motif.indexes.names import NameIndex, readable
from motif.planners.cypher_literals import identifier, literal
from motif.planners.known_parts import rows_of

_LONGEST_VARIABLE = 24


@dataclass(frozen=True, slots=True)
class NodeText:
    """How a node stands in ``MATCH``.

    Attributes
    ----------
    labels
        One of these must be carried; none: any.
    properties
        What stands in its braces, as Cypher; "" for nothing.
    condition
        What ``WHERE`` asks of it instead; "" for nothing.
    rows : int32, or None
        Nodes of the projection that it may be; None for an unknown.
    """

    labels: tuple[str, ...] = ()
    properties: str = ""
    condition: str = ""
    rows: NDArray[np.int32] | None = None


def node_text(node: PatternNode, variable: str, projection: Projection, names: NameIndex) -> NodeText:
    """How ``node`` is written. Raises `ValueError` for a known one that the graph does not have."""
    if not node.is_known:
        return NodeText(_labels_of_unknown(node, projection))
    rows = rows_of(node, projection, names)
    if not len(rows):
        raise ValueError(f"the graph has no node {node.name or node.id!r}")
    labels = () if node.label is None else (node.label,)
    if node.id is not None and projection.nodes.id_prefix is not None and not _is_told_by_name(rows, names):
        return NodeText(labels, "", f"elementId({variable}) = {literal(node.id)}", rows)
    nodes = projection.nodes
    if nodes.id_prefix is not None and (nodes.name_property[rows] < 0).any():
        # What its text begins with names it here, and no property of it in the database.
        ids = [nodes.element_id(row) for row in rows.tolist()]
        return NodeText(labels, "", f"elementId({variable}) IN {literal(ids)}", rows)
    found = _named(rows, node.label, nodes)
    if len(found) == 1 and not found[0].is_other:
        [only] = found
        return NodeText(only.labels, f"{only.property}: {only.value}", "", rows)
    return NodeText(labels, "", " OR ".join(each.condition(variable) for each in found), rows)


@dataclass(slots=True)
class Variables:
    """Names of one statement; no two are the same."""

    taken: set[str] = field(default_factory=set)

    def of_nodes(self, pattern: Pattern) -> tuple[str, ...]:
        """One for each node: the unknown's own name, or one made of a known node's."""
        own = {node.unknown: self.fresh(node.unknown) for node in pattern.nodes if node.unknown}
        return tuple(
            own[node.unknown] if node.unknown else self.fresh(_slug(node.name or "node"))
            for node in pattern.nodes
        )

    def fresh(self, wanted: str) -> str:
        """``wanted`` as an identifier, with a number behind it where it is taken."""
        candidate, number = wanted, 1
        while candidate in self.taken:
            number += 1
            candidate = f"{wanted}{number}"
        self.taken.add(candidate)
        return identifier(candidate)


def _slug(text: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")[:_LONGEST_VARIABLE].strip("_")
    return words if words and words[0].isalpha() else f"node_{words}".strip("_")


def _labels_of_unknown(node: PatternNode, projection: Projection) -> tuple[str, ...]:
    if node.label is not None:
        if node.label not in projection.labels:
            raise ValueError(f"the graph has no label {node.label!r}")
        return (node.label,)
    if node.type is not None:
        spoken = readable(node.type)
        if equal := tuple(label for label in projection.labels if readable(label) == spoken):
            return equal
    # Nodes that were not projected are not part of the graph that the plan is about.
    return selected(projection.configuration.get("nodeProjection"))


def selected(choice: Any) -> tuple[str, ...]:
    """The labels or types of a projection's configuration; none when all were projected.

    >>> selected("*"), selected(["Movie", "Person"])
    ((), ('Movie', 'Person'))
    """
    names = [choice] if isinstance(choice, str) else list(choice or ())
    return () if "*" in names else tuple(names)


def _is_told_by_name(rows: NDArray[np.int32], names: NameIndex) -> bool:
    text = names.names[int(rows[0])]
    return bool(text) and len(names.equal(text)) == 1


@dataclass(frozen=True, slots=True)
class _Named:
    """Nodes that one property names: the property and the value, as Cypher, and a label that they share."""

    labels: tuple[str, ...]
    property: str
    value: str
    is_other: bool

    def condition(self, variable: str) -> str:
        place = f"{variable}.{self.property}"
        told = f"{f'toStringOrNull({place})' if self.is_other else place} = {self.value}"
        return f"({variable}:{identifier(self.labels[0])} AND {told})" if self.labels else told


def _named(rows: NDArray[np.int32], label: str | None, nodes: NodeTable) -> list[_Named]:
    groups: dict[tuple[str, str, bool], list[int]] = {}
    for row in rows.tolist():
        groups.setdefault(_naming(row, nodes), []).append(row)
    return [
        _Named((label,) if label else _shared_label(group, nodes), *naming)
        for naming, group in groups.items()
    ]


def _naming(row: int, nodes: NodeTable) -> tuple[str, str, bool]:
    """The property that names the node at ``row``, its value, and whether that is a date, a time or a list."""
    number = int(nodes.name_property[row])
    name = nodes.name_properties[number] if number >= 0 else "name"
    column = nodes.properties.get(name)
    if column is None or number < 0:
        return identifier(name), literal(nodes.names[row]), False
    return identifier(name), literal(column.value(row)), column.kind_at(row) == OTHER


def _shared_label(rows: Sequence[int], nodes: NodeTable) -> tuple[str, ...]:
    """The rarest label that all these nodes carry, which says most and finds them soonest."""
    shared = set.intersection(*(set(nodes.labels(row)) for row in rows))
    if len(shared) < 2:
        return tuple(shared)
    counts = np.bincount(nodes.label_set, minlength=len(nodes.label_sets))
    carried = {
        label: sum(int(counts[place]) for place, labels in enumerate(nodes.label_sets) if label in labels)
        for label in shared
    }
    return (min(shared, key=lambda label: (carried[label], label)),)
