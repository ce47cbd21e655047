"""What stands at a place in an order that relationships hold: "the first author of X", "the third stop of line 4"."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from motif.graphs.meaning import Branch, Meaning, Order, Selection, Value
from motif.planners.meaning.request import Asking
from motif.planners.meaning.schema_words import Property
from motif.planners.meaning.vocabulary import Vocabulary
from motif.planners.reading.dates import ordinal
from motif.planners.reading.lemmas import stem
from motif.planners.reading.lexicon import words as listed
from motif.planners.reading.marks import Reading


def at_position(vocabulary: Vocabulary, reading: Reading, asking: Asking) -> Meaning | None:
    """The meaning of a question about the first, the third or the last of what one thing has, in its order.

    It is read without the ordinal; None where no relationship to that thing says which place each has.
    """
    positions = [one for one in vocabulary.relation_properties if _is_position(one)]
    for at, word in enumerate(reading.words[:-1] if positions else ()):
        place = -1 if word.low == "last" else ordinal(word.low)
        noun = reading.words[at + 1]
        if not place or noun.kind != "word" or noun.low != noun.lemma:
            continue
        begin, end = reading.words[at].start, noun.start
        meaning = next(iter(asking(reading.question[:begin] + reading.question[end:])), None)
        placed = None if meaning is None else _placed(vocabulary, positions, meaning, noun.lemma, place)
        if placed is not None:
            return placed
    return None


def _is_position(one: Property) -> bool:
    return one.kind == "number" and one.words.lemmas[-1] in listed("words", "positions")


def _placed(
    vocabulary: Vocabulary, positions: Sequence[Property], meaning: Meaning, noun: str, place: int
) -> Meaning | None:
    asked = meaning.asked
    if meaning.omissions or not isinstance(asked, Selection) or asked.order or asked.having or asked.asks:
        return None
    branches = [one for one in asked.place.tests if isinstance(one, Branch)]
    is_of_things = all(
        isinstance(column.value, Value) and column.value.property is None for column in asked.columns
    )
    if len(branches) != 1 or len(branches[0].types) != 1 or not branches[0].place.names or not is_of_things:
        return None
    [branch] = branches
    own = [one for one in positions if one.owner == branch.types[0]]
    one = next((one for one in own if _is_of(vocabulary, one, asked.place.label, branch, noun)), None)
    if one is None:
        return None
    by = Value(branch.place.key, one.name, of_relationship=True)
    order = (Order(by, descending=place < 0),)
    first = dataclasses.replace(asked, order=order, skip=max(place - 1, 0), limit=1, with_ties=True)
    return dataclasses.replace(meaning, asked=first)


def _is_of(vocabulary: Vocabulary, one: Property, label: str | None, branch: Branch, noun: str) -> bool:
    """Whether the noun is that of what has the place, and the property's other words say nothing else."""
    relation = next(way for way in vocabulary.relations if way.type == branch.types[0])
    said = {stem(noun), *relation.words.stems}
    said |= set(vocabulary.labels[label].stems) if label in vocabulary.labels else set()
    is_thing = label is None or stem(noun) in {*relation.words.stems, *vocabulary.labels[label].stems}
    rest = {stem(word) for word in one.words.lemmas if word not in listed("words", "positions")}
    return is_thing and rest <= said
