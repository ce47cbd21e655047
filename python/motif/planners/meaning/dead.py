"""Ages of who lives no more: as of today they have none."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Aggregate, Condition, Meaning, Omission, Place, Selection, Value
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.omission import omission
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.trees import mapped
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading

_AGED = {"age", "old", "aged"}


def aged_though_dead(linker: Linker, reading: Reading, selection: Selection) -> Iterator[Omission]:
    """ "How old is X?", and an average age, where X or one of them has died."""
    labels = {place.key: place.label for place in selection.place.bound()}
    shown = [one.value.of if isinstance(one.value, Aggregate) else one.value for one in selection.columns]
    for value in (one for one in shown if one.part == "age" and not one.of_relationship):
        ends = [one for one in linker.vocabulary.properties_of(labels.get(value.place)) if _is_death(one)]
        at = next((at for at, word in enumerate(reading.words) if word.lemma in _AGED), None)
        if at is not None and any(_have_died(linker, selection, value, one) for one in ends):
            yield omission(reading, "number", at, at)


def _is_death(one: Property) -> bool:
    ends = {stem(word) for word in listed("spelling", "deaths")}
    return one.kind in ("date", "year") and not ends.isdisjoint(one.words.stems)


def _have_died(linker: Linker, selection: Selection, value: Value, end: Property) -> bool:
    def dead(one: Place) -> Place:
        is_it = one.key == value.place
        return dataclasses.replace(one, tests=(*one.tests, Condition(end.name, "known"))) if is_it else one

    asked = Selection(mapped(selection.place, dead), (), asks=True)
    return answer_meaning(MeaningGraph(linker.graph.projection), Meaning(asked)).rows[0][0] is True
