"""How a question says in what order: "sorted by year", "by number of films", "…, most first", "alphabetically"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from motif.planners.meaning.grouping import is_ranked
from motif.planners.meaning.request import Rank, Request
from motif.planners.meaning.senses import Piece, things_told
from motif.planners.meaning.wanted import all_by_first
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Measure, Reading

_UPWARDS = re.compile(r"\b(?:ascending|increasing|asc|low to high|a to z)\b")
_DOWNWARDS = re.compile(r"\b(?:descending|decreasing|reverse|desc|high to low|z to a)\b")
_WAYS = re.compile(f"{_UPWARDS.pattern}|{_DOWNWARDS.pattern}")


def order_starts(reading: Reading, pieces: Sequence[Piece], request: Request) -> list[tuple[int, Mark]]:
    """Where what says an order may begin, and by which words."""
    starts = [
        (mark.first, mark)
        for mark in reading.of("sorted")
        if _is_order(reading, mark) and not _is_done_by(reading, pieces, mark)
    ]
    starts += [(found, Mark("from", found, found)) for found in _from_to(reading)]
    starts += [(one.first - 1, Mark("first", one.first, one.last + 1)) for one in all_by_first(reading)]
    starts += [(mark.first, mark) for mark in reading.of("by_number")]
    if request.form == "things" or is_ranked(reading):
        starts += [(at, Mark("by", at, at)) for at in _ranked_by(reading, pieces)]
    by = [
        at
        for at, mark in starts
        if mark.kind in ("sorted", "by", "by_number") and not _says_way(reading, mark)
    ]
    return [
        (at, mark) for at, mark in starts if not (_says_way(reading, mark) and any(one < at for one in by))
    ]


def ranking(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> None:
    """ "… by number of films": its own words are taken, what follows describes."""
    thing = next((piece for piece in inside if piece.of("label", "property")), None)
    if thing is None:
        return
    if thing.of("property") and not thing.of("label"):
        thing = things_told(inside, thing) or thing
    end, way = _way_behind(reading, thing.last + 1)
    measure = Measure("", "superlative", mark.first, mark.last, end=end or _direction(reading, mark))
    request.ranks.append(Rank(measure, thing))
    request.taken |= {*range(mark.first, mark.last + 1), *way}
    if not thing.of("label"):
        request.taken |= set(range(mark.last + 1, thing.last + 1))


def sorting(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> int | None:
    """ "… sorted by year", "… by price": where it ends; None where that is read already."""
    if mark.kind == "by":
        by = next((piece for piece in inside if piece.of("property")), None)
        if by is None:
            return None
        stop = _end_of_order(reading, by.last + 1)
    if mark.kind == "first":
        _first(reading, mark, request)
        return stop
    _sorted(reading, inside, mark, stop, request)
    return stop


def _sorted(reading: Reading, inside: Sequence[Piece], mark: Mark, stop: int, request: Request) -> None:
    words = reading.words[mark.first : stop]
    piece = next((one for one in inside if one.of("property")), None)
    measures = [one for one in reading.measures if mark.first <= one.first < stop]
    outside = [one for one in measures if piece is None or not piece.first <= one.first <= piece.last]
    text = " ".join(word.low for word in words)
    is_order = bool(
        {word.low for word in reading.words[:2]} & {"sort", "order"}
    )  # "sort X by age", from the least
    ranks = mark.kind == "by" and not _UPWARDS.search(text) and not is_order
    descends = ranks and _direction(reading, mark) == "+"
    descends = descends or bool(_DOWNWARDS.search(text))
    adjective = outside[0].adjective if outside else ""
    if piece is None and outside and words[0].low == "from" and reading.words[outside[0].first].low in _HIGH:
        adjective = "tall"  # "from highest to lowest", where nothing says of what
    if outside and not adjective:
        descends = outside[0].end == "+"
    counted = next((one for one in inside if one.of("label")), None)
    if piece is None and counted is not None and re.search(r"number|count|many", text):
        request.counted.append((counted, (mark.first, stop - 1)))
        request.sorts.append((None, "", not _UPWARDS.search(text) or descends))
        return
    request.sorts.append((piece, adjective, descends))


_HIGH = ("highest", "lowest")


def _first(reading: Reading, mark: Mark, request: Request) -> None:
    """ "…, most first": which way goes what is said before it, else what is shown."""
    if any(not one.measure.adjective for one in request.ranks):
        return  # "by number of wines, fewest first": `_direction` has heard it
    said = request.sorts.pop()[0] if request.sorts else None
    measure = next(one for one in reading.measures if one.first == mark.first)
    if said is None and request.counted:
        request.sorts.append((None, "", reading.words[mark.first].low not in listed("asking", "lower")))
    else:
        request.sorts.append((said, measure.adjective, measure.end == "+"))


def _end_of_order(reading: Reading, at: int) -> int:
    """Where "in ascending order" behind what things are ordered by ends, or "from oldest to newest"."""
    said = [word.low for word in reading.words[at : at + 6]]
    ends = [one.last for one in reading.measures if at < one.first < at + 6]
    if said[:1] == ["from"] and "to" in said and len(ends) == 2:
        return ends[1] + 1
    said = said[:4]
    for length in range(len(said), 0, -1):
        if _WAYS.search(said[length - 1]) or (
            said[length - 1] == "order" and _WAYS.search(" ".join(said[:length]))
        ):
            return at + length
    return at


def _says_way(reading: Reading, mark: Mark) -> bool:
    """Whether an order is only said to go up or down, or by name: "sorted by age in ascending order" is one order."""
    return mark.kind == "sorted" and reading.words[mark.last].low in ("order", "alphabetically")


def _is_order(reading: Reading, mark: Mark) -> bool:
    """Whether "ordered in" and "listed from" are followed by an order: "products ordered in 2020" are not sorted."""
    last, following = reading.words[mark.last].low, reading.words[mark.last + 1 : mark.last + 5]
    if last == "in":
        return any(word.low == "order" for word in following)
    if last == "from":
        return any(mark.last < measure.first <= mark.last + 2 for measure in reading.measures)
    return last != "sorted" or any(word.low in ("by", "from", "in") for word in following)


def _is_done_by(reading: Reading, pieces: Sequence[Piece], mark: Mark) -> bool:
    """Whether "ordered by" or "listed by" names who did it: "products ordered by customers from Berlin"."""
    words, at = reading.words, mark.last + 1
    if words[mark.last].low != "by" or words[mark.first].low not in ("ordered", "listed"):
        return False
    while at < len(words) and words[at].low in _BEFORE_DOERS:
        at += 1
    who = next((piece for piece in pieces if piece.first == at), None)
    if who is None or who.of("property"):
        return False
    is_many = words[who.last].low != words[who.last].lemma
    return bool(who.of("name", "value")) or (bool(who.of("label")) and (is_many or at > mark.last + 1))


_BEFORE_DOERS = listed("asking", "distinct") | {
    "the",
    "a",
    "an",
    "any",
    "all",
    "each",
    "every",
    "more",
    "than",
    "most",
}


def _way_behind(reading: Reading, first: int) -> tuple[Literal["+", "-"] | None, set[int]]:
    """Which end comes first by "in ascending order", from a word on, and the words that say so; None for none."""
    low = [word.low for word in reading.words]
    at = next((at for at in range(first, len(low)) if low[at] in ("ascending", "descending")), -1)
    if at < 0:
        return None, set()
    begin, last = at - (low[at - 1] == "in"), at + (low[at + 1 : at + 2] == ["order"])
    return "-" if low[at] == "ascending" else "+", {*range(begin, last + 1)}


def _direction(reading: Reading, mark: Mark) -> Literal["+", "-"]:
    """Which end "top", "bottom" or "lowest" before a phrase wants, or "fewest first" behind: the greater where nothing
    says."""
    said = {word.low for word in reading.words[: mark.first]}
    said |= {reading.words[one.first].low for one in all_by_first(reading) if one.first > mark.last}
    return "-" if said & {"bottom", "lowest", "fewest", "least", "smallest", "worst"} else "+"


def _ranked_by(reading: Reading, pieces: Sequence[Piece]) -> list[int]:
    """Where "by price" or "in terms of price" ranks: behind a number of things that are wanted."""
    names = {at for one in pieces if one.of("property") for at in range(one.first, one.last + 1)}
    said = {word.low for at, word in enumerate(reading.words) if at not in names}
    if not said & {"top", "bottom", "first", "rank", "order", "sort"}:
        return []
    begins = {piece.first for piece in pieces if piece.of("property")}
    found = []
    for at, word in enumerate(reading.words):
        following = (
            at + 1 + (at + 1 < len(reading.words) and reading.words[at + 1].low in ("the", "their", "its"))
        )
        before = reading.words[at - 1].low if at else ""
        if word.low in ("by", "of") and following in begins and (word.low == "by" or before == "terms"):
            found.append(at if word.low == "by" else at - 2)
    return found


def _from_to(reading: Reading) -> list[int]:
    """Where "from tallest to shortest" stands without "sorted"."""
    by_first = {measure.first: measure for measure in reading.measures}
    found = []
    for at, word in enumerate(reading.words):
        skip = 2 if at + 1 < len(reading.words) and reading.words[at + 1].low == "the" else 1
        begun = by_first.get(at + skip) if word.low == "from" else None
        later = {one.low for one in reading.words[begun.last + 1 :]} if begun is not None else set[str]()
        if later & _UNTIL:  # "products from the most categories" are in no order
            found.append(at)
    return found


_UNTIL = {"to", "until", "down", "up", "onwards", "downwards", "upwards"}
