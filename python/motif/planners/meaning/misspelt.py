"""Names of a question that are read otherwise than they are written: what a person must be told of."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import (
    NOWHERE,
    AllOf,
    AnyOf,
    Branch,
    Comparison,
    Condition,
    Meaning,
    Not,
    Place,
    Span,
    Test,
)
from motif.indexes.folding import normalise
from motif.planners.reading.lemmas import lemma

Said = tuple[str, str]
"""As it is written, and as it is read."""


def read_otherwise(question: str, meaning: Meaning) -> tuple[Said, ...]:
    """Names and values that the question does not have as they are: misspelt, or said in part.

    >>> film = Place("n0", "Film", ("Heat",), span=(13, 17))
    >>> read_otherwise("Who directed Heet?", Meaning(Comparison("same", film, film, "year")))
    (('Heet', 'Heat'),)
    """
    asked = meaning.asked
    places = (asked.first, asked.second) if isinstance(asked, Comparison) else (asked.place,)
    found = dict.fromkeys(said for place in places for said in _of_place(question, place))
    return tuple(found)


def _of_place(question: str, place: Place) -> Iterator[Said]:
    yield from _compared(question, place.span, place.names)
    for test in place.tests:
        yield from _of_test(question, test)
    if place.foremost is not None and isinstance(place.foremost.by, Branch):
        yield from _of_test(question, place.foremost.by)


def _of_test(question: str, test: Test) -> Iterator[Said]:
    if isinstance(test, Branch):
        yield from _of_place(question, test.place)
        for one in test.where:
            yield from _of_test(question, one)
    elif isinstance(test, (AllOf, AnyOf)):
        for one in test.tests:
            yield from _of_test(question, one)
    elif isinstance(test, Not):
        yield from _of_test(question, test.test)
    elif isinstance(test, Condition) and isinstance(test.value, str) and test.operator in ("=", "has"):
        yield from _compared(question, test.span, (test.value,))


def _compared(question: str, span: Span, names: tuple[str, ...]) -> Iterator[Said]:
    if span == NOWHERE or not names:
        return
    said = question[slice(*span)]
    if any(_words(name) <= _words(said) or normalise(name) in normalise(said) for name in names):
        return
    yield said, names[0]


def _words(text: str) -> set[str]:
    """Words whatever their ending."""
    return {lemma(word) for word in normalise(text).split()}
