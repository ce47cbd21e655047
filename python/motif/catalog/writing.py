"""Vectors of nodes back into Neo4j, with the stamp of their model and a vector index per label."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_CONTENT, OWN_EMBEDDING, OWN_STAMP
from motif.catalog.reading_vectors import content_hash
from motif.database import Database
from motif.faults import no_vectors
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet
from motif.graphs.strings import StringTable
from motif_cypher import template

BATCH = 1000
"""Nodes of one transaction: a vector of 384 numbers is about 3.5 kB on the wire."""


def written_vectors(projection: Projection) -> tuple[VectorSet, StringTable]:
    """The vectors that stand for the nodes in Neo4j, and what they were made of: texts, if there are any, else names.

    Raises `MissingVectors`.
    """
    for kind, texts in ((TEXT, projection.nodes.texts), (NAME, projection.nodes.names)):
        if kind in projection.vectors and texts is not None:
            return projection.vectors[kind], texts
    raise no_vectors(projection.name, why=projection.configuration.get("textEmbeddings", ""))


def write_node_vectors(
    database: Database,
    projection: Projection,
    *,
    property: str = OWN_EMBEDDING,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Writes the vector of each node of ``projection`` and makes the indexes; how many nodes were written.

    Batches of `BATCH` nodes, a transaction each; writing again writes the same.
    """
    vectors, texts = written_vectors(projection)
    rows = np.flatnonzero(vectors.index >= 0)
    statement = template("write_node_vectors").fill(stampProperty=OWN_STAMP, contentProperty=OWN_CONTENT)
    for done, batch in enumerate(_batches(rows), start=1):
        values = [
            [
                projection.nodes.element_id(row),
                vectors.matrix[vectors.index[row]].tolist(),
                content_hash(texts[row]),
            ]
            for row in batch
        ]
        database.write(statement, values, batch=BATCH, property=property, stamp=vectors.encoder.text)
        if progress is not None:
            progress(min(done * BATCH, len(rows)), len(rows))
    for label in projection.labels:
        index = template("create_vector_index").fill(
            index=f"{property}_{label}", label=label, property=property
        )
        database.write(index, dimension=vectors.encoder.dimension)
    return len(rows)


def _batches(rows: NDArray[np.intp]) -> Iterator[list[int]]:
    for start in range(0, len(rows), BATCH):
        yield rows[start : start + BATCH].tolist()
