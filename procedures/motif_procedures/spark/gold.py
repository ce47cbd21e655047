"""Gold answers: which nodes meet a form with its slots filled, by plain sets over the loader's facts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from motif_procedures.spark.facts import Facts, NodeKey
from motif_procedures.spark.forms import TOPIC, Condition, Form, Hop, Order, Path

Slots = Mapping[str, Any]
"""By slot: a node's key, a number, or the two ends of a range."""

_OPPOSITE = {"out": "in", "in": "out", "any": "any"}

_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "gt": operator.gt,
    "ge": operator.ge,
    "lt": operator.lt,
    "le": operator.le,
    "eq": operator.eq,
    "in": lambda value, ends: ends[0] <= value <= ends[1],
}


def gold_answers(facts: Facts, form: Form, slots: Slots) -> list[NodeKey]:
    """The nodes that answer ``form``, in the order of ``facts``; all that share the first place of an order."""
    found = meeting(facts, form, slots)
    return best(facts, form.order, found) if form.order else found


def meeting(facts: Facts, form: Form, slots: Slots) -> list[NodeKey]:
    """The nodes that meet ``form``, whatever ranks them, in the order of ``facts``."""
    found = fitting(facts, form, slots)
    for condition in form.where:
        found = [key for key in found if holds(facts, key, condition, slots)]
    for path in form.none:
        unwanted = on_path(facts, path, form.answer, slots)
        found = [key for key in found if key not in unwanted]
    return found


def fitting(facts: Facts, form: Form, slots: Slots, *, conditions: bool = True) -> list[NodeKey]:
    """The nodes that have the paths that ``form`` wants; without ``conditions`` where those at their ends are left."""
    paths = [path for path in form.all if conditions or path.condition is None]
    sets = [on_path(facts, path, form.answer, slots) for path in paths]
    if form.any:
        sets.append(set().union(*(on_path(facts, path, form.answer, slots) for path in form.any)))
    if form.tells_answer_by_topic:
        sets.append({slots[TOPIC]})
    if not sets:
        return list(facts.labelled[form.answer])
    return facts.in_order(set.intersection(*sets))


def on_path(facts: Facts, path: Path, answer: str, slots: Slots) -> set[NodeKey]:
    """The nodes with the label ``answer`` from which ``path`` leads to its end: found from the end backwards."""
    reached = _ends(facts, path, answer, slots)
    labels = [answer, *(hop.label for hop in path.hops)]
    for hop, label in zip(reversed(path.hops), reversed(labels[:-1]), strict=True):
        back = Hop(hop.type, _OPPOSITE[hop.direction], label)
        reached = {other for key in reached for other in facts.beside(key, back)}
    return reached


def _ends(facts: Facts, path: Path, answer: str, slots: Slots) -> set[NodeKey]:
    if path.slot is not None:
        return {slots[path.slot]}
    ends = facts.labelled[path.end(answer)]
    if path.condition is None:
        return set(ends)
    return {key for key in ends if holds(facts, key, path.condition, slots)}


def holds(facts: Facts, key: NodeKey, condition: Condition, slots: Slots) -> bool:
    """Whether a node's property meets ``condition``; never where it has none."""
    value = number_of(facts, key, condition.property)
    return value is not None and _COMPARE[condition.operator](value, slots[condition.slot])


def number_of(facts: Facts, key: NodeKey, name: str) -> int | float | None:
    """The number that a property is or writes; None where it is or writes none."""
    value = facts.nodes[key].get(name)
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, (int, float)) else None


def best(facts: Facts, order: Order, found: list[NodeKey]) -> list[NodeKey]:
    """Those of ``found`` that share the first place; those without a value have no place."""
    values = {key: _measure(facts, key, order) for key in found}
    known = {key: value for key, value in values.items() if value is not None}
    if not known:
        return []
    first = max(known.values()) if order.descending else min(known.values())
    return [key for key, value in known.items() if value == first]


def _measure(facts: Facts, key: NodeKey, order: Order) -> int | float | None:
    if order.count is not None:
        return len(facts.beside(key, order.count))
    return number_of(facts, key, order.property or "")
