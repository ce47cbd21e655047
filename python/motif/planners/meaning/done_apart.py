"""Who has done two things has not done both at once: "customers who ordered both Chai and Chang"."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import NOWHERE, Branch, Condition, Place, Selection, Test
from motif.planners.meaning.trees import is_plain, mapped, places_told
from motif.planners.reading.marks import Reading

_AT_ONCE = {
    "together",
    "same",
    "each",
    "other",
    "against",
    "versus",
    "vs",
    "between",
    "jointly",
    "with",
    "combined",
}


def done_apart(reading: Reading, selection: Selection) -> Selection:
    """The selection in which what no word says is one for each of the names beyond it: customers of an order of Chai
    and of an order of Chang, where a single order of both was asked for by no word."""
    if _AT_ONCE & {word.low for word in reading.words}:
        return selection
    spans = [one.span for one in selection.place.bound()]
    kept = places_told(selection)

    def is_silent(place: Place) -> bool:
        is_bare = not place.names and place.foremost is None and place.key not in kept
        return is_bare and (place.span == NOWHERE or spans.count(place.span) > 1)

    def parted(place: Place) -> Place:
        tests = [
            one
            for test in place.tests
            for one in (_of_each(test) if isinstance(test, Branch) and is_silent(test.place) else [test])
        ]
        return dataclasses.replace(place, tests=tuple(tests))

    return dataclasses.replace(selection, place=mapped(selection.place, parted))


def _of_each(test: Branch) -> list[Test]:
    """The branch once for each of several names beyond it to which the same leads; as it is for others."""
    named = [one for one in test.place.tests if isinstance(one, Branch) and is_plain(one) and one.place.names]
    rest = tuple(one for one in test.place.tests if one not in named)
    ways = {(one.types, one.direction) for one in named}
    if (
        not is_plain(test)
        or len(named) < 2
        or len(ways) > 1
        or not all(isinstance(one, Condition) for one in rest)
    ):
        return [test]
    keys = [test.place.key, *(f"{test.place.key} of {one.place.key}" for one in named[1:])]
    places = [
        dataclasses.replace(test.place, key=key, tests=(*rest, one))
        for key, one in zip(keys, named, strict=True)
    ]
    return [dataclasses.replace(test, place=place) for place in places]
