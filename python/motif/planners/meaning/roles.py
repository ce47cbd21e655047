"""Who does it and to whom it is done: nouns, voice and order of words as the direction of a relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Literal

from motif.planners.meaning.receiving import OUT_AND_IN, is_received, is_thing_had
from motif.planners.meaning.schema_words import Relation, Words, words_in
from motif.planners.meaning.verbs import own_stems, reversed_verbs
from motif.planners.reading.lemmas import is_verb_form, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word

Role = Literal["source", "target"]

_OTHER: dict[Role, Role] = {"source": "target", "target": "source"}
_PREPOSITIONS = {"in", "at", "on", "to", "for", "with", "from", "by", "into", "as"}
_ASKING = ("whom", "who", "which", "what")
_GOING_ON = (*_ASKING, "and", "or", "that", "in", "on", "at", "before", "after", "during", "since")
_DOING = ("or", "er", "coach", "boss", "head", "captain", "pilot")
"""Endings of nouns for who does something."""

_CLAUSE = 6
"""Words behind a name among which the "by" of its verb is looked for."""
_DOERS = ("er", "or", "ative", "ant")
_NO_NOUNS = _PREPOSITIONS | {"of", "have", "be", "the", "a", "an"}


def role_of(relation: Relation, word: Word) -> Role | None:
    """Which end of a relation a noun stands for; None for a word that is no noun for either.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> has_parent = Relation("T", "hasParent", "T", words_in("hasParent"), 1)
    >>> [role_of(has_parent, word) for word in words_of("parents children feeder")]
    ['target', 'source', None]
    >>> follows = Relation("T", "FOLLOWS", "T", words_in("FOLLOWS"), 1)
    >>> [role_of(follows, word) for word in words_of("followers follows")]
    ['source', None]
    >>> transferred = Relation("T", "TRANSFERRED_TO", "T", words_in("TRANSFERRED_TO"), 1)
    >>> [role_of(transferred, word) for word in words_of("transfers")]
    [None]
    """
    is_of_a_kind = relation.source == relation.target
    return _role_in(relation.words, _names(relation), is_of_a_kind, word.lemma, word.text)


@lru_cache(maxsize=65536)
def _role_in(relation: Words, named: Role | None, is_of_a_kind: bool, lemma: str, text: str) -> Role | None:
    role = _role_of(relation, named, lemma, text)
    is_equal = role is None and is_of_a_kind and _holds_both_ways(relation) and _is_equal(relation, lemma)
    return "source" if is_equal else role


def _is_equal(relation: Words, lemma: str) -> bool:
    """Whether a noun stands for either end of a relation that holds both ways: "neighbours" have a common border."""
    names = frozenset(map(stem, table("relating")["equals"].get(lemma, ())))
    return bool(names & set(relation.stems))


def _role_of(relation: Words, named: Role | None, lemma: str, text: str) -> Role | None:
    if lemma in _NO_NOUNS:
        return None
    lemmas, stems = set(relation.lemmas), set(relation.stems)
    if named is not None and lemma in _nouns(relation):
        return named
    tables = table("relating")
    if named is not None and lemmas & set(tables["kinds"].get(lemma, ())):
        return named
    if named is not None and lemmas & set(tables["converses"].get(lemma, ())):
        return _OTHER[named]
    is_passive = relation.lemmas[-1] == "by"
    doer: Role = "target" if is_passive else "source"
    if _says_one_of(relation, tables["doers"].get(lemma, ())):
        return doer
    if _says_one_of(relation, tables["done_to"].get(lemma, ())):
        return _OTHER[doer]
    if lemma.endswith("ist") and any(_is_of_art(lemma, part) for part in lemmas):
        return doer
    if {stem(text), lemma} & stems and lemma not in lemmas and named is None:  # a mentor has "mentored"
        is_doer = lemma.endswith(_DOERS) and not _is_deed_itself(relation, lemma)
        return doer if is_doer else _OTHER[doer] if lemma.endswith("ee") else None
    return None


def _is_of_art(noun: str, part: str) -> bool:
    """Whether a noun in "-ist" is made of what a relation is called by: who wrote the libretto is its "librettist"."""
    made = part[:-1] if part[-1] in "aeiouy" else part
    return len(part) > len("art") and noun in (f"{part}ist", f"{made}ist")


def _is_deed_itself(relation: Words, lemma: str) -> bool:
    """Whether a noun in "-er" is a relation's own verb, and nobody who does it: "transfers" of TRANSFERRED_TO."""
    is_verb = any(part.startswith(lemma) for part in relation.text.lower().split())
    return lemma.endswith("er") and is_verb and lemma not in listed("words", "persons")


