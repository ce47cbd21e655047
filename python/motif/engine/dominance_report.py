"""How much a dominance embedding prunes, so that a reader sees whether it earns its cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from motif.engine.dominance import admits
from motif.engine.match_query import DataGraph, MatchQuery
from motif.graphs.csr import CSR
from motif.graphs.dominance import ANY_SIZE, NO_CERTIFICATE, DominanceEmbedding
from motif.kernels.arrays import Int32

SIZES = (1, 2, 3, 4)
"""Relationships of the stars that are sampled."""

_SEED = 2024
_TRIES = 20
_MOST_ROWS = 4096
_LEAVES, _ENTERS, _LOOPS = 0, 1, 2

Star: TypeAlias = list[int]
"""The centre, and then relationships as `_arcs` numbers them."""


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


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows that are looked at, and their relationships: each one's slot, relation, other end, and how it runs."""

    rows: Int32
    slots: NDArray[np.int64]
    relations: Int32
    others: Int32
    runs: NDArray[np.int64]


def prune_report(
    embedding: DominanceEmbedding,
    graph: DataGraph,
    *,
    n_stars: int = 50,
    sizes: Sequence[int] = SIZES,
    generator: np.random.Generator | None = None,
) -> PruneReport:
    """How much ``embedding`` prunes of at most 4,096 rows on stars sampled from ``graph``.

    A star is a node with some of its relationships, drawn at random; its pattern asks for their relations and
    directions, and once for the nodes at the other ends too.

    Parameters
    ----------
    n_stars
        Of each size; fewer where no node has so many relationships.
    generator
        What is drawn from; None draws the same rows and stars each time.
    """
    drawn = generator or np.random.default_rng(_SEED)
    seen = _rows(graph, drawn)
    sampled = {size: _sample(graph, size, n_stars, drawn) for size in sizes}
    return PruneReport(
        embedding.kind,
        embedding.dimension,
        _share(embedding.certificate > NO_CERTIFICATE),
        _share(embedding.certificate == ANY_SIZE),
        tuple(
            _pruning(embedding, graph, seen, stars, known)
            for stars in sampled.items()
            for known in (True, False)
        ),
    )


def dismissed_share(embedding: DominanceEmbedding, graph: DataGraph, query: MatchQuery, node: int) -> float:
    """Share of the rows that pattern ``node`` could take by rows and mask, which ``embedding`` dismisses, 0 to 1."""
    rows = query.node_rows[node]
    rows = np.arange(graph.n_nodes, dtype=np.int32) if rows is None else rows
    mask = query.node_masks[node]
    return _missing(admits(embedding, graph, query, node, rows if mask is None else rows[mask[rows]]))


def _pruning(
    embedding: DominanceEmbedding, graph: DataGraph, seen: _Rows, sampled: tuple[int, list[Star]], known: bool
) -> StarPruning:
    size, stars = sampled
    dismissed, dismissible = [], []
    for centre, *arcs in stars:
        alike = graph.label_set[seen.rows] == graph.label_set[centre]
        query = _star_query(graph, seen.rows[alike], arcs, known)
        dismissed.append(dismissed_share(embedding, graph, query, 0))
        dismissible.append(_missing(_takes(graph, seen, arcs, known)[alike]))
    return StarPruning(size, known, len(stars), _mean(dismissed), _mean(dismissible))


def _rows(graph: DataGraph, generator: np.random.Generator) -> _Rows:
    """All rows, or `_MOST_ROWS` of them drawn at random, with what is around them."""
    rows = np.arange(graph.n_nodes, dtype=np.int32)
    if len(rows) > _MOST_ROWS:
        rows = np.sort(generator.choice(rows, _MOST_ROWS, replace=False))
    slots, places = _around(graph.outgoing, rows)
    in_slots, in_places = _around(graph.incoming, rows)
    loops = graph.outgoing.indices[places] == rows[slots]
    entering = graph.incoming.indices[in_places] != rows[in_slots]
    in_slots, in_places = in_slots[entering], in_places[entering]
    return _Rows(
        rows,
        np.concatenate([slots, in_slots]),
        graph.relation[np.concatenate([places, graph.incoming.data[in_places]])],
        np.concatenate([graph.outgoing.indices[places], graph.incoming.indices[in_places]]),
        np.concatenate([np.where(loops, _LOOPS, _LEAVES), np.full(len(in_slots), _ENTERS)]),
    )


