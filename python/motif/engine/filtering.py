"""Property filters in neo4j-graphrag's syntax, as masks over a projection's columns.

``{"year": 1999}`` and ``{"year": {"$gte": 1999}}`` are conditions, several at once must all hold, ``$and``,
``$or`` (lists) and ``$not`` combine filters. Comparisons: ``$eq $ne $lt $lte $gt $gte $between $in $nin $like
$ilike``; the last two mean "contains", and a ``%`` at either end may be left out. As in Cypher a condition on
a missing property is neither true nor false, and neither is a comparison of order between values of different
kinds: such rows do not pass, nor do they pass the negation. Dates and times are compared with their ISO 8601
text.
"""

from __future__ import annotations

import datetime
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.engine.string_arrays import order_of_texts, texts_containing
from motif.errors import InvalidConfiguration
from motif.given import DEEPEST, is_too_deep
from motif.graphs.projection import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    MISSING,
    OTHER,
    STRING,
    Column,
    NodeTable,
    RelationshipTable,
)
from motif.graphs.strings import StringTable

Mask = NDArray[np.bool_]
_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "$lt": operator.lt,
    "$lte": operator.le,
    "$gt": operator.gt,
    "$gte": operator.ge,
}
_COMPARISONS = ("$eq", "$ne", *_ORDER, "$between", "$in", "$nin", "$like", "$ilike")


@dataclass(frozen=True, slots=True)
class _Truth:
    """Where a condition is true and where it is false; elsewhere it is neither."""

    true: Mask
    false: Mask

    def __invert__(self) -> _Truth:
        return _Truth(self.false, self.true)

    def __and__(self, other: _Truth) -> _Truth:
        return _Truth(self.true & other.true, self.false | other.false)

    def __or__(self, other: _Truth) -> _Truth:
        return _Truth(self.true | other.true, self.false & other.false)


def node_filter_mask(nodes: NodeTable, filter: Mapping[str, Any]) -> Mask:
    """Which nodes pass ``filter``, bool (n,). A name property may be filtered on even when it is not
    projected.

    Raises `InvalidConfiguration` for an unknown operator, a value of the wrong type, and a property that the
    projection does not hold.
    """
    columns = dict(nodes.properties)
    for number, name in enumerate(nodes.name_properties):
        if name not in columns:
            kind = np.where(nodes.name_property == number, STRING, MISSING).astype(np.uint8)
            columns[name] = Column(kind, np.zeros(len(kind), np.int64), nodes.names)
    return _mask(columns, len(nodes), filter, "nodes", "nodeProperties")


def relationship_filter_mask(relationships: RelationshipTable, filter: Mapping[str, Any]) -> Mask:
    """Which relationships pass ``filter``, bool (m,); raises as `node_filter_mask` does."""
    columns = relationships.properties
    return _mask(columns, len(relationships), filter, "relationships", "relationshipProperties")


def _mask(columns: Mapping[str, Column], n_rows: int, filter: Mapping[str, Any], what: str, key: str) -> Mask:
    def column(name: str) -> Column:
        if name not in columns:
            near = get_close_matches(name, columns, n=1)
            raise InvalidConfiguration(
                f"The filter names the property {name!r}, which the projected {what} do not have.",
                hint=f"Did you mean '{near[0]}'?" if near else f"Project it: {key}: ['{name}'].",
            )
        return columns[name]

    if is_too_deep(filter):
        raise InvalidConfiguration(
            f"The filter is nested deeper than {DEEPEST} levels.", hint="Say it in fewer."
        )
    return _evaluate(column, n_rows, filter).true


def _evaluate(column: Callable[[str], Column], n_rows: int, filter: Mapping[str, Any]) -> _Truth:
    if not isinstance(filter, Mapping):
        raise InvalidConfiguration(f"A filter is a map such as {{'year': {{'$gte': 1999}}}}, not {filter!r}.")
    parts = (_part(column, n_rows, key, value) for key, value in filter.items())
    return _all(parts, n_rows)


def _all(parts: Iterable[_Truth], n_rows: int) -> _Truth:
    return reduce(operator.and_, parts, _Truth(np.ones(n_rows, np.bool_), np.zeros(n_rows, np.bool_)))


def _part(column: Callable[[str], Column], n_rows: int, key: str, value: Any) -> _Truth:
    if key.lower() == "$not":
        return ~_evaluate(column, n_rows, value)
    if key.lower() in ("$and", "$or"):
        if not isinstance(value, (list, tuple)) or not value:
            raise InvalidConfiguration(f"{key} takes a list of filters, not {value!r}.")
        parts = [_evaluate(column, n_rows, item) for item in value]
        return _all(parts, n_rows) if key.lower() == "$and" else reduce(operator.or_, parts)
    if key.startswith("$"):
        raise InvalidConfiguration(
            f"A filter names a property before an operator; {key!r} stands in its place.",
            hint="Write {'year': {'" + key + "': …}}; only $and, $or and $not stand alone.",
        )
    conditions = value if isinstance(value, Mapping) else {"$eq": value}
    return _all((_of_rows(column(key), key, *pair) for pair in conditions.items()), n_rows)


def _of_rows(column: Column, name: str, comparison: str, value: Any) -> _Truth:
    """Where a condition is true and false; of a row without an entry it is neither."""
    of_entries = _condition(column, name, comparison, value)
    return _Truth(column.spread(of_entries.true), column.spread(of_entries.false))


