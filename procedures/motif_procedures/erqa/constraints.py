"""Constraints of a question: facts that its answer must have, and every node that has them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection
from motif.indexes.names import NameIndex

Rows = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Constraint:
    """One fact of the answer: a relationship to a node that the question names.

    Attributes
    ----------
    relation
        Its place in ``RelationshipTable.relations``.
    outgoing
        Whether the relationship leaves the answer.
    name
        Of the node at the other end; all nodes of that name are meant.
    is_bridge
        Whether the other star node of the subgraph has the same neighbour.
    """

    relation: int
    outgoing: bool
    name: str
    is_bridge: bool = False


class AnswerFinder:
    """Finds all answers of constraints in one projection, exactly.

    Parameters
    ----------
    names
        Of the projection's nodes.
    """

    def __init__(self, projection: Projection, names: NameIndex) -> None:
        self._projection = projection
        self._names = names

    def rows(self, constraints: Sequence[Constraint], label: str | None = None) -> Rows:
        """Every row that meets all ``constraints`` and carries ``label``, int32, ascending.

        These are the answers of the pattern with one triple per constraint around one unknown, matched with direction
        and injectively (so no node answers by a relationship to itself), since the names differ. O(degrees of the
        nodes that are named).
        """
        left: Rows | None = None
        for constraint in constraints:
            found = self.meeting(constraint)
            left = found if left is None else np.intersect1d(left, found, assume_unique=True)
            if not len(left):
                break
        rows = left if left is not None else np.zeros(0, np.int32)
        if label is None:
            return rows
        return np.array(
            [row for row in rows.tolist() if label in self._projection.nodes.labels(row)], np.int32
        )

    def meeting(self, constraint: Constraint) -> Rows:
        """Every row that meets one constraint, int32, ascending."""
        projection = self._projection
        adjacency = projection.incoming if constraint.outgoing else projection.outgoing
        found = [np.zeros(0, np.int32)]
        for row in self._names.equal(constraint.name).tolist():
            span = slice(int(adjacency.indptr[row]), int(adjacency.indptr[row + 1]))
            relations = projection.relationships.relation[adjacency.rows_at(span)]
            near = adjacency.indices[span][relations == constraint.relation]
            found.append(near[near != row])
        rows: Rows = distinct(np.concatenate(found)).astype(np.int32)
        return rows
