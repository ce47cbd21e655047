"""In which order the join may be expected to map a pattern's nodes, and how much it then looks at."""

from __future__ import annotations

from dataclasses import dataclass

from motif.engine.join_problem import JoinProblem, prepare
from motif.engine.match_query import DataGraph, MatchQuery
from motif.kernels.joining_arrays import (
    FIRST_EDGE,
    FIRST_RELATION,
    FIRST_ROW,
    LAST_EDGE,
    LAST_RELATION,
    LAST_ROW,
    NODE_MASK,
    START,
)

_SAMPLE = 8
"""Rows of a known node that are looked at."""


@dataclass(frozen=True, slots=True)
class JoinEstimate:
    """What the join may be expected to do.

    Attributes
    ----------
    order
        Pattern nodes, as they would be mapped in a graph where all rows are alike. The join itself decides anew for
        each partial match.
    cost
        Expected number of partial matches and adjacency entries looked at.
    """

    order: tuple[int, ...]
    cost: float


def estimate_join(graph: DataGraph, query: MatchQuery) -> JoinEstimate:
    """The order and the cost that may be expected of `match_subgraphs` without a limit.

    Fan-outs are those of the known rows, else the mean of the relation; a closed cycle counts as a chance. Raises
    `InvalidInput` as `match_subgraphs` does. O(edges x nodes**2), whatever the graph.

    >>> import numpy as np
    >>> from motif.graphs.csr import build_csr
    >>> hub, leaves = np.zeros(3, np.int32), np.arange(1, 4, dtype=np.int32)
    >>> csr = build_csr(hub, leaves, 4), build_csr(leaves, hub, 4)
    >>> graph = DataGraph(*csr, hub, np.zeros(4, np.int32), n_relations=1)
    >>> ends, known = (np.array([0], np.int32), np.array([1], np.int32)), (None, np.array([2], np.int32))
    >>> estimate_join(graph, MatchQuery(*ends, known, (None, None), (None,), (None,)))
    JoinEstimate(order=(1, 0), cost=4.0)
    """
    problem = prepare(graph, query)
    if not problem.is_feasible:
        return JoinEstimate((), 0.0)
    expected = _Expected(graph, query, problem)
    order: list[int] = []
    partial, cost = 1.0, 0.0
    while len(order) < query.n_nodes:
        node = min(range(query.n_nodes), key=lambda other: (other in order, *expected.rank(other, order)))
        looked_at, left = expected.candidates(node, order)
        cost += partial * (looked_at + left)
        partial *= left
        order.append(node)
    return JoinEstimate(tuple(order), cost)


class _Expected:
    """Numbers of rows to expect in lists and candidates."""

    def __init__(self, graph: DataGraph, query: MatchQuery, problem: JoinProblem) -> None:
        self.graph = graph
        self.directed = query.directed
        self.edges: list[list[int]] = problem.pattern[0].tolist()
        self.nodes: list[list[int]] = problem.pattern[1].tolist()
        self.values = problem.pattern[2]
        self.fans = [(self._fan(edge, 0), self._fan(edge, 1)) for edge in range(len(self.edges))]

    def rank(self, node: int, order: list[int]) -> tuple[int, float]:
        """Which node comes next: single rows, then linked nodes, by candidates, then those that hang on one."""
        columns = self.nodes[node]
        n_rows = columns[LAST_ROW] - columns[FIRST_ROW]
        is_linked = bool(self._links(node, order))
        hangs = columns[LAST_EDGE] - columns[FIRST_EDGE] == 1 and not n_rows and not columns[NODE_MASK]
        looked_at, left = self.candidates(node, order)
        if n_rows == 1:
            return 0, left
        return (1 if n_rows else 3) if not is_linked else 2 if hangs and looked_at > 1 else 1, left

    def candidates(self, node: int, order: list[int]) -> tuple[float, float]:
        """How many rows are looked at for ``node``, and how many of them are left."""
        links = self._links(node, order)
        lists = sorted(self.fans[edge][side] for edge, side in links)
        columns = self.nodes[node]
        n_rows = columns[LAST_ROW] - columns[FIRST_ROW]
        n_nodes = max(self.graph.n_nodes, 1)
        if n_rows and (not lists or n_rows <= lists[0]):
            looked_at, closing = float(n_rows), lists
            share = 1.0
        else:
            looked_at, closing = (lists[0], lists[1:]) if lists else (float(columns[START]), [])
            share = n_rows / n_nodes if n_rows else columns[START] / n_nodes if lists else 1.0
        left = looked_at * share
        for size in closing:
            left *= min(1.0, size / n_nodes)
        return looked_at, left

    def _links(self, node: int, order: list[int]) -> list[tuple[int, int]]:
        """Pattern edges from nodes in ``order`` to ``node``, each with the side of the former."""
        return [
            (edge, 1 - side)
            for edge, columns in enumerate(self.edges)
            for side in (0, 1)
            if columns[side] == node and columns[1 - side] in order
        ]

    def _fan(self, edge: int, side: int) -> float:
        """How many entries the list of ``edge`` may be expected to have at a row on ``side``."""
        node = self.nodes[self.edges[edge][side]]
        rows = self.values[node[FIRST_ROW] : node[LAST_ROW]][:_SAMPLE].tolist()
        directions = (side,) if self.directed else (0, 1)
        if rows:
            return sum(self._size(edge, row, way) for row in rows for way in directions) / len(rows)
        return sum(self._mean(edge, way) for way in directions)

    def _relations(self, edge: int) -> list[int]:
        first, last = self.edges[edge][FIRST_RELATION], self.edges[edge][LAST_RELATION]
        return [int(relation) for relation in self.values[first:last]]

    def _size(self, edge: int, row: int, direction: int) -> float:
        indptr, group_indptr, group_start, _, group_relation, _, _ = self.graph.join_data
        place = direction * self.graph.n_nodes + row
        relations = self._relations(edge)
        if not relations:
            return float(indptr[place + 1] - indptr[place])
        first, last = int(group_indptr[place]), int(group_indptr[place + 1])
        size = 0
        for relation in relations:
            group = first + int(group_relation[first:last].searchsorted(relation))
            if group < last and group_relation[group] == relation:
                size += int(group_start[group + 1] - group_start[group])
        return float(size)

    def _mean(self, edge: int, direction: int) -> float:
        relations = self._relations(edge)
        if not relations:
            return self.graph.n_relationships / max(self.graph.n_nodes, 1)
        by_relation, sizes = self.graph.join_data[3], self.graph.relation_sizes
        keys = [direction * (len(by_relation) // 2) + relation for relation in relations]
        return sum(
            float(sizes[relation]) / max(int(by_relation[key + 1] - by_relation[key]), 1)
            for relation, key in zip(relations, keys, strict=True)
        )
