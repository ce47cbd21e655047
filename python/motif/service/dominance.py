"""``motif.embed.dominance.*``: vectors of nodes' stars, and indexes of paths, for ``motif.match``."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_DOMINANCE, OWN_DOMINANCE_CONTENT, OWN_DOMINANCE_STAMP
from motif.catalog.dominance import dominance_rows
from motif.catalog.information import readable_size
from motif.catalog.store import on_current_data
from motif.engine.data_graph import data_graph
from motif.engine.dominance_report import prune_report
from motif.graphs.dominance import NO_CERTIFICATE, DominanceEmbedding
from motif.graphs.frames import encode_frame
from motif.graphs.paths import PathTable
from motif.graphs.projection import Projection
from motif.indexes.paths import build_path_table, estimate_path_table
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

JOB = "dominance_embeddings"
"""The entry point of the job that embeds the stars of a projection's nodes."""

DIMENSIONS: Mapping[str, int] = {"constructed": 8, "gat": 2}
"""The dimension of each kind where none is asked for."""

OWN = Target(OWN_DOMINANCE, OWN_DOMINANCE_STAMP, OWN_DOMINANCE_CONTENT)

_TRAINING = ("epochs", "seed")


@dataclass(frozen=True, slots=True)
class Embedded:
    """A projection, the embedding of its stars, whether that is new, and the seconds of making and keeping it."""

    projection: Projection
    embedding: DominanceEmbedding
    is_new: bool
    seconds: float
    keeping: float = 0.0


def stream(service: Service, call: Call) -> Iterator[Row]:
    """The nodes of a projection with the dominance embeddings of their stars; nothing is kept."""
    done = _embed(service, call)
    nodes = node_references(done.projection, np.arange(done.projection.n_nodes))
    for node, vector in zip(nodes, done.embedding.vectors, strict=True):
        yield {"node": node, "embedding": vector.tolist()}


def stats(service: Service, call: Call) -> Iterator[Row]:
    """Which dominance embeddings a projection has or would have, and how much they prune; nothing is kept."""
    done = _embed(service, call)
    report = prune_report(done.embedding, data_graph(done.projection))
    stars = sum(entry.stars for entry in report.by_star)
    prunable = sum(entry.dismissible * entry.stars for entry in report.by_star) / stars if stars else 0.0
    told = {"pruned": report.pruned, "prunable": prunable}
    yield {**_facts(done, call), **told, **_index_facts(done.projection)}


def mutate(service: Service, call: Call) -> Iterator[Row]:
    """Embeds the stars of a projection's nodes and keeps the vectors; with pathLength an index of its paths too."""
    require_unlocked(service, "embeddings")
    done = on_current_data(lambda: _embed_and_keep(service, call, with_index=True))
    yield {
        **_facts(done, call),
        **_index_facts(done.projection),
        "mutateMillis": millis(done.keeping),
        "nodePropertiesWritten": done.projection.n_nodes,
    }


def write(service: Service, call: Call) -> Iterator[Row]:
    """Embeds the stars of a projection's nodes and writes the vectors into the database, a thousand nodes at a time."""
    raise written_by_the_plugin(call, "kg.embed_dominance(write=True)")


