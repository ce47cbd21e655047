"""What a step leads to: which labels and which kinds of things, compared with what steps lead to in general."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.projection import Projection, VectorSet
from motif.planners.kept_indexes import RelationEnds, ends_of_relations, nodes_by_label_set, spread
from motif.planners.kinds import KIND_ORDER, KindDetector

_NAMES, _FEWER_NAMES = 24, 8
"""Names looked at for each step or label, and where the graph has many relations."""
_MANY_RELATIONS = 32
_ARCS = 128
"""Relationships looked at for each of the rows that a step leads to."""
_TYPICAL = 32
"""Of how many relations, the most frequent, the ends are typical for the graph."""
_FLOOR = 0.02


class NodeTypes:
    """Types are `KIND_ORDER`, then the labels. A symbol is ``2 * relation``, one more for the way against it.

    Parameters
    ----------
    name_vectors
        Vectors of the nodes' names, where the graph has them; else names are encoded, `_NAMES` for each label or step.
    """

    def __init__(
        self,
        projection: Projection,
        detector: KindDetector,
        name_vectors: VectorSet | None,
    ) -> None:
        self._projection = projection
        self._detector = detector
        self._vectors = name_vectors
        self._labels = projection.labels
        many = len(projection.relationships.relations) > _MANY_RELATIONS
        self._n_names = _FEWER_NAMES if many else _NAMES
        self._lifts: dict[int, NDArray[np.float64]] = {}
        n_symbols = 2 * len(projection.relationships.relations)
        self._held, self._is_held = np.zeros((n_symbols, self.n_types)), np.zeros(n_symbols, np.bool_)
        self._raw: dict[int, NDArray[np.float64]] = {}
        self._by_label_set: dict[int, NDArray[np.float64]] = {}
        self._of_label_set: dict[int, NDArray[np.int32]] = {}

    @property
    def n_types(self) -> int:
        return len(KIND_ORDER) + len(self._labels)

    def lift(self, symbol: int) -> NDArray[np.float64]:
        """How much likelier each type is where ``symbol`` leads than elsewhere, as a logarithm; float64 (types,)."""
        if symbol not in self._lifts:
            typical = self._typical_shares  # first: it encodes the names of all together
            self._lifts[symbol] = np.log((self._pooled(symbol) + _FLOOR) / (typical + _FLOOR))
        return self._lifts[symbol]

    def lifts(self, symbols: Sequence[int]) -> NDArray[np.float64]:
        """`lift` of each of ``symbols``, 0 for others; float64 (symbols of the graph, types)."""
        for symbol in symbols:
            if not self._is_held[symbol]:
                self._held[symbol] = self.lift(symbol)
                self._is_held[symbol] = True
        found = np.zeros_like(self._held)
        found[symbols] = self._held[symbols]
        return found

    @cached_property
    def _typical_shares(self) -> NDArray[np.float64]:
        """What steps lead to in general: half what the graph's do, half evenly anything."""
        n_kinds = len(KIND_ORDER)
        even = np.full(self.n_types, 1 / max(1, len(self._labels)))
        even[:n_kinds] = 1 / n_kinds
        if not self._typical:
            return even
        self._detector.learn(self._typical_names())
        mean = np.mean([self._pooled(symbol) for symbol in self._typical], axis=0)
        shares: NDArray[np.float64] = 0.5 * mean + 0.5 * even
        return shares

    @cached_property
    def _typical(self) -> list[int]:
        """The symbols of the most frequent relations."""
        counts = self._ends.counts
        most = np.argsort(-counts, kind="stable")[:_TYPICAL]
        return [symbol for r in most[counts[most] > 0].tolist() for symbol in (2 * r, 2 * r + 1)]

    def _typical_names(self) -> list[str]:
        """The names that tell the kinds of what the typical symbols lead to, but of those that have vectors."""
        nodes, found = self._projection.nodes, dict[str, None]()
        for symbol in self._typical:
            rows = self._ends.of(symbol)
            for number in distinct(nodes.label_set[rows]).tolist():
                among = rows[nodes.label_set[rows] == number]
                some = self._some_of_set(number) if nodes.label_sets[number] else spread(among, self._n_names)
                if not len(self._vectors_of(some)):
                    found |= dict.fromkeys(nodes.names[row] for row in some.tolist())
        return [name for name in found if name]

    def _pooled(self, symbol: int) -> NDArray[np.float64]:
        """Shares of types among what ``symbol`` leads to, smoothed by steps that lead to the same nodes.

        Without labels, "what was written" and "what was directed" are known to be the same only by their nodes.
        """
        own = self._shares(symbol)
        if self._labels or not self._typical:
            return own
        common = self._common(symbol) ** 2
        others = np.stack([self._shares(other) for other in self._typical])
        total: NDArray[np.float64] = (own + common @ others) / (1 + common.sum())
        return total

    def _common(self, symbol: int) -> NDArray[np.float64]:
        """Of what ``symbol`` leads to, how much each of the typical symbols leads to as well; itself not."""
        rows = self._ends.of(symbol)
        places = {other: place for place, other in enumerate(self._typical)}
        counts = np.zeros(len(places))
        for row in rows.tolist():
            for other in self._entering(row):
                if other in places and other != symbol:
                    counts[places[other]] += 1
        return counts / max(1, len(rows))

    def _entering(self, row: int) -> set[int]:
        """Symbols that lead to ``row``."""
        outgoing, incoming = self._projection.outgoing, self._projection.incoming
        relation = self._projection.relationships.relation
        start, end = outgoing.indptr[row], outgoing.indptr[row + 1]
        out = relation[start : min(end, start + _ARCS)]
        start, end = incoming.indptr[row], incoming.indptr[row + 1]
        into = relation[incoming.data[start : min(end, start + _ARCS)]]
        return {2 * r + 1 for r in distinct(out).tolist()} | {2 * r for r in distinct(into).tolist()}

    def _shares(self, symbol: int) -> NDArray[np.float64]:
        if symbol not in self._raw:
            self._raw[symbol] = self._shares_of(self._ends.of(symbol))
        return self._raw[symbol]

    def _shares_of(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        shares = np.zeros(self.n_types)
        if len(rows) == 0:
            return shares
        n_kinds = len(KIND_ORDER)
        sets, counts = np.unique(self._projection.nodes.label_set[rows], return_counts=True)
        for number, count in zip(sets.tolist(), counts.tolist(), strict=True):
            labels = self._projection.nodes.label_sets[number]
            among = rows[self._projection.nodes.label_set[rows] == number]
            kinds = self._kinds_of_set(number) if labels else self._kinds(among)
            shares[:n_kinds] += kinds * count / len(rows)
            for label in labels:
                shares[n_kinds + self._labels.index(label)] += count / len(rows)
        return shares

    def _kinds_of_set(self, number: int) -> NDArray[np.float64]:
        if number not in self._by_label_set:
            self._by_label_set[number] = self._kinds(self._some_of_set(number))
        return self._by_label_set[number]

    def _some_of_set(self, number: int) -> NDArray[np.int32]:
        """The rows with this set of labels whose names are looked at."""
        if number not in self._of_label_set:
            order, starts = self._by_set
            self._of_label_set[number] = spread(order[starts[number] : starts[number + 1]], self._n_names)
        return self._of_label_set[number]

    def _kinds(self, rows: NDArray[np.int32]) -> NDArray[np.float64]:
        some = spread(rows, self._n_names)
        if len(vectors := self._vectors_of(some)):
            return self._detector.mixture_of_vectors(vectors)
        names = [self._projection.nodes.names[row] for row in some.tolist()]
        return self._detector.mixture([name for name in names if name])

    def _vectors_of(self, rows: NDArray[np.int32]) -> NDArray[np.float32]:
        """The vectors of those of ``rows`` whose names have one, float32 (names, dimension)."""
        if self._vectors is None:
            return np.empty((0, 0), np.float32)
        index = self._vectors.index[rows]
        vectors: NDArray[np.float32] = self._vectors.matrix[index[index >= 0]]
        return vectors

    @cached_property
    def _by_set(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Nodes sorted by their set of labels, and where each begins."""
        return nodes_by_label_set(self._projection)

    @cached_property
    def _ends(self) -> RelationEnds:
        """Some of what each symbol leads to."""
        return ends_of_relations(self._projection)
