"""Each thing once, however many things of another kind it is joined to: the average age of who signed any treaty."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Set

from motif.graphs.meaning import AllOf, AnyOf, Branch, Column, Not, Place, Relative, Test, Value


def once(place: Place, columns: Collection[Column], also: Collection[str] = ()) -> Place:
    """The place whose rows are one for each of its nodes and of what ``columns`` show, and of the places ``also``: of
    branches that nothing is shown of, and that lead to no named thing, it only counts that there is one."""
    values = [one.value if isinstance(one.value, Value) else one.value.of for one in columns]
    kept = {value.place for value in values} | {*also, *_compared(place)}
    return dataclasses.replace(place, tests=tuple(_once(test, kept) for test in place.tests))


def _once(test: Test, kept: Set[str]) -> Test:
    if not isinstance(test, Branch) or test.count is not None or test.optional:
        return test
    if kept.isdisjoint(one.key for one in test.place.bound()):
        return test if test.place.names and not test.where else AllOf((test,))
    place = dataclasses.replace(test.place, tests=tuple(_once(one, kept) for one in test.place.tests))
    return dataclasses.replace(test, place=place)


def _compared(place: Place) -> Iterator[str]:
    """The places that something is compared with, wherever."""
    tests = list(place.tests)
    while tests:
        test = tests.pop()
        if isinstance(test, Relative):
            yield test.place
        elif isinstance(test, Branch):
            tests += [*test.where, *test.place.tests]
        elif isinstance(test, (AllOf, AnyOf)):
            tests += test.tests
        elif isinstance(test, Not):
            tests.append(test.test)