def _says_one_of(relation: Words, verbs: Sequence[str]) -> bool:
    """Whether a relation's name is one of these verbs, in whichever form: "ADVISED_BY" advises."""
    return bool({*verbs} & {*relation.lemmas} or {*map(stem, verbs)} & {*relation.stems})


def does(relation: Relation, word: Word) -> bool:
    """Whether a noun is that of who does it, or of whom it is done to, "players" play for a team, or what is made by
    it: "posts" are posted.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> plays = Relation("P", "playsFor", "T", words_in("playsFor"), 1)
    >>> [does(plays, word) for word in words_of("players coaches")]
    [True, False]
    >>> posted = Relation("User", "POSTED", "Post", words_in("POSTED"), 1)
    >>> [does(posted, word) for word in words_of("posts post reposts")]
    [True, True, False]
    """
    if is_made(relation, word):
        return True
    verb = word.lemma[:-2] if word.lemma.endswith(("er", "or")) else ""
    return bool(verb and verb in relation.words.lemmas) or role_of(relation, word) is not None


def is_made(relation: Relation, word: Word) -> bool:
    """Whether a noun is that of what a relation makes of its ends: "posts", which are posted."""
    is_named = relation.source != relation.target and relation.words.stems == (stem(word.text),)
    return is_named and word.lemma not in _NO_NOUNS


def labels_in_role(relations: Sequence[Relation], word: Word) -> list[tuple[Relation, str]]:
    """Relations one end of which a noun stands for, each with the label of that end: "actors" are persons."""
    ends = roles_in(relations, word)
    return [(one, one.source if role == "source" else one.target) for one, role in ends]


def roles_in(relations: Sequence[Relation], word: Word) -> list[tuple[Relation, Role]]:
    """Relations one end of which a noun stands for, each with that end."""
    found = list[tuple[Relation, Role]]()
    apart, alike = dict[int, Role | None](), dict[int, Role | None]()
    for one in relations:  # a relation's ends do not matter, unless both are alike
        known, key = alike if one.source == one.target else apart, id(one.words)
        if key not in known:
            known[key] = role_of(one, word)
        if (role := known[key]) is not None:
            found.append((one, role))
    return found


def counted_ends(relations: Sequence[Relation], word: Word) -> set[str]:
    """Labels of what a noun behind a number stands for: "3 actors" are who acts, "3 reviews" either end of one.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> reviewed = Relation("Person", "REVIEWED", "Film", words_in("REVIEWED"), 1)
    >>> [sorted(counted_ends([reviewed], word)) for word in words_of("reviewers reviews films")]
    [['Person'], ['Film', 'Person'], []]
    >>> scored = Relation("Person", "SCORED_GOAL", "Match", words_in("SCORED_GOAL"), 1)
    >>> [sorted(counted_ends([scored], word)) for word in words_of("goals points")]
    [['Match', 'Person'], []]
    """
    found = {label for _, label in labels_in_role(relations, word)}
    if found or word.kind != "word" or is_verb_form(word.low):
        return found
    own = {one for one in relations if set(own_stems(one.words)) == {stem(word.text)} or _is_deed(one, word)}
    found = {label for one in own for label in (one.source, one.target)}
    if word.low != word.lemma:  # "3 candidates" are what is a candidate in something
        found |= {
            one.source
            for one in relations
            if one.words.lemmas[0] == word.lemma and one.words.lemmas[-1] in _PREPOSITIONS
        }
    return found


def _is_deed(relation: Relation, word: Word) -> bool:
    """Whether nouns are what a relation says was done: "goals" of "SCORED_GOAL"; no "amenities" of "HAS_AMENITY"."""
    lemmas, texts = relation.words.lemmas, relation.words.text.lower().split()
    is_verb = texts[0].endswith("ed") or texts[0] != lemmas[0]
    is_done = len(lemmas) == 2 and is_verb and lemmas[0] not in ("have", "be")
    return is_done and word.low != word.lemma == lemmas[-1]


