"""What an answer shows beside what was asked for: the values by which it was chosen and ordered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from motif.graphs.meaning import Aggregate, AllOf, Column, Condition, Operator, Order, Relative, Test, Value
from motif.planners.meaning.drafts import Draft, key_of

_SHOWN: tuple[Operator, ...] = ("<", "<=", ">", ">=", "contains", "word", "starts", "ends", "known")


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
    values += _of_ties(draft)
    there, names = {column.value for column in shown}, {column.name for column in shown}
    found = {_name(one): one for one in values if one not in there and _name(one) not in names}
    return [Column(name, one, is_besides=True) for name, one in found.items()]


def ends(draft: Draft, columns: Sequence[Column]) -> list[Column]:
    """Whose what relationships have is: of "the roles of actors in Heat" the actors, of "Ann's roles" the films."""
    found = dict[str, Column]()
    for value in (column.value for column in columns):
        if isinstance(value, Value) and value.of_relationship:
            link = next((one for one in draft.links if key_of(one.far) == value.place), None)
            for at in (link.near, link.far) if link is not None else ():
                spot = draft.spots[at]
                if not spot.names:
                    name = (spot.label or "node").lower()
                    found.setdefault(key_of(at), Column(name, Value(key_of(at)), is_besides=True))
    return list(found.values())


def met(draft: Draft) -> list[Column]:
    """What is the same: of "who directed and produced the same film" the film."""
    keys = {
        check.test.place
        for check in draft.checks
        if isinstance(check.test, Relative) and (check.test.property, check.test.operator) == (None, "=")
    }
    shared = [at for at, one in enumerate(draft.spots) if at and key_of(at) in keys and not one.names]
    return [
        Column((draft.spots[at].label or "node").lower(), Value(key_of(at)), is_besides=True) for at in shared
    ]


def _of_ties(draft: Draft) -> Iterator[Aggregate]:
    """The bounded properties of relationships of the things: of "films with a rating below 50" the least."""
    for link in draft.links:
        if link.near == 0 and link.group < 0 and not link.negated and link.count is None:
            for test in link.where:
                if isinstance(test, Condition) and test.operator in ("<", "<=", ">", ">="):
                    of = Value(key_of(link.far), test.property, of_relationship=True)
                    yield Aggregate("min" if test.operator in ("<", "<=") else "max", of)


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
