"""The rows of a meaning: which nodes its bound places stand for together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.cells import COMPARE
from motif.engine.coding import NONE, Coded, Coding, Ints, Mask, NodeCoding
from motif.engine.control import keep_on
from motif.engine.meaning_masks import MeaningGraph, arcs_of, holds
from motif.graphs.csr import CSR
from motif.graphs.meaning import Branch, Operator, Place, Relative, Value

MOST_ROWS = 5_000_000
"""Rows that are joined at most: some 100 MB for each place."""


class TooManyRows(Exception):
    """A meaning joins more rows than are held; it is not answered."""


@dataclass(frozen=True)
class Bound:
    """Rows over bound places.

    Attributes
    ----------
    nodes : int64 (rows,) by key
        The node of each place, `NONE` where an optional branch leads nowhere.
    relationships : int64 (rows,) by key
        The relationship that leads to each place but the first.
    spread
        By value whose lists are spread over rows: the items.
    """

    graph: MeaningGraph
    nodes: Mapping[str, Ints]
    relationships: Mapping[str, Ints]
    spread: Mapping[Value, Coded]

    def __len__(self) -> int:
        return len(next(iter(self.nodes.values())))

    def take(self, rows: Ints) -> Bound:
        """These rows, in that order."""
        return Bound(
            self.graph,
            {key: array[rows] for key, array in self.nodes.items()},
            {key: array[rows] for key, array in self.relationships.items()},
            {value: items.take(rows) for value, items in self.spread.items()},
        )

    def each(self, value: Value) -> Bound:
        """A row for each item of a list; a row without any keeps a row without a value."""
        rows, items = self.values(value).spread()
        taken = self.take(rows)
        return Bound(taken.graph, taken.nodes, taken.relationships, {**taken.spread, value: items})

    def values(self, value: Value) -> Coded:
        """What ``value`` is in each row."""
        if value in self.spread:
            return self.spread[value]
        keep_on()
        rows = self.relationships[value.place] if value.of_relationship else self.nodes[value.place]
        if value.property is None:
            return Coded(rows, self.graph.node_coding)
        cells = self.graph.cells(value.property, of_relationship=value.of_relationship, part=value.part)
        return Coded(np.full(len(rows), NONE), Coding()) if cells is None else cells.at(rows)


def bound_rows(graph: MeaningGraph, place: Place) -> Bound:
    """All rows over the bound places of ``place``, ascending by their nodes in the order of the tree.

    Raises `TooManyRows` beyond `MOST_ROWS`, and what `keep_on` does.
    """
    start = np.flatnonzero(graph.mask(place)).astype(np.int64)
    rows = _extended(Bound(graph, {place.key: start}, {}, {}), place)
    for each in place.bound():
        for test in each.tests:
            if isinstance(test, Relative):
                rows = rows.take(_related(rows, each.key, test))
    return rows


def _extended(rows: Bound, place: Place) -> Bound:
    """Rows with the bound places below ``place`` joined to them."""
    for test in place.tests:
        if isinstance(test, Branch) and test.count is None:
            rows = _joined(rows, place.key, test)
            rows = _extended(rows, test.place)
    return rows


def _joined(rows: Bound, key: str, branch: Branch) -> Bound:
    keep_on()
    graph, projection = rows.graph, rows.graph.projection
    far = graph.mask(branch.place)
    sides: list[CSR] = []
    if branch.direction in ("out", "both"):
        sides.append(projection.outgoing)
    if branch.direction in ("in", "both"):
        sides.append(projection.incoming)
    parts = [_stepped(graph, branch, side, rows.nodes[key], far) for side in sides]
    if len(parts) == 2:
        parts[1] = _without_loops(rows.nodes[key], parts[1])
    origin, target, edge = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
    lone = np.flatnonzero(rows.nodes[key] == NONE)
    if branch.optional:
        is_lone = np.ones(len(rows), np.bool_)
        is_lone[origin] = False
        lone = np.flatnonzero(is_lone)
    if len(lone):
        origin = np.concatenate([origin, lone])
        target, edge = (np.concatenate([array, np.full(len(lone), NONE)]) for array in (target, edge))
    order = np.lexsort((edge, target, origin))
    taken = rows.take(origin[order])
    return Bound(
        graph,
        {**taken.nodes, branch.place.key: target[order]},
        {**taken.relationships, branch.place.key: edge[order]},
        taken.spread,
    )


def _without_loops(nodes: Ints, part: tuple[Ints, Ints, Ints]) -> tuple[Ints, Ints, Ints]:
    """Of what `_stepped` gives, the relationships that lead elsewhere: whichever way, a loop is one."""
    origin, target, edge = part
    kept = target != nodes[origin]
    return origin[kept], target[kept], edge[kept]


def _stepped(
    graph: MeaningGraph, branch: Branch, side: CSR, nodes: Ints, far: NDArray[np.bool_]
) -> tuple[Ints, Ints, Ints]:
    """For each relationship of ``nodes`` that is the branch's: the place in ``nodes``, the node reached, itself."""
    there = np.flatnonzero(nodes >= 0)
    if (side.indptr[nodes[there] + 1] - side.indptr[nodes[there]]).sum() > MOST_ROWS:
        raise TooManyRows
    origin, places = arcs_of(side, nodes[there])
    target, edge = side.indices[places].astype(np.int64), side.rows_at(places)
    kept = far[target] & graph.are_of(branch, edge)
    return there[origin[kept]], target[kept], edge[kept].astype(np.int64)


def _related(rows: Bound, key: str, test: Relative) -> Ints:
    own = rows.values(Value(key, test.property))
    other = rows.values(Value(test.place, test.other))
    return np.flatnonzero(_hold(own, test.operator, other)).astype(np.int64)


def _hold(own: Coded, operator: Operator, other: Coded) -> Mask:
    """The rows in which one value compares so with the other; each pair of distinct values is compared once."""
    known = np.flatnonzero((own.codes >= 0) & (other.codes >= 0))
    own, other, held = own.take(known), other.take(known), np.zeros(len(own), np.bool_)
    if isinstance(own.coding, NodeCoding) and own.coding is other.coding:
        held[known] = COMPARE[operator](own.codes, other.codes) & (operator in ("=", "<>"))
    elif all(one.coding.is_of_numbers or one.coding.are_written_numbers for one in (own, other)):
        one, two = own.of(own.coding.numbers, np.nan), other.of(other.coding.numbers, np.nan)
        is_text = [  # "N/A" among numbers compares as nothing does
            np.isnan(numbers) & coded.coding.are_written_numbers
            for numbers, coded in ((one, own), (two, other))
        ]
        held[known] = COMPARE[operator](one, two) & ~is_text[0] & ~is_text[1]
    else:
        pairs, places = np.unique(np.stack([own.codes, other.codes]), axis=1, return_inverse=True)
        values = zip(
            Coded(pairs[0], own.coding).values(), Coded(pairs[1], other.coding).values(), strict=True
        )
        held[known] = np.array([holds(one, operator, two) for one, two in values], np.bool_)[places]
    return held
