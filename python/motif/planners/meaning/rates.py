"""A property that is told for a time is asked for by its noun and the time: "cost per month", the monthly cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Condition, Omission
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.omission import omission
from motif.planners.meaning.property_words import spelt_units
from motif.planners.meaning.schema_words import Property, words_in
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Bound, Reading

_FOR_EACH = ("per", "a", "an", "each", "every")


def for_a_time(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """ "What does X cost per month?" as "What does X cost?", where the cost is a monthly one, and "visitors per year"
    as "annual visitors"; "more than 25 an hour" as "hourly pay more than 25"; none for another question."""
    yield from _bounded(vocabulary, reading)
    told: dict[str, list[str]] = table("spelling")["told_for_times"]
    for at, word in enumerate(reading.words[1:], 1):
        if word.lemma not in told or reading.words[at - 1].low not in _FOR_EACH or at < 2:
            continue
        sorts = {word.lemma, *told[word.lemma]}
        found = [one for one in vocabulary.properties if one.kind == "number" and sorts & {*one.words.lemmas}]
        found = [one for one in found if _is_said(reading, one, sorts, at - 1)]
        if not found or any(one.low in told[word.lemma] for one in reading.words):
            continue
        before, behind = reading.text(0, at - 2), reading.question[word.end :]
        noun = reading.words[at - 2]
        if noun.lemma in found[0].words.lemmas and not _is_read(pieces, at - 2):
            yield f"{before[: len(before) - len(noun.text)]}{found[0].words.text.lower()}{behind}"
        yield f"{before}{behind}"
        return


def _bounded(vocabulary: Vocabulary, reading: Reading) -> Iterator[str]:
    """The question with the one number that is told for such a time before how much it is."""
    low = [word.low for word in reading.words]
    for bound, unit in _rates(reading):
        told = {one.name: one for one in _told_for(vocabulary, reading.words[unit].lemma)}
        if len(told) != 1 or bound.first < 1:
            continue
        said = (
            f"with a {next(iter(told.values())).words.text.lower()} {reading.text(bound.first, bound.last)}"
        )
        behind = reading.question[reading.words[unit].end :]
        end = bound.first - 1 - (low[bound.first - 1] in ("for", "at", "of"))
        if low[end] in _PAYING:
            end -= 1 + (low[end - 1] in ("who", "that", "which"))
        yield f"{reading.text(0, end)} {said}{behind}"


_PAYING = {
    "earn",
    "earns",
    "cost",
    "costs",
    "make",
    "makes",
    "pay",
    "paid",
    "charge",
    "earning",
    "costing",
    "charging",
}


def rates_unheeded(vocabulary: Vocabulary, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "More than 300 a day" of how many days, or where another number is told for a day."""
    tests = [*(one.test for one in draft.checks), *(test for link in draft.links for test in link.where)]
    tested = {one.property for one in tests if isinstance(one, Condition)}
    for bound, at in _rates(reading):
        unit = reading.words[at].lemma
        told = {one.name for one in _told_for(vocabulary, unit)}
        is_unit = any(words_in(one).lemmas == (unit,) for one in tested)
        if not tested & told and (told or is_unit):
            yield omission(reading, "number", bound.number.first, at)


def _rates(reading: Reading) -> Iterator[tuple[Bound, int]]:
    """Bounds with "an hour", "per day" behind them, and where that time is said."""
    told = table("spelling")["told_for_times"]
    for bound in reading.bounds:
        at = (bound.upper or bound.number).last + 2
        is_unit = at < len(reading.words) and reading.words[at - 1].lemma in spelt_units().values()
        at += is_unit and reading.words[at - 1].low not in ("a", "an")  # "2000 euros a month"
        is_each = at < len(reading.words) and reading.words[at - 1].low in ("a", "an", "per")
        if is_each and reading.words[at].lemma in told and not bound.number.date:
            yield bound, at


def _told_for(vocabulary: Vocabulary, unit: str) -> list[Property]:
    """The numbers of things and of relationships that are told for a time."""
    held = (*vocabulary.properties, *vocabulary.relation_properties)
    sorts = {*table("spelling")["told_for_times"][unit]}
    return [
        one
        for one in held
        if one.kind == "number" and (sorts & {*one.words.lemmas} or f"per {unit}" in one.words.text.lower())
    ]


def _is_said(reading: Reading, one: Property, sorts: set[str], until: int) -> bool:
    """Whether the question says what a property is besides for which time it is told."""
    rest = {stem(lemma) for lemma in one.words.lemmas if lemma not in sorts}
    return bool(rest) and rest <= {stem(word.text) for word in reading.words[:until]}


def _is_read(pieces: Sequence[Piece], at: int) -> bool:
    return any(one.first <= at <= one.last and one.of("property") for one in pieces)
