"""What a plan of steps says, taken apart, so that it can be compared with what the question asks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_OPERATORS = {
    "$eq": "eq", "$gt": "gt", "$gte": "gt", "$lt": "lt", "$lte": "lt", "gt": "gt", "ge": "gt", "lt": "lt", "le": "lt",
    "eq": "eq",
}  # fmt: skip
"""Bounds with and without their own value are one: questions name values that nothing has, and years."""


@dataclass(frozen=True, slots=True)
class PlanParts:
    """A plan of steps, taken apart.

    Attributes
    ----------
    types
        Relationship types that it follows or counts.
    label
        Of its answers; None where it does not say.
    names
        Texts that properties are compared with for equality.
    conditions
        Property, "gt", "lt" or "eq", and number.
    excludes, unites
        Whether it takes sets away, and unites them.
    ranked
        Property or relationship type it ranks by, with "asc" or "desc"; None for none.
    """

    types: frozenset[str]
    label: str | None
    names: frozenset[str]
    conditions: frozenset[tuple[str, str, float]]
    excludes: bool
    unites: bool
    ranked: tuple[str, str] | None
    give: str | None
    count: bool
    has_cypher: bool


def parts_of(plan: Mapping[str, Any]) -> PlanParts:
    """The parts of a plan as plain values, as `motif.graphs.plan.Plan.as_dict` gives it."""
    steps: Sequence[Mapping[str, Any]] = plan.get("steps") or ()
    compared = [one for step in steps for one in _compared(step.get("where") or {})]
    numbers = ((name, operator, number_in(value)) for name, operator, value in compared)
    return PlanParts(
        types=frozenset(name for step in steps for name in _types(step)),
        label=_label(steps),
        names=frozenset(str(value) for _, operator, value in compared if operator == "eq"),
        conditions=frozenset((name, operator, one) for name, operator, one in numbers if one is not None),
        excludes=any(step["step"] == "except" or _negates(step.get("where")) for step in steps),
        unites=any(step["step"] == "union" for step in steps),
        ranked=next((_ranked(step) for step in reversed(steps) if _ranks(step)), None),
        give=plan.get("give"),
        count=bool(plan.get("count")),
        has_cypher=any(step["step"] == "cypher" for step in steps),
    )


def number_in(value: Any) -> float | None:
    """The number that a value is or writes, the year of a date; None for neither.

    >>> number_in("1995"), number_in("2019-03-01"), number_in(7), number_in("Heat")
    (1995.0, 2019.0, 7.0, None)
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    if isinstance(value, str) and len(value) == 10 and value[4] == value[7] == "-":
        value = value[:4]
    try:
        return float(value)
    except ValueError:
        return None


def _compared(where: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Property, operator and value of each comparison, those under $and, $or and $not too."""
    for name, condition in where.items():
        if name.startswith("$"):
            for one in condition if isinstance(condition, (list, tuple)) else [condition]:
                yield from _compared(one)
        elif isinstance(condition, Mapping):
            for operator, value in condition.items():
                yield from _comparison(name, operator, value)
        else:
            yield name, "eq", condition


def _comparison(name: str, operator: str, value: Any) -> Iterator[tuple[str, str, Any]]:
    if operator == "$between":
        yield name, "gt", value[0]
        yield name, "lt", value[1]
    elif operator == "$in":
        yield from ((name, "eq", one) for one in value)
    elif operator in _OPERATORS:
        yield name, _OPERATORS[operator], value


def _negates(where: Any) -> bool:
    if isinstance(where, Mapping):
        return any(key in ("$ne", "$nin", "$not") or _negates(value) for key, value in where.items())
    return isinstance(where, (list, tuple)) and any(map(_negates, where))


def _types(step: Mapping[str, Any]) -> list[str]:
    by = step.get("by")
    counted = by.get("count") if isinstance(by, Mapping) else None
    return [name for one in (step, counted or {}) for name in _listed(one.get("relationship"))]


def _listed(value: Any) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def _label(steps: Sequence[Mapping[str, Any]]) -> str | None:
    """The label of the last step, or of the first that it takes its nodes from."""
    by_name = {step.get("as"): step for step in steps}
    step = steps[-1] if steps else None
    while step is not None:
        if step.get("label"):
            return str(step["label"])
        source = (
            step.get("from") if step["step"] in ("filter", "rank") else next(iter(step.get("of") or ()), None)
        )
        step = by_name.get(source) if source is not None else None
    return None


def _ranks(step: Mapping[str, Any]) -> bool:
    by = step.get("by")
    return step["step"] == "rank" and not (isinstance(by, Mapping) and "text" in by)


def _ranked(step: Mapping[str, Any]) -> tuple[str, str]:
    by = step["by"]
    name = by if isinstance(by, str) else next(iter(_listed((by.get("count") or {}).get("relationship"))), "")
    return name, "desc" if step.get("descending", True) else "asc"


def gold_conditions(conditions: Sequence[Sequence[Any]]) -> frozenset[tuple[str, str, float]]:
    """The conditions of a question as `PlanParts` tells them."""
    found = set()
    for name, operator, value in conditions:
        if operator == "in":
            found |= {(name, "gt", float(value[0])), (name, "lt", float(value[1]))}
        else:
            found.add((name, _OPERATORS[operator], float(value)))
    return frozenset(found)