def write_frames(service: Service, call: Call) -> Iterator[bytes]:
    """The vectors as frames for the plugin, the certificate last in each; the projection keeps them as well."""
    compute = _embed if service.catalog.locked else _embed_and_keep
    done = on_current_data(lambda: compute(service, call))
    if service.catalog.locked and done.is_new and done.embedding.kind == "gat":
        require_unlocked(service, "weights, without which trained vectors mean nothing,")
    projection = replace(done.projection, dominance=done.embedding)
    _, contents, matrix = dominance_rows(projection)

    def columns(rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        return contents[rows], matrix[rows]

    target = OWN.named(call.options.get("write_property"))
    rows = np.arange(projection.n_nodes)
    yield from vector_frames(projection, target, done.embedding.stamp.text, rows, columns)
    yield encode_frame("end", 0, None, row=_facts(done, call))


def estimate_write(service: Service, call: Call) -> Iterator[Row]:
    """What embedding the stars of a projection's nodes, and with pathLength indexing its paths, would need."""
    projection = projection_of(service, call)
    dimension = call.options.get("dimension", DIMENSIONS[call.options.get("kind", "constructed")])
    least = projection.n_nodes * (4 * dimension + 2)
    length, n_paths = call.options.get("path_length"), None
    if length is not None:
        paths = estimate_path_table(data_graph(projection), dimension, length)
        n_paths, least = paths.paths, least + paths.bytes
    most = least + 8 * (projection.n_nodes + projection.n_relationships)
    yield {
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "pathCount": n_paths,
        "requiredMemory": f"[{readable_size(least)} ... {readable_size(most)}]",
        "bytesMin": least,
        "bytesMax": most,
    }


def _embed(service: Service, call: Call) -> Embedded:
    """The embedding that the projection has, where it is what the call asks for; else one that is made now."""
    projection = projection_of(service, call)
    asked = {name: call.options[name] for name in ("kind", "dimension", *_TRAINING) if name in call.options}
    kept = projection.dominance
    if kept is not None and _is_asked_for(kept, asked):
        return Embedded(projection, kept, False, 0.0)
    if asked.get("kind") == "gat" and "batch_size" in call.options:
        asked["nodes_at_once"] = call.options["batch_size"]
    started = time.perf_counter()
    made: DominanceEmbedding = run_job(
        JOB,
        call.job,
        projection,
        control=call.control,
        cluster=service.settings.cluster,
        **asked,
    )
    return Embedded(projection, made, True, time.perf_counter() - started)


def _is_asked_for(kept: DominanceEmbedding, asked: Mapping[str, Any]) -> bool:
    facts = {"kind": kept.kind, "dimension": kept.dimension}
    return all(name in facts and facts[name] == value for name, value in asked.items())


def _index(call: Call, done: Embedded) -> tuple[PathTable | None, float]:
    """The index of paths that the call asks for, if it does, and the seconds that making it took."""
    length = call.options.get("path_length")
    if length is None:
        return None, 0.0
    started = time.perf_counter()
    table = build_path_table(data_graph(done.projection), done.embedding, length)
    return table, time.perf_counter() - started


def _embed_and_keep(service: Service, call: Call, *, with_index: bool = False) -> Embedded:
    """The embedding, and ``with_index`` the index of paths asked for, with the projection that has both."""
    done = _embed(service, call)
    table, indexing = _index(call, done) if with_index else (None, 0.0)
    started, projection, name = time.perf_counter(), done.projection, done.projection.name
    if done.is_new:
        projection = service.catalog.add_dominance(call.database, name, done.embedding, table, of=projection)
    elif table is not None:
        projection = service.catalog.add_paths(call.database, name, table, of=projection)
    keeping = time.perf_counter() - started
    return replace(done, projection=projection, seconds=done.seconds + indexing, keeping=keeping)


def _facts(done: Embedded, call: Call) -> Row:
    embedding = done.embedding
    return {
        "nodeCount": done.projection.n_nodes,
        "kind": embedding.kind,
        "dimension": embedding.dimension,
        "model": embedding.stamp.text,
        "certified": int((embedding.certificate > NO_CERTIFICATE).sum()),
        "computeMillis": millis(done.seconds),
        "configuration": {**call.configuration, "kind": embedding.kind, "dimension": embedding.dimension},
    }


def _index_facts(projection: Projection) -> Row:
    """How many paths are indexed, of any length, and in how many bytes of memory; null without an index."""
    if projection.dominance is None or not projection.paths:
        return {"pathCount": None, "indexBytes": None}
    graph, dimension = data_graph(projection), projection.dominance.dimension
    indexes = [estimate_path_table(graph, dimension, length) for length in projection.paths]
    return {
        "pathCount": sum(index.paths for index in indexes),
        "indexBytes": sum(index.bytes for index in indexes),
    }
