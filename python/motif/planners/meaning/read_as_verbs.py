"""Words that could be a property or a label, and are the verb of a relation where they stand."""

from __future__ import annotations

from motif.planners.meaning.senses import Piece
from motif.planners.meaning.verbs import is_verb_there
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_WITHIN = {"in", "at", "on", "within", "inside", "to", "by"}


def is_verb(vocabulary: Vocabulary, reading: Reading, piece: Piece) -> bool:
    """Whether what could be a property, or the end of a label, is a relation's verb, since it stands where one
    does: "did X score?", "who works for X?", "claims rejected by X"."""
    at = piece.first
    is_told_of = not _tells_doer(reading, at)  # "rejected claims" are in a state, whoever did it
    labels = vocabulary.labels.keys() if is_told_of else set[str]()
    may_be = [
        one.kind == "property"
        or (one.kind == "value" and not labels & {*one.labels})
        or (one.kind == "label" and one.score < 1)
        for one in piece.senses
    ]
    if at != piece.last or not may_be or not all(may_be):
        return False
    low = [one.low for one in reading.words[max(at - 2, 0) : at]]
    if (
        len(low) == 2
        and low[0] in _MODAL
        and low[1] in _SOMEBODY
        and all(one.score < 1 for one in piece.senses)
    ):
        return True  # "What can I cook with X?" asks for no cooking time
    word = reading.words[at]
    kinds = vocabulary.kinds
    says = any({stem(word.text), word.lemma} & {*one.words.stems} for one in kinds)
    before = {"do", "does", "did", *listed("words", "before_verbs")}
    is_label = piece.of("label") and at > 0 and reading.words[at - 1].low in before
    return says and (bool(is_label) or not is_told_of or is_verb_there(reading, at))


def _tells_doer(reading: Reading, at: int) -> bool:
    """Whether a word tells what somebody did who is spoken of with it: "rejected by X", "has X rejected".

    >>> from motif.planners.reading.marks import read
    >>> texts = ("Which claims were rejected by X?", "who has rejected claims", "which claims are rejected in Rome")
    >>> [_tells_doer(read(text), at) for text, at in zip(texts, (3, 2, 3))]
    [True, True, False]
    >>> _tells_doer(read("claims that Ann rejected"), 3)
    True
    """
    low = [one.low for one in reading.words]
    if not at or not is_past(low[at]):
        return False
    is_behind_one = reading.words[at - 1].text[:1].isupper() and bool({*low[1 : at - 1]} & _TELLING)
    return is_behind_one or low[at + 1 : at + 2] == ["by"] or low[at - 1] in _HAVING


_HAVING = frozenset({"has", "have", "had"})
_TELLING = frozenset({*_HAVING, "that", "which", "whom"})


_MODAL = ("can", "could", "may", "might", "must", "should", "shall", "will", "would", "do", "does", "did")
_SOMEBODY = ("i", "we", "you", "he", "she", "they", "one")


def is_done(vocabulary: Vocabulary, reading: Reading, piece: Piece) -> bool:
    """Whether what could be a property is the verb of a relation: "people who founded a company", "located in"."""
    at, words = piece.first, reading.words
    if at != piece.last or not at or any(sense.kind != "property" for sense in piece.senses):
        return False
    follows = words[at + 1].low if at + 1 < len(words) else ""
    if is_past(words[at].low) and words[at].low in listed("relating", "generic") and follows in _WITHIN:
        return True
    if all(sense.property.lower() != words[at].low for sense in piece.senses):
        return False
    if (
        at + 1 < len(words)
        and words[at + 1].low not in ("by", "a", "an", "the", "at", "in")
        and not words[at + 1].text[:1].isupper()
    ):
        return False
    is_verb = words[at - 1].low in ("who", "that", "which") or (
        words[at + 1 : at + 2] and words[at + 1].low == "by"
    )
    stems = {one for relation in vocabulary.relations for one in relation.words.stems}
    return bool(is_verb) and stem(words[at].text) in stems
