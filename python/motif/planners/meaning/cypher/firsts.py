"""Those of a place's nodes that come first in an order, as conditions: fewer than so many come before them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from motif.graphs.meaning import AllOf, AnyOf, Branch, Not, Place, Test
from motif.planners.meaning.cypher.conditions import ordered

if TYPE_CHECKING:
    from motif.planners.meaning.cypher.patterns import Patterns

_OTHER = " other"
"""Behind the key of a place: of the others that it is compared with."""


def foremost_conditions(patterns: Patterns, place: Place) -> list[str]:
    """That a node has a place in the order, and which."""
    first = place.foremost
    if first is None:
        return []
    others = _renamed(dataclasses.replace(place, foremost=None))
    by, sign = first.by, ">" if first.descending else "<"
    if isinstance(by, Branch):
        own, other = patterns.counted(place, by), patterns.counted(others, _of_others(by))
        is_known = f"{own} > 0"
        other = other if first.descending else f"0 < {other}"  # what has none has no place before it
    else:
        node, another = patterns.writing.node(place), patterns.writing.node(others)
        own = ordered(patterns.writing.property(node, by, place.label), patterns.writing)
        other = ordered(patterns.writing.property(another, by, place.label), patterns.writing)
        is_known = f"{own} IS NOT NULL"
    clause = dataclasses.replace(patterns, shown=frozenset((others.key,))).alone(others)
    clause.conditions.append(f"{other} {sign} {own}")
    before = "COUNT { " + " ".join(clause.lines()) + " }"
    found = [is_known, f"{before} < {first.skip + first.limit}"]
    return [*found, f"{before} >= {first.skip}"] if first.skip else found


def _renamed(place: Place) -> Place:
    """The place, and all that it is joined to, with keys of their own."""
    tests = tuple(_retested(test) for test in place.tests)
    return dataclasses.replace(place, key=place.key + _OTHER, tests=tests)


def _of_others(branch: Branch) -> Branch:
    return dataclasses.replace(branch, place=_renamed(branch.place))


def _retested(test: Test) -> Test:
    if isinstance(test, Branch):
        return _of_others(test)
    if isinstance(test, (AllOf, AnyOf)):
        return dataclasses.replace(test, tests=tuple(map(_retested, test.tests)))
    return dataclasses.replace(test, test=_retested(test.test)) if isinstance(test, Not) else test
