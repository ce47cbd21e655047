"""Vectors of relationships, read again from Neo4j: all of them or none, since tracing would miss the rest silently."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn, gather_strings
from motif.catalog.reading_vectors import content_hash, stacked, stamp_of
from motif.catalog.text_vectors import rows_of_strings
from motif.graphs.columns import VECTOR
from motif.graphs.distinct import distinct
from motif.graphs.projection import INTEGER, STRING, Projection, StoredTriples, VectorSet
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
    rows : int32 or int64 (m,)
        Where in these columns the relationship of each row stands.
    """

    vectors: PropertyColumn
    stamps: PropertyColumn
    contents: PropertyColumn
    rows: NDArray[np.int32] | NDArray[np.int64]

    @property
    def models(self) -> tuple[NDArray[np.int32], tuple[tuple[str, ...], ...]]:
        """`StoredTriples.model` and `StoredTriples.models`."""
        is_told = (
            (self.vectors.kind == VECTOR) & (self.stamps.kind == STRING) & (self.contents.kind == INTEGER)
        )
        stamps = gather_strings(self.stamps.text, np.flatnonzero(is_told))
        pairs = np.stack(
            [rows_of_strings(stamps, stamps), np.diff(self.vectors.offsets)[is_told] // 4], axis=1
        )
        found, which = np.unique(pairs, axis=0, return_inverse=True)
        values = [(stamps[first], str(dimension)) for first, dimension in found.tolist()]
        models = tuple(sorted({*values, *(() if is_told.all() else ((),))}))
        model = np.zeros(len(is_told), np.int32)
        model[is_told] = np.array([models.index(value) for value in values], np.int32)[which.reshape(-1)]
        return model[self.rows], models

    @property
    def content(self) -> NDArray[np.int64]:
        """`StoredTriples.content`, where there is a vector."""
        number = np.where(self.contents.kind == INTEGER, self.contents.number, 0)
        found: NDArray[np.int64] = number[self.rows]
        return found

    def vectors_of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The distinct contents of ``rows``, ascending, and the first vector of each; all of one dimension."""
        keys, first = np.unique(self.content[rows], return_index=True)
        places = self.rows[rows[first]].astype(np.int64)
        if not len(places):
            return keys, np.empty((0, 0), np.float32)
        size = int(self.vectors.offsets[places[0] + 1] - self.vectors.offsets[places[0]]) // 4
        order = np.argsort(places)
        matrix = np.empty((len(places), size), np.float32)
        matrix[order] = stacked(self.vectors, places[order], size)
        return keys, matrix


def stored_triples(written: WrittenTriples) -> StoredTriples:
    """What a later refresh must know of vectors of relationships."""
    model, models = written.models
    chosen = commonest(model, models)
    rows = np.empty(0, np.int64) if chosen is None else np.flatnonzero(model == chosen)
    return StoredTriples(model, models, written.content, *written.vectors_of(rows))


def commonest(model: NDArray[np.int32], models: tuple[tuple[str, ...], ...]) -> int | None:
    """The code of the model that made most vectors; None without any."""
    counts = np.bincount(model, minlength=len(models)).tolist()
    known = [code for code, value in enumerate(models) if value]
    return max(known, key=lambda code: (counts[code], -code), default=None)


@dataclass(frozen=True, slots=True)
class TriplesRead:
    """The vectors, or None where they cannot be used; and for people what was read, or why nothing was."""

    vectors: VectorSet | None
    note: str


def read_triples(found: StoredTriples, projection: Projection) -> TriplesRead:
    """The vectors of the relationships of ``projection``, where every one has its own of one model.

    A vector whose content hash is not that of the text that its relationship has now counts as none.
    """
    hashes = text_hashes(triple_texts(projection))
    used = np.flatnonzero(hashes != _NO_TEXT)
    has_vector = np.array([bool(value) for value in found.models] or [False])[found.model[used]]
    has_vector &= found.content[used] == hashes[used]
    lacking = int((~has_vector).sum())
    if lacking or not len(used):
        total = f"{projection.n_relationships:,} relationships"
        return _left_out(f"{lacking:,} of {total} have none, or one of another text")
    models = [found.models[code] for code in distinct(found.model[used]).tolist()]
    stamps = {model for model, _ in models}
    if len(stamps) > 1:
        return _left_out(f"{len(stamps)} models made them")
    if len(models) > 1:
        sizes = sorted(int(dimension) for _, dimension in models)
        return _left_out(f"they have {', '.join(map(str, sizes))} dimensions")
    return _vectors(found, hashes, stamp_of(models[0][0]))


def text_hashes(texts: Iterable[str]) -> NDArray[np.int64]:
    """`content_hash` of each text; one of nothing but spaces, which gets no vector, as the empty one."""
    return np.fromiter((_NO_TEXT if text.isspace() else content_hash(text) for text in texts), np.int64)


def _vectors(found: StoredTriples, hashes: NDArray[np.int64], model: EncoderStamp) -> TriplesRead:
    """The vectors, each distinct text's once, in the order in which relationships first have it."""
    used = np.flatnonzero(hashes != _NO_TEXT)
    distinct, first, inverse = np.unique(hashes[used], return_index=True, return_inverse=True)
    rank, order = np.empty(len(first), np.int32), np.argsort(first)
    rank[order] = np.arange(len(first), dtype=np.int32)
    matrix = found.matrix[np.searchsorted(found.keys, distinct[order])]
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
