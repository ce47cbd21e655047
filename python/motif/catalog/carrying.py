"""What a projection takes over from the one before it: vectors of the same texts, the rest of the same graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_EMBEDDING
from motif.catalog.dominance import contents_of, dominance_rows, restored
from motif.catalog.text_vectors import moved_vectors, rows_without
from motif.engine.data_graph import data_graph
from motif.engine.dominance import CONSTRUCTED, construct_dominance
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.narrow import places_of_ids
from motif.graphs.projection import NAME, TEXT, Column, Projection, VectorSet
from motif.graphs.strings import StringTable


def carried(old: Projection, new: Projection) -> Projection:
    """``new`` with what it can have of ``old`` without computing anything anew that takes long or needs a model."""
    kept = carried_dominance(old, replace(new, vectors=carried_vectors(old, new)))
    return carried_structure(old, kept)


def carried_vectors(old: Projection, new: Projection) -> dict[str, VectorSet]:
    """The vectors of ``new``, and those of ``old`` of each kind whose every text has its vector there.

    A kind of which a text is new is left out whole, since a search would silently not find it.
    """
    carried = dict(new.vectors)
    for kind, vectors in partly_carried(old, new).items():
        if not len(rows_without(new, kind, vectors)):
            carried[kind] = vectors
    return carried


def partly_carried(old: Projection, new: Projection) -> dict[str, VectorSet]:
    """The vectors of ``old`` by each kind that ``new`` has none of, -1 for texts that are new.

    Vectors of nodes that come from a property of the user's own are not carried: they need not depend on a text alone.
    """
    is_own = old.configuration.get("embeddingProperty") in (None, OWN_EMBEDDING)
    moved = {
        kind: moved_vectors(old, new, kind)
        for kind in old.vectors
        if kind not in new.vectors and (is_own or kind not in (NAME, TEXT))
    }
    return {kind: vectors for kind, vectors in moved.items() if vectors is not None}


def carried_dominance(old: Projection, new: Projection) -> Projection:
    """``new`` with what it can have of the dominance embedding and path indexes of ``old``.

    Where nothing of the graph has changed, both as they are. Else no index, since a path may be new; a constructed
    embedding made anew; and of a trained one the vectors of all stars that are still the same.
    """
    if old.dominance is None:
        return new
    if _same_graph(old, new):
        return replace(new, dominance=old.dominance, paths=old.paths)
    if new.dominance is not None:
        return new
    if old.dominance.kind == CONSTRUCTED:
        made = construct_dominance(data_graph(new), dimension=old.dominance.dimension)
        return replace(new, dominance=made)
    return replace(new, dominance=_same_stars(old, old.dominance, new))


def carried_structure(old: Projection, new: Projection) -> Projection:
    """``new`` with the trussness and the computed edges of ``old`` that hold for it too.

    Trussness where relationships join the same rows; edges where the graph, the texts and the properties of its nodes
    are the same, since they may be made of any of these.
    """
    if old.trussness is not None and new.trussness is None and _same_ends(old, new):
        new = replace(new, trussness=old.trussness)
    if old.layers and _same_graph(old, new) and _same_properties(old, new):
        new = replace(new, layers={**old.layers, **new.layers})
    return new


def _same_ends(old: Projection, new: Projection) -> bool:
    before, after = old.relationships, new.relationships
    return (
        old.n_nodes == new.n_nodes
        and _same(before.source, after.source)
        and _same(before.target, after.target)
    )


def _same_properties(old: Projection, new: Projection) -> bool:
    """Whether the texts and the properties of nodes are the same, row by row."""
    before, after = old.nodes, new.nodes
    return (
        before.properties.keys() == after.properties.keys()
        and _same_strings(before.texts, after.texts)
        and all(_same_column(before.properties[name], after.properties[name]) for name in before.properties)
    )


def _same_column(mine: Column, other: Column) -> bool:
    if (mine.rows is None) != (other.rows is None):
        mine, other = mine.dense(), other.dense()
    return (
        len(mine) == len(other)
        and (mine.rows is None or other.rows is None or _same(mine.rows, other.rows))
        and _same(mine.kind, other.kind)
        and _same(mine.number, other.number)
        and _same_strings(mine.text, other.text)
    )


def _same_strings(mine: StringTable | None, other: StringTable | None) -> bool:
    if mine is None or other is None:
        return mine is other
    return _same(mine.offsets, other.offsets) and _same(mine.data, other.data)


def _same_stars(old: Projection, embedding: DominanceEmbedding, new: Projection) -> DominanceEmbedding:
    """The vectors of ``embedding`` for the nodes of ``new`` whose stars are the same; the others are never pruned."""
    ids, contents, before = dominance_rows(old)
    places = np.minimum(places_of_ids(ids, new.nodes.ids), max(0, len(ids) - 1))
    known = ids[places] == new.nodes.ids if len(ids) else np.zeros(new.n_nodes, np.bool_)
    matrix = np.zeros((new.n_nodes, before.shape[1]), np.float32)
    matrix[known] = before[places[known]]
    features = embedding.features
    if features is not None:
        features = np.zeros((new.n_nodes, features.shape[1]), np.float32)
        features[known] = np.asarray(embedding.features)[places[known]]
    unchanged = known.copy()
    unchanged[known] = contents_of(new, matrix, features)[known] == contents[places[known]]
    return restored(replace(embedding, features=features), matrix, unchanged)


def _same_graph(old: Projection, new: Projection) -> bool:
    """Whether nodes, names, labels and relationships are the same, row by row."""
    if (old.nodes.label_sets, old.relationships.relations) != (
        new.nodes.label_sets,
        new.relationships.relations,
    ):
        return False
    return all(_same(mine, other) for mine, other in zip(_content(old), _content(new), strict=True))


def _same(mine: NDArray[Any], other: NDArray[Any]) -> bool:
    """Whether two arrays are equal; one that was taken over is, without a look."""
    return mine is other or np.array_equal(mine, other)


def _content(projection: Projection) -> tuple[NDArray[Any], ...]:
    nodes, links = projection.nodes, projection.relationships
    of_nodes = (nodes.ids, nodes.label_set, nodes.names.offsets, nodes.names.data)
    return (*of_nodes, links.source, links.target, links.relation)