def _condition(column: Column, name: str, comparison: str, value: Any) -> _Truth:
    """Of which entries of the column a condition is true, and of which false."""
    comparison = comparison.lower()
    if comparison not in _COMPARISONS:
        near = get_close_matches(comparison, _COMPARISONS, n=1)
        raise InvalidConfiguration(
            f"The filter on {name!r} has an unknown operator {comparison!r}.",
            hint=f"Did you mean '{near[0]}'?" if near else f"Known are {', '.join(_COMPARISONS)}.",
        )
    if comparison in ("$ne", "$nin"):
        return ~_condition(column, name, {"$ne": "$eq", "$nin": "$in"}[comparison], value)
    if comparison == "$between":
        low, high = _list(name, comparison, value, 2)
        return _condition(column, name, "$gte", low) & _condition(column, name, "$lte", high)
    if comparison == "$in":
        found = [_equal(column, _scalar(name, item)) for item in _list(name, comparison, value, None)]
        return _present(column, reduce(operator.or_, found, np.zeros(len(column.kind), np.bool_)))
    if comparison in ("$like", "$ilike"):
        return _contains(column, name, value, ignore_case=comparison == "$ilike")
    value = _scalar(name, value)
    if comparison == "$eq":
        return _present(column, _equal(column, value))
    return _ordered(column, comparison, value)


def _list(name: str, comparison: str, value: Any, length: int | None) -> list[Any]:
    if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
        wanted = "a list" if length is None else f"a list of {length} values"
        raise InvalidConfiguration(f"{comparison} on {name!r} takes {wanted}, not {value!r}.")
    return list(value)


def _scalar(name: str, value: Any) -> Any:
    """``value`` as it is compared: a boolean, a number or a text."""
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, np.generic):
        value = value.item()
    if not isinstance(value, (bool, int, float, str)):
        raise InvalidConfiguration(
            f"The filter on {name!r} compares with {value!r}; it must be a number, a text or true or false."
        )
    return value


def _present(column: Column, true: Mask) -> _Truth:
    return _Truth(true, ~true & (column.kind != MISSING))


def _equal(column: Column, value: Any) -> Mask:
    if isinstance(value, str):
        mask = column.are(STRING, OTHER)
        entries = np.flatnonzero(mask)
        mask[entries] = False if column.text is None else _equals_text(column.text, entries, value)
        return mask
    return _compared(column, operator.eq, value)[0]


def _ordered(column: Column, comparison: str, value: Any) -> _Truth:
    if not isinstance(value, str):
        true, comparable = _compared(column, _ORDER[comparison], value)
        return _Truth(true, comparable & ~true)
    comparable = column.are(STRING, OTHER)
    entries = np.flatnonzero(comparable)
    true = np.zeros(len(comparable), np.bool_)
    if column.text is not None:
        true[entries] = _ORDER[comparison](order_of_texts(column.text, entries, value), 0)
    return _Truth(true, comparable & ~true)


def _compared(column: Column, compare: Callable[[Any, Any], Any], value: float) -> tuple[Mask, Mask]:
    """Entries where the comparison with a number or boolean holds, and entries where it can be made."""
    if isinstance(value, bool):
        comparable = column.are(BOOLEAN)
        return comparable & compare(column.number, int(value)), comparable
    integers, floats = column.are(INTEGER), column.are(FLOAT)
    true = integers & _compare_integers(column.number, compare, value)
    if floats.any():
        true |= floats & _compare_floats(column.floats, compare, value)
    return true, integers | floats


def _compare_integers(
    numbers: NDArray[np.signedinteger[Any]], compare: Callable[[Any, Any], Any], value: float
) -> Any:
    """Exact also where float64 cannot tell neighbouring integers apart."""
    if isinstance(value, int) or not math.isfinite(value):
        return compare(numbers, value)
    if compare is operator.eq:
        return numbers == int(value) if value.is_integer() else np.zeros(len(numbers), np.bool_)
    whole = math.ceil(value) if compare in (operator.lt, operator.ge) else math.floor(value)
    return compare(numbers, whole)


def _compare_floats(numbers: NDArray[np.float64], compare: Callable[[Any, Any], Any], value: float) -> Any:
    """Of an integer beyond every float too: only the infinities are beyond it."""
    try:
        return compare(numbers, float(value))
    except OverflowError:
        if compare is operator.eq:
            return np.zeros(len(numbers), np.bool_)
        above = numbers == np.inf if value > 0 else numbers > -np.inf
        return above if compare in (operator.gt, operator.ge) else ~above & ~np.isnan(numbers)


def _contains(column: Column, name: str, value: Any, *, ignore_case: bool) -> _Truth:
    if not isinstance(value, str):
        raise InvalidConfiguration(f"$like and $ilike on {name!r} take a text, not {value!r}.")
    comparable = column.are(STRING)
    entries = np.flatnonzero(comparable)
    true = np.zeros(len(comparable), np.bool_)
    if column.text is not None:
        true[entries] = texts_containing(column.text, entries, value.strip("%"), ignore_case=ignore_case)
    return _Truth(true, comparable & ~true)


def _equals_text(table: StringTable, rows: NDArray[np.int64], value: str) -> Mask:
    """Which of ``rows`` of the table are ``value``; compares bytes, and only of strings of its length."""
    wanted = StringTable.from_strings([value]).data
    starts = table.offsets[rows]
    equal: Mask = table.offsets[rows + 1] - starts == len(wanted)
    places = np.flatnonzero(equal)
    for offset, byte in enumerate(wanted.tolist()):
        places = places[table.data[starts[places] + offset] == byte]
    equal[:] = False
    equal[places] = True
    return equal
