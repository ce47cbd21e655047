"""Vectors of relationships, read again from Neo4j: all of them or none, since tracing would miss the rest silently."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.reading_vectors import content_hash, stacked, stamp_of
from motif.graphs.columns import VECTOR
from motif.graphs.projection import INTEGER, STRING, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.triples import triple_texts

_NO_TEXT = content_hash("")
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class WrittenTriples:
    """What relationships hold, in the order in which they were read.

    Attributes
    ----------
    vectors, stamps, contents : PropertyColumn
        The vector, its model, and the hash of the text that it was made of.
    rows : int32 (m,)
        Where in these columns the relationship of each row stands.
    """

    vectors: PropertyColumn
    stamps: PropertyColumn
    contents: PropertyColumn
    rows: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class TriplesRead:
    """The vectors, or None where they cannot be used; and for people what was read, or why nothing was."""

    vectors: VectorSet | None
    note: str


def read_triples(found: WrittenTriples, projection: Projection) -> TriplesRead:
    """The vectors of the relationships of ``projection``, where every one has its own of one model.

    A vector whose content hash is not that of the text that its relationship has now counts as none.
    """
    hashes = text_hashes(triple_texts(projection))
    used = np.flatnonzero(hashes != _NO_TEXT)
    places = found.rows[used]
    has_vector = (found.vectors.kind[places] == VECTOR) & (found.stamps.kind[places] == STRING)
    has_vector &= (found.contents.kind[places] == INTEGER) & (found.contents.number[places] == hashes[used])
    lacking = int((~has_vector).sum())
    if lacking or not len(used):
        total = f"{projection.n_relationships:,} relationships"
        return _left_out(f"{lacking:,} of {total} have none, or one of another text")
    models = {found.stamps.text[place] for place in places.tolist()}
    if len(models) > 1:
        return _left_out(f"{len(models)} models made them")
    (model,) = models
    return _vectors(found.vectors, hashes, found.rows, stamp_of(model))


def text_hashes(texts: Iterable[str]) -> NDArray[np.int64]:
    """`content_hash` of each text; one of nothing but spaces, which gets no vector, as the empty one."""
    return np.fromiter((_NO_TEXT if text.isspace() else content_hash(text) for text in texts), np.int64)


def _vectors(
    column: PropertyColumn, hashes: NDArray[np.int64], rows: NDArray[np.int32], model: EncoderStamp
) -> TriplesRead:
    """The vectors, each distinct text's once, in the order in which relationships first have it."""
    used = np.flatnonzero(hashes != _NO_TEXT)
    _, first, inverse = np.unique(hashes[used], return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    places = rows[used[np.sort(first)]].astype(np.int64)
    sizes = np.unique(np.diff(column.offsets)[rows[used]]).tolist()
    if len(sizes) > 1:
        return _left_out(f"they have {', '.join(str(size // 4) for size in sizes)} dimensions")
    order = np.argsort(places)
    matrix = np.empty((len(places), sizes[0] // 4), np.float32)
    matrix[order] = stacked(column, places[order], sizes[0] // 4)
    lengths = np.linalg.norm(matrix, axis=1)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        return _left_out("some are zero or not finite")
    if (np.abs(lengths - 1) > _TOLERANCE).any():
        matrix /= lengths[:, None]
    index = np.full(len(hashes), -1, np.int32)
    index[used] = rank[inverse]
    stamp = EncoderStamp(model.name, matrix.shape[1], model.hash)
    return TriplesRead(VectorSet(stamp, index, matrix), f"{stamp.text}, read for {len(used):,} relationships")


def _left_out(reason: str) -> TriplesRead:
    return TriplesRead(None, f"left out: {reason}; embed again to use them")
