"""The relationships around each node, ordered so that what a path knows of them is a range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import DataGraph
from motif.engine.subgraph_query import frozen, graph_arrays
from motif.kernels import path_arms, path_retrieval
from motif.kernels.arrays import Codes, Int32, Int64


@dataclass(frozen=True)
class Arms:
    """Each relationship seen from either end (a loop once), by node, ascending by (relation, other end).

    A path of one relationship is an arm, one of two a pair of arms of its centre. So pairs need no memory of their
    own: their number is computed, and what they hold is read through the arms.

    Attributes
    ----------
    indptr : int64 (n + 1,)
    relationships, ends : int32 (arms,)
        The relationship, and the row at its other end.
    source, relation : int32 (m,)
        Of each relationship.
    arms_per_relation, centres_per_relation : int64 (relations,)
        How many arms each relation has, and how many nodes have one.
    """

    indptr: Int64
    relationships: Int32
    ends: Int32
    source: Int32
    relation: Codes
    arms_per_relation: Int64
    centres_per_relation: Int64

    @property
    def n_relations(self) -> int:
        return len(self.arms_per_relation)

    @property
    def n_nodes(self) -> int:
        return len(self.indptr) - 1

    @cached_property
    def arrays(self) -> path_retrieval.Arms:
        """What kernels take."""
        return (
            frozen(self.indptr, np.int64),
            frozen(self.relationships, np.int32),
            frozen(self.ends, np.int32),
            frozen(self.source, np.int32),
            frozen(self.relation),
        )

    @cached_property
    def degrees(self) -> Int64:
        """How many arms each node has, int64 (n,)."""
        return np.diff(self.indptr)

    @cached_property
    def first_pairs(self) -> Int64:
        """The number of each node's first pair of arms, int64 (n + 1,); the last is how many pairs there are."""
        pairs = self.degrees * (self.degrees - 1) // 2
        return np.concatenate([np.zeros(1, np.int64), np.cumsum(pairs)])


def build_arms(graph: DataGraph) -> Arms:
    """The arms of all nodes; O(m) time, 16 bytes per relationship.

    >>> from motif.graphs.csr import build_csr
    >>> source, target = np.array([0, 0, 1], np.int32), np.array([1, 2, 1], np.int32)
    >>> graph = DataGraph(
    ...     build_csr(source, target, 3), build_csr(target, source, 3), np.array([1, 0, 0], np.int32),
    ...     np.zeros(3, np.int32), 2,
    ... )
    >>> arms = build_arms(graph)
    >>> arms.indptr.tolist(), arms.relationships.tolist(), arms.ends.tolist()
    ([0, 2, 4, 5], [1, 0, 2, 0, 1], [2, 1, 1, 0, 0])
    """
    arrays = graph_arrays(graph.outgoing, graph.incoming, graph.relation)
    indptr, relationships, ends = path_arms.build_arms(arrays, graph.n_relations)
    relations = graph.relation[relationships]
    is_first = np.ones(len(relations), np.bool_)
    is_first[1:] = relations[1:] != relations[:-1]
    is_first[indptr[:-1][np.diff(indptr) > 0]] = True
    return Arms(
        indptr,
        relationships,
        ends,
        graph.source,
        graph.relation,
        np.bincount(relations, minlength=graph.n_relations),
        np.bincount(relations[is_first], minlength=graph.n_relations),
    )


KEPT = ("indptr", "relationships", "ends", "arms_per_relation", "centres_per_relation")
"""The arrays of `Arms` that are not the graph's own."""


def saved_arms(graph: DataGraph, arrays: Mapping[str, NDArray[Any]]) -> Arms:
    """The arms of ``graph`` whose arrays were kept by name, see `KEPT`."""
    kept = {name: arrays[name] for name in KEPT}
    return Arms(source=graph.source, relation=graph.relation, **kept)
