"""Trussness into Neo4j, a batch of relationships at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_TRUSSNESS
from motif.database import Database
from motif.faults import no_trussness
from motif.graphs.projection import Projection
from motif_cypher import template

BATCH = 5000
"""Relationships of one transaction."""


def trussness_of(projection: Projection) -> NDArray[np.int32]:
    """The trussness of each relationship, int32 (m,); raises `MissingVectors` where it was not computed."""
    if projection.trussness is None:
        raise no_trussness(projection.name)
    return projection.trussness


def write_trussness(
    database: Database,
    projection: Projection,
    *,
    property: str = OWN_TRUSSNESS,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Writes the trussness of each relationship where another one or none stands; how many were written.

    Batches of `BATCH` relationships, a transaction each: a call that was cut off goes on. A relationship that is no
    longer there, or whose id another one has now, is left alone.

    Raises `MissingVectors` when the projection has no trussness.
    """
    trussness, links, nodes = trussness_of(projection), projection.relationships, projection.nodes
    statement = template("write_trussness").fill(property=property)
    written = 0
    for start in range(0, len(links), BATCH):
        rows = range(start, min(start + BATCH, len(links)))
        values = [
            [
                links.element_id(row),
                nodes.element_id(int(links.sources[row])),
                nodes.element_id(int(links.target[row])),
                links.types[links.type[row]],
                int(trussness[row]),
            ]
            for row in rows
        ]
        written += database.write(statement, values, batch=BATCH).properties
        if progress is not None:
            progress(rows.stop, len(links))
    return written
