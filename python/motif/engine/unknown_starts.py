"""Where to begin in a part of a pattern that names no node: at its rarest relation or its smallest label."""

from __future__ import annotations

import numpy as np

from motif.engine.matching_order import Forest
from motif.engine.subgraph_query import Problem
from motif.graphs.distinct import distinct
from motif.kernels.arrays import Int32, Int64


def starting_rows(problem: Problem, forest: Forest) -> dict[int, Int32]:
    """For each tree of ``forest`` without a known node one of its nodes, and every row that may stand for it.

    Reads all relationships, but only for such trees.
    """
    starts = {}
    for tree in _trees(forest):
        if all(problem.rows[node] is None for node in tree):
            node, rows = _start(problem, forest, tree)
            starts[node] = rows
    return starts


def _trees(forest: Forest) -> list[list[int]]:
    trees: list[list[int]] = []
    for node in forest.order:
        if forest.parents[node] < 0:
            trees.append([])
        trees[-1].append(node)
    return trees


def _start(problem: Problem, forest: Forest, tree: list[int]) -> tuple[int, Int32]:
    edges = [edge for edge in range(len(problem.heads)) if problem.heads[edge] in tree]
    counts = _relation_counts(problem, edges)
    rarest = min(edges, key=lambda edge: (counts[edge], edge))
    by_mask = min(tree, key=lambda node: (_allowed_count(problem, node), node))
    if _allowed_count(problem, by_mask) <= counts[rarest]:
        return by_mask, _allowed_rows(problem, by_mask, None)
    node = max((problem.heads[rarest], problem.tails[rarest]), key=lambda end: (forest.degree(end), -end))
    return node, _allowed_rows(problem, node, _ends_of(problem, rarest))


def _relation_counts(problem: Problem, edges: list[int]) -> dict[int, int]:
    """How many relationships may stand for each pattern edge, masks apart."""
    edge_costs, unknown_edges, _, _ = problem.rules
    relation = problem.graph[5]
    if all(unknown_edges >> edge & 1 for edge in edges):
        return {edge: len(relation) for edge in edges}
    frequency = np.bincount(relation, minlength=edge_costs.shape[1])
    return {
        edge: len(relation)
        if unknown_edges >> edge & 1
        else int(frequency[np.isfinite(edge_costs[edge])].sum())
        for edge in edges
    }


def _allowed_count(problem: Problem, node: int) -> int:
    node_bits = problem.rules[2]
    if len(node_bits) == 0:
        return len(problem.graph[0]) - 1
    return int(np.count_nonzero(node_bits >> node & 1))


def _allowed_rows(problem: Problem, node: int, among: Int64 | None) -> Int32:
    node_bits = problem.rules[2]
    rows = np.arange(len(problem.graph[0]) - 1) if among is None else among
    if len(node_bits):
        rows = rows[(node_bits[rows] >> node & 1).astype(bool)]
    return rows.astype(np.int32)


def _ends_of(problem: Problem, edge: int) -> Int64:
    """Both ends of every relationship that may stand for ``edge``, distinct and ascending."""
    out_indptr, out_indices, _, _, _, relation = problem.graph
    edge_costs, unknown_edges, _, _ = problem.rules
    sources = np.repeat(np.arange(len(out_indptr) - 1), np.diff(out_indptr))
    if unknown_edges >> edge & 1:
        return distinct(np.concatenate([sources, out_indices]))
    fits = np.isfinite(edge_costs[edge])[relation]
    return distinct(np.concatenate([sources[fits], out_indices[fits]]))
