"""Whose a time is: the order date of an order is its own, when a person was born or joined is not when they did it."""

from __future__ import annotations

from functools import cache

from motif.planners.meaning.ages import is_birth
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.schema_words import Property
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Bound, Reading

OWN_TIME = 0.75
"""Of the time that a thing is called by: an order placed in 1996 has its order date then."""


def is_own_time(linker: Linker, one: Property) -> bool:
    """Whether a time is called as what has it: the order date of an order."""
    own = linker.vocabulary.labels.get(one.owner)
    rest = set(one.words.lemmas) - set(own.lemmas if own is not None else ())
    return rest < set(one.words.lemmas) and rest <= _PLAIN


def time_of_its_own(linker: Linker, label: str, done: str) -> Property | None:
    """The one day or year of things, where it is called no more than that and what was done is what joins them to
    others: a battle's date says when it was fought; None for others."""
    own = [one for one in linker.vocabulary.properties_of(label) if one.kind in ("date", "year")]
    is_plain = len(own) == 1 and (is_own_time(linker, own[0]) or {*own[0].words.lemmas} <= _PLAIN)
    key = stem(done)
    joins = (one for one in linker.vocabulary.relations if label in (one.source, one.target))
    return own[0] if is_plain and any(key in one.words.stems for one in joins) else None


_PLAIN = {"date", "year", "time", "day", "timestamp"}


@cache
def stems_of_a_life() -> frozenset[str]:
    """Stems of what happens to somebody once, and is told by no other word."""
    ends = [stem(word) for word in ("birth", "death")]
    return frozenset(ends).union(*map(same_as, ends))


def stems_of_time(one: Property) -> set[str]:
    """Stems of a property, and of a birthday that of birth."""
    return {*one.words.stems, stem("birth")} if is_birth(one) else set(one.words.stems)


def is_of_who_does(linker: Linker, reading: Reading, one: Property, bound: Bound) -> bool:
    """Whether a time is that of a person or a body (when it was born, or joined), of whom something else is told."""
    spoken, stems = linker.vocabulary.labels.get(one.owner), stems_of_time(one)
    if spoken is None or _says(reading, stems):
        return False
    before = reading.words[bound.first - 1].lemma if bound.first else ""  # "employees since 2015"
    is_doer = one.owner in linker.vocabulary.actors or bool(stems & (stems_of_a_life() | _of_a_beginning()))
    return is_doer and before not in spoken.lemmas


@cache
def _of_a_beginning() -> frozenset[str]:
    """Stems of how something began, which is not when it did what else is told of it."""
    begins = [stem(word) for word in ("founded", "inception", "established")]
    return frozenset(begins).union(*map(same_as, begins))


def _says(reading: Reading, stems: set[str]) -> bool:
    """Whether a question says a word of a property, or one that means the same: "born" of a date of birth."""
    said = (stem(word.text) for word in reading.words)
    return any({one, *same_as(one)} & stems for one in said)
