"""Dates by what was done, as a question says them: "the year they were built", "not delivered yet"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.property_words import same_as
from motif.planners.meaning.schema_words import Property
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word

Dated = tuple[int, int, tuple[str, ...], str]
"""Words, first and last, the owners of the property that they say, and its name."""


def of_events(words: Sequence[Word], by_name: dict[str, list[Property]]) -> Iterator[Dated]:
    """ "The year they were built", "the date of its foundation", "in the order they were built": a date by what was
    done."""
    for first, word in enumerate(words):
        is_order = word.low == "order" and words[first - 1].low == "the"
        if word.low not in ("year", "years", "date", "dates", "day", "time") and not is_order:
            continue
        for last in range(first + 2, min(first + 6, len(words))):
            if words[last - 1].low in ("and", ","):
                break  # "the opening date and closing date"
            if words[last].kind != "word" or words[last].low in listed("words", "plain"):
                continue
            key = stem(words[last].text)
            for name, owners in by_name.items():
                timed = tuple(one.owner for one in owners if one.kind in ("year", "date"))
                if timed and {key, *same_as(key)} & set(owners[0].words.stems):
                    yield last if is_order else first, last, timed, name
            break


def of_doing(words: Sequence[Word], by_name: dict[str, list[Property]]) -> Iterator[Dated]:
    """ "The opening date", "closing days" of what "opensOn" and "closed_at" say."""
    for at, word in enumerate(words[:-1]):
        if not word.low.endswith("ing") or words[at + 1].lemma not in _DAYS:
            continue
        for name, owners in by_name.items():
            spoken = owners[0].words
            timed = tuple(one.owner for one in owners if one.kind in ("year", "date"))
            is_said = spoken.stems[0] == stem(word.text) and {*spoken.lemmas[1:]} <= _DAYS | {
                "on",
                "at",
                "in",
            }
            if timed and is_said:
                yield at, at + 1, timed, name


_DAYS = {"date", "day", "time", "year"}


def not_done(words: Sequence[Word], by_name: dict[str, list[Property]]) -> Iterator[Dated]:
    """ "Haven't been decided yet", "not yet delivered": a date that there is none of."""
    for at, word in enumerate(words):
        before = {other.low for other in words[max(at - 4, 0) : at]}
        if (
            word.kind != "word"
            or word.lemma == word.low == stem(word.text)
            or not before & {"not", "n't", "never"}
        ):
            continue
        for name, owners in by_name.items():
            timed = tuple(one.owner for one in owners if one.kind in ("date", "year"))
            if timed and stem(word.text) == owners[0].words.stems[0]:
                yield at, at, timed, name
