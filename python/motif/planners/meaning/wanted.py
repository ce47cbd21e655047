"""How many are wanted: "top 5", "the three oldest", "list 3 films"; all of them, in an order."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Measure, Reading
from motif.planners.reading.numbers import Number


def all_by_first(reading: Reading) -> list[Measure]:
    """The superlatives of "…, most first", which order all that is told before them."""
    low = [word.low for word in reading.words]
    return [
        one
        for one in reading.measures
        if one.form == "superlative"
        and low[one.first - 1] == ","
        and low[one.last + 1 : one.last + 2] == ["first"]
    ]


def limits(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "top 5", "the first 3", "the 5 oldest", "list 3 films": how many are wanted, never a value."""
    words = reading.words
    for number in reading.numbers:
        if number.first in request.taken or not isinstance(number.value, int) or number.value > 1000:
            continue
        before = [word.low for word in words[max(number.first - 3, 0) : number.first]]
        ranked = any(
            (one.first == number.last + 1 and not _is_compared(reading, one))
            or (one.last == number.first - 1 and one.form == "superlative")
            for one in reading.measures
        )
        opening = listed("asking", "opening") | listed("asking", "opening_list")
        opens = number.first <= 4 and {word.low for word in words[: number.first]} <= opening
        noun = number.last + 1 < len(words) and words[number.last + 1].kind == "word"
        labelled = noun or any(
            piece.first in (number.last + 1, number.last + 2) and piece.of("label") for piece in pieces
        )
        ranked = ranked or (labelled and _is_of_most(reading, number))
        if (before and before[-1] in ("top", "first", "bottom")) or ranked or (opens and labelled):
            request.limit = number.value
            request.taken |= set(
                range(
                    number.first - (bool(before) and before[-1] in ("top", "first", "bottom")),
                    number.last + 1,
                )
            )
            return


def _is_compared(reading: Reading, measure: Measure) -> bool:
    """Whether "than" follows a comparative: "10 older than X" are no ten that are wanted."""
    return [word.low for word in reading.words[measure.last + 1 : measure.last + 2]] == ["than"]


def _is_of_most(reading: Reading, number: Number) -> bool:
    """ "The three projects with the largest budgets", wherever it stands: so many are wanted."""
    low = [word.low for word in reading.words]
    return low[number.first - 1 : number.first] == ["the"] and any(
        one.form == "superlative"
        and low[one.first - 2 : one.first] == ["with", "the"]
        and number.last + 1 < one.first - 2 <= number.last + 4
        for one in reading.measures
    )


def wants_all(reading: Reading, pieces: Sequence[Piece], request: Request) -> bool:
    """Whether what is ranked is an order of all things, and not the first of them."""
    return _orders_all(reading, pieces) or _lists_by_number(reading, pieces, request)


def _orders_all(reading: Reading, pieces: Sequence[Piece]) -> bool:
    things = {at for one in pieces if one.first and one.of("label") for at in range(one.first, one.last + 1)}
    said = {word.low for at, word in enumerate(reading.words[:3]) if at not in things}  # "the latest order"
    is_ordered = bool({"ascending", "descending"} & {word.low for word in reading.words})
    return bool({"all", "rank", "order"} & said) or is_ordered or bool(all_by_first(reading))


def _lists_by_number(reading: Reading, pieces: Sequence[Piece], request: Request) -> bool:
    """ "Clinics by number of rooms": an order of all of them, where nothing says that the first are wanted."""
    low = {word.low for word in reading.words}
    is_by_number = not {one.first for one in reading.measures} & {one.measure.first for one in request.ranks}
    things = next((one for one in pieces if one.of("label")), None)
    is_plural = things is not None and reading.words[things.last].low != reading.words[things.last].lemma
    return is_by_number and is_plural and not low & {"top", "bottom", "first", "last", "best", "worst"}
