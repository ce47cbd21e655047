"""What was not done to things, in one word before them: "unanswered questions", "the unassigned tickets"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Branch, Meaning, Not, Place, Selection
from motif.planners.meaning.request import Asking
from motif.planners.meaning.roles import is_mutual
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_UN = "un"
_SHORTEST = 4


def not_done(
    vocabulary: Vocabulary,
    reading: Reading,
    pieces: Sequence[Piece],
    asking: Asking,
) -> Meaning | None:
    """The meaning without the word, of such things only; None where there is no such word, or it is not read."""
    found = _denied(vocabulary, reading, pieces)
    if found is None:
        return None
    at, noun, branch = found
    word = reading.words[at]
    blank = " " * (word.end - word.start)
    meaning = next(
        iter(asking(f"{reading.question[: word.start]}{blank}{reading.question[word.end :]}")), None
    )
    if meaning is None or meaning.omissions or not isinstance(meaning.asked, Selection):
        return None
    start, _ = reading.span(noun.first, noun.last)
    own = [one for one in meaning.asked.place.bound() if one.label and one.span[0] == start and one.span[1]]
    if len(own) != 1:
        return None

    def denied(place: Place) -> Place:
        is_own = place.key == own[0].key
        return dataclasses.replace(place, tests=(*place.tests, Not(branch))) if is_own else place

    place = mapped(meaning.asked.place, denied)
    return dataclasses.replace(meaning, asked=dataclasses.replace(meaning.asked, place=place))


def _denied(
    vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]
) -> tuple[int, Piece, Branch] | None:
    """Where the word stands, the noun behind it, and the relation that its things have not."""
    labels = {piece.first: piece for piece in pieces if piece.of("label")}
    known = {at for piece in pieces for at in range(piece.first, piece.last + 1)}
    for at, word in enumerate(reading.words[:-1]):
        verb = word.low.removeprefix(_UN).lstrip("-")
        is_denied = word.low.startswith(_UN) and verb.endswith(("ed", "en")) and len(verb) >= _SHORTEST
        if is_denied and at not in known and at + 1 in labels:
            noun = labels[at + 1]
            label = noun.of("label")[0].labels[0]
            ends = {
                (one.type, one.words.lemmas[-1] == "by", one.source, one.target)
                for one in vocabulary.relations
                if stem(verb) in one.words.stems
            }
            passive = [(kind, far) for kind, by, near, far in sorted(ends) if by and near == label]
            active = [(kind, near) for kind, by, near, far in sorted(ends) if not by and far == label]
            kinds = {kind for kind, _ in (*passive, *active)}
            if len(kinds) == 1:
                fars = {far for _, far in (*passive, *active)}
                other = Place("not done", fars.pop() if len(fars) == 1 else None)
                span, kind = (word.start, word.end), kinds.pop()
                mutual = any(one.type == kind and is_mutual(one) for one in vocabulary.relations)
                return (
                    at,
                    noun,
                    Branch((kind,), "both" if mutual else "out" if passive else "in", other, span=span),
                )
    return None
