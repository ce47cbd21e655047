"""Label completion and retrieval: the rows that each unknown may be, and the paths that each query path may be.

SG-RAG's algorithm 5 collects, for each unknown, what stands at its position in paths that agree with what is known;
algorithm 6 writes down every combination, algorithm 7 looks each of them up. Here a lookup does all three: it is
restricted to the rows that are left at each position, and what it finds restricts the rows for the next. So rows are
intersected over all paths through an unknown, and no combination is written down. (The paper's cut by the L1 norm of
label vectors is unsound, and there are no zero vectors here: an unknown is simply not looked at.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import admits, lower_bound, star_size
from motif.engine.match_query import DataGraph, MatchQuery
from motif.engine.path_decomposition import QueryPath
from motif.engine.path_query import Expected, FoundPaths, PathLookup, PathQuery, Place, Step
from motif.graphs.dominance import DominanceEmbedding
from motif.kernels.arrays import Int32, Int64

_NO_BOUND = np.zeros(0, np.float32)

PATHS_AT_ONCE = 2_000_000
"""A query path of more paths is looked up edge by edge."""


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

    def path_query(self, path: QueryPath, rows: list[Int32 | None]) -> PathQuery:
        """What is asked for ``path``, when ``rows`` are left for each pattern node."""
        places = tuple(
            Place(rows[node], self.places[node].mask, self.places[node].bound, self.places[node].size)
            for node in path.nodes
        )
        steps = tuple(self._step(edge, node) for edge, node in zip(path.edges, path.nodes, strict=False))
        return PathQuery(path, places, steps, self.apart)

    def _step(self, edge: int, begun: int) -> Step:
        along = 1 if begun == self.query.heads[edge] else -1
        direction = along if self.query.directed else 0
        return Step(self.relations[edge], self.query.relationship_masks[edge], direction)


@dataclass(slots=True)
class Completion:
    """The paths found for each query path, and the rows left for each pattern node.

    Attributes
    ----------
    lists
        Query paths and what was found for them; every pattern edge is on one.
    rows
        By pattern node; None where nothing is known yet.
    steps
        Index entries looked at.
    is_empty
        Whether some path can stand for nothing, so that there is no match.
    """

    lists: list[tuple[QueryPath, FoundPaths]]
    rows: list[Int32 | None]
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
    done = Completion([], [place.rows for place in problem.places])
    waiting = list(paths)
    counts = expected_counts(problem, index.n_nodes)
    while waiting and not done.is_empty and not flag[0]:
        path = min(waiting, key=lambda path: _order(problem, index, done.rows, counts, path))
        waiting.remove(path)
        query = problem.path_query(path, done.rows)
        budget = PATHS_AT_ONCE if len(path.edges) > 1 else index.n_nodes + 2**62
        found = index.find(query, budget=budget, flag=flag)
        if found is None:
            waiting.extend(_left_over(path, [*waiting, *(listed for listed, _ in done.lists)]))
            continue
        done.steps += found.steps
        _narrow(problem, done, path, found)
        counts = [count if rows is None else len(rows) for rows, count in zip(done.rows, counts, strict=True)]
    if not done.is_empty and not flag[0]:
        _narrow_back(done)
    return done


def expected_counts(problem: PathProblem, n_nodes: int) -> list[float]:
    """How many rows each pattern node may take, before any path was looked up."""
    counts: list[float] = []
    for place in problem.places:
        if place.rows is not None:
            counts.append(len(place.rows))
        else:
            counts.append(n_nodes if place.mask is None else int(np.count_nonzero(place.mask)))
    return counts


def expect(
    problem: PathProblem,
    index: PathLookup,
    rows: list[Int32 | None],
    counts: list[float],
    path: QueryPath,
) -> Expected:
    """What it would cost to look ``path`` up now."""
    return index.expect(problem.path_query(path, rows), tuple(counts[node] for node in path.nodes))


def _order(
    problem: PathProblem,
    index: PathLookup,
    rows: list[Int32 | None],
    counts: list[float],
    path: QueryPath,
) -> tuple[float, tuple[int, ...]]:
    cost = expect(problem, index, rows, counts, path)
    return cost.looked_at + cost.found, path.edges


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
    for position, node in enumerate(path.nodes):
        left = _distinct(found.nodes[:, position], problem.graph.n_nodes)
        if problem.trained is not None and done.rows[node] is None:
            allowed = left[admits(problem.trained, problem.graph, problem.query, node, left)]
            if len(allowed) < len(left):
                left, found = allowed, _only(found, position, allowed)
        done.rows[node] = left
    done.lists.append((path, found))
    done.is_empty = not len(found)


def _narrow_back(done: Completion) -> None:
    """Drop from earlier lists what later ones have ruled out, the last list first."""
    for place in reversed(range(len(done.lists))):
        path, found = done.lists[place]
        for position, node in enumerate(path.nodes):
            rows = done.rows[node]
            assert rows is not None
            found = _only(found, position, rows)
        if len(found) < len(done.lists[place][1]):
            done.lists[place] = path, found
            for position, node in enumerate(path.nodes):
                done.rows[node] = np.unique(found.nodes[:, position])
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
        return np.unique(rows)
    seen = np.zeros(n_nodes, np.bool_)
    seen[rows] = True
    return np.flatnonzero(seen).astype(np.int32)
