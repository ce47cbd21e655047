"""``motif.embed.text.*``: vectors of a projection's texts."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_CONTENT, OWN_EMBEDDING, OWN_STAMP
from motif.catalog.information import readable_size
from motif.catalog.reading_vectors import content_hash
from motif.catalog.store import on_current_data
from motif.faults import no_vectors
from motif.graphs.frames import encode_frame
from motif.graphs.projection import NAME, TEXT, TRIPLE, Projection, VectorSet
from motif.graphs.strings import StringTable
from motif.jobs import run_job
from motif.service.calls import Call
from motif.service.computing import (
    Target,
    millis,
    projection_of,
    require_unlocked,
    vector_frames,
    written_by_the_plugin,
)
from motif.service.procedures import Row
from motif.service.references import node_references
from motif.service.state import Service

JOB = "text_embeddings"
"""The entry point of the job that turns a projection's texts into vectors."""

OWN = Target(OWN_EMBEDDING, OWN_STAMP, OWN_CONTENT)


@dataclass(frozen=True, slots=True)
class Embedded:
    """A projection with its vectors, and what making them took.

    ``embedded`` counts the texts that the model was asked for, ``seconds`` the time that took.
    """

    projection: Projection
    vectors: Mapping[str, VectorSet]
    embedded: int
    seconds: float

    def nodes(self, call: Call) -> VectorSet:
        """The vectors of nodes that the call speaks of: of their texts where they have any, else of their names."""
        return vectors_of_nodes(self.projection, self.vectors, call)


def stream(service: Service, call: Call) -> Iterator[Row]:
    """The nodes of a projection with the vectors of their texts; nothing is kept."""
    done = _embed(service, call)
    vectors = done.nodes(call)
    rows = np.flatnonzero(vectors.index >= 0)
    for node, row in zip(node_references(done.projection, rows), rows.tolist(), strict=True):
        yield {"node": node, "embedding": vectors.matrix[vectors.index[row]].tolist()}


def stats(service: Service, call: Call) -> Iterator[Row]:
    """How many texts a projection has, how many have vectors, and by which model."""
    projection = projection_of(service, call)
    yield _counts(Embedded(projection, _of_texts(projection), 0, 0.0), call)


def mutate(service: Service, call: Call) -> Iterator[Row]:
    """Embeds a projection's texts, each distinct one once, and keeps the vectors with the projection."""
    require_unlocked(service, "vectors")
    started = time.perf_counter()
    done = on_current_data(lambda: _embed_and_keep(service, call))
    keeping = time.perf_counter() - started - done.seconds
    yield {
        **_counts(done, call),
        "nodePropertiesWritten": int((done.nodes(call).index >= 0).sum()),
        "mutateMillis": millis(keeping),
    }


def write(service: Service, call: Call) -> Iterator[Row]:
    """Embeds a projection's texts and writes the vectors into the database, a thousand nodes at a time."""
    raise written_by_the_plugin(call, "kg.embed(write=True)")


def write_frames(service: Service, call: Call) -> Iterator[bytes]:
    """The vectors as frames for the plugin, which writes them; the projection keeps them as well."""
    compute = _embed if service.catalog.locked else _embed_and_keep
    done = on_current_data(lambda: compute(service, call))
    vectors, texts = done.nodes(call), _textsvectors_of_nodes(done.projection, call)

    def columns(rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        contents = np.array([content_hash(texts[row]) for row in rows.tolist()], dtype=np.int64)
        return contents, vectors.matrix[vectors.index[rows]]

    target = OWN.named(call.options.get("write_property"))
    rows = np.flatnonzero(vectors.index >= 0)
    yield from vector_frames(done.projection, target, vectors.encoder.text, rows, columns)
    yield encode_frame("end", 0, None, row=_counts(done, call))


def estimate_write(service: Service, call: Call) -> Iterator[Row]:
    """What embedding a projection's texts would need."""
    projection = projection_of(service, call)
    known = next(iter(_of_texts(projection).values()), None)
    dimension = service.encoder().dimension if known is None else known.encoder.dimension
    n_texts = _distinct(projection)
    least, most = 4 * dimension * n_texts, 4 * dimension * n_texts + 4 * 2 * projection.n_nodes
    yield {
        "nodeCount": projection.n_nodes,
        "distinctTexts": n_texts,
        "requiredMemory": f"[{readable_size(least)} ... {readable_size(most)}]",
        "bytesMin": least,
        "bytesMax": most,
    }


def _embed_and_keep(service: Service, call: Call) -> Embedded:
    done = _embed(service, call)
    known = done.projection.vectors
    new = {kind: vectors for kind, vectors in done.vectors.items() if vectors is not known.get(kind)}
    if new:
        service.catalog.add_vectors(call.database, done.projection.name, new, of=done.projection)
    return done


def _embed(service: Service, call: Call) -> Embedded:
    projection = projection_of(service, call)
    started = time.perf_counter()
    made: Mapping[str, VectorSet] = run_job(
        JOB,
        call.job,
        projection,
        service.encoder(),
        checkpoint=service.settings.cache / "vectors",
    )
    return Embedded(
        projection, {**_of_texts(projection), **made}, call.job.total, time.perf_counter() - started
    )


def _of_texts(projection: Projection) -> dict[str, VectorSet]:
    """The vectors of the projection that this procedure makes: those of relationships apart."""
    return {kind: vectors for kind, vectors in projection.vectors.items() if kind != TRIPLE}


def vectors_of_nodes(projection: Projection, vectors: Mapping[str, VectorSet], call: Call) -> VectorSet:
    """The vectors among ``vectors`` that stand for the projection's nodes; raises `MissingVectors`."""
    kind = call.options.get("of") or (NAME if projection.nodes.texts is None else TEXT)
    if kind not in vectors:
        raise no_vectors(projection.name, f"{kind}s")
    return vectors[kind]


def _textsvectors_of_nodes(projection: Projection, call: Call) -> StringTable:
    """What the vectors of nodes that the call speaks of were made of."""
    texts = projection.nodes.texts
    return projection.nodes.names if texts is None or call.options.get("of") == NAME else texts


def _counts(done: Embedded, call: Call) -> Row:
    projection = done.projection
    n_texts = _distinct(projection)
    stamps = [vectors.encoder for vectors in done.vectors.values()]
    covered = sum(len(vectors.matrix) for kind, vectors in done.vectors.items())
    return {
        "nodeCount": projection.n_nodes,
        "distinctTexts": n_texts,
        "embedded": done.embedded,
        "reused": max(0, min(n_texts, covered) - done.embedded),
        "dimension": stamps[0].dimension if stamps else None,
        "model": stamps[0].name if stamps else None,
        "computeMillis": millis(done.seconds),
        "configuration": {**call.configuration, "of": "name" if projection.nodes.texts is None else "text"},
    }


def _distinct(projection: Projection) -> int:
    """Distinct texts of nodes, relations and labels, each counted once."""
    texts = set(projection.nodes.names) | set(projection.nodes.texts or ())
    texts.update(projection.relationships.relations, projection.labels)
    texts.discard("")
    return len(texts)
