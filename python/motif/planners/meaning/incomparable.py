"""Comparisons with a named thing that a draft joins instead: "built before X" is not built by whoever built X."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Omission, Relative
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.schema_words import words_in
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

_IN_TIME = ("before", "after", "until", "since")
_REACH = 4
"""Words between "same" and "as", at most."""


def uncompared(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """Words that compare with what is named, where nothing of the draft does."""
    tests = [one.test for one in draft.checks]
    compares = any(one.property if isinstance(one, Relative) else getattr(one, "said", "") for one in tests)
    if compares or not draft.links:
        return
    yield from _in_time(reading, draft)
    yield from _the_same(linker, reading, draft)


def _in_time(reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "Built before X", unless a relation says so itself: "named after X"."""
    said = {lemma for link in draft.links for lemma in words_in(link.type).lemmas}
    for spot in draft.spots:
        at = spot.at - 1
        if spot.names and at > 0 and reading.words[at].low in _IN_TIME and reading.words[at].low not in said:
            span = reading.span(at, at)
            yield Omission("relation", span, reading.question[slice(*span)])


def _the_same(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """ "In the same year as X", where no thing of the draft and no relation is called a year."""
    words = reading.words
    labels = [linker.vocabulary.labels.get(spot.label or "") for spot in draft.spots]
    known = {one for words_of in labels if words_of is not None for one in words_of.stems}
    known |= {one for link in draft.links for one in words_in(link.type).stems}
    for at, word in enumerate(words):
        end = next(
            (to for to in range(at + 2, min(at + 2 + _REACH, len(words))) if words[to].low == "as"), None
        )
        if word.low != "same" or end is None:
            continue
        if not known & {stem(one.text) for one in words[at + 1 : end]}:
            span = reading.span(at, end - 1)
            yield Omission("relation", span, reading.question[slice(*span)])
