"""Words that say a label: all of it, the last of several, several as one, their first letters, or a form of its only
one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from motif.planners.meaning.schema_words import Words
from motif.planners.meaning.senses import Sense
from motif.planners.reading.lemmas import is_verb_form, stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word

_DOERS = ("er", "or")
ADJECTIVES, _TELLING = ("ic", "ical", "al", "ous", "ary"), 5
"""Endings of adjectives, and how long the stem of their noun is at least."""


def labels_said(labels: Mapping[str, Words], words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
    """The labels that words say, by the places of their first and last word.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> labels = {"DataCenter": words_in("DataCenter"), "Supplier": words_in("Supplier")}
    >>> [(first, last, one.labels) for first, last, one in labels_said(labels, words_of("suppliers of data centers"))]
    [(2, 3, ('DataCenter',)), (3, 3, ('DataCenter',)), (0, 0, ('Supplier',))]
    """
    for label, spoken in labels.items():
        for first, last, score in _occurrences(words, spoken):
            yield first, last, Sense("label", score, (label,))


def _occurrences(words: Sequence[Word], spoken: Words) -> Iterator[tuple[int, int, float]]:
    """Where a label is said: all its words, or the last of several."""
    length = len(spoken.lemmas)
    for at in range(len(words)):
        if words[at].kind != "word" or (at == 0 and length == 1 and _tells_to(words)):
            continue
        window = words[at : at + length]
        if len(window) == length and tuple(word.lemma for word in window) == spoken.lemmas:
            if length > 1 or not at or words[at - 1].lemma != words[at].lemma:  # "cooks cook" but once
                yield at, at + length - 1, 1.0
        elif length == 1 and len(spoken.stems[0]) > 3 and _is_noun_like(words, at, spoken):
            yield at, at, 0.8
        elif length > 1 and (
            {words[at].lemma, words[at].low} & _in_one(spoken) or _is_short(words[at], spoken)
        ):
            yield at, at, 1.0
        elif length > 1 and words[at].lemma == spoken.lemmas[-1]:
            yield at, at, 0.6
        elif length > 1 and len(window) == length and all(map(_is_form, window, spoken.stems)):
            yield at, at + length - 1, 0.8


def _tells_to(words: Sequence[Word]) -> bool:
    """Whether the first word tells what to do, and is no noun for a thing: "List all users", "Order the shops by".

    >>> from motif.planners.reading.words import words_of
    >>> texts = ("List all users", "List the lists", "Order the shops by size", "Order numbers of X", "Orders of X")
    >>> [_tells_to(words_of(text)) for text in texts]
    [True, True, True, False, False]
    """
    if len(words) < 2 or words[0].low not in listed("asking", "telling_to"):
        return False
    following = words[1]
    is_plural = words[0].low == "list" and following.kind == "word" and following.low != following.lemma
    return is_plural or following.kind == "number" or following.low in listed("asking", "told_of")


def _is_form(word: Word, base: str) -> bool:
    """Whether a word shares a stem, or is the adjective of one: "taxonomic" of a taxon, "musical" of music."""
    is_adjective = len(base) >= _TELLING and word.low.startswith(base) and word.low.endswith(ADJECTIVES)
    return is_adjective or stem(word.text) == base


def _in_one(spoken: Words) -> set[str]:
    """Several words written as one: "datacenter"."""
    return {"".join(spoken.lemmas), "".join(spoken.text.lower().split())}


def _is_short(word: Word, spoken: Words) -> bool:
    """Whether a word is what a label's words begin with, in capitals: "PRs" are pull requests.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> [_is_short(word, words_in("PullRequest")) for word in words_of("PRs PR prs PRS IPs")]
    [True, True, False, False, False]
    """
    return word.text.removesuffix("s") == "".join(part[0].upper() for part in spoken.lemmas)


def _is_noun_like(words: Sequence[Word], at: int, spoken: Words) -> bool:
    """Whether a word shares the label's stem and is no form of a verb: "played" is no player, "suppliers who supply"
    are not twice the same, a reviewer is no review, to play no player, and "list" that begins a question no listing."""
    word, before = words[at], words[at - 1] if at else None
    if not at and word.low in listed("asking", "opening"):
        return False
    if stem(word.text) != spoken.stems[0] or word.low.endswith("s") or is_verb_form(word.low):
        return False
    if word.lemma.endswith(_DOERS) != spoken.lemmas[0].endswith(_DOERS):
        return False
    is_done = before is not None and (
        before.low in listed("words", "before_verbs") or before.lemma == spoken.lemmas[0]
    )
    return not is_done
