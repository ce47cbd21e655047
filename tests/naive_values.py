"""Values of properties as nodes, and aliases among them, one after another in plain Python."""

from __future__ import annotations

import json
import re
from typing import Any

from motif.graphs.projection import MISSING, OTHER, STRING, Column, Projection

LONGEST = 200


def written(value: Any) -> str:
    """How a value is written."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.strip() if isinstance(value, str) else str(value)


def values_of(column: Column, rows: list[int]) -> tuple[list[int], list[int], list[str]]:
    """Rows, places and distinct values of a property."""
    found_rows, places, values = [], [], dict[str, int]()
    for row in rows:
        value = column.value(row)
        for one in _elements(value) if column.kind_at(row) == OTHER else [value]:
            text = written(one)
            if 0 < len(text) <= LONGEST:
                found_rows.append(row)
                places.append(values.setdefault(text, len(values)))
    return found_rows, places, list(values)


def edges_with_values(projection: Projection) -> list[tuple[int, int, str]]:
    """Source, target and relation of every relationship of the graph with values, in order."""
    nodes, table = projection.nodes, projection.relationships
    codes = table.relation.tolist()
    edges = list(zip(table.source.tolist(), table.target.tolist(), codes, strict=True))
    first, relations = len(nodes), list(table.relations)
    for name in sorted(nodes.properties):
        column = nodes.properties[name]
        own = nodes.name_properties.index(name) if name in nodes.name_properties else None
        rows = [
            row
            for row in range(len(nodes))
            if column.kind_at(row) != MISSING and (own is None or nodes.name_property[row] != own)
        ]
        held, places, values = values_of(column, rows)
        if held:
            relations.append(name)
            edges += [
                (row, first + place, len(relations) - 1) for row, place in zip(held, places, strict=True)
            ]
            first += len(values)
    return [(source, target, relations[code]) for source, target, code in sorted(edges)]


def aliases_of(column: Column, names: list[str]) -> list[tuple[int, str]]:
    """Row and text of each alias in a column."""
    found = []
    for row in range(len(column)):
        if column.kind_at(row) not in (STRING, OTHER):
            continue
        value = str(column.value(row))
        if column.kind_at(row) == STRING:
            texts = re.split(r"\s*[|;]\s*", value)
        else:
            texts = [one for one in json.loads(value) if isinstance(one, str)] if value[:1] == "[" else []
        found += [(row, text) for text in texts if text and len(text) <= 400 and text != names[row]]
    return found


def _elements(value: str) -> list[Any]:
    try:
        found = json.loads(value)
    except json.JSONDecodeError:
        return [value]
    return found if isinstance(found, list) else [value]
