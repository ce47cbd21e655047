"""The in-memory, read-only image of (part of) a knowledge graph that the engine searches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.column import BOOLEAN, FLOAT, INTEGER, MISSING, OTHER, STRING, Column
from motif.graphs.csr import CSR
from motif.graphs.dominance import DominanceEmbedding
from motif.graphs.layers import EdgeLayer
from motif.graphs.narrow import Codes, Ids, narrow_codes
from motif.graphs.paths import PathTable
from motif.graphs.sources import Sources
from motif.graphs.stamp import EncoderStamp
from motif.graphs.strings import StringTable

__all__ = [
    "BOOLEAN",
    "EMPTY",
    "EMPTY_LAYERS",
    "EMPTY_PATHS",
    "FLOAT",
    "INTEGER",
    "LABEL",
    "MISSING",
    "NAME",
    "OTHER",
    "RELATION",
    "STRING",
    "TEXT",
    "TRIPLE",
    "UNSTAMPED",
    "Column",
    "NodeTable",
    "Projection",
    "RelationshipTable",
    "Stored",
    "StoredTriples",
    "StoredVectors",
    "VectorSet",
]

EMPTY: Mapping[str, Any] = MappingProxyType({})
EMPTY_PATHS: Mapping[int, PathTable] = MappingProxyType({})
EMPTY_LAYERS: Mapping[str, EdgeLayer] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class NodeTable:
    """Nodes by row; rows ascend with the database's id.

    Attributes
    ----------
    ids : int64 or uint32 (n,)
        The database's id of each node; ``id_prefix + str(id)`` is its element id. Without a database (prefix None)
        the id is the row and the element id is the name.
    names : StringTable of n strings
        What the name properties gave; empty for a node without a name.
    name_property : int32 (n,)
        Which of ``name_properties`` gave the name, -1 for none.
    label_set : int16 (n,), or int32 where there are many
        Which of ``label_sets`` the node carries.
    texts : StringTable of n strings, or None
        The text properties joined by a line break; None when no text property was asked for.
    """

    ids: Ids
    id_prefix: str | None
    names: StringTable
    name_property: NDArray[np.int32]
    name_properties: tuple[str, ...]
    label_set: Codes
    label_sets: tuple[tuple[str, ...], ...]
    texts: StringTable | None = None
    properties: Mapping[str, Column] = field(default_factory=lambda: EMPTY)

    def __post_init__(self) -> None:
        object.__setattr__(self, "label_set", narrow_codes(self.label_set, len(self.label_sets)))

    def __len__(self) -> int:
        return len(self.ids)

    def element_id(self, row: int) -> str:
        return self.names[row] if self.id_prefix is None else f"{self.id_prefix}{self.ids[row]}"

    def labels(self, row: int) -> tuple[str, ...]:
        return self.label_sets[self.label_set[row]]

    @property
    def has_texts(self) -> bool:
        """Whether any node has a text."""
        return self.texts is not None and self.texts.nbytes > self.texts.offsets.nbytes


@dataclass(frozen=True, slots=True)
class RelationshipTable:
    """Relationships by row, ascending by (source, target, relation, id).

    Attributes
    ----------
    ids : int64 or uint32 (m,)
        The database's id; without a database the row. Those of a snapshot are uint32 where all fit (`narrow_ids`).
    sources : Sources
        Rows of the sources, ``source`` all of them. They follow from the outgoing CSR and take no room.
    target : int32 (m,)
        Rows of the targets, the same array as the outgoing CSR's ``indices``.
    relation : int16 (m,), or int32 where there are many
        Which of ``relations`` each relationship is: the text that is searched.
    type : int16 (m,), or int32 where there are many
        Which of ``types``, Neo4j's relationship types. The same array as ``relation`` unless a property gives the
        relation's text.
    computed : bool (m,) or None
        Which relationships Motif has written, by `Graph.similarity`; None for none.
    """

    ids: Ids
    id_prefix: str | None
    sources: Sources
    target: NDArray[np.int32]
    relation: Codes
    relations: tuple[str, ...]
    type: Codes
    types: tuple[str, ...]
    properties: Mapping[str, Column] = field(default_factory=lambda: EMPTY)
    computed: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        relation = narrow_codes(self.relation, len(self.relations))
        is_one = self.type is self.relation
        object.__setattr__(self, "relation", relation)
        object.__setattr__(self, "type", relation if is_one else narrow_codes(self.type, len(self.types)))

    @property
    def source(self) -> NDArray[np.int32]:
        """Row of each source, int32 (m,): all are made when it is first asked for. Of some: ``sources[rows]``."""
        return self.sources.whole

    def __len__(self) -> int:
        return len(self.ids)

    def element_id(self, row: int) -> str:
        return str(self.ids[row]) if self.id_prefix is None else f"{self.id_prefix}{self.ids[row]}"


@dataclass(frozen=True, slots=True)
class VectorSet:
    """Vectors of one kind of text, one per distinct text.

    Attributes
    ----------
    index : int32 (rows,)
        Row of ``matrix`` for each node, relation or label; -1 where there is none (an empty text).
    matrix : float32 (distinct, dimension)
        L2-normalised, C-contiguous, usually memory-mapped.
    """

    encoder: EncoderStamp
    index: NDArray[np.int32]
    matrix: NDArray[np.float32]


NAME, TEXT, RELATION, LABEL, TRIPLE = "name", "text", "relation", "label", "triple"
"""Kinds of vectors: of a node's name, of a node's text, of a relation's text, of a label, of a relationship with both
its ends. `RELATION` is aligned with ``RelationshipTable.relations``, `LABEL` with ``Projection.labels``, `TRIPLE` with
the relationships."""


@dataclass(frozen=True, slots=True)
class StoredVectors:
    """What a property of nodes holds as vectors, also where a search has others.

    Attributes
    ----------
    model : int16 (n,), or int32 where there are many
        Which of ``models`` made each node's vector.
    models
        ``(stamp,)``; `UNSTAMPED` where nothing says which; ``()`` for no vector, or one of another text. Sorted.
    vectors
        Those of the model that made most of them, a row of the matrix for each node, ascending. -1 for all others.
    """

    model: Codes
    models: tuple[tuple[str, ...], ...]
    vectors: VectorSet

    def __post_init__(self) -> None:
        object.__setattr__(self, "model", narrow_codes(self.model, len(self.models)))


UNSTAMPED = ("", "")
"""In `StoredVectors.models`: a vector of which nothing says what made it."""


@dataclass(frozen=True, slots=True)
class StoredTriples:
    """What a property of relationships holds as vectors, also where a search has others.

    Attributes
    ----------
    model : int16 (m,), or int32 where there are many
        Which of ``models`` made each relationship's vector.
    models
        ``(stamp, dimension)``; ``()`` for no vector, or one of which nothing says what made it of what. Sorted.
    content : int64 (m,)
        The hash of the text that each vector was made of; 0 where none is told.
    keys : int64 (distinct,)
        The hashes of the vectors of the model that made most of them, ascending.
    matrix : float32 (distinct, dimension)
        These vectors, as they stand there.
    """

    model: Codes
    models: tuple[tuple[str, ...], ...]
    content: NDArray[np.int64]
    keys: NDArray[np.int64]
    matrix: NDArray[np.float32]

    def __post_init__(self) -> None:
        object.__setattr__(self, "model", narrow_codes(self.model, len(self.models)))


@dataclass(frozen=True, slots=True)
class Stored:
    """What properties hold of vectors: with it a refresh reads what has changed alone.

    Attributes
    ----------
    vectors
        By kind: `NAME` or `TEXT`.
    columns
        Properties as they are, by name; kind `motif.graphs.columns.VECTOR` has its numbers as bytes in ``text``.
    triples
        Of relationships; None where none are read from properties.
    """

    vectors: Mapping[str, StoredVectors] = field(default_factory=lambda: EMPTY)
    columns: Mapping[str, Column] = field(default_factory=lambda: EMPTY)
    triples: StoredTriples | None = None


@dataclass(frozen=True, slots=True)
class Projection:
    """A graph at an epoch: tables, adjacency in both directions, vectors.

    Attributes
    ----------
    outgoing, incoming : CSR
        ``outgoing.data`` is 0 … m - 1, because relationships ascend by source.
    epoch : int
        1 for the first snapshot of a name, one more for each refresh or mutation.
    transaction : int or None
        Neo4j's last transaction id when it was read; None where no listener tells.
    dominance : DominanceEmbedding or None
        Of each node's star, for `match`; None until it was made.
    paths
        Path indexes by length, for `match`.
    trussness : int32 (m,) or None
        Of each relationship in the simple undirected view of the whole projection, 0 for a loop; None until it was
        computed.
    layers
        Edges that Motif has computed, by name, for `expand` and `community`.
    generation : str
        Of which reading of the database the rows are: epochs that only add to it share it, another reading has another
        one; "" for a projection that no catalog keeps.
    read_at : float or None
        Seconds since 1970 when that reading began; None when it is not known.
    stored : Stored or None
        Vectors as properties hold them; None where none are read from properties.
    """

    name: str
    database: str
    epoch: int
    nodes: NodeTable
    relationships: RelationshipTable
    outgoing: CSR
    incoming: CSR
    vectors: Mapping[str, VectorSet] = field(default_factory=lambda: EMPTY)
    configuration: Mapping[str, Any] = field(default_factory=lambda: EMPTY)
    transaction: int | None = None
    dominance: DominanceEmbedding | None = None
    paths: Mapping[int, PathTable] = field(default_factory=lambda: EMPTY_PATHS)
    trussness: NDArray[np.int32] | None = None
    layers: Mapping[str, EdgeLayer] = field(default_factory=lambda: EMPTY_LAYERS)
    generation: str = ""
    read_at: float | None = None
    stored: Stored | None = None

    @property
    def n_nodes(self) -> int:
        return len(self.nodes)

    @property
    def n_relationships(self) -> int:
        return len(self.relationships)

    @property
    def labels(self) -> tuple[str, ...]:
        """Every label that a node carries, sorted."""
        return tuple(sorted({label for labels in self.nodes.label_sets for label in labels}))
