"""Expansion: from seeds along chosen edges to their neighbours, and the best of these (SAGE §2.2 B, listing 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.csr import CSR

SEED_SHARE = 0.5
"""How much of what a seed says of the question counts for a neighbour that does not say it itself."""

MAXIMUM_WAYS = 5_000
"""Ways along one track at most; beyond, those to the nodes that are most relevant by themselves."""


@dataclass(frozen=True, slots=True)
class Edges:
    """Edges of one table, gone along whichever way they point.

    Attributes
    ----------
    outgoing, incoming : CSR
        ``data`` is the edge's row in its table.
    kept : bool (edges,) or None
        Edges that may be gone along; None for all.
    """

    outgoing: CSR
    incoming: CSR
    kept: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Track:
    """What expansion may go along.

    Attributes
    ----------
    rank : int
        Tracks of a lower rank fill the neighbours first.
    fallback : bool
        Whether it is gone along only where no other track leads anywhere.
    bridges : bool (n,) or None
        For two hops: the nodes to pass through. None for one hop.
    """

    name: str
    edges: Edges
    rank: int = 0
    fallback: bool = False
    bridges: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True)
class Ways:
    """How nodes were reached: one row for each seed, track and edge, all int32 (w,).

    Attributes
    ----------
    node
        The node that is reached.
    seed, track
        Places among the seeds and tracks.
    edge, second
        Rows of the edges in the track's table: the first from the seed, and the one behind a bridge, else -1.
    bridge
        The node passed through, else -1.
    """

    node: NDArray[np.int32]
    seed: NDArray[np.int32]
    track: NDArray[np.int32]
    edge: NDArray[np.int32]
    bridge: NDArray[np.int32]
    second: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.node)

    def take(self, rows: NDArray[np.int64]) -> Ways:
        """The ways at ``rows``."""
        parts = (self.node, self.seed, self.track, self.edge, self.bridge, self.second)
        return Ways(*(part[rows] for part in parts))


def find_ways(
    seeds: NDArray[np.int32],
    tracks: Sequence[Track],
    allowed: NDArray[np.bool_],
    relevance: Callable[[NDArray[np.int32]], NDArray[np.float32]],
) -> Ways:
    """Every way from a seed along a track to another node that is ``allowed`` and no seed.

    Parameters
    ----------
    seeds : int32, distinct
    allowed : bool (n,)
        Nodes that may be reached. Bridges need not be.
    relevance
        Of nodes by row, float32: which ways are kept where a track has more than `MAXIMUM_WAYS`, those to the highest,
        ties by order. Asked in that case alone.

    Ways are ordered by track, then seed, then as the adjacency lists them, outgoing first.

    >>> from motif.graphs.csr import build_csr
    >>> ends = np.array([0, 0], np.int32), np.array([1, 2], np.int32)
    >>> edges = Edges(build_csr(*ends, 3), build_csr(*ends[::-1], 3))
    >>> through = Track("by way of 0", edges, bridges=np.array([True, False, False]))
    >>> ways = find_ways(np.array([1], np.int32), [through], np.ones(3, np.bool_), np.zeros)
    >>> ways.node.tolist(), ways.bridge.tolist(), ways.edge.tolist(), ways.second.tolist()
    ([2], [0], [0], [1])
    """
    may = allowed.copy()
    may[seeds] = False
    found = []
    for place, track in enumerate(tracks):
        ways = _one_hop(track, seeds) if track.bridges is None else _two_hops(track, seeds)
        ways = ways.take(_strongest(ways.node, may, relevance))
        ways.track[:] = place
        found.append(ways)
    return _joined(found)


def joint_scores(
    own: NDArray[np.float32],
    edge: NDArray[np.float32],
    seed: NDArray[np.float32],
    share: float = SEED_SHARE,
) -> NDArray[np.float32]:
    """How much a neighbour, its edge and its seed say of the question together, float32 (w,).

    A neighbour is read beside its seed: each word of the question counts once, by whichever says most of it, the node,
    the edge, or ``share`` of the seed. So a passage is preferred that says what the seed leaves open.

    Parameters
    ----------
    own, edge, seed : float32 (w, words)
        What each says of each word of the question, 0 or more.

    >>> joint_scores(*(np.array([row], np.float32) for row in ([3, 0, 0], [0, 1, 0], [4, 4, 4]))).tolist()
    [7.0]
    """
    best = np.maximum(np.maximum(own, edge), np.float32(share) * seed)
    total: NDArray[np.float32] = best.sum(axis=1, dtype=np.float32)
    return total


def choose_neighbours(
    ways: Ways, scores: NDArray[np.float32], tracks: Sequence[Track], count: int
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The at most ``count`` best nodes that ``ways`` lead to: rows int32, and the best way to each, int64.

    Parameters
    ----------
    scores : float32 (w,)
        Of each way, higher is better.

    A node's way is the one of lowest rank, among these of highest score, then the first. Nodes are ordered by the rank
    of that way, then by its score, then by row. Ways along fallback tracks count only where there are no others.
    """
    rank = np.array([track.rank for track in tracks] or [0], dtype=np.int64)[ways.track]
    is_fallback = np.array([track.fallback for track in tracks] or [False], dtype=np.bool_)[ways.track]
    usable = np.flatnonzero(~is_fallback if not is_fallback.all() else np.ones(len(ways), np.bool_))
    order = usable[np.lexsort((usable, -scores[usable], rank[usable], ways.node[usable]))]
    nodes = ways.node[order]
    best = order[np.flatnonzero(np.diff(nodes, prepend=-1))]
    ranked = best[np.lexsort((ways.node[best], -scores[best], rank[best]))][: max(count, 0)]
    return ways.node[ranked], ranked


