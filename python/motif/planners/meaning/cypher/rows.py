"""What is asked of rows: columns, groups, functions, order and number, as WITH and RETURN."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from motif.graphs.meaning import NOWHERE, Aggregate, Branch, Column, Having, Order, Selection, Value
from motif.planners.cypher_literals import identifier
from motif.planners.meaning.cypher.patterns import SIGNS, Clause
from motif.planners.meaning.cypher.staging import Staged, cut_lines, has_ties, is_of_each, order_lines, shown
from motif.planners.meaning.cypher.unsaid import CannotSay
from motif.planners.meaning.cypher.values import Values
from motif.planners.meaning.cypher.writing import Writing


@dataclass(slots=True)
class Asked:
    """Writes what one selection asks of its rows."""

    writing: Writing
    asked: Selection
    clauses: list[Clause]
    values: Values
    _drops_unknown: bool = False

    def lines(self) -> Iterator[str]:
        """Every line of the statement."""
        asked = self.asked
        if asked.asks:
            is_so = " AND ".join(self._whether(one) for one in asked.having) or "count(*) > 0"
            yield from self._matched()
            yield f"RETURN {is_so} AS answer"
            return
        self._drops_unknown = any(
            isinstance(column.value, Value) and column.value.each for column in asked.columns
        ) and not any(isinstance(column.value, Aggregate) for column in asked.columns)
        self.asked = asked = self._normal()
        self._spread()
        columns = [self.values.expression(column.value) for column in asked.columns]
        self._leave_out_nothing()
        yield from self._matched()
        names = _names(asked.columns)
        if not self._is_direct():
            yield from Staged(asked, self.values, columns, names, self._distinct()).lines()
            return
        yield f"RETURN{self._distinct()} {shown(columns, names)}"
        yield from order_lines([self._named_order(order, names) for order in asked.order])
        yield from cut_lines(self.writing, asked)

    def _normal(self) -> Selection:
        """The same asked, in which equal values are equal whatever words say them and no single value is a list."""

        def value(one: Value) -> Value:
            if one.each and self.values.is_list(one):
                return one
            return dataclasses.replace(one, each=False, span=NOWHERE)

        def either(one: Value | Aggregate) -> Value | Aggregate:
            return (
                value(one) if isinstance(one, Value) else Aggregate(one.function, value(one.of), one.distinct)
            )

        asked = self.asked
        return dataclasses.replace(
            asked,
            per=None if asked.per is None else value(asked.per),
            columns=tuple(dataclasses.replace(one, value=either(one.value)) for one in asked.columns),
            order=tuple(Order(either(one.by), one.descending) for one in asked.order),
            having=tuple(
                Having(Aggregate(one.of.function, value(one.of.of), one.of.distinct), one.operator, one.value)
                for one in asked.having
            ),
        )

    def _whether(self, one: Having) -> str:
        """What must hold of all rows together."""
        is_number = one.operator in SIGNS and one.of.function in ("count", "sum", "average")
        if not is_number or any(isinstance(column.value, Value) for column in self.asked.columns):
            raise CannotSay("shape", "Yes or no is asked of groups.")
        function, value = one.of.function, int(one.value) if float(one.value).is_integer() else one.value
        return (
            f"{self.values.aggregate(one.of)} {SIGNS[one.operator]} {self.writing.parameter(function, value)}"
        )

    def _matched(self) -> Iterator[str]:
        for clause in self.clauses:
            yield from clause.lines()

    def _spread(self) -> None:
        """A row for each item of the lists whose items are asked for."""
        keys = [column.value for column in self.asked.columns if isinstance(column.value, Value)]
        asked = list(dict.fromkeys(_aggregates(self.asked)))
        lists = [value for value in dict.fromkeys(keys) if value.each and self.values.is_list(value)]
        of_aggregates = [
            one.of for one in asked if one.of.each and self.values.is_list(one.of) and one.of not in lists
        ]
        if of_aggregates and len(asked) > 1:
            raise CannotSay("list", "Items of a list are counted beside something else.")
        for value in (*lists, *of_aggregates):
            operand = self.writing.operand(value)
            items = operand.text
            if "list" in operand.kinds.kinds and len(operand.kinds.kinds) > 1:
                items = f"CASE WHEN {items} IS :: LIST<ANY> THEN {items} ELSE [{items}] END"
            if not self._is_one_list():
                items = f"CASE WHEN size({items}) > 0 THEN {items} ELSE [null] END"
            self.values.items[value] = self.writing.fresh(operand.property or "item")
            self.clauses.append(Clause(f"UNWIND {items} AS {self.values.items[value]}"))

    def _is_one_list(self) -> bool:
        """Whether items of a list are all that is asked: a row without any gives none."""
        keys = [column.value for column in self.asked.columns]
        is_list = (
            len(keys) == 1 and isinstance(keys[0], Value) and keys[0].each and self.values.is_list(keys[0])
        )
        return is_list and not any(True for _ in _aggregates(self.asked))

    def _leave_out_nothing(self) -> None:
        """Of items alone, rows without any are left out."""
        keys = [column.value for column in self.asked.columns]
        if not self._drops_unknown or self._is_one_list():
            return
        known = " OR ".join(f"{self.values.expression(one)} IS NOT NULL" for one in keys)
        condition = f"({known})" if len(keys) > 1 else known
        if self.clauses[-1].head.startswith(("MATCH", "WITH")):
            self.clauses[-1].conditions.append(condition)
        else:
            self.clauses.append(Clause("WITH *", [condition]))

    def _is_direct(self) -> bool:
        """Whether what is shown is all that rows are ordered and chosen by."""
        if self.asked.having or has_ties(self.asked) or is_of_each(self.asked):
            return False
        return all(self._place_of(order) is not None for order in self.asked.order)

    def _place_of(self, order: Order) -> int | None:
        """The column that rows are ordered by; None where it is none, or is ranked otherwise than it is shown."""
        for place, column in enumerate(self.asked.columns):
            if column.value == order.by:
                is_same = isinstance(order.by, Aggregate) or self.values.rank(
                    order.by
                ) == self.values.expression(order.by)
                return place if is_same else None
        return None

    def _named_order(self, order: Order, names: Sequence[str]) -> tuple[str, Order]:
        place = self._place_of(order)
        assert place is not None
        return names[place], order

    def _distinct(self) -> str:
        """Rows are distinct; functions group, and the nodes of one place are so by themselves."""
        columns = [column.value for column in self.asked.columns]
        root = self.asked.place
        is_alone = not any(isinstance(test, Branch) and test.count is None for test in root.tests)
        groups = any(True for _ in _aggregates(self.asked))
        return (
            ""
            if groups or (is_alone and not self.values.items and Value(root.key) in columns)
            else " DISTINCT"
        )


def _aggregates(asked: Selection) -> Iterator[Aggregate]:
    """Every function that is asked for."""
    for one in (*(column.value for column in asked.columns), *(order.by for order in asked.order)):
        if isinstance(one, Aggregate):
            yield one
    for having in asked.having:
        yield having.of


def _names(columns: Sequence[Column]) -> list[str]:
    """The names of columns as Cypher has them, each once."""
    found: dict[str, None] = {}
    for column in columns:
        name, number = column.name or "column", 1
        while name in found:
            number += 1
            name = f"{column.name} {number}"
        found[name] = None
    return [identifier(name) for name in found]
