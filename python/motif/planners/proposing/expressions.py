"""Expressions of a statement: values, aggregates, and conditions that belong to one node or relationship."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

from motif.graphs.meaning import AllOf, AnyOf, Condition, Operator, Relative, Test
from motif.graphs.meaning import Part as ValuePart
from motif.planners.cypher.constants import MISSING, constant_of
from motif.planners.cypher.facts import name_in, trees_in
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.proposing.denials import denied
from motif.planners.proposing.patterns import PatternReader
from motif.planners.proposing.sketch import Counted, Field, Sketch, Tally

if TYPE_CHECKING:
    from lark import Token, Tree

    from motif.planners.cypher.facts import Part

Term: TypeAlias = "Field | Tally | Counted | Constant"


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that the statement holds."""

    value: Any


_COMPARED: Final[Mapping[str, Operator]] = {
    "EQ": "=",
    "NE": "<>",
    "LT": "<",
    "LE": "<=",
    "GT": ">",
    "GE": ">=",
}
_MIRRORED: Final[Mapping[str, Operator]] = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_TALLIES: Final = {"count": "count", "sum": "sum", "avg": "average", "min": "min", "max": "max"}
_PASSING = frozenset(
    {"tolower", "toupper", "trim", "tostring", "tointeger", "tofloat", "round", "coalesce", "collect"}
)
"""Functions that are read as what they are given: texts are compared without regard to case."""
_TEMPORAL = frozenset({"date", "datetime", "localdatetime"})
_DAYS_PARTS: Final[Mapping[str, ValuePart]] = {"year": "year", "month": "month of year"}
_REGULAR = re.compile(r"(?:\(\?i\))?(\.\*)?([\w\s'&,:-]+?)(\.\*)?")


