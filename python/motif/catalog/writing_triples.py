"""Vectors of relationships into Neo4j, and of each node the mean of those around it, each with its vector indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_TRIPLE
from motif.catalog.reading_triples import text_hashes
from motif.database import Database
from motif.engine.dominance_content import vector_hashes
from motif.engine.incident_means import incident_means
from motif.faults import no_triple_vectors
from motif.graphs.projection import TRIPLE, Projection, VectorSet
from motif.indexes.triples import triple_texts
from motif_cypher import Template, template

BATCH = 1000
"""Relationships, or nodes, of one transaction: a vector of 384 numbers is about 3.5 kB on the wire."""

COMPARED = 10_000
"""Relationships, or nodes, that are asked at once whether they have theirs already."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TriplesWritten:
    """How many relationships and nodes were given a vector; those that had it are not counted."""

    relationships: int
    nodes: int


def triple_vectors_of(projection: Projection) -> VectorSet:
    """The vectors of the relationships of ``projection``; raises `MissingVectors` where they were not made."""
    if TRIPLE not in projection.vectors:
        raise no_triple_vectors(projection.name)
    return projection.vectors[TRIPLE]


def triple_hashes(projection: Projection) -> NDArray[np.int64]:
    """The hash of the text that each relationship's vector is made of, int64 (m,)."""
    return text_hashes(triple_texts(projection))


def mean_vectors(
    projection: Projection, vectors: VectorSet, nodes: range
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.float32]]:
    """Of ``nodes`` those that have a mean: their rows, the means' hashes, int64, and the means, float32 (k, d)."""
    means = incident_means(projection, vectors, nodes)
    chosen = np.flatnonzero(means.any(axis=1))
    means = means[chosen]
    return chosen + nodes.start, vector_hashes(np.zeros(len(means), np.int64), means), means


def write_triple_vectors(
    database: Database,
    projection: Projection,
    *,
    property: str = OWN_TRIPLE,
    progress: Progress | None = None,
) -> TriplesWritten:
    """Writes the vector of each relationship and the mean of those around each node, and makes the indexes.

    Beside the vector stand ``<property>Model``, the stamp, and ``<property>Content``, the hash of the text or of the
    mean. What stands already is not sent again, a batch is a transaction: a call that was cut off goes on where it
    stopped. A relationship that is no longer there, or whose id another one has now, is left alone. One index per label
    and per type, `index_name` says how they are called.

    Raises `MissingVectors` when the projection has no vectors of its relationships.
    """
    writing = _Writing(database, projection, triple_vectors_of(projection), property)
    total = projection.n_relationships + projection.n_nodes
    relationships = nodes = 0
    for rows in _blocks(projection.n_relationships):
        relationships += writing.relationships(rows)
        _tell(progress, rows.stop, total)
    for rows in _blocks(projection.n_nodes):
        nodes += writing.nodes(rows)
        _tell(progress, projection.n_relationships + rows.stop, total)
    writing.create_indexes()
    return TriplesWritten(relationships, nodes)


def index_name(property: str, *, label: str | None = None, type: str | None = None) -> str:
    """What the vector index of a label or of a relationship type is called; the two never share a name.

    >>> index_name("motifTripleEmbedding", type="LIKES"), index_name("motifTripleEmbedding", label="Film")
    ('motifTripleEmbedding_LIKES', 'motifTripleEmbedding_node_Film')
    """
    return f"{property}_node_{label}" if type is None else f"{property}_{type}"


class _Writing:
    """What is written of one projection, and where."""

    def __init__(self, database: Database, projection: Projection, vectors: VectorSet, property: str) -> None:
        self._database, self._projection = database, projection
        self._vectors, self._property = vectors, property
        self._marks = {"stampProperty": f"{property}Model", "contentProperty": f"{property}Content"}
        self._hashes = triple_hashes(projection)

    def relationships(self, block: range) -> int:
        """Writes the vectors of those relationships of a block that lack theirs; how many."""
        rows = [row for row in block if self._vectors.index[row] >= 0]
        values = [self._relationship(row) for row in rows]
        lacking = self._lacking("unwritten_relationship_vectors", values)
        new = [
            [*values[place], self._vectors.matrix[self._vectors.index[rows[place]]].tolist()]
            for place in lacking
        ]
        return self._write("write_relationship_vectors", new)

    def nodes(self, block: range) -> int:
        """Writes the means of those nodes of a block that lack theirs; how many."""
        rows, hashes, means = mean_vectors(self._projection, self._vectors, block)
        ids = [self._projection.nodes.element_id(row) for row in rows.tolist()]
        lacking = self._lacking("unwritten_node_vectors", list(zip(ids, hashes.tolist(), strict=True)))
        new = [[ids[place], means[place].tolist(), int(hashes[place])] for place in lacking]
        return self._write("write_node_vectors", new)

    def create_indexes(self) -> None:
        """Makes the index of each label and of each relationship type, unless it is there."""
        dimension = self._vectors.encoder.dimension
        for label in self._projection.labels:
            name = index_name(self._property, label=label)
            index = template("create_vector_index").fill(index=name, label=label, property=self._property)
            self._database.write(index, dimension=dimension)
        for kind in self._projection.relationships.types:
            name = index_name(self._property, type=kind)
            index = template("create_relationship_vector_index").fill(
                index=name, type=kind, property=self._property
            )
            self._database.write(index, dimension=dimension)

    def _relationship(self, row: int) -> list[Any]:
        links, nodes = self._projection.relationships, self._projection.nodes
        ends = (nodes.element_id(int(links.sources[row])), nodes.element_id(int(links.target[row])))
        return [links.element_id(row), *ends, links.types[links.type[row]], int(self._hashes[row])]

    def _lacking(self, name: str, values: list[Any]) -> list[int]:
        """Places in ``values`` of what has not got its vector yet."""
        if not values:
            return []
        statement = template(name).fill(property=self._property, **self._marks)
        stamp = self._vectors.encoder.text
        return sorted(row["place"] for row in self._database.run(statement, rows=values, stamp=stamp))

    def _write(self, name: str, values: list[list[Any]]) -> int:
        statement: Template = template(name).fill(**self._marks)
        if values:
            stamp = self._vectors.encoder.text
            self._database.write(statement, values, batch=BATCH, property=self._property, stamp=stamp)
        return len(values)


def _blocks(size: int) -> Iterator[range]:
    for start in range(0, size, COMPARED):
        yield range(start, min(start + COMPARED, size))


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)
