"""Rounds of a search, each with a higher limit on the distance, until the best matches are sure.

Most answers are near, and looking near is cheap. A round finds every match within its limit; it is the last
one when there are ``top_k`` or when nothing lies above the limit. Before a round becomes dear, a probe among
few candidates, but without a limit on their sum, looks for any ``top_k`` matches: the worst of them is the
limit of the last round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motif.engine.matching_order import Forest, matching_steps, span
from motif.engine.subgraph_query import Problem
from motif.engine.supports import SupportSearch
from motif.engine.unknown_starts import starting_rows
from motif.kernels.arrays import NO_LIMIT, Float64, Int64
from motif.kernels.enumeration import enumerate_matches
from motif.kernels.ranking import Best

_CANDIDATES_PER_ROUND = (4, 32, 256, 2048)
_FIRST_LIMIT, _GROWTH = 0.25, 1.4
_DEAR = 2_000
"""Relationships around the supports of a round from which the next one deserves a probe."""


def find_best(problem: Problem, injectivity: int, best: Best, flag: NDArray[np.int64]) -> int:
    """Fill ``best`` with the best matches; returns how many partial matches were looked at.

    Stops early, with the best found so far, once ``flag[0]`` is set.
    """
    rounds = _Rounds(problem, injectivity, best, flag)
    limits = _limits(problem)
    limit, struck = 0.0, 0.0
    while not rounds.is_dear:
        limit = next(value for value in limits if value >= struck)
        struck = rounds.run(problem, limit)
        if rounds.is_over or struck == np.inf:
            return rounds.looked_at
    while not rounds.is_over:
        limit = next(value for value in limits if value >= struck)
        few = among_few(problem, limit)
        rounds.run(few, NO_LIMIT)
        if few is problem:
            return rounds.looked_at
    if flag[0] == 0:
        rounds.run(problem, rounds.worst)
    return rounds.looked_at


class _Rounds:
    """What the rounds of one search share."""

    def __init__(self, problem: Problem, injectivity: int, best: Best, flag: NDArray[np.int64]) -> None:
        n_rows = len(problem.graph[0]) - 1
        weights = tuple(n_rows if rows is None else len(rows) for rows in problem.rows)
        known = tuple(rows is not None for rows in problem.rows)
        self.forest, *arrays = _order(problem.heads, problem.tails, weights, known)
        self.starts = starting_rows(problem, self.forest)
        steps, ends, is_known = arrays
        self.plan = (steps, ends, injectivity, is_known)
        self.best, self.flag = best, flag
        self.looked_at = self.work = 0

    @property
    def is_over(self) -> bool:
        """Whether there are ``top_k`` matches, or the search was stopped."""
        return bool(self.flag[0] != 0 or self.best[6][0] == len(self.best[0]))

    @property
    def is_dear(self) -> bool:
        """Whether the last round had much to look at, so that the next one deserves a probe."""
        return self.work > _DEAR

    @property
    def worst(self) -> float:
        """Cost of the last match kept."""
        return float(self.best[0][self.best[5][self.best[6][0] - 1]])

    def run(self, problem: Problem, limit: float) -> float:
        """Take in every match whose cost is at most ``limit``; returns the least cost met above it."""
        supports = SupportSearch(problem, self.forest, limit, self.flag)
        supports.run(self.starts)
        self.work = supports.work
        if supports.is_empty or self.flag[0] != 0:
            return supports.struck
        packed, least = supports.packed()
        bounds = (least, limit)
        struck, looked_at = enumerate_matches(
            problem.graph, problem.rules, self.plan, packed, self.best, bounds, self.flag
        )
        self.looked_at += looked_at
        return min(supports.struck, struck)


@lru_cache(maxsize=256)
def _order(
    heads: tuple[int, ...], tails: tuple[int, ...], weights: tuple[int, ...], known: tuple[bool, ...]
) -> tuple[Forest, Int64, Int64, Int64]:
    """The forest, the steps, the ends of each edge and which nodes are known: the same for many a pattern asked."""
    forest = span(heads, tails, weights)
    ends = np.array([heads, tails], np.int64).T.copy()
    return forest, matching_steps(forest, heads, tails), ends, np.array(known, np.int64)


def among_few(problem: Problem, limit: float) -> Problem:
    """The problem with only the candidates whose own cost is within ``limit``; itself when most are."""
    scales = _scales(problem)
    if 2 * sum(np.count_nonzero(scale <= limit) for scale in scales) >= sum(map(len, scales)):
        return problem
    edge_costs, unknown_edges, node_bits, relationship_bits = problem.rules
    few_costs = np.where(edge_costs <= limit, edge_costs, np.inf)
    counts = [
        0 if costs is None else int(np.searchsorted(costs, limit, side="right")) for costs in problem.costs
    ]
    return replace(
        problem,
        rules=(few_costs, unknown_edges, node_bits, relationship_bits),
        rows=tuple(None if r is None else r[:count] for r, count in zip(problem.rows, counts, strict=True)),
        costs=tuple(None if c is None else c[:count] for c, count in zip(problem.costs, counts, strict=True)),
    )


def _limits(problem: Problem) -> Iterator[float]:
    """Limits on the reduced cost, rising: first by how many candidates they let in, then by a factor."""
    scales = _scales(problem)
    limit = 0.0
    for count in _CANDIDATES_PER_ROUND:
        beyond = [float(scale[count]) for scale in scales if len(scale) > count]
        if beyond:
            limit = max(limit, min(beyond))
            yield limit
    highest = sum(max(float(scale[-1]), _FIRST_LIMIT) for scale in scales)
    while limit < highest:
        limit = max(_GROWTH * limit, _FIRST_LIMIT)
        yield limit
    while True:
        yield NO_LIMIT


def _scales(problem: Problem) -> list[Float64]:
    """By known part, node or edge, the costs of its candidates, ascending."""
    edge_costs, unknown_edges, _, _ = problem.rules
    known = [costs for edge, costs in enumerate(edge_costs) if not unknown_edges >> edge & 1]
    of_edges = [np.sort(costs[np.isfinite(costs)]) for costs in known]
    return [*(costs for costs in problem.costs if costs is not None), *of_edges]
