"""What exact matching takes and gives: a graph by arrays, a pattern made ready, and its matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motif.engine.subgraph_query import frozen
from motif.graphs.csr import CSR
from motif.graphs.narrow import Codes, narrow_codes
from motif.graphs.sources import Sources
from motif.kernels.arcs import meet_both_ways
from motif.kernels.joining_arrays import Data, build_join_data

Injectivity = bool | Literal["known"]
Algorithm = Literal["auto", "join", "paths"]
MAXIMUM_EDGES = 128
"""Edges of a pattern that the join matches."""

MAXIMUM_EDGES_OF_PATHS = 32
"""Edges of a pattern that the path index matches, and of a star that a dominance embedding speaks of."""


JOINED = ("indptr", "group_indptr", "group_start", "relation_indptr", "group_relation", "pool")
"""Arrays that the join reads (`motif.kernels.joining_arrays.Data`), the relations apart."""

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class DataGraph:
    """The graph that is matched against.

    Attributes
    ----------
    outgoing, incoming : CSR
        Relationships ascend by (source, target, relation); ``outgoing.data`` is 0 … m - 1, so that
        ``outgoing.indices`` is the target of each.
    relation : int16 or int32 (m,)
        Of each relationship.
    label_set : int16 or int32 (n,)
        Which set of labels each node carries.
    n_relations
        Relations are 0 … ``n_relations`` - 1.
    keep
        Gives the arrays of `join_data` by name, built by what it is given where they are not there yet; None to build
        them for this graph alone.
    """

    outgoing: CSR
    incoming: CSR
    relation: Codes
    label_set: Codes
    n_relations: int
    keep: Callable[[Callable[[], Arrays]], Arrays] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "relation", narrow_codes(self.relation, self.n_relations))
        if self.label_set.dtype != np.int16:
            n_sets = int(self.label_set.max(initial=-1)) + 1
            object.__setattr__(self, "label_set", narrow_codes(self.label_set, n_sets))

    @cached_property
    def sources(self) -> Sources:
        """The row of the source of each relationship."""
        return Sources(self.outgoing.indptr)

    @property
    def source(self) -> NDArray[np.int32]:
        """Of each relationship, int32 (m,), made when it is first asked for (`motif.graphs.sources.Sources`)."""
        return self.sources.whole

    @property
    def n_nodes(self) -> int:
        return self.outgoing.n_nodes

    @property
    def n_relationships(self) -> int:
        return len(self.relation)

    @cached_property
    def join_data(self) -> Data:
        """What the join reads: neighbours in one pool, also grouped by relation; made when first asked for.

        16 bytes per relationship, and 16 for each relation at each side of each node (together 24 to 40 bytes per
        relationship in usual graphs). O(m).
        """
        build = self._build_join
        return _of_join(build() if self.keep is None else self.keep(build), self)

    def _build_join(self) -> Arrays:
        inward = self.incoming.indptr[1:].astype(np.int64) + self.n_relationships
        ends = (self.source, self.outgoing.indices, self.incoming.indices)
        data = build_join_data(
            frozen(np.concatenate([self.outgoing.indptr, inward]), np.int64),
            (frozen(ends[0], np.int32), frozen(ends[1], np.int32), frozen(ends[2], np.int32)),
            frozen(self.relation),
            max(self.n_relations, 1),
            np.arange(self.n_relationships, dtype=np.int32),
        )
        return dict(zip(JOINED, data[:6], strict=True))

    @cached_property
    def relation_sizes(self) -> NDArray[np.int64]:
        """How many relationships each relation has, int64 (relations,)."""
        return np.bincount(self.relation, minlength=self.n_relations)

    @cached_property
    def has_parallels(self) -> bool:
        """Whether some row has several relationships to one other."""
        return any(bool(one.any()) for _, one in self._parallels())

    @cached_property
    def has_repeated(self) -> bool:
        """Whether some row has several relationships of one relation to one other."""
        relation = self.relation
        return any(
            bool((one & (relation[rows] == relation[rows - 1])).any()) for rows, one in self._parallels()
        )

    def _parallels(self) -> Iterator[tuple[NDArray[np.int64], NDArray[np.bool_]]]:
        """Stretches of relationships, and which of each has the ends of the one before it."""
        target = self.outgoing.indices
        for rows, sources in self.sources.stretches():
            first = max(rows.start, 1)
            before = self.sources[first - 1 : rows.stop - 1]
            is_same = sources[first - rows.start :] == before
            is_same &= target[first : rows.stop] == target[first - 1 : rows.stop - 1]
            yield np.arange(first, rows.stop), is_same

    @cached_property
    def has_loops(self) -> bool:
        """Whether some row has a relationship to itself."""
        target = self.outgoing.indices
        return any(bool((sources == target[rows]).any()) for rows, sources in self.sources.stretches())

    @cached_property
    def has_opposites(self) -> bool:
        """Whether some two rows have relationships both ways. O(m)."""
        return bool(meet_both_ways(*map(_parts, (self.outgoing, self.incoming))))


def _parts(csr: CSR) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return frozen(csr.indptr, np.int32), frozen(csr.indices, np.int32)


def _of_join(parts: Arrays, graph: DataGraph) -> Data:
    """What the join reads, of its arrays by name and the graph's relations."""
    return (
        frozen(parts["indptr"], np.int64),
        frozen(parts["group_indptr"], np.int64),
        frozen(parts["group_start"], np.int64),
        frozen(parts["relation_indptr"], np.int64),
        frozen(parts["group_relation"], np.int32),
        frozen(parts["pool"], np.int32),
        frozen(graph.relation),
    )


