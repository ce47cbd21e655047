"""Who held what is named, where that is an office: "Who was Prime Minister of X?", of a position that is called so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Omission, Selection
from motif.planners.meaning.omission import omission
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_HELD = {"was", "were", "became"}
_HOLDS = {"is", "are", "'s"}
_HOLDING = {"hold", "occupy", "fill"}
_LEADING = {"the", "a", "ever", "once"}


def who_holds_it(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """The question as one for who holds it, now or at any time; nothing for another question, and for what persons do
    not hold."""
    low = [word.low for word in reading.words]
    named = next((one for one in pieces if one.of("name")), None)
    if low[0] != "who" or named is None or named.last != reading.last:
        return
    before = [word for word in low[1 : named.first] if word not in _LEADING]
    is_perfect = before in (["has", "been"], ["have", "been"])
    if not is_perfect and (len(before) != 1 or before[0] not in _HELD | _HOLDS):
        return
    label = named.of("name")[0].labels[0]
    noun = _noun_held(vocabulary, label)
    if noun:
        name = reading.text(named.first, named.last)
        if before[0] in _HOLDS:
            yield f"Who currently holds the {noun} of {name}?"
        yield f"Who held the {noun} of {name}?"


def office_for_holder(vocabulary: Vocabulary, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "Who", where only an office is shown, which nobody is."""
    place = selection.place
    is_alone = bool(place.names) and not place.tests and not selection.asks
    if reading.words[0].low == "who" and is_alone and place.label and _noun_held(vocabulary, place.label):
        yield omission(reading, "word", 0, 0)


def _noun_held(vocabulary: Vocabulary, label: str) -> str:
    """What things of a label are called, where the only relation of persons to them says that they hold it: a position
    of "holdsPosition"; "" for others."""
    if label in vocabulary.persons or not vocabulary.labels[label].lemmas:
        return ""
    ends = [
        one
        for one in vocabulary.relations
        if label in (one.source, one.target) and {one.source, one.target} & vocabulary.persons
    ]
    kinds = {one.type for one in ends}
    spoken = vocabulary.labels[label]
    is_held = len(kinds) == 1 and not _HOLDING.isdisjoint(ends[0].words.lemmas)
    return spoken.text.lower() if is_held else ""
