"""Chunks of columns: how nodes and relationships arrive from a database, a few thousand rows at a time."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.graphs.frames import Frame, broken, encode_frame
from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, MISSING, OTHER, STRING

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


@dataclass(frozen=True, slots=True)
class NodeChunk:
    """Some nodes: database ids (int64), label sets (int32, into `End.label_sets`), properties by name."""

    ids: NDArray[np.int64]
    label_set: NDArray[np.int32]
    properties: Mapping[str, PropertyChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationshipChunk:
    """Some relationships: database ids of themselves and both ends (int64), types (int32, into `End.types`)."""

    ids: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    type: NDArray[np.int32]
    properties: Mapping[str, PropertyChunk] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class End:
    """What is known once all chunks have been read; a prefix and the id make an element id."""

    label_sets: tuple[tuple[str, ...], ...]
    types: tuple[str, ...]
    node_id_prefix: str | None
    relationship_id_prefix: str | None
    transaction: int | None = None


Chunk = NodeChunk | RelationshipChunk | End


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
            ends = (frame.column(name, "i8") for name in ("id", "source", "target"))
            yield RelationshipChunk(*ends, frame.column("type", "i4"), _properties(frame))
        elif frame.kind == "end":
            yield _end(frame, nodes, relationships)
        else:
            raise broken(f"a frame of {frame.kind} does not belong here")


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
    return End(
        label_sets=tuple(tuple(labels) for labels in head.get("labelSets", ())),
        types=tuple(head.get("types", ())),
        node_id_prefix=head.get("nodeIdPrefix") or "",
        relationship_id_prefix=head.get("relationshipIdPrefix") or "",
        transaction=head.get("transaction"),
    )


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
        )
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


def pack_values(values: Sequence[Any], *, vector: bool = False) -> PropertyChunk:
    """A property's values, as the driver gives them, in columns.

    Parameters
    ----------
    values
        None for a missing one; temporal and spatial values become ISO 8601 and JSON.
    vector
        Whether lists of numbers are vectors (`VECTOR`, float32) and not JSON.

    >>> pack_values(["Heat", None, 1995]).kind.tolist()
    [4, 0, 1]
    """
    kinds = {type(value) for value in values}
    present = kinds - {type(None)}
    if len(present) == 1 and (known := _PLAIN_KINDS.get(next(iter(present)))) is not None:
        return _pack_alike(values, known, has_missing=len(kinds) > 1)
    packed = [_pack(value, vector) for value in values]
    return _chunk(
        np.array([kind for kind, _, _ in packed], dtype=np.uint8),
        np.array([number for _, number, _ in packed], dtype=np.int64),
        [part for _, _, part in packed],
    )


_PLAIN_KINDS = {str: STRING, bool: BOOLEAN, int: INTEGER, float: FLOAT}


def _pack_alike(values: Sequence[Any], kind: int, *, has_missing: bool) -> PropertyChunk:
    """Values of one type: no step of Python per value but its own conversion."""
    kinds = np.full(len(values), kind, dtype=np.uint8)
    if has_missing:
        kinds[[value is None for value in values]] = MISSING
    if kind == STRING:
        parts = [b"" if value is None else value.encode("utf-8", "replace") for value in values]
        return _chunk(kinds, np.zeros(len(values), dtype=np.int64), parts)
    known = [0 if value is None else value for value in values] if has_missing else values
    number = np.array(known, dtype=np.float64 if kind == FLOAT else np.int64).view(np.int64)
    number[kinds == MISSING] = 0
    return _chunk(kinds, number, [])


def _chunk(kind: NDArray[np.uint8], number: NDArray[np.int64], parts: Sequence[bytes]) -> PropertyChunk:
    offsets = np.zeros(len(kind) + 1, dtype=np.int32)
    if parts:
        np.cumsum(np.fromiter(map(len, parts), dtype=np.int64, count=len(parts)), out=offsets[1:])
    return PropertyChunk(kind, number, offsets, np.frombuffer(b"".join(parts), dtype=np.uint8))


def _pack(value: Any, vector: bool) -> tuple[int, int, bytes]:
    if value is None:
        return MISSING, 0, b""
    if isinstance(value, str):
        return STRING, 0, value.encode("utf-8", "replace")
    if isinstance(value, bool):
        return BOOLEAN, int(value), b""
    if isinstance(value, int):
        return INTEGER, value, b""
    if isinstance(value, float):
        return FLOAT, int(np.float64(value).view(np.int64)), b""
    if vector and isinstance(value, list) and value and all(isinstance(item, (int, float)) for item in value):
        return VECTOR, 0, np.asarray(value, dtype="<f4").tobytes()
    return OTHER, 0, other_text(value).encode("utf-8", "replace")


def other_text(value: Any) -> str:
    """A value that is neither number, boolean nor string as text: JSON of lists and maps, ISO 8601 of times.

    >>> other_text(["a", 1]), other_text([float("nan")])
    ('["a",1]', '["NaN"]')
    """
    if isinstance(value, (list, dict)):
        return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))
    iso = getattr(value, "iso_format", None) or getattr(value, "isoformat", None)
    return iso() if iso is not None else str(value)


def _plain(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    return other_text(value)
