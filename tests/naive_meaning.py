"""What a meaning gives, read off its definition: node by node, row by row, on plain lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from statistics import median
from typing import Any

import numpy as np

from motif.catalog.ordering import adjacency
from motif.graphs.meaning import (
    Aggregate,
    AllOf,
    Branch,
    Condition,
    Foremost,
    NodeRow,
    Not,
    Part,
    Place,
    Relative,
    Selection,
    Test,
    Value,
)
from motif.graphs.packing import pack_values
from motif.graphs.projection import Column, NodeTable, Projection, RelationshipTable
from motif.graphs.sources import Sources
from motif.graphs.strings import StringTable

Row = dict[str, tuple[int | None, int | None]]
"""By key of a bound place its node and the relationship that leads to it."""


@dataclass(frozen=True)
class Thing:
    """A node: label, name and properties."""

    label: str
    name: str
    properties: dict[str, Any]


@dataclass(frozen=True)
class Tie:
    """A relationship between two nodes, by their numbers."""

    source: int
    type: str
    target: int
    properties: dict[str, Any]


@dataclass(frozen=True)
class SmallGraph:
    """A few nodes and relationships."""

    things: tuple[Thing, ...]
    ties: tuple[Tie, ...]

    def projection(self) -> Projection:
        """The same graph as arrays; relationships in the order that a projection has them in."""
        labels = sorted({(thing.label,) for thing in self.things})
        types = sorted({tie.type for tie in self.ties})
        source = np.array([tie.source for tie in self.ties], np.int32)
        target = np.array([tie.target for tie in self.ties], np.int32)
        kind = np.array([types.index(tie.type) for tie in self.ties], np.int32)
        nodes = NodeTable(
            np.arange(len(self.things), dtype=np.int64),
            "n",
            StringTable.from_strings([thing.name for thing in self.things]),
            np.zeros(len(self.things), np.int32),
            ("name",),
            np.array([labels.index((thing.label,)) for thing in self.things], np.int32),
            tuple(labels),
            properties=_columns([thing.properties for thing in self.things]),
        )
        ties = RelationshipTable(
            np.arange(len(self.ties), dtype=np.int64),
            "r",
            Sources.of(source),
            target,
            kind,
            tuple(types),
            kind,
            tuple(types),
            properties=_columns([tie.properties for tie in self.ties]),
        )
        outgoing, incoming = adjacency(source, target, len(self.things))
        return Projection("small", "", 1, nodes, ties, outgoing, incoming)


def _columns(rows: list[dict[str, Any]]) -> dict[str, Column]:
    columns = {}
    for name in sorted({name for row in rows for name in row}):
        packed = pack_values([row.get(name) for row in rows])
        texts = [
            packed.data[start:end].tobytes().decode()
            for start, end in zip(packed.offsets[:-1].tolist(), packed.offsets[1:].tolist(), strict=True)
        ]
        columns[name] = Column(packed.kind, packed.number, StringTable.from_strings(texts))
    return columns


def naive_rows(graph: SmallGraph, asked: Selection) -> list[tuple[Any, ...]]:
    """The rows of a selection without order and limit, each once."""
    rows = [row for node in range(len(graph.things)) for row in _bindings(graph, asked.place, node, None)]
    rows = [row for row in rows if all(_related(graph, row, place) for place in asked.place.bound())]
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in rows:
        key = tuple(_value(graph, row, one.value) for one in asked.columns if isinstance(one.value, Value))
        groups.setdefault(key, []).append(row)
    if not any(isinstance(one.value, Value) for one in asked.columns):
        groups = {(): rows}
    found = []
    for key, members in groups.items():
        if all(_compare(_aggregate(graph, members, one.of), one.operator, one.value) for one in asked.having):
            keys = iter(key)
            found.append(
                tuple(
                    next(keys) if isinstance(one.value, Value) else _aggregate(graph, members, one.value)
                    for one in asked.columns
                )
            )
    return list(dict.fromkeys(found))


def _bindings(graph: SmallGraph, place: Place, node: int, tie: int | None) -> Iterator[Row]:
    if not _is(graph, place, node):
        return
    partial: list[Row] = [{place.key: (node, tie)}]
    for test in place.tests:
        if isinstance(test, Branch) and test.count is None:
            partial = [row | more for row in partial for more in _branch_rows(graph, test, node)]
    yield from partial


def _branch_rows(graph: SmallGraph, branch: Branch, node: int) -> list[Row]:
    found = [
        row for tie, far in _steps(graph, branch, node) for row in _bindings(graph, branch.place, far, tie)
    ]
    if branch.optional and not found:
        return [{place.key: (None, None) for place in branch.place.bound()}]
    return found


def _steps(graph: SmallGraph, branch: Branch, node: int) -> Iterator[tuple[int, int]]:
    for number, tie in enumerate(graph.ties):
        if tie.type not in branch.types or not all(_holds_of(tie.properties, one) for one in branch.where):
            continue
        if branch.direction in ("out", "both") and tie.source == node:
            yield number, tie.target
        is_told = branch.direction == "both" and tie.source == tie.target
        if branch.direction in ("in", "both") and tie.target == node and not is_told:
            yield number, tie.source


def _is(graph: SmallGraph, place: Place, node: int) -> bool:
    first = place.foremost
    if first is None:
        return _is_at_all(graph, place, node)
    others = [one for one in range(len(graph.things)) if _is_at_all(graph, place, one)]
    own = _place_of(graph, first, node)
    if node not in others or own is None:
        return False
    known = [value for one in others if (value := _place_of(graph, first, one)) is not None]
    before = sum(1 for value in known if (value > own if first.descending else value < own))
    return first.skip <= before < first.skip + first.limit


def _place_of(graph: SmallGraph, first: Foremost, node: int) -> Any:
    """What a node comes first by; None for nothing."""
    if isinstance(first.by, str):
        return _property(graph.things[node].properties, first.by)
    branch = first.by
    return len({far for _, far in _steps(graph, branch, node) if _is(graph, branch.place, far)}) or None


def _is_at_all(graph: SmallGraph, place: Place, node: int) -> bool:
    thing = graph.things[node]
    if place.label is not None and thing.label != place.label:
        return False
    if place.names and thing.name not in place.names:
        return False
    return all(
        _holds(graph, test, node) for test in place.tests if not (isinstance(test, Branch) and test.optional)
    )


def _holds(graph: SmallGraph, test: Test, node: int) -> bool:
    if isinstance(test, Condition):
        return _holds_of(graph.things[node].properties, test)
    if isinstance(test, Branch):
        far = {far for _, far in _steps(graph, test, node) if _is(graph, test.place, far)}
        return bool(far) if test.count is None else _compare(len(far), *test.count)
    if isinstance(test, Not):
        return not _holds(graph, test.test, node)
    if isinstance(test, Relative):
        return True
    return (all if isinstance(test, AllOf) else any)(_holds(graph, one, node) for one in test.tests)


def _holds_of(properties: dict[str, Any], condition: Test) -> bool:
    assert isinstance(condition, Condition)
    value = _part(_property(properties, condition.property), condition.part)
    if condition.operator in ("known", "unknown"):
        return (value is not None) == (condition.operator == "known")
    if condition.operator == "contains":
        return isinstance(value, str) and condition.value.lower() in value.lower()
    if condition.operator == "word":
        letters = re.sub(r"\W", " ", value.lower()) if isinstance(value, str) else ""
        return f" {condition.value.lower()} " in f" {letters} "
    return _compare(value, condition.operator, condition.value)


def _compare(value: Any, operator: str, other: Any) -> bool:
    if value is None or other is None or isinstance(value, str) != isinstance(other, str):
        return False
    if isinstance(value, str):
        value, other = value.lower(), other.lower()
    return {
        "=": value == other,
        "<>": value != other,
        "<": value < other,
        "<=": value <= other,
        ">": value > other,
        ">=": value >= other,
    }[operator]


def _related(graph: SmallGraph, row: Row, place: Place) -> bool:
    return all(
        _compare(
            _plain(_value(graph, row, Value(place.key, test.property))),
            test.operator,
            _plain(_value(graph, row, Value(test.place, test.other))),
        )
        for test in place.tests
        if isinstance(test, Relative)
    )


def _plain(value: Any) -> Any:
    return value.row if isinstance(value, NodeRow) else value


def naive_over(values: list[Any], function: str) -> Any:
    """One value made of the numbers of all rows."""
    if function in ("count", "sum"):
        return len(values) if function == "count" else sum(values)
    if not values:
        return None
    middle = {
        "median": median,
        "average": lambda numbers: sum(numbers) / len(numbers),
        "min": min,
        "max": max,
    }
    return middle[function](values)


def _value(graph: SmallGraph, row: Row, value: Value) -> Any:
    node, tie = row[value.place]
    if value.of_relationship:
        held = None if tie is None else _property(graph.ties[tie].properties, value.property or "")
        return _part(held, value.part)
    if node is None:
        return None
    if value.property is None:
        return NodeRow(node)
    return _part(_property(graph.things[node].properties, value.property), value.part)


def _property(properties: Mapping[str, Any], name: str) -> Any:
    """What is held, or the days or years between two days or years that are."""
    said = re.fullmatch("(days|years) from (.+) to (.+)", name)
    if said is None or name in properties:
        return properties.get(name)
    first, last = (_day_or_year(properties.get(one)) for one in said.groups()[1:])
    if first is None or last is None or isinstance(first, int) != isinstance(last, int):
        return None
    if isinstance(first, int) or isinstance(last, int):
        return last - first if said[1] == "years" else None
    if said[1] == "days":
        return (last - first).days
    early, late, sign = (first, last, 1) if first <= last else (last, first, -1)
    years = late.year - early.year
    return sign * (years - ((late.month, late.day) < (early.month, early.day)))


def _day_or_year(value: Any) -> Any:
    if isinstance(value, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        return date.fromisoformat(value[:10])
    return value if isinstance(value, date) or type(value) is int else None


def _part(value: Any, part: Part) -> Any:
    if part in ("whole", "size"):
        return _sized(value, part == "size")
    if part == "age":
        return _years_since(value)
    if part in ("month of year", "weekday"):
        is_text = isinstance(value, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value)
        day = date.fromisoformat(value[:10]) if is_text else value
        if not isinstance(day, date):
            return None
        return day.month if part == "month of year" else day.weekday() + 1
    if isinstance(value, int) and not isinstance(value, bool) and part != "month":
        year = value
    elif isinstance(value, date):
        year = value.year
    elif isinstance(value, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        year = int(value[:4])
    else:
        return None
    if part == "month":
        return str(value)[:7]
    return year if part == "year" else int(year / 10) * 10


def _years_since(value: Any) -> Any:
    """Birthdays that were, one after another."""
    today = datetime.now(UTC).date()
    if isinstance(value, int) and not isinstance(value, bool):
        return today.year - value
    if isinstance(value, str) and re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        value = date.fromisoformat(value[:10])
    if not isinstance(value, date):
        return None
    day, until, sign = (value, today, 1) if value <= today else (today, value, -1)
    years = 0
    while (day.year + years + 1, day.month, day.day) <= (until.year, until.month, until.day):
        years += 1
    return sign * years


def _sized(value: Any, of_size: bool) -> Any:
    if not of_size:
        return value
    return len(value) if isinstance(value, str) else None


def _aggregate(graph: SmallGraph, rows: list[Row], aggregate: Aggregate) -> Any:
    values = [value for row in rows if (value := _value(graph, row, aggregate.of)) is not None]
    if aggregate.distinct:
        values = list(dict.fromkeys(values))
    if aggregate.function == "count":
        return len(values)
    if aggregate.function == "sum":
        return sum(values)
    if not values:
        return None
    if aggregate.function == "median":
        return float(median(values))
    if aggregate.function == "average":
        return sum(values) / len(values)
    return min(values) if aggregate.function == "min" else max(values)
