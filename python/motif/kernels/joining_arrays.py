"""What the tuples hold that the join's kernels take, and how its adjacency is built."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.kernels.arrays import Int32, Int64
from motif.kernels.building import counting_order
from motif.kernels.compilation import kernel

Bool: TypeAlias = NDArray[np.bool_]

Data: TypeAlias = tuple[Int64, Int32, Int64, Int32, Int32, Int64, Int32, Int64, Int32, Int64, Int32]
"""``out_indptr, out_indices, in_indptr, in_indices, relation``: the graph as it is; then `Grouped`."""

Grouped: TypeAlias = tuple[Int64, Int32, Int64, Int32, Int64, Int32]
"""Neighbours grouped by relation. Place ``row`` stands for the outgoing, ``n + row`` for the incoming side of a row.

``group_indptr`` (2n + 1) says which groups a place has, ``group_relation`` the relation of each group, ascending,
``group_start`` (groups + 1) where its part of ``neighbours`` (2m) begins, ascending by neighbour. ``relation_indptr``
(2 relations + 1) says which part of ``relation_rows`` (groups) are the rows that have such a group, ascending; first
the outgoing side of each relation, then the incoming."""

MASK_SLOTS = 8
Masks: TypeAlias = tuple[Bool, Bool, Bool, Bool, Bool, Bool, Bool, Bool]
"""Masks, laid end to end where there are more of them than slots."""

Pattern: TypeAlias = tuple[Int64, Int64, Int32, Bool, Int64, Int64, Masks, Int64, Int32, Int64, Int64, Int64]
"""``ends, relation_indptr, relations, allowed, node_masks, edge_masks, masks, row_indptr, rows, starts, rules,
checked``.

``ends`` (edges, 2): head and tail. ``relations[relation_indptr[e]:relation_indptr[e + 1]]``: the relations that the
lists of a pattern edge are made of; none of them: its lists are all neighbours. ``allowed`` (edges, relations).
``node_masks`` (nodes, 2), ``edge_masks`` (edges, 2): slot in ``masks`` (-1: none) and where the mask begins there.
``rows[row_indptr[p]:row_indptr[p + 1]]``: the rows of a known node; none: unknown. ``starts`` (nodes,): about how
many rows there are to begin with. ``rules``: `DIRECTED`, `INJECTIVITY` (0 none, 1 where one of both is known, 2 all),
`SHARING` (whether two pattern edges may come to lie between the same rows), `MULTIPLE` (whether several relationships
may stand for one pattern edge between the same rows). ``checked`` (edges,): 1 where a list of a pattern edge also has
rows to which no allowed relationship leads."""

DIRECTED, INJECTIVITY, SHARING, MULTIPLE = 0, 1, 2, 3
"""Places in ``rules``."""


@kernel
def group_neighbours(
    source: Int32, target: Int32, relation: Int32, n_nodes: int, n_relations: int
) -> Grouped:
    """The `Grouped` adjacency of relationships that ascend by (source, target). O(m + nodes + relations)."""
    n_arcs = len(source)
    by_relation = counting_order(relation, n_relations, np.arange(n_arcs).astype(np.int32))
    neighbours = np.empty(2 * n_arcs, np.int32)
    indptr = np.zeros(2 * n_nodes + 1, np.int64)
    relations = np.empty(2 * n_arcs, np.int32)
    starts = np.empty(2 * n_arcs + 1, np.int64)
    group = 0
    for side in range(2):
        here, there = (source, target) if side == 0 else (target, source)
        order = counting_order(here, n_nodes, by_relation)
        before = np.int64(-1)
        for place in range(n_arcs):
            arc = order[place]
            key = np.int64(here[arc]) * n_relations + relation[arc]
            if key != before:
                relations[group] = relation[arc]
                starts[group] = side * n_arcs + place
                indptr[side * n_nodes + here[arc] + 1] += 1
                group += 1
                before = key
            neighbours[side * n_arcs + place] = there[arc]
    starts[group] = 2 * n_arcs
    for place in range(2 * n_nodes):
        indptr[place + 1] += indptr[place]
    relations = relations[:group].copy()
    relation_indptr, relation_rows = _rows_by_relation(indptr, relations, n_nodes, n_relations)
    return indptr, relations, starts[: group + 1].copy(), neighbours, relation_indptr, relation_rows


@kernel
def _rows_by_relation(
    group_indptr: Int64, group_relation: Int32, n_nodes: int, n_relations: int
) -> tuple[Int64, Int32]:
    indptr = np.zeros(2 * n_relations + 1, np.int64)
    rows = np.empty(len(group_relation), np.int32)
    for place in range(2 * n_nodes):
        for group in range(group_indptr[place], group_indptr[place + 1]):
            indptr[place // n_nodes * n_relations + group_relation[group] + 1] += 1
    for key in range(2 * n_relations):
        indptr[key + 1] += indptr[key]
    ends = indptr[:-1].copy()
    for place in range(2 * n_nodes):
        for group in range(group_indptr[place], group_indptr[place + 1]):
            key = place // n_nodes * n_relations + group_relation[group]
            rows[ends[key]] = place % n_nodes
            ends[key] += 1
    return indptr, rows
