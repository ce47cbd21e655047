"""Groups that are ordered, chosen or cut by more than they show: a WITH of their own before RETURN."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from motif.graphs.meaning import Aggregate, Having, Order, Selection, Value
from motif.planners.meaning.cypher.kinds import NUMBERS
from motif.planners.meaning.cypher.patterns import SIGNS, Clause
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.values import Values
from motif.planners.meaning.cypher.writing import Writing

Ordered = Sequence[tuple[str, Order]]
"""By what alias rows are ordered, the first first."""


@dataclass(slots=True)
class Staged:
    """Writes the last clauses of a selection whose groups need a stage.

    Parameters
    ----------
    columns, names
        What is shown, and how it is called.
    distinct
        " DISTINCT" where rows without functions may be the same.
    """

    asked: Selection
    values: Values
    columns: Sequence[str]
    names: Sequence[str]
    distinct: str

    def lines(self) -> Iterator[str]:
        """The groups, with all that is asked of them; then what is shown."""
        asked, writing = self.asked, self.values.writing
        stage = _Stage(writing)
        called = zip(self.columns, asked.columns, strict=True)
        aliases = [stage.alias(text, column.name) for text, column in called]
        writing.reserve(column.name for column in asked.columns)
        having = [self._having(stage, one) for one in asked.having]
        orders = [(stage.alias(*self._ranked_by(order)), order) for order in asked.order]
        key = ""
        if is_of_each(asked) and asked.per is not None:
            key = stage.alias(self.values.expression(asked.per), asked.per.property or "each")
            having.append(f"{orders[0][0]} IS NOT NULL")
        yield from Clause(stage.text("" if stage.has_functions else self.distinct), having).lines()
        if key or has_ties(asked):
            yield from self._first(aliases, orders, key)
        else:
            yield "RETURN " + shown(aliases, self.names)
            yield from order_lines(orders)
            yield from cut_lines(writing, asked)

    def _having(self, stage: _Stage, one: Having) -> str:
        """A condition on groups."""
        if one.operator not in SIGNS or isinstance(one.value, (bool, str)):
            raise CannotSay("shape", f"A group is not compared by {one.operator!r}.")
        writing, function = self.values.writing, one.of.function
        if function in ("min", "max") and not writing.operand(one.of.of).kinds.kinds <= NUMBERS:
            raise CannotSay("kinds", "The least or greatest of a group is compared with a number.")
        alias = stage.alias(self.values.aggregate(one.of), function)
        value = int(one.value) if float(one.value).is_integer() else one.value
        return f"{alias} {SIGNS[one.operator]} {writing.parameter(function, value)}"

    def _ranked_by(self, order: Order) -> tuple[str, str]:
        """What groups are ordered by, and a name for it: of several values of a group the one that comes first."""
        if isinstance(order.by, Aggregate):
            return self.values.aggregate(order.by), order.by.function
        text, name = self.values.rank(order.by), order.by.property or "rank"
        keys = [column.value for column in self.asked.columns]
        if order.by in keys or (Value(order.by.place) in keys and not order.by.of_relationship):
            return text, name
        return f"{'max' if order.descending else 'min'}({text})", name

    def _first(self, aliases: Sequence[str], orders: Ordered, key: str) -> Iterator[str]:
        """The first rows, of each ``key`` where there is one, and those that are ordered like the last of them."""
        asked, writing = self.asked, self.values.writing
        row, ranked, last = (writing.fresh(name) for name in ("row", "ranked", "last"))
        if asked.limit is None or asked.limit < 1:
            raise CannotSay("shape", "None of the rows that share a place are asked for.")
        limit = writing.parameter("limit", asked.skip + asked.limit)
        skip = f"[{writing.parameter('skip', asked.skip)}..]" if asked.skip else ""
        held = dict.fromkeys([*aliases, *(alias for alias, _ in orders)])
        yield from order_lines(orders)
        yield f"WITH {key and f'{key}, '}collect({{{', '.join(f'{alias}: {alias}' for alias in held)}}}) AS {ranked}"
        if not asked.with_ties:
            yield f"UNWIND {ranked}[..{limit}]{skip} AS {row}"
            yield "RETURN " + shown([f"{row}.{alias}" for alias in aliases], self.names)
            return
        yield f"WITH {ranked}, {ranked}[..{limit}][-1] AS {last}"
        if len(orders) == 1:
            kept = f"[{row} IN {ranked} WHERE {_is_among(row, last, *orders[0])}]"
        else:
            place = writing.fresh("place")
            here = f"{ranked}[{place}]"
            same = " AND ".join(_same(f"{here}.{alias}", f"{last}.{alias}") for alias, _ in orders)
            kept = f"[{place} IN range(0, size({ranked}) - 1) WHERE {place} < {limit} OR {same} | {here}]"
        yield f"UNWIND {kept}{skip} AS {row}"
        yield "RETURN " + shown([f"{row}.{alias}" for alias in aliases], self.names)


@dataclass(slots=True)
class _Stage:
    """The columns of a WITH."""

    writing: Writing
    _aliases: dict[str, str] = field(default_factory=dict)
    has_functions: bool = False

    def alias(self, text: str, wanted: str) -> str:
        """The alias of an expression: a variable keeps its name."""
        if text not in self._aliases:
            is_variable = "." not in text and "(" not in text and " " not in text
            self._aliases[text] = text if is_variable else self.writing.fresh(wanted)
            self.has_functions |= text.split("(")[0] in ("count", "sum", "avg", "min", "max")
        return self._aliases[text]

    def text(self, distinct: str) -> str:
        parts = (text if text == alias else f"{text} AS {alias}" for text, alias in self._aliases.items())
        return f"WITH{distinct} {', '.join(parts)}"


def has_ties(asked: Selection) -> bool:
    """Whether rows that are ordered like the last one follow it."""
    return asked.with_ties and asked.limit is not None and bool(asked.order)


def is_of_each(asked: Selection) -> bool:
    """Whether the first rows of each value of a column are asked for."""
    return asked.per is not None and asked.limit is not None and bool(asked.order)


def shown(texts: Sequence[str], names: Sequence[str]) -> str:
    """Expressions and how they are called."""
    pairs = zip(texts, names, strict=True)
    return ", ".join(text if text == name else f"{text} AS {name}" for text, name in pairs)


def order_lines(orders: Ordered) -> Iterator[str]:
    """ORDER BY, where anything is ordered."""
    if orders:
        yield "ORDER BY " + ", ".join(_order(name, order) for name, order in orders)


def cut_lines(writing: Writing, asked: Selection) -> Iterator[str]:
    """SKIP and LIMIT."""
    if asked.skip:
        yield f"SKIP {writing.parameter('skip', asked.skip)}"
    if asked.limit is not None:
        yield f"LIMIT {writing.parameter('limit', asked.limit)}"


def _is_among(row: str, last: str, alias: str, order: Order) -> str:
    """Whether a row comes before the last, or shares its place; all do where that has no value."""
    said = f"{row}.{alias} {'>=' if order.descending else '<='} {last}.{alias}"
    return said if _is_never_null(order) else f"{said} OR {last}.{alias} IS NULL"


def _order(name: str, order: Order) -> str:
    """An order in which missing values come last."""
    if not order.descending:
        return name
    return f"{name} DESC" if _is_never_null(order) else f"{name} IS NULL, {name} DESC"


def _is_never_null(order: Order) -> bool:
    return isinstance(order.by, Aggregate) and order.by.function in ("count", "sum")


def _same(one: str, other: str) -> str:
    return f"({one} = {other} OR ({one} IS NULL AND {other} IS NULL))"
