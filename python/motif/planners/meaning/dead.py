"""Who lives no more: as of today they have no age, and who is alive has no day of death."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from motif.engine.meaning_answers import answer_meaning
from motif.engine.meaning_masks import MeaningGraph
from motif.graphs.meaning import Aggregate, Condition, Meaning, Omission, Place, Selection, Value
from motif.planners.meaning.linking import Linker
from motif.planners.meaning.omission import omission
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.senses import Piece
from motif.planners.meaning.trees import mapped
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.lemmas import stem, stems_listed
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


def alive_or_dead(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "Living poets", "poets who are still alive" as "poets who have not died", where some of them have a day or a
    year of death; "" for another question."""
    said = {at for one in pieces for at in range(one.first, one.last + 1)}
    low = [word.low for word in reading.words]
    for at in (at for at, word in enumerate(low) if word in _LIVING | _DEAD and at not in said):
        done = _died(vocabulary, is_not=low[at] in _LIVING)
        behind = next((one for one in pieces if one.first == at + 1 and one.of("label")), None)
        if behind is not None and _may_die(vocabulary, behind):
            return reading.instead(at, behind.last, f"{reading.text(behind.first, behind.last)} who {done}")
        begin = at - (low[at - 1] in ("still", "now", "already"))
        if begin < 2 or low[begin - 1] not in ("are", "is", "were"):
            continue
        before = [one for one in pieces if one.last < begin - 1 and one.of("label")]
        if before and _may_die(vocabulary, before[-1]):
            return reading.instead(begin - 1, at, done)
    return ""


def _died(vocabulary: Vocabulary, *, is_not: bool) -> str:
    """How it is said that somebody has died: by the day of it where a relation tells where, "diedIn", of a few."""
    ends = stems_listed("spelling", "deaths")
    day = next((one.words.text.lower() for one in vocabulary.properties if _is_death(one)), "")
    if any(ends & {*one.words.stems} for one in vocabulary.kinds):
        return f"have {'no' if is_not else 'a'} {day}"
    return "have not died" if is_not else "have died"


def age_at_death(vocabulary: Vocabulary, reading: Reading, pieces: Sequence[Piece]) -> str:
    """ "How old was X when she died?", "At what age did X die?" as "How long did X live?", where a day of death
    is known; "" for another question."""
    low = [word.low for word in reading.words]
    named = next((one for one in pieces if one.first in (3, 4) and one.of("name")), None)
    is_death = stem(low[reading.last]) in stems_listed("spelling", "deaths")
    if named is None or not is_death or not any(map(_is_death, vocabulary.properties)):
        return ""
    begins, between = tuple(low[: named.first]), low[named.last + 1 : reading.last]
    is_when = begins == ("how", "old", "was") and between[:1] == ["when"] and len(between) <= _WHEN_DIED
    is_age = begins in (("at", "what", "age", "did"), ("at", "which", "age", "did")) and not between
    return f"How long did {reading.text(named.first, named.last)} live?" if is_when or is_age else ""


_WHEN_DIED = 2
"""Words between a name and "died", at most: "when", and "she"."""
_LIVING, _DEAD = {"alive", "living"}, {"dead", "deceased"}


def _may_die(vocabulary: Vocabulary, things: Piece) -> bool:
    """Whether things of a label have a day or a year of death, but not all."""
    labels = {label for sense in things.of("label") for label in sense.labels}
    ends = [one for one in vocabulary.properties if one.owner in labels and _is_death(one)]
    return bool(ends) and all(one.share < 1 for one in ends)


def _is_death(one: Property) -> bool:
    ends = stems_listed("spelling", "deaths")
    return one.kind in ("date", "year") and not ends.isdisjoint(one.words.stems)


def _have_died(linker: Linker, selection: Selection, value: Value, end: Property) -> bool:
    def dead(one: Place) -> Place:
        is_it = one.key == value.place
        return dataclasses.replace(one, tests=(*one.tests, Condition(end.name, "known"))) if is_it else one

    asked = Selection(mapped(selection.place, dead), (), asks=True)
    return answer_meaning(MeaningGraph(linker.graph.projection), Meaning(asked)).rows[0][0] is True
