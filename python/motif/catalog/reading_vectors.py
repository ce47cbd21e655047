"""Vectors that nodes have already, read from their properties."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn, gather_strings
from motif.catalog.plan import VectorPlan
from motif.catalog.text_vectors import rows_of_strings
from motif.errors import InvalidInput
from motif.graphs.columns import VECTOR
from motif.graphs.distinct import distinct
from motif.graphs.projection import INTEGER, STRING, TEXT, UNSTAMPED, StoredVectors, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable

_MAY_BE_SPACE = np.isin(np.arange(256), [*range(9, 14), *range(28, 33), 0xC2, 0xE1, 0xE2, 0xE3])
"""Of each byte, whether a space begins with it in UTF-8."""

_AT_ONCE = 1 << 14
"""Vectors that are normalised together: what is made on the way stays small beside them."""

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
    stored
        By kind: what the properties hold, also of a kind that was left out.
    """

    vectors: dict[str, VectorSet]
    note: str
    stored: dict[str, StoredVectors]


def read_vectors(
    columns: Mapping[str, PropertyColumn],
    plans: Sequence[VectorPlan],
    texts: Mapping[str, StringTable | None],
    *,
    in_place: bool = False,
) -> VectorsRead:
    """Vectors by kind, from properties that hold lists of floats; a kind of which no node has one is left out.

    Where stamps tell that several models made them, those of the most frequent are taken. A vector of zeros,
    one that is not finite, and one whose content hash is not that of the node's text in ``texts`` (by kind) counts
    as none. Vectors that Motif wrote itself, which carry such hashes, are left out together where a node with a text
    has none: a call that was cut off wrote some of them, or texts are new, and a search would silently not find the
    others. Those of a property that the user named are taken as they are.

    Parameters
    ----------
    in_place
        Whether nobody else needs the columns of vectors: their bytes become the matrices then.

    Raises `InvalidInput` when vectors of one model differ in dimension.
    """
    names = [plan.property for plan in plans]
    in_place = in_place and len(set(names)) == len(names)
    stored = {plan.kind: _stored(columns, plan, texts.get(plan.kind), in_place=in_place) for plan in plans}
    return taken(stored, plans, texts)


def taken(
    stored: dict[str, StoredVectors], plans: Sequence[VectorPlan], texts: Mapping[str, StringTable | None]
) -> VectorsRead:
    """What `read_vectors` gives, of what properties hold."""
    found, note = {}, ""
    for plan in plans:
        entry = stored[plan.kind]
        if not any(entry.models):
            continue
        lacking = _left_out(plan, entry.vectors, texts.get(plan.kind))
        note = lacking or note
        if not lacking:
            found[plan.kind] = entry.vectors
    return VectorsRead(found, note, stored)


def _left_out(plan: VectorPlan, vectors: VectorSet, texts: StringTable | None) -> str:
    """Why vectors that Motif wrote cannot be taken; empty where every node with a text has its own."""
    if plan.content_property is None or texts is None:
        return ""
    named = are_said(texts)
    total, has = int(named.sum()), int((named & (vectors.index >= 0)).sum())
    if has == total:
        return ""
    what = "texts" if plan.kind == TEXT else "names"
    return f"left out: {has:,} of {total:,} nodes with {what} have theirs in {plan.property}; embed again to use them"


def are_said(texts: StringTable) -> NDArray[np.bool_]:
    """Which texts hold more than spaces, bool (n,).

    >>> are_said(StringTable.from_strings(["Heat", "", " \\n", " a", "\\u3000"])).tolist()
    [True, False, False, True, False]
    """
    said: NDArray[np.bool_] = np.diff(texts.offsets) > 0
    rows = np.flatnonzero(said)
    doubtful = rows[_MAY_BE_SPACE[texts.data[texts.offsets[rows]]]]
    said[doubtful] = [not text.isspace() for text in texts.take(doubtful)]
    return said


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


def _stored(
    columns: Mapping[str, PropertyColumn], plan: VectorPlan, texts: StringTable | None, *, in_place: bool
) -> StoredVectors:
    model, models = models_of(columns, plan, texts)
    chosen = most_frequent(model, models)
    column = columns[plan.property]
    if chosen is None:
        return StoredVectors(model, models, no_vectors(len(column.kind)))
    rows = np.flatnonzero(model == chosen)
    matrix, usable = normalised(column, rows, one_dimension(column, rows, plan), in_place=in_place)
    index = np.full(len(column.kind), -1, dtype=np.int32)
    index[rows[usable]] = np.arange(len(matrix), dtype=np.int32)
    return StoredVectors(
        model, models, VectorSet(encoder_of(models[chosen], matrix.shape[1], plan), index, matrix)
    )


def no_vectors(rows: int) -> VectorSet:
    """The vectors of rows none of which has one."""
    return VectorSet(EncoderStamp("", 0), np.full(rows, -1, np.int32), np.empty((0, 0), np.float32))


