"""Which rows of a graph have a vector of their text, and which vectors an earlier image of the graph has for it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from motif.graphs.projection import LABEL, NAME, RELATION, TEXT, TRIPLE, Projection, VectorSet
from motif.graphs.strings import StringTable
from motif.indexes.names import readable
from motif.indexes.triples import triple_texts_at
from motif.kernels.string_matching import first_rows

_LARGEST_KEY = 2**62


def moved_vectors(old: Projection, new: Projection, kind: str) -> VectorSet | None:
    """The vectors of ``kind`` that ``old`` has, for the rows of ``new``; -1 for a text that had none there.

    None where ``new`` has no texts of that kind. The matrix is the same array unless a text has gone: every vector of a
    set is carried by some row. O(bytes of the texts), without an object for each.
    """
    vectors, known = old.vectors[kind], _known_rows(old, new, kind)
    if known is None:
        return None
    index = np.append(vectors.index, np.int32(-1))[known]  # -1, for none, is the last place
    return _compacted(vectors, index)


def rows_without(projection: Projection, kind: str, vectors: VectorSet) -> NDArray[np.int64]:
    """The rows whose text has no vector among ``vectors``, ascending; an empty text, or one of spaces, needs none."""
    lacking = np.flatnonzero(vectors.index < 0)
    if kind in (NAME, TEXT):
        table = _table(projection, kind)
        assert table is not None
        lacking = lacking[np.diff(table.offsets)[lacking] > 0]
    texts = texts_at(projection, kind, lacking)
    return lacking[np.array([bool(text) and not text.isspace() for text in texts], np.bool_)]


def texts_at(projection: Projection, kind: str, rows: NDArray[np.int64]) -> list[str]:
    """The texts that are encoded for ``rows`` of ``kind``."""
    if kind == TRIPLE:
        return triple_texts_at(projection, rows)
    if kind in (NAME, TEXT):
        table = _table(projection, kind)
        return [] if table is None else table.take(rows)
    words = _words(projection, kind)
    return [words[row] for row in rows.tolist()]


def _known_rows(old: Projection, new: Projection, kind: str) -> NDArray[np.int64] | None:
    """For each row of ``new`` a row of ``old`` with the same text, -1 for none; None without texts of that kind."""
    if kind == TRIPLE:
        return _known_triples(old, new)
    before, after = _table(old, kind), _table(new, kind)
    return None if before is None or after is None else rows_of_strings(before, after)


def _table(projection: Projection, kind: str) -> StringTable | None:
    if kind == NAME:
        return projection.nodes.names
    if kind == TEXT:
        return projection.nodes.texts
    return StringTable.from_strings(_words(projection, kind))


def _words(projection: Projection, kind: str) -> list[str]:
    """Relations or labels as they are encoded."""
    assert kind in (RELATION, LABEL)
    return [
        readable(name)
        for name in (projection.relationships.relations if kind == RELATION else projection.labels)
    ]


def rows_of_strings(before: StringTable, after: StringTable) -> NDArray[np.int64]:
    """For each string of ``after`` the first row of ``before`` that holds it, -1 for none.

    >>> rows_of_strings(StringTable.from_strings(["a", "b", "a"]), StringTable.from_strings(["b", "c", "a"])).tolist()
    [1, -1, 0]
    """
    slots = np.full(1 << max(1, (2 * len(before)).bit_length()), -1, dtype=np.int32)
    rows = np.empty(len(after), dtype=np.int32)
    first_rows(after.offsets, after.data, before.offsets, before.data, slots, rows)
    return rows.astype(np.int64)


def _known_triples(old: Projection, new: Projection) -> NDArray[np.int64]:
    """As `_known_rows`, for relationships: same name at both ends, same relation."""
    names = (
        rows_of_strings(old.nodes.names, old.nodes.names),
        rows_of_strings(old.nodes.names, new.nodes.names),
    )
    words = [readable(relation) for relation in old.relationships.relations]
    relations = np.array([words.index(word) for word in words], np.int64)
    place = {word: words.index(word) for word in words}
    again = np.array(
        [place.get(readable(relation), -1) for relation in new.relationships.relations], np.int64
    )
    sizes = old.n_nodes, max(1, len(words))
    if sizes[0] ** 2 * sizes[1] > _LARGEST_KEY:  # then each is looked up by its text, where texts are encoded
        return np.full(new.n_relationships, -1, np.int64)
    before, _ = _triple_keys(old, names[0], relations, sizes)
    after, is_known = _triple_keys(new, names[1], again, sizes)
    order = np.argsort(before, kind="stable")
    places = np.minimum(np.searchsorted(before[order], after), max(0, len(before) - 1))
    if not len(before):
        return np.full(new.n_relationships, -1, np.int64)
    found = order[places]
    found[(before[found] != after) | ~is_known] = -1
    return found


def _triple_keys(
    projection: Projection, names: NDArray[np.int64], relations: NDArray[np.int64], sizes: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """One number for each relationship's names and relation, and whether all three are known."""
    links = projection.relationships
    head, relation, tail = names[links.source], relations[links.relation], names[links.target]
    is_known: NDArray[np.bool_] = (head >= 0) & (relation >= 0) & (tail >= 0)
    return (head * sizes[1] + relation) * sizes[0] + tail, is_known


def _compacted(vectors: VectorSet, index: NDArray[np.int32]) -> VectorSet:
    """The vectors with the rows of the matrix that ``index`` names, and no others."""
    is_used = np.zeros(len(vectors.matrix), np.bool_)
    is_used[index[index >= 0]] = True
    if is_used.all():
        return VectorSet(vectors.encoder, index, vectors.matrix)
    places = np.cumsum(is_used, dtype=np.int32) - 1
    index = np.where(index >= 0, places[index], np.int32(-1)).astype(np.int32)
    return VectorSet(vectors.encoder, index, np.ascontiguousarray(vectors.matrix[is_used]))


def joined(
    vectors: VectorSet, rows: NDArray[np.int64], texts: Iterable[int], more: NDArray[np.float32]
) -> VectorSet:
    """The vectors with more of them, of the same model: row ``rows[i]`` carries ``more[texts[i]]``."""
    index = np.array(vectors.index)
    index[rows] = np.fromiter(texts, np.int32, len(rows)) + np.int32(len(vectors.matrix))
    return VectorSet(vectors.encoder, index, np.concatenate([vectors.matrix, more]))