def _names(relation: Relation) -> Role | None:
    """Which end the noun in a relation's own name stands for: of one that is a doer's the one that is a person.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> ends = (("User", "Channel"), ("Channel", "User"), ("Channel", "Room"))
    >>> [_names(Relation(one, "MODERATOR", other, words_in("MODERATOR"), 1)) for one, other in ends]
    ['source', 'target', 'target']
    """
    named = _named(relation.words)
    is_bare = named == "target" and len(relation.words.lemmas) == 1
    return "source" if is_bare and _is_person(relation.source) and not _is_person(relation.target) else named


@cache
def _is_person(label: str) -> bool:
    """Whether a label is a noun for persons."""
    lemmas = words_in(label).lemmas if label else ()
    return bool(lemmas) and lemmas[-1] in listed("words", "persons")


@lru_cache(maxsize=4096)
def _named(relation: Words) -> Role | None:
    """Which end the noun in a relation's own name stands for: "hasParent" its target, "PARENT_OF" its source."""
    lemmas, texts = relation.lemmas, relation.text.lower().split()
    if lemmas[0] == "have":
        return "target"
    if "of" in lemmas[1:]:
        return "source"  # "PARENT_OF", "memberOfParty"
    is_verb = texts[-1] != lemmas[-1] or texts[0] != lemmas[0] or lemmas[-1] in _PREPOSITIONS
    is_told = len(lemmas) == 1 or _is_doer(lemmas)
    return "target" if is_told and not is_verb and _is_noun(lemmas[-1]) else None


def _nouns(relation: Words) -> set[str]:
    """The words of a relation's name that stand for the end which it names: "member" of "memberOfParty"."""
    lemmas = relation.lemmas
    if "of" in lemmas[1:]:
        return set(lemmas[: lemmas.index("of", 1)])
    return {lemmas[-1]} if _is_doer(lemmas) else set(lemmas)


def _is_doer(lemmas: Sequence[str]) -> bool:
    """Whether two words name who does something: a "doctoral advisor", and no "trained under"."""
    is_doer = len(lemmas) == 2 and lemmas[-1].endswith(_DOING)
    return is_doer and lemmas[-1] not in listed("binding", "binding")


def _is_noun(lemma: str) -> bool:
    """Whether a relation's one word is surely a noun: it has a word for its other end, or the ending of a doer."""
    return lemma in table("relating")["converses"] or lemma.endswith(("er", "or"))


def way(
    relation: Relation, words: Sequence[Word], said: int, before: Sequence[int], *, role: Role | None = None
) -> float:
    """How much a word for a relation, which stands before what it leads to, says that what is spoken of begins it.

    "X that feeds on Y" 1, "X fed on by Y" -1; "the parents of Y" -1 and "X with a parent named Y" 1 for hasParent.
    """
    if said and words[said - 1].low in OUT_AND_IN and relation.source == relation.target:
        return OUT_AND_IN[words[said - 1].low]
    tail = [words[at].low for at in before if at > said]
    lead = {words[at].low for at in before if said - 4 < at < said}
    role = role or role_of(relation, words[said])
    if role is not None:
        if said and words[said - 1].low in ("many", "which", "what"):
            return (
                1.0 if role == "source" else -1.0
            )  # "which children does Y have": the children have the parent
        is_had = bool(lead & {"have", "has", "had", "having", "with"}) or words[0].low == "from"
        if tail[:1] == ["to"] and is_had:  # "X with a route to Y", "from which X is there a route to Y"
            return 1.0 if role == "target" else -1.0
        if tail[:1] == ["from"] and relation.source == relation.target:  # "X with a route from Y"
            return -1.0 if role == "target" else 1.0
        if tail and tail[0] in ("of", "to", "for"):
            return 1.0 if role == "source" else -1.0
        if lead & {"have", "has", "had", "having", "with", "whose", "as"} or "as" in tail[:1]:
            return 1.0 if role == "target" else -1.0
        if "by" not in tail and not words[said].low.endswith(("s", "ed")) and lead & {"a", "an", "the"}:
            return 1.0 if role == "target" else -1.0
    if role is None and relation.source == relation.target:
        comes_from = (
            tail[:1] == ["from"] and "from" not in relation.words.lemmas and is_thing_had(words, said)
        )
        if comes_from or is_received(words, said):
            return -1.0
    does = _names(relation) != "target" and relation.words.lemmas[-1] != "by"
    does ^= _is_reversed(relation, words[said])
    if role is None and tail[:1] == ["of"] and lead & {"the"} and words[said].lemma != words[said].low:
        return -1.0  # "the prerequisites of Y": what Y requires
    return 1.0 if does != ("by" in tail) else -1.0


