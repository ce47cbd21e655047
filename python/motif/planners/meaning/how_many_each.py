"""Things, and of how many others each: "Which banks have issued loans, and how many has each one issued?"."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Aggregate, Branch, Column, Meaning, Place, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.roles import does
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_EACH = {"each", "every", "they"}


def how_many_each(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece], asking: Asking
) -> Meaning | None:
    """The meaning of what stands before, with a column that counts those that each is joined to; None for another
    question, and where what is counted, or done, is not what joins them there."""
    low = [word.low for word in reading.words]
    at = next((at for at in range(3, len(low) - 2) if low[at : at + 2] == ["how", "many"]), 0)
    begin = at - 1 - (low[at - 1] == "for") if at else 0
    small = listed("words", "plain")
    if (
        not at
        or low[begin] != "and"
        or not _EACH & {*low[at:]}
        or any(one.first > at for one in reading.of("negation"))
    ):
        return None
    meaning = next(iter(asking(f"{reading.text(0, begin - 1).rstrip(' ,')}?")), None)
    asked = meaning.asked if meaning is not None and not meaning.omissions else None
    if meaning is None or not isinstance(asked, Selection) or not _is_plain(asked):
        return None
    counted = next((one for one in pieces if at < one.first and one.of("label")), None)
    if counted is not None and not {*low[at + 2 : counted.first]} <= small - _EACH:
        counted = None  # a verb behind them
    labels = (
        {label for sense in counted.of("label") for label in sense.labels} if counted is not None else set()
    )
    joined = [(one, branch) for one, branch in _joined(asked.place) if not labels or one.label in labels]
    if len(joined) != 1:
        return None
    place, branch = joined[0]
    inside = {*range(counted.first, counted.last + 1)} if counted is not None else set()
    root = {*words_in(asked.place.label or "").lemmas}
    said = [
        word
        for number, word in enumerate(reading.words)
        if number > at + 1 and number not in inside and word.kind == "word"
        if not {word.low, word.lemma} & (small | root)
    ]
    ways = [one for one in vocabulary.relations if one.type in branch.types]
    keys = {key for one in ways for key in own_stems(one.words)}
    keys |= {key for one in keys for key in alike_verbs(one)}
    if any(stem(word.text) not in keys and not any(does(one, word) for one in ways) for word in said):
        return None
    column = Column("count", Aggregate("count", Value(place.key), distinct=True))
    return dataclasses.replace(meaning, asked=dataclasses.replace(asked, columns=(*asked.columns, column)))


def number_for_each(reading: Reading) -> str:
    """ "For each club in X, return its name and the number of people who are members of it", or "how many people are
    members of it", as "How many people are members of each club in X?"; "" for another question.

    >>> from motif.planners.reading.marks import read
    >>> number_for_each(read("For each club in Rome, return its name and the number of people who have joined it."))
    'How many people have joined each club in Rome?'
    """
    low, last = [word.low for word in reading.words], reading.last
    comma = next((at for at, one in enumerate(low) if one == ","), 0)
    if (
        low[:2] == ["for", "each"]
        and low[comma + 1 : comma + 3] == ["how", "many"]
        and low[last] in ("it", "them")
    ):
        return f"{reading.text(comma + 1, last - 1)} each {reading.text(2, comma - 1)}?"
    number = next((at for at in range(comma, last - 2) if low[at : at + 3] == ["the", "number", "of"]), 0)
    told = low[comma + 1 : number]
    is_named = bool(comma) and {*told} <= _TOLD and {"name", "names"} & {*told}
    if low[:2] != ["for", "each"] or not number or not is_named or low[last] not in ("it", "them"):
        return ""
    who = next((at for at in range(number + 4, last) if low[at] in ("who", "that", "which")), 0)
    if not who:
        return ""
    each = reading.text(2, comma - 1)
    return f"How many {reading.text(number + 3, who - 1)} {reading.text(who + 1, last - 1)} each {each}?"


_TOLD = {
    "return",
    "give",
    "list",
    "show",
    "provide",
    "its",
    "their",
    "the",
    "name",
    "names",
    "and",
    "along",
    "with",
}


def _is_plain(asked: Selection) -> bool:
    """Whether things are asked for, and neither numbers of them nor the first few in an order."""
    made = any(isinstance(one.value, Aggregate) for one in asked.columns)
    return not made and not asked.asks and not asked.having and asked.limit is None and asked.per is None


def _joined(place: Place) -> Iterator[tuple[Place, Branch]]:
    """The places that one is directly joined to, each with what joins it; none that has a name."""
    for test in place.tests:
        if isinstance(test, Branch) and test.count is None and not test.optional and not test.place.names:
            yield test.place, test
