"""Values and functions of values as Cypher: to be shown, counted, summed and ranked."""

from __future__ import annotations

from dataclasses import dataclass, field

from motif.graphs.meaning import Aggregate, Value
from motif.planners.meaning.cypher.conditions import number, ordered
from motif.planners.meaning.cypher.kinds import NUMBERS, Items, Kind, Kinds
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.writing import Operand, Writing

FUNCTIONS = {
    "count": "count",
    "sum": "sum",
    "average": "avg",
    "median": "percentileCont",
    "min": "min",
    "max": "max",
}


@dataclass(slots=True)
class Values:
    """Writes the values of one statement.

    Attributes
    ----------
    items
        By value whose lists are spread over rows: the variable of an item.
    """

    writing: Writing
    items: dict[Value, str] = field(default_factory=dict)

    def expression(self, value: Value | Aggregate) -> str:
        """What a column shows."""
        if isinstance(value, Aggregate):
            return self.aggregate(value)
        if value in self.items:
            return self.items[value]
        operand = self.writing.operand(value)
        _check_key(operand)
        return operand.text

    def aggregate(self, aggregate: Aggregate) -> str:
        """A function of the values of a group."""
        operand = self.writing.operand(aggregate.of)
        if aggregate.of in self.items:
            operand = Operand(self.items[aggregate.of], _of_items(operand.kinds), operand.property)
        distinct = "DISTINCT " if aggregate.distinct else ""
        if aggregate.function == "count":
            if distinct:
                _check_key(operand)
            return f"count({distinct}{operand.text})"
        if operand.property is None or "list" in operand.kinds.kinds:
            raise CannotSay("shape", f"Of {operand.text} no {aggregate.function} is taken.")
        if aggregate.function in ("sum", "average", "median"):
            if distinct and not operand.kinds.kinds <= NUMBERS:
                raise CannotSay("kinds", f"Distinct texts of {operand.text} may be the same number.")
            told = number(operand, self.writing)
        else:
            told = ordered(operand, self.writing)
        middle = ", 0.5" if aggregate.function == "median" else ""
        return f"{FUNCTIONS[aggregate.function]}({distinct}{told}{middle})"

    def rank(self, value: Value) -> str:
        """A value that rows are ordered by."""
        operand = self.writing.operand(value)
        if value in self.items:
            if not operand.kinds.items <= {"text"}:
                raise CannotSay("order", "Items of lists are ranked otherwise.")
            return self.items[value]
        return ordered(operand, self.writing)

    def is_list(self, value: Value) -> bool:
        """Whether a value is a list anywhere."""
        return "list" in self.writing.operand(value).kinds.kinds


def _check_key(operand: Operand) -> None:
    """Raises `CannotSay` where equal values are not the same for both: 1 and true, NaN and itself."""
    kinds = operand.kinds
    if kinds.is_strange or ("boolean" in kinds.kinds and kinds.kinds & NUMBERS):
        raise CannotSay("kinds", f"{operand.text} holds values that are told apart otherwise.")


def _of_items(kinds: Kinds) -> Kinds:
    """The kinds of the items of lists."""
    known: dict[frozenset[Items], frozenset[Kind]] = {
        frozenset({"number"}): NUMBERS,
        frozenset({"text"}): frozenset({"text"}),
    }
    return Kinds(known.get(kinds.items, frozenset({"list"})))
