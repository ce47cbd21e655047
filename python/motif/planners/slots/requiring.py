"""Which place of a tree is to have, or to be without, nodes that a word says: "countries without neighbours"."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motif.engine.relation_paths import Step
from motif.planners.slots.having import SAID
from motif.planners.slots.place_schema import PlaceSchema
from motif.planners.slots.reading import Slots
from motif.planners.slots.tree import Branch, Counted, Place, turned
from motif.planners.slots.words import Word

_NEAR = 0.2
"""What the place gains whose label was said last before the word."""


def deny(schema: PlaceSchema, slots: Slots, word: Word, places: Sequence[Place]) -> bool:
    """Whether one of the places could be kept to nodes that what ``word`` says leads nowhere from."""
    found = _meant(schema, slots, word, places)
    if found is None:
        return False
    place, step = found
    place.degrees.append(Counted(step, {"$eq": 0}))
    return True


def require(schema: PlaceSchema, slots: Slots, word: Word, places: Sequence[Place]) -> bool:
    """Whether one of the places could be kept to nodes that what ``word`` says leads somewhere from."""
    found = _meant(schema, slots, word, places)
    if found is None:
        return False
    place, step = found
    label = schema.end_label(step)
    if label:
        place.branches.append(Branch(Place(np.zeros(0, np.int32), word.start, label), turned(step)))
    else:  # a step that finds every node of the graph would be refused
        place.degrees.append(Counted(step, {"$gte": 1}))
    return True


def _meant(
    schema: PlaceSchema, slots: Slots, word: Word, places: Sequence[Place]
) -> tuple[Place, Step] | None:
    """The place and step that a word means."""
    nouns = [one.start for one in slots.labels] + ([slots.head.start] if slots.head is not None else [])
    near = max((start for start in nouns if start < word.start), default=None)
    fits = [
        (like + _NEAR * (near is not None and place.said == near), number, step)
        for number, place in enumerate(places)
        for step, like in schema.steps_like(word.text, place)
        if like >= SAID
    ]
    if not fits:
        return None
    _, number, step = max(fits, key=lambda one: one[0])
    return places[number], step
