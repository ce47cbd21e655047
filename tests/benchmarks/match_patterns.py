"""Patterns of 3 to 6 edges cut out of a graph, so that each has a match, and how each contender is asked for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from match_workloads import MatchGraph
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph, MatchQuery

MAXIMUM_MATCHES = 1_000
"""A pattern with more is drawn again: the default limit of `Graph.match`, beyond which listing is what is timed."""


@dataclass(frozen=True)
class Shape:
    """Edges between pattern nodes, which are numbered as they are reached, and the nodes that are known."""

    edges: tuple[tuple[int, int], ...]
    known: frozenset[int]


def _path(length: int, *known: int) -> Shape:
    return Shape(tuple((i, i + 1) for i in range(length)), frozenset(known))


def _star(leaves: int, *known: int) -> Shape:
    return Shape(tuple((0, leaf + 1) for leaf in range(leaves)), frozenset(known))


def _cycle(length: int, tail: int, *known: int) -> Shape:
    ring = [(i, i + 1) for i in range(length - 1)] + [(length - 1, 0)]
    tails = [(0 if i == 0 else length + i - 1, length + i) for i in range(tail)]
    return Shape(tuple(ring + tails), frozenset(known))


def _bridge_star(bridges: int, own: int, *known: int) -> Shape:
    """Nodes 0 and 2 are the stars, 0 is asked for; 1 and those from 3 on are bridges, then neighbours of 0 alone."""
    between = [1, *range(3, 2 + bridges)]
    first = 2 + bridges
    edges = [(0, 1), (1, 2), *((star, bridge) for bridge in between[1:] for star in (0, 2))]
    return Shape((*edges, *((0, first + i) for i in range(own))), frozenset(known))


SHAPES: dict[str, tuple[Shape, ...]] = {
    "path": (_path(3, 0), _path(3, 0, 3), _path(4, 0, 4), _path(5, 0, 5), _path(6, 0, 3, 6)),
    "star": (_star(3, 1), _star(3, 1, 2), _star(4, 1, 2), _star(5, 1, 2, 3), _star(6, 1, 2, 3)),
    "cycle": (_cycle(3, 0, 0), _cycle(3, 1, 3), _cycle(4, 0, 0), _cycle(4, 1, 4), _cycle(5, 1, 2, 5)),
    "bridge-star": (
        *(_bridge_star(1, 2, 2, 3), _bridge_star(1, 2, 2, 3, 4), _bridge_star(2, 1, 2)),
        *(_bridge_star(2, 1, 2, 4), _bridge_star(2, 2, 2, 4, 5)),
    ),
}
"""By name, each in several sizes with one to three known nodes."""


@dataclass(frozen=True)
class Pattern:
    """A pattern with one relation per edge and, per node, a known row or a label or neither.

    No two edges join the same two nodes, and the graph's triples are distinct: a match is told by its nodes.
    """

    shape: str
    heads: tuple[int, ...]
    tails: tuple[int, ...]
    relations: tuple[int, ...]
    known: dict[int, int]
    labels: dict[int, int]
    example: tuple[int, ...] = field(repr=False)

    @property
    def n_nodes(self) -> int:
        return len(self.example)

    def query(self, graph: DataGraph) -> MatchQuery:
        """As the engine takes it."""
        relations: list[NDArray[np.bool_] | None] = []
        for relation in self.relations:
            allowed = np.zeros(graph.n_relations, np.bool_)
            allowed[relation] = True
            relations.append(allowed)
        nodes = range(self.n_nodes)
        rows = [np.array([self.known[v]], np.int32) if v in self.known else None for v in nodes]
        masks = [graph.label_set == self.labels[v] if v in self.labels else None for v in nodes]
        ends = (np.array(part, np.int32) for part in (self.heads, self.tails))
        nothing = (None,) * len(relations)
        return MatchQuery(*ends, tuple(rows), tuple(masks), tuple(relations), nothing)

    def cypher(self, graph: MatchGraph) -> tuple[str, dict[str, str]]:
        """As Cypher with the inequalities that an injective match means, and its parameters."""
        told: set[int] = set()

        def node(number: int) -> str:
            if number in told:
                return f"(n{number})"
            told.add(number)
            if number in self.known:
                return f"(n{number}:Entity {{name: $n{number}}})"
            label = f":`{graph.labels[self.labels[number]]}`" if number in self.labels else ""
            return f"(n{number}{label})"

        edges = zip(self.heads, self.relations, self.tails, strict=True)
        parts = ", ".join(f"{node(h)}-[:`{graph.relations[r]}`]->{node(t)}" for h, r, t in edges)
        pairs = [(i, j) for i in range(self.n_nodes) for j in range(i) if not {i, j} <= self.known.keys()]
        apart = " AND ".join(f"n{i} <> n{j}" for i, j in pairs)
        columns = ", ".join(f"id(n{number}) AS n{number}" for number in range(self.n_nodes))
        parameters = {f"n{number}": graph.names[row] for number, row in self.known.items()}
        return f"MATCH {parts} WHERE {apart} RETURN {columns}", parameters

    def triples(self, graph: MatchGraph) -> list[tuple[Any, str, Any]]:
        """As `Graph.match` takes it."""
        edges = zip(self.heads, self.relations, self.tails, strict=True)
        return [(self._part(h, graph), graph.relations[r], self._part(t, graph)) for h, r, t in edges]

    def _part(self, node: int, graph: MatchGraph) -> Any:
        if node in self.known:
            return graph.names[self.known[node]]
        if node in self.labels:
            return {"unknown": f"n{node}", "label": graph.labels[self.labels[node]]}
        return f"?n{node}"

    def renumbered(self) -> list[int]:
        """Pattern nodes, the known ones first, then each beside one before it: the best start for a plain search."""
        order = sorted(self.known) or [0]
        while len(order) < self.n_nodes:
            near = [
                (h, t) for h, t in zip(self.heads, self.tails, strict=True) if (h in order) != (t in order)
            ]
            order.append(near[0][1] if near[0][0] in order else near[0][0])
        return order


def patterns(
    graph: DataGraph,
    shape: str,
    count: int,
    rng: np.random.Generator,
    fits: Callable[[Pattern], bool],
    *,
    typed: bool,
) -> Iterator[Pattern]:
    """``count`` patterns that ``fits`` lets pass, of the sizes in turn; ``typed``: labels, nothing known."""
    for number in range(count):
        form = SHAPES[shape][number % len(SHAPES[shape])]
        yield next(pattern for pattern in _drawn(graph, shape, form, rng, typed=typed) if fits(pattern))


def _drawn(
    graph: DataGraph, shape: str, form: Shape, rng: np.random.Generator, *, typed: bool
) -> Iterator[Pattern]:
    while True:
        rows = _rows(graph, form, rng)
        if rows is None:
            continue
        edges = [_relationship(graph, rows, i, j, rng) for i, j in form.edges]
        heads, tails, relations = zip(*edges, strict=True)
        known = {} if typed else {node: rows[node] for node in sorted(form.known)}
        labels = {node: int(graph.label_set[row]) for node, row in enumerate(rows)} if typed else {}
        yield Pattern(shape, heads, tails, relations, known, labels, tuple(rows))


def _rows(graph: DataGraph, form: Shape, rng: np.random.Generator) -> list[int] | None:
    """Rows at which the shape occurs, or None: a relationship's end, then neighbours of those they must join."""
    start = int(rng.integers(graph.n_relationships))
    rows = [int((graph.source if rng.random() < 0.5 else graph.outgoing.indices)[start])]
    for node in range(1, 1 + max(max(edge) for edge in form.edges)):
        before = [min(edge) for edge in form.edges if max(edge) == node]
        free = _neighbours(graph, rows[before[0]])
        for other in before[1:]:
            free = np.intersect1d(free, _neighbours(graph, rows[other]), assume_unique=True)
        free = np.setdiff1d(free, rows)
        if not len(free):
            return None
        rows.append(int(rng.choice(free)))
    return rows


def _neighbours(graph: DataGraph, row: int) -> NDArray[np.int32]:
    return np.union1d(graph.outgoing.neighbours(row), graph.incoming.neighbours(row))


def _relationship(
    graph: DataGraph, rows: list[int], one: int, other: int, rng: np.random.Generator
) -> tuple[int, int, int]:
    """Head, tail and relation of one of the relationships between the rows of two pattern nodes."""
    found = []
    for head, tail in ((one, other), (other, one)):
        span = slice(graph.outgoing.indptr[rows[head]], graph.outgoing.indptr[rows[head] + 1])
        places = np.flatnonzero(graph.outgoing.indices[span] == rows[tail])
        found += [(head, tail, int(r)) for r in graph.relation[span][places].tolist()]
    return found[int(rng.integers(len(found)))]
