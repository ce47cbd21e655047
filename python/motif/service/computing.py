"""What procedures that compute for a projection have in common: its graph, the lock, the frames of ``.write``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import CatalogLocked, InvalidInput
from motif.graphs.frames import encode_frame
from motif.graphs.projection import Projection
from motif.service.calls import Call
from motif.service.state import Service

Columns = Callable[[NDArray[np.intp]], tuple[NDArray[np.int64], NDArray[np.float32]]]
"""From rows of nodes to the hash of what each one's vector was made of, and the vectors."""

_FRAME_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Target:
    """The properties that ``.write`` fills: the vector, which model made it, and the hash of what it was made of."""

    property: str
    stamp_property: str
    content_property: str

    def named(self, property: str | None) -> Target:
        """These properties, or those that go with a name that the caller chose."""
        if property is None or property == self.property:
            return self
        return Target(property, f"{property}Model", f"{property}Content")


def projection_of(service: Service, call: Call) -> Projection:
    """The projection that the call names."""
    return service.graph(call.database, call.text("graphName")).projection


def require_unlocked(service: Service, what: str) -> None:
    """Raises `CatalogLocked` where ``what`` cannot be added to a projection."""
    if service.catalog.locked:
        raise CatalogLocked(
            f"The catalog is locked: {what} cannot be added to a projection.",
            hint="Set catalog.locked to false in motif.conf, and unset MOTIF_CATALOG_LOCKED.",
        )


def written_by_the_plugin(call: Call, python: str) -> InvalidInput:
    """The error for a ``.write`` that does not come from the plugin; ``python`` does the same there."""
    return InvalidInput(
        "Vectors are written by the plugin, in the caller's transactions.",
        hint=f"CALL {call.procedure} in Cypher, or {python} in Python.",
    )


def write_frame(target: Target, stamp: str) -> bytes:
    """The frame that says into which properties the vectors of the following ones go."""
    return encode_frame(
        "write",
        0,
        None,
        property=target.property,
        stampProperty=target.stamp_property,
        stamp=stamp,
        contentProperty=target.content_property,
    )


def vector_frames(
    projection: Projection, target: Target, stamp: str, rows: NDArray[np.intp], columns: Columns
) -> Iterator[bytes]:
    """The frames by which the plugin writes vectors of the nodes at ``rows``; the ``end`` frame is the caller's."""
    yield write_frame(target, stamp)
    size = vectors_of_a_frame(columns(rows[:0])[1].shape[1])
    for start in range(0, len(rows), size):
        chosen = rows[start : start + size]
        yield node_vector_frame(projection, chosen, *columns(chosen))


def node_vector_frame(
    projection: Projection, rows: NDArray[np.intp], contents: NDArray[np.int64], vectors: NDArray[np.float32]
) -> bytes:
    """The frame that holds the vectors of the nodes at ``rows``, and the hashes of what they were made of."""
    packed: dict[str, NDArray[Any] | bytes] = {
        "id": projection.nodes.ids[rows].astype(np.int64),
        "content": contents,
        "vector": vectors,
    }
    prefix = projection.nodes.id_prefix or ""
    dimension = vectors.shape[1]
    return encode_frame("vectors", len(rows), packed, dimension=dimension, idPrefix=prefix, entity="node")


def vectors_of_a_frame(dimension: int) -> int:
    """How many vectors one frame holds."""
    return max(1, _FRAME_BYTES // (4 * max(1, dimension)))


def millis(seconds: float) -> int:
    """Whole milliseconds."""
    return round(1000 * seconds)
