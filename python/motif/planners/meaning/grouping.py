"""What a function is asked for each of: "per supplier", "for each cause", "by rank"."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.calendar import part_at
from motif.planners.meaning.request import Request
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading

_IN = {"in", "by", "for", "of"}


def groups(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "per supplier", "for each cause", "by rank": what a function is asked for each of."""
    ends = [mark.last for mark in reading.of("each") if _may_group(reading, mark, request)]
    ends += [
        at
        for at in range(len(reading.words))
        if (request.form != "things" or reading.of("each")) and _groups_by(reading, pieces, at)
    ]
    ends += [at for at in range(len(reading.words)) if _a_year(reading, at, request)]
    said = {mark.last: mark.first for mark in reading.of("each") if mark.last > mark.first + 1}
    for end in ends:
        skip = _articles(reading, end + 1)
        if (part := part_at(reading, end + 1 + skip)) is not None:
            of_that = (one for one in pieces if one.first == end + 1 + skip and one.of("property"))
            request.part, request.part_of = part, next(of_that, None)
            first = end - 1 if reading.words[end].low == "each" and reading.words[end - 1].low in _IN else end
            request.taken |= set(range(min(first, said.get(end, first)), end + 2 + skip))
            continue
        for piece in pieces:
            if (
                piece.first != end + 1 + skip
                or piece.first in request.taken
                or not piece.of("label", "property")
            ):
                continue
            request.grouped_by = piece
            if not piece.of("label"):
                request.taken |= set(range(end, piece.last + 1))
            request.taken |= set(range(end - 1 if reading.words[end].low == "each" else end, end + 1 + skip))
            request.taken |= set(range(said.get(end, end), end))  # "broken down by"
            following = reading.words[piece.last + 1 : piece.last + 2]
            if following and following[0].low == "and" and request.part is None:  # "by genre and year"
                request.part = part_at(reading, piece.last + 2)
                request.taken |= set(range(piece.last + 1, piece.last + 3)) if request.part else set()


def _articles(reading: Reading, at: int) -> int:
    """How many words stand before the noun: "each of the years", "by their rank"."""
    low = [word.low for word in reading.words[at : at + 2]]
    if low == ["of", "the"]:
        return 2
    return int(low[:1] in (["the"], ["their"], ["its"]))


def _a_year(reading: Reading, at: int, request: Request) -> bool:
    """ "How many films a year?": not "in a year" and "within a month of"."""
    if reading.words[at].low != "a" or part_at(reading, at + 1) is None or request.form != "count" or at < 2:
        return False
    return reading.words[at - 1].kind == "word" and reading.words[at - 1].low not in listed(
        "asking", "not_for_each"
    )


def shown_each(reading: Reading, pieces: Sequence[Piece], request: Request) -> None:
    """ "The orchards in each valley": what the things are listed for."""
    for mark in reading.of("each"):
        is_each = reading.words[mark.last].low in ("each", "every") and mark.first > 1
        piece = next((one for one in pieces if one.first == mark.last + 1 and one.of("label")), None)
        if request.form == "things" and is_each and request.grouped_by is None:
            request.each_of = piece


def _may_group(reading: Reading, mark: Mark, request: Request) -> bool:
    said = reading.words[mark.first].low
    return request.form in ("count", "aggregate") or (
        request.form == "things" and said in ("per", "for", "grouped", "group", "broken", "split")
    )


def _groups_by(reading: Reading, pieces: Sequence[Piece], at: int) -> bool:
    """Whether "by" stands behind what is counted or added up, not behind what is done: "salary of doctors by rank"."""
    if reading.words[at].low != "by" or is_ranked(reading):
        return False
    return any(
        piece.first <= at - 1 <= piece.last and piece.of("label", "property", "name") for piece in pieces
    )


def is_ranked(reading: Reading) -> bool:
    """Whether "top" or "bottom" is said, so that "by" says by what."""
    return bool({word.low for word in reading.words} & {"top", "bottom"})


def summed(request: Request) -> None:
    """ "Installed capacity per fuel": added up; "services per language": counted."""
    if (request.grouped_by is not None or request.part is not None) and request.form == "things":
        if request.columns:
            request.form, request.aggregate = "aggregate", "sum"
        else:
            request.form = "count"
