"""Chunks of columns: how nodes and relationships arrive from a database, a few thousand rows at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif.graphs.frames import Frame, broken, encode_frame

Found = TypeVar("Found")

VECTOR = 6
"""Kind of a value that is a list of floats, as float32; only in chunks, never in a projection's columns."""


@dataclass(frozen=True, slots=True)
class PropertyChunk:
    """One property of the rows of a chunk.

    Attributes
    ----------
    kind : uint8 (rows,)
        `MISSING`, `INTEGER`, `FLOAT`, `BOOLEAN`, `STRING`, `OTHER` or `VECTOR`.
    number : int64 (rows,)
        The integer, the bits of the float64, or 0 and 1.
    offsets : int32 (rows + 1,)
        Where each value begins in ``data``.
    data : uint8 (bytes,)
        UTF-8 of strings, JSON or ISO 8601 of other values, float32 of vectors.
    """

    kind: NDArray[np.uint8]
    number: NDArray[np.int64]
    offsets: NDArray[np.int32]
    data: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.kind)

    def select(self, rows: NDArray[np.int64]) -> PropertyChunk:
        """The values of ``rows``, in that order."""
        starts, ends = self.offsets[rows], self.offsets[rows + 1]
        offsets = np.zeros(len(rows) + 1, dtype=np.int32)
        np.cumsum(ends - starts, out=offsets[1:])
        places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], ends - starts)
        return PropertyChunk(self.kind[rows], self.number[rows], offsets, self.data[places])


