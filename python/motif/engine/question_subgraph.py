"""The part of a graph that a question is asked of: what is near its entities, by hops or by personalised PageRank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.guidance_reach import NONE, adjacency, as_data_graph, checked_sources
from motif.engine.match_query import DataGraph
from motif.errors import InvalidInput
from motif.graphs.csr import build_csr
from motif.graphs.projection import Projection
from motif.kernels.guidance_reach import reach
from motif.kernels.question_subgraph import MOVING, SETTLED, draw_neighbours, push_from

__all__ = ["COARSEST", "TOLERANCE", "personalized_pagerank", "sampled_neighbourhood", "warm", "within_hops"]

Rows: TypeAlias = NDArray[np.int32]

TOLERANCE = 0.05
"""What `personalized_pagerank` leaves on its way at a node for each of its relationships, by default: this over the
count of nodes wanted, and never more than `COARSEST`."""

COARSEST = 1e-4


def within_hops(
    graph: DataGraph | Projection,
    sources: Rows,
    hops: int,
    *,
    most: int | None = None,
    control: Control | None = None,
) -> Rows:
    """The nodes within ``hops`` relationships of ``sources``, whichever way these point; int32, ascending.

    Parameters
    ----------
    sources : int32
        Question entities; always among the result.
    most
        How many nodes at most, the nearest first, of one distance those that were met first; None for all.

    What the control stops gives what was found by then. Raises `InvalidInput` for rows that the graph does not have,
    for negative ``hops`` and ``most`` below 1.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Ali", "year", "2001")])
    >>> heat = np.array([list(graph.nodes.names).index("Heat")], np.int32)
    >>> [graph.nodes.names[row] for row in within_hops(graph, heat, 2)]
    ['Heat', 'Mann', 'Ali']
    """
    if hops < 0:
        raise InvalidInput(f"hops must be 0 or more, not {hops!r}.")
    data = as_data_graph(graph)
    start = checked_sources(sources, data)
    most = data.n_nodes if most is None else _at_least_one("most", most)
    return np.sort(reach(adjacency(data), start, NONE, hops, most, (control or Control()).flag)[0])


def personalized_pagerank(
    graph: DataGraph | Projection,
    sources: Rows,
    *,
    count: int,
    damping: float = 0.85,
    tolerance: float | None = None,
    control: Control | None = None,
) -> tuple[Rows, NDArray[np.float64]]:
    """The ``count`` nodes where random walks from ``sources`` are most often, and how often: rows ascending.

    A walk goes on with probability ``damping``, along any relationship of its node, and begins again at any of the
    sources otherwise. Computed by forward push (Andersen, Chung and Lang, 2006, §3): what is not computed is at most
    ``tolerance`` times its number of relationships at each node, and the time at most
    1 / ((1 - ``damping``) ``tolerance``) steps, however large the graph.

    Parameters
    ----------
    sources : int32
        Question entities; always among the result.
    count
        How many nodes at most, ties by row; fewer where walks meet no more.
    tolerance
        None for `TOLERANCE` / ``count``, at most `COARSEST`.

    Returns
    -------
    int32 (c,), float64 (c,)
        Rows, and a lower bound of the probability of each.

    What the control stops gives the best found by then. Raises `InvalidInput` for rows that the graph does not have,
    and for numbers out of range.

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Ali", "year", "2001")])
    >>> heat = np.array([list(graph.nodes.names).index("Heat")], np.int32)
    >>> rows, scores = personalized_pagerank(graph, heat, count=2)
    >>> [graph.nodes.names[row] for row in rows], scores.round(2).tolist()
    (['Heat', 'Mann'], [0.3, 0.36])
    """
    data = as_data_graph(graph)
    start = checked_sources(sources, data)
    _at_least_one("count", count)
    tolerance = min(TOLERANCE / count, COARSEST) if tolerance is None else tolerance
    if not (0 < damping < 1 and 0 < tolerance < 1):
        raise InvalidInput(
            f"damping and tolerance lie between 0 and 1, unlike {damping!r} and {tolerance!r}."
        )
    n_nodes = data.n_nodes
    values, queue, touched = np.zeros((n_nodes, 2)), np.empty(n_nodes, np.int32), np.empty(n_nodes, np.int32)
    room = (values, np.zeros(n_nodes, np.bool_), queue, touched)
    n_touched = push_from(adjacency(data), start, damping, tolerance, room, (control or Control()).flag)
    rows = np.sort(touched[:n_touched])
    met = values[rows]
    scores = met[:, SETTLED] + (1 - damping) * met[:, MOVING]
    kept = _best(rows, scores, start, count)
    return rows[kept], scores[kept]


def sampled_neighbourhood(
    graph: DataGraph | Projection,
    sources: Rows,
    fanouts: Sequence[int],
    generator: np.random.Generator,
    *,
    control: Control | None = None,
) -> Rows:
    """``sources`` and, hop by hop, the ends of some relationships of each node that was new; int32, ascending.

    Parameters
    ----------
    sources : int32
    fanouts
        How many relationships of a node are drawn in each hop, without putting back, whichever way they point.

    Raises `InvalidInput` for rows that the graph does not have, and for a fanout below 1. Neighbour sampling as in
    GraphSAGE (Hamilton et al., 2017, §3.1).

    >>> from motif.catalog.triples import from_triples
    >>> graph = from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Ali", "year", "2001")])
    >>> mann = np.array([list(graph.nodes.names).index("Mann")], np.int32)
    >>> len(sampled_neighbourhood(graph, mann, [1, 1], np.random.default_rng(0))) <= 3
    True
    """
    data = as_data_graph(graph)
    start = checked_sources(sources, data)
    numbers = np.array([_at_least_one("a fanout", fanout) for fanout in fanouts], np.int64)
    rows = draw_neighbours(adjacency(data), start, numbers, generator, (control or Control()).flag)
    return np.sort(rows)


def _best(rows: Rows, scores: NDArray[np.float64], sources: Rows, count: int) -> NDArray[np.int64]:
    """Places, ascending, of the ``count`` highest scores, ties by row; the sources' before all."""
    if len(rows) <= count:
        return np.arange(len(rows))
    ranked = scores.copy()
    ranked[np.searchsorted(rows, sources)] = np.inf
    least = np.partition(ranked, -count)[-count]
    better, equal = np.flatnonzero(ranked > least), np.flatnonzero(ranked == least)
    return np.sort(np.concatenate((better, equal[: max(count, len(sources)) - len(better)])))


def _at_least_one(name: str, number: int) -> int:
    if number < 1:
        raise InvalidInput(f"{name} must be 1 or more, not {number!r}.")
    return number


def warm() -> None:
    """Compile the kernels, or read them from the disk."""
    one = np.zeros(1, np.int32)
    csr = build_csr(one, one, 1)
    graph = DataGraph(csr, csr, one, one, 1)
    within_hops(graph, one, 1)
    personalized_pagerank(graph, one, count=1)
    sampled_neighbourhood(graph, one, [1], np.random.default_rng(0))
