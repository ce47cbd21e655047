"""Steps of a plan against the schema, before they become Cypher."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from motif.graphs.graph_schema import GraphSchema, PropertyProfile
from motif.graphs.steps import (
    Combine,
    CypherStep,
    Degree,
    Find,
    FulltextSearch,
    Keep,
    Rank,
    Step,
    Traverse,
    VectorSearch,
)
from motif.planners.cypher.checking import CheckedCypher, check_cypher
from motif.planners.cypher.ends import can_lead, said
from motif.planners.cypher.literals import value_problem
from motif.planners.cypher.nearest import did_you_mean
from motif.planners.steps.filter_checking import FilterCheck, Said

Labels = frozenset[str] | None
"""Labels one of which each node of a step has; None where nothing is known."""

_REVERSED = {"out": "in", "in": "out"}


@dataclass(frozen=True, slots=True)
class CheckedSteps:
    """Steps after their check.

    Attributes
    ----------
    steps
        Repaired: directions turned round, numbers read from texts. The Cypher of a `CypherStep` as it was given.
    statements
        Of each `CypherStep`, by name, what may be sent.
    notes
        What was repaired.
    problems
        Why they are refused; empty where they may run.
    """

    steps: tuple[Step, ...]
    statements: Mapping[str, CheckedCypher] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def check_steps(steps: Sequence[Step], schema: GraphSchema) -> CheckedSteps:
    """The steps as they may be compiled, or why they may not be; never raises.

    >>> from motif.graphs.graph_schema import Ends, LabelProfile, RelationProfile
    >>> labels = {name: LabelProfile(name, 1) for name in ("Person", "Movie")}
    >>> schema = GraphSchema(labels, {"DIRECTED": RelationProfile("DIRECTED", 1, (Ends("Person", "Movie"),))})
    >>> checked = check_steps([Find("a", "Movie"), Traverse("b", "a", ("DIRECTED",), "out")], schema)
    >>> checked.steps[1].direction, checked.notes
    ('in', ("Step 2 ('b'): the direction was turned to 'in': DIRECTED leads from Person to Movie.",))
    >>> check_steps([Find("a", "Moovie")], schema).problems
    ("Step 1 ('a'): the graph has no label 'Moovie'. Did you mean 'Movie'?",)
    """
    check = _Check(schema)
    for number, step in enumerate(steps, start=1):
        check.step(number, step)
    return CheckedSteps(tuple(check.steps), check.statements, tuple(check.notes), tuple(check.problems))


class _Check:
    """Goes through steps in order and remembers what kind of nodes each gives."""

    def __init__(self, schema: GraphSchema) -> None:
        self._schema = schema
        self._labels: dict[str, Labels] = {}
        self.steps: list[Step] = []
        self.statements: dict[str, CheckedCypher] = {}
        self.notes: list[str] = []
        self.problems: list[str] = []

    def step(self, number: int, step: Step) -> None:
        """Takes one step."""
        found = Said(f"Step {number} ({step.name!r})")
        if isinstance(step, (Find, VectorSearch, FulltextSearch)):
            checked, labels = self._start(step, found)
        elif isinstance(step, Traverse):
            checked, labels = self._traverse(step, found)
        elif isinstance(step, Keep):
            checked, labels = self._keep(step, found)
        elif isinstance(step, Combine):
            checked, labels = step, self._combined(step)
        elif isinstance(step, Rank):
            checked, labels = self._rank(step, found), self._labels.get(step.source)
        else:
            checked, labels = self._cypher(number, step, found), None
        self.steps.append(checked)
        self._labels[step.name] = labels
        self.notes += found.notes
        self.problems += found.problems

    def _start(self, step: Find | VectorSearch | FulltextSearch, found: Said) -> tuple[Step, Labels]:
        labels = self._label(step.label, found)
        if isinstance(step, (VectorSearch, FulltextSearch)) and (problem := value_problem(step.text)):
            found.problem(f"the text {problem}")
        return dataclasses.replace(step, where=self._filter(labels, found).checked(step.where)), labels

    def _keep(self, step: Keep, found: Said) -> tuple[Step, Labels]:
        before = self._labels.get(step.source)
        labels = self._label(step.label, found) or before
        return dataclasses.replace(step, where=self._filter(labels, found).checked(step.where)), labels

    def _traverse(self, step: Traverse, found: Said) -> tuple[Step, Labels]:
        self._types(step.types, found)
        source, target = self._labels.get(step.source), self._label(step.label, found)
        direction = step.direction
        if not found.problems:
            direction = self._direction(step.types, direction, source, target, step.hops[1] == 1, found)
        reached = target or self._reached(step.types, direction, source, step.hops)
        profiles = _profiles(
            self._schema.relations[name].properties
            for name in step.types or self._schema.relations
            if name in self._schema.relations
        )
        whose = " or ".join(step.types) or "A relationship"
        relationship = FilterCheck(whose, profiles, found).checked(step.relationship_where)
        where = self._filter(reached, found).checked(step.where)
        return (
            dataclasses.replace(step, direction=direction, where=where, relationship_where=relationship),
            reached,
        )

    def _rank(self, step: Rank, found: Said) -> Step:
        labels = self._labels.get(step.source)
        if step.by_property is not None:
            known = self._filter(labels, found)
            if step.by_property not in known.profiles:
                near = did_you_mean(step.by_property, known.profiles)
                found.problem(f"{known.whose} has no property {step.by_property!r} to rank by. {near}")
        if step.by_text is not None and (problem := value_problem(step.by_text)):
            found.problem(f"the text {problem}")
        if step.by_count is None:
            return step
        return dataclasses.replace(step, by_count=self._degree(step.by_count, labels, found))

    def _degree(self, degree: Degree, labels: Labels, found: Said) -> Degree:
        self._types(degree.types, found)
        target = self._label(degree.label, found)
        if found.problems:
            return degree
        direction = self._direction(degree.types, degree.direction, labels, target, True, found)
        return dataclasses.replace(degree, direction=direction)

    def _cypher(self, number: int, step: CypherStep, found: Said) -> Step:
        checked = check_cypher(
            step.cypher, self._schema, step.parameters, gives_nodes=True, prefix=f"cypher{number}_"
        )
        for note in checked.notes:
            found.note(note)
        for problem in checked.problems:
            found.problem(problem)
        self.statements[step.name] = checked
        return step

    def _combined(self, step: Combine) -> Labels:
        parts = [self._labels.get(name) for name in step.of]
        if step.operation == "except":
            return parts[0]
        known = [part for part in parts if part is not None]
        if step.operation == "intersect":
            return frozenset.intersection(*known) or None if known else None
        return frozenset().union(*known) if len(known) == len(parts) else None

    def _label(self, label: str | None, found: Said) -> Labels:
        if label is None:
            return None
        if label not in self._schema.labels:
            found.problem(f"the graph has no label {label!r}. {did_you_mean(label, self._schema.labels)}")
            return None
        if "\\" in label:
            found.problem(f"the label {label!r} holds a backslash, which is not taken in a statement.")
        return frozenset({label})

    def _types(self, types: Sequence[str], found: Said) -> None:
        for name in types:
            if name not in self._schema.relations:
                near = did_you_mean(name, self._schema.relations)
                found.problem(f"the graph has no relationship type {name!r}. {near}")
            elif "\\" in name:
                found.problem(f"the type {name!r} holds a backslash, which is not taken in a statement.")

    def _direction(
        self, types: Sequence[str], direction: str, source: Labels, target: Labels, single: bool, found: Said
    ) -> str:
        """``direction``, or its reverse where the schema knows only that; a problem where it knows neither."""

        def fits(way: str) -> bool:
            begin, end = (source, target) if way == "out" else (target, source)
            if single:
                return can_lead(self._schema, types, begin, end)
            return can_lead(self._schema, types, begin, None) and can_lead(self._schema, types, None, end)

        ways = ("out", "in") if direction == "any" else (direction,)
        if any(fits(way) for way in ways):
            return direction
        turned = _REVERSED.get(direction)
        if turned and fits(turned):
            found.note(f"the direction was turned to {turned!r}: {said(self._schema, types)}.")
            return turned
        between = f"{_worded(source)} and {_worded(target)}"
        what = " or ".join(types) or "relationship"
        found.problem(f"the graph has no {what} between {between}: {said(self._schema, types)}. Use another.")
        return direction

    def _reached(self, types: Sequence[str], direction: str, source: Labels, hops: tuple[int, int]) -> Labels:
        """Labels at the other ends; None where the schema does not say."""
        relations = [
            self._schema.relations[name]
            for name in types or self._schema.relations
            if name in self._schema.relations
        ]
        if hops != (1, 1) or source is None or not all(one.ends for one in relations):
            return None
        found = set()
        for one in (ends for relation in relations for ends in relation.ends):
            if direction in ("out", "any") and one.source in source:
                found.add(one.target)
            if direction in ("in", "any") and one.target in source:
                found.add(one.source)
        return frozenset(found) if found and "" not in found else None

    def _filter(self, labels: Labels, found: Said) -> FilterCheck:
        profiles = [one for one in self._schema.labels.values() if labels is None or one.name in labels]
        whose = " or ".join(sorted(one.name for one in profiles)) if labels else "A node"
        return FilterCheck(whose, _profiles(one.properties for one in profiles), found)


def _profiles(maps: Iterable[Mapping[str, PropertyProfile]]) -> dict[str, tuple[PropertyProfile, ...]]:
    found: dict[str, tuple[PropertyProfile, ...]] = {}
    for properties in maps:
        for name, profile in properties.items():
            found[name] = (*found.get(name, ()), profile)
    return found


def _worded(labels: Any) -> str:
    return "any node" if labels is None else " or ".join(sorted(labels))
