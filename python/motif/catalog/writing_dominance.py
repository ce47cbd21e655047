"""Dominance embeddings into Neo4j, a batch of nodes at a time, each node once."""

from __future__ import annotations

from collections.abc import Callable

from motif.catalog.detection import OWN_DOMINANCE
from motif.catalog.dominance import dominance_rows, embedding_of
from motif.database import Database
from motif.graphs.projection import Projection
from motif_cypher import template

BATCH = 5000
"""Nodes of one transaction: a vector of 8 numbers is about 100 bytes on the wire."""


def write_dominance(
    database: Database,
    projection: Projection,
    *,
    property: str = OWN_DOMINANCE,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Writes the dominance vector of each node where it is not there yet; how many nodes were written.

    The property holds the vector and, last, the certificate; ``<property>Model`` the stamp and ``<property>Content``
    the hash of star and vector. Batches of `BATCH` nodes, a transaction each: a call that was cut off goes on.

    Raises `MissingVectors` when the projection has no dominance embedding.
    """
    ids, contents, matrix = dominance_rows(projection)
    statement = template("write_dominance").fill(
        property=property, stampProperty=f"{property}Model", contentProperty=f"{property}Content"
    )
    prefix, stamp, written = projection.nodes.id_prefix, embedding_of(projection).stamp.text, 0
    for start in range(0, len(ids), BATCH):
        chosen = slice(start, start + BATCH)
        parts = ids[chosen].tolist(), matrix[chosen].tolist(), contents[chosen].tolist()
        rows = [[f"{prefix}{node}", vector, content] for node, vector, content in zip(*parts, strict=True)]
        done = database.write(statement, rows, batch=BATCH, stamp=stamp)
        written += done.properties // 3
        if progress is not None:
            progress(min(start + BATCH, len(ids)), len(ids))
    return written
