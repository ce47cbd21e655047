"""Places and branches as patterns: what rows show as MATCH, what must only be there as EXISTS and COUNT."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from motif.engine.control import keep_on
from motif.graphs.meaning import AllOf, Branch, Condition, Not, Operator, Place, Relative, Test, Value
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.cypher.conditions import compared, condition_text
from motif.planners.meaning.cypher.firsts import foremost_conditions
from motif.planners.meaning.cypher.naming import inline_name, name_condition
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Writing, is_bound

SIGNS: dict[Operator, str] = {one: one for one in ("=", "<>", "<", "<=", ">", ">=")}
"""Operators between numbers or nodes."""

NO_LABEL = "!%"
"""Nodes without a label, as Cypher has it."""

_Write = Callable[[Test, bool], str]
"""Writes a test, which may stand under "not"."""


@dataclass(slots=True)
class Clause:
    """A MATCH, or another clause with conditions."""

    head: str
    conditions: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        yield self.head
        if self.conditions:
            [*several] = self.conditions
            said = several if len(several) > 1 else [_bare(several[0])]
            yield "WHERE " + "\n  AND ".join(said)


def _bare(condition: str) -> str:
    """A condition without the brackets around all of it, which one alone does not need."""
    depth = 0
    for place, character in enumerate(condition):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return condition[1:-1] if place == len(condition) - 1 and condition[0] == "(" else condition
    return condition


@dataclass(frozen=True, slots=True)
class Patterns:
    """Writes the places of one statement.

    Parameters
    ----------
    shown
        Keys of places, and of places whose relationship, other parts of the statement speak of.
    """

    writing: Writing
    shown: frozenset[str] = frozenset()
    ties: frozenset[str] = frozenset()

    def clauses(self, place: Place) -> list[Clause]:
        """The rows over the bound places: one relationship in each MATCH, so that it may be gone twice."""
        branches = [test for test in place.tests if isinstance(test, Branch) and is_bound(test)]
        first = branches[0] if branches and not branches[0].optional else None
        conditions = self._conditions(place)
        root = self._node(place, conditions, leads_on=len(branches) > (first is not None))
        if first is None:
            found = [Clause(f"MATCH {root}", conditions)]
        else:
            found = [Clause(f"MATCH {root}{self._step(first, conditions)}", conditions)]
            found += self._below(first.place, is_optional=False)
        for branch in branches[first is not None :]:
            found += self._branch(place, branch, is_optional=branch.optional)
        return found

    def related(self, place: Place, clauses: list[Clause]) -> None:
        """Adds to ``clauses`` the comparisons of bound places with one another."""
        said = [
            self._relative(one, test)
            for one in place.bound()
            for test in one.tests
            if isinstance(test, Relative)
        ]
        if said and any(clause.head.startswith("OPTIONAL") for clause in clauses):
            clauses.append(Clause("WITH *", said))
        else:
            clauses[-1].conditions += said

    def alone(self, place: Place) -> Clause:
        """A place of which nothing but the node is shown: whatever it is joined to must only be there."""
        conditions = self._conditions(place)
        conditions += self._joined_to(place)
        return Clause(f"MATCH {self._node(place, conditions, leads_on=False)}", conditions)

    def test(self, place: Place, test: Test, *, is_negated: bool = False) -> str:
        """A test on the node of a place; never null where it stands under "not"."""
        if isinstance(test, Branch):
            return self._counted(place, test) if test.count is not None else self._exists(place, test)
        if isinstance(test, Condition):
            node = self.writing.node(place)
            operand = self.writing.property(node, test.property, place.label, part=test.part)
            return _certain(condition_text(self.writing, operand, test), test, is_negated)
        return self._joined(test, lambda one, below: self.test(place, one, is_negated=below), is_negated)

    def _tie_test(self, branch: Branch, test: Test, is_negated: bool = False) -> str:
        """A test on the relationship of a branch."""
        if isinstance(test, Branch):
            raise CannotSay("shape", "A relationship is asked what it is joined to.")
        if isinstance(test, Condition):
            tie = self.writing.tie(branch)
            operand = self.writing.property(tie, test.property, branch.types, part=test.part)
            return _certain(condition_text(self.writing, operand, test), test, is_negated)
        return self._joined(test, lambda one, below: self._tie_test(branch, one, below), is_negated)

    def _joined(self, test: Test, write: _Write, is_negated: bool) -> str:
        """What "and", "or" and "not" make of tests."""
        if isinstance(test, Relative):
            raise CannotSay("relative", "A place is compared with another under 'or' or 'not'.")
        if isinstance(test, Not):
            return f"NOT {write(test.test, True)}"
        assert not isinstance(test, (Branch, Condition))
        word, empty = (" AND ", "true") if isinstance(test, AllOf) else (" OR ", "false")
        parts = [write(one, is_negated) for one in test.tests]
        return f"({word.join(parts)})" if len(parts) > 1 else parts[0] if parts else empty

    def _conditions(self, place: Place) -> list[str]:
        """What must hold of a node besides its label, a name that stands in its pattern, and what rows show."""
        said = name_condition(self.writing, place)
        found = [said] if said else []
        for test in (part for each in place.tests for part in _parts(each)):
            if test in place.tests and (is_bound(test) or _is_idle(test) or isinstance(test, Relative)):
                continue
            found.append(self.test(place, test))
        return found + foremost_conditions(self, place)

    def counted(self, near: Place, branch: Branch) -> str:
        """How many different nodes a branch leads to."""
        inner = Patterns(self.writing, frozenset((branch.place.key,)))
        pattern, where = inner._inside(near, branch)
        return f"COUNT {{ MATCH {pattern}{where} RETURN DISTINCT {self.writing.node(branch.place)} }}"

    def _node(self, place: Place, conditions: Sequence[str], *, leads_on: bool) -> str:
        """The pattern of a node, with a variable where anything speaks of it."""
        is_spoken_of = leads_on or bool(conditions) or place.key in self.shown
        variable = self.writing.node(place) if is_spoken_of else ""
        name = inline_name(self.writing, place)
        inner = " ".join(part for part in (variable + self._labels(place.label), name) if part)
        return f"({inner})"

    def _labels(self, label: str | None) -> str:
        """Nodes that were not projected are not part of the graph."""
        kept = self.writing.held.labels
        among = "|".join(map(identifier, kept))
        if label is None:
            return f":{among}" if kept else ""
        if not label:
            return f":{NO_LABEL}"
        if not kept or label in kept:
            return f":{identifier(label)}"
        return f":{identifier(label)}&({among})" if len(kept) > 1 else f":{identifier(label)}&{among}"

    def _below(self, place: Place, *, is_optional: bool) -> list[Clause]:
        found: list[Clause] = []
        for test in place.tests:
            if isinstance(test, Branch) and is_bound(test):
                found += self._branch(place, test, is_optional=is_optional or test.optional)
        return found

    def _branch(self, near: Place, branch: Branch, *, is_optional: bool) -> list[Clause]:
        conditions: list[str] = []
        step = self._step(branch, conditions, needs_below=is_optional)
        word = "OPTIONAL MATCH" if is_optional else "MATCH"
        clause = Clause(f"{word} ({self.writing.node(near)}){step}", conditions)
        return [clause, *self._below(branch.place, is_optional=is_optional)]

    def _step(self, branch: Branch, conditions: list[str], *, needs_below: bool = False) -> str:
        """A relationship and the node it leads to; what must hold of both is added to ``conditions``.

        ``needs_below``: whether what that node is joined to is asked for here, as nothing else will do so.
        """
        keep_on()
        place = branch.place
        conditions += [self._tie_test(branch, test) for each in branch.where for test in _parts(each)]
        own = self._conditions(place) + (self._joined_to(place) if needs_below else [])
        conditions += own
        tie = self.writing.tie(branch) if branch.where or place.key in self.ties else ""
        types = "|".join(map(identifier, branch.types or self.writing.held.types))
        inner = f"{tie}:{types}" if types else tie
        arrow = f"-[{inner}]-" if inner else "--"
        node = self._node(place, own, leads_on=any(map(is_bound, place.tests)))
        return {"out": f"{arrow}>{node}", "in": f"<{arrow}{node}", "both": f"{arrow}{node}"}[branch.direction]

    def _joined_to(self, place: Place) -> list[str]:
        """That what rows would show of a place is there."""
        branches = [test for test in place.tests if isinstance(test, Branch) and is_bound(test)]
        return [self._exists(place, branch) for branch in branches if not branch.optional]

    def _exists(self, near: Place, branch: Branch) -> str:
        pattern, where = Patterns(self.writing)._inside(near, branch)
        return f"EXISTS {{ {pattern}{where} }}"

    def _counted(self, near: Place, branch: Branch) -> str:
        """How many different nodes a branch leads to, compared with a number."""
        assert branch.count is not None
        sign, bound = branch.count
        if sign not in SIGNS:
            raise CannotSay("shape", f"How many there are is not compared by {sign!r}.")
        counted, value = self.counted(near, branch), int(bound) if float(bound).is_integer() else bound
        return f"{counted} {SIGNS[sign]} {self.writing.parameter('count', value)}"

    def _inside(self, near: Place, branch: Branch) -> tuple[str, str]:
        """The pattern and the conditions of a subquery; what lies beyond must only be there."""
        conditions: list[str] = []
        step = self._step(branch, conditions, needs_below=True)
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"({self.writing.node(near)}){step}", where

    def _relative(self, place: Place, test: Relative) -> str:
        if test.operator not in SIGNS:
            raise CannotSay("relative", f"Two places are not compared by {test.operator!r}.")
        own = self.writing.operand(Value(place.key, test.property))
        other = self.writing.operand(Value(test.place, test.other))
        if (test.property is None) != (test.other is None):
            raise CannotSay("relative", "A node is compared with a value.")
        if test.property is None:
            if test.operator not in ("=", "<>"):
                raise CannotSay("order", "Nodes are ordered as they stand in the projection.")
            return f"{own.text} {test.operator} {other.text}"
        return compared(own, SIGNS[test.operator], other, self.writing)


def _parts(test: Test) -> Iterator[Test]:
    """The tests that all must hold where this one does, each by itself."""
    if isinstance(test, AllOf):
        for one in test.tests:
            yield from _parts(one)
    else:
        yield test


def _is_idle(test: Test) -> bool:
    """Whether a test asks for nothing: a count that need not be there."""
    return isinstance(test, Branch) and test.optional


def _certain(said: str, test: Condition, is_negated: bool) -> str:
    """A condition, false and not null where the property is missing."""
    if not is_negated or test.operator in ("known", "unknown"):
        return said
    return f"coalesce({said}, false)"
