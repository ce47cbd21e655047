"""Bounds that are said to be but near: "around 1999", "shortly after 2000", "a few years before X", "slightly more"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.graphs.meaning import Omission
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.omission import omission
from motif.planners.meaning.rates import rates_unheeded
from motif.planners.meaning.senses import Anchor
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lexicon import table
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def said_vaguely(
    vocabulary: Vocabulary, reading: Reading, draft: Draft, taken: set[int]
) -> Iterator[Omission]:
    """Words that make a bound, or a comparison with what is named, a vague one: what is read exact is unsure then.

    Parameters
    ----------
    taken
        Words that are no bound but say how many are wanted: "show me about 10 films".
    """
    low = [word.low for word in reading.words]
    exact = {one.first for one in reading.bounds if one.first == one.number.first and one.operator == "="}
    away = {one.first for one in reading.bounds} - exact
    away |= {at for at in draft.used if low[at] in listed("comparing", "times")}
    away |= {
        one.first for one in reading.measures if one.form == "comparative" and one.last + 1 in draft.used
    }
    for kind, places in (("nearly", exact - taken), ("slightly", away - taken)):
        for at in sorted(places):
            first = _phrase_before(low, at, kind)
            if first < at and not _is_relation(vocabulary, low[first]):
                yield omission(reading, "number", first, at - 1)
    for at in sorted(away - taken):
        first = _some_units_before(reading, low, at)
        if first < at:
            yield omission(reading, "number", first, at - 1)


def times_unheeded(
    vocabulary: Vocabulary, reading: Reading, draft: Draft, anchors: Sequence[Anchor]
) -> Iterator[Omission]:
    """ "Before" and "after" directly before a name that nothing is compared with, nor follows: "lived before X"; times
    of day, "after 3 pm", which no condition says, where they are not what a value is; and "so much a day"."""
    low = [word.low for word in reading.words]
    told = {lemma for one in vocabulary.kinds if one.type in _types(draft) for lemma in one.words.lemmas}
    for anchor in anchors:
        before = [at for at in anchor.before if low[at] not in ("the", "a", "an")]
        at = before[-1] if before and anchor.has("name") else -1
        if at >= 0 and low[at] in ("before", "after") and at not in draft.used and not told & _FOLLOWING:
            yield omission(reading, "word", at, at)
    inside = {at for anchor in anchors for at in range(anchor.first, anchor.last + 1)}
    for one in reading.numbers:
        if one.clock and one.first not in inside:
            yield omission(reading, "number", one.first, one.last)
    yield from rates_unheeded(vocabulary, reading, draft)


_FOLLOWING = {
    "before",
    "after",
    "follow",
    "succeed",
    "precede",
    "next",
    "previous",
    "successor",
    "predecessor",
    "name",
}


def _types(draft: Draft) -> set[str]:
    return {one.type for one in draft.links}


def _phrase_before(low: Sequence[str], at: int, kind: str) -> int:
    """Where a phrase of a list begins that ends before a word; that word itself where none does."""
    for phrase in sorted(table("comparing")[kind], key=lambda one: -len(one)):
        words = phrase.split()
        if at >= len(words) and list(low[at - len(words) : at]) == words:
            first = at - len(words)
            return at if low[first - 1 : first] == ["how"] else first  # "how long before X …?"
    return at


def _is_relation(vocabulary: Vocabulary, word: str) -> bool:
    """Whether relations are called by a word: books are "about" a number."""
    return any(word in one.words.lemmas for one in vocabulary.kinds)


def _some_units_before(reading: Reading, low: Sequence[str], at: int) -> int:
    """Where "a few years", "several days" or "some time" before a word begin; that word where they do not."""
    units = table("units")["time"].keys() | {"time", "decade", "century"}
    first = at - 2 - (low[max(at - 2, 0)] == "of")
    if at < 2 or reading.words[at - 1].lemma not in units or low[first] not in _SOME:
        return at
    return first - (first > 0 and low[first - 1] == "a")


_SOME = {"few", "several", "some", "couple", "many"}
