"""What steps of a plan mean, in the plainest way: sets of nodes of a small graph, every way walked one by one.

Values are compared as `motif.engine.filtering` says, with text read in its form, and a list standing for any of its
elements. It knows nothing of Cypher but how values of different kinds are ordered.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, cmp_to_key
from typing import Any

from motif.graphs.graph_schema import ValueFormat
from motif.graphs.steps import Combine, CypherStep, Find, Keep, Rank, Step, Traverse
from motif.graphs.value_formats import read_value, reading_of


@dataclass
class Thing:
    """A node."""

    id: str
    labels: tuple[str, ...]
    properties: dict[str, Any]


@dataclass
class Link:
    """A relationship."""

    id: str
    source: str
    type: str
    target: str
    properties: dict[str, Any]


@dataclass
class Graph:
    """A graph, which properties name its labels' nodes, and in which form a property's texts are."""

    nodes: dict[str, Thing]
    relationships: list[Link]
    names: dict[str, str]
    formats: dict[str, ValueFormat] = field(default_factory=dict)

    @cached_property
    def at(self) -> dict[str, list[Link]]:
        """The relationships of each node, in their order."""
        found: dict[str, list[Link]] = {node: [] for node in self.nodes}
        for one in self.relationships:
            for end in {one.source, one.target}:
                found[end].append(one)
        return found

    def name_of(self, node: str) -> str | None:
        for label, name in self.names.items():
            if label in self.nodes[node].labels and name in self.nodes[node].properties:
                return str(self.nodes[node].properties[name])
        return None


@dataclass
class Found:
    """A step's nodes with the score of each, and the keys that a rank ordered them by."""

    scores: dict[str, float | None]
    keys: dict[str, Any] | None = None
    descending: bool = True


Given = Mapping[str, Mapping[str, float]]
"""What searches and ranks by text gave, by step: scores by node."""


def answers(graph: Graph, steps: tuple[Step, ...], given: Given) -> list[str]:
    """The ids that the last step gives: by rank, by score, by name, by id."""
    found = found_by(graph, steps, given)

    def compare(one: str, other: str) -> int:
        if found.keys is not None:
            by_rank = ordered(found.keys[one], found.keys[other])
            if by_rank:
                return -by_rank if found.descending else by_rank
        for first, second in ((found.scores[other], found.scores[one]),):
            if (first is None) != (second is None):
                return -1 if first is None else 1
            if first is not None and second is not None and first != second:
                return -1 if first < second else 1
        names = graph.name_of(one), graph.name_of(other)
        if (names[0] is None) != (names[1] is None):
            return 1 if names[0] is None else -1
        if names[0] != names[1]:
            return -1 if str(names[0]) < str(names[1]) else 1
        return -1 if one < other else int(one > other)

    return sorted(found.scores, key=cmp_to_key(compare))


def found_by(graph: Graph, steps: tuple[Step, ...], given: Given) -> Found:
    """What the last of ``steps`` gives."""
    by_name = {step.name: step for step in steps}
    return _found(graph, steps[-1], by_name, given)


def _found(graph: Graph, step: Step, steps: Mapping[str, Step], given: Given) -> Found:
    if step.name in given:
        return Found(dict(given[step.name]))
    if isinstance(step, Combine):
        return _combined([_found(graph, steps[name], steps, given) for name in step.of], step.operation)
    if isinstance(step, Rank):
        return _ranked(graph, step, _found(graph, steps[step.source], steps, given))
    if isinstance(step, Keep):
        found = _found(graph, steps[step.source], steps, given)
        kept = {node: score for node, score in found.scores.items() if _passes(graph, node, step)}
        return Found(kept, found.keys, found.descending)
    if isinstance(step, CypherStep):
        return Found(dict.fromkeys(_counted(graph, step)))
    if not isinstance(step, Find | Traverse):
        raise ValueError(
            f"What '{step.name}' finds must be given: {type(step).__name__} has no plain meaning."
        )
    scores: dict[str, float | None] = {}
    for node, _, score in _ways(graph, step, steps, given):
        scores[node] = _better(scores.get(node), score)
    return Found(scores)


_COUNT = re.compile(r"MATCH \(n(?::`(?P<label>.+?)`)?\) WHERE (?P<said>.+) RETURN n", re.DOTALL)
_COMPARISON = re.compile(
    r"COUNT \{ \(n\)(?P<left><?)-\[:(?P<types>`.+?`)\]-(?P<right>>?)\(\) \} (?P<sign>[<>=]+) \$(?P<key>\w+)"
)


