"""A prize-collecting Steiner tree around what is like the question (G-Retriever)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import MissingDependency, MissingVectors
from motif.graphs.projection import Projection
from motif.indexes.vector import nearest_rows
from motif_procedures.evaluation.arena import Arena
from motif_procedures.evaluation.baselines.lines import (
    best_entities,
    excluded,
    lines_of_relationships,
    outcome_of_lines,
)
from motif_procedures.evaluation.gold_questions import Asked
from motif_procedures.evaluation.optional import optional_module
from motif_procedures.evaluation.outcomes import Ask, Outcome

Floats = NDArray[np.float64]

Solver = Callable[[NDArray[np.int64], Floats, Floats], tuple[NDArray[np.integer], NDArray[np.integer]]]
"""Edges (n, 2), prizes of nodes and costs of edges to the nodes and the edges (their places) of a good tree."""


def steiner_tree(arena: Arena, *, nodes: int = 3, relations: int = 5, cost: float = 0.5) -> Ask:
    """The connected subgraph that is worth most: prizes for what is like the question, minus the cost of its edges.

    He et al., G-Retriever (2024), §5.3: the node at place i of the ``nodes`` most similar ones has the prize
    ``nodes - i``; so have relationships, by their relation. Here the prize of a relation is shared by the relationships
    that carry it, since a graph of few relations would otherwise be one prize throughout. It is run on the whole graph:
    no entity is known beforehand.
    """
    projection, vectors, solve = arena.projection, arena.view.name_vectors, steiner_solver()
    if vectors is None:
        raise MissingVectors(
            f"The baseline 'steiner-tree' needs vectors of the names of '{projection.name}'.",
            hint="Run kg.embed().",
        )

    def ask(asked: Asked) -> Outcome:
        near, _ = nearest_rows(vectors, arena.encode(asked.text), nodes)
        prizes = np.zeros(projection.n_nodes)
        prizes[near] = np.arange(nodes, 0, -1)[: len(near)]
        likeness = arena.relation_likeness(asked.text)
        of_relation = shared_prizes(likeness, projection.relationships.relation, relations)
        rows = best_tree(projection, prizes, of_relation[projection.relationships.relation], cost, solve)
        lines = lines_of_relationships(projection, rows, likeness[projection.relationships.relation[rows]])
        ends = np.concatenate([lines.source, lines.target, near])
        answers = best_entities(lines, excluded(projection, asked.text, ends[:0], ends))
        return outcome_of_lines(projection, lines, answers, None)

    return ask


def shared_prizes(likeness: NDArray[np.float32], relation: NDArray[np.int32], best: int) -> Floats:
    """The prize of a relationship by its relation, float64 (relations,): ``best - place``, shared by its bearers.

    >>> shared_prizes(np.array([0.1, 0.9, 0.5], np.float32), np.array([1, 1, 2], np.int32), 2).tolist()
    [0.0, 1.0, 1.0]
    """
    prizes = np.zeros(len(likeness))
    order = np.lexsort((np.arange(len(likeness)), -likeness))[:best]
    prizes[order] = np.arange(best, 0, -1)[: len(order)]
    return prizes / np.maximum(np.bincount(relation, minlength=len(likeness)), 1)


def steiner_solver() -> Solver:
    """The Goemans-Williamson scheme of the package pcst_fast: one tree without a root.

    Raises `MissingDependency` without it, and for a build that returns nonsense: that of pcst-fast 1.0.10 fills its
    results with one number under NumPy 2.
    """
    run = optional_module("pcst_fast", "evaluation").pcst_fast

    def solve(edges: NDArray[np.int64], prizes: Floats, costs: Floats) -> tuple[Any, Any]:
        nodes, chosen = run(edges, prizes, costs, -1, 1, "gw", 0)
        return nodes, chosen

    path = np.array([[0, 1], [1, 2]], dtype=np.int64)
    nodes, _ = solve(path, np.array([2.0, 0.0, 2.0]), np.array([0.5, 0.5]))
    if sorted(nodes.tolist()) != [0, 1, 2]:
        raise MissingDependency(
            "The installed build of pcst_fast does not work with this NumPy: it loses the nodes of a path.",
            hint="pip uninstall pcst-fast; pip install pcst-fast2",
        )
    return solve


def best_tree(
    projection: Projection, node_prizes: Floats, prizes: Floats, cost: float, solve: Solver
) -> NDArray[np.int64]:
    """Rows, ascending, of the relationships of the tree.

    A relationship whose prize does not exceed ``cost`` costs the rest; one whose prize does becomes a node of its own,
    with the surplus as its prize, between two edges that cost nothing (G-Retriever, §5.3).
    """
    table, n_nodes = projection.relationships, projection.n_nodes
    is_node = prizes > cost
    plain, own = np.flatnonzero(~is_node), np.flatnonzero(is_node)
    numbers = np.arange(n_nodes, n_nodes + len(own))
    edges = np.concatenate(
        [
            np.stack([table.sources[plain], table.target[plain]], axis=1),
            np.stack([table.sources[own], numbers], axis=1),
            np.stack([numbers, table.target[own]], axis=1),
        ]
    ).astype(np.int64)
    costs = np.concatenate([cost - prizes[plain], np.zeros(2 * len(own))])
    worth = np.concatenate([node_prizes, prizes[own] - cost])
    nodes, chosen = solve(edges, worth, costs)
    taken = own[nodes[nodes >= n_nodes] - n_nodes]
    return np.union1d(plain[chosen[chosen < len(plain)]], taken).astype(np.int64)