@dataclass(frozen=True, slots=True)
class MatchQuery:
    """A pattern with the rows, relations and relationships that each part may take.

    A match gives each pattern node a row and each pattern edge a relationship of its own (two pattern edges never
    take the same one). Two matches differ where any node or any relationship differs: automorphic ones count apart,
    as in Cypher.

    Attributes
    ----------
    heads, tails : int32 (edges,)
        Pattern nodes of each pattern edge, at most `MAXIMUM_EDGES`; every node is on one. ``heads[e] == tails[e]``
        asks for a loop.
    node_rows : int32 each
        By pattern node the rows it may take, distinct and ascending; None: any row. Not None means that the node
        counts as known for ``injective="known"``.
    node_masks : bool (n,) each
        By pattern node the rows allowed (labels, filters); None allows all. Holds beside ``node_rows``.
    edge_relations : bool (relations,) each
        By pattern edge the relations allowed; None allows all.
    relationship_masks : bool (m,) each
        By pattern edge the relationships allowed; None allows all.
    directed
        True: a relationship leaves the row of ``heads`` and enters that of ``tails``. False: it may run either way;
        a loop counts once.
    injective
        True: distinct pattern nodes take distinct rows. "known": two unknown nodes may take one row. False: any two
        may (Cypher's MATCH).
    """

    heads: NDArray[np.int32]
    tails: NDArray[np.int32]
    node_rows: tuple[NDArray[np.int32] | None, ...]
    node_masks: tuple[NDArray[np.bool_] | None, ...]
    edge_relations: tuple[NDArray[np.bool_] | None, ...]
    relationship_masks: tuple[NDArray[np.bool_] | None, ...]
    directed: bool = True
    injective: Injectivity = True

    @property
    def n_nodes(self) -> int:
        return len(self.node_rows)

    @property
    def n_edges(self) -> int:
        return len(self.heads)


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches, ascending by node rows in pattern order, then by relationship rows in pattern order.

    Attributes
    ----------
    nodes : int32 (k, pattern nodes)
    relationships : int32 (k, pattern edges)
    complete : bool
        False when there are more than the limit, or when the deadline cut the search; then these are the first
        that were found.
    steps : int
        How many partial matches or index entries were looked at.
    """

    nodes: NDArray[np.int32]
    relationships: NDArray[np.int32]
    complete: bool
    steps: int

    def __len__(self) -> int:
        return len(self.nodes)
