"""Which nodes a place of a meaning stands for: tests evaluated on the arrays of a projection, as masks over rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.cells import COMPARE, Cells, has_word
from motif.engine.coding import Coding, NodeCoding
from motif.engine.control import keep_on
from motif.engine.label_masks import LabelMasks
from motif.engine.value_parts import part_of
from motif.engine.value_spans import time_between
from motif.graphs.csr import CSR
from motif.graphs.distinct import distinct
from motif.graphs.meaning import (
    AllOf,
    Branch,
    Condition,
    Foremost,
    Not,
    Operator,
    Part,
    Place,
    Relative,
    Test,
)
from motif.graphs.projection import MISSING, STRING, Column, NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.spans import span_of

Mask = NDArray[np.bool_]
Rows = NDArray[np.int32]

_TEXT: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": lambda text, value: text == value,
    "<>": lambda text, value: text != value,
    "<": lambda text, value: text < value,
    "<=": lambda text, value: text <= value,
    ">": lambda text, value: text > value,
    ">=": lambda text, value: text >= value,
    "contains": lambda text, value: value in text,
    "word": has_word,
    "starts": lambda text, value: text.startswith(value),
    "ends": lambda text, value: text.endswith(value),
}


_MANY = 8
"""A share of one in so many, of the nodes or relationships, from which on all are looked at."""


@dataclass
class MeaningGraph:
    """A projection with its properties decoded as they are asked for.

    Parameters
    ----------
    named
        Rows of the nodes called by a name, int32; by default all names are compared.
    """

    projection: Projection
    named: Callable[[str], Rows] | None = None
    _cells: dict[tuple[bool, str, Part], Cells] = field(default_factory=dict)

    @property
    def n_nodes(self) -> int:
        return self.projection.n_nodes

    @cached_property
    def node_coding(self) -> Coding:
        """The nodes as values: the code of each is its row."""
        return NodeCoding(self.n_nodes)

    def cells(
        self, property_name: str, *, of_relationship: bool = False, part: Part = "whole"
    ) -> Cells | None:
        """A property of the nodes, or of the relationships, or a part of it; None where none has it."""
        key = of_relationship, property_name, part
        if key not in self._cells:
            table = self.projection.relationships if of_relationship else self.projection.nodes
            column: Column | None = table.properties.get(property_name)
            if column is None:
                column = self._spanned(table, property_name)
            if column is None and not of_relationship:
                column = self._naming(property_name)
            if column is None:
                return None
            cells = Cells(column if part == "whole" else part_of(column, part))
            if part == "age":
                return cells  # tomorrow it is another
            self._cells[key] = cells
        return self._cells[key]

    @staticmethod
    def _spanned(table: NodeTable | RelationshipTable, property_name: str) -> Column | None:
        """The time between two properties, where one is asked for by its name."""
        span = span_of(property_name)
        if span is None or not {span.first, span.last} <= table.properties.keys():
            return None
        return time_between(table.properties[span.first], table.properties[span.last], span.unit)

    def _naming(self, property_name: str) -> Column | None:
        """A property that nodes are called by, of those that are; None where none is."""
        nodes = self.projection.nodes
        if property_name not in nodes.name_properties:
            return None
        is_so = nodes.name_property == nodes.name_properties.index(property_name)
        kinds = np.where(is_so, STRING, MISSING).astype(np.uint8)
        return Column(kinds, np.zeros(self.n_nodes, np.int64), nodes.names)

    def mask(self, place: Place) -> Mask:
        """Nodes that are what ``place`` describes; `Relative` tests are left to the rows, bool (n,)."""
        found = self.begun(place)
        for test in place.tests:
            if not (isinstance(test, Branch) and test.optional):
                found &= self.holds(test)
        return found if place.foremost is None else self._first(found, place.foremost)

    def begun(self, place: Place) -> Mask:
        """Nodes of the label and the names of ``place``, bool (n,); of what few are called only these are looked at."""
        of_label = None if place.label is None else self._of_labels.of(frozenset([place.label]))
        if not place.names:
            return np.ones(self.n_nodes, np.bool_) if of_label is None else of_label.copy()
        found = np.zeros(self.n_nodes, np.bool_)
        for name in place.names:
            rows = self._called(name)
            found[rows if of_label is None else rows[of_label[rows]]] = True
        return found

    def holds(self, test: Test, *, of_relationship: bool = False) -> Mask:
        """For which nodes, or relationships, a test holds, bool (rows,); `Relative` ones hold for all."""
        keep_on()
        size = self.projection.n_relationships if of_relationship else self.n_nodes
        if isinstance(test, Condition):
            return self._condition(test, of_relationship=of_relationship)
        if isinstance(test, Branch):
            return self._branch(test)
        if isinstance(test, Not):
            return ~self.holds(test.test, of_relationship=of_relationship)
        if isinstance(test, Relative):
            return np.ones(size, np.bool_)
        every = [self.holds(part, of_relationship=of_relationship) for part in test.tests]
        join = np.logical_and if isinstance(test, AllOf) else np.logical_or
        return np.asarray(join.reduce(every, axis=0)) if every else np.full(size, isinstance(test, AllOf))

    def are_of(self, branch: Branch, edges: Rows | slice) -> Mask:
        """Which of these relationships are of a branch's types, and hold its conditions, bool (edges,)."""
        table = self.projection.relationships
        kinds = table.type[edges]
        found = np.ones(len(kinds), np.bool_)
        if branch.types:
            of_type = np.array([name in branch.types for name in table.types] or [False], np.bool_)
            found = of_type[kinds]
        for condition in branch.where:
            found = found & self.holds(condition, of_relationship=True)[edges]
        return found

    def _first(self, among: Mask, foremost: Foremost) -> Mask:
        """Which of these nodes come first in an order, bool (n,)."""
        rows = np.flatnonzero(among)
        values = self._ranks(foremost.by, rows)
        rows, values = rows[values >= 0], values[values >= 0]
        values = -values if foremost.descending else values
        before = np.searchsorted(np.sort(values), values)
        found = np.zeros(self.n_nodes, np.bool_)
        found[rows[(before >= foremost.skip) & (before < foremost.skip + foremost.limit)]] = True
        return found

    def _ranks(self, by: str | Branch, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Numbers in the order of a property, or of how many a branch leads to; below 0 for none, int64 (rows,)."""
        if isinstance(by, Branch):
            counts = self._counts(by)[rows]
            return np.where(counts > 0, counts, -1)
        cells = self.cells(by)
        return np.full(len(rows), -1) if cells is None else cells.at(rows).ranks

    def _called(self, name: str) -> Rows:
        if self.named is not None:
            return self.named(name)
        names = self.projection.nodes.names
        return np.array([row for row in range(self.n_nodes) if names[row] == name], np.int32)

    @cached_property
    def _of_labels(self) -> LabelMasks:
        return LabelMasks(self.projection.nodes)

    def _condition(self, condition: Condition, *, of_relationship: bool) -> Mask:
        size = self.projection.n_relationships if of_relationship else self.n_nodes
        cells = self.cells(condition.property, of_relationship=of_relationship, part=condition.part)
        if cells is None:
            return np.full(size, condition.operator == "unknown")
        return compared(cells, condition.operator, condition.value)

    def _branch(self, branch: Branch) -> Mask:
        if branch.count is None:
            found = np.zeros(self.n_nodes, np.bool_)
            found[self._ends(branch)[0]] = True
            return found
        operator, bound = branch.count
        return np.asarray(COMPARE[operator](self._counts(branch), bound))

    def _counts(self, branch: Branch) -> NDArray[np.int64]:
        """To how many different nodes a branch leads from each, int64 (n,)."""
        near, far = self._ends(branch)
        pairs = distinct(near.astype(np.int64) * self.n_nodes + far)
        return np.bincount(pairs // max(self.n_nodes, 1), minlength=self.n_nodes)

    def _ends(self, branch: Branch) -> tuple[Rows, Rows]:
        """Near and far ends of the relationships of a branch whose far end is what its place describes."""
        table, place = self.projection.relationships, self.mask(branch.place)
        nears, fars = [], []
        for outgoing in (True, False):
            if branch.direction not in ("both", "out" if outgoing else "in"):
                continue
            source, target = (table.sources, table.target) if outgoing else (table.target, table.sources)
            near = self._edges_to(place, outgoing)
            of_branch = self.are_of(branch, near)
            edges = (np.flatnonzero(of_branch) if isinstance(near, slice) else near[of_branch]).astype(
                np.int32
            )
            edges = edges[place[target[edges]]]
            nears.append(_at(source, edges))
            fars.append(_at(target, edges))
        return np.concatenate(nears), np.concatenate(fars)

    def _edges_to(self, place: Mask, outgoing: bool) -> Rows | slice:
        """Relationships among which all are that lead to these nodes: few of them where the nodes have few."""
        rows = np.flatnonzero(place)
        side = self.projection.incoming if outgoing else self.projection.outgoing
        if _MANY * len(rows) > self.n_nodes:
            return slice(None)
        _, places = arcs_of(side, rows)
        return slice(None) if _MANY * len(places) > self.projection.n_relationships else side.rows_at(places)


def _at(ends: Sources | Rows, edges: Rows) -> Rows:
    """The ends of relationships; the sources of many are not kept in memory."""
    return ends[:][edges] if _MANY * len(edges) > len(ends) else ends[edges]


def arcs_of(side: CSR, nodes: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All arcs of nodes, one node after another: for each its place in ``nodes``, and its own in ``side``."""
    begins = side.indptr[nodes]
    sizes = side.indptr[nodes + 1] - begins
    offsets = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return np.repeat(np.arange(len(nodes)), sizes), np.repeat(begins, sizes) + offsets


def compared(cells: Cells, operator: Operator, value: Any) -> Mask:
    """Where the property compares so with ``value``, bool (rows,); false where it is missing or of another kind."""
    if operator in ("known", "unknown"):
        return cells.known if operator == "known" else ~cells.known
    if operator == "has":
        wanted = fold(value)
        return cells.where(lambda held: wanted in map(fold, held if isinstance(held, list) else [held]))
    if isinstance(value, bool):
        same = cells.where(lambda held: held is value)
        return same if operator == "=" else cells.known & ~same
    if isinstance(value, (int, float)):
        numbers = cells.numbers
        return np.asarray(COMPARE[operator](numbers, value) & ~np.isnan(numbers))
    if isinstance(value, str):
        return cells.compares(operator, value)
    holds = _TEXT[operator]
    return cells.where_text(lambda text: holds(text, value))


def fold(value: Any) -> Any:
    """Text without regard to case; anything else as it is."""
    return value.lower() if isinstance(value, str) else value


def holds(value: Any, operator: Operator, other: Any) -> bool:
    """Whether a value compares so with another; a missing one and values of different kinds compare as nothing does.

    >>> holds("Ä", "=", "ä"), holds(2, ">", 1), holds(2, ">", "1"), holds([2], ">", 1)
    (True, True, False, False)
    """
    value, other = fold(value), fold(other)
    if value is None or other is None or isinstance(value, str) != isinstance(other, str):
        return False
    try:
        return bool(_TEXT[operator](value, other))
    except TypeError:  # a node and a number
        return False