def _counted(graph: Graph, step: CypherStep) -> list[str]:
    """The nodes that a statement gives which compares how many relationships of a type they have; no other is read."""
    form = _COUNT.fullmatch(step.cypher)
    tests = [*_COMPARISON.finditer(form["said"])] if form else []
    if form is None or not tests:
        raise ValueError(f"'{step.cypher}' counts no relationships: what it finds must be given.")
    is_denied = form["said"].startswith("NOT (")
    return [
        node.id
        for node in graph.nodes.values()
        if form["label"] in (None, *node.labels)
        and all(_meets(graph, node.id, test, step.parameters) for test in tests) != is_denied
    ]


def _meets(graph: Graph, node: str, test: re.Match[str], parameters: Mapping[str, Any]) -> bool:
    types = [part.strip("`") for part in test["types"].split("|")]
    ways = [one for one in graph.at[node] if one.type in types]
    outwards = sum(one.source == node for one in ways)
    inwards = sum(one.target == node for one in ways)
    loops = sum(one.source == one.target == node for one in ways)
    count = inwards if test["left"] else outwards if test["right"] else outwards + inwards - loops
    wanted = parameters[test["key"]]
    return {
        ">": count > wanted, ">=": count >= wanted, "<": count < wanted, "<=": count <= wanted, "=": count == wanted,
    }[test["sign"]]  # fmt: skip


def _ways(
    graph: Graph, step: Step, steps: Mapping[str, Step], given: Given
) -> Iterator[tuple[str, frozenset[str], float | None]]:
    """Every way that leads to a node: its end, the relationships that it takes, the score of its start."""
    if isinstance(step, Find):
        for node in graph.nodes:
            if _passes(graph, node, step):
                yield node, frozenset(), None
    elif isinstance(step, Keep) and step.name not in given:
        for node, taken, score in _ways(graph, steps[step.source], steps, given):
            if _passes(graph, node, step):
                yield node, taken, score
    elif isinstance(step, Traverse):
        for node, taken, score in _ways(graph, steps[step.source], steps, given):
            for end, all_taken in _walked(graph, step, node, taken, step.hops[1]):
                if len(all_taken) - len(taken) >= step.hops[0] and _passes(graph, end, step):
                    yield end, all_taken, score
    else:
        for node, score in _found(graph, step, steps, given).scores.items():
            yield node, frozenset(), score


def _walked(
    graph: Graph, step: Traverse, node: str, taken: frozenset[str], left: int
) -> Iterator[tuple[str, frozenset[str]]]:
    if left == 0:
        return
    for one in graph.at[node]:
        if one.id in taken or (step.types and one.type not in step.types):
            continue
        if truth(step.relationship_where, one.properties, graph.formats) is not True:
            continue
        ends = set()
        if step.direction in ("out", "any") and one.source == node:
            ends.add(one.target)
        if step.direction in ("in", "any") and one.target == node:
            ends.add(one.source)
        for end in ends:
            yield end, taken | {one.id}
            yield from _walked(graph, step, end, taken | {one.id}, left - 1)


def _passes(graph: Graph, node: str, step: Find | Keep | Traverse) -> bool:
    thing = graph.nodes[node]
    if step.label is not None and step.label not in thing.labels:
        return False
    return truth(step.where, thing.properties, graph.formats) is True


def _combined(parts: list[Found], operation: str) -> Found:
    first, *others = [part.scores for part in parts]
    if operation == "except":
        return Found({node: score for node, score in first.items() if not any(node in one for one in others)})
    scores: dict[str, float | None] = {}
    for part in (first, *others):
        for node, score in part.items():
            scores[node] = _better(scores.get(node), score)
    if operation == "union":
        return Found(scores)
    return Found(
        {node: score for node, score in scores.items() if all(node in one for one in (first, *others))}
    )


def _better(one: float | None, other: float | None) -> float | None:
    known = [score for score in (one, other) if score is not None]
    return max(known) if known else None


