"""What percentage of some things are something else: the whole, and what narrows it to the part."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import (
    NOWHERE,
    Aggregate,
    AllOf,
    AnyOf,
    Branch,
    Column,
    Not,
    Place,
    Relative,
    Selection,
    Span,
    Test,
    Value,
)
from motif.planners.meaning.drafts import Draft, key_of
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading


def shares(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "What percentage of loans were paid back?", "Of all loans, what share was …": a share is asked for.

    Not where the graph calls something so: "the percentage of X that Y owns" may be a property.
    """
    words = reading.words
    for mark in reading.of("share"):
        before = [word.low for word in words[: mark.first]]
        opens, of_all = set(before) <= listed("asking", "opening"), before[:1] in (["of"], ["among"])
        if request.form != "things" or not (opens or of_all) or _is_held(pieces, mark):
            continue
        follows = words[mark.last + 1].low if mark.last + 1 < len(words) else ""
        if of_all == (follows == "of"):
            continue
        request.form, request.when = "share", ""
        request.split = mark.first if of_all else _divided_at(reading, mark.last + 1)
        request.taken |= {0} if of_all else set(range(mark.first))
        request.taken |= set(range(mark.first, mark.last + (1 if of_all else 2)))
        return


def _is_held(pieces: Sequence[Piece], mark: Mark) -> bool:
    """Whether something named has a property that is called so."""
    return _is_property(pieces, mark) and any(one.of("name") for one in pieces)


def shared(reading: Reading, draft: Draft, request: Request) -> Selection | None:
    """The share that is asked for; None where nothing tells the part from the whole, or more is asked for.

    Of one thing ("what percentage of the company") no share of things is meant.
    """
    root, part = draft.spots[0], draft.place()
    is_one = any(word.end == root.span[1] and word.low == word.lemma for word in reading.words)
    is_more = request.grouped_by or request.part or request.columns or request.ranks or request.counted
    if root.names or root.label is None or is_one or is_more:
        return None
    if request.split >= 0:
        start = reading.span(request.split, request.split)[0]
        whole = [test for test in part.tests if 0 <= _begins(test) < start]
    else:  # "of employees work in Sales": no word divides them, and one test alone is the part
        whole = list(part.tests[:-1]) if len(part.tests) == 1 else list(part.tests)
    if len(whole) == len(part.tests) or any(isinstance(test, Relative) for test in whole):
        return None
    count = Aggregate("count", Value(key_of(0)), distinct=True)
    return Selection(
        part, (Column("percentage", count),), share=dataclasses.replace(part, tests=tuple(whole))
    )


def _divided_at(reading: Reading, begin: int) -> int:
    """The verb behind the things, which is not one of a clause about them: "loans that were … are …"."""
    for at in range(begin + 2, len(reading.words)):
        low, before = reading.words[at].low, reading.words[at - 1].low
        if low in listed("asking", "yes_or_no") and before not in ("that", "who", "which"):
            return at
    return -1


def _is_property(pieces: Sequence[Piece], mark: Mark) -> bool:
    return any(one.of("property") and mark.first <= one.last and one.first <= mark.last for one in pieces)


def _begins(test: Test) -> int:
    """Where the words of a test begin; -1 where none say it."""
    return min((start for start, end in _spans(test) if (start, end) != NOWHERE), default=-1)


def _spans(test: Test | Place) -> Iterator[Span]:
    if isinstance(test, (AllOf, AnyOf)):
        for one in test.tests:
            yield from _spans(one)
    elif isinstance(test, Not):
        yield from _spans(test.test)
    else:
        yield test.span
        if isinstance(test, Branch):
            yield from _spans(test.place)
        elif isinstance(test, Place):
            for one in test.tests:
                yield from _spans(one)
