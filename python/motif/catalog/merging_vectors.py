"""Vectors that properties hold, with what has changed of them: of the other nodes nothing is read again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from motif.catalog.accumulating import PropertyColumn
from motif.catalog.delta import united
from motif.catalog.plan import VectorPlan
from motif.catalog.reading_triples import WrittenTriples, commonest
from motif.catalog.reading_vectors import (
    encoder_of,
    models_of,
    most_frequent,
    no_vectors,
    normalised,
    one_dimension,
)
from motif.catalog.splicing import Splice
from motif.graphs.distinct import distinct
from motif.graphs.projection import Column, Stored, StoredTriples, StoredVectors, VectorSet
from motif.graphs.strings import StringTable


def of_several_models(stored: Stored) -> bool:
    """Whether vectors of one kind are of several models: those of all but one of them are not kept."""
    models = [entry.models for entry in stored.vectors.values()]
    models += [] if stored.triples is None else [stored.triples.models]
    return any(sum(map(bool, each)) > 1 for each in models)


def merged_vectors(
    base: StoredVectors,
    splice: Splice,
    columns: Mapping[str, PropertyColumn],
    plan: VectorPlan,
    texts: StringTable | None,
) -> StoredVectors:
    """What `motif.catalog.reading_vectors.read_vectors` would find stored in all rows afterwards.

    Parameters
    ----------
    base
        Not of several models.
    columns, texts
        Of the new rows.

    Raises `InvalidInput` when vectors of one model differ in dimension.
    """
    new = models_of(columns, plan, texts)
    model, models = united(splice, (base.model, base.models), new)
    chosen = most_frequent(model, models)
    if chosen is None:
        return StoredVectors(model, models, no_vectors(splice.n_rows))
    value, column = models[chosen], columns[plan.property]
    rows = np.flatnonzero(new[0] == new[1].index(value)) if value in new[1] else np.empty(0, np.int64)
    kept = base.vectors if value in base.models else no_vectors(splice.n_base)
    known = [kept.matrix.shape[1]] if _is_kept(base, splice, value) else []
    matrix, usable = normalised(column, rows, one_dimension(column, rows, plan, *known))
    is_new = np.zeros(len(splice.places), np.bool_)
    is_new[rows[usable]] = True
    index, joined = _joined(kept, splice, is_new, matrix)
    return StoredVectors(model, models, VectorSet(encoder_of(value, joined.shape[1], plan), index, joined))


def _is_kept(base: StoredVectors, splice: Splice, value: tuple[str, ...]) -> bool:
    """Whether a row that stays has a vector of that model."""
    if value not in base.models:
        return False
    of_model = base.model == base.models.index(value)
    return int(of_model.sum()) > int(of_model[splice.removed].sum())


def _joined(
    base: VectorSet, splice: Splice, is_new: NDArray[np.bool_], matrix: NDArray[np.float32]
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Index and matrix of all rows: of those of ``base`` that stay, and ``matrix`` for the new ones that have one."""
    has_vector = base.index >= 0
    is_there = splice.array(has_vector, is_new)
    index = base.index
    if is_there is not has_vector:
        index = np.where(is_there, np.cumsum(is_there, dtype=np.int32) - 1, -1).astype(np.int32)
    rows = base.index[splice.removed]
    gone = rows[rows >= 0].astype(np.int64)
    if len(gone) == len(base.matrix):
        return index, matrix
    before = np.append(0, np.cumsum(has_vector))
    return index, Splice(len(base.matrix), gone, before[splice.places[is_new]]).array(base.matrix, matrix)


def merged_triples(base: StoredTriples, splice: Splice, written: WrittenTriples) -> StoredTriples:
    """What `motif.catalog.reading_triples.stored_triples` would give of all rows afterwards.

    Vectors of one model and one content hash are taken to be one vector. ``base`` is not of several models.
    """
    new = written.models
    model, models = united(splice, (base.model, base.models), new)
    content = splice.array(base.content, written.content)
    chosen = commonest(model, models)
    if chosen is None:
        return StoredTriples(model, models, content, *written.vectors_of(np.empty(0, np.int64)))
    value, keys = models[chosen], distinct(content[model == chosen])
    rows = np.flatnonzero(new[0] == new[1].index(value)) if value in new[1] else np.empty(0, np.int64)
    if value not in base.models:
        return StoredTriples(model, models, content, *written.vectors_of(rows))
    if np.array_equal(keys, base.keys):
        return StoredTriples(model, models, content, base.keys, base.matrix)
    matrix = np.empty((len(keys), base.matrix.shape[1]), np.float32)
    for known, vectors in (written.vectors_of(rows), (base.keys, base.matrix)):
        if len(known):
            places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
            is_known = known[places] == keys
            matrix[is_known] = vectors[places[is_known]]
    return StoredTriples(model, models, content, keys, matrix)


def merged_columns(
    base: Mapping[str, Column], splice: Splice, columns: Mapping[str, PropertyColumn]
) -> dict[str, Column]:
    """Properties as they are, vectors too, of all rows afterwards."""
    return {name: _merged_column(column, splice, columns[name]) for name, column in base.items()}


def _merged_column(base: Column, splice: Splice, new: PropertyColumn) -> Column:
    assert base.text is not None
    return Column(
        splice.array(base.kind, new.kind),
        splice.numbers(base.number, new.number),
        splice.strings(base.text, new.text),
    )
