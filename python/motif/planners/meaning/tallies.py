"""How often something was done to a thing, where a property of the thing tells it: a book's loan count."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.meaning.schema_words import Property, Words
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_HELD_BY = 0.5
"""Share of the things that have such a property at least: of fewer it tells too little."""

_OF_DEEDS = "ation"


def tally_of(own: Sequence[Property], done: str) -> Property | None:
    """The property among a label's ``own`` that tells how often was done what a participle says.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> own = [Property("Book", name, "number", words_in(name), 1.0) for name in ("citationCount", "loanDays")]
    >>> tally_of(own, "cited").name, tally_of(own, "loaned")
    ('citationCount', None)
    """
    found = (one for one in own if one.kind == "number" and one.share >= _HELD_BY)
    return next((one for one in found if _counts(one.words, done)), None)


def how_often(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How many times has X been cited?" as "What is the citation count of X?"; "" where no property tells it."""
    words = [word.low for word in reading.words]
    words = words[: len(words) - (words[-1:] == ["?"])]
    asks = next(
        (len(one) for one in (["how", "many", "times"], ["how", "often"]) if words[: len(one)] == one), 0
    )
    if not asks or words[asks : asks + 1] == [] or words[asks] not in listed("words", "auxiliaries"):
        return ""
    done, named = (
        len(words) - 1,
        next((one for one in pieces if one.first == asks + 1 and one.of("name")), None),
    )
    if named is None or named.last != done - 1 - (words[done - 1] == "been"):
        return ""
    labels = {label for sense in named.of("name") for label in sense.labels}
    told = [tally_of(vocabulary.properties_of(label), words[done]) for label in sorted(labels)]
    one = next((one for one in told if one is not None), None)
    span = slice(reading.words[named.first].start, reading.words[named.last].end)
    return f"What is the {one.words.text} of {reading.question[span]}?" if one is not None else ""


def _counts(spoken: Words, done: str) -> bool:
    """Whether a property's words say a deed and that it is counted: "view count", "times cited", or many "views"."""
    counting = listed("words", "counting")
    rest = [part for part in spoken.lemmas if part not in counting]
    is_many = len(spoken.lemmas) > 1 or spoken.text.lower().endswith("s")
    return len(rest) == 1 and is_many and _is_of(rest[0], done)


def _is_of(noun: str, done: str) -> bool:
    """Whether a noun is that of what was done: of "cited" the "citation"."""
    is_done = done.endswith(("ed", "en"))
    bases = {noun, stem(noun), *([stem(noun[: -len(_OF_DEEDS)] + "e")] if noun.endswith(_OF_DEEDS) else [])}
    return is_done and stem(done) in bases
