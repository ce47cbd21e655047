"""What a plan's triples lead to in the graph, by sets: enough to tell one answer from several."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.relation_paths import Path, Step
from motif.graphs.distinct import distinct
from motif.graphs.pattern import Pattern, PatternEdge, parse_part
from motif.graphs.plan import Plan
from motif.planners.joining import Reach
from motif.planners.known_parts import relations_of, rows_of
from motif.planners.protocol import PlanningGraph

Rows = NDArray[np.int32]


def reached_answers(plan: Plan, graph: PlanningGraph, control: Control) -> Rows | None:
    """The nodes that the plan's triples lead to from its known nodes, int32, ascending; None where that is not known.

    Sets are followed along the triples, so that a cycle is taken for a tree and conditions on properties are not
    heeded: there may be fewer answers, never more, but for relations read against the triples' direction. Not known is
    what hangs on an unknown relation, or on no known node.

    >>> from motif import Graph
    >>> films = [("Heat", "directed_by", "Mann"), ("Thief", "directed_by", "Mann"), ("Thief", "year", "1981")]
    >>> view = Graph.from_triples(films).view
    >>> found = reached_answers(Plan((("?film", "directed_by", "Mann"),), answer="?film"), view, Control())
    >>> [view.projection.nodes.names[row] for row in found.tolist()]
    ['Heat', 'Thief']
    """
    pattern = plan.parsed()
    place = None if pattern is None else answer_place(plan, pattern)
    if pattern is None or place is None or pattern.nodes[place].is_known:
        return None
    walk = _Walk(pattern, graph, control)
    lead = walk.lead(place, frozenset())
    if lead is None:
        return None
    rows = walk.end(*lead)
    label = pattern.nodes[place].label
    return rows if label is None else rows[_carries(graph, rows, label)]


def answer_place(plan: Plan, pattern: Pattern) -> int | None:
    """Which of the pattern's nodes the plan asks for: its answer, else the only unknown one; None for neither."""
    unknown = [place for place, node in enumerate(pattern.nodes) if not node.is_known]
    if plan.answer is None:
        return unknown[0] if len(unknown) == 1 else None
    asked = parse_part(plan.answer)
    for place, node in enumerate(pattern.nodes):
        same = asked.unknown == node.unknown if asked.unknown else asked.name == node.name
        if same and asked.is_known == node.is_known:
            return place
    return None


class _Walk:
    """Sets of nodes followed from the known ones towards the answer."""

    def __init__(self, pattern: Pattern, graph: PlanningGraph, control: Control) -> None:
        self._pattern = pattern
        self._graph = graph
        self._reach = Reach(graph.projection, control)

    def lead(self, place: int, passed: frozenset[int]) -> tuple[Rows, Path] | None:
        """Rows and the path from them to node ``place``, by edges that are not ``passed``; None where nothing leads."""
        node = self._pattern.nodes[place]
        if node.is_known:
            return rows_of(node, self._graph.projection, self._graph.names), ()
        found = []
        for number, edge in enumerate(self._pattern.edges):
            if number not in passed and place in (edge.head, edge.tail) and edge.head != edge.tail:
                passed |= {number}
                if (led := self._along(edge, place, passed)) is not None:
                    found.append(led)
        if len(found) < 2:
            return found[0] if found else None
        return reduce(np.intersect1d, [self.end(*one) for one in found]).astype(np.int32), ()

    def end(self, rows: Rows, path: Path) -> Rows:
        return self._reach(rows, path) if len(rows) < 2 else self._reach.among(rows, path)

    def _along(self, edge: PatternEdge, place: int, passed: frozenset[int]) -> tuple[Rows, Path] | None:
        before = self.lead(edge.head if place == edge.tail else edge.tail, passed)
        if before is None or edge.relation is None:
            return None
        rows, path = before
        steps = [
            Step(relation, place == edge.tail)
            for relation in relations_of(edge.relation, self._graph.projection)
        ]
        if len(steps) == 1:
            return rows, (*path, steps[0])
        ends = [self.end(rows, (*path, step)) for step in steps]
        return (distinct(np.concatenate(ends)).astype(np.int32) if ends else rows[:0]), ()


def _carries(graph: PlanningGraph, rows: Rows, label: str) -> NDArray[np.bool_]:
    nodes = graph.projection.nodes
    sets = [place for place, labels in enumerate(nodes.label_sets) if label in labels]
    return np.isin(nodes.label_set[rows], sets)
