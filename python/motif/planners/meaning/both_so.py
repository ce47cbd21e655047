"""Yes or no of two things or of several: "Are X and Y both red?", "Are there at least 3 clubs in X?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Aggregate, Column, Comparison, Having, Meaning, Place, Selection, Value
from motif.planners.english import AUXILIARIES
from motif.planners.meaning.contrasting import one_number, with_other_keys
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.reading.marks import Reading

_SINGULAR = {"are": "is", "were": "was", "do": "does", "have": "has"}


def whether_both(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Are X and Y both red?", "Do both X and Y have members?": whether two of the two are so.

    It is asked of X alone, and what is meant is meant of both. None for another question, and where that is not read.
    """
    low = [word.low for word in reading.words]
    both = [one.first for one in reading.of("both")]
    named = [one for one in pieces if one.of("name")][:2]
    if low[0] not in AUXILIARIES or not both or len(named) != 2:
        return None
    first, second = named
    is_joined = low[first.last + 1 : second.first] in (["and"], ["and", "the"]) and first.first <= 3
    if not is_joined or both[0] not in (1, second.last + 1):
        return None
    begin, end = second.last + 1 + (both[0] == second.last + 1), reading.last
    own = {label for one in first.of("name") for label in one.labels}
    kind = next((one for one in pieces if one.last == end and one.of("label")), None)
    if (
        kind is not None
        and begin < kind.first
        and own & {at for one in kind.of("label") for at in one.labels}
    ):
        end = kind.first - 1  # "are both X and Y rock bands?"
    if begin > end:
        return None
    helping, name = _SINGULAR.get(low[0], low[0]), reading.text(first.first, first.last)
    meaning = next(iter(asking(f"{helping} {name} {reading.text(begin, end)}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    asked = _both(meaning.asked, first, second, reading.text(begin, reading.last))
    return None if asked is None else Meaning(asked, (), meaning.confidence)


def _both(asked: Selection, first: Piece, second: Piece, said: str) -> Comparison | None:
    """How many of the two are so, and how many they are."""
    if not asked.asks or asked.having:
        return None
    found = [one for one in asked.place.bound() if _is_called(one, first)]
    texts = [sense.texts for sense in second.of("name") if found and found[0].label in sense.labels]
    if len(found) != 1 or not texts:
        return None
    [own] = found
    names = (*own.names, *texts[0])
    place = mapped(
        asked.place, lambda one: dataclasses.replace(one, names=names) if one.key == own.key else one
    )
    column = (Column("count", Aggregate("count", Value(own.key), distinct=True)),)
    some, every = Selection(place, column), Selection(Place(own.key, own.label, names), column)
    places = Place("one", None, (said,)), Place("another", None, ("both",))
    return Comparison("same", *places, None, numbers=(some, with_other_keys(every)))


def _is_called(place: Place, named: Piece) -> bool:
    return any(place.names == one.texts and place.label in one.labels for one in named.of("name"))


def in_the_same(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Do X and Y play for the same club?" as "Is there a club that both X and Y play for?"; "" for another."""
    low = [word.low for word in reading.words]
    same = next((one for one in reading.of("same") if low[one.first : one.last + 1] == ["the", "same"]), None)
    named = [one for one in pieces if one.of("name")][:2]
    if low[0] not in AUXILIARIES or same is None or len(named) != 2:
        return ""
    first, second = named
    thing = next((one for one in pieces if one.first == same.last + 1 and one.of("label")), None)
    is_joined = low[first.last + 1 : second.first] in (["and"], ["and", "the"]) and first.first <= 3
    if thing is None or thing.of("property") or thing.last != reading.last or not is_joined:
        return ""
    both = reading.text(first.first, second.last)
    done = reading.text(second.last + 1, same.first - 1)
    helping = f"{low[0]} " if low[0] in ("are", "were", "have", "is", "was") else ""
    return f"Is there a {reading.text(thing.first, thing.last)} that both {both} {helping}{done}?"


def whether_so_many(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Are there at least 3 clubs in X?": whether there are as many; None for another question."""
    low = [word.low for word in reading.words]
    bound = next((one for one in reading.bounds if one.first == 2), None)
    if low[0] not in ("are", "were", "is") or low[1:2] != ["there"] or bound is None:
        return None
    at = max(bound.last, bound.number.last) + 1
    if bound.upper is not None or not any(one.first == at and one.of("label") for one in pieces):
        return None
    found = one_number(asking(f"How many {reading.text(at, reading.last)} are there?"))
    if found is None or found[0].omissions or not isinstance(bound.number.value, (int, float)):
        return None
    meaning, asked = found
    counted = asked.columns[0].value
    if not isinstance(counted, Aggregate) or counted.function != "count":
        return None
    is_just = bound.operator == "=" and not {"exactly", "precisely", "just"} & {*low}
    having = Having(counted, ">=" if is_just else bound.operator, float(bound.number.value))
    return Meaning(dataclasses.replace(asked, asks=True, having=(having,)), (), meaning.confidence)
