"""Of which kind a thing is: "Is X a startup?" asks for its label, and not for a startup that it is joined to."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import NOWHERE, Column, Meaning, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.senses import Piece
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
