"""A statement while it is written: its names, its parameters, and the steps that are its parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motif.errors import InvalidInput
from motif.graphs.graph_schema import GraphSchema, PropertyProfile, SearchIndex
from motif.graphs.step_fields import RESERVED
from motif.graphs.steps import Step
from motif.planners.cypher_literals import identifier
from motif.planners.cypher_nodes import Variables
from motif.planners.steps.conditions import Conditions

if TYPE_CHECKING:
    from motif.planners.cypher.checking import CheckedCypher

MAXIMUM_PARTS = 60
"""How many steps one statement may hold, each counted as often as it is taken."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What orders a set: an expression in scope."""

    key: str
    descending: bool


@dataclass(frozen=True, slots=True)
class Nodes:
    """A set of nodes as a statement holds it: lines that end with one row for each, and what stands in a row.

    Attributes
    ----------
    node
        The node's variable.
    label
        The label that all of them have, where it is known.
    score
        The variable of a number, higher is better; None where nothing scored them.
    way
        The variable of one way that leads to it, a list ``[cost, length, relationships, nodes]`` whose nodes are pairs
        of a node and the name of a step; None where it was not asked for, or is the node alone.
    rank
        What the last step ordered them by.
    """

    lines: tuple[str, ...]
    node: str
    label: str | None = None
    score: str | None = None
    way: str | None = None
    rank: Ranked | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The variables in scope."""
        key = self.rank.key if self.rank else None
        return tuple(name for name in (self.node, self.score, self.way, key) if name)


@dataclass(slots=True)
class Known:
    """What compiling takes: the steps by name, the schema, indexes to search by, checked Cypher."""

    steps: Mapping[str, Step]
    schema: GraphSchema
    searches: Mapping[str, SearchIndex]
    statements: Mapping[str, CheckedCypher]
    inputs: set[str] = field(default_factory=set)
    """Steps that stages of their own answer."""


@dataclass(slots=True)
class Building:
    """One statement's names, parameters, inputs and steps, in the order of their first mention."""

    known: Known
    compile: Callable[[Building, Step, bool], Nodes]
    parameters: dict[str, Any] = field(default_factory=dict)
    inputs: dict[str, None] = field(default_factory=dict)
    steps: dict[str, None] = field(default_factory=dict)
    variables: Variables = field(default_factory=Variables)
    language: str = ""
    """What stands before the statement, such as "CYPHER 25"; "" where every server reads it."""
    _names: Variables = field(default_factory=Variables)
    _parts: int = 0

    def __post_init__(self) -> None:
        taken = {name for checked in self.known.statements.values() for name in checked.parameters}
        self._names.taken.update(taken, self.known.steps, RESERVED)

    def nodes(self, name: str, way: bool) -> Nodes:
        """The set that the step ``name`` gives; ``way`` says whether a way that leads to each is wanted."""
        self._parts += 1
        if self._parts > MAXIMUM_PARTS:
            raise InvalidInput(
                f"The plan takes its steps {MAXIMUM_PARTS} times and more, each counted as often as another takes it.",
                hint="Take a step once, or make the plan shorter.",
            )
        nodes = self.compile(self, self.known.steps[name], way)
        self.steps[name] = None
        return nodes

    def fresh(self, wanted: str) -> str:
        """A variable that the statement does not have yet."""
        return self.variables.fresh(wanted)

    def parameter(self, value: Any, name: str = "value") -> str:
        """``value`` as a parameter, ``$name``; the same value is the same one."""
        for known, other in self.parameters.items():
            if type(other) is type(value) and _same(other, value):
                return f"${identifier(known)}"
        number = 1 + sum(key.startswith(name) for key in self.parameters)
        fresh = self._names.fresh(f"{name}_{number}")
        self.parameters[fresh.strip("`")] = value
        return f"${fresh}"

    def way_of(self, nodes: Nodes, step: str) -> str:
        """The way to each of ``nodes``, which for those of ``step`` that have none is the node alone."""
        return nodes.way or f"[null, 0, [], [{self.named(nodes.node, step)}]]"

    def named(self, node: str, step: str) -> str:
        """A node of a way with the name of its step."""
        return f"[{node}, {self.parameter(step, 'step')}]"

    def labels_meant(self, label: str | None) -> list[str]:
        """``label``, or where it is not known all of them."""
        return [label] if label is not None else list(self.known.schema.labels)

    def of_nodes(self, variable: str, label: str | None, step: str) -> Conditions:
        """Conditions on the properties of nodes."""
        labels = self.known.schema.labels
        maps = [labels[name].properties for name in self.labels_meant(label) if name in labels]
        return Conditions(variable, _profiles(maps), lambda value: self.parameter(value, step))

    def of_relationships(self, variable: str, types: Sequence[str], step: str) -> Conditions:
        """Conditions on the properties of relationships."""
        relations = self.known.schema.relations
        maps = [relations[name].properties for name in types or relations if name in relations]
        return Conditions(variable, _profiles(maps), lambda value: self.parameter(value, step))


def _profiles(
    maps: Sequence[Mapping[str, PropertyProfile]],
) -> Callable[[str], Sequence[PropertyProfile]]:
    return lambda name: [properties[name] for properties in maps if name in properties]


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, list):
        return len(one) == len(other) and all(
            type(a) is type(b) and _same(a, b) for a, b in zip(one, other, strict=True)
        )
    return bool(one == other) or (isinstance(one, float) and math.isnan(one) and math.isnan(other))
