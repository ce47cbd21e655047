"""A statement while it is written: its variables, its parameters, and what its places are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.meaning import Aggregate, Branch, Part, Place, Test, Value
from motif.graphs.spans import TimeSpan, span_of
from motif.indexes.names import readable
from motif.planners.cypher_literals import identifier
from motif.planners.cypher_nodes import Variables
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.kinds import Kinds
from motif.planners.meaning.cypher.unsaid import CannotSay

_LONGEST = 24
_PLAIN = re.compile(r"[^0-9A-Za-z]+")
_IS_DAY = "(?s)[0-9]{4}-[0-9]{2}-[0-9]{2}.*"


@dataclass(frozen=True, slots=True)
class Operand:
    """A value as Cypher, what kinds it has, and whether texts in it are numbers that Neo4j alone reads as such."""

    text: str
    kinds: Kinds = field(default_factory=Kinds)
    property: str | None = None
    owner: str | tuple[str, ...] | None = None


@dataclass
class Writing:
    """Gives names that clash with nothing, and keeps the values that become parameters."""

    held: Held
    parameters: dict[str, Any] = field(default_factory=dict)
    _variables: Variables = field(default_factory=Variables)
    _parameter_names: Variables = field(default_factory=Variables)
    _nodes: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    _ties: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)

    def parameter(self, wanted: str, value: Any) -> str:
        """``value`` as a parameter whose name is like ``wanted``."""
        name = self._parameter_names.fresh(short(wanted, "value")).strip("`")
        self.parameters[name] = value
        return f"${name}"

    def fresh(self, wanted: str) -> str:
        """A variable whose name is like ``wanted``."""
        return self._variables.fresh(short(wanted, "value"))

    def reserve(self, names: Iterable[str]) -> None:
        """Keeps variables that come from being called so."""
        self._variables.taken.update(names)

    def node(self, place: Place) -> str:
        """The variable of a place."""
        if place.key not in self._nodes:
            self._nodes[place.key] = self.fresh(short(place.label or "node", "node")), place.label
        return self._nodes[place.key][0]

    def tie(self, branch: Branch) -> str:
        """The variable of the relationship that leads to a branch's place."""
        key = branch.place.key
        if key not in self._ties:
            wanted = short(branch.types[0] if branch.types else "tie", "tie")
            self._ties[key] = self.fresh(wanted), branch.types
        return self._ties[key][0]

    def operand(self, value: Value) -> Operand:
        """A value of a place, or of the relationship that leads to it, which have been written before."""
        known: tuple[str, str | tuple[str, ...] | None] | None
        known = (self._ties if value.of_relationship else self._nodes).get(value.place)
        if known is None or (value.of_relationship and value.property is None):
            raise CannotSay("shape", "A value is asked for of what no row shows.")
        variable, owner = known
        if value.property is None:
            return Operand(variable)
        return self.property(variable, value.property, owner, part=value.part)

    def property(
        self, variable: str, name: str, owner: str | tuple[str, ...] | None, *, part: Part = "whole"
    ) -> Operand:
        """A property of what ``variable`` stands for, or a part of it."""
        if not name:
            raise CannotSay("name", f"No property names what {variable} stands for.")
        if (span := span_of(name)) is not None and not self.held.kinds(name, owner).kinds:
            return self._spanned(variable, span, owner)
        plain = Operand(f"{variable}.{identifier(name)}", self.held.kinds(name, owner), name, owner)
        if part == "whole":
            return plain
        return self._sized(plain) if part == "size" else self._dated(plain, part)

    def _spanned(self, variable: str, span: TimeSpan, owner: str | tuple[str, ...] | None) -> Operand:
        """The time between two properties: as `motif.engine.value_spans.time_between` has it."""
        first, last = (f"{variable}.{identifier(name)}" for name in (span.first, span.last))
        anyone = () if isinstance(owner, tuple) else None
        kinds = [self.held.kinds(name, anyone) for name in (span.first, span.last)]
        whole = Kinds(frozenset({"integer"}))
        if span.unit == "years" and all(one.has_only("integer") for one in kinds):
            return Operand(f"{last} - {first}", whole, None, owner)
        if not all(one.has_only("date", "time", "text") for one in kinds):
            raise CannotSay("kinds", f"{first} and {last} hold values of which some may be no days.")
        between = "duration.inDays({}, {}).days" if span.unit == "days" else "duration.between({}, {}).years"
        if all(one.has_only("date") for one in kinds):
            return Operand(between.format(first, last), whole, None, owner)
        days = " AND ".join(f"toString({one}) =~ '{_IS_DAY}'" for one in (first, last))
        dates = (f"date(left(toString({one}), 10))" for one in (first, last))
        return Operand(f"CASE WHEN {days} THEN {between.format(*dates)} END", whole, None, owner)

    def _sized(self, plain: Operand) -> Operand:
        """How long a text or a list is; `size` of anything else is an error, also where the label does not hold."""
        everywhere = self.held.kinds(plain.property or "", () if isinstance(plain.owner, tuple) else None)
        text = f"size({plain.text})"
        if not everywhere.has_only("text") and not everywhere.has_only("list"):
            of_text = f"WHEN {plain.text} IS :: STRING THEN {text}"
            text = f"CASE {of_text} WHEN {plain.text} IS :: LIST<ANY> THEN {text} END"
        return Operand(text, Kinds(frozenset({"integer"})), plain.property, plain.owner)

    def _dated(self, plain: Operand, part: Part) -> Operand:
        """The year, month, decade or weekday of what may be a day: as `motif.engine.value_parts.part_of` has it."""
        everywhere = self.held.kinds(plain.property or "", () if isinstance(plain.owner, tuple) else None)
        kinds = Kinds(frozenset({"text"} if part == "month" else {"integer"}))
        day = f"toString({plain.text}) =~ '{_IS_DAY}'"
        if part in _OF_DAY:
            if not everywhere.has_only("date", "time", "text"):
                raise CannotSay("kinds", f"{plain.text} holds values that may be no days.")
            text = f"CASE WHEN {day} THEN {_OF_DAY[part].format(plain.text)} END"
            return Operand(text, kinds, plain.property, plain.owner)
        if part == "age":
            return Operand(self._age(plain, everywhere, day), kinds, plain.property, plain.owner)
        tens = " / 10 * 10" if part == "decade" else ""
        if everywhere.has_only("integer"):
            text = f"{plain.text}{tens}"
        elif everywhere.has_only("date"):
            text = f"{plain.text}.year{tens}"
        elif everywhere.has_only("text"):
            text = f"CASE WHEN {day} THEN toInteger(left({plain.text}, 4)){tens} END"
        else:
            raise CannotSay("kinds", f"{plain.text} holds values of which some may be no days.")
        return Operand(text, kinds, plain.property, plain.owner)

    def _age(self, plain: Operand, everywhere: Kinds, day: str) -> str:
        """The whole years from a day, or a year, to today."""
        if everywhere.has_only("integer"):
            return f"date().year - {plain.text}"
        if everywhere.has_only("date"):
            return f"duration.between({plain.text}, date()).years"
        if everywhere.has_only("text"):
            return f"CASE WHEN {day} THEN duration.between(date(left({plain.text}, 10)), date()).years END"
        raise CannotSay("kinds", f"{plain.text} holds values of which some may be no days.")


_OF_DAY: dict[Part, str] = {
    "month": "left(toString({}), 7)",
    "month of year": "toInteger(substring(toString({}), 5, 2))",
    "weekday": "date(left(toString({}), 10)).dayOfWeek",
}
"""What only days have, not years."""


def short(name: str, otherwise: str) -> str:
    """A label, type or property as a short variable.

    >>> short("BusStop", "node"), short("DIRECTED_BY", "tie"), short("1st", "value"), short("主演", "node")
    ('busStop', 'directedBy', 'value1st', 'node')
    """
    words = _PLAIN.sub(" ", readable(name)).split()
    text = "".join([*words[:1], *(word.capitalize() for word in words[1:])])[:_LONGEST]
    return text if text[:1].isalpha() else f"{otherwise}{text}"


def values_in(parts: Iterator[Value | Aggregate]) -> Iterator[Value]:
    """The values that columns, orders and conditions on groups speak of."""
    for part in parts:
        yield part.of if isinstance(part, Aggregate) else part


def is_bound(test: Test) -> bool:
    """Whether rows show what a test leads to."""
    return isinstance(test, Branch) and test.count is None
