"""Dense and relevant communities: a k-truss peeled until only what the question asks about is left (DA-RAG §5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.control import Control
from motif.engine.simple_view import simple_graph
from motif.engine.truss import check_k, check_running
from motif.errors import InvalidInput
from motif.graphs.simple_graph import SimpleGraph
from motif.kernels.arrays import Int32
from motif.kernels.community_peeling import Peelings, peel

__all__ = ["RULES", "Community", "Rule", "peel_all", "peel_community", "warm"]

GRID = 2.0**24
"""Relevance is rounded to multiples of its inverse, so that sums are exact in any order."""

Rule: TypeAlias = Literal["cascade", "strict"]
RULES: tuple[Rule, ...] = ("cascade", "strict")

Bool: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Community:
    """A connected k-truss: a set of edges of which each is in k - 2 triangles of the set, and their ends.

    Attributes
    ----------
    nodes, edges : int32
        Rows of the graph, ascending.
    k
        The one it was peeled for; its edges may be in more triangles.
    qr_score
        Mean relevance of its nodes (DA-RAG, equation 1).
    component_score
        The same of the connected component of the maximal k-truss that it was peeled from; never higher.
    complete
        False when the deadline ended the peeling; it is a connected k-truss all the same.
    """

    nodes: Int32
    edges: Int32
    k: int
    qr_score: float
    component_score: float
    complete: bool


def peel_community(
    graph: SimpleGraph,
    trussness: Int32,
    relevance: NDArray[np.float32],
    k: int,
    *,
    rule: Rule = "cascade",
    min_size: int | None = None,
    within: Bool | None = None,
    control: Control | None = None,
) -> Community | None:
    """The community of highest QRScore that Q-Peel finds; None where there is no k-truss (DA-RAG, algorithm 1).

    Each connected component of the maximal k-truss is peeled: nodes less relevant than the mean of what is left go,
    the least relevant first, ties by row, as long as what remains is a connected k-truss of higher QRScore.

    Parameters
    ----------
    trussness : int32 (m,)
        As from `motif.engine.truss.decompose_truss` for ``graph``.
    relevance : float32 (n,)
        Cosine of each node to the question. A node without one (NaN) is treated as not ``within``.
    k
        2 or more.
    rule
        "strict", the paper's: a node goes only if what remains without it is a connected k-truss as it stands; after
        each node, all are considered again. "cascade": with the node go the edges that then are in too few triangles,
        and nodes left without an edge, in rounds through the nodes until a round finds none. What would fall apart
        stays: keeping only the best part ends sooner and scores lower.
    min_size
        Fewest nodes of a community; smaller components are not returned. None: no floor, so that much is peeled.
    within : bool (n,), or None for all
        Nodes that may be in it. The k-truss is that of the edges among them.

    Of equally scored communities the one with the lowest row is returned.

    Raises
    ------
    InvalidInput
        k below 2, a rule that does not exist, or arrays that do not fit the graph.
    DeadlineExceeded, Cancelled
        Before anything was found.

    >>> from motif.engine.truss import decompose_truss
    >>> ends = np.array([0, 0, 0, 1, 1, 2, 3, 3], np.int32), np.array([1, 2, 3, 2, 3, 3, 4, 5], np.int32)
    >>> graph = simple_graph(*ends, 6)
    >>> relevance = np.array([0.1, 0.5, 0.5, 0.5, 1, 1], np.float32)
    >>> found = peel_community(graph, decompose_truss(graph), relevance, 3)
    >>> found.nodes.tolist(), found.qr_score, round(found.component_score, 6)
    ([1, 2, 3], 0.5, 0.4)
    """
    found = _peel((graph, trussness, relevance), (k, rule, min_size), within, control, only_best=True)
    return found[0] if found else None


def peel_all(
    graph: SimpleGraph,
    trussness: Int32,
    relevance: NDArray[np.float32],
    k: int,
    *,
    rule: Rule = "cascade",
    min_size: int | None = None,
    within: Bool | None = None,
    control: Control | None = None,
) -> list[Community]:
    """What Q-Peel makes of each connected component of the maximal k-truss, best first; see `peel_community`.

    >>> from motif.engine.truss import decompose_truss
    >>> ends = np.array([0, 1, 2, 3, 4, 5], np.int32), np.array([1, 2, 0, 4, 5, 3], np.int32)
    >>> graph = simple_graph(*ends, 6)
    >>> relevance = np.array([0, 0, 0, 1, 1, 1], np.float32)
    >>> [found.nodes.tolist() for found in peel_all(graph, decompose_truss(graph), relevance, 3)]
    [[3, 4, 5], [0, 1, 2]]
    """
    return _peel((graph, trussness, relevance), (k, rule, min_size), within, control, only_best=False)


def _peel(
    graph: tuple[SimpleGraph, Int32, NDArray[np.float32]],
    wanted: tuple[int, Rule, int | None],
    within: Bool | None,
    control: Control | None,
    *,
    only_best: bool,
) -> list[Community]:
    simple, trussness, relevance = graph
    k, rule, min_size = wanted
    _check(simple, trussness, relevance, within)
    check_k(k)
    if rule not in RULES:
        raise InvalidInput(
            f"There is no rule {rule!r} of peeling.", hint=f"Choose one of {', '.join(RULES)}."
        )
    flag = (control or Control()).flag
    allowed = ~np.isnan(relevance) if within is None else within & ~np.isnan(relevance)
    kept = _candidates(simple, trussness, k, allowed)
    rounded = np.rint(relevance.astype(np.float64) * GRID) / GRID
    ends = simple.low[kept], simple.high[kept]
    found = peel(ends, rounded, (k, min_size or 0, rule == "strict", only_best), flag)
    communities = _communities(found, kept, (k, only_best))
    if not communities:
        check_running(flag, "The search for a community")
    return communities


def _communities(found: Peelings, kept: Int32, wanted: tuple[int, bool]) -> list[Community]:
    """The components that were peeled, or the best, as communities, best first."""
    nodes, node_component, edges, edge_component, scores, complete = found
    k, only_best = wanted
    lowest = np.full(len(scores), np.iinfo(np.int32).max)
    np.minimum.at(lowest, node_component, nodes)
    peeled = np.flatnonzero(~np.isnan(scores[:, 1]))
    order = peeled[np.lexsort((lowest[peeled], -scores[peeled, 1]))]
    return [
        Community(
            nodes=np.sort(nodes[node_component == component]),
            edges=np.sort(kept[edges[edge_component == component]]),
            k=k,
            qr_score=float(scores[component, 1]),
            component_score=float(scores[component, 0]),
            complete=bool(complete[component]),
        )
        for component in order[: 1 if only_best else None].tolist()
    ]


def _candidates(graph: SimpleGraph, trussness: Int32, k: int, allowed: Bool) -> Int32:
    """Edges that may be in the k-truss of the allowed nodes."""
    may = trussness >= k
    if not allowed.all():
        may &= allowed[graph.low] & allowed[graph.high]
    return np.flatnonzero(may).astype(np.int32)


def _check(graph: SimpleGraph, trussness: Int32, relevance: NDArray[np.float32], within: Bool | None) -> None:
    if len(trussness) != graph.n_edges:
        raise InvalidInput(
            f"The graph has {graph.n_edges} edges, trussness {len(trussness)} numbers.",
            hint="Compute it for this graph: decompose_truss(graph).",
        )
    for name, values in (("relevance", relevance), ("within", within)):
        if values is not None and len(values) != graph.n_nodes:
            raise InvalidInput(
                f"The graph has {graph.n_nodes} nodes, {name} {len(values)}; give one of each."
            )


def warm() -> None:
    """Compile every kernel of this module, or load it from the cache on disk, by peeling a triangle by both rules."""
    ends = np.array([0, 1, 2], np.int32), np.array([1, 2, 0], np.int32)
    graph = simple_graph(*ends, 3)
    for rule in RULES:
        peel_all(graph, np.full(3, 3, np.int32), np.ones(3, np.float32), 3, rule=rule)
