"""A match query made ready for the join: checked, and laid out in the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import MAXIMUM_EDGES, DataGraph, MatchQuery
from motif.engine.subgraph_query import frozen, injectivity_rule
from motif.errors import InvalidInput
from motif.kernels.arrays import Int32, Int64
from motif.kernels.joining_arrays import MASK_SLOTS, Bool, Data, Masks, Pattern

MOST_LISTED = 16
"""A pattern edge that may have more relations than this is matched along all neighbours, and then checked."""

_NO_ROWS = np.empty(0, np.int32)
_NO_MASK = frozen(np.empty(0, np.bool_), np.bool_)


@dataclass(frozen=True, slots=True)
class JoinProblem:
    """What kernels take.

    Attributes
    ----------
    parts
        Pattern nodes of each connected part of the pattern.
    is_feasible
        False when some pattern node or pattern edge has nothing left to take.
    """

    data: Data
    pattern: Pattern
    parts: list[list[int]]
    is_feasible: bool


def prepare(graph: DataGraph, query: MatchQuery) -> JoinProblem:
    """The problem that ``query`` poses to ``graph``; raises `InvalidInput` where they do not fit together."""
    check(graph, query)
    heads, tails = query.heads.tolist(), query.tails.tolist()
    data = graph.join_data
    parts = connected_parts(heads, tails, query.n_nodes)
    allowed, indptr, relations = _relations(query.edge_relations, max(graph.n_relations, 1))
    masks, node_masks, edge_masks = _masks(query)
    checked = _checked(heads, tails, query, indptr)
    row_indptr, rows = _rows(query.node_rows)
    injectivity = injectivity_rule(query.injective)
    rules = [
        int(query.directed),
        injectivity,
        int(may_share(heads, tails, injectivity, indptr, relations)),
        int(may_be_multiple(graph, query.directed, indptr)),
    ]
    pattern = (
        np.array([heads, tails], np.int64).T.copy(),
        indptr,
        relations,
        allowed,
        node_masks,
        edge_masks,
        masks,
        row_indptr,
        rows,
        _starts(data, query, parts, indptr, relations),
        np.array(rules, np.int64),
        checked,
    )
    is_feasible = bool(allowed.any(axis=1).all()) and all(
        rows is None or len(rows) > 0 for rows in query.node_rows
    )
    return JoinProblem(data, pattern, parts, is_feasible and graph.n_relationships > 0)


def connected_parts(heads: Sequence[int], tails: Sequence[int], n_nodes: int) -> list[list[int]]:
    """Nodes of each connected part, ascending, parts by their first node.

    >>> connected_parts([0, 2], [1, 3], 4)
    [[0, 1], [2, 3]]
    """
    part = list(range(n_nodes))
    for head, tail in zip(heads, tails, strict=True):
        one, other = part[head], part[tail]
        if one != other:
            part = [min(one, other) if name in (one, other) else name for name in part]
    return [[node for node in range(n_nodes) if part[node] == name] for name in sorted(set(part))]


def may_share(
    heads: Sequence[int], tails: Sequence[int], injectivity: int, indptr: Int64, relations: Int32
) -> bool:
    """Whether two pattern edges may come to lie between the same rows and take the same relationship."""
    typed = bool((indptr[1:] > indptr[:-1]).all())
    if typed and len(set(relations.tolist())) == len(relations):
        return False
    if injectivity < 2:
        return len(heads) > 1
    return len({frozenset(pair) for pair in zip(heads, tails, strict=True)}) < len(heads)


def may_be_multiple(graph: DataGraph, directed: bool, indptr: Int64) -> bool:
    """Whether several relationships may stand for one pattern edge between the same rows."""
    if not directed and graph.has_opposites:
        return True
    one_relation_each = bool((indptr[1:] - indptr[:-1] == 1).all())
    return graph.has_repeated if one_relation_each else graph.has_parallels


def _relations(masks: Sequence[NDArray[np.bool_] | None], n_relations: int) -> tuple[Bool, Int64, Int32]:
    allowed = np.ones((len(masks), n_relations), np.bool_)
    listed = []
    for edge, mask in enumerate(masks):
        relations = _NO_ROWS
        if mask is not None:
            allowed[edge] = mask
            relations = np.flatnonzero(mask).astype(np.int32)
        listed.append(relations if len(relations) <= MOST_LISTED else _NO_ROWS)
    return allowed, _indptr(listed), np.concatenate(listed)


def _rows(node_rows: Sequence[NDArray[np.int32] | None]) -> tuple[Int64, Int32]:
    listed = [_NO_ROWS if rows is None else rows for rows in node_rows]
    return _indptr(listed), np.concatenate(listed).astype(np.int32, copy=False)


def _indptr(listed: Sequence[Int32]) -> Int64:
    return np.array([0, *(len(part) for part in listed)], np.int64).cumsum()


def _masks(query: MatchQuery) -> tuple[Masks, Int64, Int64]:
    """The distinct masks in their slots, and where each pattern node and pattern edge has its own."""
    distinct = {id(mask): mask for mask in (*query.node_masks, *query.relationship_masks) if mask is not None}
    masks = list(distinct.values())
    places = {identity: (slot, 0) for slot, identity in enumerate(distinct)}
    if len(masks) > MASK_SLOTS:
        start = 0
        for identity, mask in list(distinct.items())[MASK_SLOTS - 1 :]:
            places[identity] = (MASK_SLOTS - 1, start)
            start += len(mask)
        masks = [*masks[: MASK_SLOTS - 1], np.concatenate(masks[MASK_SLOTS - 1 :])]
    slots = [frozen(mask, np.bool_) for mask in masks] + [_NO_MASK] * (MASK_SLOTS - len(masks))
    places[id(None)] = (-1, 0)
    node_masks, edge_masks = (
        np.array([places[id(mask)] for mask in part], np.int64)
        for part in (query.node_masks, query.relationship_masks)
    )
    return (
        (slots[0], slots[1], slots[2], slots[3], slots[4], slots[5], slots[6], slots[7]),
        node_masks,
        edge_masks,
    )


def _checked(heads: list[int], tails: list[int], query: MatchQuery, indptr: Int64) -> Int64:
    """1 for pattern edges that are loops, have a mask, or more relations than are listed."""
    listed = np.diff(indptr).tolist()
    parts = zip(heads, tails, query.relationship_masks, query.edge_relations, listed, strict=True)
    return np.array(
        [
            head == tail or mask is not None or (relations is not None and count == 0)
            for head, tail, mask, relations, count in parts
        ],
        np.int64,
    )


def _starts(data: Data, query: MatchQuery, parts: list[list[int]], indptr: Int64, relations: Int32) -> Int64:
    """About how many rows each pattern node may take, for parts of the pattern without a known node; else 0."""
    starts = np.zeros(query.n_nodes, np.int64)
    for part in parts:
        if all(query.node_rows[node] is None for node in part):
            for node in part:
                mask = query.node_masks[node]
                starts[node] = len(data[0]) - 1 if mask is None else np.count_nonzero(mask)
    by_relation = data[9]
    n_relations = len(by_relation) // 2
    for edge, ends in enumerate(zip(query.heads.tolist(), query.tails.tolist(), strict=True)):
        listed = relations[indptr[edge] : indptr[edge + 1]]
        if not len(listed) or not starts[ends[0]]:
            continue
        outward, inward = (
            int((by_relation[listed + side + 1] - by_relation[listed + side]).sum())
            for side in (0, n_relations)
        )
        for end, count in zip(ends, (outward, inward), strict=True):
            starts[end] = min(starts[end], count if query.directed else outward + inward)
    return starts


def check(graph: DataGraph, query: MatchQuery) -> None:
    """Raise `InvalidInput` where ``query`` is no pattern or does not fit ``graph``."""
    n_edges = len(query.heads)
    if not 1 <= n_edges <= MAXIMUM_EDGES:
        raise InvalidInput(f"A pattern must have 1 to {MAXIMUM_EDGES} edges, not {n_edges}.")
    for name in ("tails", "edge_relations", "relationship_masks"):
        if len(getattr(query, name)) != n_edges:
            raise InvalidInput(
                f"{name} must have one entry for each of {n_edges} pattern edges, not {len(getattr(query, name))}."
            )
    if len(query.node_masks) != query.n_nodes:
        raise InvalidInput(
            f"node_masks must have one entry for each of {query.n_nodes} pattern nodes, not {len(query.node_masks)}."
        )
    if {*query.heads.tolist(), *query.tails.tolist()} != set(range(query.n_nodes)):
        raise InvalidInput(
            f"Each of {query.n_nodes} pattern nodes must be an end of a pattern edge, and no other may."
        )
    for masks, length, what in (
        (query.node_masks, graph.n_nodes, "nodes"),
        (query.relationship_masks, graph.n_relationships, "relationships"),
        (query.edge_relations, graph.n_relations, "relations"),
    ):
        for mask in masks:
            if mask is not None and len(mask) != length:
                raise InvalidInput(f"A mask has {len(mask)} entries; the graph has {length} {what}.")
    for node, rows in enumerate(query.node_rows):
        if rows is not None and len(rows):
            _check_rows(node, rows, graph.n_nodes)


def _check_rows(node: int, rows: Int32, n_nodes: int) -> None:
    if len(rows) > 1 and not (rows[1:] > rows[:-1]).all():
        raise InvalidInput(f"Rows of pattern node {node} must be distinct and ascend.")
    if rows[0] < 0 or rows[-1] >= n_nodes:
        wrong = rows[0] if rows[0] < 0 else rows[-1]
        raise InvalidInput(
            f"Pattern node {node} may take row {wrong}; the graph has rows 0 to {n_nodes - 1}."
        )
