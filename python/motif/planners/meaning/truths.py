"""What a word says of a property that is true or false: "unpaid fines"; "volcanoes", of which "isVolcano" is true."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from motif.planners.meaning.schema_words import Words
from motif.planners.meaning.senses import Sense
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import is_past, stem
from motif.planners.reading.lexicon import table
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
            last = _end_of_denial(words, at, one.words)
            if last is not None:
                yield at, last, Sense("value", DENIED, (one.owner,), ("false",), one.name)
            if is_adjective_of(word, one.words):
                yield at, at, Sense("value", DENIED, (one.owner,), ("true",), one.name)
        own = [one for one in held if is_kind(word, one.words)]
        if len(own) == 1 and own[0].owner in vocabulary.labels:
            yield at, at, Sense("label", KIND, (own[0].owner,), (), own[0].name)


def but_kinds(
    properties: Iterable[tuple[int, int, Sense]], true: Iterable[tuple[int, int, Sense]]
) -> Iterator[tuple[int, int, Sense]]:
    """Properties but those that a noun for whom they are true of names: "smokers" are people, and no yes or no."""
    kinds = {(first, last, one.property) for first, last, one in true if one.kind == "label"}
    return (one for one in properties if (one[0], one[1], one[2].property) not in kinds)


def _is_denial_of(word: Word, key: str) -> bool:
    """Whether a word denies what a stem says, or is its opposite; "dis-" stands in the place of "en-", too."""
    if any(key == stem(other) for other in table("words")["opposites"].get(word.lemma, ())):
        return True
    heads = (head for head in listed("words", "denying") if word.low.startswith(head))
    rests = (word.low[len(head) :].lstrip("-") for head in heads)
    return word.kind == "word" and any(key in (stem(rest), stem("en" + rest)) for rest in rests)


def _end_of_denial(words: Sequence[Word], at: int, spoken: Words) -> int | None:
    """The place of the last word of a denial that begins at ``at``: "unpaid", "whose alarm is disabled"."""
    own = _saying(spoken)
    spoken_of = (there for there in range(at, len(words)) if there == at or words[there].lemma != "be")
    places = list(itertools.islice(spoken_of, len(own)))
    if len(places) < len(own) or places[-1] - at > len(own):
        return None
    for there in places:
        rest = [stem(words[other].text) for other in places if other != there]
        others = (
            sorted(own[:nth] + own[nth + 1 :])
            for nth, key in enumerate(own)
            if _is_denial_of(words[there], key)
        )
        if sorted(rest) in others:
            return places[-1]
    return None


def _saying(spoken: Words) -> list[str]:
    """The stems of a property's words that say something."""
    return [one for one, part in zip(spoken.stems, spoken.lemmas, strict=True) if part not in ("be", "have")]


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
    >>> [is_kind(words_of("smokers")[0], words_in(name)) for name in ("smoker", "smokes", "smoked")]
    [True, True, False]
    """
    is_plural = word.kind == "word" and word.low.endswith("s") and word.low != word.lemma
    own = spoken.lemmas[1:] if spoken.lemmas[:1] == ("be",) else spoken.lemmas
    if not is_plural or len(own) != 1:
        return False
    is_doer = word.lemma.endswith(_DOERS) and not is_past(spoken.text.split()[-1])
    is_of_verb = stem(word.text) == spoken.stems[-1] or word.lemma == own[0] + "r"
    return own == (word.lemma,) or (is_doer and is_of_verb)


_DOERS = ("er", "or")
