"""Trees of places with something changed everywhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from motif.graphs.meaning import (
    NOWHERE,
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Condition,
    Not,
    Place,
    Selection,
    Test,
)


def mapped(
    place: Place, change: Callable[[Place], Place], test: Callable[[Place | Branch, Test], Test] | None = None
) -> Place:
    """Every place of a tree changed, those below it first.

    Parameters
    ----------
    test
        Changes each test, given whose it is: a place, or the branch whose relationship it is about.

    >>> film = Place("film", "Film", tests=(Branch(("BY",), "out", Place("p", "Person", ("Mann",))),))
    >>> named = mapped(film, lambda at: dataclasses.replace(at, names=("Docter",)) if at.names else at)
    >>> [place.names for place in named.bound()]
    [(), ('Docter',)]
    """
    tests = tuple(_mapped(one, place, change, test) for one in place.tests)
    return change(dataclasses.replace(place, tests=tests))


def unplaced(place: Place) -> Place:
    """The tree without the places of its words, for a question in which these stand elsewhere.

    >>> unplaced(Place("film", "Film", tests=(Condition("year", "=", 1999, (8, 12)),), span=(0, 5))).tests[0].span
    (0, 0)
    """

    def told(_: Place | Branch, test: Test) -> Test:
        return dataclasses.replace(test, span=NOWHERE) if isinstance(test, Condition) else test

    return mapped(place, lambda one: dataclasses.replace(one, span=NOWHERE), told)


def without(place: Place, dropped: Callable[[Test], bool]) -> Place:
    """The tree without such tests of its places.

    >>> without(Place("film", "Film", tests=(Condition("year", "=", 1999),)), lambda one: True).tests
    ()
    """

    def kept(one: Place) -> Place:
        return dataclasses.replace(one, tests=tuple(test for test in one.tests if not dropped(test)))

    return mapped(place, kept)


def is_plain(branch: Branch) -> bool:
    """Whether a branch must be there, once or more often, and is not counted."""
    return branch.count is None and not branch.optional


def places_told(selection: Selection) -> set[str]:
    """The keys of the places of which something is shown, ranked or bounded.

    >>> from motif.graphs.meaning import Column, Value
    >>> film = Place("film", "Film")
    >>> sorted(places_told(Selection(film, (Column("film", Value("film")), Column("year", Value("p", "year"))))))
    ['film', 'p']
    """
    told = [*(one.value for one in selection.columns), *(one.by for one in selection.order)]
    told += [*(one.of for one in selection.having), *([selection.per] if selection.per is not None else [])]
    return {(one.of if isinstance(one, Aggregate) else one).place for one in told}


def _mapped(
    one: Test,
    owner: Place | Branch,
    change: Callable[[Place], Place],
    test: Callable[[Place | Branch, Test], Test] | None,
) -> Test:
    if isinstance(one, Branch):
        where = tuple(_mapped(each, one, change, test) for each in one.where)
        found: Test = dataclasses.replace(one, place=mapped(one.place, change, test), where=where)
    elif isinstance(one, (AllOf, AnyOf)):
        found = dataclasses.replace(
            one, tests=tuple(_mapped(each, owner, change, test) for each in one.tests)
        )
    elif isinstance(one, Not):
        found = dataclasses.replace(one, test=_mapped(one.test, owner, change, test))
    else:
        found = one
    return found if test is None else test(owner, found)
