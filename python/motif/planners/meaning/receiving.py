"""What a thing has or gets from others of its kind, and which way "outgoing" and "incoming" say that it goes."""

from __future__ import annotations

from collections.abc import Sequence

from motif.planners.reading.lemmas import is_past
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word


def is_received(words: Sequence[Word], said: int) -> bool:
    """Whether a noun counts what a thing gets from others: "has the most replies", "received more than 3 quotes".

    >>> from motif.planners.reading.words import words_of
    >>> texts = (("Which note got the most links?", 5), ("notes that received 3 links", 4), ("notes that link", 2))
    >>> [is_received(words_of(text), at) for text, at in texts]
    [True, True, False]
    """
    noun, before = words[said], words[max(said - 1, 0)]
    is_counted = before.low in (*_COUNTING, *OUT_AND_IN) or before.kind == "number"
    gets = any(gets_it(word) for word in words) or noun.lemma in listed("relating", "received")
    return said > 0 and noun.low != noun.lemma and is_counted and gets


def is_thing_had(words: Sequence[Word], said: int) -> bool:
    """Whether a word in the plural is what somebody has or gets, and no verb: "transfers from X", "received links".

    >>> from motif.planners.reading.words import words_of
    >>> texts = (("links from X", 0), ("pages that got 2 links from X", 4), ("Which page links from X?", 2))
    >>> [is_thing_had(words_of(text), at) for text, at in texts]
    [True, True, False]
    """
    noun, before = words[said], words[said - 1] if said else None
    if noun.low == noun.lemma or is_past(noun.low):
        return False
    had = ("have", "with", "of", "the", "any", "all", "list", "show", "find")
    return before is None or before.kind == "number" or gets_it(before) or before.lemma in had


OUT_AND_IN = {"outgoing": 1.0, "outbound": 1.0, "incoming": -1.0, "inbound": -1.0}
"""Which way a relation goes that is said with one of these words before it."""

_COUNTING = ("most", "more", "many", "fewest", "least", "of", "no", "any", "fewer")
GETTING = ("receive", "get", "obtain")


def gets_it(word: Word) -> bool:
    """Whether a word says that somebody gets something, in whichever form: "received"."""
    return word.lemma in GETTING or word.low.removesuffix("d") in GETTING
