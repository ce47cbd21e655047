"""How much memory a projection will take, from counts alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motif.catalog.information import readable_size
from motif.catalog.plan import Plan
from motif.catalog.schema import Schema

_RELATIONSHIP = 8 + 4 + 4 + 4 + 4 + 4 + 4
"""Bytes of one: id, source, target (shared with the CSR), relation, and the CSRs' data and indices."""

_NODE = 8 + 4 + 4 + 8 + 8 + 8
"""Bytes of one without strings: id, name property, label set, both CSRs' indptr, offsets of its name."""

_COLUMN = 1 + 8 + 8
_STRING = (8, 64)
"""Bytes that a string may take when no sample tells."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Bytes that a projection takes at least and at most, and of how many nodes and relationships."""

    n_nodes: int
    n_relationships: int
    bytes_min: int
    bytes_max: int

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
    columns = len(plan.node_columns) * _COLUMN
    short = sum(lengths.get(name, _STRING[0]) for name in plan.node_columns)
    long = sum(3 * lengths.get(name, _STRING[1]) for name in plan.node_columns)
    links = n_relationships * (_RELATIONSHIP + _COLUMN * len(plan.relationship_columns))
    most_per_type = links + n_relationships * (4 + _STRING[1] * len(plan.relationship_columns))
    largest = n_nodes if plan.labels is None else max((group.count for group in labels), default=0)
    return Estimate(
        n_nodes,
        n_relationships,
        bytes_min=int(largest * (_NODE + columns + short) + links),
        bytes_max=int(n_nodes * (_NODE + columns + 2 * long) + most_per_type),
    )