_POSSESSIVE = {"'s", "its", "his", "her", "their"}
"""Whose it is, before a noun for it: "what X buys from its suppliers"."""


def way_behind(relation: Relation, words: Sequence[Word], said: int, after: int) -> float:
    """The same for a word behind what it leads to: "that Y feeds on" -1; "have Y as a parent" 1 for hasParent."""
    between = [words[at].low for at in range(after, said)]
    role = role_of(relation, words[said])
    if "as" in between:
        return -1.0 if role == "source" else 1.0
    if role is not None and not _POSSESSIVE.isdisjoint(between):
        return 1.0 if role == "source" else -1.0
    does = _names(relation) != "target" and relation.words.lemmas[-1] != "by"
    does ^= _is_reversed(relation, words[said])
    return -1.0 if does != _asks_by_whom(words, after) else 1.0


def _asks_by_whom(words: Sequence[Word], after: int) -> bool:
    """Whether it is asked who did it, of what it was done to, which ends before ``after``: "Who was Y built by?".

    >>> from motif.planners.reading.words import words_of
    >>> asked = (("By which team was Y beaten?", 5), ("Who was Y written to by?", 3), ("Who did Y build?", 3))
    >>> [_asks_by_whom(words_of(text), after) for text, after in asked]
    [True, True, False]
    """
    if any(one.low == "by" and other.low in _ASKING for one, other in pairwise(words)):
        return True
    stranded = [at for at in range(after, min(after + _CLAUSE, len(words))) if words[at].low == "by"]
    behind = [words[at + 1 : at + 2] for at in stranded]
    return any(all(one.kind == "mark" or one.low in _GOING_ON for one in following) for following in behind)


def _is_reversed(relation: Relation, word: Word) -> bool:
    """Whether a verb says a relation the other way round: what belongs to X is owned by X."""
    key = stem(word.text)
    if key in relation.words.stems:
        return False
    return bool(reversed_verbs(key) & {*relation.words.stems}) or is_called_by_whom(relation.words, key)


def is_called_by_whom(relation: Words, verb: str) -> bool:
    """Whether a relation is called by a noun for whom something is done to, of which ``verb`` is the stem: who is a
    student of X is taught by X.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> [is_called_by_whom(words_in(kind), "teach") for kind in ("studentOf", "hasStudent", "teacherOf")]
    [True, True, False]
    """
    done_to: dict[str, list[str]] = table("relating")["done_to"]
    nouns = _nouns(relation) if _named(relation) is not None else ()
    return any(stem(one) == verb for noun in nouns for one in done_to.get(noun, ()))


def is_generic(relation: Relation, labels: Mapping[str, Words]) -> bool:
    """Whether a relation's name says no more than that things belong together or are somewhere.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> labels = {"City": words_in("City"), "Region": words_in("Region")}
    >>> types = ("LOCATED_IN", "hasRegion", "capitalOf")
    >>> [is_generic(Relation("City", kind, "Region", words_in(kind), 1), labels) for kind in types]
    [True, True, False]
    """
    return _says_nothing(relation.words, labels.get(relation.source), labels.get(relation.target))


@lru_cache(maxsize=65536)
def _says_nothing(relation: Words, *labels: Words | None) -> bool:
    ends = {part for label in labels if label is not None for part in label.stems}
    return all(one in ends or one in _generic() for one in relation.stems)


@cache
def _generic() -> frozenset[str]:
    """Stems of words that say no more than that things belong together."""
    return frozenset(map(stem, table("relating")["generic"]))


def is_mutual(relation: Relation) -> bool:
    """Whether a relation between things of a kind holds both ways by its name: "CONNECTED_TO", "spouse".

    >>> from motif.planners.meaning.schema_words import words_in
    >>> is_mutual(Relation("T", "CONNECTED_TO", "T", words_in("CONNECTED_TO"), 1))
    True
    """
    return relation.source == relation.target and _holds_both_ways(relation.words)


@lru_cache(maxsize=65536)
def _holds_both_ways(relation: Words) -> bool:
    return not _mutual().isdisjoint(relation.stems)


@cache
def _mutual() -> frozenset[str]:
    """Stems of words for what holds both ways."""
    return frozenset(map(stem, table("relating")["mutual"]))
