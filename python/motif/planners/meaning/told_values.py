"""Values beside the property that they are of: "players whose position is goalkeeper", "with a status of closed"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.planners.meaning.roles import role_of
from motif.planners.meaning.schema_words import words_in
from motif.planners.meaning.senses import Piece, Sense
from motif.planners.meaning.verbs import alike_verbs
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

TOLD = 0.95
"""How surely a value is one of the property that is said before it."""

_ARTICLES = frozenset({"the", "a", "an", "their", "its", "his", "her"})
_LINKS = frozenset({"is", "are", "was", "were", "of", ":", "=", "as", "equal", "to", "being"})
_DONE_TO = frozenset({"by", "for", "in", "as", "with"})
_BEING = frozenset({"is", "are", "was", "were"})
_DENIALS = frozenset({"not", "n't", "never"})
_CLAUSES = frozenset({"where", "which", "whom"})
_BEFORE = frozenset({"with", "whose", "where", "and", "or", "in", "of", "under"})


def with_told_values(reading: Reading, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, each value with the property before it, where that tells of things and is not asked for."""
    kept: list[Piece] = []
    for piece in pieces:
        told = (
            (_told(reading.words, kept[-1], piece) or _told_behind(reading.words, kept[-1], piece))
            if kept
            else None
        )
        if told is not None:
            kept.pop()
        end = kept[-1].last if kept else -1
        kept.append(told or _done_by(reading.words, end, piece) or piece)
    return kept


def _done_by(words: Sequence[Word], end: int, piece: Piece) -> Piece | None:
    """ "Made by X", where a property tells the manufacturer: the value with the verb, which stands behind ``end``."""
    at = piece.first - 2
    if at <= end or words[at + 1].low != "by" or not is_past(words[at].low) or piece.of("name"):
        return None
    alike = alike_verbs(stem(words[at].text))
    doers = {one.property: words_in(one.property) for one in piece.of("value")}
    done = {
        name
        for name, own in doers.items()
        if own.lemmas[-1].endswith(("er", "or")) and own.stems[-1] in alike
    }
    values = tuple(
        dataclasses.replace(one, score=max(one.score, TOLD))
        for one in piece.of("value")
        if one.property in done
    )
    return Piece(at, piece.last, values) if values else None


def _told(words: Sequence[Word], before: Piece, piece: Piece) -> Piece | None:
    """The value with its property; None where the two stand otherwise."""
    values = _values(before, piece)
    between = {word.low for word in words[before.last + 1 : piece.first]}
    own = {part for one in values for part in words_in(one.property).text.split()}
    is_done = is_past(words[before.last].low) and bool(between) and not before.of("label", "name", "value")
    if values and is_done and between <= _ARTICLES | _DONE_TO | own and not between <= _ARTICLES:
        return Piece(
            before.first, piece.last, values
        )  # "issued by the Treasury", its issuer; "certified in welding"
    if not values or before.of("label", "name", "value") or not between <= _LINKS | _ARTICLES | _DENIALS:
        return None
    is_of = "of" in between
    if (is_of and piece.of("name")) or not _tells(words, before.first, is_of):
        return None
    first = piece.first if between & _DENIALS else before.first  # what denies it stays before it
    return Piece(first, piece.last, values)


def _told_behind(words: Sequence[Word], value: Piece, piece: Piece) -> Piece | None:
    """ "With power forward as their position", "where Ann Lee is the coach": the same, of a property that follows."""
    values, between = _values(piece, value), [word.low for word in words[value.last + 1 : piece.first]]
    before = words[value.first - 1].low if value.first else ""
    is_it = between[:1] in (["as"], ["among"]) or (before in _CLAUSES and between[:1] in (["is"], ["was"]))
    return (
        Piece(value.first, piece.last, values) if values and is_it and {*between[1:]} <= _ARTICLES else None
    )


def _values(told: Piece, piece: Piece) -> tuple[Sense, ...]:
    """What a piece may mean as a value of a property that another says."""
    properties = {one.property for one in told.of("property")}
    return tuple(
        dataclasses.replace(one, score=max(one.score, TOLD))
        for one in piece.of("value")
        if one.property in properties
    )


def _tells(words: Sequence[Word], first: int, is_of: bool) -> bool:
    """Whether what stands before a property makes it a condition: "with the", "have a", "whose", "are citizens of"."""
    at = first - 1
    while at >= 0 and words[at].low in _ARTICLES:
        at -= 1
    if at < 0:
        return False
    low = words[at].low
    return low in _BEFORE or low in listed("words", "having") or (is_of and low in _BEING)


def but_fellows(
    vocabulary: Vocabulary, words: Sequence[Word], found: Sequence[tuple[int, int, Sense]]
) -> list[tuple[int, int, Sense]]:
    """What words may mean, but for values of relationships where a noun says what somebody is to another of their kind:
    "the manager of X" and "X's manager" manage X, whatever their title."""
    begins = {first: {*one.labels} for first, _, one in found if one.kind == "name"}
    ends = {last: {*one.labels} for _, last, one in found if one.kind == "name"}
    low = [one.low for one in words]

    def is_fellow(first: int, last: int, sense: Sense) -> bool:
        if sense.kind != "value" or first != last or vocabulary.labels.keys() & {*sense.labels}:
            return False
        named = begins.get(last + 2, set[str]()) if low[last + 1 : last + 2] == ["of"] else set[str]()
        named |= ends.get(first - 2, set[str]()) if first > 1 and low[first - 1] == "'s" else set()
        own = (one for one in vocabulary.relations if one.source == one.target and one.source in named)
        return any(role_of(one, words[first]) for one in own)

    return [one for one in found if not is_fellow(*one)]
