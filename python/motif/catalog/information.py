"""What the catalog tells of a projection without opening it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

import numpy as np

from motif.catalog.ownership import Ownership, ownership_of
from motif.catalog.refreshing import RefreshFailure, read_failure
from motif.errors import SnapshotCorrupt
from motif.graphs.age import age_of
from motif.graphs.projection import Projection
from motif.graphs.stamp import EncoderStamp
from motif.snapshot import Manifest


@dataclass(frozen=True, slots=True)
class ProjectionInfo:
    """A projection's name, size, age and contents.

    Attributes
    ----------
    created, modified : float
        Seconds since 1970: of the first epoch and of this one.
    labels, types : mapping of name to count
        Nodes that carry a label, relationships of a type.
    degrees : mapping
        ``min``, ``mean``, ``p50``, ``p90``, ``p99``, ``max`` of relationships per node, both directions.
    configuration, request : mapping
        What is in force, and what was asked for (the arguments that `ProjectionRequest.from_arguments` reads).
    vectors : mapping of kind to EncoderStamp
    vector_counts : mapping of kind to int
        Nodes, relations, labels or relationships that have a vector.
    nbytes : int
        Bytes of its files, which are also what it takes in memory when all of it is used.
    dominance : EncoderStamp or None
        Of the dominance embedding, if there is one; ``certified`` tells how many nodes it may prune.
    path_lengths : tuple of int
        Of the path indexes.
    largest_trussness : int or None
        Of a relationship; None until trussness was computed.
    layers : mapping of name to count
        Computed edges.
    refreshed : mapping
        ``refreshed``: ``changes`` or ``all``, what was read when it was last refreshed; ``refreshedBecause``, why
        everything was, and ``nodesChanged`` and ``relationshipsChanged``, how many differed; {} for one that never was.
    ownership : Ownership
        Whose it is.
    stale : bool or None
        Whether the database has changed since; None when that is not known.
    problem : str
        Why its files, or those of its last epoch, cannot be used, and what to run; empty where they can.
    behind : mapping
        As `motif.graphs.age.Age` has it.
    read_at : float or None
        Seconds since 1970 when the data was read.
    refresh : str
        "auto" or "manual".
    failure : RefreshFailure or None
        Of the last refresh in the background, unless the data was read well since.
    """

    name: str
    database: str
    epoch: int
    n_nodes: int
    n_relationships: int
    created: float
    modified: float
    labels: Mapping[str, int]
    types: Mapping[str, int]
    degrees: Mapping[str, float]
    vectors: Mapping[str, EncoderStamp]
    nbytes: int
    configuration: Mapping[str, Any]
    request: Mapping[str, Any]
    vector_counts: Mapping[str, int]
    transaction: int | None = None
    stale: bool | None = None
    dominance: EncoderStamp | None = None
    certified: int = 0
    path_lengths: tuple[int, ...] = ()
    largest_trussness: int | None = None
    layers: Mapping[str, int] = field(default_factory=dict)
    refreshed: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""
    ownership: Ownership = field(default_factory=Ownership)
    behind: Mapping[str, float] = field(default_factory=dict)
    read_at: float | None = None
    refresh: str = "manual"
    failure: RefreshFailure | None = None

    def aged(self, last_transaction: int | None, count: int | None = None) -> ProjectionInfo:
        """The same beside what a listener tells: the last transaction, and how many changed the data since."""
        age = age_of(self.transaction, self.read_at, time.time(), last=last_transaction, count=count)
        return replace(self, stale=age.stale, behind=age.behind)

    def as_row(self) -> dict[str, Any]:
        """The columns of ``motif.graph.list``: GDS's, how old it is, ``vectors`` and ``structure``."""
        return {
            "graphName": self.name,
            "database": self.database,
            "nodeCount": self.n_nodes,
            "relationshipCount": self.n_relationships,
            "density": density(self.n_nodes, self.n_relationships),
            "degreeDistribution": dict(self.degrees),
            "memoryUsage": readable_size(self.nbytes),
            "sizeInBytes": self.nbytes,
            "creationTime": _iso(self.created),
            "modificationTime": _iso(self.modified),
            "configuration": self._configuration(),
            "schema": {"nodes": dict(self.labels), "relationships": dict(self.types)},
            "epoch": self.epoch,
            "stale": self.stale,
            "behind": dict(self.behind),
            "readTime": None if self.read_at is None else _iso(self.read_at),
            "refresh": self.refresh,
            "refreshFailure": self._failure_entry(),
            "vectors": {
                kind: {"model": stamp.name, "dimension": stamp.dimension, "count": self.vector_counts[kind]}
                for kind, stamp in self.vectors.items()
            }
            | self._dominance_entry(),
            "structure": {"largestTrussness": self.largest_trussness, "layers": dict(self.layers)},
        }

    def _configuration(self) -> dict[str, Any]:
        told = {**self.configuration, "owner": self.ownership.owner}
        return {**told, "problem": self.problem} if self.problem else told

    def _failure_entry(self) -> dict[str, Any] | None:
        if self.failure is None:
            return None
        return {"time": _iso(self.failure.time), "problem": self.failure.problem}

    def _dominance_entry(self) -> dict[str, Any]:
        """The dominance embedding beside the other vectors, with the path indexes that were made of it."""
        if self.dominance is None:
            return {}
        stamp = {"model": self.dominance.name, "dimension": self.dominance.dimension}
        return {"dominance": {**stamp, "count": self.certified, "pathLengths": list(self.path_lengths)}}


