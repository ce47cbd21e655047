"""``motif.embed.triple.*``: vectors of a projection's relationships with both their ends, for ``motif.trace``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from motif.catalog.detection import OWN_TRIPLE, OWN_TRIPLE_CONTENT, OWN_TRIPLE_STAMP
from motif.catalog.information import readable_size
from motif.catalog.store import on_current_data
from motif.catalog.writing_triples import mean_vectors, triple_hashes
from motif.graphs.distinct import distinct
from motif.graphs.frames import encode_frame
from motif.graphs.projection import TRIPLE, Projection, VectorSet
from motif.jobs import run_job
from motif.service.calls import Call
from motif.service.computing import (
    Target,
    millis,
    node_vector_frame,
    projection_of,
    require_unlocked,
    write_frame,
    written_by_the_plugin,
)
from motif.service.procedures import Row
from motif.service.relationship_frames import relationship_vector_frames
from motif.service.rows import relationship_reference
from motif.service.state import Service

JOB = "triple_embeddings"
"""The entry point of the job that turns a projection's relationships into vectors."""

OWN = Target(OWN_TRIPLE, OWN_TRIPLE_STAMP, OWN_TRIPLE_CONTENT)

_NODES = 2000
"""Nodes of which the means are computed and sent at once."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A projection, the vectors of its relationships if it has any, and what making them took.

    ``embedded`` counts the texts that the model was asked for, ``seconds`` the time that took.
    """

    projection: Projection
    vectors: VectorSet | None
    embedded: int
    seconds: float


def stream(service: Service, call: Call) -> Iterator[Row]:
    """The relationships of a projection with the vectors of their triples; nothing is kept."""
    done, vectors = _embed(service, call)
    for row in np.flatnonzero(vectors.index >= 0).tolist():
        yield {
            "relationship": relationship_reference(done.projection, row),
            "embedding": vectors.matrix[vectors.index[row]].tolist(),
        }


def stats(service: Service, call: Call) -> Iterator[Row]:
    """How many triples a projection has as distinct texts, and which model embedded them, if any has."""
    projection = projection_of(service, call)
    yield _counts(Embedded(projection, projection.vectors.get(TRIPLE), 0, 0.0), call)


def mutate(service: Service, call: Call) -> Iterator[Row]:
    """Embeds a projection's relationships as "head relation tail", each distinct text once, and keeps the vectors."""
    require_unlocked(service, "vectors")
    started = time.perf_counter()
    done, vectors = on_current_data(lambda: _embed_and_keep(service, call))
    keeping = time.perf_counter() - started - done.seconds
    yield {
        **_counts(done, call),
        "mutateMillis": millis(keeping),
        "relationshipPropertiesWritten": int((vectors.index >= 0).sum()),
    }


def write(service: Service, call: Call) -> Iterator[Row]:
    """Embeds a projection's relationships and writes the vectors, and the mean of those around each node."""
    raise written_by_the_plugin(call, "kg.embed_triples(write=True)")


def write_frames(service: Service, call: Call) -> Iterator[bytes]:
    """The vectors of relationships, then the means of nodes, as frames for the plugin; the projection keeps them."""
    compute = _embed if service.catalog.locked else _embed_and_keep
    done, vectors = on_current_data(lambda: compute(service, call))
    projection, target = done.projection, OWN.named(call.options.get("write_property"))
    yield write_frame(target, vectors.encoder.text)
    yield from relationship_vector_frames(projection, vectors, triple_hashes(projection))
    for start in range(0, projection.n_nodes, _NODES):
        nodes = range(start, min(start + _NODES, projection.n_nodes))
        rows, hashes, means = mean_vectors(projection, vectors, nodes)
        yield node_vector_frame(projection, rows, hashes, means)
    yield encode_frame("end", 0, None, row=_counts(done, call))


def estimate_write(service: Service, call: Call) -> Iterator[Row]:
    """What embedding a projection's relationships would need."""
    projection = projection_of(service, call)
    known = projection.vectors.get(TRIPLE)
    dimension = service.encoder().dimension if known is None else known.encoder.dimension
    n_texts = _distinct(projection)
    least = 4 * dimension * n_texts + 4 * projection.n_relationships
    most = least + _WHILE_EMBEDDING * n_texts
    yield {
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "distinctTexts": n_texts,
        "requiredMemory": f"[{readable_size(least)} ... {readable_size(most)}]",
        "bytesMin": least,
        "bytesMax": most,
    }


_WHILE_EMBEDDING = 400
"""Bytes of a text, its place and its hash, while it is embedded."""


def _embed_and_keep(service: Service, call: Call) -> tuple[Embedded, VectorSet]:
    done, made = _embed(service, call)
    projection = done.projection
    if made is not projection.vectors.get(TRIPLE):
        service.catalog.add_vectors(call.database, projection.name, {TRIPLE: made}, of=projection)
    return done, made


def _embed(service: Service, call: Call) -> tuple[Embedded, VectorSet]:
    projection = projection_of(service, call)
    started = time.perf_counter()
    made: VectorSet = run_job(
        JOB,
        call.job,
        projection,
        service.encoder(),
        checkpoint=service.settings.cache / "vectors",
    )
    return Embedded(projection, made, call.job.total, time.perf_counter() - started), made


def _counts(done: Embedded, call: Call) -> Row:
    n_texts, vectors = _distinct(done.projection), done.vectors
    return {
        "nodeCount": done.projection.n_nodes,
        "relationshipCount": done.projection.n_relationships,
        "distinctTexts": n_texts,
        "embedded": done.embedded,
        "reused": 0 if vectors is None else max(0, n_texts - done.embedded),
        "dimension": None if vectors is None else vectors.encoder.dimension,
        "model": None if vectors is None else vectors.encoder.name,
        "computeMillis": millis(done.seconds),
        "configuration": call.configuration,
    }


def _distinct(projection: Projection) -> int:
    """Distinct texts of relationships with both ends."""
    return len(distinct(triple_hashes(projection)))
