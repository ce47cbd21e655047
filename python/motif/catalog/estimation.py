"""How much memory a projection will take, from counts alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from motif.catalog.information import readable_size
from motif.catalog.plan import Plan
from motif.catalog.schema import Group, Schema
from motif.errors import NotEnoughMemory
from motif.graphs.column import is_sparse
from motif.memory import free_memory

_RELATIONSHIP = 4 + 4 + 2 + 4 + 4
"""Bytes of one: id, target (shared with the CSR), relation, and the incoming CSR's data and indices."""

_WIDE = 4 + 2 + 4 + 4
"""What one takes more: large ids, many relations given by a property's texts, all sources where those are asked for."""

_NODE = (4 + 4 + 2 + 4 + 4 + 4, 8 + 4 + 4 + 4 + 4 + 8)
"""Bytes of one without strings: id, name property, label set, both CSRs' indptr, offsets of its name; at most."""

_VALUE = (1, 1 + 8 + 8)
"""Bytes of a value without its letters: its number, and at most where its text begins and its kind too."""

_ROW = 4
"""Bytes that say of which row a value is, where they do not all have one (`motif.graphs.column.is_sparse`)."""

_STRING = (8, 64)
"""Bytes that a string may take when no sample tells."""

_MAKING = 1.5
"""Of a projection's bytes, the memory of its own that a process needs at least to make it (measured: 1.7 to 3.2)."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Bytes that a projection takes at least and at most, and of how many nodes and relationships."""

    n_nodes: int
    n_relationships: int
    bytes_min: int
    bytes_max: int

    @property
    def making(self) -> int:
        """Bytes of its own that a process needs at least to make the projection."""
        return int(_MAKING * self.bytes_min)

    def as_row(self) -> dict[str, Any]:
        """GDS's columns of an estimate."""
        sizes = f"[{readable_size(self.bytes_min)} ... {readable_size(self.bytes_max)}]"
        return {
            "requiredMemory": sizes,
            "treeView": f"projection: {sizes}\n",
            "mapView": {"name": "projection", "memoryUsage": sizes},
            "bytesMin": self.bytes_min,
            "bytesMax": self.bytes_max,
            "nodeCount": self.n_nodes,
            "relationshipCount": self.n_relationships,
        }


def require_memory(expected: Estimate, may_hold: int | None = None) -> None:
    """Raises `NotEnoughMemory` where a projection cannot be made in the memory that is free.

    Parameters
    ----------
    may_hold
        Bytes that the process may hold in all; None for what the machine or its container leaves.
    """
    free = free_memory() if may_hold is None else min(free_memory(), may_hold)
    if expected.making > free:
        raise NotEnoughMemory(
            f"Projecting {expected.n_nodes:,} nodes and {expected.n_relationships:,} relationships needs at least "
            f"{readable_size(expected.making)} of memory; {readable_size(free)} are free.",
            hint="Choose fewer labels, types or properties (motif.graph.project.estimate, motif estimate), free or "
            "give it more memory (the container's, MOTIF_MEMORY_LIMIT), or have it try all the same with sudo: true.",
        )


def estimate_plan(schema: Schema, plan: Plan) -> Estimate:
    """What the plan's projection takes; at most means that no node carries two labels.

    A node with several labels is counted once for each, since counts by label are all that is known without
    reading the graph.
    """
    labels = [group for group in schema.labels if plan.labels is None or group.name in plan.labels]
    types = [group for group in schema.types if plan.types is None or group.name in plan.types]
    n_nodes, n_relationships = sum(group.count for group in labels), sum(group.count for group in types)
    if plan.labels is None and schema.n_nodes is not None:
        n_nodes = schema.n_nodes
    lengths = {
        name: facts.length
        for group in labels
        for name, facts in group.properties.items()
        if facts.length is not None
    }
    short = {name: lengths.get(name, _STRING[0]) for name in plan.node_columns}
    long = {
        name: 2 * 3 * lengths.get(name, _STRING[1]) for name in plan.node_columns
    }  # as names and as texts too
    largest = n_nodes if plan.labels is None else max((group.count for group in labels), default=0)
    least = largest * _NODE[0] + _properties(labels, short, largest)
    most = n_nodes * _NODE[1] + _properties(labels, long, n_nodes, most=True)
    least += n_relationships * _RELATIONSHIP
    most += n_relationships * (_RELATIONSHIP + _WIDE)
    least += _properties(types, dict.fromkeys(plan.relationship_columns, 0), n_relationships)
    most += _properties(
        types, dict.fromkeys(plan.relationship_columns, _STRING[1]), n_relationships, most=True
    )
    return Estimate(n_nodes, n_relationships, bytes_min=int(least), bytes_max=int(most))


def _properties(
    groups: Sequence[Group], letters: Mapping[str, float], n_rows: int, *, most: bool = False
) -> float:
    """Bytes of properties, of the rows alone that may have them.

    Parameters
    ----------
    letters
        By property, how many each value has.
    most
        Whether each row is in one group and has all that the group may have.
    """
    total, in_none = 0.0, max(0, n_rows - sum(group.count for group in groups))
    for name, of_value in letters.items():
        held = [(group.count, group.properties[name].present) for group in groups if name in group.properties]
        if not held:
            n_values: float = n_rows
        elif most:
            n_values = min(n_rows, in_none + sum(count for count, _ in held))
        else:
            n_values = min(n_rows, max(count * present for count, present in held))
        of_rows = is_sparse(n_values, n_rows)
        of_entry = _VALUE[most] + (_ROW if of_rows else 0)
        total += of_entry * (n_values if of_rows else n_rows) + of_value * n_values
    return total
