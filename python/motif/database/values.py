"""A driver's values as plain ones."""

from __future__ import annotations

from typing import Any

from neo4j.graph import Entity, Path
from neo4j.spatial import Point
from neo4j.time import Date, DateTime, Duration, Time

from motif.graphs.rare_values import other_text


def plain(value: Any) -> Any:
    """A driver's value with element ids in place of nodes, relationships and paths, at any depth."""
    if isinstance(value, Entity):
        return value.element_id
    if isinstance(value, Path):
        return [entity.element_id for entity in (*value.nodes, *value.relationships)]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], (Entity, Path, dict, list)):
        return [plain(item) for item in value]
    return value


def spoken(value: Any) -> Any:
    """A driver's value as JSON has it: as `plain`, and dates, times and durations as ISO 8601 text.

    A point becomes its ``srid`` and ``coordinates``, a vector a list of numbers: what the plugin gives as well.

    >>> spoken({"born": Date(1943, 2, 5), "seen": [Time(9, 30)]})
    {'born': '1943-02-05', 'seen': ['09:30']}
    """
    if isinstance(value, (str, int, float)) or value is None:
        return value
    if isinstance(value, (Date, DateTime, Duration, Time)):
        return other_text(value)
    if isinstance(value, Point):
        return {"srid": value.srid, "coordinates": [float(item) for item in value]}
    if isinstance(value, dict):
        return {key: spoken(item) for key, item in value.items()}
    if isinstance(value, list):
        return [spoken(item) for item in value]
    if hasattr(value, "to_native") and not isinstance(value, (Entity, Path)):
        return value.to_native()
    return plain(value)
