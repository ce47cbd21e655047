"""A projection with what retrieval builds over it once: name index, vectors of relations and labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from motif.engine.data_graph import data_graph
from motif.engine.label_masks import LabelMasks
from motif.engine.match_query import DataGraph
from motif.errors import MissingDependency, MissingVectors
from motif.faults import how_to_embed, no_triple_vectors
from motif.graphs.corpus import Corpus, corpus_of
from motif.graphs.projection import LABEL, NAME, RELATION, TRIPLE, Projection, VectorSet
from motif.graphs.stamp import EncoderStamp
from motif.indexes.hybrid import HybridIndex, build_hybrid_index, meaning_if_any, nodes_to_read
from motif.indexes.meaning import Meaning
from motif.indexes.names import NameIndex, readable
from motif.indexes.vector import VectorIndex
from motif.models.encoder import TextEncoder, encode_queries, encode_texts, stamp
from motif.retrievers.expansion_tracks import ExpansionTracks

if TYPE_CHECKING:
    from motif.retrievers.community_layers import CommunityLayers
    from motif.retrievers.path_access import PathAccess

EncoderSource = Callable[[], TextEncoder]
"""Gives the encoder when it is first needed; raises `MissingDependency` when there is none."""

REMEMBERED_TEXTS = 4096
REMEMBERED_INDEXES = 4


class View:
    """One epoch of a projection, ready for retrieval.

    Everything here is built on first use and kept: a view lives as long as its epoch.

    Parameters
    ----------
    projection
        The snapshot to read.
    encoder
        Called when a text must be encoded for the first time.
    vector_index
        A kind of `motif.indexes.vector.build_vector_index`, for the nodes' names.
    """

    def __init__(self, projection: Projection, encoder: EncoderSource, vector_index: str = "exact") -> None:
        self.projection = projection
        self._vector_index = vector_index
        self._base: View | None = None
        self._encoder_source = encoder
        self._remembered = lru_cache(maxsize=REMEMBERED_TEXTS)(self._encode_one)
        self._remembered_name = lru_cache(maxsize=REMEMBERED_TEXTS)(self._encode_name)
        self._remembered_hybrid = lru_cache(maxsize=REMEMBERED_INDEXES)(self._hybrid_of)
        self._remembered_tracks = lru_cache(maxsize=REMEMBERED_INDEXES)(self._tracks_of)
        self._masks = LabelMasks(projection.nodes)

    @cached_property
    def names(self) -> NameIndex:
        """Nodes by name, exact and nearest in words."""
        from motif.planners.kept_indexes import names_of

        return names_of(self.projection)

    @cached_property
    def hybrid(self) -> HybridIndex:
        """The nodes that questions are put to by default, by words and by meaning."""
        return build_hybrid_index(self.projection, meaning=self.meaning)

    @cached_property
    def meaning(self) -> Meaning | None:
        """The meaning of each node, one for all indexes, since it keeps its vectors rounded; None without vectors."""
        return meaning_if_any(self.projection)

    def hybrid_among(self, labels: frozenset[str] | None) -> HybridIndex:
        """As `hybrid`, of the nodes with one of ``labels`` instead; the last few are kept."""
        return self.hybrid if labels is None else self._remembered_hybrid(labels)

    def expansion_tracks(self, labels: frozenset[str] | None) -> ExpansionTracks:
        """What expansion goes along from the nodes with one of ``labels``, or from those of `hybrid`; kept."""
        return self._remembered_tracks(labels)

    @cached_property
    def data_graph(self) -> DataGraph:
        """The graph as exact matching takes it."""
        from motif.planners.kept_indexes import joins_kept

        return data_graph(self.projection, joins_kept(self.projection))

    @cached_property
    def corpus(self) -> Corpus | None:
        """Chunks and what they mention; None where the graph is no corpus."""
        return corpus_of(self.projection)

    @cached_property
    def path_access(self) -> PathAccess:
        """The dominance embedding and path indexes of the graph."""
        from motif.retrievers.path_access import PathAccess

        return PathAccess(self.projection, self.data_graph)

    @cached_property
    def community_layers(self) -> CommunityLayers:
        """The layers in which communities are searched."""
        from motif.retrievers.community_layers import CommunityLayers

        return CommunityLayers(self.projection)

    def label_mask(self, labels: frozenset[str]) -> NDArray[np.bool_]:
        """Nodes that carry at least one of ``labels``, bool (n,); kept, since it takes a look at every node."""
        return self._masks.of(labels)

    @cached_property
    def name_vectors(self) -> VectorSet | None:
        """Vectors of the nodes' names; None when the graph has none."""
        return self.projection.vectors.get(NAME)

    @cached_property
    def name_vector_index(self) -> VectorIndex | None:
        """The index over the vectors of names; None when the graph has none."""
        from motif.retrievers.kept_nearest import vector_index_of

        if self._base is not None:  # values have no vectors: it is the same
            return self._base.name_vector_index
        return vector_index_of(self.projection, self._vector_index)

    @cached_property
    def relation_vectors(self) -> VectorSet:
        """Vectors of the relations' texts, from the snapshot or encoded now (there are few)."""
        return self._stored_or_encoded(RELATION, self.projection.relationships.relations)

    @cached_property
    def triple_vectors(self) -> VectorSet:
        """Vectors of the relationships with both their ends; `MissingVectors` where there are none of the encoder's."""
        vectors, name = self.projection.vectors.get(TRIPLE), self.projection.name
        if vectors is None:
            raise no_triple_vectors(name)
        _require_same_model(vectors.encoder, stamp(self.encoder), name)
        return vectors

    @cached_property
    def label_vectors(self) -> VectorSet:
        """Vectors of the labels, from the snapshot or encoded now."""
        return self._stored_or_encoded(LABEL, self.projection.labels)

    def encode(self, text: str) -> NDArray[np.float32]:
        """The vector of a text of a question, float32 (dimension,), L2-normalised.

        Raises `MissingVectors` when the graph's vectors come from another model than the encoder.
        """
        return self._remembered(text)

    def encode_text(self, text: str) -> NDArray[np.float32]:
        """The vector of a text as the graph's own texts are encoded, float32 (dimension,); zeros for an empty one.

        Raises `MissingVectors` as `encode` does.
        """
        return self._remembered_name(text) if text else np.zeros(self.encoder.dimension, np.float32)

    def vectors_of(self, rows: NDArray[np.int32]) -> VectorSet:
        """Vectors of the names of these nodes, encoded now and remembered; aligned with ``rows``."""
        names = [self.projection.nodes.names[row] for row in rows.tolist()]
        matrix = np.stack([self._remembered_name(name) for name in names])
        return VectorSet(stamp(self.encoder), np.arange(len(rows), dtype=np.int32), matrix)

    @cached_property
    def values(self) -> View:
        """The same graph with its properties' values as nodes; itself where it has none."""
        from motif.planners.kept_indexes import values_of

        whole = values_of(self.projection)
        if whole is self.projection:
            return self
        made = View(whole, lambda: self.encoder, self._vector_index)
        made._base = self
        return made

    @cached_property
    def encoder(self) -> TextEncoder:
        """The encoder; `MissingVectors` when it is not the one that the graph's name vectors come from."""
        encoder = self._encoder_source()
        vectors = self.name_vectors
        if vectors is not None:
            _require_same_model(vectors.encoder, stamp(encoder), self.projection.name)
        return encoder

    def _hybrid_of(self, labels: frozenset[str]) -> HybridIndex:
        return build_hybrid_index(self.projection, self.label_mask(labels), self.meaning)

    def _tracks_of(self, labels: frozenset[str] | None) -> ExpansionTracks:
        read = nodes_to_read(self.projection) if labels is None else self.label_mask(labels)
        return ExpansionTracks(self.projection, read)

    def _encode_one(self, text: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = encode_queries(self.encoder, [text])[0]
        return vector

    def _encode_name(self, name: str) -> NDArray[np.float32]:
        vector: NDArray[np.float32] = encode_texts(self.encoder, [name])[0]
        return vector

    @property
    def has_encoder(self) -> bool:
        """Whether texts can be encoded at all."""
        try:
            return self.encoder is not None
        except MissingDependency:
            return False

    def _stored_or_encoded(self, kind: str, texts: Sequence[str]) -> VectorSet:
        stored = self.projection.vectors.get(kind)
        if stored is not None and len(stored.index) == len(texts):
            return stored
        spoken = [readable(text) for text in texts]
        distinct = list(dict.fromkeys(text for text in spoken if text))
        place = {text: row for row, text in enumerate(distinct)}
        index = np.array([place.get(text, -1) for text in spoken], dtype=np.int32)
        return VectorSet(stamp(self.encoder), index, encode_texts(self.encoder, distinct))


def _require_same_model(stored: EncoderStamp, given: EncoderStamp, graph: str) -> None:
    same_weights = not stored.hash or not given.hash or stored.hash == given.hash
    if stored.dimension != given.dimension or stored.name != given.name or not same_weights:
        raise MissingVectors(
            f"The vectors of '{graph}' come from the encoder {stored.name} ({stored.dimension} dimensions), "
            f"questions would be encoded by {given.name} ({given.dimension} dimensions).",
            hint=f"Use the same encoder, or embed again: {how_to_embed(graph)}",
        )
