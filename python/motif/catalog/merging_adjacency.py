"""Adjacency of a projection with what has changed of its relationships: moved and spliced, never sorted anew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.splicing import Splice, renumbered
from motif.graphs.csr import CSR
from motif.graphs.projection import Projection


@dataclass(frozen=True, slots=True)
class NewEnds:
    """The ends of the relationships that were read, in the order of their rows.

    Attributes
    ----------
    source, target : int32 (d,)
        Rows as they are afterwards.
    base_target : int64 (d,), in_base : bool (d,)
        The target's row in the base, or that before which it would stand; and whether it was there.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    base_target: NDArray[np.int64]
    in_base: NDArray[np.bool_]


def merged_adjacency(
    base: Projection,
    target: NDArray[np.int32],
    moved: NDArray[np.int32] | None,
    links: Splice,
    new: NewEnds,
    n_nodes: int,
) -> tuple[CSR, CSR]:
    """The outgoing and the incoming CSR, as `motif.catalog.ordering.adjacency` gives them. O(n + m) copying.

    Parameters
    ----------
    target
        Of all relationships as they are afterwards.
    moved
        The row of each node of the base afterwards, -1 for those that have gone; None where none has another row.
    links
        Which rows of relationships go, and where new ones stand.
    """
    before, gone = base.relationships, links.removed
    starts = _starts(base.outgoing.indptr, before.sources[gone], new.source, moved, n_nodes)
    outgoing = CSR(starts, target)
    order = np.argsort(new.target, kind="stable")
    splice = _of_incoming(base, links, new, order)
    sources, numbers = base.incoming.indices, base.incoming.data
    sources = sources if moved is None else renumbered(moved, sources)
    numbers = numbers if links.keeps_rows else renumbered(links.kept_rows, numbers)
    incoming = CSR(
        _starts(base.incoming.indptr, before.target[gone], new.target, moved, n_nodes),
        splice.array(sources, new.source[order]),
        splice.array(numbers, links.new_rows[order].astype(np.int32)),
    )
    return outgoing, incoming


def _of_incoming(base: Projection, links: Splice, new: NewEnds, order: NDArray[np.int64]) -> Splice:
    """The same change as ``links``, of the incoming relationships, which ascend by target and row."""
    csr = base.incoming
    gone = base.relationships.target[links.removed].astype(np.int64)
    removed = np.sort(_positions(csr, csr.indptr[gone], csr.indptr[gone + 1], links.removed))
    low = csr.indptr[new.base_target]
    high = csr.indptr[np.minimum(new.base_target + new.in_base, base.n_nodes)]
    return Splice(len(csr.indices), removed, _positions(csr, low, high, links.places)[order])


def _positions(
    csr: CSR, low: NDArray[np.int32], high: NDArray[np.int32], rows: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Where in ``csr.data``, from ``low`` to ``high``, each of ``rows`` stands or would: a bisection of all at once."""
    first, last = low.astype(np.int64), high.astype(np.int64)
    while (open_ := np.flatnonzero(first < last)).size:
        middle = (first[open_] + last[open_]) // 2
        is_before = csr.rows_at(middle) < rows[open_]
        first[open_[is_before]] = middle[is_before] + 1
        last[open_[~is_before]] = middle[~is_before]
    return first


def _starts(
    indptr: NDArray[np.int32],
    lost: NDArray[np.int32],
    gained: NDArray[np.int32],
    moved: NDArray[np.int32] | None,
    n_nodes: int,
) -> NDArray[np.int32]:
    """Where each node's relationships begin: ``lost`` are ends by rows of the base, ``gained`` by rows afterwards."""
    degrees = np.diff(indptr)
    np.subtract.at(degrees, lost, 1)
    starts = np.zeros(n_nodes + 1, dtype=np.int32)
    if moved is None:
        starts[1 : len(degrees) + 1] = degrees
    else:
        is_there = moved >= 0
        starts[1:][moved[is_there]] = degrees[is_there]
    np.add.at(starts, gained.astype(np.int64) + 1, 1)
    np.cumsum(starts, out=starts)
    return starts
