"""Vectors that a projection takes over from the one before it, because the texts are the same."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import LABEL, NAME, RELATION, TEXT, Projection, VectorSet


def carried_vectors(old: Projection, new: Projection) -> dict[str, VectorSet]:
    """The vectors of ``new``, and those of ``old`` of each kind whose every text has its vector there.

    A kind of which a text is new is left out whole, since a search would silently not find it. Vectors that were
    read from the database are not carried: they need not depend on a text alone. The matrix stays the same array.
    """
    carried = dict(new.vectors)
    if old.configuration.get("embeddingProperty"):
        return carried
    before, after = _texts(old), _texts(new)
    for kind, vectors in old.vectors.items():
        if kind in carried or kind not in after or kind not in before:
            continue
        index = _moved(before[kind], vectors.index, after[kind])
        if index is not None:
            carried[kind] = VectorSet(vectors.encoder, index, vectors.matrix)
    return carried


def _texts(projection: Projection) -> dict[str, Iterable[str]]:
    """The texts that vectors of each kind stand for, in the order of their index."""
    nodes = projection.nodes
    texts: dict[str, Iterable[str]] = {NAME: nodes.names, LABEL: projection.labels}
    texts[RELATION] = projection.relationships.relations
    if nodes.texts is not None:
        texts[TEXT] = nodes.texts
    return texts


def _moved(before: Iterable[str], index: NDArray[np.int32], after: Iterable[str]) -> NDArray[np.int32] | None:
    """The index for the texts ``after``, -1 for empty ones; None when one of them had no vector."""
    rows = {text: row for text, row in zip(before, index.tolist(), strict=True) if row >= 0}
    rows[""] = -1
    moved = [rows.get(text) for text in after]
    return None if None in moved else np.array(moved, dtype=np.int32)
