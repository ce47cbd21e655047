"""What the names of relations say, and verbs that say much the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache, lru_cache

from motif.planners.meaning.schema_words import Words
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_LIGHT = {
    "have",
    "has",
    "be",
    "is",
    "in",
    "by",
    "of",
    "to",
    "on",
    "for",
    "at",
    "with",
    "from",
    "as",
    "the",
    "a",
    "into",
}

_PASSIVE = frozenset({"is", "are", "be", "was", "were", "been"})
_ACTING = ("who", "that", "which", "and", "or")


@cache
def alike_verbs(key: str) -> frozenset[str]:
    """Stems of verbs that say much the same as this one: "produce" and "make"."""
    return frozenset[str]().union(*(group - {key} for group in _groups() if key in group))


@cache
def _groups() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(stem, group)) for group in table("relating")["verbs"])


def are_contrary(one: Collection[str], other: Collection[str]) -> bool:
    """Whether stems are of verbs that the table knows, and says of none that they are much the same.

    >>> are_contrary({"sell"}, {"mak", "by"}), are_contrary({"produc"}, {"mak"}), are_contrary({"paint"}, {"mak"})
    (True, False, False)
    """
    own, its = (frozenset[int]().union(*map(_groups_with, stems)) for stems in (one, other))
    return bool(own and its) and not own & its


@lru_cache(maxsize=4096)
def _groups_with(key: str) -> frozenset[int]:
    """Numbers of the groups of verbs that a stem stands in."""
    return frozenset(at for at, group in enumerate(_groups()) if key in group)


@cache
def reversed_verbs(key: str) -> frozenset[str]:
    """Stems of verbs that say the same as this one the other way round: what belongs to X, X owns."""
    verbs: dict[str, list[str]] = table("relating")["reversed"]
    return frozenset(stem(word) for verb, those in verbs.items() if stem(verb) == key for word in those)


@lru_cache(maxsize=4096)
def own_stems(relation: Words) -> tuple[str, ...]:
    """The stems of a relation's name that say something."""
    pairs = zip(relation.lemmas, relation.stems, strict=True)
    return tuple(one for lemma, one in pairs if lemma not in _LIGHT) or relation.stems


def light_verbs(reading: Reading) -> Iterator[int]:
    """Places of verbs that say no more than that there are so many: "made the most voyages", "did 3 checks".

    >>> from motif.planners.reading.marks import read
    >>> [list(light_verbs(read(text))) for text in ("who made the most voyages", "who made at least 2", "who made it")]
    [[1], [1], []]
    """
    words = reading.words
    begins = {one.first for one in reading.bounds}
    begins |= {one.first for one in reading.measures if not one.adjective}
    for at, word in enumerate(words[:-1]):
        the = words[at + 1].low == "the"
        if word.lemma in listed("relating", "light") and at + 1 + the in begins:
            yield at


def found_there(reading: Reading) -> Iterator[int]:
    """Places of a verb that says no more than where a thing is: "habitats where X can be found".

    >>> from motif.planners.reading.marks import read
    >>> [list(found_there(read(text))) for text in ("where X is found", "who found X", "X was found by Y")]
    [[3], [], []]
    """
    words = reading.words
    for at, word in enumerate(words):
        if word.low != "found" or [one.low for one in words[at + 1 : at + 2]] == ["by"]:
            continue
        if any(one.low in _PASSIVE for one in words[:at]) and words[at - 1].low not in _ACTING:
            yield at


def is_verb_there(reading: Reading, at: int) -> bool:
    """Whether a word stands where only a verb can: "were scored", "has scored", "how many did X score?".

    >>> from motif.planners.reading.marks import read
    >>> [is_verb_there(read(text), 5) for text in ("How many goals did X score?", "goals that X has ever scored")]
    [True, True]
    >>> [is_verb_there(read(text), at) for text, at in (("who scored 3 goals", 1), ("who scored the most goals", 1))]
    [True, True]
    >>> is_verb_there(read("What was the final score?"), 4)
    False
    """
    low = [word.low for word in reading.words]
    if _does_so_many(reading, at) or _is_done_by_whom(reading, at):
        return True
    if any(at < bound.number.first <= at + _DATED for bound in reading.bounds):
        return False  # "was released in 1995": a year of release
    before = low[at - 2 : at] if at > 1 else low[:at]
    if (
        before[-1:]
        and before[-1] in ("never", "not", "n't")
        and low[at + 1 : at + 2]
        and low[at + 1] in _PLACING
    ):
        return True  # "never arrived at X" is no time of arrival that is not known
    if is_past(low[at]):
        return bool({*before[-1:]} & _HELPERS) or (
            before[-1:] in (["ever"], ["never"]) and bool({*before} & _HELPERS)
        )
    did = next((place for place in range(at - 1, -1, -1) if low[place] in ("did", "does", "do")), -1)
    between = [word for word in reading.words[did + 1 : at] if word.kind == "word"]
    is_last = all(one.kind == "mark" or one.low in _BEHIND for one in reading.words[at + 1 : at + 2])
    named = bool(between) and (between[-1].text[:1].isupper() or between[-1].low in _WHO)
    return did >= 0 and len(between) <= _DATED and named and is_last


def _is_done_by_whom(reading: Reading, at: int) -> bool:
    """Whether "who" stands before a verb, and directly behind it what it is done to: "Who reported X?"."""
    words = reading.words
    is_verb = is_past(words[at].low) or words[at].low != words[at].lemma
    follows = words[at + 1] if at + 1 < len(words) else None
    is_done = follows is not None and follows.kind == "word" and follows.low not in (*_PLACING, *_WHEN)
    return at == 1 and words[0].low == "who" and is_verb and is_done


def _does_so_many(reading: Reading, at: int) -> bool:
    """Whether a verb says what is done to as many things as follow: "who scored at least 3 goals", "the most goals"."""
    words = reading.words
    if not at or words[at - 1].low not in ("who", "that", "which") or not is_past(words[at].low):
        return False
    counted = [one.number.last + 1 for one in reading.bounds if one.first == at + 1]
    the = at + 1 + (words[at + 1 : at + 2] != () and words[at + 1].low == "the")
    counted += [one.last + 1 for one in reading.measures if one.first == the and not one.adjective]
    return any(words[one].low != words[one].lemma for one in counted if one < len(words))


_HELPERS = {"was", "were", "been", "being", "has", "have", "had", "is", "are"}
_WHO = {"he", "she", "it", "they", "who"}
_BEHIND = {"in", "at", "for", "against", "with", "by", "on", "altogether", "overall", "total", "ever", "so"}
_PLACING = {"in", "at", "to", "from", "by", "with", "into"}
_WHEN = {
    "on",
    "before",
    "after",
    "since",
    "until",
    "between",
    "during",
    "by",
    "for",
    "as",
    "and",
    "or",
    "most",
}
_DATED = 4
"""Words between a verb and a number that dates it, at most."""
