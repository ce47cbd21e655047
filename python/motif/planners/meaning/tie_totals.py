"""What all relationships have in all, where nothing but their property is said: "sum of quantities over 10"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from motif.graphs.meaning import Aggregate, Branch, Column, Function, Meaning, Place, Selection, Value
from motif.planners.meaning.bound_tests import test_of
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_FUNCTIONS = frozenset(get_args(Function)) - {"count"}
_SMALL = {"what", "is", "the", "of", "all", "give", "me", "show", "compute", "calculate", "find"}
_EACH = {"per", "each", "every"}

CONFIDENCE = 0.9
"""Where the one property that is called so is a relationship's: nothing else can be meant."""


def total_of_ties(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Meaning | None:
    """The meaning of such a question; None for another, and where other things have a number that is called so.

    What the relationships are may be said too: "the average loan fee", "the average number of notes per review".
    """
    said = [one for one in reading.marks if one.kind in _FUNCTIONS]
    bounds = [one for one in reading.bounds if one.last == reading.last]
    last = bounds[0].first - 1 if bounds else reading.last
    if len(said) != 1 or len(bounds) != len(reading.bounds) or len(bounds) > 1:
        return None
    told = [(piece, _property(vocabulary, reading, piece)) for piece in pieces if said[0].last < piece.first]
    held = [(piece, one) for piece, one in told if one is not None]
    if len(held) != 1 or (bounds and held[0][0].last != last):
        return None
    piece, one = held[0]
    named = {*range(said[0].first, said[0].last + 1), *range(piece.first, piece.last + 1)}
    is_each = any(word.low in _EACH for word in reading.words) and said[0].kind not in ("average", "median")
    if is_each or not all(at in named or _is_small(reading, at, one) for at in range(last + 1)):
        return None
    ends = {(each.source, each.target) for each in vocabulary.relations if each.type == one.owner}
    source, target = min(ends) if len(ends) == 1 else (None, None)
    where = tuple(test_of(reading, one, bound, reading.span(bound.first, bound.last)) for bound in bounds)
    place = Place("n0", source, tests=(Branch((one.owner,), "out", Place("n1", target), where=where),))
    function: Function = said[0].kind  # type: ignore[assignment]
    made = Aggregate(function, Value("n1", one.name, of_relationship=True))
    return Meaning(Selection(place, (Column(f"{function} of {one.name}", made),)), confidence=CONFIDENCE)


def _is_small(reading: Reading, at: int, one: Property) -> bool:
    """Whether a word says nothing, or no more than which relationships have the number."""
    low = [word.low for word in reading.words]
    if low[at] in _EACH:
        return at + 1 < len(low) and _says_type(reading, at + 1, one)
    is_number = low[at] in listed("asking", "quantity") and low[at + 1 : at + 2] == ["of"]
    return low[at] in _SMALL or is_number or _says_type(reading, at, one)


def _says_type(reading: Reading, at: int, one: Property) -> bool:
    """Whether a word says the relationships: "loan" of LENT_TO, "rental" of RENTED."""
    key, own = stem(reading.words[at].text), own_stems(words_in(one.owner))
    noun = key.removesuffix("al")
    return any(part in (key, noun) or key in alike_verbs(part) for part in own)


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
