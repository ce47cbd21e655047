"""What all relationships have in all, where nothing but their property is said: "sum of quantities over 10"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from motif.graphs.meaning import Aggregate, Branch, Column, Function, Meaning, Place, Selection, Value
from motif.planners.meaning.bounding import test_of
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_FUNCTIONS = frozenset(get_args(Function)) - {"count"}
_SMALL = {"what", "is", "the", "of", "all", "give", "me", "show", "compute", "calculate", "find"}

CONFIDENCE = 0.9
"""Where the one property that is called so is a relationship's: nothing else can be meant."""


def total_of_ties(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Meaning | None:
    """The meaning of such a question; None for another, and where other things have a number that is called so."""
    said = [one for one in reading.marks if one.kind in _FUNCTIONS]
    bounds = [one for one in reading.bounds if one.last == reading.last]
    last = bounds[0].first - 1 if bounds else reading.last
    piece = next((one for one in pieces if one.last == last and one.first > 0), None)
    if len(said) != 1 or len(bounds) != len(reading.bounds) or len(bounds) > 1 or piece is None:
        return None
    named = {*range(said[0].first, said[0].last + 1), *range(piece.first, last + 1)}
    others = {word.low for at, word in enumerate(reading.words[: last + 1]) if at not in named}
    one = _property(vocabulary, reading, piece)
    if one is None or not others <= _SMALL or said[0].last >= piece.first:
        return None
    ends = {(each.source, each.target) for each in vocabulary.relations if each.type == one.owner}
    source, target = min(ends) if len(ends) == 1 else (None, None)
    where = tuple(test_of(reading, one, bound, reading.span(bound.first, bound.last)) for bound in bounds)
    place = Place("n0", source, tests=(Branch((one.owner,), "out", Place("n1", target), where=where),))
    function: Function = said[0].kind  # type: ignore[assignment]
    made = Aggregate(function, Value("n1", one.name, of_relationship=True))
    return Meaning(Selection(place, (Column(f"{function} of {one.name}", made),)), confidence=CONFIDENCE)


def _property(vocabulary: Vocabulary, reading: Reading, piece: Piece) -> Property | None:
    """The one number that is called so, where relationships of one type have it and nothing else does."""
    said = tuple(stem(word.text) for word in reading.words[piece.first : piece.last + 1])
    held = [
        one
        for one in (*vocabulary.properties, *vocabulary.relation_properties)
        if one.kind == "number" and {*said} <= {*one.words.stems}
    ]
    own = {one.owner for one in vocabulary.relation_properties}
    return held[0] if len(held) == 1 and held[0].owner in own and held[0].words.stems == said else None
