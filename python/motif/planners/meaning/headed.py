"""Nouns that only say of what kind the one behind them is: "product categories", "the room rate"."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.marks import Reading

_OWN = 0.9
"""How surely a word says a property of the noun before it whose name has the word."""


def headed(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, in which a label in the singular before one that it is joined to is no thing of its own: "product
    categories"."""
    kept: list[Piece] = []
    for piece in pieces:
        noun = kept[-1] if kept else None
        is_many = reading.words[piece.last].low != reading.words[piece.last].lemma
        if (
            noun is not None
            and _is_before(reading, noun, piece)
            and is_many
            and _is_pair(vocabulary, noun, piece)
        ):
            kept[-1] = dataclasses.replace(piece, first=noun.first, senses=piece.senses[:1])
        else:
            kept.append(piece)
    return kept


def of_their_noun(reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, in which a property behind a label in the singular is that of the label, where its name has the very
    word: "the room rate" is a room's nightly rate and no rating of a hotel."""
    found = list(pieces)
    for at, (noun, piece) in enumerate(itertools.pairwise(pieces), 1):
        said = piece.of("property")
        if len(said) < 2 or len(said) < len(piece.senses) or not _is_before(reading, noun, piece):
            continue
        owners = {label for one in noun.of("label") for label in one.labels}
        word = reading.words[piece.last].low
        exact = [one for one in said if word in words_in(one.property).text.lower().split()]
        if exact and all(owners & {*one.labels} for one in exact):
            own = tuple(dataclasses.replace(one, score=max(one.score, _OWN)) for one in exact)
            found[at] = dataclasses.replace(piece, senses=own)
    return found


def _is_before(reading: Reading, noun: Piece, piece: Piece) -> bool:
    """Whether a label of one word in the singular stands right before a piece."""
    word = reading.words[noun.first]
    is_one = noun.first == noun.last == piece.first - 1 and word.low == word.lemma
    return is_one and bool(noun.of("label")) and not noun.quoted


def _is_pair(vocabulary: Vocabulary, noun: Piece, piece: Piece) -> bool:
    """Whether two pieces are labels, and a relation joins them."""
    if any(one.quoted or not _is_of_one(one) for one in (noun, piece)):
        return False
    one, other = noun.senses[0].labels[0], piece.senses[0].labels[0]
    return one != other and next(iter(vocabulary.ways(one, other)), None) is not None


def _is_of_one(piece: Piece) -> bool:
    """Whether a piece means one label, or besides a property of its things: a type has a type."""
    return piece.senses[0].kind == "label" and all(
        one.kind != "name" and one.labels == piece.senses[0].labels for one in piece.senses
    )
