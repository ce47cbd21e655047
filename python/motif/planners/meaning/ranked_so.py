"""Whether what is named comes first: "Is X the oldest club?", "Does X have the most members?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import (
    Aggregate,
    Branch,
    Column,
    Condition,
    Meaning,
    Operator,
    Order,
    Place,
    Selection,
    Value,
)
from motif.graphs.projection import Projection
from motif.planners.english import BEING, DOING
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def whether_first(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """Which comes first is read as if it were asked for; whether that is what is named, its value tells.

    That value is the projection's, as a number in the meaning. None for another question, and where it is not read.
    """
    named = next((one for one in pieces if one.first in (1, 2) and one.of("name")), None)
    if named is None or not any(one.form == "superlative" for one in reading.measures):
        return None
    labels = [label for sense in named.of("name") for label in sense.labels if label in vocabulary.labels]
    question = _which_is_first(vocabulary, reading, named, labels)
    meaning = next(iter(asking(question)), None) if question else None
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    asked = meaning.asked
    texts = [one.texts for one in named.of("name") if asked.place.label in one.labels]
    if not texts or not _is_plain(asked):
        return None
    place = _as_good(vocabulary.projection, asked)
    if place is None:
        return None
    place = dataclasses.replace(place, names=texts[0], span=reading.span(named.first, named.last))
    column = Column("answer", Value(place.key))
    return Meaning(Selection(place, (column,), asks=True), (), meaning.confidence)


def _which_is_first(vocabulary: Vocabulary, reading: Reading, named: Piece, labels: Sequence[str]) -> str:
    """The question for which comes first; "" for another question."""
    low, rest = [word.low for word in reading.words], reading.text(named.last + 1, reading.last)
    if not labels or (named.first == 2 and low[1] != "the"):
        return ""
    kind = vocabulary.labels[labels[0]].text.lower()
    if low[0] in BEING and (among := _among(reading, named.last + 1)) is not None:
        return f"What are {reading.text(among, reading.last)}?"
    if low[0] in BEING:
        is_whole = low[named.last + 1 : named.last + 2] in (["the"], ["a"], ["an"], ["one"])
        return f"What is {rest}?" if is_whole else f"Which {kind} is {rest}?"
    if low[0] in DOING:
        return f"Which {kind} {rest}?"
    return f"Which {kind} {low[0]} {rest}?" if low[0] in ("has", "have", "had") else ""


def _among(reading: Reading, at: int) -> int | None:
    """Where what it is said to be one of begins: "one of the three oldest"; None for no such words."""
    low = [word.low for word in reading.words[at : at + 2]]
    return at + len(low) - (low != ["one", "of"]) if low in (["one", "of"], ["among", "the"]) else None


def _is_plain(asked: Selection) -> bool:
    is_cut = len(asked.order) == 1 and asked.limit is not None and not asked.having
    return (
        is_cut
        and not asked.asks
        and asked.per is None
        and asked.over is None
        and asked.place.foremost is None
    )


def _as_good(projection: Projection, asked: Selection) -> Place | None:
    """What comes no later than the last of those that come first; None where no test says that."""
    [order], place = asked.order, asked.place
    found = _last_value(projection, asked, order)
    if found is None:
        return None
    operator: Operator = "=" if asked.skip else ">=" if order.descending else "<="
    if isinstance(order.by, Value):
        is_own = order.by.place == place.key and order.by.property is not None and order.by.part == "whole"
        said = "the value of the first" if not asked.skip else "the value there"
        test = Condition(order.by.property or "", operator, found, said=said)
        return dataclasses.replace(place, tests=(*place.tests, test)) if is_own else None
    if order.by.function != "count":
        return None
    tests = list(place.tests)
    for at, one in enumerate(tests):
        is_counted = isinstance(one, Branch) and one.place.key == order.by.of.place and one.count is None
        if isinstance(one, Branch) and is_counted:
            tests[at] = dataclasses.replace(one, count=(operator, float(found)))
            return dataclasses.replace(place, tests=tuple(tests))
    return None


def _last_value(projection: Projection, asked: Selection, order: Order) -> Any:
    """By what the last of those that come first is ordered; None where nothing is."""
    key = Column("node", Value(asked.place.key))
    ranked = dataclasses.replace(asked, columns=(key, Column("by", order.by)), with_ties=False)
    rows = answer_meaning(MeaningGraph(projection), Meaning(ranked)).rows
    is_number = isinstance(order.by, Aggregate)
    last = rows[-1][1] if rows and len(rows) == asked.limit else None
    return last if not is_number or isinstance(last, (int, float)) else None


def ranked_by_it(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "the 3 most expensive drugs by unit price" without its end, where the order is by that; None for
    another question."""
    end = pieces[-1] if pieces and pieces[-1].last == reading.last else None
    graded = [one for one in reading.measures if one.adjective and one.form == "superlative"]
    is_by = end is not None and bool(end.of("property")) and reading.words[end.first - 1].low == "by"
    if end is None or not is_by or len(graded) != 1 or graded[0].last >= end.first - 2:
        return None
    meaning = next(iter(asking(f"{reading.text(0, end.first - 2)}?")), None)
    asked = meaning.asked if meaning is not None and not meaning.omissions else None
    if not isinstance(asked, Selection) or len(asked.order) != 1 or not isinstance(asked.order[0].by, Value):
        return None
    return meaning if asked.order[0].by.property in {one.property for one in end.of("property")} else None
