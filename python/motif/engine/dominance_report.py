"""How much a dominance embedding prunes, so that a reader sees whether it earns its cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import admits
from motif.engine.match_query import DataGraph, MatchQuery
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.kernels.arrays import Int32

SIZES = (1, 2, 3, 4)
"""Relationships of the stars that are sampled."""

_SEED = 2024
_TRIES = 20


@dataclass(frozen=True, slots=True)
class StarPruning:
    """What became of rows that have the label set of a sampled star's centre.

    Attributes
    ----------
    relationships
        Of each star.
    known
        Whether the pattern knows the nodes at the other ends; else their relations alone.
    stars
        How many were sampled.
    dismissed
        Share of the rows that the embedding dismisses, 0 to 1.
    dismissible
        Share of the rows that are no match of the star: what no embedding can exceed.
    """

    relationships: int
    known: bool
    stars: int
    dismissed: float
    dismissible: float


@dataclass(frozen=True, slots=True)
class PruneReport:
    """How much a dominance embedding prunes, and of how many nodes anything was proved.

    Attributes
    ----------
    certified
        Share of the nodes that may be dismissed at all; ``whole`` of those that any star may dismiss.
    by_star
        For each size, with the other ends known and not.
    """

    kind: str
    dimension: int
    certified: float
    whole: float
    by_star: tuple[StarPruning, ...]

    @property
    def pruned(self) -> float:
        """Mean share of the rows that are dismissed, over all sampled stars; 0 without any."""
        stars = sum(entry.stars for entry in self.by_star)
        return sum(entry.dismissed * entry.stars for entry in self.by_star) / stars if stars else 0.0


def prune_report(
    embedding: DominanceEmbedding,
    graph: DataGraph,
    *,
    n_stars: int = 50,
    sizes: Sequence[int] = SIZES,
    generator: np.random.Generator | None = None,
) -> PruneReport:
    """How much ``embedding`` prunes on stars sampled from ``graph``. O(n) per star.

    A star is a node with some of its relationships, drawn at random; its pattern asks for their relations and
    directions, and once for the nodes at the other ends too.

    Parameters
    ----------
    n_stars
        Of each size; fewer where no node has so many relationships.
    generator
        What is drawn from; None draws the same stars each time.
    """
    drawn = generator or np.random.default_rng(_SEED)
    sampled = {size: _sample(graph, size, n_stars, drawn) for size in sizes}
    return PruneReport(
        embedding.kind,
        embedding.dimension,
        _share(embedding.certificate > NO_CERTIFICATE),
        _share(embedding.certificate == ANY_SIZE),
        tuple(
            _pruning(embedding, graph, stars, size, known)
            for size, stars in sampled.items()
            for known in (True, False)
        ),
    )


def dismissed_share(embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, node: int) -> float:
    """Share of the rows that pattern ``node`` could take by rows and mask, which ``embedding`` dismisses, 0 to 1."""
    rows = query.node_rows[node]
    rows = np.arange(graph.n_nodes, dtype=np.int32) if rows is None else rows
    mask = query.node_masks[node]
    return 1.0 - _share(
        admits(embedding, graph, query, node, rows if mask is None else rows[mask[rows]]), 1.0
    )


def _pruning(
    embedding: DominanceEmbedding, graph: DataGraph, stars: list[Int32], size: int, known: bool
) -> StarPruning:
    """``stars`` hold the centre and then the places of relationships, as `_arcs` numbers them."""
    dismissed, dismissible = [], []
    for centre, *arcs in (star.tolist() for star in stars):
        query = _star_query(graph, centre, arcs, known)
        dismissed.append(dismissed_share(embedding, graph, query, 0))
        rows = np.flatnonzero(np.asarray(query.node_masks[0]))
        dismissible.append(1.0 - _share(_takes(graph, centre, arcs, known)[rows], 1.0))
    return StarPruning(size, known, len(stars), _mean(dismissed), _mean(dismissible))


def _sample(graph: DataGraph, size: int, n_stars: int, generator: np.random.Generator) -> list[Int32]:
    """Centres with ``size`` of their relationships each."""
    stars: list[Int32] = []
    degrees = np.diff(graph.outgoing.indptr) + np.diff(graph.incoming.indptr)
    large = np.flatnonzero(degrees >= size)
    for _ in range(_TRIES * n_stars if len(large) else 0):
        centre = int(generator.choice(large))
        arcs = _arcs(graph, centre)
        if len(arcs) >= size:
            chosen = generator.choice(len(arcs), size, replace=False)
            stars.append(np.array([centre, *arcs[chosen]], np.int32))
        if len(stars) == n_stars:
            break
    return stars


def _arcs(graph: DataGraph, node: int) -> NDArray[np.int64]:
    """Relationships at ``node``, a loop once, as twice their row and 1 more where they enter."""
    out, into = graph.outgoing, graph.incoming
    leaving = out.data[out.indptr[node] : out.indptr[node + 1]].astype(np.int64)
    entering = into.data[into.indptr[node] : into.indptr[node + 1]].astype(np.int64)
    return np.concatenate([2 * leaving, 2 * entering[graph.source[entering] != node] + 1])


def _ends(graph: DataGraph, arc: int) -> tuple[int, int, int]:
    """Relation, row at the other end, and side (1: it enters) of what `_arcs` numbered."""
    row, side = divmod(arc, 2)
    other = graph.source[row] if side else graph.outgoing.indices[row]
    return int(graph.relation[row]), int(other), side


def _star_query(graph: DataGraph, centre: int, arcs: list[int], known: bool) -> MatchQuery:
    """The pattern of a star: its centre has the label set of ``centre``, two leaves may be one row."""
    ends = [_ends(graph, arc) for arc in arcs]
    leaves = np.arange(1, len(arcs) + 1, dtype=np.int32)
    enters = np.array([side for _, _, side in ends], np.bool_)
    relations = np.arange(graph.n_relations)
    rows = (np.array([other], np.int32) if known else None for _, other, _ in ends)
    return MatchQuery(
        heads=np.where(enters, leaves, 0).astype(np.int32),
        tails=np.where(enters, 0, leaves).astype(np.int32),
        node_rows=(None, *rows),
        node_masks=(graph.label_set == graph.label_set[centre], *(None for _ in arcs)),
        edge_relations=tuple(relations == relation for relation, _, _ in ends),
        relationship_masks=(None,) * len(arcs),
        injective=False,
    )


def _takes(graph: DataGraph, centre: int, arcs: list[int], known: bool) -> NDArray[np.bool_]:
    """Which rows have the star's relationships: enough for each relation and, where it is known, each other end."""
    asked: dict[tuple[int, int | None], list[int]] = {}
    for arc in arcs:
        relation, other, side = _ends(graph, arc)
        asked.setdefault((relation, other if known else None), [0, 0])[side] += 1
    takes = np.ones(graph.n_nodes, np.bool_)
    for (relation, end), (leaving, entering) in asked.items():
        chosen = graph.relation == relation
        source, target = graph.source[chosen], graph.outgoing.indices[chosen]
        loops = source == target

        def count(
            here: Int32, there: Int32, kept: NDArray[np.bool_], end: int | None = end
        ) -> NDArray[np.int64]:
            kept = kept if end is None else kept & (there == end)
            return np.bincount(here[kept], minlength=graph.n_nodes)

        # A loop may stand for one that leaves or for one that enters, not for both.
        lacking = np.maximum(0, leaving - count(source, target, ~loops))
        lacking += np.maximum(0, entering - count(target, source, ~loops))
        takes &= lacking <= count(source, target, loops)
    return takes


def _share(values: NDArray[np.bool_], of_none: float = 0.0) -> float:
    return float(values.mean()) if len(values) else of_none


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else 0.0
