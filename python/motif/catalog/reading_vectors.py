"""Vectors that nodes have already, read from their properties."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.plan import VectorPlan
from motif.errors import InvalidInput
from motif.graphs.columns import VECTOR
from motif.graphs.projection import INTEGER, STRING, TEXT, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable

TEXT_NOTE = "textEmbeddings"
"""Where the configuration of a projection says why vectors of its nodes were left out."""


@dataclass(frozen=True, slots=True)
class VectorsRead:
    """What properties of nodes gave.

    Attributes
    ----------
    vectors
        By kind; of a kind that was left out none.
    note
        For people: why a kind was left out; empty where none was.
    """

    vectors: dict[str, VectorSet]
    note: str = ""


def read_vectors(
    columns: Mapping[str, PropertyColumn],
    plans: Sequence[VectorPlan],
    texts: Mapping[str, StringTable | None],
) -> VectorsRead:
    """Vectors by kind, from properties that hold lists of floats; a kind of which no node has one is left out.

    Where stamps tell that several models made them, those of the most frequent are taken. A vector of zeros,
    one that is not finite, and one whose content hash is not that of the node's text in ``texts`` (by kind) counts
    as none. Vectors that Motif wrote itself, which carry such hashes, are left out together where a node with a text
    has none: a call that was cut off wrote some of them, or texts are new, and a search would silently not find the
    others. Those of a property that the user named are taken as they are.

    Raises `InvalidInput` when vectors of one model differ in dimension.
    """
    found, note = {}, ""
    for plan in plans:
        stamps = columns[plan.stamp_property] if plan.stamp_property else None
        current = columns[plan.property].kind == VECTOR
        if plan.content_property is not None:
            current &= ~_outdated(columns[plan.content_property], current, texts.get(plan.kind))
        vectors = _read(columns[plan.property], current, stamps, plan)
        if vectors is None:
            continue
        lacking = _left_out(plan, vectors, texts.get(plan.kind))
        note = lacking or note
        if not lacking:
            found[plan.kind] = vectors
    return VectorsRead(found, note)


def _left_out(plan: VectorPlan, vectors: VectorSet, texts: StringTable | None) -> str:
    """Why vectors that Motif wrote cannot be taken; empty where every node with a text has its own."""
    if plan.content_property is None or texts is None:
        return ""
    named = np.fromiter((bool(text) and not text.isspace() for text in texts), np.bool_, len(texts))
    total, has = int(named.sum()), int((named & (vectors.index >= 0)).sum())
    if has == total:
        return ""
    what = "texts" if plan.kind == TEXT else "names"
    return f"left out: {has:,} of {total:,} nodes with {what} have theirs in {plan.property}; embed again to use them"


def content_hash(text: str) -> int:
    """What is written beside a vector to tell later whether the text is still the same: 64 bits, signed.

    >>> content_hash("Heat") == content_hash("Heat"), content_hash("Heat") == content_hash("heat")
    (True, False)
    """
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def _outdated(
    contents: PropertyColumn, has_vector: NDArray[np.bool_], texts: StringTable | None
) -> NDArray[np.bool_]:
    """Nodes whose text is no longer the one that their vector was made of."""
    outdated = np.zeros_like(has_vector)
    if texts is not None:
        for row in np.flatnonzero(has_vector & (contents.kind == INTEGER)).tolist():
            outdated[row] = int(contents.number[row]) != content_hash(texts[row])
    return outdated


def _read(
    column: PropertyColumn, has_vector: NDArray[np.bool_], stamps: PropertyColumn | None, plan: VectorPlan
) -> VectorSet | None:
    encoder = EncoderStamp(plan.encoder or "", 0)
    if stamps is not None:
        has_vector, encoder = _of_one_model(has_vector, stamps, encoder)
    rows = np.flatnonzero(has_vector)
    if not len(rows):
        return None
    sizes = np.diff(column.offsets)[rows] // 4
    dimensions = np.unique(sizes).tolist()
    if len(dimensions) > 1:
        raise InvalidInput(
            f"Property '{plan.property}' holds vectors of {', '.join(map(str, dimensions))} dimensions.",
            hint="Name one property per model as embeddingProperty.",
        )
    matrix = stacked(column, rows, dimensions[0])
    norms = np.linalg.norm(matrix, axis=1)
    usable = np.isfinite(norms) & (norms > 0)
    index = np.full(len(column.kind), -1, dtype=np.int32)
    index[rows[usable]] = np.arange(int(usable.sum()), dtype=np.int32)
    matrix = matrix[usable] / norms[usable, None]
    return VectorSet(
        EncoderStamp(encoder.name, dimensions[0], encoder.hash), index, np.ascontiguousarray(matrix)
    )


def stacked(column: PropertyColumn, rows: NDArray[np.int64], dimension: int) -> NDArray[np.float32]:
    """The vectors that ``rows`` hold, all of one dimension, float32 (len(rows), dimension)."""
    # Where all bytes are vectors of one length, they are the matrix already.
    if len(column.data) == len(rows) * dimension * 4:
        return np.frombuffer(column.data, dtype="<f4").reshape(-1, dimension)
    parts = [column.data[column.offsets[row] : column.offsets[row + 1]] for row in rows]
    return np.frombuffer(np.concatenate(parts), dtype="<f4").reshape(-1, dimension)


def _of_one_model(
    has_vector: NDArray[np.bool_], stamps: PropertyColumn, unknown: EncoderStamp
) -> tuple[NDArray[np.bool_], EncoderStamp]:
    rows = np.flatnonzero(has_vector & (stamps.kind == STRING))
    texts = np.array([stamps.text[row] for row in rows.tolist()], dtype=object)
    if not len(rows):
        return has_vector, unknown
    values, counts = np.unique(texts.astype(str), return_counts=True)
    chosen = str(values[counts.argmax()])
    kept = np.zeros_like(has_vector)
    kept[rows[texts == chosen]] = True
    return kept, stamp_of(chosen)


def stamp_of(text: str) -> EncoderStamp:
    """The stamp whose `EncoderStamp.text` this is.

    >>> stamp_of("all-MiniLM-L6-v2@53aa5117")
    EncoderStamp(name='all-MiniLM-L6-v2', dimension=0, hash='53aa5117')
    """
    name, _, fingerprint = text.rpartition("@")
    return EncoderStamp(name, 0, fingerprint) if name else EncoderStamp(text, 0)
