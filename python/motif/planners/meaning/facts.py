"""What a graph holds of what is called so: the nodes of a name, and whether they are joined by a relation."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from motif.planners.linking import linker_of
from motif.planners.meaning.drafts import Spot
from motif.planners.meaning.schema_words import Relation
from motif.planners.protocol import PlanningGraph

_ROWS = 64
"""Nodes of a name that are looked at."""


Way = tuple[Relation, bool]


@dataclass(frozen=True, slots=True)
class Between:
    """What may join two places.

    Attributes
    ----------
    ways
        The relations that the schema has between their labels, and whether each goes from the first to the second.
    held
        Those of them that what is named has, or about which nothing is named.
    n_relationships
        Of all of ``ways``.
    general
        The one of ``held`` that says only that things belong together; None for none, or several.
    """

    ways: tuple[Way, ...]
    held: frozenset[Way]
    n_relationships: int
    general: Way | None = None


@dataclass(slots=True)
class Facts:
    """Looked up for one question, and remembered as long."""

    graph: PlanningGraph
    _rows: dict[tuple[str, str], list[int]] = field(default_factory=dict)
    _types: dict[tuple[str, tuple[str, ...], bool], frozenset[str]] = field(default_factory=dict)

    def rows(self, label: str, name: str) -> list[int]:
        """The nodes of a label that are called so, by row."""
        key = label, name
        if key not in self._rows:
            nodes, rows = self.graph.projection.nodes, set[int]()
            for found in linker_of(self.graph.values).occurrences(name):
                rows |= {row for row in found.rows.tolist() if row < self.graph.projection.n_nodes}
            named = (row for row in sorted(rows) if nodes.names[row] == name)
            self._rows[key] = [row for row in named if label in nodes.labels(row)]
        return self._rows[key]

    def joins(self, relation: Relation, forward: bool, near: Spot, far: Spot) -> bool | None:
        """Whether what one of two places names has a relationship of this type; None where neither names anything."""
        if far.names:
            near, far, forward = far, near, not forward
        if not near.names or near.label is None:
            return None
        return relation.type in self._held(near.label, near.names, forward)

    def _held(self, label: str, names: tuple[str, ...], outgoing: bool) -> frozenset[str]:
        """Types of the relationships that go out from nodes of a label that are called so, or come in."""
        key = label, names, outgoing
        if key not in self._types:
            rows = [row for name in names for row in self.rows(label, name)][:_ROWS]
            found = (self._of(row, outgoing) for row in rows)
            self._types[key] = frozenset[str]().union(*found)
        return self._types[key]

    def _of(self, row: int, outgoing: bool) -> list[str]:
        """Types of the relationships that go out from a node, or come in."""
        projection = self.graph.projection
        ways, table = projection.outgoing if outgoing else projection.incoming, projection.relationships
        held = np.bincount(table.type[ways.rows_at(slice(ways.indptr[row], ways.indptr[row + 1]))])
        return [table.types[code] for code in np.flatnonzero(held).tolist()]
