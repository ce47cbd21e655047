"""What a word says of a property that is true or false: "unpaid fines"; "volcanoes", of which "isVolcano" is true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from motif.planners.meaning.schema_words import Words
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word

DENIED, KIND = 0.95, 0.9
"""How surely a word denies a property; how surely a noun stands for what has it."""


def truths(vocabulary: Vocabulary, words: Sequence[Word]) -> Iterator[tuple[int, int, Sense]]:
    """Places of words, first and last, with what they mean: a value that is false, or things that a property tells to
    be something."""
    held = [one for one in vocabulary.properties if one.kind == "boolean"]
    for at, word in enumerate(words):
        for one in held:
            if is_denied_by(word, one.words):
                yield at, at, Sense("value", DENIED, (one.owner,), ("false",), one.name)
            if is_adjective_of(word, one.words):
                yield at, at, Sense("value", DENIED, (one.owner,), ("true",), one.name)
        own = [one for one in held if is_kind(word, one.words)]
        if len(own) == 1 and own[0].owner in vocabulary.labels:
            yield at, at, Sense("label", KIND, (own[0].owner,), (), own[0].name)


def is_denied_by(word: Word, spoken: Words) -> bool:
    """Whether a word denies what a property says.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> [is_denied_by(word, words_in("isPaid")) for word in words_of("unpaid paid inpatient")]
    [True, False, False]
    """
    own = {one for one, part in zip(spoken.stems, spoken.lemmas, strict=True) if part not in ("be", "have")}
    heads = (head for head in listed("words", "denying") if word.low.startswith(head))
    return word.kind == "word" and any({stem(word.low[len(head) :].lstrip("-"))} == own for head in heads)


def is_adjective_of(word: Word, spoken: Words) -> bool:
    """Whether an adjective is made of the noun that a property is called by: what is fraudulent is a fraud.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> [is_adjective_of(word, words_in("isFraud")) for word in words_of("fraudulent frauds fraudster")]
    [True, False, False]
    """
    own = [one for one in spoken.lemmas if one not in ("be", "have")]
    is_noun = len(own) == 1 and len(own[0]) >= _SHORTEST
    return is_noun and word.low.startswith(own[0]) and word.low[len(own[0]) :] in _ADJECTIVES


_SHORTEST = 4
_ADJECTIVES = ("ulent", "ful", "ous", "y", "ish", "al", "ic", "ive", "ary")


def is_kind(word: Word, spoken: Words) -> bool:
    """Whether a noun, in the plural, stands for what a property is true of.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> [is_kind(word, words_in("is_volcano")) for word in words_of("volcanoes volcano lakes")]
    [True, False, False]
    """
    is_plural = word.kind == "word" and word.low.endswith("s") and word.low != word.lemma
    return is_plural and spoken.lemmas in (("be", word.lemma), (word.lemma,))