def _around(csr: CSR, rows: Int32) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Slots of ``rows`` and places of ``csr``, one of each for every relationship at one of them."""
    starts, counts = csr.indptr[rows], csr.indptr[rows + 1] - csr.indptr[rows]
    slots = np.repeat(np.arange(len(rows)), counts)
    first = np.repeat(starts - np.cumsum(counts) + counts, counts)
    return slots, first + np.arange(len(slots))


def _sample(graph: DataGraph, size: int, n_stars: int, generator: np.random.Generator) -> list[Star]:
    stars: list[Star] = []
    degrees = graph.outgoing.degrees + graph.incoming.degrees
    large = np.flatnonzero(degrees >= size)
    for _ in range(_TRIES * n_stars if len(large) else 0):
        centre = int(generator.choice(large))
        arcs = _arcs(graph, centre)
        if len(arcs) >= size:
            stars.append([centre, *arcs[generator.choice(len(arcs), size, replace=False)].tolist()])
        if len(stars) == n_stars:
            break
    return stars


def _arcs(graph: DataGraph, node: int) -> NDArray[np.int64]:
    """Relationships at ``node``, a loop once, as twice their row and 1 more where they enter."""
    out, into = graph.outgoing, graph.incoming
    leaving = out.rows_at(slice(out.indptr[node], out.indptr[node + 1])).astype(np.int64)
    entering = into.data[into.indptr[node] : into.indptr[node + 1]].astype(np.int64)
    return np.concatenate([2 * leaving, 2 * entering[graph.sources[entering] != node] + 1])


def _ends(graph: DataGraph, arc: int) -> tuple[int, int, int]:
    """Relation, row at the other end, and side (1: it enters) of what `_arcs` numbered."""
    row, side = divmod(arc, 2)
    other = graph.sources[row] if side else graph.outgoing.indices[row]
    return int(graph.relation[row]), int(other), side


def _star_query(graph: DataGraph, rows: Int32, arcs: list[int], known: bool) -> MatchQuery:
    """The pattern of a star whose centre may be any of ``rows``; two leaves may be one row."""
    ends = [_ends(graph, arc) for arc in arcs]
    leaves = np.arange(1, len(arcs) + 1, dtype=np.int32)
    enters = np.array([side for _, _, side in ends], np.bool_)
    relations = np.arange(graph.n_relations)
    return MatchQuery(
        heads=np.where(enters, leaves, 0).astype(np.int32),
        tails=np.where(enters, 0, leaves).astype(np.int32),
        node_rows=(rows, *(np.array([other], np.int32) if known else None for _, other, _ in ends)),
        node_masks=(None,) * (len(arcs) + 1),
        edge_relations=tuple(relations == relation for relation, _, _ in ends),
        relationship_masks=(None,) * len(arcs),
        injective=False,
    )


def _takes(graph: DataGraph, seen: _Rows, arcs: list[int], known: bool) -> NDArray[np.bool_]:
    """Which rows have the star's relationships: enough for each relation and, where it is known, each other end."""
    asked: dict[tuple[int, int | None], list[int]] = {}
    for arc in arcs:
        relation, other, side = _ends(graph, arc)
        asked.setdefault((relation, other if known else None), [0, 0])[side] += 1
    takes = np.ones(len(seen.rows), np.bool_)
    for (relation, end), (leaving, entering) in asked.items():
        fits = (seen.relations == relation) & (True if end is None else seen.others == end)
        counts = np.bincount(3 * seen.slots[fits] + seen.runs[fits], minlength=3 * len(takes)).reshape(-1, 3)
        # A loop may stand for one that leaves or for one that enters, not for both.
        lacking = np.maximum(0, leaving - counts[:, _LEAVES]) + np.maximum(0, entering - counts[:, _ENTERS])
        takes &= lacking <= counts[:, _LOOPS]
    return takes


def _missing(kept: NDArray[np.bool_]) -> float:
    return 1.0 - float(kept.mean()) if len(kept) else 0.0


def _share(values: NDArray[np.bool_]) -> float:
    return float(values.mean()) if len(values) else 0.0


def _mean(values: list[float]) -> float:
    return float(np.mean(values)) if values else 0.0
