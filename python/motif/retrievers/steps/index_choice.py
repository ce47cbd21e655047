"""Which searches of a plan the database's own indexes answer; all others are answered from the projection."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from motif.graphs.graph_schema import GraphSchema, SearchIndex
from motif.graphs.projection import NAME, TEXT
from motif.graphs.steps import FulltextSearch, Step, VectorSearch
from motif.models.encoder import stamp
from motif.retrievers.view import View


def choose_indexes(schema: GraphSchema, steps: Iterable[Step], view: View) -> Mapping[str, SearchIndex]:
    """The database's index for each search step that it answers, by the step's name.

    The projection comes first: its search is exact under any condition, and takes no round trip. A vector index is
    used where the projection has no vectors and the index says that it holds vectors of the encoder's model, dimension
    included: vectors whose model nobody knows were tried when the graph was projected, and did not fit. A full-text
    index is used where the projection has no texts, only names.
    """
    chosen: dict[str, SearchIndex] = {}
    for step in steps:
        if isinstance(step, VectorSearch):
            index = _vector_index(schema, step.label, view)
        elif isinstance(step, FulltextSearch):
            index = _fulltext_index(schema, step.label, view)
        else:
            continue
        if index is not None:
            chosen[step.name] = index
    return chosen


def _vector_index(schema: GraphSchema, label: str | None, view: View) -> SearchIndex | None:
    if {TEXT, NAME} & set(view.projection.vectors) or not view.has_encoder:
        return None
    known = stamp(view.encoder)
    for index in _over(schema, "vector", label):
        if index.dimension == known.dimension and index.model == known.text:
            return index
    return None


def _fulltext_index(schema: GraphSchema, label: str | None, view: View) -> SearchIndex | None:
    texts = view.projection.nodes.texts
    if texts is not None and len(texts.data):
        return None
    return next(iter(_over(schema, "fulltext", label)), None)


def _over(schema: GraphSchema, kind: str, label: str | None) -> list[SearchIndex]:
    """Indexes of a kind over nodes with ``label``."""
    return [
        index
        for index in schema.indexes
        if index.kind == kind and index.entity == "node" and label is not None and label in index.labels
    ]
