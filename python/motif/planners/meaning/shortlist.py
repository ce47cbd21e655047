"""Of a schema with very many relations those that a question may be about, so that reading it stays quick."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from motif.planners.meaning.linking import Linker
from motif.planners.meaning.schema_words import Relation
from motif.planners.meaning.verbs import alike_verbs
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem
from motif.planners.reading.marks import Reading

OF_PAIR = 12
"""Relations between two labels that are looked at: those whose words are said, then the commonest."""

IN_ALL = 200


def shortlisted(linker: Linker, reading: Reading) -> Linker:
    """The linker itself, or one that knows only the likeliest relations where there are very many.

    What only the encoder would take for a relation is among them if it is one of the commonest of its labels.
    """
    relations = linker.vocabulary.relations
    if len(relations) <= IN_ALL and linker.vocabulary.most_of_pair <= OF_PAIR:
        return linker
    said = {stem(word.text) for word in reading.words if word.kind == "word"}
    said |= {key for one in said for key in alike_verbs(one)}
    n_said = tuple(len(said.intersection(one.words.stems)) for one in linker.vocabulary.kinds)
    narrowed = linker.vocabulary.narrowed(n_said, lambda: _likeliest(linker.vocabulary, n_said))
    return dataclasses.replace(linker, vocabulary=narrowed)


def _likeliest(vocabulary: Vocabulary, n_said: Sequence[int]) -> list[Relation]:
    """Relations in their order, by how many words are said of each of the vocabulary's kinds."""
    relations = vocabulary.relations
    first = {one.type: -n for one, n in zip(vocabulary.kinds, n_said, strict=True)}
    taken: Counter[tuple[str, str]] = Counter()
    kept: list[int] = []
    for place in sorted(range(len(relations)), key=lambda one: first[relations[one].type]):
        if len(kept) == IN_ALL:
            break
        pair = relations[place].source, relations[place].target
        if taken[pair] < OF_PAIR:
            taken[pair] += 1
            kept.append(place)
    return [relations[place] for place in sorted(kept)]
