"""What holds of how something is done holds of the deed that is named: "the mandatory skills that X requires"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from motif.graphs.meaning import (
    NOWHERE,
    AllOf,
    AnyOf,
    Branch,
    Not,
    Place,
    Relative,
    Selection,
    Test,
)
from motif.planners.meaning.trees import is_plain, mapped, places_told


def of_one_deed(selection: Selection) -> Selection:
    """The selection in which a relationship to whatever it be, of which only a condition is said, is the one of its
    type to a named thing: what X requires is mandatory for X, and not for some other.
    """
    if not _is_conditioned(selection.place):
        return selection
    kept = places_told(selection) | {
        test.place
        for place in selection.place.bound()
        for test in _all(place.tests)
        if isinstance(test, Relative)
    }
    place = mapped(selection.place, lambda one: dataclasses.replace(one, tests=_merged(one.tests, kept)))
    return dataclasses.replace(selection, place=place)


def _merged(tests: tuple[Test, ...], kept: set[str]) -> tuple[Test, ...]:
    for bare in tests:
        if not isinstance(bare, Branch) or not _is_bare(bare.place) or not is_plain(bare) or not bare.where:
            continue
        alike = [
            one
            for one in tests
            if isinstance(one, Branch)
            and (one.types, one.direction) == (bare.types, bare.direction)
            and one is not bare
        ]
        if len(alike) == 1 and is_plain(alike[0]) and alike[0].place.names and bare.place.key not in kept:
            [one] = alike
            if not one.where:
                whole = dataclasses.replace(one, where=bare.where)
                return tuple(whole if test is one else test for test in tests if test is not bare)
    return tests


def _is_conditioned(place: Place) -> bool:
    """Whether something is said of how anything is done."""
    branches = [test for test in _all(place.tests) if isinstance(test, Branch)]
    return any(one.where or _is_conditioned(one.place) for one in branches)


def _is_bare(place: Place) -> bool:
    """Whether nothing is said of a place."""
    return not place.names and not place.tests and place.foremost is None and place.span == NOWHERE


def _all(tests: tuple[Test, ...]) -> Iterator[Test]:
    for test in tests:
        yield test
        if isinstance(test, Branch):
            yield from _all(test.where)
        elif isinstance(test, (AllOf, AnyOf)):
            yield from _all(test.tests)
        elif isinstance(test, Not):
            yield from _all((test.test,))
