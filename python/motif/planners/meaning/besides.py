"""What an answer shows beside what was asked for: the values by which it was chosen and ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from motif.graphs.meaning import Aggregate, AllOf, Column, Condition, Operator, Order, Test, Value
from motif.planners.meaning.drafts import Draft, key_of

_SHOWN: tuple[Operator, ...] = ("<", "<=", ">", ">=", "contains", "starts", "ends", "known")


def besides(draft: Draft, order: Sequence[Order], shown: Sequence[Column]) -> list[Column]:
    """Columns for what the rows are ordered by, and for the bounded properties of what is asked for.

    None that splits a row: of another place than the first the value that counts.
    """
    values = [one for order_by in order for one in _of_order(order_by)]
    values += [
        Value(key_of(0), name)
        for check in draft.checks
        if check.spot == 0 and check.group < 0 and not check.negated
        for name in _bounded(check.test)
    ]
    there, names = {column.value for column in shown}, {column.name for column in shown}
    found = {_name(one): one for one in values if one not in there and _name(one) not in names}
    return [Column(name, one, is_besides=True) for name, one in found.items()]


def _of_order(order: Order) -> Iterator[Value | Aggregate]:
    if isinstance(order.by, Aggregate):
        yield order.by
    elif order.by.place == key_of(0):
        yield replace(order.by, part="whole")
    elif not order.by.each:
        yield Aggregate("max" if order.descending else "min", order.by)


def _bounded(test: Test) -> Iterator[str]:
    if isinstance(test, Condition) and test.operator in _SHOWN:
        yield test.property
    elif isinstance(test, AllOf):
        for one in test.tests:
            yield from _bounded(one)


def _name(value: Value | Aggregate) -> str:
    if isinstance(value, Aggregate):
        return value.of.property or value.function
    return value.property or "node"
