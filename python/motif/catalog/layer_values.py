"""Computed edges as they stand in Neo4j: the stamp that marks them as ours, and their properties as plain values."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Any

from motif.graphs.layers import EdgeLayer
from motif.graphs.projection import OTHER, Column

SCORE = "score"
"""The property that holds how strong an edge is, unless another one is named."""


FOUND = "found"
"""The key of a layer's settings under which a job says what it found; what it was asked for is the rest."""


def layer_stamp(layer: EdgeLayer) -> str:
    """What marks the relationships of a layer: the job that made it, and a hash of its settings and properties.

    Edges of one stamp have the same properties, made in the same way: those that stand already need no replacing.

    >>> import numpy as np
    >>> rows = np.empty(0, np.int32)
    >>> layer_stamp(EdgeLayer("IS_NEAR", '{"job": "neighbour_edges", "k_neighbor": 5}', rows, rows, np.empty(0, "f4")))
    'neighbour_edges@bc0a6afa'
    """
    settings = _settings(layer)
    asked = {key: value for key, value in settings.items() if key != FOUND} or layer.settings
    content = json.dumps([asked, sorted(layer.properties)], sort_keys=True)
    digest = hashlib.blake2b(content.encode(), digest_size=4).hexdigest()
    return f"{settings.get('job', layer.name)}@{digest}"


def _settings(layer: EdgeLayer) -> dict[str, Any]:
    try:
        content = json.loads(layer.settings)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def layer_values(layer: EdgeLayer, score: str = SCORE) -> Iterator[dict[str, Any]]:
    """The properties of each edge in turn, the same keys for all; None for those that an edge lacks."""
    columns = layer.properties
    for row, strength in enumerate(layer.score.tolist()):
        explained = {name: plain_value(column, row) for name, column in columns.items()}
        yield {**explained, score: strength}


def plain_value(column: Column, row: int) -> Any:
    """The value at ``row`` as a driver takes it: lists of one kind of value as lists, the rest as `Column.value`."""
    value = column.value(row)
    if value is None or column.kind_at(row) != OTHER:
        return value
    try:
        items = json.loads(value)
    except ValueError:
        return value
    return items if _is_storable(items) else value


def _is_storable(items: Any) -> bool:
    """Whether Neo4j can hold it as a property: a list of values of one kind."""
    if not isinstance(items, list):
        return False
    kinds = {type(item) for item in items}
    return len(kinds) <= 1 and kinds <= {str, int, float, bool}
