"""What the names of relations say, and verbs that say much the same."""

from __future__ import annotations

from functools import cache, lru_cache

from motif.planners.meaning.vocabulary import Words
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table

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
