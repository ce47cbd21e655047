"""What a graph says of a thing that is asked for by its name alone: its values, some relationships of each type."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motif.graphs.distinct import distinct
from motif.graphs.meaning import Meaning, Selection, Value
from motif.graphs.projection import NAME, Projection

OF_EACH = 6
"""Relationships of one type, in one direction, that are told."""

MOST = 60
"""Relationships of a thing that are told."""


def is_bare(meaning: Meaning) -> bool:
    """Whether only a name is asked about: "Germany", "Tell me about Germany"."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.asks or asked.order or not asked.place.names:
        return False
    is_plain = not asked.place.tests and asked.place.foremost is None
    return is_plain and [one.value for one in asked.columns] == [Value(asked.place.key)]


def values_of(projection: Projection, node: int, name: str) -> Iterator[tuple[str, str, str]]:
    """Its values, as lines."""
    for one, column in projection.nodes.properties.items():
        value = column.value(node) if one != NAME else None
        if value is not None and str(value) != name:
            yield name, one, str(value)


def relationships_of(projection: Projection, node: int) -> NDArray[np.int64]:
    """Rows of its relationships: the first `OF_EACH` of each type and direction, at most `MOST`."""
    found, types = [], projection.relationships.type
    for side in (projection.outgoing, projection.incoming):
        rows = side.rows_at(slice(side.indptr[node], side.indptr[node + 1])).astype(np.int64)
        for kind in distinct(types[rows]):
            found.append(rows[types[rows] == kind][:OF_EACH])
    return np.concatenate(found)[:MOST] if found else np.zeros(0, np.int64)
