"""Fills the slots of a form by chance, from an answer outward, so that there is one; numbers from what answers have."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from motif_procedures.spark.facts import Facts, NodeKey, folded
from motif_procedures.spark.forms import GRAPHS, TOPIC, Condition, Form, Path, load_topics
from motif_procedures.spark.gold import Slots, fitting, meeting, number_of
from motif_procedures.spark.reviewing import MOST, is_clear
from motif_procedures.spark.written_numbers import number_between

LEAST_RANKED = 3
"""Nodes among which a superlative chooses."""

LEAST_COUNTED = 2
"""Nodes that are counted."""

_LONGEST, _SHORTEST = 110, 3


class Drawer:
    """Draws slots for the forms of one graph."""

    def __init__(self, facts: Facts, chance: random.Random) -> None:
        self.facts = facts
        self.chance = chance
        self._starts: dict[tuple[str, tuple[Path, ...]], list[NodeKey]] = {}
        self._words = {folded(word) for word in (*facts.labelled, *GRAPHS)}

    def draw(self, form: Form) -> dict[str, Any] | None:
        """Slots with which ``form`` has answers, by what it rules out fewer than without; None where chance fails."""
        slots = self._names(form)
        if slots is None or not self._numbers(form, slots):
            return None
        return slots if self._is_telling(form, slots) else None

    def _names(self, form: Form) -> dict[str, Any] | None:
        slots: dict[str, Any] = {}
        answer = self._answer(form, slots)
        wanted = [path for path in form.all if path.slot not in (None, TOPIC)]
        for path in wanted:
            if answer is None or not self._fill(form, path, answer, slots):
                return None
        for path in form.any:
            if not self._fill(form, path, self.chance.choice(self._that_have(form.answer, (path,))), slots):
                return None
        for path in form.none:
            among = fitting(self.facts, form, slots, conditions=False)
            if path.slot and not (among and self._fill(form, path, self.chance.choice(among), slots)):
                return None
        return slots

    def _answer(self, form: Form, slots: dict[str, Any]) -> NodeKey | None:
        """A node to be among the answers; of a topic, the resource's or one that it leads to."""
        if not form.topic:
            return self.chance.choice(self._that_have(form.answer, form.all))
        slots[TOPIC] = ("Resource", self.chance.choice(list(load_topics())))
        if form.tells_answer_by_topic:
            return slots[TOPIC] if slots[TOPIC] in self.facts.nodes else None
        found = fitting(self.facts, form, slots, conditions=False)
        return self.chance.choice(found) if found else None

    def _that_have(self, answer: str, paths: tuple[Path, ...]) -> list[NodeKey]:
        """The nodes with the label ``answer`` from which each of ``paths`` has a beginning."""
        if (answer, paths) not in self._starts:
            hops = [path.hops[0] for path in paths if path.hops]
            self._starts[answer, paths] = [
                key for key in self.facts.labelled[answer] if all(self.facts.beside(key, hop) for hop in hops)
            ]
        return self._starts[answer, paths]

    def _fill(self, form: Form, path: Path, answer: NodeKey, slots: dict[str, Any]) -> bool:
        """Walks ``path`` from ``answer`` by chance to the node of its slot; another than other slots have."""
        assert path.slot is not None
        if path.slot in slots:
            return True
        key = answer
        for hop in path.hops:
            beside = self.facts.beside(key, hop)
            if not beside:
                return False
            key = self.chance.choice(beside)
        if key in slots.values() or not self._is_plain(key, path.slot in form.said):
            return False
        slots[path.slot] = key
        return True

    def _is_plain(self, key: NodeKey, is_said: bool) -> bool:
        """Whether a name fits into a sentence and means this node alone; where the words say what kind it is, of that
        kind."""
        name = self.facts.name(key)
        if not _SHORTEST <= len(name) <= _LONGEST or folded(name) in self._words or '"' in name:
            return False
        return is_clear(self.facts, name, key[0] if is_said else None)

    def _numbers(self, form: Form, slots: dict[str, Any]) -> bool:
        """Fills the slots of conditions, so that each rules some answers out and not all."""
        for condition in form.conditions:
            values = self._values(form, condition, slots)
            number = self._number(condition, form.numbers[condition.slot], values)
            if number is None:
                return False
            slots[condition.slot] = number
        return True

    def _values(self, form: Form, condition: Condition, slots: Slots) -> list[float]:
        """The values that a condition chooses among, ascending, distinct."""
        keys: Sequence[NodeKey] = fitting(self.facts, form, slots, conditions=False)
        for path in form.all:
            if path.condition == condition:
                for hop in path.hops:
                    keys = [other for key in keys for other in self.facts.beside(key, hop)]
        values = (number_of(self.facts, key, condition.property) for key in keys)
        return sorted({value for value in values if value is not None})

    def _number(self, condition: Condition, kind: str, values: list[float]) -> Any:
        if len(values) < 2:
            return None
        place = self.chance.randrange(1, min(len(values), MOST + 1))
        if condition.operator in ("gt", "ge"):
            place = len(values) - place
        low, high = values[place - 1], values[place]
        if kind == "years":
            return int(low) - self.chance.randrange(2), int(low) + self.chance.randrange(1, 4)
        if kind == "year":
            return int(high if condition.operator in ("lt", "ge") else low)
        return number_between(kind, low, high)

    def _is_telling(self, form: Form, slots: Slots) -> bool:
        """Whether something is ruled out by what the form says beside its paths, and not too much is left."""
        found = meeting(self.facts, form, slots)
        before = fitting(self.facts, form, slots, conditions=False)
        if form.order is not None:
            return len(found) >= LEAST_RANKED
        if form.count and len(found) < LEAST_COUNTED:
            return False
        if form.conditions or form.none:
            return 0 < len(found) <= MOST and len(found) < len(before)
        return 0 < len(found) <= MOST
