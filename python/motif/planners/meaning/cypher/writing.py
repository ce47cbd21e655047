"""A statement while it is written: its variables, its parameters, and what its places are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.meaning import Aggregate, Branch, Place, Test, Value
from motif.indexes.names import readable
from motif.planners.cypher_literals import identifier
from motif.planners.cypher_nodes import Variables
from motif.planners.meaning.cypher.held import Held
from motif.planners.meaning.cypher.kinds import Kinds
from motif.planners.meaning.cypher.unsaid import CannotSay

_LONGEST = 24
_PLAIN = re.compile(r"[^0-9A-Za-z]+")


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
        return self.property(variable, value.property, owner, of_size=value.of_size)

    def property(
        self, variable: str, name: str, owner: str | tuple[str, ...] | None, *, of_size: bool = False
    ) -> Operand:
        """A property of what ``variable`` stands for, or how long it is."""
        plain = Operand(f"{variable}.{identifier(name)}", self.held.kinds(name, owner), name, owner)
        return self._sized(plain) if of_size else plain

    def _sized(self, plain: Operand) -> Operand:
        """How long a text or a list is; `size` of anything else is an error, also where the label does not hold."""
        everywhere = self.held.kinds(plain.property or "", () if isinstance(plain.owner, tuple) else None)
        text = f"size({plain.text})"
        if not everywhere.has_only("text") and not everywhere.has_only("list"):
            of_text = f"WHEN {plain.text} IS :: STRING THEN {text}"
            text = f"CASE {of_text} WHEN {plain.text} IS :: LIST<ANY> THEN {text} END"
        return Operand(text, Kinds(frozenset({"integer"})), plain.property, plain.owner)


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