def models_of(
    columns: Mapping[str, PropertyColumn], plan: VectorPlan, texts: StringTable | None
) -> tuple[NDArray[np.int32], tuple[tuple[str, ...], ...]]:
    """What made the vector of each row: `StoredVectors.model` and `StoredVectors.models`. Each row by itself."""
    has_vector = columns[plan.property].kind == VECTOR
    if plan.content_property is not None:
        has_vector &= ~_outdated(columns[plan.content_property], has_vector, texts)
    said = _Stamps.of(columns[plan.stamp_property], has_vector) if plan.stamp_property else None
    stamped = np.empty(0, np.int64) if said is None else said.rows
    found: set[tuple[str, ...]] = set() if said is None else {(text,) for text in said.texts}
    found |= {()} if not has_vector.all() else set()
    found |= {UNSTAMPED} if int(has_vector.sum()) > len(stamped) else set()
    models = tuple(sorted(found))
    code_of = {value: code for code, value in enumerate(models)}
    model = np.where(has_vector, code_of.get(UNSTAMPED, 0), code_of.get((), 0)).astype(np.int32)
    if said is not None:
        model[stamped] = np.array([code_of[(text,)] for text in said.texts], np.int32)[said.which]
    return model, models


@dataclass(frozen=True, slots=True)
class _Stamps:
    """The rows that carry a stamp, the stamps that there are, and which of these each row carries."""

    rows: NDArray[np.int64]
    texts: list[str]
    which: NDArray[np.int64]

    @classmethod
    def of(cls, stamps: PropertyColumn, has_vector: NDArray[np.bool_]) -> _Stamps:
        rows = np.flatnonzero(has_vector & (stamps.kind == STRING))
        table = gather_strings(stamps.text, rows)
        firsts, which = np.unique(rows_of_strings(table, table), return_inverse=True)
        return cls(rows, table.take(firsts), which)


def most_frequent(model: NDArray[np.int32], models: Sequence[tuple[str, ...]]) -> int | None:
    """The code of the model that made most vectors, among stamped ones where there are any; None without vectors."""
    counts = np.bincount(model, minlength=len(models)).tolist()
    stamped = [code for code, value in enumerate(models) if len(value) == 1]
    if stamped:
        return max(stamped, key=lambda code: (counts[code], -code))
    return models.index(UNSTAMPED) if UNSTAMPED in models else None


def encoder_of(model: tuple[str, ...], dimension: int, plan: VectorPlan) -> EncoderStamp:
    """The stamp of vectors that ``model`` made."""
    known = EncoderStamp(plan.encoder or "", 0) if model == UNSTAMPED else stamp_of(model[0])
    return EncoderStamp(known.name, dimension, known.hash)


def one_dimension(column: PropertyColumn, rows: NDArray[np.int64], plan: VectorPlan, *known: int) -> int:
    """The dimension of the vectors of ``rows``, and of those that are ``known``; raises `InvalidInput` for several."""
    found: list[int] = distinct(np.diff(column.offsets)[rows] // 4).tolist()
    dimensions = sorted({*known, *found})
    if len(dimensions) > 1:
        raise InvalidInput(
            f"Property '{plan.property}' holds vectors of {', '.join(map(str, dimensions))} dimensions.",
            hint="Name one property per model as embeddingProperty.",
        )
    return dimensions[0]


def normalised(
    column: PropertyColumn, rows: NDArray[np.int64], dimension: int, *, in_place: bool = False
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The vectors of ``rows`` at length 1, but for zeros and those that are not finite; which rows have one.

    With ``in_place`` the column's bytes become the matrix, where they can: it holds nothing else afterwards.
    """
    matrix = stacked(column, rows, dimension)
    norms = np.zeros(len(matrix), np.float32)
    for start in range(0, len(matrix), _AT_ONCE):
        norms[start : start + _AT_ONCE] = np.linalg.norm(matrix[start : start + _AT_ONCE], axis=1)
    usable: NDArray[np.bool_] = np.isfinite(norms) & (norms > 0)
    kept = np.flatnonzero(usable)
    is_own = in_place and matrix.flags.writeable
    target = matrix if is_own else np.empty((len(kept), matrix.shape[1]), np.float32)
    for start in range(0, len(kept), _AT_ONCE):
        part = kept[start : start + _AT_ONCE]  # none before its place in the target
        target[start : start + len(part)] = matrix[part] / norms[part, None]
    return target[: len(kept)], usable


def stacked(column: PropertyColumn, rows: NDArray[np.int64], dimension: int) -> NDArray[np.float32]:
    """The vectors that ``rows`` hold, all of one dimension, float32 (len(rows), dimension)."""
    # Where all bytes are vectors of one length, they are the matrix already.
    if len(column.data) == len(rows) * dimension * 4:
        return np.frombuffer(column.data, dtype="<f4").reshape(-1, dimension)
    if not len(rows):
        return np.empty((0, dimension), np.float32)
    return np.frombuffer(gather_strings(column.text, rows).data, dtype="<f4").reshape(-1, dimension)


def stamp_of(text: str) -> EncoderStamp:
    """The stamp whose `EncoderStamp.text` this is.

    >>> stamp_of("all-MiniLM-L6-v2@53aa5117")
    EncoderStamp(name='all-MiniLM-L6-v2', dimension=0, hash='53aa5117')
    """
    name, _, fingerprint = text.rpartition("@")
    return EncoderStamp(name, 0, fingerprint) if name else EncoderStamp(text, 0)
