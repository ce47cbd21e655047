"""The edges of a pattern as Cypher, and which of its nodes must be said to differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from motif.graphs.pattern import Pattern, PatternEdge
from motif.graphs.projection import Projection
from motif.planners.cypher_literals import identifier, literal
from motif.planners.cypher_nodes import NodeText, Variables, selected
from motif.planners.known_parts import relations_of


@dataclass(frozen=True, slots=True)
class EdgeText:
    """How an edge stands in ``MATCH``: its variable, one of the types it must have (none: any), and what ``WHERE``
    asks of it ("" for nothing)."""

    variable: str
    types: tuple[str, ...] = ()
    condition: str = ""


def edge_text(edge: PatternEdge, projection: Projection, variables: Variables) -> EdgeText:
    """How ``edge`` is written. Raises `ValueError` for a relation that the graph does not have."""
    variable = variables.fresh(edge.unknown or "relationship")
    projected = selected(projection.configuration.get("relationshipProjection"))
    if edge.relation is None:
        return EdgeText(variable, projected)
    texts = [projection.relationships.relations[place] for place in relations_of(edge.relation, projection)]
    if not texts:
        raise ValueError(f"the graph has no relation {edge.relation!r}")
    told_by = projection.configuration.get("relationTypeProperty")
    if told_by is None:
        return EdgeText(variable, tuple(texts))
    place = f"coalesce({variable}.{identifier(told_by)}, type({variable}))"
    wanted = f"= {literal(texts[0])}" if len(texts) == 1 else f"IN {literal(texts)}"
    return EdgeText(variable, projected, f"{place} {wanted}")


@dataclass(frozen=True)
class Coincidence:
    """Which nodes of a pattern could be one node, were nothing said; nodes as in the pattern's order."""

    pattern: Pattern
    nodes: Sequence[NodeText]
    projection: Projection

    def pairs(self, injective: bool | str) -> Iterator[tuple[int, int]]:
        """Places of nodes that must differ and would not by themselves."""
        for one, other in combinations(range(len(self.nodes)), 2):
            is_told = self.pattern.nodes[one].is_known or self.pattern.nodes[other].is_known
            is_asked = injective is True or (injective == "known" and is_told)
            if is_asked and self._can_be_one(one, other) and not self._joined_without_loop(one, other):
                yield one, other

    def _can_be_one(self, one: int, other: int) -> bool:
        rows, more = self.nodes[one].rows, self.nodes[other].rows
        if rows is not None and more is not None and not len(np.intersect1d(rows, more)):
            return False
        return bool(self._label_sets(one) & self._label_sets(other))

    def _label_sets(self, place: int) -> set[int]:
        """Numbers of the label sets that a node there may carry."""
        node, table = self.nodes[place], self.projection.nodes
        if node.rows is not None:
            return set(table.label_set[node.rows].tolist())
        wanted = set(node.labels)
        return {
            number for number, labels in enumerate(table.label_sets) if not wanted or wanted & set(labels)
        }

    def _joined_without_loop(self, one: int, other: int) -> bool:
        """Whether a triple joins the two whose relation never leads from a node to itself."""
        return any(
            {edge.head, edge.tail} == {one, other} and not self._loops(edge) for edge in self.pattern.edges
        )

    def _loops(self, edge: PatternEdge) -> bool:
        if edge.relation is None:
            return bool(self._looping)
        return not self._looping.isdisjoint(relations_of(edge.relation, self.projection))

    @cached_property
    def _looping(self) -> set[int]:
        table = self.projection.relationships
        found: set[int] = set()
        for rows, sources in table.sources.stretches():
            found.update(table.relation[rows][sources == table.target[rows]].tolist())
        return found
