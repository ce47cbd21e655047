"""The frames by which the plugin writes numbers into relationships, and computed edges as relationships."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.catalog.layer_values import layer_stamp
from motif.catalog.plan import OWN_SETTINGS
from motif.graphs.frames import encode_frame
from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import Column, Projection, VectorSet
from motif.service.computing import vectors_of_a_frame

ROWS = 20_000
"""Relationships of one frame: with what explains them, some megabytes."""

_IDS = 500_000


def number_frames(projection: Projection, values: NDArray[np.int32], property: str) -> Iterator[bytes]:
    """The frames that write ``values``, int32 (m,), into a property of the relationships of ``projection``."""
    yield encode_frame("write", 0, None, property=property)
    for start in range(0, projection.n_relationships, ROWS):
        rows = np.arange(start, min(start + ROWS, projection.n_relationships))
        columns = {**_identities(projection, rows), "value": values[rows].astype(np.int64)}
        yield encode_frame("numbers", len(rows), columns, **_spelling(projection))


def relationship_vector_frames(
    projection: Projection, vectors: VectorSet, contents: NDArray[np.int64]
) -> Iterator[bytes]:
    """The frames with the vectors of relationships and the hashes, int64 (m,), of what they were made of."""
    rows = np.flatnonzero(vectors.index >= 0)
    dimension = vectors.matrix.shape[1]
    size = vectors_of_a_frame(dimension)
    for start in range(0, len(rows), size):
        chosen = rows[start : start + size]
        columns = _identities(projection, chosen)
        columns |= {"content": contents[chosen], "vector": vectors.matrix[vectors.index[chosen]]}
        yield encode_frame(
            "vectors",
            len(chosen),
            columns,
            dimension=dimension,
            entity="relationship",
            **_spelling(projection),
        )


def _identities(projection: Projection, rows: NDArray[np.intp]) -> dict[str, NDArray[Any] | bytes]:
    """The columns that tell the relationships at ``rows`` from others that have their ids by now."""
    links, nodes = projection.relationships, projection.nodes
    return {
        "id": links.ids[rows].astype(np.int64),
        "source": nodes.ids[links.sources[rows]].astype(np.int64),
        "target": nodes.ids[links.target[rows]].astype(np.int64),
        "type": links.type[rows].astype(np.int32),
    }


def _spelling(projection: Projection) -> dict[str, Any]:
    """What of a header makes element ids and types of `_identities`."""
    links, nodes = projection.relationships, projection.nodes
    return {
        "idPrefix": links.id_prefix or "",
        "nodeIdPrefix": nodes.id_prefix or "",
        "types": list(links.types),
    }


def scope_frames(projection: Projection) -> Iterator[bytes]:
    """The frames that tell between which nodes edges of earlier calls may be removed."""
    ids = projection.nodes.ids
    for start in range(0, len(ids), _IDS):
        chosen = ids[start : start + _IDS].astype(np.int64)
        yield encode_frame("scope", len(chosen), {"id": chosen})


def edge_frames(
    projection: Projection, layer: EdgeLayer, relationship_type: str, property: str
) -> Iterator[bytes]:
    """The frames that write the edges of ``layer`` as relationships; `scope_frames` come before those of any layer."""
    nodes = projection.nodes
    yield encode_frame(
        "write",
        0,
        None,
        relationshipType=relationship_type,
        property=property,
        stampProperty=OWN_SETTINGS,
        stamp=layer_stamp(layer),
    )
    for start in range(0, len(layer), ROWS):
        rows = slice(start, min(start + ROWS, len(layer)))
        columns: dict[str, NDArray[Any] | bytes] = {
            "source": nodes.ids[layer.source[rows]].astype(np.int64),
            "target": nodes.ids[layer.target[rows]].astype(np.int64),
            "score": layer.score[rows].astype(np.float64),
        }
        for name, column in layer.properties.items():
            columns |= _property(name, column, rows)
        yield encode_frame("edges", rows.stop - rows.start, columns, idPrefix=nodes.id_prefix or "")


def _property(name: str, column: Column, rows: slice) -> dict[str, NDArray[Any] | bytes]:
    """The values of some rows as the four columns of a property."""
    column = column.part(rows.start, rows.stop).dense()
    offsets, data = np.zeros(len(column) + 1, np.int32), np.empty(0, np.uint8)
    if column.text is not None:
        offsets, data = column.text.offsets.astype(np.int32), column.text.data
    return {
        f"{name}.kind": column.kind,
        f"{name}.number": column.wide,
        f"{name}.offsets": offsets,
        f"{name}.bytes": data,
    }
