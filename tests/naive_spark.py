"""Gold answers the slow way: every node is tried, walking forward over the loader's own records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from motif_procedures.spark.forms import TOPIC, Condition, Form, Hop, Path

Node = tuple[str, Any]


class NaiveGold:
    """Answers forms by trying each node."""

    def __init__(self, records: Iterable[Any]) -> None:
        self.properties: dict[Node, dict[str, Any]] = defaultdict(dict)
        self.leaving: dict[Node, list[tuple[str, str, Node]]] = defaultdict(list)
        for record in records:
            if hasattr(record, "source"):
                one = (record.source.label, record.source.value)
                other = (record.target.label, record.target.value)
                self.leaving[one].append((record.type, "out", other))
                self.leaving[other].append((record.type, "in", one))
            else:
                node = (record.key.label, record.key.value)
                self.properties[node][record.key.property] = record.key.value
                self.properties[node].update(record.properties)

    def answers(self, form: Form, slots: Mapping[str, Any]) -> set[Node]:
        found = {
            node
            for node in list(self.properties)
            if node[0] == form.answer and self.is_answer(node, form, slots)
        }
        if form.order is None:
            return found
        measured = {node: self.measure(node, form) for node in found}
        values = [value for value in measured.values() if value is not None]
        first = (max if form.order.descending else min)(values, default=None)
        return {node for node, value in measured.items() if value is not None and value == first}

    def is_answer(self, node: Node, form: Form, slots: Mapping[str, Any]) -> bool:
        if form.tells_answer_by_topic and node != slots[TOPIC]:
            return False
        if not all(self.has(node, path, slots) for path in form.all):
            return False
        if form.any and not any(self.has(node, path, slots) for path in form.any):
            return False
        if any(self.has(node, path, slots) for path in form.none):
            return False
        return all(self.meets(node, condition, slots) for condition in form.where)

    def has(self, node: Node, path: Path, slots: Mapping[str, Any]) -> bool:
        ends = [node]
        for hop in path.hops:
            ends = [other for one in ends for other in self.beside(one, hop)]
        if path.slot is not None:
            return slots[path.slot] in ends
        if path.condition is None:
            return bool(ends)
        return any(self.meets(end, path.condition, slots) for end in ends)

    def beside(self, node: Node, hop: Hop) -> Iterator[Node]:
        for type_, way, other in self.leaving[node]:
            if type_ == hop.type and other[0] == hop.label and hop.direction in ("any", way):
                yield other

    def meets(self, node: Node, condition: Condition, slots: Mapping[str, Any]) -> bool:
        value, wanted = self.number(node, condition.property), slots[condition.slot]
        if value is None:
            return False
        if condition.operator == "in":
            return bool(value >= wanted[0] and value <= wanted[1])
        signs = {"gt": value > wanted, "lt": value < wanted, "eq": value == wanted}
        if condition.operator in signs:
            return bool(signs[condition.operator])
        return bool(value == wanted or signs["gt" if condition.operator == "ge" else "lt"])

    def number(self, node: Node, name: str) -> Any:
        value = self.properties[node].get(name)
        if isinstance(value, str):
            return int(value) if value.isdecimal() else None
        return value

    def measure(self, node: Node, form: Form) -> Any:
        assert form.order is not None
        if form.order.count is not None:
            return len(set(self.beside(node, form.order.count)))
        return self.number(node, form.order.property or "")
