"""A match query made ready for the join: checked, and laid out in the arrays that kernels take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise

import numpy as np
from numpy.typing import NDArray

from motif.engine.match_query import MAXIMUM_EDGES, DataGraph, MatchQuery
from motif.engine.subgraph_query import frozen, injectivity_rule
from motif.errors import InvalidInput
from motif.kernels.arrays import Int32
from motif.kernels.joining_arrays import Bool, Data, Pattern

MOST_LISTED = 16
"""A pattern edge that may have more relations than this is matched along all neighbours, and then checked."""

_NOTHING = np.empty(0, np.int32)


@dataclass(frozen=True, slots=True)
class JoinProblem:
    """What kernels take.

    Attributes
    ----------
    parts
        Pattern nodes of each connected part of the pattern.
    masks
        The masks whose addresses ``pattern`` holds.
    is_feasible
        False when some pattern node or pattern edge has nothing left to take.
    """

    data: Data
    pattern: Pattern
    parts: list[list[int]]
    masks: list[Bool | None]
    is_feasible: bool


def prepare(graph: DataGraph, query: MatchQuery) -> JoinProblem:
    """The problem that ``query`` poses to ``graph``; raises `InvalidInput` where they do not fit together."""
    check(graph, query)
    ends = list(zip(query.heads.tolist(), query.tails.tolist(), strict=True))
    parts = connected_parts(ends)
    allowed, relations = _relations(query.edge_relations, max(graph.n_relations, 1))
    values, spans = _end_to_end(query, ends, relations)
    masks = [
        None if mask is None else frozen(mask, np.bool_)
        for mask in chain(query.node_masks, query.relationship_masks)
    ]
    addresses = [0 if mask is None else mask.__array_interface__["data"][0] for mask in masks]
    starts = _starts(graph, query, ends, parts, relations)
    edges = [
        (*ends[edge], *spans[edge], addresses[query.n_nodes + edge], _is_checked(query, edge, relations))
        for edge in range(len(ends))
    ]
    nodes = [
        (*spans[len(ends) + node], addresses[node], starts[node], *spans[len(ends) + query.n_nodes + node])
        for node in range(query.n_nodes)
    ]
    pattern = (
        np.array(edges, np.int64),
        np.array(nodes, np.int64),
        values,
        allowed,
        np.array(_rules(graph, query, ends, relations), np.int64),
    )
    is_feasible = all(rows is None or len(rows) > 0 for rows in query.node_rows)
    is_feasible = is_feasible and graph.n_relationships > 0 and bool(allowed.any(axis=1).all())
    return JoinProblem(graph.join_data, pattern, parts, masks, is_feasible)


def connected_parts(ends: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Nodes of each connected part, ascending, parts by their first node.

    >>> connected_parts([(0, 1), (2, 3)])
    [[0, 1], [2, 3]]
    """
    parts: list[set[int]] = []
    for pair in ends:
        joined, apart = set(pair), []
        for part in parts:
            if part.isdisjoint(pair):
                apart.append(part)
            else:
                joined |= part
        parts = [*apart, joined]
    return sorted(map(sorted, parts))


def _relations(masks: Sequence[NDArray[np.bool_] | None], n_relations: int) -> tuple[Bool, list[Int32]]:
    """Relations allowed (edges, relations), and those whose lists a pattern edge is matched along."""
    allowed = np.ones((len(masks), n_relations), np.bool_)
    listed: list[Int32] = []
    for edge, mask in enumerate(masks):
        relations = _NOTHING
        if mask is not None:
            allowed[edge] = mask
            relations = mask.nonzero()[0].astype(np.int32)
        listed.append(relations if len(relations) <= MOST_LISTED else _NOTHING)
    return allowed, listed


def _end_to_end(
    query: MatchQuery, ends: list[tuple[int, int]], relations: list[Int32]
) -> tuple[Int32, list[tuple[int, int]]]:
    """Relations by pattern edge, rows by pattern node, pattern edges by pattern node; where each begins and ends."""
    at = [[edge for edge, pair in enumerate(ends) if node in pair] for node in range(query.n_nodes)]
    lists = [*relations, *(_NOTHING if rows is None else rows for rows in query.node_rows)]
    values = np.concatenate([*lists, list(chain.from_iterable(at))], dtype=np.int32, casting="unsafe")
    places = accumulate([*map(len, lists), *map(len, at)], initial=0)
    return frozen(values, np.int32), list(pairwise(places))


def _is_checked(query: MatchQuery, edge: int, relations: list[Int32]) -> bool:
    """Whether its lists do not say all that a pattern edge asks for: loops, masks, more relations than are listed."""
    has_more = query.edge_relations[edge] is not None and not len(relations[edge])
    is_loop = query.heads[edge] == query.tails[edge]
    return bool(has_more or is_loop or query.relationship_masks[edge] is not None)


def _rules(
    graph: DataGraph, query: MatchQuery, ends: list[tuple[int, int]], relations: list[Int32]
) -> tuple[int, int, int, int]:
    injectivity = injectivity_rule(query.injective)
    listed = [relation for part in relations for relation in part.tolist()]
    has_any = not all(map(len, relations))
    may_agree = has_any or len(set(listed)) < len(listed)
    shares = may_agree and (injectivity < 2 or len(set(map(frozenset, ends))) < len(ends))
    if not query.directed and (graph.has_opposites or (injectivity < 2 and graph.has_loops)):
        multiple = True
    else:
        one_each = not has_any and len(listed) == len(ends)
        multiple = graph.has_repeated if one_each else graph.has_parallels
    return int(query.directed), injectivity, int(shares and len(ends) > 1), int(multiple)


def _starts(
    graph: DataGraph,
    query: MatchQuery,
    ends: list[tuple[int, int]],
    parts: list[list[int]],
    relations: list[Int32],
) -> list[int]:
    """About how many rows each pattern node may take; all where some node of its part of the pattern is known."""
    starts = [graph.n_nodes] * query.n_nodes
    unknown = set()
    for part in parts:
        if all(query.node_rows[node] is None for node in part):
            for node in part:
                mask = query.node_masks[node]
                if mask is not None:
                    starts[node] = int(np.count_nonzero(mask))
                unknown.add(node)
    by_relation = graph.join_data[3]
    for pair, listed in zip(ends, relations, strict=True):
        if not len(listed) or pair[0] not in unknown:
            continue
        sides = [
            int((by_relation[keys + 1] - by_relation[keys]).sum())
            for keys in (listed, listed + len(by_relation) // 2)
        ]
        for end, count in zip(pair, sides, strict=True):
            starts[end] = min(starts[end], count if query.directed else sum(sides))
    return starts


def check(graph: DataGraph, query: MatchQuery, most: int = MAXIMUM_EDGES) -> None:
    """Raise `InvalidInput` where ``query`` is no pattern of at most ``most`` edges or does not fit ``graph``."""
    n_edges = len(query.heads)
    if not 1 <= n_edges <= most:
        raise InvalidInput(f"A pattern must have 1 to {most} edges, not {n_edges}.")
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
