"""What several named things of a kind have: "the depth and age of Long Mere and Black Tarn", and of all the sum."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import pairwise

from motif.graphs.meaning import Aggregate, Column, Meaning, Place, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.reading.marks import Reading

_JOINS = {"and", ",", "&", "the"}
_CHOOSING = {"or", "more", "less", "better", "worse", "between"}
_MOST = 6
"""Names that one question lists, at most."""


def of_those_named(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The table of what each of several named things has, or the one number that is made of theirs; None for another
    question, and where what is asked of one of them is more than its properties."""
    run = _run_of_names(reading, pieces)
    if len(run) < 2 or any(one.form == "comparative" for one in reading.measures):
        return None
    if reading.of("difference") or reading.of("same") or any(one.low in _CHOOSING for one in reading.words):
        return None
    before = reading.question[: reading.words[run[0].first].start]
    behind = reading.question[reading.words[run[-1].last].end :]
    if reading.words[0].low == "compare":
        before = before[len("compare") :].lstrip()
    found = [next(iter(asking(f"{before}{reading.text(one.first, one.last)}{behind}")), None) for one in run]
    told = [one for one in found if one is not None and not one.omissions and _is_of_its_own(one)]
    shapes = {_shape(one) for one in told}
    if len(told) < len(run) or len(shapes) > 1:
        return None
    first = told[0].asked
    assert isinstance(first, Selection)
    names = tuple(name for one in told for name in _place(one).names)
    place = dataclasses.replace(first.place, names=names)
    is_made = any(isinstance(one.value, Aggregate) for one in first.columns)
    label = Column((place.label or "thing").lower(), Value(place.key))
    columns = first.columns if is_made else (label, *first.columns)
    return Meaning(
        dataclasses.replace(first, place=place, columns=columns), (), min(one.confidence for one in told)
    )


def _run_of_names(reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """All names of a question, where they stand in one list and are those of one kind of thing; else none."""
    named = [one for one in pieces if one.of("name")]
    if not 1 < len(named) <= _MOST:
        return []
    labels = set.intersection(
        *({label for sense in one.of("name") for label in sense.labels} for one in named)
    )
    for one, other in pairwise(named):
        between = {word.low for word in reading.words[one.last + 1 : other.first]}
        if not between or not between <= _JOINS:
            return []
    return named if labels else []


def _place(meaning: Meaning) -> Place:
    assert isinstance(meaning.asked, Selection)
    return meaning.asked.place


def _is_of_its_own(meaning: Meaning) -> bool:
    """Whether only properties of the one thing that is named are asked for, or what is made of one."""
    asked = meaning.asked
    if not isinstance(asked, Selection) or asked.asks or asked.share is not None or asked.having:
        return False
    shown = [one.value for one in asked.columns]
    made = [one for one in shown if isinstance(one, Aggregate)]
    of = [one.of if isinstance(one, Aggregate) else one for one in shown]
    is_own = all(one.place == asked.place.key and one.property and not one.of_relationship for one in of)
    is_summed = len(made) == len(shown) == 1 and made[0].function != "count"
    return bool(asked.place.names) and not asked.place.tests and is_own and (not made or is_summed)


def _shape(meaning: Meaning) -> object:
    """What is asked of a thing, whatever it is called."""
    asked = meaning.asked
    assert isinstance(asked, Selection)
    values = [one.value.of if isinstance(one.value, Aggregate) else one.value for one in asked.columns]
    made = [one.value.function if isinstance(one.value, Aggregate) else "" for one in asked.columns]
    return asked.place.label, tuple(made), tuple((one.property, one.part, one.each) for one in values)
