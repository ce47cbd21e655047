"""Nouns for persons that nothing in the graph is about: where clubs have players, "nurses" are not all of them."""

from __future__ import annotations

from collections.abc import Iterator

from motif.graphs.meaning import Omission
from motif.planners.meaning.alike import ALIKE, is_kin
from motif.planners.meaning.drafts import Draft
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.person_nouns import is_noun_for
from motif.planners.meaning.roles import labels_in_role
from motif.planners.meaning.verbs import alike_verbs
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading
from motif.planners.reading.words import Word

ABOUT = 0.44
"""Likeness from which on a noun for persons has to do with a label or a relation."""


def strangers(linker: Linker, reading: Reading, draft: Draft) -> Iterator[Omission]:
    """Nouns that a draft takes for persons of a label, although they say more of them than the graph knows.

    Whom a noun may mean is told by what persons are joined to: "artists" by paintings, "knights" by battles.
    """
    callings = listed("words", "persons") - listed("words", "people_whatever")
    for spot in draft.spots:
        if spot.at < 0 or spot.names or spot.label not in linker.vocabulary.persons:
            continue
        word = reading.words[spot.at]
        known = _is_known(linker, word, spot.label) or _does_so(reading, word)
        if is_noun_for(word, callings) and not known:
            yield Omission("word", spot.span, reading.question[slice(*spot.span)])


def _does_so(reading: Reading, word: Word) -> bool:
    """Whether the question says of them what such persons do: "actors who performed"."""
    doing = alike_verbs(stem(word.text)) | {stem(word.text)}
    return any(one is not word and stem(one.text) in doing for one in reading.words if one.kind == "word")


def _is_known(linker: Linker, word: Word, label: str) -> bool:
    """Whether the label, a relation, or what persons are beside says of a noun what it means."""
    vocabulary, own = linker.vocabulary, linker.vocabulary.labels[label]
    if word.lemma in own.lemmas or is_kin(word.lemma, own) or labels_in_role(vocabulary.relations, word):
        return True
    if not linker.graph.has_encoder or linker.likeness(word.lemma, own.text) >= ALIKE:
        return True
    about = [words for name, words in vocabulary.labels.items() if name not in vocabulary.persons]
    about += [one.words for one in vocabulary.kinds]
    return any(linker.likeness(word.lemma, words.text) >= ABOUT for words in about)
