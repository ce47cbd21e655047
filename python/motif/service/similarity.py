"""``motif.similarity.*``: edges between nodes that belong together, for ``motif.expand`` and ``motif.community``."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.information import readable_size
from motif.catalog.layer_values import SCORE, plain_value
from motif.catalog.request import camel_case
from motif.catalog.store import on_current_data
from motif.errors import InvalidInput
from motif.graphs.frames import encode_frame
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Projection
from motif.jobs import find_job, run_job
from motif.knowledge_graph.edge_layers import EDGES, LayerJob, compute_layers, layer_jobs
from motif.service.calls import Call
from motif.service.computing import millis, projection_of, require_unlocked, written_by_the_plugin
from motif.service.procedures import Row
from motif.service.references import node_references
from motif.service.relationship_frames import edge_frames, scope_frames
from motif.service.state import Service

_OF_CALLS = ("edges", "write_relationship_type", "write_property", "concurrency")
"""Keys that are not a job's."""

_PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99, 100)

_EDGE = 4 + 4 + 4 + 200
"""Bytes of an edge, most of them for what explains it."""

_METRICS = 8
"""By which a node may have neighbours, at most so many by each."""


@dataclass(frozen=True, slots=True)
class Computed:
    """A projection, the edges computed for it, and the seconds that took."""

    projection: Projection
    layers: list[EdgeLayer]
    seconds: float


def stream(service: Service, call: Call) -> Iterator[Row]:
    """Pairs of nodes that belong together, and what explains each; nothing is kept."""
    done = _compute(service, call)
    for layer in done.layers:
        sources = node_references(done.projection, layer.source)
        targets = node_references(done.projection, layer.target)
        for row, (source, target) in enumerate(zip(sources, targets, strict=True)):
            explained = {name: plain_value(column, row) for name, column in layer.properties.items()}
            yield {
                "node1": source,
                "node2": target,
                "similarity": float(layer.score[row]),
                "type": layer.name,
                # What explains a pair may name nodes beside it.
                "properties": {}
                if call.discreet
                else {name: value for name, value in explained.items() if value is not None},
            }


def stats(service: Service, call: Call) -> Iterator[Row]:
    """How many pairs of nodes belong together, and how much; nothing is kept."""
    yield _facts(_compute(service, call), call)


def mutate(service: Service, call: Call) -> Iterator[Row]:
    """Computes edges between nodes that belong together and keeps them with the projection."""
    require_unlocked(service, "edges")
    started = time.perf_counter()
    done = on_current_data(lambda: _compute_and_keep(service, call))
    keeping = time.perf_counter() - started - done.seconds
    yield {
        **_facts(done, call),
        "mutateMillis": millis(keeping),
        "relationshipsWritten": sum(map(len, done.layers)),
    }


def write(service: Service, call: Call) -> Iterator[Row]:
    """Computes edges between nodes that belong together and writes them into the database as relationships."""
    raise written_by_the_plugin(call, "kg.similarity(write=True)")


def write_frames(service: Service, call: Call) -> Iterator[bytes]:
    """The edges as frames for the plugin, which writes them; the projection keeps them as well."""
    own_type = call.options.get("write_relationship_type")
    if own_type is not None and len(_jobs(call)) > 1:
        raise InvalidInput(
            f"writeRelationshipType names one type, and edges: '{call.options['edges']}' makes several.",
            hint="Leave it out, or call once for each kind of edges.",
        )
    compute = _compute if service.catalog.locked else _compute_and_keep
    done = on_current_data(lambda: compute(service, call))
    property = call.options.get("write_property", SCORE)
    yield from scope_frames(done.projection)
    for layer in done.layers:
        yield from edge_frames(done.projection, layer, own_type or layer.name, property)
    yield encode_frame("end", 0, None, row=_facts(done, call))


def estimate_write(service: Service, call: Call) -> Iterator[Row]:
    """What computing edges would need: the vectors that are compared, and from no edge to as many as may be kept."""
    projection = projection_of(service, call)
    n_nodes, n_metrics = projection.n_nodes, len(call.options.get("metrics") or ()) or _METRICS
    share = 1 - call.options.get("percentile", 95.0) / 100
    pairs = min(round(share * n_metrics * n_nodes**2 / 2), n_metrics * n_nodes * _neighbours(call))
    least = (
        n_nodes * 4 * max((vectors.encoder.dimension for vectors in projection.vectors.values()), default=0)
    )
    most = least + pairs * _EDGE
    yield {
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "requiredMemory": f"[{readable_size(least)} ... {readable_size(most)}]",
        "bytesMin": least,
        "bytesMax": most,
    }


def _neighbours(call: Call) -> int:
    """How many neighbours a node keeps by each metric."""
    default = inspect.signature(find_job(EDGES["similarity"])).parameters["max_neighbours"].default
    return int(call.options.get("max_neighbours", default))


def _jobs(call: Call) -> list[LayerJob]:
    options = {key: value for key, value in call.options.items() if key not in _OF_CALLS}
    return layer_jobs(call.options.get("edges", "similarity"), options, camel_case)


def _compute_and_keep(service: Service, call: Call) -> Computed:
    done = _compute(service, call)
    service.catalog.add_layer(call.database, done.projection.name, *done.layers, of=done.projection)
    return done


def _compute(service: Service, call: Call) -> Computed:
    projection, jobs = projection_of(service, call), _jobs(call)
    started = time.perf_counter()

    def run(name: str, *arguments: Any, **options: Any) -> Any:
        return run_job(name, call.job, *arguments, cluster=service.settings.cluster, **options)

    checkpoint = service.settings.cache / "vectors"
    layers = compute_layers(
        jobs, projection, service.encoder, run=run, checkpoint=checkpoint, control=call.control
    )
    return Computed(projection, layers, time.perf_counter() - started)


def _facts(done: Computed, call: Call) -> Row:
    scores = np.concatenate([layer.score for layer in done.layers])
    return {
        "nodeCount": done.projection.n_nodes,
        "similarityPairs": len(scores),
        "similarityDistribution": distribution(scores),
        "types": {layer.name: len(layer) for layer in done.layers},
        "computeMillis": millis(done.seconds),
        "configuration": {"edges": "similarity", **call.configuration},
    }


def distribution(scores: NDArray[np.float32]) -> dict[str, float]:
    """GDS's summary of similarities; empty without one.

    >>> distribution(np.array([0.25, 0.75], np.float32))["mean"]
    0.5
    """
    if not len(scores):
        return {}
    values = np.percentile(scores, _PERCENTILES, method="lower").tolist()
    return {
        "min": float(scores.min()),
        "max": float(scores.max()),
        "mean": float(scores.mean(dtype=np.float64)),
        "stdDev": float(scores.std(dtype=np.float64)),
        **{f"p{share}": value for share, value in zip(_PERCENTILES, values, strict=True)},
    }
