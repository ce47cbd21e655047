"""Covering a pattern's edges by short paths (SG-RAG appendix E, algorithm 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motif.errors import InvalidInput

LENGTHS = (1, 2)
_COMPARISONS = 5_000
"""At most so many plans times paths are looked at: a star of 32 edges has 496 paths, which look alike."""


@dataclass(frozen=True, slots=True)
class QueryPath:
    """A walk along pattern edges, none of them twice.

    Attributes
    ----------
    nodes
        The pattern nodes in turn, one more than edges. A loop, and two parallel edges, lead back to a node.
    edges
        The pattern edges between them.
    """

    nodes: tuple[int, ...]
    edges: tuple[int, ...]

    def single_edges(self) -> tuple[QueryPath, ...]:
        """The path's edges as paths of their own."""
        steps = zip(self.nodes, self.nodes[1:], self.edges, strict=False)
        return tuple(QueryPath((here, there), (edge,)) for here, there, edge in steps)


def decompose(
    heads: NDArray[np.int32],
    tails: NDArray[np.int32],
    n_nodes: int,
    length: int,
    weights: Sequence[float] | None = None,
) -> tuple[QueryPath, ...]:
    """Paths of ``length`` edges that cover every pattern edge, each connected with those before it where that can be.

    Parameters
    ----------
    heads, tails : int32 (edges,)
        The ends of each pattern edge.
    length
        1 or 2. Where no path of two edges covers an edge that is left, a path of that edge alone does.
    weights
        How much the search gains by each pattern node; its degree by default. The paths of greatest weight are
        preferred, and the first begins at the node of greatest degree.

    From each path that begins at the node of greatest degree a plan is made: next comes the path that covers the
    fewest edges again, then the heaviest, then the first by its nodes and edges. Of the plans that with the fewest
    edges covered twice is taken, then the fewest paths, then the heaviest: the sum of weights alone, which the paper
    minimises, would prefer plans of more paths. Raises `InvalidInput` for another length.

    >>> star = np.array([0, 0, 0], np.int32), np.array([1, 2, 3], np.int32)
    >>> for path in decompose(*star, 4, 2): print(path.nodes, path.edges)
    (1, 0, 2) (0, 1)
    (1, 0, 3) (0, 2)
    """
    if length not in LENGTHS:
        raise InvalidInput(f"Paths have a length of 1 or 2 relationships, not {length!r}.")
    ends = tuple(zip(heads.tolist(), tails.tolist(), strict=True))
    return _decompose(ends, n_nodes, length, None if weights is None else tuple(weights))


@lru_cache(maxsize=1024)
def _decompose(
    ends: tuple[tuple[int, int], ...], n_nodes: int, length: int, weights: tuple[float, ...] | None
) -> tuple[QueryPath, ...]:
    degrees = [sum(node in pair for pair in ends) for node in range(n_nodes)]
    worth = degrees if weights is None else weights
    singles = [QueryPath(pair, (edge,)) for edge, pair in enumerate(ends)]
    longest = singles if length == 1 else list(_pairs(ends))
    candidates = _ranked(longest, worth) + ([] if length == 1 else _ranked(singles, worth))
    plans = [_grow(candidates, first, len(ends)) for first in _beginnings(candidates, degrees)]
    return min(plans, key=lambda plan: _cost(plan, worth), default=())


def _pairs(ends: tuple[tuple[int, int], ...]) -> Iterable[QueryPath]:
    """Every walk along two different edges, each once: the edge of the lower number first."""
    for one, (here, there) in enumerate(ends):
        for other in range(one + 1, len(ends)):
            for first, centre in {(here, there), (there, here)}:
                low, high = ends[other]
                for near, last in {(low, high), (high, low)}:
                    if near == centre:
                        yield QueryPath((first, centre, last), (one, other))


def _ranked(paths: Iterable[QueryPath], worth: Sequence[float]) -> list[QueryPath]:
    """The heaviest first, equals by nodes and edges."""
    return sorted(paths, key=lambda path: (_weight(path, worth), path.nodes, path.edges))


def _weight(path: QueryPath, worth: Sequence[float]) -> float:
    return -sum(worth[node] for node in path.nodes)


def _beginnings(candidates: list[QueryPath], degrees: list[int]) -> list[int]:
    """Places of the paths to begin with: those on a node of greatest degree, the longest there are."""
    if not candidates:
        return []
    greatest = degrees.index(max(degrees))
    there = [place for place, path in enumerate(candidates) if greatest in path.nodes]
    longest = max(len(candidates[place].edges) for place in there)
    there = [place for place in there if len(candidates[place].edges) == longest]
    return there[: max(1, _COMPARISONS // len(candidates))]


def _grow(candidates: list[QueryPath], first: int, n_edges: int) -> tuple[QueryPath, ...]:
    """A plan that begins with a candidate and covers all edges; candidates come in the order of preference."""
    edges = [sum(1 << edge for edge in path.edges) for path in candidates]
    nodes = [sum(1 << node for node in set(path.nodes)) for path in candidates]
    plan, covered, reached = [candidates[first]], edges[first], nodes[first]
    while covered != (1 << n_edges) - 1:
        left = [place for place, mask in enumerate(edges) if mask & ~covered]
        connected = [place for place in left if nodes[place] & reached] or left
        longest = max(len(candidates[place].edges) for place in connected)
        chosen = min(
            (place for place in connected if len(candidates[place].edges) == longest),
            key=lambda place: ((edges[place] & covered).bit_count(), place),
        )
        plan.append(candidates[chosen])
        covered |= edges[chosen]
        reached |= nodes[chosen]
    return tuple(plan)


def _cost(plan: tuple[QueryPath, ...], worth: Sequence[float]) -> tuple[int, int, float]:
    covered = [edge for path in plan for edge in path.edges]
    return len(covered) - len(set(covered)), len(plan), sum(_weight(path, worth) for path in plan)
