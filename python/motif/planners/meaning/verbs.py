"""What the names of relations say, and verbs that say much the same."""

from __future__ import annotations

from functools import cache, lru_cache

from motif.planners.meaning.vocabulary import Words
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
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


@cache
def alike_verbs(key: str) -> frozenset[str]:
    """Stems of verbs that say much the same as this one: "produce" and "make"."""
    groups = [frozenset(map(stem, group)) for group in table("relating")["verbs"]]
    return frozenset[str]().union(*(group - {key} for group in groups if key in group))


@lru_cache(maxsize=4096)
def own_stems(relation: Words) -> tuple[str, ...]:
    """The stems of a relation's name that say something."""
    pairs = zip(relation.lemmas, relation.stems, strict=True)
    return tuple(one for lemma, one in pairs if lemma not in _LIGHT) or relation.stems


def is_verb_there(reading: Reading, at: int) -> bool:
    """Whether a word stands where only a verb can: "were scored", "has scored", "how many did X score?".

    >>> from motif.planners.reading.marks import read
    >>> [is_verb_there(read(text), 5) for text in ("How many goals did X score?", "goals that X has ever scored")]
    [True, True]
    >>> is_verb_there(read("What was the final score?"), 4)
    False
    """
    low = [word.low for word in reading.words]
    if any(at < bound.number.first <= at + _DATED for bound in reading.bounds):
        return False  # "was released in 1995": a year of release
    before = low[at - 2 : at] if at > 1 else low[:at]
    if low[at].endswith("ed"):
        return bool({*before[-1:]} & _HELPERS) or (
            before[-1:] in (["ever"], ["never"]) and bool({*before} & _HELPERS)
        )
    did = next((place for place in range(at - 1, -1, -1) if low[place] in ("did", "does", "do")), -1)
    between = [word for word in reading.words[did + 1 : at] if word.kind == "word"]
    is_last = all(one.kind == "mark" or one.low in _BEHIND for one in reading.words[at + 1 : at + 2])
    named = bool(between) and (between[-1].text[:1].isupper() or between[-1].low in _WHO)
    return did >= 0 and len(between) <= _DATED and named and is_last


_HELPERS = {"was", "were", "been", "being", "has", "have", "had", "is", "are"}
_WHO = {"he", "she", "it", "they", "who"}
_BEHIND = {"in", "at", "for", "against", "with", "by", "on", "altogether", "overall", "total", "ever", "so"}
_DATED = 4
"""Words between a verb and a number that dates it, at most."""
