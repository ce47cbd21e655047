"""STEM's algorithms 1 and 2 in straightforward Python: the triples of a node are encoded when it is reached.

That is what the official code does. ``encode`` is the encoder, or, to compare the tracing alone, a look-up of stored
vectors in its place. As in the engine each schema triple is traced once, and a place is bound once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.engine.tracing import TraceOptions, TraceQuery


class OutOfTime(Exception):
    """The cap on one query was reached."""


@dataclass
class PlainTracer:
    """One graph, traced by recursion.

    Attributes
    ----------
    encode
        Rows of relationships → float32 (rows, d), the vectors of their texts.
    """

    graph: DataGraph
    encode: Callable[[list[int]], NDArray[np.float32]]
    options: TraceOptions

    def scores(self, query: TraceQuery, cap: float) -> tuple[list[float], bool]:
        """Scores of the traces, best first, and whether all were found within ``cap`` seconds."""
        run = _Run(self, query, time.perf_counter() + cap)
        found: dict[tuple[object, ...], tuple[int, float]] = {}
        try:
            for anchor in query.anchors:
                start = (anchor.place,), {anchor.place: anchor.row}, {}, anchor.score
                for nodes, taken, score in run.match(*start):
                    rank = (len(taken), score)
                    key = (*sorted(nodes.items()), *sorted(taken.items()))
                    if taken:
                        found[key] = max(rank, found.get(key, rank))
        except OutOfTime:
            return [], False
        return [score for _, score in sorted(found.values(), reverse=True)][: self.options.limit], True


@dataclass
class _Run:
    """One query; stops at a moment of the clock."""

    tracer: PlainTracer
    query: TraceQuery
    stops_at: float

    def match(
        self, agenda: tuple[int, ...], nodes: dict[int, int], tried: dict[int, int], score: float
    ) -> Iterator[tuple[dict[int, int], dict[int, int], float]]:
        """Every way to go on: rows by place, relationships by schema triple (``tried`` has -1 for none), scores."""
        if not agenda:
            yield nodes, {edge: row for edge, row in tried.items() if row >= 0}, score
            return
        edge = self._next_edge(agenda[-1], tried)
        if edge is None:
            yield from self.match(agenda[:-1], nodes, tried, score)
            return
        head, tail = self.query.edges[edge].tolist()
        other = tail if agenda[-1] == head else head
        chosen = self._chosen(edge, nodes[agenda[-1]], self._fitting(other, nodes), tried)
        for row, end, value in chosen:
            further = {**nodes, other: end}, {**tried, edge: row}, score + value
            yield from self.match((*agenda, other), *further)
        if not chosen:
            yield from self.match(agenda, nodes, {**tried, edge: -1}, score)

    def _next_edge(self, place: int, tried: dict[int, int]) -> int | None:
        for edge, ends in enumerate(self.query.edges.tolist()):
            if place in ends and edge not in tried:
                return edge
        return None

    def _fitting(self, place: int, nodes: dict[int, int]) -> set[int] | None:
        if place in nodes:
            return {nodes[place]}
        known = self.query.known[place]
        return None if known is None else set(known.tolist())

    def _chosen(
        self, edge: int, near: int, fitting: set[int] | None, tried: dict[int, int]
    ) -> list[tuple[int, int, float]]:
        """Relationship, row at its other end and T-Score: the best, or all that reach the threshold."""
        if time.perf_counter() > self.stops_at:
            raise OutOfTime
        options = self.tracer.options
        used = set(tried.values())
        incident = [
            (row, end)
            for row, end in self._incident(near)
            if row not in used and (fitting is None or end in fitting)
        ]
        if not incident:
            return []
        cosines = self.tracer.encode([row for row, _ in incident]) @ self.query.vectors[edge]
        scored = [(*one, cosine) for one, cosine in zip(incident, cosines.tolist(), strict=True)]
        best = max(scored, key=lambda one: (one[2], -one[0]))
        if not options.breadth:
            return [best]
        reaching = [one for one in scored if one[2] >= options.threshold]
        return reaching or ([best] if options.keep_best else [])

    def _incident(self, node: int) -> Iterator[tuple[int, int]]:
        graph = self.tracer.graph
        for csr, skips in ((graph.outgoing, False), (graph.incoming, True)):
            span = slice(csr.indptr[node], csr.indptr[node + 1])
            for row, end in zip(csr.data[span].tolist(), csr.indices[span].tolist(), strict=True):
                if not (skips and end == node):
                    yield row, end
