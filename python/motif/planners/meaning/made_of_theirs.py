"""What is made of what each thing has: "customers with the total freight of their orders", "their latest order"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from motif.graphs.meaning import Aggregate, Omission, Selection, Value
from motif.planners.meaning.omission import omission
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Mark, Reading

_FUNCTIONS = ("average", "median", "sum", "max", "min")
_THEIR = {"their", "its", "his", "her"}
_EACH = {"each", "every"}
_BESIDE = {"with", "and", "along", "together", "plus", "including", ","}
_OPENING = listed("asking", "opening") | listed("asking", "telling_to") | {"all", "name", "return"} | _EACH
_LATEST = {
    "latest": "maximum",
    "last": "maximum",
    "newest": "maximum",
    "first": "minimum",
    "earliest": "minimum",
}


def function_of_theirs(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Customers and the total freight of their orders" as "the total freight of orders per customer"; "" for another
    question, and where things have themselves what it is made of."""
    low, mark = [word.low for word in reading.words], _functions(reading)
    things = _things(reading, pieces)
    if not mark or things is None or reading.of("count"):
        return ""
    begin, end = mark[0].first, mark[-1].last
    if low[0] == "for" and "," in low[things.last + 1 : begin]:
        return ""  # "for each customer, the total freight" is read as it stands
    about = next((one for one in pieces if one.first in (end, end + 1) and one.of("property")), None)
    if about is None or any(_is_own(things, sense.labels) for sense in about.of("property")):
        return ""
    whose = _whose(reading, pieces, about.last + 1)
    before = begin - (low[begin - 1] in _THEIR)
    if whose is None or not _is_each(reading, things, before, whose):
        return ""
    each = _each_of(reading, pieces, things, before)
    said = reading.text(begin, about.last)
    return f"{said} of {whose} per {each}?" if whose and each else f"{said} per {each}?" if each else ""


