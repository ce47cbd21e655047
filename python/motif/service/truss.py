"""``motif.truss.*``: how firmly triangles hold a projection's relationships together."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.catalog.detection import OWN_TRUSSNESS
from motif.catalog.information import readable_size
from motif.catalog.store import on_current_data
from motif.engine.truss_report import truss_report
from motif.graphs.frames import encode_frame
from motif.graphs.projection import Projection
from motif.jobs import run_job
from motif.service.calls import Call
from motif.service.computing import millis, projection_of, require_unlocked, written_by_the_plugin
from motif.service.procedures import Row
from motif.service.relationship_frames import number_frames
from motif.service.rows import relationship_reference
from motif.service.state import Service

JOB = "trussness"
"""The entry point of the job that decomposes a projection into trusses."""

_EDGE = (40, 120)
"""Bytes of an edge while it is peeled, at least and at most: the simple graph, its ranked copies, the buckets."""

_NODE = (16, 48)


@dataclass(frozen=True, slots=True)
class Computed:
    """A projection, the trussness of its relationships, whether that is new, and the seconds that it took."""

    projection: Projection
    trussness: NDArray[np.int32]
    is_new: bool
    seconds: float


def stream(service: Service, call: Call) -> Iterator[Row]:
    """The relationships of a projection with their trussness; nothing is kept."""
    done = _compute(service, call)
    for row, trussness in enumerate(done.trussness.tolist()):
        yield {"relationship": relationship_reference(done.projection, row), "trussness": trussness}


def stats(service: Service, call: Call) -> Iterator[Row]:
    """How many edges have which trussness, and how many triangles there are; nothing is kept."""
    yield _facts(_compute(service, call), call)


def mutate(service: Service, call: Call) -> Iterator[Row]:
    """Computes the trussness of a projection's relationships and keeps it with the projection."""
    require_unlocked(service, "trussness")
    started = time.perf_counter()
    done = on_current_data(lambda: _compute_and_keep(service, call))
    keeping = time.perf_counter() - started - done.seconds
    yield {
        **_facts(done, call),
        "mutateMillis": millis(keeping),
        "relationshipPropertiesWritten": len(done.trussness),
    }


def write(service: Service, call: Call) -> Iterator[Row]:
    """Computes the trussness of a projection's relationships and writes it into the database, a thousand at a time."""
    raise written_by_the_plugin(call, "kg.truss(write=True)")


def write_frames(service: Service, call: Call) -> Iterator[bytes]:
    """The trussness of relationships as frames for the plugin; the projection keeps it as well."""
    compute = _compute if service.catalog.locked else _compute_and_keep
    done = on_current_data(lambda: compute(service, call))
    yield from number_frames(
        done.projection, done.trussness, call.options.get("write_property", OWN_TRUSSNESS)
    )
    yield encode_frame("end", 0, None, row=_facts(done, call))


def estimate_write(service: Service, call: Call) -> Iterator[Row]:
    """What computing the trussness of a projection's relationships would need."""
    projection = projection_of(service, call)
    least, most = (
        edge * projection.n_relationships + node * projection.n_nodes
        for edge, node in zip(_EDGE, _NODE, strict=True)
    )
    yield {
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "requiredMemory": f"[{readable_size(least)} ... {readable_size(most)}]",
        "bytesMin": least,
        "bytesMax": most,
    }


def _compute(service: Service, call: Call) -> Computed:
    """The trussness that the projection has, else what is computed now."""
    projection = projection_of(service, call)
    if projection.trussness is not None:
        return Computed(projection, projection.trussness, False, 0.0)
    started = time.perf_counter()
    found: NDArray[np.int32] = run_job(
        JOB, call.job, projection, control=call.control, cluster=service.settings.cluster
    )
    return Computed(projection, found, True, time.perf_counter() - started)


def _compute_and_keep(service: Service, call: Call) -> Computed:
    done = _compute(service, call)
    if done.is_new:
        name = done.projection.name
        service.catalog.add_trussness(call.database, name, done.trussness, of=done.projection)
    return done


def _facts(done: Computed, call: Call) -> Row:
    links = done.projection.relationships
    report = truss_report(links.source, links.target, done.projection.n_nodes, done.trussness)
    return {
        "nodeCount": done.projection.n_nodes,
        "edgeCount": report.edges,
        "triangleCount": report.triangles,
        "maxTruss": report.largest,
        "distribution": {str(k): count for k, count in report.distribution.items()},
        "computeMillis": millis(done.seconds),
        "configuration": call.configuration,
    }
