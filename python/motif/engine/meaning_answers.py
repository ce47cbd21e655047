"""A meaning evaluated on the arrays of a projection: what Cypher would give, where there is no database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from motif.engine.cells import number_in
from motif.engine.control import keep_on, while_heeded
from motif.engine.meaning_masks import MeaningGraph, fold, holds
from motif.engine.meaning_rows import Bound, bound_rows
from motif.graphs.meaning import (
    Aggregate,
    Answer,
    Column,
    Comparison,
    Having,
    Meaning,
    NodeRow,
    Operator,
    Order,
    Place,
    Selection,
    Value,
)

Row = tuple[Any, ...]


def answer_meaning(graph: MeaningGraph, meaning: Meaning) -> Answer:
    """What the meaning asks for: rows in the order asked for, else by the first node's row.

    Heeds the control of the thread (`motif.engine.control.heeding`): raises `Cancelled` and `DeadlineExceeded`.

    >>> from motif.catalog import from_triples
    >>> from motif.graphs.meaning import Branch
    >>> films = MeaningGraph(from_triples([("Heat", "by", "Mann"), ("Ali", "by", "Mann"), ("Up", "by", "Docter")]))
    >>> film = Place("film", tests=(Branch(("by",), "out", Place("person", names=("Mann",))),))
    >>> answer_meaning(films, Meaning(Selection(film, (Column("n", Aggregate("count", Value("film"))),)))).rows
    ((2,),)
    """
    return answer_and_rows(graph, meaning)[0]


def answer_and_rows(graph: MeaningGraph, meaning: Meaning) -> tuple[Answer, Bound | None]:
    """`answer_meaning`, with the rows that it was read off; None for a comparison, which joins none."""
    if isinstance(meaning.asked, Comparison):
        return _compared(graph, meaning.asked), None
    rows = bound_rows(graph, meaning.asked.place)
    return _selected(rows, meaning.asked), rows


def _selected(rows: Bound, asked: Selection) -> Answer:
    if asked.asks:
        return Answer(("answer",), ((len(rows) > 0,),))
    names = tuple(column.name for column in asked.columns)
    groups = _groups(rows, asked.columns)
    kept = [group for group in groups if all(_has(group[1], having) for having in asked.having)]
    for order in reversed(asked.order):
        kept = _ordered(kept, order)
    last = _last(kept, asked)
    found = list(dict.fromkeys(_frozen(_row(group, asked.columns)) for group in kept))
    return Answer(names, tuple(tuple(map(_thawed, row)) for row in found[asked.skip : last]))


def _last(ordered: Sequence[Group], asked: Selection) -> int | None:
    """How many of the ordered groups are kept; None for all."""
    if asked.limit is None:
        return None
    last = asked.skip + asked.limit
    if asked.with_ties and asked.order and 0 < last < len(ordered):
        wanted = [_order_key(ordered[last - 1], order) for order in asked.order]
        while last < len(ordered) and wanted == [_order_key(ordered[last], order) for order in asked.order]:
            last += 1
    return last


Group = tuple[tuple[Any, ...], Bound]
"""Values of the columns that are no aggregates, in their order, and the rows that share them."""


def _groups(rows: Bound, columns: Sequence[Column]) -> list[Group]:
    keys = [column.value for column in columns if isinstance(column.value, Value)]
    aggregates = any(isinstance(column.value, Aggregate) for column in columns)
    if not keys:
        return [((), rows)]
    for value in keys:
        if value.each:
            rows = rows.each(value)
    lists = [rows.values(value) for value in keys]
    places: dict[tuple[Any, ...], list[int]] = {}
    for index, key in while_heeded(list(enumerate(zip(*lists, strict=True)))):
        places.setdefault(_frozen(key), []).append(index)
    if not aggregates and any(value.each for value in keys):
        places = {key: found for key, found in places.items() if any(part is not None for part in key)}
    kept = while_heeded(list(places.items()))
    return [(tuple(map(_thawed, key)), rows.take(np.array(found, np.int64))) for key, found in kept]


def _row(group: Group, columns: Sequence[Column]) -> Row:
    keys = iter(group[0])
    return tuple(
        aggregated(group[1], column.value) if isinstance(column.value, Aggregate) else next(keys)
        for column in columns
    )


def aggregated(rows: Bound, aggregate: Aggregate) -> Any:
    """An aggregate of rows: 0 for the count and the sum of none, None for the others."""
    keep_on()
    values = [value for value in rows.values(aggregate.of) if value is not None]
    if aggregate.of.each:
        values = [item for value in values for item in (value if isinstance(value, list) else [value])]
    if aggregate.distinct:
        values = list(dict.fromkeys(map(_frozen, values)))
    if aggregate.function == "count":
        return len(values)
    if aggregate.function in ("sum", "average"):
        numbers = [number for value in values if (number := _number(value)) is not None]
        total = sum(numbers)
        return total if aggregate.function == "sum" else (total / len(numbers) if numbers else None)
    ranked = sorted((value for value in values if _sortable(value) is not None), key=_sort_key)
    return (ranked[0] if aggregate.function == "min" else ranked[-1]) if ranked else None


def _has(rows: Bound, having: Having) -> bool:
    return holds(aggregated(rows, having.of), having.operator, having.value)


def _order_key(group: Group, order: Order) -> Any:
    """What a group is ordered by: of several values the one that comes first."""
    keep_on()
    if isinstance(order.by, Aggregate):
        return aggregated(group[1], order.by)
    values = group[1].values(order.by)
    known = [value for value in values if _sortable(value) is not None]
    return (max if order.descending else min)(known, key=_sort_key, default=None)


def _ordered(groups: list[Group], order: Order) -> list[Group]:
    keyed = [(_order_key(group, order), group) for group in groups]
    known = [pair for pair in keyed if _sortable(pair[0]) is not None]
    known.sort(key=lambda pair: _sort_key(pair[0]), reverse=order.descending)
    return [group for _, group in known] + [group for value, group in keyed if _sortable(value) is None]


def _compared(graph: MeaningGraph, asked: Comparison) -> Answer:
    first, second = (_one(graph, place, asked.property) for place in (asked.first, asked.second))
    if first is None or second is None or first[1] is None or second[1] is None:
        return Answer(("answer",), ())
    if asked.kind == "same":
        return Answer(("answer",), ((fold(first[1]) == fold(second[1]),),))
    if asked.kind == "difference":
        one, other = _number(first[1]), _number(second[1])
        return Answer(("answer",), () if one is None or other is None else ((one - other,),))
    operator: Operator = ">" if asked.kind in ("more", "exceeds") else "<"
    wants_first = holds(first[1], operator, second[1])
    if asked.kind in ("exceeds", "falls short"):
        return Answer(("answer",), ((wants_first,),))
    return Answer(("answer",), ((NodeRow(first[0] if wants_first else second[0]),),))


def _one(graph: MeaningGraph, place: Place, property_name: str) -> tuple[int, Any] | None:
    """The first node that the place stands for that has the property, else the first; None for none."""
    rows, cells = np.flatnonzero(graph.mask(place)), graph.cells(property_name)
    if not len(rows) or cells is None:
        return None
    known = rows[cells.known[rows]]
    row = int(known[0] if len(known) else rows[0])
    return row, cells.value(row)


def _number(value: Any) -> float | int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return value
    return number_in(value) if isinstance(value, str) else None


def _sortable(value: Any) -> Any:
    return None if value is None or isinstance(value, (list, tuple)) else value


def _sort_key(value: Any) -> tuple[int, Any]:
    """Numbers among themselves, then text, then nodes."""
    if isinstance(value, NodeRow):
        return 2, value.row
    return (1, value) if isinstance(value, str) else (0, value)


def _frozen(value: Any) -> Any:
    """Lists as tuples, so that rows can be told apart."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_frozen, value))
    return value


def _thawed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
