"""Where a question says what is counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.receiving import OUT_AND_IN
from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Bound, Reading
from motif.planners.reading.words import Word

_OF_NOUNS = {"no", "without", "neither", "nor", "lack", "lacks", "lacking"}


def counted(reading: Reading) -> set[int]:
    """Where what is counted, or counted for, may stand: behind "more than 3", "the most", "the number of", "per"."""
    words = reading.words
    graded = {one.first for one in reading.measures if one.form == "comparative" and one.adjective}
    behind = [  # what is behind "older than 30" is done, and not counted
        one.number.last
        for one in reading.bounds
        if one.number.until is None and one.first not in graded and _is_held(reading, one)
    ]
    number = listed("asking", "quantity")
    behind += [
        one.last
        for one in reading.measures
        if one.form == "superlative"
        and (not one.adjective or any(word.low in number for word in words[one.last + 1 : one.last + 2]))
    ]
    behind += [one.last for one in (*reading.of("by_number"), *reading.of("each"))]
    for one in reading.of("negation"):  # "no warden", not "does not lead"
        if words[one.last].low in _OF_NOUNS:
            behind.append(one.last + _is_article(words, one.last + 1))
    for mark in reading.of("beside"):  # "with their currencies and capitals"
        at = mark.last + _is_article(words, mark.last + 1)
        behind += [at, *_listed_behind(words, at)]
    behind += [one.last for one in reading.of("count") if one.first and words[one.first - 1].low == "and"]
    behind += [one.last for one in reading.of("and_how_many")]
    behind += _described(reading)
    return {_over_quantity(words, at + 1) for at in behind} & set(range(len(words)))


def _listed_behind(words: Sequence[Word], at: int) -> Iterator[int]:
    """Where the further ones of a list begin, "premiere date, owner and their agents": behind its commas and "and"."""
    for join in range(at + 2, len(words) - 1):
        if words[join].low in _ENDING or is_past(words[join].low):
            return
        if words[join].low in ("and", ","):
            yield join + _is_article(words, join + 1)


_ENDING = {"who", "that", "which", "whose", "where", "in", "at", "by", "for", "with", "how"}


def _described(reading: Reading) -> Iterator[int]:
    """Where somebody is had of whom more is said: "with an actor born after 1975", "starring actors younger than X"."""
    words = reading.words
    begins = {one.first for one in reading.bounds} | {one.first for one in reading.measures}
    for at in range(1, len(words) - 2):
        if words[at].low in _HAVING and words[at + 1].low not in _HAVING:  # "have had more than one"
            last = at + _is_article(words, at + 1)
            behind = range(last + 2, min(last + 4, len(words) - 1))
            if any(
                is_past(words[one].low) and one + 1 + (words[one + 1].low in ("in", "on")) in begins
                for one in behind
            ) or any(one in begins and words[one + 1].low == "than" for one in behind):
                yield last


_HAVING = {"with", "have", "has", "had", "having", "starring", "featuring"}


def _is_article(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].low in ("the", "their", "its", "his", "her", "a", "an", "any")


def _is_held(reading: Reading, bound: Bound) -> bool:
    """Whether a number says how many something has, and not which is wanted: "more than 3", "with 3", not "top 3"."""
    before = reading.words[bound.number.first - 1].low if bound.number.first else ""
    return bound.operator != "=" or before in ("with", "have", "has", "had", "having", "exactly")


def _over_quantity(words: Sequence[Word], at: int) -> int:
    """The first word behind "number of", "different" and the like."""
    said = listed("asking", "distinct") | listed("asking", "quantity") | {"of", "the", "total", *OUT_AND_IN}
    while at < len(words) and words[at].low in said:
        at += 1
    return at