def _ranked(graph: Graph, step: Rank, found: Found) -> Found:
    keys = {node: _key(graph, step, node) for node in found.scores}
    keys = {node: key for node, key in keys.items() if key is not None}
    if step.limit is not None and len(keys) > step.limit:
        in_order = sorted(keys.values(), key=cmp_to_key(ordered), reverse=step.descending)
        last = in_order[step.limit - 1]
        kept = [ordered(key, last) for key in keys.values()]
        sign = -1 if step.descending else 1
        keys = {node: key for (node, key), place in zip(keys.items(), kept, strict=True) if sign * place <= 0}
    return Found({node: found.scores[node] for node in keys}, keys, step.descending)


def _key(graph: Graph, step: Rank, node: str) -> Any:
    if step.by_count is not None:
        degree = step.by_count
        hop = Traverse("", "", degree.types, degree.direction, degree.label)
        return len(
            {
                end
                for end, _ in _walked(graph, hop, node, frozenset(), 1)
                if degree.label is None or degree.label in graph.nodes[end].labels
            }
        )
    name = str(step.by_property)
    value = graph.nodes[node].properties.get(name)
    if isinstance(value, str) and name in graph.formats and reading_of(graph.formats[name]).gives != "text":
        return read_value(value, graph.formats[name])
    return value


def ordered(one: Any, other: Any) -> int:
    """-1, 0 or 1 as Cypher orders values: times before texts before truth values before numbers."""

    def kind(value: Any) -> int:
        if isinstance(value, datetime.date):
            return 0
        return 1 if isinstance(value, str) else 2 if isinstance(value, bool) else 3

    first, second = (kind(one), one), (kind(other), other)
    return -1 if first < second else int(first > second)


def truth(
    filter: Mapping[str, Any], properties: Mapping[str, Any], formats: Mapping[str, ValueFormat]
) -> bool | None:
    """Whether ``filter`` holds: true, false, or neither (None)."""
    parts = []
    for key, value in filter.items():
        if key == "$not":
            parts.append(_not(truth(value, properties, formats)))
        elif key == "$and":
            parts.append(_all([truth(one, properties, formats) for one in value]))
        elif key == "$or":
            parts.append(_any([truth(one, properties, formats) for one in value]))
        else:
            for sign, wanted in (value if isinstance(value, Mapping) else {"$eq": value}).items():
                parts.append(_compared(sign, properties.get(key), wanted, formats.get(key)))
    return _all(parts)


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: list[bool | None]) -> bool | None:
    return False if False in values else None if None in values else True


def _any(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


def _compared(sign: str, value: Any, wanted: Any, format: ValueFormat | None) -> bool | None:
    if sign in ("$ne", "$nin"):
        return _not(_compared({"$ne": "$eq", "$nin": "$in"}[sign], value, wanted, format))
    if value is None:
        return None
    if isinstance(value, list):
        return _any([_compared(sign, one, wanted, format) for one in value])
    if sign == "$between":
        return _all(
            [_compared("$gte", value, wanted[0], format), _compared("$lte", value, wanted[1], format)]
        )
    if sign == "$in":
        return _any([_compared("$eq", value, one, format) for one in wanted])
    if sign in ("$like", "$ilike"):
        if not isinstance(value, str):
            return None
        part = wanted.strip("%")
        return part.lower() in value.lower() if sign == "$ilike" else part in value
    said = _said(value, wanted, format)
    if said is None:
        return None
    if _kind(said) != _kind(wanted):
        return False if sign == "$eq" else None
    signs: dict[str, Callable[[Any, Any], bool]] = {
        "$eq": lambda a, b: a == b,
        "$lt": lambda a, b: a < b,
        "$lte": lambda a, b: a <= b,
        "$gt": lambda a, b: a > b,
        "$gte": lambda a, b: a >= b,
    }
    return signs[sign](said, wanted)


def _said(value: Any, wanted: Any, format: ValueFormat | None) -> Any:
    """The value as it is compared with ``wanted``: a date as text, a text of a form as what it says."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if format is None or not isinstance(value, str):
        return value
    gives = {"boolean": "boolean", "number": "number", "text": "date"}[_kind(wanted)]
    if reading_of(format).gives != gives:
        return value
    if gives == "date" and not re.fullmatch(r"[0-9]{4}(-[0-9]{2}){0,2}(T.*)?", wanted):
        return value
    return read_value(value, format)


def _kind(value: Any) -> str:
    return "boolean" if isinstance(value, bool) else "text" if isinstance(value, str) else "number"