class ExpressionReader:
    """Reads expressions over the variables of a sketch.

    Attributes
    ----------
    known
        What WITH has called something.
    """

    def __init__(self, patterns: PatternReader) -> None:
        self.sketch = patterns.sketch
        self.patterns = patterns
        self.known: dict[str, Field | Tally] = {}

    def term(self, part: Part) -> Term:
        """The value of an expression. Raises `CypherRefused` for one that a meaning cannot hold."""
        value = constant_of(part)
        if value is not MISSING:
            return Constant(value)
        kind = part.data if hasattr(part, "data") else ""
        tree = cast("Tree[Token]", part)
        if kind == "variable":
            return self._variable(str(tree.children[0]))
        if kind == "paren":
            return self.term(tree.children[1])
        if kind == "postfix":
            return self._property(tree)
        if kind == "star_count":
            return Tally("count", None)
        if kind == "call":
            return self._call(tree)
        if kind == "asked" and str(tree.children[0]).upper() == "COUNT":
            return self._counted(tree)
        raise CypherRefused(f"An expression of the kind '{kind or part}' cannot be read; compare properties.")

    def _variable(self, name: str) -> Field | Tally:
        if name in self.known:
            return self.known[name]
        if name not in self.sketch.spots and self.sketch.link(name) is None:
            raise CypherRefused(f"Nothing is called '{name[:80]}'.")
        return Field(name)

    def _property(self, tree: Tree[Token]) -> Field:
        first, *rest = trees_in(tree)
        of, names = self.term(first), [name_in(one) for one in rest if one.data == "property"]
        if isinstance(of, Field) and len(names) == len(rest):
            if of.property is None:
                of, names = self.field(of.variable, names[0]), names[1:]
            if not names:
                return of
            if len(names) == 1 and of.part == "whole" and names[0].lower() in _DAYS_PARTS:
                return replace(of, part=_DAYS_PARTS[names[0].lower()])
        raise CypherRefused(
            "Only a property of a node or relationship can be read, n.name, and of a day its year and month."
        )

    def field(self, variable: str, name: str) -> Field:
        """A property as the graph spells it; of a node's relationship where only that has it."""
        spellings, link = self.sketch.spellings, self.sketch.link(variable)
        if link is not None:
            carried = spellings.of_relationship(name, link.types)
            if carried is not None:
                return Field(variable, carried)
            raise CypherRefused(f"{'|'.join(link.types) or 'No relationship'} has no property '{name[:80]}'.")
        label = self.sketch.label(variable)
        owned = spellings.of_node(name, label)
        if owned is not None:
            return Field(variable, owned)
        for link in self.sketch.links:
            if variable in (link.left, link.right) and (
                carried := spellings.of_relationship(name, link.types)
            ):
                return Field(link.variable, carried)
        raise CypherRefused(f"{label or 'No node'} has no property '{name[:80]}'.")

    def _call(self, tree: Tree[Token]) -> Term:
        function = str(tree.children[0]).lower()
        arguments = trees_in(tree)
        if not arguments:
            raise CypherRefused(f"The function {function}() cannot be read.")
        if function in _TALLIES:
            return self._tally(tree, function, arguments[0])
        inner = self.term(arguments[0])
        if function in _PASSING or (function in _TEMPORAL and isinstance(inner, Constant)):
            return inner
        if function in ("size", "length", "char_length") and isinstance(inner, Field) and inner.property:
            return Field(inner.variable, inner.property, part="size")
        raise CypherRefused(f"The function {function}() cannot be read.")

    def _tally(self, tree: Tree[Token], function: str, argument: Tree[Token]) -> Tally:
        of = self.term(argument)
        if not isinstance(of, Field):
            raise CypherRefused(f"{function}() is read of a node, a relationship or a property.")
        distinct = any(str(one).upper() == "DISTINCT" for one in tree.children if not hasattr(one, "data"))
        return Tally(_TALLIES[function], of, distinct)  # type: ignore[arg-type]

    def _counted(self, tree: Tree[Token]) -> Counted:
        inner = Sketch(self.sketch.spellings)
        variable = self._within(inner, tree)
        return Counted(inner, variable)

    def _within(self, inner: Sketch, tree: Tree[Token]) -> str:
        """The pattern of EXISTS, COUNT or a predicate; the variable of this statement that it begins at."""
        ExpressionReader(PatternReader(inner, self.patterns.numbers)).within(tree)
        shared = [one for one in inner.spots if one in self.sketch.spots]
        if len(shared) != 1:
            raise CypherRefused("A pattern within a condition begins at one node that was named before it.")
        inner.spots[shared[0]].label = inner.spots[shared[0]].label or self.sketch.label(shared[0])
        return shared[0]

    def within(self, tree: Tree[Token]) -> None:
        """Adds the pattern and the conditions of EXISTS, COUNT or a predicate."""
        for part in trees_in(tree):
            if part.data == "match":
                read_match(self, part)
            elif part.data == "patterns":
                self.patterns.add(part)
            elif part.data == "chain":
                self.patterns.path(part)
            elif part.data == "where":
                self.restrict(part)
            else:
                raise CypherRefused("Within EXISTS and COUNT a pattern and WHERE can be read.")

    def restrict(self, where: Tree[Token]) -> None:
        """Adds the conditions of WHERE to the nodes and relationships that they are about."""
        for variable, test in self.conditions(trees_in(where)[0]):
            link = self.sketch.link(variable)
            (link.where if link is not None else self.sketch.spots[variable].tests).append(test)

    def conditions(self, part: Tree[Token]) -> Iterator[tuple[str, Test]]:
        """What must hold, and of which variable."""
        if part.data == "paren":
            yield from self.conditions(trees_in(part)[0])
        elif part.data == "and":
            for one in trees_in(part):
                yield from self.conditions(one)
        elif part.data == "or":
            variable, tests = self._of_one([list(self.conditions(one)) for one in trees_in(part)])
            yield variable, AnyOf(tuple(tests))
        elif part.data == "not":
            variable, (test,) = self._of_one([list(self.conditions(trees_in(part)[0]))])
            n_denials = len(part.children) - 1
            yield variable, denied(test) if n_denials % 2 else test
        elif part.data == "comparison":
            yield from self._comparisons(part)
        elif part.data == "predicate":
            yield self._predicate(part)
        elif part.data in ("asked", "pattern_predicate"):
            yield self._existing(part)
        elif part.data == "postfix":
            field = self._property(part)
            yield field.variable, Condition(cast(str, field.property), "=", True)
        else:
            raise CypherRefused(f"A condition of the kind '{part.data}' cannot be read.")

    def _of_one(self, found: list[list[tuple[str, Test]]]) -> tuple[str, list[Test]]:
        variables = {variable for part in found for variable, _ in part}
        if len(variables) != 1:
            raise CypherRefused("OR and NOT are read over conditions of one node.")
        return variables.pop(), [
            part[0][1] if len(part) == 1 else AllOf(tuple(t for _, t in part)) for part in found
        ]

    def _existing(self, part: Tree[Token]) -> tuple[str, Test]:
        if part.data == "asked" and str(part.children[0]).upper() != "EXISTS":
            raise CypherRefused("COUNT { … } is compared with a number.")
        inner = Sketch(self.sketch.spellings)
        variable = self._within(inner, part)
        return variable, AllOf((inner.branch(variable),))

    def _comparisons(self, part: Tree[Token]) -> Iterator[tuple[str, Test]]:
        operands = [self.term(one) for one in part.children[::2]]
        operators = [_COMPARED[cast("Token", one).type] for one in part.children[1::2]]
        for left, operator, right in zip(operands, operators, operands[1:], strict=False):
            if isinstance(left, Constant):
                left, operator, right = right, _MIRRORED[operator], left
            yield self._comparison(left, operator, right)

    def _comparison(self, left: Term, operator: Operator, right: Term) -> tuple[str, Test]:
        if isinstance(left, Counted) and isinstance(right, Constant) and _is_number(right.value):
            return left.variable, left.sketch.branch(left.variable, (operator, right.value))
        if not isinstance(left, Field):
            raise CypherRefused("A condition compares a property with a value, or with another property.")
        if isinstance(right, Constant):
            if left.property is None or not isinstance(right.value, (str, int, float, bool)):
                raise CypherRefused("A condition compares a property with a text, a number, true or false.")
            return left.variable, Condition(left.property, operator, right.value, part=left.part)
        if not isinstance(right, Field) or left.part != "whole" or right.part != "whole":
            raise CypherRefused("A condition compares a property with a value, or with another property.")
        if (
            left.variable == right.variable
            or self.sketch.link(left.variable)
            or self.sketch.link(right.variable)
        ):
            raise CypherRefused("Two properties that are compared belong to two nodes.")
        return left.variable, Relative(left.property, operator, right.variable, right.property)

    def _predicate(self, part: Tree[Token]) -> tuple[str, Test]:
        first = part.children[0]
        last = trees_in(part)[-1]
        if last.data == "matching":
            return self._matching(self._owned(first), trees_in(last)[0])
        words = [str(one.type) for one in part.children[1:] if not hasattr(one, "data")]
        if words[0] == "IS":
            field = self._owned(first)
            return field.variable, Condition(
                cast(str, field.property), "known" if "NOT" in words else "unknown"
            )
        value = self.term(last)
        if words[0] == "IN":
            return self._among(self.term(first), value)
        if not isinstance(value, Constant) or not isinstance(value.value, str):
            raise CypherRefused(f"{words[0]} is read with a text.")
        field = self._owned(first)
        operator: Operator = {"CONTAINS": "contains", "STARTS": "starts", "ENDS": "ends"}[words[0]]  # type: ignore[assignment]
        return field.variable, Condition(cast(str, field.property), operator, value.value)

    def _among(self, one: Term, many: Term) -> tuple[str, Test]:
        if isinstance(one, Constant) and isinstance(many, Field) and many.property:
            return many.variable, Condition(many.property, "has", one.value)
        if (
            isinstance(one, Field)
            and one.property
            and isinstance(many, Constant)
            and isinstance(many.value, list)
        ):
            return one.variable, AnyOf(tuple(Condition(one.property, "=", value) for value in many.value))
        raise CypherRefused("IN is read with a list of values, or with a property that is a list.")

    def _matching(self, field: Field, part: Tree[Token]) -> tuple[str, Test]:
        value = self.term(part)
        found = (
            _REGULAR.fullmatch(value.value)
            if isinstance(value, Constant) and isinstance(value.value, str)
            else None
        )
        if found is None:
            raise CypherRefused("A regular expression cannot be read; use CONTAINS or STARTS WITH.")
        before, text, after = found.groups()
        operator: Operator = {(1, 1): "contains", (0, 1): "starts", (1, 0): "ends"}.get(
            (bool(before), bool(after)), "="
        )  # type: ignore[assignment]
        return field.variable, Condition(cast(str, field.property), operator, text)

    def _owned(self, part: Part) -> Field:
        found = self.term(part)
        if not isinstance(found, Field) or found.property is None:
            raise CypherRefused("A condition is about a property: n.name.")
        return found


def read_match(reader: ExpressionReader, match: Tree[Token]) -> None:
    """The patterns and conditions of a MATCH."""
    optional = any(str(one).upper() == "OPTIONAL" for one in match.children if not hasattr(one, "data"))
    for part in trees_in(match):
        if part.data == "patterns":
            reader.patterns.add(part, optional=optional)
        else:
            reader.restrict(part)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
