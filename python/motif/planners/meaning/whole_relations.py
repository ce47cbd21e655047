"""Relations said by all their words: "the primary suspect" is IS_PRIMARY_SUSPECT, whatever "primary" is a part of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from motif.planners.meaning.schema_words import Words
from motif.planners.meaning.senses import Sense
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.words import Word

LOOSE = 0.9
"""Score below which a sense is of a part of a word's stretch, or of its kind."""


def whole_relations(words: Sequence[Word], types: Iterable[Words]) -> Iterator[tuple[int, int]]:
    """First and last places of words that say a relation of two words and more, its small words left out.

    >>> from motif.planners.meaning.schema_words import words_in
    >>> from motif.planners.reading.words import words_of
    >>> list(whole_relations(words_of("cases with a primary suspect"), [words_in("IS_PRIMARY_SUSPECT")]))
    [(3, 4)]
    """
    stems = [stem(word.text) for word in words]
    small = listed("words", "plain")
    for spoken in types:
        said = [part for part, plain in zip(spoken.stems, spoken.lemmas, strict=True) if plain not in small]
        for first in range(len(stems) - len(said) + 1 if len(said) > 1 else 0):
            if stems[first : first + len(said)] == said:
                yield first, first + len(said) - 1


def is_part_of_one(first: int, last: int, sense: Sense, whole: Iterable[tuple[int, int]]) -> bool:
    """Whether a sense that is not said outright, or a property that one word says, is of some of a relation's words."""
    is_word = sense.kind == "property" and first == last  # no "primary id" of a primary suspect
    is_loose = sense.kind in ("label", "property") and (sense.score < LOOSE or is_word)
    return is_loose and any(
        begin <= first and last <= end and (first, last) != (begin, end) for begin, end in whole
    )
