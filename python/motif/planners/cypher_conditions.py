"""Property filters in neo4j-graphrag's syntax as conditions of a ``WHERE``: what `motif.engine.filtering` masks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from motif.graphs.projection import BOOLEAN, FLOAT, INTEGER, OTHER, Column
from motif.planners.cypher_literals import identifier, literal

Columns = Mapping[str, Column]
_SIGNS = {"$eq": "=", "$ne": "<>", "$lt": "<", "$lte": "<=", "$gt": ">", "$gte": ">="}


def condition_of(filter: Mapping[str, Any], variable: str, columns: Columns) -> str:
    """The condition on ``variable`` that ``filter`` states, ready to be joined by ``AND``; "" for an empty filter.

    ``filter`` is one that the engine takes; ``columns`` are the properties of the projection, of which dates and times
    are compared by their ISO text.

    >>> condition_of({"released": {"$gte": 1999, "$lt": 2005}}, "film", {})
    'film.released >= 1999 AND film.released < 2005'
    """
    parts = [_part(key, value, variable, columns) for key, value in filter.items()]
    return " AND ".join(part for part in parts if part)


def _part(key: str, value: Any, variable: str, columns: Columns) -> str:
    if key.lower() == "$not":
        return f"NOT ({condition_of(value, variable, columns) or 'true'})"
    if key.lower() in ("$and", "$or"):
        parts = [f"({condition_of(item, variable, columns) or 'true'})" for item in value]
        return "(" + f" {key[1:].upper()} ".join(parts) + ")"
    comparisons = value if isinstance(value, Mapping) else {"$eq": value}
    place, column = f"{variable}.{identifier(key)}", columns.get(key)
    return " AND ".join(_comparison(place, sign.lower(), item, column) for sign, item in comparisons.items())


def _comparison(place: str, comparison: str, value: Any, column: Column | None) -> str:
    if comparison in ("$like", "$ilike"):
        return _contains(place, value.strip("%"), column, ignore_case=comparison == "$ilike")
    if comparison == "$between":
        low, high = value
        return f"{literal(low)} <= {_compared(place, low, column)} <= {literal(high)}"
    if comparison in ("$in", "$nin"):
        found = f"{_compared(place, value[0] if value else None, column)} IN {literal(value)}"
        return found if comparison == "$in" else f"NOT {found}"
    return f"{_compared(place, value, column)} {_SIGNS[comparison]} {literal(value)}"


def _compared(place: str, value: Any, column: Column | None) -> str:
    is_text = not isinstance(value, (bool, int, float, np.generic, type(None)))
    return f"toStringOrNull({place})" if is_text and _holds(column, OTHER) else place


def _contains(place: str, part: str, column: Column | None, *, ignore_case: bool) -> str:
    if not ignore_case:
        return f"{place} CONTAINS {literal(part)}"
    # toLower fails on what is not text.
    text = f"toStringOrNull({place})" if _holds(column, INTEGER, FLOAT, BOOLEAN, OTHER) else place
    return f"toLower({text}) CONTAINS {literal(part.lower())}"


def _holds(column: Column | None, *kinds: int) -> bool:
    return column is not None and column.holds(*kinds)
