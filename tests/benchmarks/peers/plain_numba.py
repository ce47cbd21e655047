"""The same plain algorithm in numba: the recursion as a stack, candidates as arrays over all rows."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray
from peers.plain_python import depth_first_order

from motif.engine.gsd_search import SearchQuery
from motif.graphs.csr import CSR


class Searcher:
    """A graph, and arrays over its rows that every query fills and clears again."""

    def __init__(self, outgoing: CSR, incoming: CSR, relation: NDArray[np.int32]) -> None:
        n = outgoing.n_nodes
        degree = np.diff(outgoing.indptr) + np.diff(incoming.indptr)
        self.indptr = np.concatenate([[0], np.cumsum(degree)])
        self.indices = np.empty(self.indptr[-1], np.int32)
        self.relations = np.empty(self.indptr[-1], np.int32)
        first = np.diff(outgoing.indptr)
        rows = np.repeat(np.arange(n), first)
        place = np.arange(len(rows)) - outgoing.indptr[rows] + self.indptr[rows]
        self.indices[place], self.relations[place] = outgoing.indices, relation[outgoing.data]
        rows = np.repeat(np.arange(n), np.diff(incoming.indptr))
        place = np.arange(len(rows)) - incoming.indptr[rows] + self.indptr[rows] + first[rows]
        self.indices[place], self.relations[place] = incoming.indices, relation[incoming.data]
        self.distances = np.full((8, n), np.inf)

    def search(self, query: SearchQuery, top_k: int, max_visited: int) -> tuple[list[float], bool]:
        """Distances of the best matches, and whether the search ended within ``max_visited`` relationships."""
        candidates = query.node_candidates
        known = [node for node, part in enumerate(candidates) if part is not None]
        start = min(known, key=lambda node: len(candidates[node]))
        triples = np.array([t[:3] for t in depth_first_order(query, start)], np.int64)
        for node in known:
            self.distances[node, candidates[node].rows] = candidates[node].distances
        n_relations = max((len(cost) for cost in query.relation_costs if cost is not None), default=1)
        costs = np.zeros((len(query.relation_costs), n_relations))
        for edge, cost in enumerate(query.relation_costs):
            if cost is not None:
                costs[edge] = cost
        is_known = np.zeros(len(candidates), np.bool_)
        is_known[known] = True
        found, ended = _search(
            self.indptr, self.indices, self.relations, self.distances, costs, triples, is_known,
            candidates[start].rows, candidates[start].distances, top_k, max_visited,
        )  # fmt: skip
        for node in known:
            self.distances[node, candidates[node].rows] = np.inf
        return sorted(found[found < np.inf].tolist()), bool(ended)


@njit(cache=True)
def _search(
    indptr, indices, relations, distances, costs, triples, is_known, rows, row_distances, top_k, max_visited
):  # type: ignore[no-untyped-def]
    found = np.full(top_k, np.inf)
    depth = len(triples)
    mapping = np.full(len(is_known), -1, np.int64)
    place = np.zeros(depth + 1, np.int64)
    is_new = np.zeros(depth + 1, np.bool_)
    so_far = np.zeros(depth + 1)
    visited = 0
    for first in range(len(rows)):
        mapping[:] = -1
        start = triples[0, 1]
        mapping[start] = rows[first]
        so_far[0] = row_distances[first]
        place[0] = indptr[rows[first]]
        level = 0
        while level >= 0:
            edge, head, tail = triples[level]
            if is_new[level]:
                mapping[tail] = -1
                is_new[level] = False
            if place[level] == indptr[mapping[head] + 1]:
                level -= 1
                continue
            row, relation = indices[place[level]], relations[place[level]]
            place[level] += 1
            visited += 1
            if visited > max_visited:
                return found, False
            cost = costs[edge, relation]
            if cost == np.inf or (is_known[tail] and distances[tail, row] == np.inf):
                continue
            if mapping[tail] >= 0 and mapping[tail] != row:
                continue
            if mapping[tail] < 0:
                if np.any(mapping == row):
                    continue
                mapping[tail] = row
                is_new[level] = True
                if is_known[tail]:
                    cost += distances[tail, row]
            total = so_far[level] + cost
            if level + 1 == depth:
                worst = np.argmax(found)
                found[worst] = min(found[worst], total)
                continue
            level += 1
            so_far[level] = total
            place[level] = indptr[mapping[triples[level, 1]]]
    return found, True
