"""Which part of a graph is a corpus: its chunks, the entities they mention, and the relations among these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.layers import IS_NEAR, IS_SIMILAR, SHARES_RELATION
from motif.graphs.projection import NodeTable, Projection

CHUNK, DOCUMENT, ENTITY = "Chunk", "Document", "__Entity__"
"""Labels that neo4j-graphrag, LangChain and the LLM graph builder write."""

FROM_CHUNK, HAS_ENTITY, MENTIONS = "FROM_CHUNK", "HAS_ENTITY", "MENTIONS"
"""Relationship types between a chunk and an entity: of neo4j-graphrag, the LLM graph builder, and LangChain, whose
documents are what others call chunks. `MENTIONS` is also the layer of pairs that Motif found by name."""

LEXICAL_TYPES = (
    *(FROM_CHUNK, HAS_ENTITY, MENTIONS),
    *("FROM_DOCUMENT", "NEXT_CHUNK"),
    *("PART_OF", "NEXT", "NEXT_DOCUMENT", "FIRST_CHUNK"),
)
"""Relationship types by which the builders join documents, chunks and entities: they say where something stands, not
what is so."""

_COMPUTED = (IS_SIMILAR, IS_NEAR, SHARES_RELATION)


@dataclass(frozen=True, slots=True)
class Corpus:
    """Chunks, entities and what joins them, by row of a projection.

    Attributes
    ----------
    chunks, entities : int32, ascending
        Rows of nodes; no node is both.
    mention_chunk, mention_entity : int32 (p,)
        Rows of the chunk and of the entity of each mention, distinct, ascending by both.
    relations : int32 (r,)
        Rows of the relationships between two different entities, those apart that Motif has computed.
    """

    chunks: NDArray[np.int32]
    entities: NDArray[np.int32]
    mention_chunk: NDArray[np.int32]
    mention_entity: NDArray[np.int32]
    relations: NDArray[np.int32]

    def entities_of(self, chunks: NDArray[np.int32]) -> NDArray[np.int32]:
        """Rows of the entities that any of ``chunks`` mentions, int32, ascending."""
        return distinct(self.mention_entity[np.isin(self.mention_chunk, chunks)])

    def chunks_of(self, entities: NDArray[np.int32]) -> NDArray[np.int32]:
        """Rows of the chunks that mention any of ``entities``, int32, ascending."""
        return distinct(self.mention_chunk[np.isin(self.mention_entity, entities)])


def corpus_of(
    projection: Projection,
    *,
    chunk_labels: Sequence[str] | None = None,
    entity_labels: Sequence[str] | None = None,
    mention_types: Sequence[str] | None = None,
    relation_types: Sequence[str] | None = None,
) -> Corpus | None:
    """The corpus in ``projection``; None where it has no chunks, as a knowledge graph of its own has none.

    Chunks are the nodes labelled ``Chunk``; where there is none, the documents that mention something (LangChain).
    Entities are the nodes labelled ``__Entity__`` and what a chunk mentions by a type that one of the three builders
    writes. Whatever joins a chunk and an entity is a mention, whichever way it points; so is a pair of the layer
    ``MENTIONS``. A label or type that the graph lacks is carried by nothing. O(nodes + relationships).

    Parameters
    ----------
    chunk_labels, entity_labels
        Chunks and entities are the nodes with one of these instead.
    mention_types, relation_types
        Mentions and relations are relationships of these types only.

    >>> from motif.catalog.rows import from_rows
    >>> nodes = [("c", ["Chunk"], {}), ("mann", ["__Entity__"], {}), ("heat", ["__Entity__"], {})]
    >>> links = [("mann", "FROM_CHUNK", "c", {}), ("heat", "FROM_CHUNK", "c", {}), ("mann", "DIRECTED", "heat", {})]
    >>> corpus = corpus_of(from_rows(nodes, links))
    >>> corpus.chunks.tolist(), corpus.entities_of(corpus.chunks).tolist(), len(corpus.relations)
    ([0], [1, 2], 1)
    """
    links = projection.relationships
    chunk = _is_chunk(projection, chunk_labels)
    if not chunk.any():
        return None
    entity = _is_entity(projection, chunk, entity_labels, mention_types)
    mention_chunk, mention_entity = _mentions(projection, chunk, entity, mention_types)
    related = links.sources.spread(entity) & entity[links.target]
    for rows, sources in links.sources.stretches():
        related[rows] &= sources != links.target[rows]
    related &= (
        ~_of_types(projection, _COMPUTED) if relation_types is None else _of_types(projection, relation_types)
    )
    return Corpus(_rows(chunk), _rows(entity), mention_chunk, mention_entity, _rows(related))


def _is_chunk(projection: Projection, labels: Sequence[str] | None) -> NDArray[np.bool_]:
    if labels is not None:
        return _carrying(projection.nodes, labels)
    chunk = _carrying(projection.nodes, (CHUNK,))
    if chunk.any():
        return chunk
    document = _carrying(projection.nodes, (DOCUMENT,))
    mentioning = projection.relationships.sources[_of_types(projection, (MENTIONS,))]
    return document if document[mentioning].any() else np.zeros_like(document)


def _is_entity(
    projection: Projection,
    chunk: NDArray[np.bool_],
    labels: Sequence[str] | None,
    mention_types: Sequence[str] | None,
) -> NDArray[np.bool_]:
    if labels is not None:
        return _carrying(projection.nodes, labels) & ~chunk
    links = projection.relationships
    entity = _carrying(projection.nodes, (ENTITY,))
    mention = _of_types(projection, mention_types or (FROM_CHUNK, HAS_ENTITY, MENTIONS))
    entity[links.target[mention & links.sources.spread(chunk)]] = True
    entity[links.sources[mention & chunk[links.target]]] = True
    return entity & ~chunk & ~_carrying(projection.nodes, (DOCUMENT,))


def _mentions(
    projection: Projection,
    chunk: NDArray[np.bool_],
    entity: NDArray[np.bool_],
    types: Sequence[str] | None,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    links = projection.relationships
    allowed = np.ones(len(links), np.bool_) if types is None else _of_types(projection, types)
    source, target = links.sources[allowed], links.target[allowed]
    if (layer := projection.layers.get(MENTIONS)) is not None:
        source, target = np.concatenate([source, layer.source]), np.concatenate([target, layer.target])
    along, against = chunk[source] & entity[target], entity[source] & chunk[target]
    chunks = np.concatenate([source[along], target[against]]).astype(np.int64)
    entities = np.concatenate([target[along], source[against]])
    keys = distinct(chunks * projection.n_nodes + entities)
    return tuple(part.astype(np.int32) for part in np.divmod(keys, projection.n_nodes))  # type: ignore[return-value]


def _carrying(nodes: NodeTable, labels: Sequence[str]) -> NDArray[np.bool_]:
    wanted = {labels} if isinstance(labels, str) else set(labels)
    carries = [not wanted.isdisjoint(of_set) for of_set in nodes.label_sets] or [False]
    if not any(carries):
        return np.zeros(len(nodes), np.bool_)
    return np.array(carries, dtype=np.bool_)[nodes.label_set]


def _of_types(projection: Projection, types: Sequence[str]) -> NDArray[np.bool_]:
    wanted = {types} if isinstance(types, str) else set(types)
    numbers = [place for place, name in enumerate(projection.relationships.types) if name in wanted]
    return np.isin(projection.relationships.type, numbers)


def _rows(mask: NDArray[np.bool_]) -> NDArray[np.int32]:
    return np.flatnonzero(mask).astype(np.int32)
