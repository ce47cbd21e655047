"""Conditions, properties and orders of a language model's answer, compared with the properties that a graph has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from motif.errors import InvalidInput
from motif.graphs.plan import Order
from motif.graphs.projection import Projection
from motif.indexes.names import readable
from motif.planners.known_parts import filter_problem
from motif.planners.model_answer import ModelAnswer
from motif.planners.schema_facts import NAME, SchemaFacts

_MAXIMUM_LIMIT = 1000


def filters_of(answer: ModelAnswer, projection: Projection, facts: SchemaFacts) -> dict[str, Any]:
    """The answer's conditions, numbers as numbers: by the spelling of an unknown, or by a name that it states.

    Raises `InvalidInput` for one on something that is no part of the answer, or that the graph's properties forbid.
    """
    found: dict[str, Any] = {}
    for words, conditions in answer.filter.items():
        part = answer.part_meant(str(words))
        if part is None:
            known = ", ".join(map(repr, answer.names)) or "none"
            raise InvalidInput(f"'filter' names {words!r}, which is no unknown of the triples ({known}).")
        spelt = _with_known_properties(conditions, facts)
        if problem := filter_problem(spelt, projection.nodes):
            raise InvalidInput(f"{problem} {_properties_told(facts)}")
        if spelt:
            found[part] = spelt
    return found


def given_property(name: str | None, facts: SchemaFacts) -> str | None:
    """The property that ``name`` means; None for what names the answer. Raises `InvalidInput` for one that is none."""
    if name is None or (_known_property(name, facts) is None and readable(name) in ("name", "title")):
        return None
    found = _property(name, facts)
    return None if _kinds(found, facts) == {NAME} else found


def order_of(answer: ModelAnswer, facts: SchemaFacts) -> Order | None:
    """What ranks the answers. Raises `InvalidInput` for a property or unknown that is none."""
    order = answer.order
    if not order:
        return None
    if not order.get("property") and not order.get("count_of"):
        raise InvalidInput("'order' needs a 'property' of the answer, or an unknown as 'count_of'.")
    limit = order.get("limit", 1)
    limit = limit if isinstance(limit, int) and 1 <= limit <= _MAXIMUM_LIMIT else 1
    descending = order.get("descending") is not False
    if order.get("property"):
        return Order(_property(str(order["property"]), facts), descending=descending, limit=limit)
    counted = answer.named(str(order["count_of"]))
    if counted is None:
        raise InvalidInput(f"'count_of' names {order['count_of']!r}, which is no unknown of the triples.")
    return Order(count_of=counted, descending=descending, limit=limit)


def _property(name: str, facts: SchemaFacts) -> str:
    known = _known_property(name, facts)
    if known is None:
        raise InvalidInput(f"There is no property {name!r}. {_properties_told(facts)}")
    return known


def _known_property(name: str, facts: SchemaFacts) -> str | None:
    wanted = readable(name)
    return next((known for known in facts.all_properties if known == name or readable(known) == wanted), None)


def _properties_told(facts: SchemaFacts) -> str:
    known = ", ".join(facts.all_properties[:50])
    if not known:
        return "The graph's nodes have no properties: say it by a triple."
    return f"The properties are {known}; what is not among them is said by a triple."


def _with_known_properties(conditions: Any, facts: SchemaFacts) -> Any:
    """``conditions`` with properties spelt as in the graph and values of the kind that they have there."""
    if not isinstance(conditions, Mapping):
        raise InvalidInput(
            f"Conditions are an object such as {{'released': {{'$gt': 2000}}}}, not {conditions!r}."
        )
    found: dict[str, Any] = {}
    for key, value in conditions.items():
        if str(key).startswith("$"):
            found[key] = _within_logic(value, facts)
        else:
            name = _property(str(key), facts)
            found[name] = _converted(value, _converter(name, facts))
    return found


def _within_logic(value: Any, facts: SchemaFacts) -> Any:
    if isinstance(value, list):
        return [_with_known_properties(part, facts) for part in value]
    return _with_known_properties(value, facts)


def _kinds(name: str, facts: SchemaFacts) -> set[str]:
    return {of_label[name] for of_label in facts.properties.values() if name in of_label}


def _converter(name: str, facts: SchemaFacts) -> Callable[[Any], Any]:
    kinds = _kinds(name, facts)
    if kinds <= {"integer", "number"}:
        return _as_number
    return _as_text if kinds <= {"text", NAME} else lambda value: value


def _converted(value: Any, convert: Callable[[Any], Any]) -> Any:
    if isinstance(value, Mapping):
        return {operator: _converted(part, convert) for operator, part in value.items()}
    if isinstance(value, list):
        return [convert(part) for part in value]
    return convert(value)


def _as_number(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        number = float(value.replace(",", "").replace("_", ""))
    except ValueError:
        return value
    return int(number) if number.is_integer() else number


def _as_text(value: Any) -> Any:
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else value
