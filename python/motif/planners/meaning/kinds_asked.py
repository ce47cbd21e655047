"""Of which kind a thing is, "Is X a startup?", which asks for its label and not for a startup that it is joined to; of
two values the one it has, and where somebody was born."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import NOWHERE, Column, Meaning, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading


def is_of_kind(reading: Reading, pieces: Sequence[Piece], asking: Asking) -> Meaning | None:
    """The meaning of "Is X a startup?": whether there is a startup called X; None for another question."""
    words = [word.low for word in reading.words]
    last = len(words) - 1 - (words[-1:] == ["?"])
    if words[0] not in ("is", "was") or len(pieces) != 2 or words[last - 1] not in ("a", "an"):
        return None
    named, kind = pieces
    senses = [one for one in kind.senses if one.kind == "label" and one.score == 1 and not one.is_role]
    is_whole = named.first in (1, 2) and named.last == last - 2 and (kind.first, kind.last) == (last, last)
    if not is_whole or not named.of("name") or len(senses) != 1 or kind.of("name", "value", "property"):
        return None
    said = reading.question[reading.words[named.first].start : reading.words[named.last].end]
    meaning = next(iter(asking(f"What is {said}?")), None)
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    place = dataclasses.replace(meaning.asked.place, label=senses[0].labels[0], span=NOWHERE)
    if not place.names or place.tests:
        return None
    asked = Selection(place, (Column("answer", Value(place.key)),), asks=True)
    return dataclasses.replace(meaning, asked=asked)


def which_value(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is X left-handed or right-handed?" as "What is the handedness of X?"; "" for another question."""
    low = [word.low for word in reading.words]
    named, values = pieces[0] if pieces else None, pieces[1:]
    if named is None or low[0] not in ("is", "was") or len(values) != 2 or not named.of("name"):
        return ""
    first, second = values
    between = low[first.last + 1 : second.first]
    told = {one.property for one in first.of("value")} & {one.property for one in second.of("value")}
    is_whole = named.first in (1, 2) and first.first <= named.last + 2 and second.last == reading.last
    if len(told) != 1 or not is_whole or between not in (["or"], ["or", "a"], ["or", "an"], [",", "or"]):
        return ""
    said = reading.question[slice(*reading.span(named.first, named.last))]
    return f"What is the {words_in(told.pop()).text} of {said}?"


def had_as(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Which firms does X own as subsidiaries?" as "Which firms are subsidiaries of X?"; "" for another question."""
    low, last = [word.low for word in reading.words], reading.last
    owner = next((one for one in pieces if one.of("name") and one.last == last - 3), None)
    if owner is None or low[0] not in ("which", "what", "who") or low[last - 1] != "as":
        return ""
    helping = owner.first - 1 - (low[owner.first - 1] == "the")
    if helping < 1 or low[helping] not in ("do", "does", "did") or low[last - 2] not in _HAVING:
        return ""
    named = reading.text(owner.first, owner.last)
    return f"{reading.text(0, helping - 1)} are {reading.text(last, last)} of {named}?"


_HAVING = ("have", "own", "hold", "count", "name", "use", "list")


def whose_value_it_is(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is Ada the mayor of X?", "Is Ada X's mayor?" as "Is the mayor of X Ada?", where mayors are values; "" for any
    other question."""
    low = [word.low for word in reading.words]
    said = next((one for one in pieces if one.of("property") and not one.of("label")), None)
    if said is None or low[0] not in ("is", "was", "are", "were") or said.first < 3:
        return ""
    named = [one for one in pieces if one.of("name")]
    if low[said.first - 1] == "the":
        end, owner = said.first - 2, next((one for one in named if one.last == reading.last), None)
        is_of = low[said.last + 1 : said.last + 2] == ["of"]
        is_owned = owner is not None and low[said.last + 2 : owner.first] in ([], ["the"])
    else:
        owner = next((one for one in named if one.last == said.first - 2), None)
        end, is_of = (owner.first - 1 if owner is not None else 0), low[said.first - 1] == "'s"
        is_owned = said.last == reading.last
    if owner is None or not is_of or not is_owned or end < 1:
        return ""
    is_was, property_said = reading.words[0].text, reading.text(said.first, said.last)
    return f"{is_was} the {property_said} of {reading.text(owner.first, owner.last)} {reading.text(1, end)}?"


def where_born(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "What is X's birthplace?" as "Where was X born?", where no property but a relation tells; "" for another."""
    low, named = [word.low for word in reading.words], pieces[-1] if pieces else None
    is_asked = "birthplace" in low or " ".join(low).find("place of birth") >= 0
    held = [
        one
        for one in vocabulary.properties
        if {"place"} <= {*one.words.lemmas} or "birthplace" in one.words.text
    ]
    is_told = any("born" in one.words.text.split() for one in vocabulary.kinds)
    names = [one for one in pieces if one.of("name")]
    if (
        not is_asked
        or held
        or not is_told
        or len(names) != 1
        or named is None
        or len(low) > _SHORT + len(pieces)
    ):
        return ""
    return f"Where was {reading.question[slice(*reading.span(names[0].first, names[0].last))]} born?"


_SHORT = 8
