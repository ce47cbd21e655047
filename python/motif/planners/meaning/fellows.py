"""Nouns for what shares a thing with its like, by what both do or what it is: co-authors, colleagues, team-mates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from motif.planners.meaning.roles import Role, role_of
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.verbs import alike_verbs, own_stems
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.words import Word, words_of

_SHORTEST = 3


@dataclass(frozen=True, slots=True)
class Fellows:
    """A noun for one that is so with others of its kind.

    Attributes
    ----------
    first, last
        Its words: "co-authors" are three.
    base
        What its ends do ("author"), or what they are in ("team").
    is_mate
        Whether the base is what they are in.
    """

    first: int
    last: int
    base: str
    is_mate: bool = False

    def is_name_of(self, relation: Relation) -> bool:
        """Whether a relation says itself that its ends are such fellows: "CO_AUTHOR_OF"."""
        return bool(_called(self) & set(relation.words.stems))


@dataclass(frozen=True, slots=True)
class Sharing:
    """A relation by which fellows share something, and whether it goes from them to that; their label."""

    relation: Relation
    forward: bool

    @property
    def label(self) -> str:
        return self.relation.source if self.forward else self.relation.target


@lru_cache(maxsize=64)
def fellows_in(words: tuple[Word, ...]) -> tuple[Fellows, ...]:
    """Nouns for fellows, from left to right.

    >>> [(one.base, one.last) for one in fellows_in(words_of("co-authors, costars and team-mates of a colleague"))]
    [('author', 2), ('star', 4), ('team', 8), ('colleague', 11)]
    """
    return tuple(_found(words))


def _found(words: Sequence[Word]) -> Iterator[Fellows]:
    tables, low = table("relating"), [word.lemma for word in words]
    for at, noun in enumerate(low):
        hyphened = low[at - 1] == "-" if at > 1 else False
        begin = at - 2 if hyphened else at
        if hyphened and low[begin] == "co":
            yield Fellows(begin, at, noun)
        elif noun == "mate" and at and (hyphened or low[at - 1] in tables["mates"]):
            yield Fellows(begin if hyphened else at - 1, at, low[begin if hyphened else at - 1], True)
        elif noun.endswith("mate") and noun[:-4] in tables["mates"]:
            yield Fellows(at, at, noun[:-4], True)
        elif noun in tables["shared"] or noun in tables["fellows"]:
            yield Fellows(at, at, noun)
        elif noun.startswith("co") and len(noun) > _SHORTEST + 2 and noun[2:] in tables["together"]:
            yield Fellows(at, at, noun[2:])


def fellows_from(words: tuple[Word, ...], first: int) -> Fellows | None:
    """Those whose noun begins there."""
    return next((one for one in fellows_in(words) if one.first == first), None)


def sharings(vocabulary: Vocabulary, one: Fellows) -> list[Sharing]:
    """The relations by which such fellows may share something; none where a relation is called as they are."""
    relations = vocabulary.relations
    if any(one.is_name_of(relation) for relation in relations):
        return []
    if one.is_mate:
        return list(_in_one(vocabulary, one.base))
    tables = table("relating")
    for base in tables["shared"].get(one.base, ()):
        noun = words_of(base)[0]
        roles = [(relation, role_of(relation, noun)) for relation in relations]
        return [Sharing(relation, role == "target") for relation, role in roles if role]
    for base in tables["fellows"].get(one.base, [one.base]):
        acting = [(relation, _acting(relation, words_of(base)[0])) for relation in relations]
        if found := [Sharing(relation, role == "source") for relation, role in acting if role]:
            return found
    return []


def _called(one: Fellows) -> set[str]:
    """How a relation would be called that says itself that its ends are such fellows."""
    if one.is_mate:
        return {stem(f"{one.base}mate"), "mate"}
    if one.first == one.last and one.base in {**table("relating")["shared"], **table("relating")["fellows"]}:
        return {stem(one.base)}
    return {stem(f"co{one.base}"), "co"}


def _acting(relation: Relation, word: Word) -> Role | None:
    """Which end of a relation does what a noun or a verb says."""
    role = role_of(relation, word)
    if role is not None or relation.words.lemmas[0] == "have":
        return role
    own, keys = set(own_stems(relation.words)), {stem(word.text), word.lemma}
    if own & keys.union(*map(alike_verbs, keys)):
        return "target" if relation.words.lemmas[-1] == "by" else "source"
    return None


def _in_one(vocabulary: Vocabulary, base: str) -> Iterator[Sharing]:
    """Relations that join something to what is called so."""
    nouns = {base, *table("relating")["mates"][base]}
    for relation in vocabulary.relations:
        ends = [_is_called(vocabulary, label, nouns) for label in (relation.source, relation.target)]
        if ends[0] != ends[1]:
            yield Sharing(relation, ends[1])
        elif not any(ends) and stem(base) in relation.words.stems and relation.source != relation.target:
            is_had = relation.words.lemmas[0] == "have"  # what has a crew member has the crew
            yield Sharing(relation, not is_had)


def _is_called(vocabulary: Vocabulary, label: str, nouns: set[str]) -> bool:
    return label in vocabulary.labels and vocabulary.labels[label].lemmas[-1] in nouns