def projected_row(projection: Projection, milliseconds: int, stale: bool | None = None) -> dict[str, Any]:
    """The columns of ``motif.graph.project`` and ``motif.graph.refresh``, GDS's and ``epoch``, ``stale``."""
    configuration = projection.configuration
    types = configuration.get("relationshipProjection", "*")
    return {
        "graphName": projection.name,
        "nodeCount": projection.n_nodes,
        "relationshipCount": projection.n_relationships,
        "projectMillis": milliseconds,
        "nodeProjection": _as_map(configuration.get("nodeProjection", "*"), "label"),
        "relationshipProjection": _as_map(types, "type"),
        "configuration": dict(configuration),
        "epoch": projection.epoch,
        "stale": stale,
    }


def _as_map(selection: Any, key: str) -> dict[str, Any]:
    names = [selection] if isinstance(selection, str) else list(selection)
    return {"__ALL__" if name == "*" else name: {key: name} for name in names}


def info_of(manifest: Manifest, last_transaction: int | None = None) -> ProjectionInfo:
    """What a manifest tells."""
    content, extra = manifest.content, manifest.content["extra"]
    stamps = content["projection"]["vectors"]
    read_at = content.get("read_at")
    dominance = content["projection"].get("dominance")
    info = ProjectionInfo(
        name=content["name"],
        database=content["database"],
        epoch=content["epoch"],
        n_nodes=content["counts"]["nodes"],
        n_relationships=content["counts"]["relationships"],
        created=extra.get("created", content["written"]),
        modified=content["written"],
        labels=extra.get("labels", {}),
        types=extra.get("types", {}),
        degrees=extra.get("degrees", {}),
        vectors={kind: _stamp(stamp) for kind, stamp in stamps.items()},
        vector_counts={kind: stamp["count"] for kind, stamp in stamps.items()},
        nbytes=manifest.nbytes,
        configuration=content["configuration"],
        request=extra.get("request", {}),
        transaction=content["transaction"],
        read_at=read_at,
        refresh=content["configuration"].get("refresh", "manual"),
        failure=read_failure(manifest.folder.parent, read_at),
        dominance=None if dominance is None else _stamp(dominance["stamp"]),
        certified=0 if dominance is None else dominance["certified"],
        path_lengths=tuple(sorted(map(int, content["projection"].get("paths", ())))),
        largest_trussness=(content["projection"].get("trussness") or {}).get("largest"),
        refreshed=extra.get("refreshed", {}),
        layers={entry["name"]: entry["count"] for entry in content["projection"].get("layers", ())},
        problem=manifest.problem,
        ownership=ownership_of(content),
    )
    return info.aged(last_transaction)


def broken_info(name: str, database: str, error: SnapshotCorrupt) -> ProjectionInfo:
    """What is known of a projection whose files cannot be read: why, and what to run."""
    nothing: dict[str, Any] = {}
    return ProjectionInfo(
        name=name,
        database=database,
        epoch=0,
        n_nodes=0,
        n_relationships=0,
        created=0.0,
        modified=0.0,
        labels=nothing,
        types=nothing,
        degrees=nothing,
        vectors=nothing,
        nbytes=0,
        configuration=nothing,
        request=nothing,
        vector_counts=nothing,
        problem=str(error),
    )


def _stamp(entry: Mapping[str, Any]) -> EncoderStamp:
    return EncoderStamp(entry["name"], entry["dimension"], entry["hash"])


def summarize(projection: Projection) -> dict[str, Any]:
    """What `info_of` tells of a projection beyond its sizes: counts by label and type, and degrees."""
    per_set = np.bincount(projection.nodes.label_set, minlength=len(projection.nodes.label_sets))
    labels = dict.fromkeys(projection.labels, 0)
    for names, count in zip(projection.nodes.label_sets, per_set.tolist(), strict=True):
        for name in names:
            labels[name] += count
    links = projection.relationships
    per_type = np.bincount(links.type, minlength=len(links.types)).tolist()
    return {
        "labels": labels,
        "types": dict(zip(links.types, per_type, strict=True)),
        "degrees": _degrees(projection.outgoing.degrees + projection.incoming.degrees),
    }


def _degrees(degrees: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, float]:
    if not len(degrees):
        return {}
    least, most = int(degrees.min()), int(degrees.max())
    places = [(len(degrees) - 1) * percent // 100 for percent in (50, 90, 99)]
    p50, p90, p99 = np.partition(degrees, places)[places].tolist()
    return {"min": least, "mean": float(degrees.mean()), "p50": p50, "p90": p90, "p99": p99, "max": most}


def density(n_nodes: int, n_relationships: int) -> float:
    """Relationships by ordered pairs of nodes."""
    return n_relationships / (n_nodes * (n_nodes - 1)) if n_nodes > 1 else 0.0


def readable_size(nbytes: int) -> str:
    """Bytes for people.

    >>> readable_size(1536)
    '1.5 KiB'
    """
    size = float(nbytes)
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if size < 1024:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1024
    return f"{size:.1f} TiB"


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")