@dataclass(frozen=True, slots=True)
class NodeChunk:
    """Some nodes: database ids (int64), label sets (int32, into `End.label_sets`), properties by name."""

    ids: NDArray[np.int64]
    label_set: NDArray[np.int32]
    properties: Mapping[str, PropertyChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationshipChunk:
    """Some relationships: ids of themselves and both ends, types (int32, into `End.types`).

    Ids are the database's (int64) as chunks arrive, and the ends' become rows (int32) while they are gathered.
    """

    ids: NDArray[np.int64]
    source: NDArray[np.int64] | NDArray[np.int32]
    target: NDArray[np.int64] | NDArray[np.int32]
    type: NDArray[np.int32]
    properties: Mapping[str, PropertyChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End:
    """What is known once all chunks have been read; a prefix and the id make an element id.

    ``log`` names the log of changes that counts ``transaction``; None where nobody keeps one.
    """

    label_sets: tuple[tuple[str, ...], ...]
    types: tuple[str, ...]
    node_id_prefix: str | None
    relationship_id_prefix: str | None
    transaction: int | None = None
    log: str | None = None


@dataclass(frozen=True, slots=True)
class ChangedIds:
    """What comes first where only what has changed was asked for.

    Attributes
    ----------
    whole : bool
        Whether the ids are all that have changed since, and of nodes and relationships only such follow as are still
        there; else everything follows.
    reason : str
        Why not, for people.
    nodes, relationships : int64
        Database ids of what was created, deleted or changed.
    """

    whole: bool
    reason: str
    nodes: NDArray[np.int64]
    relationships: NDArray[np.int64]


Chunk = NodeChunk | RelationshipChunk | End | ChangedIds


def chunks_of_frames(frames: Iterable[Frame]) -> Iterator[Chunk]:
    """The chunks that frames hold; the totals of the end frame are compared with what came.

    Raises `InvalidInput` for columns of a wrong length, frames of another kind, and totals that differ.
    """
    nodes = relationships = 0
    for frame in frames:
        if frame.kind == "nodes":
            nodes += frame.count
            yield NodeChunk(frame.column("id", "i8"), frame.column("labelSet", "i4"), _properties(frame))
        elif frame.kind == "relationships":
            relationships += frame.count
            ids, source, target = (frame.column(name, "i8") for name in ("id", "source", "target"))
            yield RelationshipChunk(ids, source, target, frame.column("type", "i4"), _properties(frame))
        elif frame.kind == "changes":
            yield _changed_ids(frame)
        elif frame.kind == "end":
            yield _end(frame, nodes, relationships)
        else:
            raise broken(f"a frame of {frame.kind} does not belong here")


def _changed_ids(frame: Frame) -> ChangedIds:
    nodes, relationships = (
        frame.column(name, "i8", len(frame.columns.get(name, b"")) // 8)
        for name in ("nodes", "relationships")
    )
    return ChangedIds(
        bool(frame.header.get("whole")), str(frame.header.get("reason") or ""), nodes, relationships
    )


def _properties(frame: Frame) -> dict[str, PropertyChunk]:
    names = [name.removesuffix(".kind") for name in frame.columns if name.endswith(".kind")]
    return {name: _property(frame, name) for name in names}


def _property(frame: Frame, name: str) -> PropertyChunk:
    offsets = frame.column(f"{name}.offsets", "i4", frame.count + 1)
    data = np.frombuffer(frame.columns.get(f"{name}.bytes", b""), dtype=np.uint8)
    if offsets[0] != 0 or offsets[-1] != len(data) or (np.diff(offsets) < 0).any():
        raise broken(f"the offsets of property '{name}' do not fit its {len(data)} bytes")
    return PropertyChunk(
        frame.column(f"{name}.kind", "u1"), frame.column(f"{name}.number", "i8"), offsets, data
    )


def _end(frame: Frame, nodes: int, relationships: int) -> End:
    head = frame.header
    for name, seen in (("nodes", nodes), ("relationships", relationships)):
        if head.get(name, seen) != seen:
            raise broken(f"the end frame counts {head[name]} {name}, and {seen} came")
    label_sets = head.get("labelSets", [])
    if not isinstance(label_sets, list):
        raise broken("the end frame's labelSets are no list")
    return End(
        label_sets=tuple(_texts(labels, "each of its labelSets") for labels in label_sets),
        types=_texts(head.get("types", []), "its types"),
        node_id_prefix=_of_type(str, head, "nodeIdPrefix") or "",
        relationship_id_prefix=_of_type(str, head, "relationshipIdPrefix") or "",
        transaction=_of_type(int, head, "transaction"),
        log=_of_type(str, head, "log"),
    )


def _texts(value: Any, what: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise broken(f"{what} in the end frame must be a list of texts")
    return tuple(value)


def _of_type(kind: type[Found], head: Mapping[str, Any], name: str) -> Found | None:
    value = head.get(name)
    if value is not None and type(value) is not kind:
        raise broken(f"{name} of the end frame is no {kind.__name__}")
    return value


def frame_of_chunk(chunk: Chunk) -> bytes:
    """The frame that `chunks_of_frames` reads back as ``chunk``; totals are left to the caller."""
    if isinstance(chunk, End):
        return encode_frame(
            "end",
            0,
            labelSets=[list(labels) for labels in chunk.label_sets],
            types=list(chunk.types),
            nodeIdPrefix=chunk.node_id_prefix,
            relationshipIdPrefix=chunk.relationship_id_prefix,
            transaction=chunk.transaction,
            log=chunk.log,
        )
    if isinstance(chunk, ChangedIds):
        changed = {"nodes": chunk.nodes, "relationships": chunk.relationships}
        return encode_frame("changes", 0, changed, whole=chunk.whole, reason=chunk.reason)
    columns: dict[str, NDArray[Any] | bytes] = {"id": chunk.ids}
    if isinstance(chunk, NodeChunk):
        kind, columns["labelSet"] = "nodes", chunk.label_set
    else:
        kind = "relationships"
        columns |= {"source": chunk.source, "target": chunk.target, "type": chunk.type}
    for name, part in chunk.properties.items():
        columns |= {f"{name}.kind": part.kind, f"{name}.number": part.number}
        columns |= {f"{name}.offsets": part.offsets, f"{name}.bytes": part.data}
    return encode_frame(kind, len(chunk.ids), columns)
