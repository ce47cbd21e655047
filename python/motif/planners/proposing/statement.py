"""A reading Cypher statement as a meaning, or why it is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, cast

from motif.graphs.meaning import (
    Aggregate,
    Column,
    Comparison,
    ComparisonKind,
    Having,
    Meaning,
    Order,
    Selection,
    Test,
    Value,
)
from motif.planners.cypher.facts import name_in, trees_in
from motif.planners.cypher.parsing import parse
from motif.planners.cypher.tokens import CypherRefused
from motif.planners.proposing.expressions import Constant, ExpressionReader, read_match
from motif.planners.proposing.patterns import PatternReader
from motif.planners.proposing.sketch import Counted, Field, Link, Sketch, Tally
from motif.planners.proposing.spelling import Spellings

if TYPE_CHECKING:
    from lark import Token, Tree

    from motif.planners.cypher.facts import Part

_ASKING: Final = frozenset({("GT", 0), ("GE", 1), ("NE", 0)})
"""Comparisons of a count that ask whether there is any."""

_COMPARED: Final[Mapping[str, ComparisonKind]] = {"EQ": "same", "GT": "exceeds", "LT": "falls short"}


def meaning_of_cypher(text: str, spellings: Spellings) -> Meaning:
    """The meaning that a statement has, its labels, types and properties spelt as the graph's, and directions mended.

    Raises `CypherRefused` for what is no reading Cypher, names what the graph has not, or says more than a meaning can.

    >>> film = Spellings({"Film": {"year": "year"}}, {}, {}, {})
    >>> meaning = meaning_of_cypher("MATCH (f:film) WHERE f.year > 1999 RETURN count(f)", film)
    >>> meaning.asked.place.tests[0].value, meaning.asked.columns[0].value.function
    (1999, 'count')
    """
    queries = trees_in(parse(text).tree)
    singles = [one for query in queries for one in trees_in(query)]
    if len(singles) != 1:
        raise CypherRefused("UNION cannot be read; write one MATCH … RETURN.")
    statement = _Statement(ExpressionReader(PatternReader(Sketch(spellings))))
    for clause in trees_in(singles[0]):
        statement.clause(clause)
    return Meaning(statement.asked())


@dataclass(slots=True)
class _Item:
    """What RETURN or WITH gives, and how it is called."""

    name: str
    term: Field | Tally


@dataclass(slots=True)
class _Statement:
    """What was read so far.

    Attributes
    ----------
    items
        Of RETURN.
    group
        Of a WITH that has aggregates: what it gives.
    having
        Conditions on aggregates.
    order, skip, limit
        Of the last clause that has them.
    compared
        Two properties and the operator between them, where RETURN gives nothing else.
    """

    reader: ExpressionReader
    items: list[_Item] = field(default_factory=list)
    group: list[_Item] = field(default_factory=list)
    having: list[tuple[Tally, str, float]] = field(default_factory=list)
    order: list[tuple[Field | Tally, bool]] = field(default_factory=list)
    skip: int = 0
    limit: int | None = None
    asks: bool = False
    compared: tuple[Field, str, Field] | None = None

    def clause(self, clause: Tree[Token]) -> None:
        """Reads one clause."""
        if clause.data == "match":
            if self.group or self.limit is not None:
                raise CypherRefused("MATCH after WITH that groups or limits cannot be read; write one MATCH.")
            read_match(self.reader, clause)
        elif clause.data in ("with", "return"):
            self._giving(clause)
        else:
            raise CypherRefused(
                f"{str(clause.data).upper()} cannot be read; write MATCH, WHERE, WITH and RETURN."
            )

    def _giving(self, clause: Tree[Token]) -> None:
        parts = {str(one.data): one for one in trees_in(clause)}
        items = self._items(parts["items"], is_last=clause.data == "return")
        self.reader.known.update({one.name: one.term for one in items})
        if clause.data == "return":
            self.items = items
        elif any(isinstance(one.term, Tally) for one in items):
            if self.group:
                raise CypherRefused("Groups of groups cannot be read.")
            self.group = items
        if "where" in parts:
            self._restrict(trees_in(parts["where"])[0])
        if "order" in parts:
            self.order = [self._sort(one) for one in trees_in(parts["order"])]
        if "skip" in parts:
            self.skip = _number(parts["skip"])
        if "limit" in parts:
            self.limit = _number(parts["limit"])

    def _items(self, items: Tree[Token], *, is_last: bool) -> list[_Item]:
        found = trees_in(items)
        if any(not hasattr(one, "data") and one.type == "STAR" for one in items.children):
            if is_last:
                raise CypherRefused("RETURN * cannot be read; name what is asked for.")
            return []
        if is_last and len(found) == 1 and self._compares(found[0].children[0]):
            return []
        if is_last and len(found) == 1 and self._asks(found[0].children[0]):
            self.asks = True
            return [_Item("found", Field(self._first()))]
        return [self._item(one, place) for place, one in enumerate(found, start=1)]

    def _item(self, item: Tree[Token], place: int) -> _Item:
        term = self.reader.term(item.children[0])
        if isinstance(term, Constant):
            raise CypherRefused(
                "A value that does not depend on the graph is returned; return what is asked for."
            )
        if isinstance(term, Counted):
            term = self._joined(term)
        name = name_in(item) or _own_name(item.children[0])
        return _Item(name or _called(term) or f"column {place}", term)

    def _joined(self, counted: Counted) -> Tally:
        """``COUNT { … }`` that is returned: the pattern joins the others, where it is not met it counts 0."""
        sketch = self.reader.sketch
        for variable, spot in counted.sketch.spots.items():
            sketch.spot(variable, spot.label).tests.extend(spot.tests)
        for link in counted.sketch.links:
            link.optional = True
            sketch.links.append(link)
        last = counted.sketch.links[-1]
        far = last.right if last.right != counted.variable else last.left
        return Tally("count", Field(far))

    def _asks(self, part: Part) -> bool:
        """Whether what is returned is whether there is any."""
        data = getattr(part, "data", "")
        tree = cast("Tree[Token]", part)
        if data == "comparison" and len(tree.children) == 3:
            operator, bound = cast("Token", tree.children[1]).type, self.reader.term(tree.children[2])
            left = self.reader.term(tree.children[0])
            is_count = isinstance(left, Tally) and left.function == "count"
            return is_count and isinstance(bound, Constant) and (operator, bound.value) in _ASKING
        if data in ("asked", "pattern_predicate") and str(tree.children[0]).upper() != "COUNT":
            if not self.reader.sketch.spots:
                self.reader.within(tree)
                return True
            for variable, test in self.reader.conditions(tree):
                self.reader.sketch.spots[variable].tests.append(test)
            return True
        return False

    def _compares(self, part: Part) -> bool:
        """Whether what is returned is how two nodes compare."""
        if getattr(part, "data", "") != "comparison" or len(cast("Tree[Token]", part).children) != 3:
            return False
        first, operator, second = cast("Tree[Token]", part).children
        one, other = self.reader.term(first), self.reader.term(second)
        if not (isinstance(one, Field) and isinstance(other, Field)):
            return False
        self.compared = one, cast("Token", operator).type, other
        return True

    def _restrict(self, part: Tree[Token]) -> None:
        """WHERE after WITH: conditions on aggregates and on what they are grouped by."""
        for one in trees_in(part) if part.data == "and" else [part]:
            if one.data == "comparison" and len(one.children) == 3:
                left, bound = self.reader.term(one.children[0]), self.reader.term(one.children[2])
                if isinstance(left, Tally):
                    if not isinstance(bound, Constant) or not isinstance(bound.value, (int, float)):
                        raise CypherRefused("An aggregate is compared with a number.")
                    self.having.append((left, cast("Token", one.children[1]).type, bound.value))
                    continue
            for variable, test in self.reader.conditions(one):
                self._hold(variable, test)

    def _hold(self, variable: str, test: Test) -> None:
        sketch = self.reader.sketch
        link = sketch.link(variable)
        (link.where if link is not None else sketch.spots[variable].tests).append(test)

    def _sort(self, sort: Tree[Token]) -> tuple[Field | Tally, bool]:
        term = self.reader.term(sort.children[0])
        if isinstance(term, Counted):
            term = self._joined(term)
        if isinstance(term, Constant):
            raise CypherRefused("Rows are ordered by what the graph holds.")
        return term, any(getattr(one, "type", "") in ("DESC", "DESCENDING") for one in sort.children[1:])

    def _first(self) -> str:
        if not self.reader.sketch.spots:
            raise CypherRefused("The statement has no MATCH.")
        return next(iter(self.reader.sketch.spots))

    def asked(self) -> Selection | Comparison:
        """What the statement gives: rows, or how two nodes compare that nothing joins."""
        return self.selection() if self.compared is None else self._comparison(*self.compared)

    def _comparison(self, one: Field, operator: str, other: Field) -> Comparison:
        kind = _COMPARED.get(operator)
        if kind is None or one.property != other.property or one.variable == other.variable:
            raise CypherRefused("Of two nodes one property is compared, by =, < or >.")
        first, second = (self.reader.sketch.part(each.variable) for each in (one, other))
        return Comparison(kind, first, second, one.property)

    def selection(self) -> Selection:
        """The rows that the statement gives."""
        sketch = self.reader.sketch
        place = sketch.place(self._root())
        grown = _Grown(sketch, self.items)
        columns = [Column(one.name, grown.value(one.term)) for one in self.items]
        shown = {column.value for column in columns}
        kept = [
            one for one in self.group if isinstance(one.term, Field) and grown.value(one.term) not in shown
        ]
        columns += [Column(one.name, grown.value(one.term), is_besides=True) for one in kept]
        return Selection(
            place,
            tuple(columns),
            tuple(grown.having(*one) for one in self.having),
            tuple(Order(grown.value(term), descending) for term, descending in self.order),
            self.skip,
            self.limit,
            self.asks,
            with_ties=bool(self.order) and self.limit is not None,
        )

    def _root(self) -> str:
        """Where the tree begins: the first node that is returned, or that a property is returned of."""
        sketch = self.reader.sketch
        terms = [one.term for one in self.items]
        fields = [one.of if isinstance(one, Tally) else one for one in terms]
        found = next((one.variable for one in fields if one is not None), self._first())
        link = sketch.link(found)
        return found if link is None else link.left


@dataclass(frozen=True, slots=True)
class _Grown:
    """Terms as values of the places that a sketch became."""

    sketch: Sketch
    items: Sequence[_Item]

    def value(self, term: Field | Tally) -> Value | Aggregate:
        if isinstance(term, Field):
            return self._value(term)
        return Aggregate(term.function, self._value(term.of or self._counted()), term.distinct)

    def having(self, tally: Tally, operator: str, bound: float) -> Having:
        operators = {"EQ": "=", "NE": "<>", "LT": "<", "LE": "<=", "GT": ">", "GE": ">="}
        return Having(cast(Aggregate, self.value(tally)), operators[operator], bound)  # type: ignore[arg-type]

    def _counted(self) -> Field:
        """What ``count(*)`` counts: the last node that is not among what it is counted for."""
        grouped = {one.term.variable for one in self.items if isinstance(one.term, Field)}
        others = [variable for variable in self.sketch.spots if variable not in grouped]
        return Field(others[-1] if others else next(iter(self.sketch.spots)))

    def _value(self, one: Field) -> Value:
        link: Link | None = self.sketch.link(one.variable)
        if link is not None:
            if not link.child:
                raise CypherRefused("A relationship that closes a circle has no place of its own.")
            return Value(link.child, one.property, of_relationship=one.property is not None, part=one.part)
        label = self.sketch.label(one.variable)
        is_name = (
            one.property is not None
            and one.part == "whole"
            and self.sketch.spellings.is_name(one.property, label)
        )
        return Value(one.variable, None if is_name else one.property, part=one.part)


def _own_name(part: Part) -> str:
    """The variable that an expression is; "" where it is more."""
    return str(part.children[0]) if not isinstance(part, str) and part.data == "variable" else ""


def _called(term: Field | Tally) -> str:
    """How a column without a name is called."""
    if isinstance(term, Field):
        return term.property or term.variable
    return term.function


def _number(part: Tree[Token]) -> int:
    token = cast("Token", part.children[-1])
    if token.type != "INT":
        raise CypherRefused("SKIP and LIMIT are read with a number.")
    return int(token)
