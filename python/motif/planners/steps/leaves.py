"""The values in a plan of steps that a question may have said, and where they stand in its plain form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Place = tuple[str | int, ...]

_CONTAINS = ("$like", "$ilike")
_CYPHER_VALUE = re.compile(
    r"""(?P<text>'[^'\\]*' | "[^"\\]*")
      | (?P<skipped>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | `[^`]*` | //[^\n]* | /\*.*?\*/)
      | (?<![\w.*$])(?P<number>\d+(?:\.\d+)?)(?![\w.])""",
    re.VERBOSE | re.DOTALL,
)
_PARAMETER = "said_{}"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One value.

    Attributes
    ----------
    place
        Keys and positions that lead to it from the list of steps.
    value
        A text, number or truth value.
    label, property
        Of the condition that it stands in; None where there is none.
    is_free
        Whether any words will do: what is searched for, or contained.
    """

    place: Place
    value: Any
    label: str | None = None
    property: str | None = None
    is_free: bool = False


def leaves_of(steps: Sequence[Mapping[str, Any]]) -> Iterator[Leaf]:
    """Every value that could be a question's own, of steps in their plain form.

    >>> [leaf.value for leaf in leaves_of([{"step": "find", "as": "a", "where": {"year": {"$gt": 5}, "genre": "x"}}])]
    [5, 'x']
    """
    for number, step in enumerate(steps):
        label = step.get("label")
        for key in ("where", "relationship_where"):
            of_nodes = label if key == "where" else None
            yield from _of_conditions(step.get(key) or {}, (number, key), of_nodes)
        if isinstance(step.get("text"), str):
            yield Leaf((number, "text"), step["text"], is_free=True)
        by = step.get("by")
        if isinstance(by, Mapping) and isinstance(by.get("text"), str):
            yield Leaf((number, "by", "text"), by["text"], is_free=True)
        if isinstance(step.get("limit"), int):
            yield Leaf((number, "limit"), step["limit"])
        for name, value in (step.get("parameters") or {}).items():
            yield from _of_value(value, (number, "parameters", name), None, None, False)


def _of_conditions(conditions: Mapping[str, Any], place: Place, label: str | None) -> Iterator[Leaf]:
    for key, value in conditions.items():
        here = (*place, key)
        if key in ("$and", "$or") and isinstance(value, Sequence):
            for number, inner in enumerate(value):
                if isinstance(inner, Mapping):
                    yield from _of_conditions(inner, (*here, number), label)
        elif key == "$not" and isinstance(value, Mapping):
            yield from _of_conditions(value, here, label)
        elif isinstance(value, Mapping):
            for operator, operand in value.items():
                yield from _of_value(operand, (*here, operator), label, key, operator in _CONTAINS)
        else:
            yield from _of_value(value, here, label, key, False)


def _of_value(value: Any, place: Place, label: str | None, name: str | None, is_free: bool) -> Iterator[Leaf]:
    if isinstance(value, (list, tuple)):
        for number, item in enumerate(value):
            yield from _of_value(item, (*place, number), label, name, is_free)
    elif isinstance(value, (str, int, float)) and not isinstance(value, bool):
        yield Leaf(place, value, label, name, is_free)


def replaced(steps: Sequence[Mapping[str, Any]], values: Mapping[Place, Any]) -> list[Any]:
    """The steps in their plain form, with other values in some places.

    >>> replaced([{"step": "find", "as": "a", "where": {"year": 1999}}], {(0, "where", "year"): 2005})
    [{'step': 'find', 'as': 'a', 'where': {'year': 2005}}]
    """

    def copied(value: Any, place: Place) -> Any:
        if place in values:
            return values[place]
        if isinstance(value, Mapping):
            return {key: copied(item, (*place, key)) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [copied(item, (*place, number)) for number, item in enumerate(value)]
        return value

    return [copied(step, (number,)) for number, step in enumerate(steps)]


def with_parameters(step: Mapping[str, Any]) -> Mapping[str, Any]:
    """A step of Cypher whose texts and numbers are parameters, so that other values can be put in; others as they are.

    What cannot be a parameter where it stands (how often a pattern is repeated) makes a statement that is refused when
    it is checked; nothing wrong is run.

    >>> with_parameters({"step": "cypher", "as": "a", "cypher": "MATCH (p {name: 'Mann'}) RETURN p"})["parameters"]
    {'said_1': 'Mann'}
    """
    if "cypher" not in step:
        return step
    parameters: dict[str, Any] = dict(step.get("parameters") or {})

    def as_parameter(found: re.Match[str]) -> str:
        if found["skipped"]:
            return found[0]
        text = found["text"]
        number = 1
        while _PARAMETER.format(number) in parameters or f"${_PARAMETER.format(number)}" in step["cypher"]:
            number += 1
        name = _PARAMETER.format(number)
        parameters[name] = text[1:-1] if text else _number(found["number"])
        return f"${name}"

    statement = _CYPHER_VALUE.sub(as_parameter, step["cypher"])
    return {**step, "cypher": statement, "parameters": parameters}


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)
