"""Top-k subgraphs by Graph Semantic Distance (SimGRAG §4.2 and §5).

The result is that of the paper's plain algorithm, found another way: messages over a spanning tree of the
pattern give the exact cost of every partial match of the tree (`motif.engine.supports`), a depth-first
enumeration follows only what can still be among the best (`motif.kernels.enumeration`), and both look no
farther than they must, in rounds (`motif.engine.rounds`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.candidates import RESOLUTION, Candidates
from motif.engine.control import Control
from motif.engine.rounds import find_best
from motif.engine.subgraph_query import Injectivity, SearchQuery, graph_arrays, injectivity_rule, prepare
from motif.errors import InvalidInput
from motif.graphs.csr import CSR, build_csr
from motif.graphs.narrow import Codes
from motif.kernels.arcs import gather_all
from motif.kernels.messages import sieve_of_neighbours
from motif.kernels.ranking import Best, new_best

__all__ = ["SearchQuery", "SubgraphMatches", "search_subgraphs", "warm"]


@dataclass(frozen=True, slots=True)
class SubgraphMatches:
    """The nearest subgraphs, best first.

    Attributes
    ----------
    nodes : int32 (k, pattern nodes)
        Row of each pattern node.
    relationships : int32 (k, pattern edges)
        Row of each pattern edge's relationship.
    distances : float64 (k,)
        Graph Semantic Distance, ascending.
    complete : bool
        False when the search was cut short; the matches are then the best found so far.
    expanded : int
        How many partial matches the enumeration looked at.
    """

    nodes: NDArray[np.int32]
    relationships: NDArray[np.int32]
    distances: NDArray[np.float64]
    complete: bool
    expanded: int

    def __len__(self) -> int:
        return len(self.distances)


def search_subgraphs(
    outgoing: CSR,
    incoming: CSR,
    relation: Codes,
    query: SearchQuery,
    *,
    top_k: int,
    injective: Injectivity = True,
    control: Control | None = None,
) -> SubgraphMatches:
    """The ``top_k`` subgraphs nearest to a pattern, distinct as sets of relationships.

    Relationships may run either way. Each pattern edge takes a relationship of its own. Matches come in the
    order of (distance, number of relationships that run against their pattern edge, node rows in pattern
    order, relationship rows in pattern order). Of several matches with one set of relationships the first
    stands; parallel relationships of one relation with the same source and target count as one there, the
    lowest rows stand for them.

    Parameters
    ----------
    outgoing, incoming : CSR
        The graph both ways; relationships ascend by (source, target, relation), and ``outgoing.data`` is 0 …
        m - 1.
    relation : int16 or int32 (m,)
        Relation of each relationship, as narrow as `motif.graphs.narrow.narrow_codes` has it.
    injective
        True: distinct pattern nodes take distinct rows (the paper's text). False: they need not (its code).
        ``"known"``: only two unknown nodes may coincide.
    control
        Deadline and cancellation; None for neither.

    Raises `InvalidInput` for ``top_k`` below 1 and for a query that does not fit the graph. Nothing that
    matches is an empty result.

    >>> source, target = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    >>> graph = build_csr(source, target, 3), build_csr(target, source, 3), np.array([0, 1], np.int16)
    >>> film = Candidates(np.array([0], np.int32), np.zeros(1))
    >>> costs = np.array([0, 0.5])
    >>> query = SearchQuery(source[:1], target[:1], (film, None), (None, None), (costs,), (None,))
    >>> found = search_subgraphs(*graph, query, top_k=3)
    >>> found.nodes.tolist(), found.distances.tolist()
    ([[0, 1], [0, 2]], [0.0, 0.5])
    """
    if isinstance(top_k, bool) or not isinstance(top_k, (int, np.integer)) or top_k < 1:
        raise InvalidInput(f"top_k must be a whole number of 1 or more, not {top_k!r}.")
    rule = injectivity_rule(injective)
    problem = prepare(outgoing, incoming, relation, query)
    best = new_best(int(top_k), problem.n_nodes, len(problem.heads))
    flag = np.zeros(1, np.int64) if control is None else control.flag
    expanded = find_best(problem, rule, best, flag) if problem.is_feasible else 0
    return _matches(best, problem.least_distance, complete=bool(flag[0] == 0), expanded=expanded)


def _matches(best: Best, least_distance: float, *, complete: bool, expanded: int) -> SubgraphMatches:
    costs, nodes, relationships, _, _, order, count, _ = best
    kept = order[: count[0]]
    # The part below the resolution counts relationships against their pattern edge; it only orders.
    distances = np.floor((costs[kept] + least_distance) / RESOLUTION) * RESOLUTION
    return SubgraphMatches(nodes[kept], relationships[kept], distances, complete, expanded)


def warm() -> None:
    """Compile every kernel, or load it from the cache on disk, by small searches on a toy graph."""
    source, target = np.array([0, 1, 1, 1, 2], np.int32), np.array([1, 2, 3, 3, 2], np.int32)
    graph = build_csr(source, target, 4), build_csr(target, source, 4), np.zeros(5, np.int16)
    first, last = (Candidates(np.array([row], np.int32), np.zeros(1)) for row in (0, 2))
    masks = (None, np.ones(4, bool), None), (np.ones(5, bool), None, None)
    costs = (np.zeros(1),) * 3
    heads, tails = np.array([0, 1, 2], np.int32), np.array([1, 2, 2], np.int32)
    query = SearchQuery(heads, tails, (first, None, last), masks[0], costs, masks[1])
    search_subgraphs(*graph, query, top_k=1)
    rows, nothing = np.zeros(1, np.int32), np.zeros(0, np.int64)
    around = gather_all(graph_arrays(*graph), rows, np.zeros(1), 1)
    sieve_of_neighbours(graph_arrays(*graph), (rows, np.zeros(1), around), nothing, 16, np.zeros(1, np.int64))
