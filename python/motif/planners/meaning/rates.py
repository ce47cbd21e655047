"""A property that is told for a time is asked for by its noun and the time: "cost per month", the monthly cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import table
from motif.planners.reading.marks import Reading

_FOR_EACH = ("per", "a", "each", "every")


def for_a_time(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> Iterator[str]:
    """ "What does X cost per month?" as "What does X cost?", where the cost is a monthly one, and "visitors per year"
    as "annual visitors"; none for another question."""
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


def _is_said(reading: Reading, one: Property, sorts: set[str], until: int) -> bool:
    """Whether the question says what a property is besides for which time it is told."""
    rest = {stem(lemma) for lemma in one.words.lemmas if lemma not in sorts}
    return bool(rest) and rest <= {stem(word.text) for word in reading.words[:until]}


def _is_read(pieces: Sequence[Piece], at: int) -> bool:
    return any(one.first <= at <= one.last and one.of("property") for one in pieces)
