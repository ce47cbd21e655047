"""Vectors of nodes back into Neo4j, with the stamp of their model and a vector index per label."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motif.catalog.detection import OWN_CONTENT, OWN_EMBEDDING, OWN_STAMP
from motif.catalog.reading_vectors import content_hash
from motif.database import Database
from motif.faults import no_vectors
from motif.graphs.projection import NAME, TEXT, Projection, VectorSet
from motif.graphs.strings import StringTable
from motif_cypher import template

BATCH = 1000
"""Nodes of one transaction: a vector of 384 numbers is about 3.5 kB on the wire."""

COMPARED = 10_000
"""Nodes that are asked at once whether they have theirs already."""


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
    """Writes the vectors of the nodes of ``projection`` that lack theirs and makes the indexes; how many were written.

    What stands already, of the same model and text, is not sent again; a batch of `BATCH` nodes is a transaction: a
    call that was cut off goes on where it stopped.
    """
    vectors, texts = written_vectors(projection)
    rows = np.flatnonzero(vectors.index >= 0)
    stamp, marks = vectors.encoder.text, {"stampProperty": OWN_STAMP, "contentProperty": OWN_CONTENT}
    asking = template("unwritten_node_vectors").fill(property=property, **marks)
    writing = template("write_node_vectors").fill(**marks)
    written = 0
    for start in range(0, len(rows), COMPARED):
        block = rows[start : start + COMPARED].tolist()
        marked = [[projection.nodes.element_id(row), content_hash(texts[row])] for row in block]
        lacking = sorted(found["place"] for found in database.run(asking, rows=marked, stamp=stamp))
        values = [
            [marked[place][0], vectors.matrix[vectors.index[block[place]]].tolist(), marked[place][1]]
            for place in lacking
        ]
        if values:
            database.write(writing, values, batch=BATCH, property=property, stamp=stamp)
        written += len(values)
        if progress is not None:
            progress(start + len(block), len(rows))
    for label in projection.labels:
        index = template("create_vector_index").fill(
            index=f"{property}_{label}", label=label, property=property
        )
        database.write(index, dimension=vectors.encoder.dimension)
    return written
