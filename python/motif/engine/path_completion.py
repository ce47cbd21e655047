"""Label completion and retrieval: the rows that each unknown may be, and the paths that each query path may be.

SG-RAG's algorithm 5 collects, for each unknown, what stands at its position in paths that agree with what is known;
algorithm 6 writes down every combination, algorithm 7 looks each of them up. Here a lookup does all three: it is
restricted to the rows that are left at each position, and what it finds restricts the rows for the next. So rows are
intersected over all paths through an unknown, and no combination is written down. (The paper's cut by the L1 norm of
label vectors is unsound, and there are no zero vectors here: an unknown is simply not looked at.)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import admits, lower_bound, star_size
from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.path_decomposition import QueryPath
from motif.engine.path_query import Expected, FoundPaths, PathLookup, PathQuery, Place, Step
from motif.graphs.distinct import distinct
from motif.graphs.dominance import DominanceEmbedding
from motif.kernels.arrays import Int32, Int64

_NO_BOUND = np.zeros(0, np.float32)

PATHS_AT_ONCE = 100_000
"""A query path of two relationships that more paths stand for is looked up edge by edge: lists stay short."""


@dataclass(frozen=True)
class PathProblem:
    """A query with what is known of its parts.

    Attributes
    ----------
    places
        By pattern node: rows that the mask admits, mask and dominance bound.
    relations : int32 or None
        By pattern edge the relations allowed, ascending.
    apart
        The pairs of pattern nodes, the lower first, that may not take one row.
    """

    graph: DataGraph
    query: MatchQuery
    embedding: DominanceEmbedding | None
    places: tuple[Place, ...]
    relations: tuple[Int32 | None, ...]
    apart: frozenset[tuple[int, int]]

    @property
    def trained(self) -> DominanceEmbedding | None:
        """The embedding, if it knows more of each row than one bound for all says."""
        return None if self.embedding is None or self.embedding.kind == "constructed" else self.embedding

    def path_query(self, path: QueryPath, candidates: Candidates) -> PathQuery:
        """What is asked for ``path``."""
        places = tuple(
            Place(
                candidates.rows[node], self.places[node].mask, self.places[node].bound, self.places[node].size
            )
            for node in path.nodes
        )
        steps = tuple(self._step(edge, node) for edge, node in zip(path.edges, path.nodes, strict=False))
        return PathQuery(path, places, steps, self.apart)

    def _step(self, edge: int, begun: int) -> Step:
        along = 1 if begun == self.query.heads[edge] else -1
        direction = along if self.query.directed else 0
        return Step(self.relations[edge], self.query.relationship_masks[edge], direction)


@dataclass(slots=True)
class Candidates:
    """What each pattern node may still be.

    Attributes
    ----------
    rows
        By pattern node, ascending; None where nothing is known but its mask.
    counts
        How many rows that is.
    """

    rows: list[Int32 | None]
    counts: list[float]

    def keep(self, node: int, rows: Int32) -> None:
        self.rows[node], self.counts[node] = rows, len(rows)


@dataclass(slots=True)
class Completion:
    """The paths found for each query path, and the rows left for each pattern node.

    Attributes
    ----------
    lists
        Query paths and what was found for them; every pattern edge is on one.
    steps
        Index entries looked at.
    is_empty
        Whether some path can stand for nothing, so that there is no match.
    """

    lists: list[tuple[QueryPath, FoundPaths]]
    candidates: Candidates
    steps: int = 0
    is_empty: bool = False


def path_problem(graph: DataGraph, query: MatchQuery, embedding: DominanceEmbedding | None) -> PathProblem:
    """The query with known rows reduced to those that mask and embedding admit, and bounds for the others.

    Without an embedding nothing is held to a bound, which is enough to estimate.
    """
    places = tuple(_place(graph, query, embedding, node) for node in range(query.n_nodes))
    relations = tuple(
        None if mask is None else np.flatnonzero(mask).astype(np.int32) for mask in query.edge_relations
    )
    return PathProblem(graph, query, embedding, places, relations, _apart(query))


def complete_paths(
    problem: PathProblem, index: PathLookup, paths: Iterable[QueryPath], flag: Int64
) -> Completion:
    """Look all paths up, those first that are expected to give least, each within what those before it left.

    It ends early, with some of the lists only, once ``flag[0]`` is set.
    """
    done = Completion([], first_candidates(problem))
    waiting = list(paths)
    costs: dict[QueryPath, float] = {}
    while waiting and not done.is_empty and not flag[0]:
        for path in waiting:
            if path not in costs:
                costs[path] = expect(problem, index, done.candidates, path).cost
        path = min(waiting, key=lambda path: (costs[path], path.edges))
        waiting.remove(path)
        budget = PATHS_AT_ONCE if len(path.edges) > 1 else sys.maxsize
        found = index.find(problem.path_query(path, done.candidates), budget=budget, flag=flag)
        if found is None:
            waiting.extend(_left_over(path, [*waiting, *(listed for listed, _ in done.lists)]))
            continue
        _narrow(problem, done, path, found)
        costs = {other: cost for other, cost in costs.items() if not set(other.nodes) & set(path.nodes)}
    if not done.is_empty and not flag[0]:
        _narrow_back(done)
    return done


def first_candidates(problem: PathProblem) -> Candidates:
    """What each pattern node may be before any path was looked up."""
    n_nodes = problem.graph.n_nodes
    counts: list[float] = [
        len(place.rows)
        if place.rows is not None
        else n_nodes
        if place.mask is None
        else int(np.count_nonzero(place.mask))
        for place in problem.places
    ]
    return Candidates([place.rows for place in problem.places], counts)


def expect(problem: PathProblem, index: PathLookup, candidates: Candidates, path: QueryPath) -> Expected:
    """What it would cost to look ``path`` up now."""
    counts = tuple(candidates.counts[node] for node in path.nodes)
    return index.expect(problem.path_query(path, candidates), counts)


def _place(graph: DataGraph, query: MatchQuery, embedding: DominanceEmbedding | None, node: int) -> Place:
    rows, mask = query.node_rows[node], query.node_masks[node]
    if rows is not None:
        rows = rows if mask is None else rows[mask[rows]]
        if embedding is not None:
            rows = rows[admits(embedding, graph, query, node, rows)]
        return Place(rows, None, _NO_BOUND, 0)
    if embedding is None:
        return Place(None, mask, _NO_BOUND, 0)
    return Place(None, mask, lower_bound(embedding, graph, query, node, None), star_size(query, node))


def _apart(query: MatchQuery) -> frozenset[tuple[int, int]]:
    """The pairs of pattern nodes that may not take one row."""
    nodes = range(query.n_nodes)
    return frozenset(
        (one, other)
        for one in nodes
        for other in nodes[one + 1 :]
        if query.injective is True
        or (
            query.injective == "known"
            and (query.node_rows[one] is not None or query.node_rows[other] is not None)
        )
    )


def _left_over(path: QueryPath, others: list[QueryPath]) -> list[QueryPath]:
    """The edges of ``path`` that no other path covers, each as a path."""
    covered = {edge for other in others for edge in other.edges}
    return [single for single in path.single_edges() if single.edges[0] not in covered]


def _narrow(problem: PathProblem, done: Completion, path: QueryPath, found: FoundPaths) -> None:
    """Keep what was found, and for each pattern node on the path only the rows that occur there."""
    done.steps += found.steps
    for position, node in enumerate(path.nodes):
        left = _distinct(found.nodes[:, position], problem.graph.n_nodes)
        if problem.trained is not None and done.candidates.rows[node] is None:
            allowed = left[admits(problem.trained, problem.graph, problem.query, node, left)]
            if len(allowed) < len(left):
                left, found = allowed, _only(found, position, allowed)
        done.candidates.keep(node, left)
    done.lists.append((path, found))
    done.is_empty = not len(found)


def _narrow_back(done: Completion) -> None:
    """Drop from earlier lists what later ones have ruled out, the last list first."""
    for place in reversed(range(len(done.lists))):
        path, found = done.lists[place]
        for position, node in enumerate(path.nodes):
            rows = done.candidates.rows[node]
            assert rows is not None
            found = _only(found, position, rows)
        if len(found) < len(done.lists[place][1]):
            done.lists[place] = path, found
            for position, node in enumerate(path.nodes):
                done.candidates.keep(node, distinct(found.nodes[:, position]))
        done.is_empty |= not len(found)


def _only(found: FoundPaths, position: int, rows: NDArray[np.int32]) -> FoundPaths:
    """The paths whose row at ``position`` is one of ``rows``, ascending."""
    column = found.nodes[:, position]
    place = np.searchsorted(rows, column)
    keep = place < len(rows)
    keep[keep] = rows[place[keep]] == column[keep]
    if keep.all():
        return found
    return FoundPaths(found.nodes[keep], found.relationships[keep], found.steps)


def _distinct(rows: NDArray[np.int32], n_nodes: int) -> Int32:
    """Distinct rows, ascending; without sorting where there are many."""
    if len(rows) * 8 < n_nodes:
        return distinct(rows)
    seen = np.zeros(n_nodes, np.bool_)
    seen[rows] = True
    return np.flatnonzero(seen).astype(np.int32)