def _one_hop(track: Track, seeds: NDArray[np.int32]) -> Ways:
    seed, node, edge = _around(track.edges, seeds)
    none = np.full(len(node), -1, dtype=np.int32)
    return Ways(node, seed, np.zeros_like(none), edge, none, none.copy())


def _two_hops(track: Track, seeds: NDArray[np.int32]) -> Ways:
    assert track.bridges is not None
    seed, bridge, edge = _around(track.edges, seeds)
    passable = np.flatnonzero(track.bridges[bridge])
    seed, bridge, edge = seed[passable], bridge[passable], edge[passable]
    first, node, second = _around(track.edges, bridge)
    return Ways(node, seed[first], np.zeros(len(node), np.int32), edge[first], bridge[first], second)


def _around(
    edges: Edges, nodes: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """What lies one hop around ``nodes``: place of the node, row of the neighbour, row of the edge; by place."""
    parts = []
    for adjacency in (edges.outgoing, edges.incoming):
        starts = adjacency.indptr[nodes]
        counts = adjacency.indptr[nodes + 1] - starts
        owner = np.repeat(np.arange(len(nodes), dtype=np.int32), counts)
        places = np.arange(len(owner)) + np.repeat(starts - (np.cumsum(counts) - counts), counts)
        if edges.kept is not None:
            kept = edges.kept[adjacency.rows_at(places)]
            owner, places = owner[kept], places[kept]
        parts.append((owner, adjacency.indices[places], adjacency.rows_at(places)))
    owner, other, edge = (np.concatenate(pair) for pair in zip(*parts, strict=True))
    order = np.argsort(owner, kind="stable")
    return owner[order], other[order], edge[order]


def _strongest(
    nodes: NDArray[np.int32],
    may: NDArray[np.bool_],
    relevance: Callable[[NDArray[np.int32]], NDArray[np.float32]],
) -> NDArray[np.int64]:
    """Places of the ways that may be kept, ascending."""
    places = np.flatnonzero(may[nodes])
    if len(places) > MAXIMUM_WAYS:
        distinct, of_place = np.unique(nodes[places], return_inverse=True)
        order = np.lexsort((places, -relevance(distinct)[of_place]))[:MAXIMUM_WAYS]
        places = np.sort(places[order])
    return places


def _joined(found: Sequence[Ways]) -> Ways:
    if not found:
        return Ways(*(np.zeros(0, np.int32) for _ in range(6)))
    names = ("node", "seed", "track", "edge", "bridge", "second")
    return Ways(*(np.concatenate([getattr(ways, name) for ways in found]) for name in names))
