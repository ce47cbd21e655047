"""Nouns for persons where no label is called so: where teams play matches, "players" are still persons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from motif.planners.meaning.roles import labels_in_role
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_verb_form
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import graded_form
from motif.planners.reading.words import Word

SAID = 0.85
"""How surely a noun for persons means the label that a graph has for them."""

_MOST = 3
"""Labels of persons, at most: where there are more, a noun for one says little of which."""

_BEFORE_VERBS = ("who", "that", "to", "did", "does", "do")


def persons_said(
    vocabulary: Vocabulary,
    words: Sequence[Word],
    known: Collection[int],
    found: Sequence[tuple[int, int, Sense]],
) -> Iterator[tuple[int, int, Sense]]:
    """Nouns for persons, but for the ``known`` ones, that stand for no end of a relation at which persons are.

    "The lawyer of X" is no person whatever, and neither are "X's lawyers" where X, by what was ``found``, is a person.
    """
    has_bodies = vocabulary.actors != vocabulary.persons
    begins = {at for at, _, sense in found if sense.kind == "name" and vocabulary.persons & {*sense.labels}}
    ends = {at for _, at, sense in found if sense.kind == "name" and vocabulary.persons & {*sense.labels}}
    for at, word in enumerate(words):
        is_one = is_person_noun(word) or (not has_bodies and is_noun_for(word, listed("words", "persons")))
        if at in known or not is_one or (at and words[at - 1].low in _BEFORE_VERBS):
            continue
        if _is_of_one(words, at, begins, ends) or _tells_sex(vocabulary, word):
            continue
        doing = {label for _, label in labels_in_role(vocabulary.relations, word)}
        if vocabulary.persons & doing or (doing and not is_person_noun(word)):  # an owner may be a museum
            continue
        if len(vocabulary.persons) <= _MOST:
            yield from ((at, at, Sense("label", SAID, (label,))) for label in sorted(vocabulary.persons))


def _tells_sex(vocabulary: Vocabulary, word: Word) -> bool:
    """Whether a noun says of persons whose sex is known which they are: queens are not just any of them."""
    known = (
        one
        for one in vocabulary.properties
        if one.owner in vocabulary.persons and {"gender", "sex"} & {*one.words.lemmas}
    )
    return word.lemma in table("words")["of_one_sex"] and any(known)


def _is_of_one(words: Sequence[Word], at: int, begins: Collection[int], ends: Collection[int]) -> bool:
    """Whether a noun says what somebody is to another: "the lawyer of X", "X's doctors"."""
    low = [word.low for word in words]
    graded = any(graded_form(word)[1] == "superlative" for word in low[max(at - 2, 0) : at])
    is_of = low[at + 1 : at + 2] == ["of"]
    if words[at].lemma in table("relating")["equals"] and low[at + 1 : at + 2] in (["with"], ["to"]):
        return True
    is_owned = at > 1 and low[at - 1] == "'s"
    if (is_of or is_owned) and low[at] == words[at].lemma and not graded:
        return True
    return (is_of and bool({at + 2, at + 3} & {*begins})) or (is_owned and at - 2 in ends)


def persons_in_role(vocabulary: Vocabulary, word: Word) -> list[tuple[Relation, str]]:
    """Relations one end of which a noun stands for, with that end's label; no team is what a noun for persons says."""
    found = labels_in_role(vocabulary.relations, word)
    if not vocabulary.persons or not is_person_noun(word):
        return found
    return [(relation, label) for relation, label in found if label in vocabulary.persons]


def is_person_noun(word: Word) -> bool:
    """Whether a noun is said of persons only: a player is one, an owner may be a company."""
    return is_noun_for(word, listed("words", "persons") - listed("words", "persons_or_bodies"))


def is_noun_for(word: Word, nouns: Collection[str]) -> bool:
    """Whether a word is one of these nouns, and no form of a verb."""
    return word.kind == "word" and word.lemma in nouns and not is_verb_form(word.low)
