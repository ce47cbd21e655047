"""What a named thing is said to be, and is: "Is Lyon a city in France?" asks of Lyon, and of no other city."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Omission
from motif.planners.english import BEING
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.omission import omission
from motif.planners.meaning.senses import Anchor, Piece
from motif.planners.reading.marks import Reading

_ONE_OF = (("one", "of", "the"), ("one", "of"), ("among", "the"), ("a",), ("an",))


def without_own_kind(reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Is Lyon a city in France?" as "Is Lyon in France?", "a city with two rivers" as what it has; "" for another
    question."""
    said = _own_kind(reading, pieces)
    if said is None or said[1] >= reading.last:
        return ""
    first, last = said
    if reading.words[last + 1].low in ("with", "having"):
        return f"Does {reading.text(1, first - 1)} have {reading.text(last + 2, reading.last)}?"
    return reading.instead(first, last, "")


def taken_for_another(reading: Reading, anchors: Sequence[Anchor], draft: Draft) -> Iterator[Omission]:
    """The kind of what is named, where it became another thing that the named one is joined to."""
    said = _own_kind(reading, anchors)
    if said is not None and any(said[0] <= spot.at <= said[1] for spot in draft.spots):
        yield omission(reading, "relation", said[1], said[1])


def _own_kind(reading: Reading, pieces: Sequence[Piece | Anchor]) -> tuple[int, int] | None:
    """The first and the last word of what a name is said to be that stands before it, and is."""
    low = [word.low for word in reading.words]
    if not low or low[0] not in BEING:
        return None
    named = next((one for one in pieces if _labels(one, "name")), None)
    if named is None or named.first != 1 + (low[1:2] == ["the"]):
        return None
    begin = named.last + 1
    phrase = next((one for one in _ONE_OF if tuple(low[begin : begin + len(one)]) == one), ())
    kind = next((one for one in pieces if phrase and one.first == begin + len(phrase)), None)
    if kind is None:
        return None
    own, called = _labels(named, "name"), _labels(kind, "label")
    return (begin, kind.last) if own & called else None


def _labels(one: Piece | Anchor, kind: str) -> set[str]:
    return {label for sense in one.senses if sense.kind == kind for label in sense.labels}
