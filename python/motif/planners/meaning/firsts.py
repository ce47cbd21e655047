"""Ranks of others than what is asked for: "who directed the oldest film", "the members of the largest club"."""

from __future__ import annotations

import dataclasses

from motif.graphs.meaning import Foremost
from motif.planners.english import HAVING, RELATIVES
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.measuring import goes_down
from motif.planners.meaning.orders import OrderReader
from motif.planners.meaning.request import Rank, Request
from motif.planners.reading.dates import ordinal
from motif.planners.reading.marks import Measure, Reading


def with_firsts(reader: OrderReader, draft: Draft, request: Request) -> tuple[Draft, Request]:
    """The draft in which others than the things asked for are the first of their kind, and what then ranks these."""
    moved = list[Rank]()
    for rank in request.ranks:
        spot = None if _ranks_the_things(reader.reading, request, rank) else _whose(reader, draft, rank)
        grown = _first(reader, draft, rank, spot) if spot is not None else None
        if grown is not None:
            draft = grown
            moved.append(rank)
    return draft, _rest(reader.reading, request, moved)


def _ranks_the_things(reading: Reading, request: Request, rank: Rank) -> bool:
    """ "Which 3 cooks made dishes with the most stars?": so many are wanted, and of no dishes so many."""
    words, first = reading.words, rank.measure.first
    had = first - 1 - (first > 0 and words[first - 1].low == "the")
    is_many = had > 1 and words[had].low in HAVING and words[had - 1].low != words[had - 1].lemma
    is_wanted = request.limit is not None and request.limit > 1 and not request.is_one
    return is_many and is_wanted and len(request.ranks) == 1 and not _number_before(reading, rank.measure)


def _whose(reader: OrderReader, draft: Draft, rank: Rank) -> int | None:
    """The spot that a rank speaks of: that of the label behind it, "the largest club", or before it, "the club with the
    most members"; None where that is what is asked for."""
    measure, reading, words = rank.measure, reader.reading, reader.reading.words
    spots = [(at, one) for at, one in enumerate(draft.spots) if not one.names and one.at >= 0]
    behind = (measure.last + 1, measure.last + 2)
    modified = next((at for at, one in spots if one.at in behind and not reader.is_by_number(rank)), None)
    if modified is not None:
        return modified or None
    had = measure.first - 1 - (measure.first > 0 and words[measure.first - 1].low == "the")
    if had < 1 or words[had].low not in HAVING:
        return None
    noun = had - 1 - (words[had - 1].low in RELATIVES)
    return next((at or None for at, one in spots if reading.span(noun, noun)[1] == one.span[1]), None)


def _first(reader: OrderReader, draft: Draft, rank: Rank, spot: int) -> Draft | None:
    measure, about = rank.measure, rank.about
    number = _number_before(reader.reading, measure) or 1
    first = Foremost(
        "",
        measure.end != "-",
        number,
        _skipped(reader.reading, measure),
        reader.reading.span(measure.first, measure.last),
    )
    if (counted := reader.counted_spot(draft, rank)) is not None:
        return draft.first_by_number(spot, counted, first)
    if rank.function is not None:
        return None
    said = about if about is not None and about.of("property") else None
    one = reader.property_of(draft, said, measure.adjective, spot)
    if one is None and said is None and not measure.adjective:
        one = reader.alone(draft, measure, spot)
    if one is None or one.kind in ("list", "text", "boolean"):
        return None
    down = measure.end == "-"
    if measure.adjective:
        down = goes_down(measure.adjective, one) != down
    return draft.first_by(spot, dataclasses.replace(first, by=one.name, descending=not down))


def _rest(reading: Reading, request: Request, moved: list[Rank]) -> Request:
    """What is asked for of the things themselves: how many are wanted is said of the rank that the number precedes."""
    if not moved:
        return request
    rest = [rank for rank in request.ranks if rank not in moved]
    limit, is_one, skip = request.limit, request.is_one, request.skip
    if is_one or any(_number_before(reading, rank.measure) for rank in moved):
        own = max((_number_before(reading, rank.measure) for rank in rest), default=0)
        is_one = bool(rest) and not own
        limit = own or (1 if rest else None)
    if any(_skipped(reading, rank.measure) for rank in moved):
        skip = 0
    return dataclasses.replace(request, ranks=rest, limit=limit, is_one=is_one, skip=skip)


def _number_before(reading: Reading, measure: Measure) -> int:
    """How many "the two oldest" are; 0 where it is not said."""
    found = (one.value for one in reading.numbers if one.last + 1 == measure.first)
    return next((int(value) for value in found), 0)


def _skipped(reading: Reading, measure: Measure) -> int:
    """How many come before "the second largest"."""
    at = measure.first - 1
    return max(ordinal(reading.words[at].low) - 1, 0) if at >= 0 else 0