def first_of_theirs(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Suppliers with their cheapest product" as "the cheapest product of each supplier", "customers and the date of
    their latest order" as "the maximum date of orders per customer"; "" for another question."""
    low, things = [word.low for word in reading.words], _things(reading, pieces)
    first = next(
        (one for one in reading.measures if one.form == "superlative" and low[one.first - 1] in _THEIR), None
    )
    first_at = first.first if first is not None else _first_at(reading)
    last_at = first.last if first is not None else first_at
    if things is None or first_at <= things.last + 1:
        return ""
    of = next((one for one in pieces if one.first == last_at + 1 and one.of("label")), None)
    if (of.last if of is not None else last_at + 1) != reading.last:
        return ""
    before, what = first_at - 1, reading.text(last_at + 1, reading.last)
    timed = next((one for one in pieces if one.last == before - 2 and one.of("property")), None)
    if timed is None or low[before - 1] != "of":
        each = _each_of(reading, pieces, things, before)
        return f"the {reading.text(first_at, last_at)} {what} of each {each}" if each else ""
    function = _LATEST.get(reading.words[last_at].low, "")
    before = timed.first - (low[timed.first - 1] == "the")
    each = _each_of(reading, pieces, things, before)
    is_time = reading.words[timed.last].lemma in ("date", "time", "day", "year")
    said = reading.text(timed.first, timed.last)
    return f"the {function} {said} of {what} per {each}" if function and is_time and each else ""


def unmade_of_theirs(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """Functions and firsts of what each thing has, where all of it is shown or the first of all: of "suppliers with the
    average price of their products" each price, of "each supplier with its cheapest product" but one supplier."""
    root = selection.place
    if root.names or selection.asks:
        return
    shown = [one.value for one in selection.columns]
    if not any(isinstance(one, Aggregate) for one in shown) and not selection.having:
        others = [one for one in shown if isinstance(one, Value) and one.place != root.key and one.property]
        stems = {key for one in others for key in words_in(one.property or "").stems}
        for mark in (one for kind in _FUNCTIONS for one in reading.of(kind)):
            said = {stem(word.text) for word in reading.words[mark.last + 1 : mark.last + 4]}
            if said & stems and not {stem(reading.words[mark.last].text)} & stems:
                yield omission(reading, "aggregate", mark.first, mark.last)
    yield from _first_of_all(reading, selection)


def _first_of_all(reading: Reading, selection: Selection) -> Iterator[Omission]:
    """Firsts that are theirs, where there is none for each of them: the first of all, or no first at all."""
    shown = [one.value for one in selection.columns]
    named = {
        part
        for one in shown
        if isinstance(one, Value)
        for part in words_in(one.property or "").text.lower().split()
    }
    is_made = any(isinstance(one, Aggregate) and one.function in ("max", "min") for one in shown)
    if selection.per is not None or (is_made and selection.limit is None):
        return
    is_first = any(one.foremost is not None for one in selection.place.bound())
    firsts = [(one.first, one.last) for one in reading.measures if one.form == "superlative"]
    firsts += [(at, at) for at, word in enumerate(reading.words) if at and word.low in _LATEST]
    for first, last in dict.fromkeys(firsts):
        is_theirs = (
            first > 1 and reading.words[first - 1].low in _THEIR and reading.words[first].low not in named
        )
        if is_theirs or (is_first and selection.limit is None and _is_of_each(reading, first)):
            yield omission(reading, "rank", first, last)


def _functions(reading: Reading) -> list[Mark]:
    """The functions that are said one behind another, "minimum and maximum"; none for none or for others beside."""
    marks = sorted((one for kind in _FUNCTIONS for one in reading.of(kind)), key=lambda one: one.first)
    low = [word.low for word in reading.words]
    joined = all(
        {*low[one.last + 1 : other.first]} <= {"and", "the", ",", "&"} for one, other in pairwise(marks)
    )
    return marks if joined else []


def _first_at(reading: Reading) -> int:
    low = [word.low for word in reading.words]
    return next((at for at in range(2, len(low)) if low[at - 1] in _THEIR and low[at] in _LATEST), 0)


def _things(reading: Reading, pieces: Sequence[Piece]) -> Piece | None:
    """The label that the question begins with, behind words of asking and of what kind they are; or the plural noun
    for who does something: "directors"."""
    things = next((one for one in pieces if one.of("label")), None)
    said = {at for one in pieces if one.of("value") for at in range(one.first, one.last + 1)}
    opened = _OPENING | {"for"}
    begin = next((at for at, one in enumerate(reading.words) if one.low not in opened and at not in said), 0)
    if things is not None and things.first <= begin:
        return things if things.first == begin else None
    word = reading.words[begin]
    is_noun = word.kind == "word" and word.low not in (word.lemma, *_LATEST) and begin < reading.last
    return (
        Piece(begin, begin, ())
        if is_noun and not any(one.first <= begin <= one.last for one in pieces)
        else None
    )


def _is_own(things: Piece, owners: Sequence[str] | frozenset[str]) -> bool:
    return bool({label for one in things.of("label") for label in one.labels} & {*owners})


def _whose(reading: Reading, pieces: Sequence[Piece], at: int) -> str | None:
    """What has it, behind "of their", which ends the question; "" where that is not said, None where more is said."""
    low = [word.low for word in reading.words]
    if at > reading.last:
        return ""
    if low[at] not in ("of", "for", "on", "from", "across"):
        return None
    begin = at + 1 + (low[at + 1 : at + 2] == ["all"])
    begin += low[begin : begin + 1] in (["the"], *([one] for one in _THEIR))
    of = next((one for one in pieces if one.first == begin and one.of("label")), None)
    return reading.text(of.first, of.last) if of is not None and of.last == reading.last else None


def _is_each(reading: Reading, things: Piece, before: int, whose: str) -> bool:
    """Whether it is told of each of the things: said to be theirs, or of each."""
    low = [word.low for word in reading.words]
    theirs = bool(_THEIR & {*low[before:]}) or bool(_EACH & {*low[: things.first]})
    many = low[things.last] != reading.words[things.last].lemma
    return theirs or (many and not whose and bool({"with", "and"} & {*low[things.last : before]}))


def _each_of(reading: Reading, pieces: Sequence[Piece], things: Piece, before: int) -> str:
    """The things with what narrows them, in the singular; "" where nothing joins them to what stands there."""
    low, begin = [word.low for word in reading.words], things.first
    while (
        kind := next((one for one in pieces if one.last == begin - 1 and one.of("value")), None)
    ) is not None:
        begin = kind.first
    end = before - 1
    while end > things.last and (low[end] in _BESIDE or low[end] in _OPENING):
        end -= 1
    is_for_each = low[0] == "for" and low[1:2] and low[1] in _EACH
    joined = {*low[end + 1 : before]} & (_BESIDE - {","}) or (is_for_each and end < before)
    beside = [one for one in pieces if things.last < one.first <= end and one.of("property")]
    if not joined or any(not one.of("value", "name") for one in beside):
        return ""
    one = f"{reading.text(begin, things.last - 1)} " if begin < things.last else ""
    more = f" {reading.text(things.last + 1, end)}" if end > things.last else ""
    return f"{one}{reading.words[things.last].lemma}{more}"


def _is_of_each(reading: Reading, at: int) -> bool:
    """Whether "each" or "every" stands before a first, or "of each" behind it."""
    return any(reading.words[mark.last].low in _EACH and mark.last < at for mark in reading.of("each"))
