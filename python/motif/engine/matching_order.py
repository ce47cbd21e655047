"""In which order a pattern is matched: a spanning forest, its roots, and the steps of the enumeration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.kernels.arrays import Int64
from motif.kernels.extension import CLOSING, ROOT, TREE


@dataclass(frozen=True, slots=True)
class Forest:
    """A spanning forest of a pattern.

    Attributes
    ----------
    edges
        Its pattern edges, ascending.
    order
        Pattern nodes, each after its parent; a tree begins with its lowest node and always goes on with the
        lowest that it reaches, so that matches of one distance are met in the order of their rows.
    parents, parent_edges
        By pattern node; -1 for roots.
    """

    edges: tuple[int, ...]
    order: tuple[int, ...]
    parents: tuple[int, ...]
    parent_edges: tuple[int, ...]

    @property
    def roots(self) -> tuple[int, ...]:
        return tuple(node for node in self.order if self.parents[node] < 0)

    def degree(self, node: int) -> int:
        """Tree edges at ``node``."""
        return self.parents.count(node) + (self.parents[node] >= 0)


def span(heads: Sequence[int], tails: Sequence[int], weights: Sequence[int]) -> Forest:
    """The spanning forest of edges between light nodes (Kruskal); ties by edge.

    Parameters
    ----------
    heads, tails
        Ends of each pattern edge.
    weights
        By pattern node how many rows may stand for it.

    >>> span([0, 1, 2], [1, 2, 0], [5, 1, 5]).edges
    (0, 1)
    """
    trees = list(range(len(weights)))
    chosen = []
    for edge in sorted(range(len(heads)), key=lambda e: (weights[heads[e]] + weights[tails[e]], e)):
        one, other = trees[heads[edge]], trees[tails[edge]]
        if one != other:
            chosen.append(edge)
            trees = [one if tree == other else tree for tree in trees]
    return _rooted(sorted(chosen), heads, tails, len(weights))


def _rooted(edges: list[int], heads: Sequence[int], tails: Sequence[int], n_nodes: int) -> Forest:
    order: list[int] = []
    parents, parent_edges = [-1] * n_nodes, [-1] * n_nodes
    while len(order) < n_nodes:
        reached = [
            (there, here, edge)
            for edge in edges
            for here, there in ((heads[edge], tails[edge]), (tails[edge], heads[edge]))
            if here in order and there not in order
        ]
        if reached:
            node, parents[node], parent_edges[node] = min(reached)
        else:
            node = next(node for node in range(n_nodes) if node not in order)
        order.append(node)
    return Forest(tuple(edges), tuple(order), tuple(parents), tuple(parent_edges))


def matching_steps(forest: Forest, heads: Sequence[int], tails: Sequence[int]) -> Int64:
    """The steps of the enumeration, int64 (steps, 5): kind, node, parent, edge, whether the parent is the
    edge's head.

    An edge outside the forest is closed as soon as both ends are mapped; there node is its tail and parent
    its head.
    """
    steps: list[tuple[int, int, int, int, int]] = []
    mapped: set[int] = set()
    closing = [edge for edge in range(len(heads)) if edge not in forest.edges]
    for node in forest.order:
        parent, edge = forest.parents[node], forest.parent_edges[node]
        kind = ROOT if parent < 0 else TREE
        steps.append((kind, node, parent, edge, int(parent >= 0 and heads[edge] == parent)))
        mapped.add(node)
        for edge in closing:
            if node in (heads[edge], tails[edge]) and {heads[edge], tails[edge]} <= mapped:
                steps.append((CLOSING, tails[edge], heads[edge], edge, 1))
    return np.array(steps, dtype=np.int64)
